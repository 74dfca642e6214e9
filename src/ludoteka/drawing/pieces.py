"""Pieces and surfaces that several games are made of: the colours and materials of the page, without filters.

Light comes from the top left. A piece is drawn in a box from (0, 0) to (1, 1) and enlarged when it is laid.
"""

from collections.abc import Iterable
from functools import lru_cache

from ludoteka.core.picture import Circle, Group, Linear, Paint, Path, Plate, Rect, Shape, Stop, Words

INK, PAPER, CARD, LINE = "#241f1a", "#f6f1e6", "#fffdf8", "#e3dac8"
SECOND = "#5f574b"
GOLD = "#ffc94d"
SEATS = ("#1f5fbf", "#b9501a", "#7a3fb0", "#2c7a3f", "#66615a")  # always with their shape
SHADOW = "#1c1206"
GHOST = "#ffb27a"  # the outline of the last move


def blend(*colours: str, start: tuple[float, float] = (0, 0), end: tuple[float, float] = (0, 1)) -> Linear:
    """A gradient of colours at equal distances."""
    last = max(1, len(colours) - 1)
    return Linear(tuple(Stop(at / last, colour) for at, colour in enumerate(colours)), start, end)


# --- tiles -------------------------------------------------------------------------------------

IVORY, IVORY_SIDE, DIGIT = blend("#fffdf5", "#f3e7cb"), "#c7b07c", "#2a2118"
FRESH, FRESH_SIDE = blend("#fff8dc", "#fbdd8f"), "#b97f12"
LILAC, LILAC_SIDE, STAR = blend("#f7f0ff", "#d9c6f5"), "#9b7fcb", "#4b2b86"
TOP = 0.04  # room around a piece in its box
SIDE = 0.055  # the thickness of a tile


@lru_cache(maxsize=64)
def block(face: Paint, side: str, radius: float = 0.13, light: float = 0.75) -> tuple[Shape, ...]:
    """A bare tile: its shadow, its thickness, its face and the light on its upper edge."""
    size = 1 - 2 * TOP
    return (
        Rect(TOP + 0.01, TOP + SIDE + 0.045, size, size, radius, fill=SHADOW, opacity=0.22),
        Rect(TOP, TOP + SIDE, size, size - 0.01, radius, fill=side),
        Rect(TOP, TOP, size, size - SIDE, radius, fill=face),
        Path(
            f"M{TOP + radius} {TOP + 0.02}H{1 - TOP - radius}",
            stroke="#ffffff",
            width=0.025,
            opacity=light,
        ),
    )


def digit(text: str, colour: str = DIGIT, size: float = 0.66) -> Words:
    """A number in the middle of a tile's face."""
    return Words(0.5, 0.465 + size * 0.365, text, size, colour)


def tile(
    face: Paint, side: str, *signs: Shape, radius: float = 0.13, light: float = 0.75
) -> tuple[Shape, ...]:
    """A tile with something on it."""
    return (*block(face, side, radius, light), *signs)


STAR_PATH = "M.5 .2L.588 .382L.788 .408L.642 .548L.678 .746L.5 .65L.322 .746L.358 .548L.212 .408L.412 .382Z"


def star(colour: str = STAR) -> Path:
    """The Joker's star."""
    return Path(STAR_PATH, fill=colour, stroke=colour, width=0.05)


def laid(piece: tuple[Shape, ...], x: float, y: float, size: float) -> Group:
    """A piece on its square."""
    return Group(piece, x, y, scale=size, once=True)


def dashed(x: float, y: float, wide: float, high: float, colour: str = GHOST) -> tuple[Shape, ...]:
    """The outline of the last move: light dashes over a dark line."""
    box = (x, y, wide, high, 7)
    return (
        Rect(*box, stroke=SHADOW, width=5, opacity=0.55),
        Rect(*box, stroke=colour, width=3, dash=(8, 4.5)),
    )


def around(squares: Iterable[tuple[int, int]]) -> list[tuple[int, int, int, int]]:
    """Boxes around squares (column, row): one where they fill a line without a gap, else one for each."""
    found = sorted(set(squares))
    if not found:
        return []
    columns, rows = {x for x, _ in found}, {y for _, y in found}
    wide, high = max(columns) - min(columns) + 1, max(rows) - min(rows) + 1
    if min(wide, high) == 1 and wide * high == len(found):
        return [(min(columns), min(rows), wide, high)]
    return [(x, y, 1, 1) for x, y in found]


# --- signs, drawn ------------------------------------------------------------------------------


def sign(mark: str, colour: str, width: float = 0.09, reach: float = 0.2) -> tuple[Shape, ...]:
    """`+`, `-`, `x` or `/`, drawn in the middle of a box of side 1."""
    low, high, slant = 0.5 - reach, 0.5 + reach, reach * 0.8
    across = Path(f"M{low} .5H{high}", stroke=colour, width=width)
    if mark == "+":
        return across, Path(f"M.5 {low}V{high}", stroke=colour, width=width)
    if mark == "x":
        near, far = 0.5 - slant, 0.5 + slant
        return (Path(f"M{near} {near}L{far} {far}M{far} {near}L{near} {far}", stroke=colour, width=width),)
    if mark == "-":
        return (across,)
    dot = width * 0.72
    return across, Circle(0.5, low + 0.02, dot, fill=colour), Circle(0.5, high - 0.02, dot, fill=colour)


# --- seats -------------------------------------------------------------------------------------

_OUTLINES = (
    "",
    "M.14 .14H.86V.86H.14Z",
    "M.5 .1L.94 .88H.06Z",
    "M.5 .04L.96 .5L.5 .96L.04 .5Z",
    "M.27 .08H.73L.97 .5L.73 .92H.27L.03 .5Z",
)


def seat_mark(seat: int) -> tuple[Shape, ...]:
    """A seat's shape in its colour: circle, square, triangle, diamond, hexagon."""
    turn = seat % len(SEATS)
    if turn == 0:
        return (Circle(0.5, 0.5, 0.42, fill=SEATS[0]),)
    return (Path(_OUTLINES[turn], fill=SEATS[turn], stroke=SEATS[turn], width=0.06),)


def plates(scores: Iterable[int], active: Iterable[int]) -> tuple[Plate, ...]:
    """A plate for each seat, with the usual marks."""
    acting = set(active)
    return tuple(Plate(seat_mark(seat), str(score), seat in acting) for seat, score in enumerate(scores))
