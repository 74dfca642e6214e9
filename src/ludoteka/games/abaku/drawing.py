"""A view as a picture: ivory tiles on book cloth."""

from collections.abc import Iterator
from functools import lru_cache

from ludoteka.core.game import View
from ludoteka.core.picture import Marked, Path, Pattern, Picture, Radial, Rect, Shape, Stop
from ludoteka.drawing.pieces import IVORY, IVORY_SIDE, LILAC, LILAC_SIDE, blend, digit, plates, star, tile
from ludoteka.games._lines import drawing as lines
from ludoteka.games.abaku.types import JOKER, PLAIN, SIZE

COLOUR = "#2a437f"
CLOTH, PALE, GILT = "#2d447f", "#c9d6f7", "#d9bd7a"
RING, FULL, DEEP = "#a9c0f7", "#a9c1fb", "#1c2d5e"
EQUATIONS = {"D": blend("#f6bd97", "#eda57a"), "T": blend("#ee8145", "#dc6a2f")}
BROWN = "#4a1d05"
WEAVE = Pattern(
    3,
    3,
    (
        Path("M0 .5H3", stroke="#ffffff", width=1, opacity=0.035),
        Path("M.5 0V3", stroke="#0c1838", width=1, opacity=0.07),
    ),
)
LIGHT = Radial((Stop(0, "#96aff0", 0.3), Stop(1, "#96aff0", 0)), (0.28, 0.06), 0.75)
SHADE = Radial((Stop(0, "#0a1434", 0.34), Stop(1, "#0a1434", 0)), (0.95, 1), 0.7)


def picture(view: View, last: Marked | None) -> Picture:
    """The board with its bonus squares and tiles, the last move outlined; a seat's own rack below."""
    rack = view["rack"]
    pieces = None if rack is None else [_tile(sign) for sign in rack]
    height, shapes = lines.whole(_board(view, last), SIZE, pieces)
    return Picture(lines.side(SIZE), height, shapes, plates(view["scores"], view["to_act"]), COLOUR)


def _board(view: View, last: Marked | None) -> Iterator[Shape]:
    yield from _cloth()
    for column, row in lines.squares(SIZE):
        yield from _square(view["grid"][row][column], column, row)
    for column, row in lines.squares(SIZE):
        if (sign := view["board"][row][column]) != ".":
            yield lines.piece(_tile(sign), column, row)
    yield from lines.last_move(last, SIZE)


def _cloth() -> Iterator[Shape]:
    size = lines.side(SIZE)
    yield Rect(0, 0, size, size, 18, fill="#1b2a55")
    for fill in (CLOTH, WEAVE, LIGHT, SHADE):
        yield Rect(0, 0, size, size - 3, 18, fill=fill)
    yield Rect(5, 5, size - 10, size - 13, 14, stroke=GILT, width=1, opacity=0.65)
    yield from lines.coordinates(SIZE, PALE)


def _square(bonus: str, column: int, row: int) -> Iterator[Shape]:
    x, y = lines.corner(column, row)
    size = lines.SQUARE
    if bonus in EQUATIONS:
        yield lines.field(x, y, "2×" if bonus == "D" else "3×", BROWN, EQUATIONS[bonus])
        return
    yield Rect(
        x + 1.5, y + 1.5, size - 3, size - 3, 5, fill="#ffffff", stroke="#0f1c44", width=1, opacity=0.085
    )
    if bonus == "d":
        yield lines.disc(x, y, "2×", "#ffffff", "#30488a", RING)
    elif bonus != PLAIN:
        yield lines.disc(x, y, "3×", DEEP, FULL, "#e4ecff")


@lru_cache(maxsize=16)
def _tile(sign: str) -> tuple[Shape, ...]:
    return tile(LILAC, LILAC_SIDE, star()) if sign == JOKER else tile(IVORY, IVORY_SIDE, digit(sign))
