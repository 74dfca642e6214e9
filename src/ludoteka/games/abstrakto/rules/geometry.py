"""Points, half-cells and slots: where a tile can be and what it covers.

A row of points, or of half-cells, is one int whose bit x stands for column x. The same functions run in
kernels, compiled, and in plain Python.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from ludoteka.core.kernel import shared
from ludoteka.games.abstrakto.types import CROSS, LINE, NO_SLOT, SOLID, Place, Rows

COLUMNS = "abcdefghijklmnopqrs"


@shared
def kind_at(x: int, y: int, size: int) -> int:
    """[AS-3.1] The type of tile that a point takes; [AS-3.2] corners and the rim's grid ends take none."""
    if x % 2 == 1 and y % 2 == 1:
        return SOLID
    if x % 2 != y % 2:
        return LINE
    if 0 < x < 2 * size and 0 < y < 2 * size:
        return CROSS
    return NO_SLOT


@shared
def covered_row(above: int, below: int) -> int:
    """[AS-1.5] The half-cells between two rows of points that tiles centred on these rows cover."""
    centres = above | below
    return centres | centres >> 1  # half-cell u lies between the point columns u and u + 1


@shared
def corner_row(above: int, below: int) -> int:
    """[AS-1.5] The centres, on the row of points between two rows of half-cells, that cover one of them."""
    halfcells = above | below
    return halfcells | halfcells << 1


@shared
def overlapped(columns: int) -> int:
    """[AS-3.3] The columns less than 2 away: tiles less than 2 rows away too overlap (our reading)."""
    return columns | columns << 1 | columns >> 1


@lru_cache(maxsize=16)
def kind_rows(size: int) -> tuple[Rows, Rows, Rows]:
    """The slots of each type, as rows of points."""
    side = range(2 * size + 1)

    def rows(kind: int) -> Rows:
        return tuple(sum(1 << x for x in side if kind_at(x, y, size) == kind) for y in side)

    return rows(SOLID), rows(LINE), rows(CROSS)


@lru_cache(maxsize=16)
def places(size: int) -> tuple[tuple[Place, ...], ...]:
    """Every point as a placement, by row and column, made once."""
    side = range(2 * size + 1)
    return tuple(tuple(Place(x, y) for x in side) for y in side)


def empty_board(size: int) -> tuple[Rows, Rows]:
    """[AS-1.2] The board of size x size cells, with nothing on its points."""
    rows = (0,) * (2 * size + 1)
    return rows, rows


def columns_of(row: int) -> Iterator[int]:
    """The columns of a row, from the left."""
    while row:
        lowest = row & -row
        yield lowest.bit_length() - 1
        row ^= lowest


def in_reading_order(rows: Iterable[int]) -> Iterator[tuple[int, int]]:
    """The (x, y) of every set bit: the topmost row first, each from the left."""
    for y, row in enumerate(rows):
        for x in columns_of(row):
            yield x, y


@lru_cache(maxsize=1024)
def point_name(x: int, y: int) -> str:
    """[AS-1.3] Columns are lower-case letters from the left, rows numbers from the top."""
    return f"{COLUMNS[x]}{y + 1}"


@lru_cache(maxsize=1024)
def halfcell_name(u: int, v: int) -> str:
    """[AS-1.4] A capital letter, and the name of the upper left point."""
    return point_name(u, v).upper()


def point_names(rows: Iterable[int]) -> list[str]:
    """The names of points, in reading order."""
    return [point_name(x, y) for x, y in in_reading_order(rows)]


def board_rows(board: Sequence[Rows], size: int) -> list[str]:
    """[AS-9.1] The rows of the board as texts: `b`, `o` or `.` for each point."""
    blue, orange = board
    side = range(2 * size + 1)
    marks = ".bo"
    return ["".join(marks[(blue[y] >> x & 1) + 2 * (orange[y] >> x & 1)] for x in side) for y in side]


def read_rows(board: Sequence[str]) -> tuple[Rows, Rows]:
    """The inverse of `board_rows`."""
    blue, orange = (
        tuple(sum(1 << x for x, there in enumerate(row) if there == mark) for row in board) for mark in "bo"
    )
    return blue, orange
