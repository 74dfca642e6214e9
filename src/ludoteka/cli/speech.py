"""The language of the terminal: sentences from the catalogues of the page, and from the terminal's own.

An installed package has the page's catalogues in `ludoteka/texts/words`, a checkout in `web/src`. What a
language does not have stays English.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from ludoteka.cli import texts
from ludoteka.core.sentences import Listed, Sentence, Value, spoken

HOLE = re.compile(r"\{(\w+)\}")
JOINTS = {
    "cs": {"and": "a", "or": "nebo"},
    "de": {"and": "und", "or": "oder"},
    "es": {"and": "y", "or": "o"},
    "fr": {"and": "et", "or": "ou"},
}
PLURALS: dict[str, Callable[[int], str]] = {
    "cs": lambda n: "one" if n == 1 else "few" if 2 <= n <= 4 else "other",
    "fr": lambda n: "one" if n < 2 else "other",
}


class Speech:
    """Says sentences in one language, with the words of one game."""

    def __init__(self, language: str | None = None, game: str = "") -> None:
        self.language = language or texts.spoken()
        rooms = [own(self.language), shared(self.language), of_game(game, self.language)]
        self._sentences: dict[str, Any] = {}
        for room in rooms:
            self._sentences |= room.get("sentences", {})
        self._words = [of_game(game, self.language), shared(self.language)]
        self._english = [of_game(game, texts.ENGLISH), shared(texts.ENGLISH)]

    def say(self, value: Value) -> str:
        """A sentence, a list or a plain value."""
        if self.language == texts.ENGLISH:
            return spoken(value)
        if isinstance(value, Listed):
            return self._list(value)
        return self._sentence(value) if isinstance(value, Sentence) else str(value)

    def word(self, key: str, english: str = "") -> str:
        """A word of the page by its key, such as how a game ended; the given one where there is none."""
        for room in (*self._words, *self._english):
            word = room.get("words", {}).get(key)
            if isinstance(word, str):
                return word
        return english

    def bot(self, level: str) -> str:
        """What a bot is called, by the name of its level."""
        known = f"{level[:1].upper()}{level[1:]}"
        return f"{self.word(f'level.{level}', known)} (bot)"

    def recorded(self, names: Sequence[str]) -> list[str]:
        """Names as they stand in a record; bots as they are called here."""
        bots = (name.removesuffix(" (bot)") for name in names)
        return numbered(self.bot(bot) if bot != name else name for bot, name in zip(bots, names, strict=True))

    def _sentence(self, sentence: Sentence) -> str:
        word = self._sentences.get(sentence.template)
        if word is None:
            return (
                sentence.text if not sentence.values else _fill(sentence.template, sentence.values, self.say)
            )
        n = sentence.values.get("n")
        return _fill(_form(word, n, self.language), sentence.values, self.say)

    def _list(self, several: Listed) -> str:
        *most, last = [self.say(item) for item in several.items] or [""]
        joint = JOINTS.get(self.language, {}).get(several.joint, several.joint)
        return f"{', '.join(most)} {joint} {last}" if most else last


def numbered(names: Iterable[str]) -> list[str]:
    """Names that can be told apart: of two alike the second has a 2 behind it."""
    shown: list[str] = []
    met: Counter[str] = Counter()
    for name in names:
        met[name] += 1
        shown.append(f"{name} {met[name]}" if met[name] > 1 else name)
    return shown


def _usual_plural(n: int) -> str:
    return "one" if n == 1 else "other"


def _form(word: Any, n: object, language: str) -> str:
    """The plural form that goes with a number."""
    if isinstance(word, str):
        return word
    rule = PLURALS.get(language, _usual_plural)
    form: str = word.get(rule(abs(n)) if isinstance(n, int) else "other") or word["other"]
    return form


def _fill(template: str, values: Mapping[str, Value], say: Callable[[Value], str]) -> str:
    return HOLE.sub(lambda hole: say(values[hole[1]]) if hole[1] in values else hole[0], template)


# --- catalogues --------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def own(language: str) -> Any:
    """What only the terminal says."""
    return _read(files("ludoteka.cli") / "words" / f"{language}.json")


@lru_cache(maxsize=64)
def shared(language: str) -> Any:
    """What all games and screens share."""
    packaged = _packaged()
    return _read(packaged / f"{language}.json" if packaged else _page() / "i18n" / f"{language}.json")


@lru_cache(maxsize=64)
def of_game(game: str, language: str) -> Any:
    """The words of a game; none for a game from elsewhere."""
    if not game.isidentifier():
        return {}
    packaged, name = _packaged(), f"{language}.json"
    return _read(packaged / game / name if packaged else _page() / "games" / game / "words" / name)


def _packaged() -> Traversable | None:
    found = files("ludoteka") / "texts" / "words"
    return found if found.is_dir() else None


def _page() -> Path:
    return Path(__file__).resolve().parents[3] / "web" / "src"


def _read(path: Traversable) -> Any:
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
