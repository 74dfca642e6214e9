"""The board: names of squares, lines, stretches, and the laws about single squares.

The laws marked `@shared` are about plain numbers: Python and the compiled solver call the same source, so
each is written once.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from ludoteka.core.kernel import shared
from ludoteka.games.kakuro.types import (
    ACROSS,
    DIGIT_BITS,
    DIGIT_TILE,
    DIRECTIONS,
    LAID_SUM_SQUARE,
    SIZE,
    SQUARES,
    USED,
    Direction,
    Row,
)

COLUMNS = "ABCDEFGH"
NAMES = tuple(f"{COLUMNS[square % SIZE]}{square // SIZE + 1}" for square in range(SQUARES))
SQUARE_OF = {name: square for square, name in enumerate(NAMES)}


# --- laws about one square -------------------------------------------------------------------


@shared
def is_silver(cell: int) -> bool:
    """[KA-1.3] [KA-1.4] A number tile with no cover and no mark; red never turns back."""
    return 0 < cell <= 9


@shared
def is_sum_square(cell: int) -> bool:
    """[KA-1.7] A laid sum square has both halves: it ends and begins rows of both directions."""
    return cell == 0


@shared
def is_used(cell: int, mark: int) -> bool:
    """[KA-1.4] Whether the square was part of a row in the direction of the mark."""
    return (cell & mark) != 0


@shared
def used(cell: int, mark: int) -> int:
    """[KA-1.4] The square after a row in the direction of the mark: red, and used in that direction."""
    return cell | mark


@shared
def covered(digit: int) -> int:
    """[KA-1.5] A square with a digit tile: what lies under the tile no longer matters."""
    return digit | DIGIT_TILE


# --- lines and rows --------------------------------------------------------------------------


def step(direction: Direction) -> int:
    """How far away the next square of a line is, in reading order."""
    return 1 if direction == ACROSS else SIZE


def place_in_line(direction: Direction, square: int) -> int:
    """0..7: which square of its line this is, counted from its beginning."""
    return square % SIZE if direction == ACROSS else square // SIZE


@lru_cache(maxsize=2048)
def squares_of(row: Row) -> tuple[int, ...]:
    """The squares of a row, from its beginning to its end."""
    stride = step(row.direction)
    return tuple(row.first + stride * i for i in range(row.length))


@lru_cache(maxsize=2048)
def before(row: Row) -> int | None:
    """[KA-1.2] The square directly before the row; None: the frame, which begins every line."""
    return None if place_in_line(row.direction, row.first) == 0 else row.first - step(row.direction)


@lru_cache(maxsize=2048)
def after(row: Row) -> int | None:
    """[KA-1.2] The square directly after the row; None: the edge beyond column H and row 8."""
    last = row.first + (row.length - 1) * step(row.direction)
    return None if place_in_line(row.direction, last) == SIZE - 1 else last + step(row.direction)


def fits(row: Row) -> bool:
    """Whether the row stays on the board."""
    return place_in_line(row.direction, row.first) + row.length <= SIZE


def start_name(row: Row) -> str:
    """The sum square that the row begins at: a square, or one of the frame (`>4`, `vD`)."""
    square = before(row)
    if square is not None:
        return NAMES[square]
    line = row.first // SIZE + 1 if row.direction == ACROSS else COLUMNS[row.first % SIZE]
    return f"{row.direction}{line}"


def row_name(row: Row) -> str:
    """The text of a row: `>D4:5`."""
    return f"{row.direction}{NAMES[row.first]}:{row.length}"


def named(squares: Iterable[int]) -> tuple[str, ...]:
    """The names of squares."""
    return tuple(NAMES[square] for square in squares)


# --- stretches -------------------------------------------------------------------------------


@lru_cache(maxsize=2)
def lines(direction: Direction) -> tuple[tuple[int, ...], ...]:
    """The eight lines of a direction, by first square."""
    starts = range(0, SQUARES, SIZE) if direction == ACROSS else range(SIZE)
    return tuple(squares_of(Row(direction, first, SIZE)) for first in starts)


def stretches(board: bytes, direction: Direction) -> Iterator[Row]:
    """Every longest run of neighbouring squares without a sum square, lone squares included."""
    for line in lines(direction):
        run: list[int] = []
        for square in line:
            if board[square] != LAID_SUM_SQUARE:
                run.append(square)
            elif run:
                yield Row(direction, run[0], len(run))
                run = []
        if run:
            yield Row(direction, run[0], len(run))


def digits_of(board: bytes, row: Row) -> tuple[int, ...]:
    """The digits that the squares of the row show."""
    return tuple(board[square] & DIGIT_BITS for square in squares_of(row))


def placed(board: bytes) -> Iterator[Row]:
    """[KA-1.8] The rows of the placed sum tiles: each stretch with its squares used in its direction."""
    for direction in DIRECTIONS:
        mark = USED[direction]
        found = (s for s in stretches(board, direction) if is_used(board[s.first], mark))
        yield from sorted(found, key=lambda row: row.first)
