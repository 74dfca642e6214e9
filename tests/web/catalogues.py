"""The page's catalogues: one a language, the shared one and one with each game that has words of its own."""

import json
from pathlib import Path
from typing import Any, TypeAlias

from tests.web.visiting import ROOT

SOURCE = ROOT / "web" / "src"
SHARED = SOURCE / "i18n"
GAMES = SOURCE / "games"
SCREENS = SOURCE / "app"  # some have words of their own
LANGUAGES = sorted({path.stem for path in SHARED.glob("*.json")} - {"en"})

Word: TypeAlias = "str | dict[str, str]"


def path_of(room: str, language: str) -> Path:
    """Where the words of a room lie; "" is what all share."""
    if not room:
        return SHARED / f"{language}.json"
    home = SCREENS if (SCREENS / room / "words").is_dir() else GAMES
    return home / room / "words" / f"{language}.json"


def rooms() -> list[str]:
    found = [*GAMES.glob("*/words/en.json"), *SCREENS.glob("*/words/en.json")]
    return ["", *sorted(path.parent.parent.name for path in found)]


def catalogue(room: str, language: str) -> dict[str, dict[str, Word]]:
    path = path_of(room, language)
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return {"words": found.get("words", {}), "sentences": found.get("sentences", {})}


def forms(word: Word) -> list[str]:
    """Every form that a word can take."""
    return [word] if isinstance(word, str) else list(word.values())
