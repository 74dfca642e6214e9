"""Sentences for people: a template with named holes, and its values.

`text` is the English sentence. To speak another language, look the template up in a catalogue and fill in the
same values; nobody has to recognise a finished sentence.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

Value: TypeAlias = "str | int | Sentence | Listed"
Joint: TypeAlias = Literal["and", "or"]

_HOLE = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True, init=False)
class Sentence:
    """A template and its values; a word by itself ("soldier") is a sentence without holes.

    Values that are texts stay as they are in every language: squares, or what somebody typed. Numbers are
    formatted as the language does; sentences and lists inside are translated too.
    """

    template: str
    values: Mapping[str, Value]
    _singular: str | None = field(default=None, compare=False)

    def __init__(self, template: str, /, **values: Value) -> None:
        self._set(template, values, None)

    def _set(self, template: str, values: Mapping[str, Value], singular: str | None) -> None:
        object.__setattr__(self, "template", template)
        object.__setattr__(self, "values", values)
        object.__setattr__(self, "_singular", singular)

    @property
    def text(self) -> str:
        """The sentence in English."""
        template = self.template if self._singular is None else self._singular
        if not self.values:
            return template
        return _HOLE.sub(lambda hole: spoken(self.values.get(hole[1], hole[0])), template)

    def json(self) -> dict[str, Any]:
        """Template and values as JSON; a sentence inside becomes such an object too.

        `one` is the English template where the number is one: English needs no catalogue for it.
        """
        told = {"template": self.template, "values": {name: _json(one) for name, one in self.values.items()}}
        return told if self._singular is None else {**told, "one": self._singular}

    def __hash__(self) -> int:
        return hash((self.template, self.text))


@dataclass(frozen=True, slots=True)
class Listed:
    """Several values in one hole: "A1, B2 and C3"."""

    items: tuple[Value, ...]
    joint: Joint = "and"

    @property
    def text(self) -> str:
        *most, last = [spoken(item) for item in self.items] or [""]
        return f"{', '.join(most)} {self.joint} {last}" if most else last


def counted(n: int, one: str, other: str, /, **values: Value) -> Sentence:
    """A sentence that goes with the number `n`: "{n} tile" or "{n} tiles". Its template is the second."""
    sentence = Sentence.__new__(Sentence)
    sentence._set(other, {"n": n, **values}, one if n == 1 else None)
    return sentence


def listed(items: Iterable[Value], joint: Joint = "and") -> Listed:
    """Several values as one."""
    return Listed(tuple(items), joint)


def several(items: Sequence[Value]) -> Value:
    """Several values joined by "and"; one value as it is, which is smaller on the wire."""
    return items[0] if len(items) == 1 else listed(items)


def quoted(text: str, most: int = 40) -> str:
    """What somebody typed, clipped and in quotation marks."""
    return repr(text[:most])


def spoken(value: Value) -> str:
    """One value in English."""
    return value.text if isinstance(value, Sentence | Listed) else str(value)


def holes(template: str) -> Iterator[str]:
    """The names of a template's holes."""
    return (hole[1] for hole in _HOLE.finditer(template))


def _json(value: Value) -> Any:
    if isinstance(value, Sentence):
        return value.json()
    if isinstance(value, Listed):
        return {"list": [_json(item) for item in value.items], "joint": value.joint}
    return value
