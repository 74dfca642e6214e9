"""Areas: what is not covered, who bounds it, who controls it (AS-6, AS-7).

Half-cells come as rows with an empty row before and after (index v + 1), so that neighbours need no test.
What kernels share takes lists of ints and int64 arrays alike.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from ludoteka.core.kernel import shared
from ludoteka.games.abstrakto.rules.geometry import (
    columns_of,
    corner_row,
    covered_row,
    halfcell_name,
    in_reading_order,
    point_names,
)
from ludoteka.games.abstrakto.types import COLOURS, GREY, AreaRule, Owner, Rows


class Bits(Protocol):
    """Rows of bits: a tuple, a list or an array."""

    def __getitem__(self, index: int, /) -> int: ...


class Scratch(Bits, Protocol):
    """Rows of bits that can be written."""

    def __setitem__(self, index: int, row: int, /) -> None: ...


# --- the law, row by row ---------------------------------------------------------------------


@shared
def uncover(blue: Bits, orange: Bits, size: int, rest: Scratch) -> None:
    """[AS-6.1] Fills `rest` with the uncovered half-cells of the board; the margin is not part of it."""
    board = (1 << 2 * size) - 1
    rest[0] = 0
    for v in range(2 * size):
        rest[v + 1] = board & ~covered_row(blue[v] | orange[v], blue[v + 1] | orange[v + 1])
    rest[2 * size + 1] = 0


@shared
def connected(seeds: int, free: int) -> int:
    """[AS-6.1] The runs of free half-cells of a row that hold a seed: they are connected side to side."""
    row = ((free + seeds ^ free) & free) | seeds  # the carry of the sum runs through each run, to the right
    row |= free & row >> 1  # and by doubling steps to the left
    free &= free >> 1
    row |= free & row >> 2
    free &= free >> 2
    row |= free & row >> 4
    free &= free >> 4
    row |= free & row >> 8
    free &= free >> 8
    return row | free & row >> 16


@shared
def take_area(rest: Scratch, area: Scratch, size: int) -> int:
    """[AS-6.2] Moves the first area in reading order from `rest` into the empty `area`; its top row, 0: none.

    Sweeps down and up until nothing more is connected, side to side (our reading).
    """
    top = 1
    while rest[top] == 0:
        top += 1
        if top > 2 * size:
            return 0
    area[top] = connected(rest[top] & -rest[top], rest[top])
    growing = True
    while growing:
        row = top + 1
        seeds = (area[top] | area[row]) & rest[row]
        while seeds:
            if seeds != area[row]:
                area[row] = connected(seeds, rest[row])
            row += 1
            seeds = (area[row - 1] | area[row]) & rest[row]
        growing = False
        row -= 2
        while row >= top:
            seeds = (area[row] | area[row + 1]) & rest[row]
            if seeds != area[row]:
                area[row] = connected(seeds, rest[row])
                growing = True
            row -= 1
    row = top
    while area[row]:
        rest[row] ^= area[row]
        row += 1
    return top


@shared
def beside(area: Bits, row: int) -> int:
    """[AS-6.3] The half-cells of a row that share a side with one of the area's."""
    return area[row - 1] | area[row + 1] | area[row] << 1 | area[row] >> 1


@shared
def border_row(area: Bits, y: int, size: int) -> int:
    """[AS-6.3] The points of a row whose tiles bound the area: not by their margin halves (our reading)."""
    board = (1 << 2 * size) - 1
    above = beside(area, y) & board if y > 0 else 0
    below = beside(area, y + 1) & board if y < 2 * size else 0
    return corner_row(above, below)


@shared
def owner_of(blue: int, orange: int) -> int:
    """[AS-6.4] The colour with more bounding tiles controls an area: 0, 1, or -1 for grey."""
    if blue == orange:
        return -1
    return 0 if blue > orange else 1


@shared
def with_main(mains: int, blue: int, orange: int) -> int:
    """[AS-6.6] The main areas so far and one more area; grey areas are never main.

    In one number: 4 * the most bounding tiles, + 1 if blue owns such an area, + 2 if orange does.
    """
    if blue == orange:
        return mains
    mark = 1 << owner_of(blue, orange)
    if blue + orange > mains >> 2:
        return blue + orange << 2 | mark
    return mains | mark if blue + orange == mains >> 2 else mains


