"""Letters as outlines: the same picture on every machine, whatever fonts it has.

The outlines come from two fonts under the SIL Open Font License; their licences lie beside the data.
"""

import json
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

EM = 1000  # outlines are in thousandths of the size


class Letter(NamedTuple):
    """How wide a letter is, and its outline on a base line at 0."""

    width: int
    outline: str


@lru_cache(maxsize=4)
def font(name: str) -> dict[str, Letter]:
    """All letters of a font."""
    text = files("ludoteka.drawing").joinpath("data", f"{name}.json").read_text("utf-8")
    return {sign: Letter(width, outline) for sign, (width, outline) in json.loads(text).items()}


def written(text: str, name: str) -> str:
    """The text without what the font cannot write: other alphabets and emoji."""
    letters = font(name)
    return "".join(sign for sign in text if sign in letters).strip()


def width(text: str, name: str, size: float) -> float:
    """How much room a text takes."""
    letters = font(name)
    return sum(letters[sign].width for sign in written(text, name)) * size / EM


def fitted(text: str, name: str, size: float, room: float) -> str:
    """The text, or as much of its beginning as there is room for."""
    if width(text, name, size) <= room:
        return text
    while text and width(text + "…", name, size) > room:
        text = text[:-1]
    return text.rstrip() + "…"
