"""What can be read about a game: how it is played, for people, and its exact rules.

An installed package has the texts in `ludoteka/texts`, a checkout in `docs`. Pictures are drawn by the page;
here their captions are left, with the numbers that the engine worked out for them (`docs/play/drawn`).
"""

import json
import os
import re
from collections.abc import Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

ENGLISH = "en"
COMMENT = re.compile(r"^<!--.*?-->\n", re.MULTILINE | re.DOTALL)
PICTURE = re.compile(r"^```picture (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
HOLE = re.compile(r"\{([\w.-]+)\}")


def folder() -> Traversable:
    """Where the texts are."""
    packaged = files("ludoteka") / "texts"
    return packaged if packaged.is_dir() else Path(__file__).resolve().parents[3] / "docs"


def spoken() -> str:
    """The language of the terminal, by its two letters."""
    named = (os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    tag = next((value for value in named if value), ENGLISH)[:2].lower()
    return tag if tag.isalpha() and len(tag) == len(ENGLISH) else ENGLISH


def how_to_play(game: str, language: str = ENGLISH) -> str:
    """The text for people as Markdown, in English where a language has none; empty: there is none."""
    play = folder() / "play"
    return plain(_first(play, f"{game}.{language}.md", f"{game}.{ENGLISH}.md"), _drawn(play, game))


def exact_rules(game: str, language: str = ENGLISH) -> str:
    """The numbered rules as Markdown, in English where a language has none; empty: there are none."""
    return COMMENT.sub("", _first(folder() / "rules", f"{language}/{game}.md", f"{game}.md"))


def rule(game: str, number: str, language: str = ENGLISH) -> str:
    """One of the exact rules by its number, as plain text; empty: there is none."""
    found = re.search(
        rf"^- (?:\*\*)?{re.escape(number)}(?:\*\*)? (.*(?:\n  .*)*)$",
        exact_rules(game, language),
        re.MULTILINE,
    )
    return re.sub(r"[*`]", "", " ".join(found[1].split())) if found else ""


def plain(text: str, drawn: Mapping[str, Any]) -> str:
    """A how-to-play text without what only the page understands."""

    def caption(found: re.Match[str]) -> str:
        claims = drawn[found[1]]["claims"]
        words = HOLE.sub(lambda hole: str(claims[hole[1]]), " ".join(found[2].split()))
        return f"> {words}"

    return PICTURE.sub(caption, COMMENT.sub("", text))


def _drawn(play: Traversable, game: str) -> Any:
    return json.loads(_first(play, f"drawn/{game}.json") or "{}")


def _first(place: Traversable, *names: str) -> str:
    """The first of these files that is there."""
    for name in names:
        path = place.joinpath(*name.split("/"))
        if path.is_file():
            return path.read_text(encoding="utf-8")
    return ""
