"""A view as a picture: ivory and lacquer checkers on felt, framed in walnut. White's side is below."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from ludoteka.core.game import View
from ludoteka.core.picture import (
    Circle,
    Group,
    Marked,
    Paint,
    Path,
    Pattern,
    Picture,
    Plate,
    Radial,
    Rect,
    Shape,
    Stop,
    Words,
)
from ludoteka.drawing.pieces import GOLD, IVORY, IVORY_SIDE, SHADOW, blend, block, laid

COLOUR = "#1b6044"
POINT = 58.0  # the width of a point, and of a checker
HALF = 6 * POINT
FRAME, BAR, TRAY = 24.0, 54.0, 76.0
HIGH = 680.0  # the felt
REACH = 288.0  # how far points reach, and stacks at most
LEFT, RIGHT = FRAME, FRAME + HALF + BAR
FAR = RIGHT + HALF + 10  # where the trays are
WIDTH, HEIGHT = FAR + TRAY + 14, HIGH + 2 * FRAME
FELT, WALNUT, HOLE = "#1f6c4e", blend("#7d4e2c", "#5b351b"), "#47260f"
LAMP = Radial((Stop(0, "#ffffff", 0.16), Stop(1, "#ffffff", 0)), (0.35, 0.2), 0.75)
DARK, PALE = "#114532", "#e7d6a7"
DISC = {0: blend("#ffffff", "#eadcbd", end=(0.6, 1)), 1: blend("#c8453a", "#93231a", end=(0.6, 1))}
SIDES, RIMS, EMBLEMS = ("#b9a16c", "#5d0f09"), ("#c9b98f", "#f6e3c3"), ("#1f4a94", "#fff3dc")
SHIELD = (
    "M.5 .27C.58 .32 .65 .34 .71 .34C.72 .52 .66 .66 .5 .75C.34 .66 .28 .52 .29 .34C.35 .34 .42 .32 .5 .27Z"
)
ARROWS = "M.2 .5L.36 .35V.445H.64V.35L.8 .5L.64 .65V.555H.36V.65Z"
CRESCENT = "M.6 .25A.26 .26 0 1 0 .7 .66A.22 .22 0 0 1 .6 .25Z"
DOTS = {"E": ((0.385, 0.5), (0.615, 0.5)), "O": ((0.5, 0.37), (0.38, 0.58), (0.62, 0.58))}
PIPS = {
    1: ((2, 2),),
    2: ((1, 1), (3, 3)),
    3: ((1, 1), (2, 2), (3, 3)),
    4: ((1, 1), (3, 1), (1, 3), (3, 3)),
    5: ((1, 1), (3, 1), (2, 2), (1, 3), (3, 3)),
    6: ((1, 1), (3, 1), (1, 2), (3, 2), (1, 3), (3, 3)),
}


def picture(view: View, last: Marked | None) -> Picture:
    """The board with stacks, bars, trays, dice and the cube; the places of the last move ringed."""
    shapes = (*_board(), *_checkers(view), *_dice(view), *_cube(view), *_last(view, last))
    return Picture(WIDTH, HEIGHT, shapes, _plates(view), COLOUR)


def _plates(view: View) -> tuple[Plate, ...]:
    waits = 1 if view["stage"] == "offered" else 0  # an offer is answered by the other seat
    acting = None if view["seat"] is None or view["stage"] == "over" else view["seat"] ^ waits
    return tuple(
        Plate(_checker("S" if seat == 0 else "s"), str(score), acting == seat)
        for seat, score in enumerate(view["scores"])
    )


# --- the board ---------------------------------------------------------------------------------

GRAIN = Pattern(
    180,
    40,
    tuple(
        Path(d, stroke="#2c1505", width=1.4, opacity=0.16)
        for d in ("M0 7C50 3 120 12 180 7", "M0 20C60 25 110 15 180 20", "M0 33C40 29 130 37 180 33")
    ),
)
NAP = Pattern(
    20,
    20,
    tuple(
        Circle(
            (at * 7) % 20 + 0.5,
            (at * 11) % 20 + 0.5,
            0.7,
            fill="#ffffff" if at % 2 else "#000000",
            opacity=0.06,
        )
        for at in range(18)
    ),
)


def _board() -> Iterator[Shape]:
    yield Rect(0, 0, WIDTH, HEIGHT, 20, fill="#3b1f0c")
    for fill in (WALNUT, GRAIN):
        yield Rect(0, 0, WIDTH, HEIGHT - 4, 20, fill=fill)
    for left in (LEFT, RIGHT):
        yield from _felt(left)
    for y in (FRAME, FRAME + HIGH / 2 + 34):
        yield Rect(FAR, y, TRAY, HIGH / 2 - 34, 9, fill=HOLE, stroke="#2a1305", width=2)
    for point in range(1, 25):
        yield from _point(point)
    middle = LEFT + HALF + BAR / 2
    for y in (FRAME + 110, FRAME + HIGH - 150):
        yield Rect(middle - 10, y, 20, 36, 3, fill="#c39a45")
        yield Path(f"M{middle} {y}v36", stroke="#7b5a1d", width=2)


def _felt(x: float) -> Iterator[Shape]:
    yield Rect(x - 2, FRAME - 2, HALF + 4, HIGH + 4, 4, fill="#0c3325")
    for fill in (FELT, NAP, LAMP):
        yield Rect(x, FRAME, HALF, HIGH, 3, fill=fill)


def _x(point: int) -> float:
    """The middle of a point: 13 to 24 above from the left, 12 to 1 below."""
    column = point - 13 if point > 12 else 12 - point
    return (LEFT if column < 6 else RIGHT) + (column % 6 + 0.5) * POINT


def _is_above(point: int) -> bool:
    return point > 12


def _point(point: int) -> Iterator[Shape]:
    x, base = _x(point), FRAME if _is_above(point) else FRAME + HIGH
    tip = base + REACH if _is_above(point) else base - REACH
    d = f"M{x - POINT / 2 + 2} {base}L{x + POINT / 2 - 2} {base}L{x} {tip}Z"
    yield Path(d, fill=PALE if point % 2 == 0 else DARK)
    y = FRAME * 0.72 if _is_above(point) else FRAME * 1.62 + HIGH
    yield Words(x, y, str(point), 13, "#f1dfbd", "words")


# --- checkers ----------------------------------------------------------------------------------


def _checkers(view: View) -> Iterator[Shape]:
    for point, stack in enumerate(view["points"], start=1):
        for checker, y in zip(stack, _heights(stack), strict=False):
            middle = FRAME + POINT / 2 + y if _is_above(point) else FRAME + HIGH - POINT / 2 - y
            yield _at(checker, _x(point), middle)
    for seat in (0, 1):
        yield from _waiting(view["bar"][seat], is_above=seat == 0)
        yield from _borne_off(len(view["off"][seat]), seat)


def _heights(stack: str) -> list[float]:
    """How far checkers lie from the base of a stack, or the first one would.

    A pinned checker shows half under the druid.
    """
    steps = [0.0]
    for below, above in pairwise(stack):
        steps.append(steps[-1] + POINT * (0.93 if below.isupper() == above.isupper() else 0.45))
    room = REACH - POINT
    squeeze = min(1.0, room / steps[-1]) if steps[-1] else 1.0
    return [step * squeeze for step in steps]


def _waiting(stack: str, is_above: bool) -> Iterator[Shape]:
    """On the bar: White's above the middle, Black's below."""
    gap = min(POINT * 0.8, 180 / max(1, len(stack)))
    for at, checker in enumerate(stack):
        away = 48 + at * gap
        yield _at(checker, LEFT + HALF + BAR / 2, FRAME + HIGH / 2 + (-away if is_above else away))


def _borne_off(number: int, seat: int) -> Iterator[Shape]:
    """In the tray they lie on their edges: White's below, Black's above."""
    for at in range(number):
        y = FRAME + HIGH - 24 - at * 19 if seat == 0 else FRAME + 6 + at * 19
        yield Rect(FAR + 6, y, TRAY - 12, 17, 5, fill=DISC[seat], stroke=SIDES[seat], width=1.5)


def _at(checker: str, x: float, y: float) -> Group:
    return laid(_checker(checker), x - POINT / 2, y - POINT / 2, POINT)


@lru_cache(maxsize=16)
def _checker(letter: str) -> tuple[Shape, ...]:
    """Ivory with a turned ring, or lacquer with a cream rim and milled edge, and the emblem of its class."""
    seat = 0 if letter.isupper() else 1
    shapes: list[Shape] = [
        Circle(0.51, 0.56, 0.46, fill=SHADOW, opacity=0.3),
        Circle(0.5, 0.53, 0.46, fill=SIDES[seat]),
        Circle(0.5, 0.5, 0.46, fill=DISC[seat]),
    ]
    if seat == 0:
        shapes.append(Circle(0.5, 0.5, 0.37, stroke=RIMS[0], width=0.03))
    else:
        shapes.append(Circle(0.5, 0.5, 0.435, stroke=RIMS[1], width=0.045))
        shapes.append(Circle(0.5, 0.5, 0.385, stroke=RIMS[1], width=0.045, dash=(0.04, 0.106)))
    return (*shapes, *_emblem(letter.upper(), EMBLEMS[seat]))


def _emblem(kind: str, colour: str) -> tuple[Shape, ...]:
    outline = {"G": SHIELD, "N": ARROWS, "D": CRESCENT}.get(kind)
    if outline is not None:
        return (Path(outline, fill=colour, stroke=colour, width=0.015),)
    return tuple(Circle(x, y, 0.072, fill=colour) for x, y in DOTS.get(kind, ()))


# --- dice, cube, last move ---------------------------------------------------------------------


def _dice(view: View) -> Iterator[Shape]:
    for at, value in enumerate(view["dice"] or ()):
        pips = tuple(Circle(x * 0.25, y * 0.235, 0.085, fill="#23304f") for x, y in PIPS[value])
        x, turn = RIGHT + HALF / 2 - 62 + at * 74, (-5, 4)[at % 2]
        yield Group((*block(IVORY, IVORY_SIDE, 0.18), *pips), x, FRAME + HIGH / 2 - 26, 52, turn)


def _cube(view: View) -> Iterator[Shape]:
    """Between the trays while both may turn it, else beside its owner's end of the bar."""
    if view["cube"] is None:
        return
    owner, value = view["cube"]["owner"], str(view["cube"]["value"])
    x = FAR + TRAY / 2 - 24 if owner is None else LEFT + HALF + BAR / 2 - 24
    y = {None: FRAME + HIGH / 2 - 24, 0: FRAME + HIGH - 56, 1: FRAME + 8}[owner]
    size = {1: 0.56, 2: 0.5, 3: 0.38}.get(len(value), 0.3)
    face = Words(0.5, 0.465 + size * 0.365, value, size, "#1b6044")
    yield Group((*block(_CUBE, IVORY_SIDE, 0.16), face), x, y, 48)


_CUBE: Paint = blend("#ffffff", "#e9efe6")


def _last(view: View, last: Marked | None) -> Iterator[Shape]:
    """A ring around the top of every point of the move; each seat counts points from its own side."""
    for name in () if last is None else last.where:
        if not name.isdigit():
            continue  # the bar and the tray
        point = int(name) if last is not None and last.seat == 0 else 25 - int(name)
        away = _heights(view["points"][point - 1])[-1]
        y = FRAME + POINT / 2 + away if _is_above(point) else FRAME + HIGH - POINT / 2 - away
        yield Circle(_x(point), y, POINT * 0.48, stroke=SHADOW, width=5.5, opacity=0.6)
        yield Circle(_x(point), y, POINT * 0.48, stroke=GOLD, width=3.2, dash=(8, 4.5))
