"""A view as a picture: porcelain and red lacquer on slate, in a maple frame."""

from collections.abc import Iterator
from functools import lru_cache

from ludoteka.core.game import View
from ludoteka.core.picture import Marked, Path, Picture, Radial, Rect, Shape, Stop, Words
from ludoteka.drawing.pieces import around, blend, dashed, digit, laid, plates, tile
from ludoteka.games.kakuro.rules.board import COLUMNS
from ludoteka.games.kakuro.types import SIZE

COLOUR = "#a0251c"
SQUARE = 74.0
HEAD = 54.0  # the frame squares, where sums at the edge are placed
FRAME, PAD = 16.0, 10.0
MAPLE = blend("#e9c892", "#cf9f5c")
SLATE, DARK, EDGE = "#2c3236", "#1b2023", "#0f1315"
CHALK, BRASS = "#ffd25e", "#f3d08c"
PORCELAIN, PORCELAIN_SIDE = blend("#ffffff", "#d9dfe3"), "#8f9aa1"
LACQUER, LACQUER_SIDE = blend("#d9544a", "#a8281f"), "#6f130d"
LIGHT = Radial((Stop(0, "#ffffff", 0.09), Stop(1, "#ffffff", 0)), (0.25, 0.1), 0.7)


def picture(view: View, last: Marked | None) -> Picture:
    """The board with the placed sums, the open sum tile in the corner, the last row outlined."""
    side = 2 * (FRAME + PAD) + HEAD + SIZE * SQUARE
    active = {"claim": [view["buzzer"]], "race": _racing(view), "ready": _racing(view)}.get(view["phase"], [])
    return Picture(side, side, tuple(_board(view, last, side)), plates(view["scores"], active), COLOUR)


def _racing(view: View) -> list[int]:
    return [seat for seat in range(view["seats"]) if seat not in view["out"] and seat not in view["left"]]


def _board(view: View, last: Marked | None, side: float) -> Iterator[Shape]:
    inner = side - 2 * FRAME
    yield Rect(0, 0, side, side, 20, fill="#a67c41")
    yield Rect(0, 0, side, side - 4, 20, fill=MAPLE)
    for fill in (SLATE, LIGHT):
        yield Rect(FRAME, FRAME, inner, inner - 4, 8, fill=fill)
    sums = {(placed["start"], placed["direction"]): str(placed["value"]) for placed in view["sums"]}
    yield from _corner(view)
    for at in range(SIZE):
        yield from _frame_square(sums.get((f"v{COLUMNS[at]}", "v")), at, is_above=True)
        yield from _frame_square(sums.get((f">{at + 1}", ">")), at, is_above=False)
    for row, column in ((row, column) for row in range(SIZE) for column in range(SIZE)):
        yield from _square(view, sums, column, row)
    yield from _last(last)


def _place(column: int, row: int) -> tuple[float, float]:
    first = FRAME + PAD + HEAD
    return first + column * SQUARE, first + row * SQUARE


# --- the frame squares -------------------------------------------------------------------------


def _slot(x: float, y: float, wide: float, high: float) -> Rect:
    return Rect(x + 2, y + 2, wide - 4, high - 4, 7, fill=DARK, stroke=EDGE, width=1)


def _corner(view: View) -> Iterator[Shape]:
    """The sum that is looked for."""
    x = y = FRAME + PAD
    yield _slot(x, y, HEAD, HEAD)
    if view["open"] is not None:
        yield Rect(x + 2, y + 2, HEAD - 4, HEAD - 4, 7, stroke=CHALK, width=2.5)
        yield Words(x + HEAD / 2, y + HEAD / 2 + 10.5, str(view["open"]), 29, CHALK)


def _frame_square(value: str | None, at: int, is_above: bool) -> Iterator[Shape]:
    """A sum at the edge of the board, or an arrow that says where one can be."""
    edge, along = FRAME + PAD, FRAME + PAD + HEAD + at * SQUARE
    x, y, wide, high = (along, edge, SQUARE, HEAD) if is_above else (edge, along, HEAD, SQUARE)
    yield _slot(x, y, wide, high)
    middle, centre = x + wide / 2, y + high / 2
    if value is not None:
        yield Words(middle, centre + 9, value, 25, CHALK)
    elif is_above:
        yield Path(f"M{middle - 5} {centre - 2.5}H{middle + 5}L{middle} {centre + 3}Z", fill="#7d878c")
    else:
        yield Path(f"M{middle - 2.5} {centre - 5}V{centre + 5}L{middle + 3} {centre}Z", fill="#7d878c")


# --- the squares -------------------------------------------------------------------------------


def _square(view: View, sums: dict[tuple[str, str], str], column: int, row: int) -> Iterator[Shape]:
    x, y = _place(column, row)
    if view["board"] is None:
        yield _slot(x, y, SQUARE, SQUARE)
        return
    cell = view["board"][row][column]
    if cell["tile"] == "sum":
        name = f"{COLUMNS[column]}{row + 1}"
        yield from _sum_square(x, y, sums.get((name, ">")), sums.get((name, "v")))
        return
    is_laid = cell["tile"] == "digit"
    shapes = _tile(str(cell["digit"]), cell["red"], cell["across"], cell["down"], is_laid)
    yield laid(shapes, x, y, SQUARE)


def _sum_square(x: float, y: float, across: str | None, down: str | None) -> Iterator[Shape]:
    """Near black, with a diagonal: the sum across stands above it, the sum down below."""
    yield _slot(x, y, SQUARE, SQUARE)
    line = f"M{x + 6} {y + 6}L{x + SQUARE - 6} {y + SQUARE - 6}"
    yield Path(line, stroke="#8b959a", width=1.6, opacity=0.8)
    if across is not None:
        yield Words(x + SQUARE - 9, y + 28, across, 23, CHALK, anchor="end")
    if down is not None:
        yield Words(x + 9, y + SQUARE - 13, down, 23, CHALK, anchor="start")


@lru_cache(maxsize=128)
def _tile(text: str, is_red: bool, across: bool, down: bool, is_laid: bool) -> tuple[Shape, ...]:
    """Porcelain, or lacquer once used: a brass line below for across, at the right for down.

    A digit tile that somebody laid has a thin frame.
    """
    face, side, ink = (LACQUER, LACQUER_SIDE, "#fff6ea") if is_red else (PORCELAIN, PORCELAIN_SIDE, "#20262b")
    signs: list[Shape] = [digit(text, ink, 0.56)]
    if is_laid:
        signs.append(Rect(0.1, 0.095, 0.8, 0.75, 0.08, stroke=BRASS, width=0.018, opacity=0.8))
    if across:
        signs.append(Path("M.26 .83H.74", stroke=BRASS, width=0.03))
    if down:
        signs.append(Path("M.86 .24V.7", stroke=BRASS, width=0.03))
    return tile(face, side, *signs, radius=0.09, light=0.25 if is_red else 0.75)


def _last(last: Marked | None) -> Iterator[Shape]:
    names = () if last is None else last.where
    for column, row, wide, high in around((COLUMNS.index(name[0]), int(name[1:]) - 1) for name in names):
        x, y = _place(column, row)
        yield from dashed(x, y, wide * SQUARE, high * SQUARE + 1)
