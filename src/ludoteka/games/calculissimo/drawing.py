"""A view as a picture: square maple numbers and round walnut signs on oak."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from ludoteka.core.game import View
from ludoteka.core.picture import Circle, Group, Marked, Paint, Path, Pattern, Picture, Rect, Shape
from ludoteka.drawing.pieces import (
    LILAC,
    LILAC_SIDE,
    SHADOW,
    STAR,
    STAR_PATH,
    blend,
    digit,
    plates,
    sign,
    star,
    tile,
)
from ludoteka.games._lines import drawing as lines
from ludoteka.games.calculissimo.types import JOKER, LOGO

COLOUR = "#84480a"
OAK, BURNED = blend("#c8975a", "#a8753a", end=(0.4, 1)), "#4a2606"
MAPLE, MAPLE_SIDE, DIGIT = blend("#fff3d9", "#efd5a2"), "#b98a4b", "#3a1f04"
WALNUT, CREAM = blend("#7a4a2b", "#4e2c14"), "#fff3d9"
NUMBER = {"G": ("2×", "#14532d", "#e4f3e6", "#1f6b3e"), "B": ("3×", "#ffffff", "#1f4d9b", "#163a78")}
LINE: dict[str, tuple[str, str, Paint]] = {
    "Y": ("2×", "#4a3500", blend("#fbe173", "#f4cf4b")),
    "P": ("3×", "#ffffff", blend("#7449ae", "#593391")),
    LOGO: ("2×", "#4a3500", blend("#fbe173", "#f4cf4b")),
}
JOKERS = dict(zip("abcdefghipmv", "123456789+-/", strict=True))
SIGNS = "+-x/"
GRAIN = Pattern(
    240,
    46,
    tuple(
        Path(d, stroke="#6b3e10", width=width, opacity=0.13)
        for d, width in (
            ("M0 6C60 2 120 11 240 6", 1.6),
            ("M0 15C80 20 150 11 240 15", 1.0),
            ("M0 24C50 20 160 29 240 24", 2.0),
            ("M0 33C90 37 140 29 240 33", 1.2),
            ("M0 41C70 38 170 44 240 41", 1.5),
        )
    ),
)


def picture(view: View, last: Marked | None) -> Picture:
    """The board with its premium squares and chips, the last move outlined; a seat's own rack below."""
    size = len(view["board"])
    height, shapes = lines.whole(_board(view, last), size, _rack(view))
    active = [*([] if view["turn"] is None or view["over"] else [view["turn"]])]
    return Picture(lines.side(size), height, shapes, plates(view["scores"], active), COLOUR)


def _rack(view: View) -> Sequence[tuple[Shape, ...]] | None:
    """The only rack that the viewer sees; at the end all are open, and none is drawn."""
    seen = [rack for rack in view["racks"] if rack is not None]
    if len(seen) != 1:
        return None
    return [_chip(mark.replace(":", "/")) for mark in seen[0] if mark != "0"]


def _board(view: View, last: Marked | None) -> Iterator[Shape]:
    size = len(view["board"])
    wide = lines.side(size)
    yield Rect(0, 0, wide, wide, 18, fill="#6b4218")
    for fill in (OAK, GRAIN):
        yield Rect(0, 0, wide, wide - 4, 18, fill=fill)
    yield from lines.coordinates(size, BURNED)
    for column, row in lines.squares(size):
        yield from _square(view["grid"][row][column], column, row)
    for column, row in lines.squares(size):
        if (mark := view["board"][row][column]) != ".":
            yield lines.piece(_chip(mark.replace(":", "/")), column, row)
    yield from lines.last_move(last, size, CREAM)


def _square(premium: str, column: int, row: int) -> Iterator[Shape]:
    (x, y), size = lines.corner(column, row), lines.SQUARE
    if premium in LINE:
        yield lines.field(x, y, *LINE[premium])
        if premium == LOGO:
            yield Group((Path(STAR_PATH, fill="#b07a00"),), x + size * 0.33, y + 1, scale=size * 0.34)
        return
    yield Rect(x + 1.5, y + 1.5, size - 3, size - 3, 5, fill="#fff1d6", opacity=0.16)
    yield Rect(x + 1.5, y + 1.5, size - 3, size - 3, 5, stroke=BURNED, width=1.2, opacity=0.34)
    if premium in NUMBER:
        yield lines.disc(x, y, *NUMBER[premium])


@lru_cache(maxsize=64)
def _chip(mark: str) -> tuple[Shape, ...]:
    """A number is a square tile, a sign a round chip, a joker lilac; a laid one shows its meaning."""
    if mark == JOKER:
        return tile(LILAC, LILAC_SIDE, star())
    if mark in JOKERS:
        face = JOKERS[mark]
        shown: tuple[Shape, ...] = sign(face, STAR) if face in SIGNS else (digit(face, STAR),)
        corner = Group((Path(STAR_PATH, fill=STAR),), 0.68, 0.06, scale=0.24)
        return tile(LILAC, LILAC_SIDE, *shown, corner)
    if mark in SIGNS:
        return _walnut(mark)
    return tile(MAPLE, MAPLE_SIDE, digit(mark, DIGIT))


def _walnut(mark: str) -> tuple[Shape, ...]:
    return (
        Circle(0.51, 0.56, 0.44, fill=SHADOW, opacity=0.25),
        Circle(0.5, 0.53, 0.44, fill="#351c0a"),
        Circle(0.5, 0.49, 0.44, fill=WALNUT),
        Circle(0.5, 0.49, 0.385, stroke="#a9744a", width=0.02, opacity=0.6),
        Group(sign(mark, CREAM), 0, -0.01),
    )
