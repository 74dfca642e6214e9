"""Positions of the toys: `key=value` fields, every key once, in a fixed order."""

import re

from ludoteka.core.refusals import BadNotation

_NUMBER = re.compile(r"0|[1-9][0-9]{0,14}")


def split(text: str, keys: tuple[str, ...]) -> dict[str, str]:
    """The fields of a position; every key must be there once."""
    pairs = [word.partition("=") for word in text.split()]
    found = {key: value for key, _, value in pairs}
    if len(found) != len(pairs) or set(found) != set(keys):
        raise BadNotation(f"A position has the fields {', '.join(keys)}.", "TOY-9")
    return found


def number(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise BadNotation(f"{text[:20]!r} is not a number.", "TOY-9")
    return int(text)


def numbers(text: str) -> tuple[int, ...]:
    return () if text == "-" else tuple(number(word) for word in text.split(","))


def joined(values: tuple[int, ...]) -> str:
    return ",".join(str(value) for value in values) or "-"


def need(holds: bool, text: str) -> None:
    """Refuses a position that does not hold together."""
    if not holds:
        raise BadNotation(text, "TOY-9")
