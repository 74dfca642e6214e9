"""What stands around a board: a sheet with the seats below it, or a card for a link with names beside it."""

from collections.abc import Sequence
from typing import NamedTuple

from ludoteka.core.picture import Group, Picture, Plate, Rect, Shape, Words
from ludoteka.drawing import letters
from ludoteka.drawing.pieces import CARD, INK, LINE, PAPER, SECOND, SHADOW
from ludoteka.drawing.svg import svg

MARGIN = 24.0
STRIP = 60.0  # the row of plates
CARD_WIDTH, CARD_HEIGHT = 1200.0, 630.0  # what most readers of links expect
MOST_NAME = 60  # letters of a name that are looked at


class Sheet(NamedTuple):
    """A finished picture."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    title: str = ""

    def svg(self) -> str:
        """The picture as a document."""
        return svg(self.width, self.height, self.shapes, self.title)


def sheet(picture: Picture, title: str = "") -> Sheet:
    """The board on paper and, where there are seats, the row of their scores."""
    width = picture.width + 2 * MARGIN
    strip = STRIP + MARGIN * 0.6 if picture.plates else 0
    height = picture.height + 2 * MARGIN + strip
    board = (*_shadow(MARGIN, MARGIN, picture), Group(picture.shapes, MARGIN, MARGIN))
    row = _row(picture.plates, MARGIN, height - MARGIN - STRIP, picture.width, picture.colour)
    return Sheet(width, height, (Rect(0, 0, width, height, fill=PAPER), *board, *row), title)


def _shadow(x: float, y: float, picture: Picture) -> tuple[Shape, ...]:
    """Soft, as far as a few pale shapes can be."""
    return tuple(
        Rect(x + 2 - grow, y + 8 - grow, picture.width - 4 + 2 * grow, picture.height + 2 * grow, 20 + grow,
             fill=SHADOW, opacity=0.05)
        for grow in (0, 3, 6)
    )  # fmt: skip


def _row(plates: Sequence[Plate], x: float, y: float, width: float, colour: str) -> tuple[Shape, ...]:
    gap = 12
    wide = min(220.0, (width - gap * (len(plates) - 1)) / max(1, len(plates)))
    first = x + (width - wide * len(plates) - gap * (len(plates) - 1)) / 2
    return tuple(
        shape
        for at, plate in enumerate(plates)
        for shape in _plate(plate, "", first + at * (wide + gap), y, wide, STRIP, colour)
    )


def _plate(
    plate: Plate, name: str, x: float, y: float, wide: float, high: float, colour: str
) -> tuple[Shape, ...]:
    """Mark, name and score; a ring says who is to act."""
    mark, score = high * 0.46, high * 0.54
    ring = {"stroke": colour, "width": 3.0} if plate.is_active else {"stroke": LINE, "width": 1.5}
    room = wide - high * 1.15 - letters.width(plate.score, "digits", score) - high * 0.3
    named = letters.fitted(letters.written(name[:MOST_NAME], "words"), "words", high * 0.32, room)
    return (
        Rect(x, y, wide, high, high * 0.24, fill=CARD, **ring),  # type: ignore[arg-type]  # both are of Rect
        Group(plate.mark, x + high * 0.3, y + (high - mark) / 2, scale=mark),
        Words(x + high, y + high * 0.61, named, high * 0.32, INK, "words", "start"),
        Words(x + wide - high * 0.3, y + high * 0.69, plate.score, score, INK, "digits", "end"),
    )


def card(picture: Picture, title: str, names: Sequence[str], below: str = "") -> Sheet:
    """A wide picture for a link: the board, the game's name, and everybody's name and score."""
    scale = min((CARD_HEIGHT - 60) / picture.height, 700 / picture.width)
    wide, high = picture.width * scale, picture.height * scale
    x, y = 36.0, (CARD_HEIGHT - high) / 2
    board = Group((*_shadow(0, 0, picture), *picture.shapes), x, y, scale=scale)
    left = x + wide + 44
    beside = _beside(picture, title, names, below, left, CARD_WIDTH - left - 44)
    return Sheet(CARD_WIDTH, CARD_HEIGHT, (_paper(), board, *beside), title)


def _paper() -> Rect:
    return Rect(0, 0, CARD_WIDTH, CARD_HEIGHT, fill=PAPER)


def _beside(
    picture: Picture, title: str, names: Sequence[str], below: str, x: float, wide: float
) -> tuple[Shape, ...]:
    high, gap = (84.0, 14.0) if len(picture.plates) < 4 else (66.0, 10.0)
    size = min(68.0, 68 * wide / max(1, letters.width(title, "digits", 68)))
    whole = size + 30 + len(picture.plates) * (high + gap) + 36
    y = (CARD_HEIGHT - whole) / 2 + size * 0.8
    shapes: list[Shape] = [Words(x, y, title, size, picture.colour, "digits", "start")]
    y += 34
    for seat, plate in enumerate(picture.plates):
        name = names[seat] if seat < len(names) else ""
        shapes += _plate(plate, name, x, y, wide, high, picture.colour)
        y += high + gap
    said = letters.fitted(below, "words", 24, wide)
    return (*shapes, Words(x, y + 26, said, 24, SECOND, "words", "start"))