@shared
def verdict(blue: int, orange: int, mains: int) -> int:
    """[AS-7.2] More areas win: 2 for blue, -2 for orange.

    [AS-7.3] If equal, whoever owns all main areas wins: 1 or -1. [AS-7.4] Otherwise drawn: 0 (our reading).
    """
    if blue != orange:
        return 2 if blue > orange else -2
    owners = mains & 3
    return 1 if owners == 1 else -1 if owners == 2 else 0


VERDICT_RULES: tuple[AreaRule, ...] = ("AS-7.4", "AS-7.3", "AS-7.2")  # by the size of the verdict


# --- areas as values -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Area:
    """One area of a board. `region` holds its half-cells with the two empty rows, `border` points."""

    name: str
    region: Rows
    halfcells: int
    border: Rows
    blue: int
    orange: int
    owner: int  # -1: grey
    main: bool

    @property
    def owner_name(self) -> Owner:
        return GREY if self.owner < 0 else COLOURS[self.owner]

    @property
    def region_names(self) -> list[str]:
        return [halfcell_name(u, v) for u, v in in_reading_order(self.region[1:-1])]


@dataclass(frozen=True, slots=True)
class Standing:
    """[AS-7.1] All areas of a board in reading order, and how many each colour controls.

    [AS-6.5] Every area counts, whatever its size and whether or not it was ever closed off (our reading).
    """

    areas: tuple[Area, ...]
    controlled: tuple[int, int]
    verdict: int

    @property
    def winner(self) -> int | None:
        return None if self.verdict == 0 else 0 if self.verdict > 0 else 1

    @property
    def rule(self) -> AreaRule:
        return VERDICT_RULES[abs(self.verdict)]


@lru_cache(maxsize=2048)
def standing(board: tuple[Rows, Rows], size: int) -> Standing:
    """The areas of a board and what they are worth as it is."""
    found = []
    mains = 0
    for region in _regions(board, size):
        border = _border(region, size)
        blue, orange = (_count(border, colour) for colour in board)
        mains = with_main(mains, blue, orange)
        found.append((region, border, blue, orange))
    areas = tuple(_area(*area, mains) for area in found)
    controlled = tuple(sum(area.owner == seat for area in areas) for seat in (0, 1))
    blue, orange = controlled
    return Standing(areas, (blue, orange), verdict(blue, orange, mains))


def bounds(area: Area, board: tuple[Rows, Rows]) -> list[str]:
    """[AS-6.3] The points of the tiles that bound an area; each counts once, and may bound several areas."""
    blue, orange = board
    rows = zip(area.border, blue, orange, strict=True)
    return point_names(border & (b | o) for border, b, o in rows)


def open_slots(area: Area, slots: Rows) -> list[str]:
    """[AS-6.7] Those of the slots still open to some seat that cover a half-cell of the area.

    [AS-6.8] No slot lies in two areas: what is laid there changes this one alone.
    """
    region = area.region
    return point_names(corner_row(region[y], region[y + 1]) & row for y, row in enumerate(slots))


def _regions(board: tuple[Rows, Rows], size: int) -> list[Rows]:
    rest = [0] * (2 * size + 2)
    uncover(*board, size, rest)
    regions: list[Rows] = []
    while True:
        area = [0] * (2 * size + 2)
        if not take_area(rest, area, size):
            return regions
        regions.append(tuple(area))


def _border(region: Rows, size: int) -> Rows:
    return tuple(border_row(region, y, size) for y in range(2 * size + 1))


def _count(border: Rows, tiles: Rows) -> int:
    return sum((row & there).bit_count() for row, there in zip(border, tiles, strict=True))


def _area(region: Rows, border: Rows, blue: int, orange: int, mains: int) -> Area:
    top = next(v for v, row in enumerate(region) if row)
    name = halfcell_name(next(columns_of(region[top])), top - 1)
    owner = owner_of(blue, orange)
    main = owner >= 0 and blue + orange == mains >> 2
    halfcells = sum(row.bit_count() for row in region)
    return Area(name, region, halfcells, border, blue, orange, owner, main)
