"""The complete list of legal moves (CA-10.5), and the points of each placement."""

from functools import lru_cache, partial
from itertools import product
from typing import NamedTuple

import numpy as np

from ludoteka.core.game import Seat
from ludoteka.games._lines.squares import Line, line_name
from ludoteka.games._lines.tiles import counted, spelled
from ludoteka.games.calculissimo.fast import work_layout as places
from ludoteka.games.calculissimo.fast.search import search
from ludoteka.games.calculissimo.fast.survey import Bytes
from ludoteka.games.calculissimo.rules import turn
from ludoteka.games.calculissimo.rules.arithmetic import Ints
from ludoteka.games.calculissimo.rules.scoring import FACTORS, POWERS
from ludoteka.games.calculissimo.types import CHIPS, JOKER, Grid, Move, Options, Placement, State, Swap, Word

_ROOM = (1 << 13, 1 << 16, 1 << 20)  # placements to make room for at first, by the jokers in the rack
PARTS = 12  # that the lines of a board are cut into for whoever wants some move quickly
_SIGNS = 13  # signs of a placement to make room for, on average
_placement = partial(tuple.__new__, Placement)


class Found(NamedTuple):
    """Placements in text order, and what each earns."""

    placements: list[Placement]
    points: Ints


def legal(state: State, seat: Seat) -> list[Move]:
    """[CA-10.5] Placements in text order, swaps in text order, pass; in a wait the two answers."""
    if state.claim is not None:
        return [Word.ACCEPT, Word.DISPUTE]
    placements = placements_of(state.grid, state.options, state.board, state.racks[seat]).placements
    may_swap = turn.may_swap(state.options, lambda: bool(placements))
    return [*placements, *(swaps(state.racks[seat], len(state.bag)) if may_swap else ()), Word.PASS]


def swaps(rack: str, bag: int) -> list[Swap]:
    """[CA-6.4] [CA-6.5] Every different group of the rack that the bag can replace, in text order."""
    numbers = counted(rack, CHIPS)
    groups = product(*(range(number + 1) for number in numbers))
    return [Swap(text) for text in sorted(spelled(g, CHIPS) for g in groups if 0 < sum(g) <= bag)]


# --- placements --------------------------------------------------------------------------------


class Listed(NamedTuple):
    """Placements as the search lists them: their items, each followed by a line break; lines and points."""

    signs: Bytes
    lines: Ints  # by their place in `lines_of`
    points: Ints


def list_placements(
    grid: Grid, options: Options, board: bytes, rack: str, lines: Ints | None = None
) -> Listed:
    """Every placement that keeps CA-3 and CA-4, with its points, in text order; of some lines, if given."""
    room = _ROOM[min(rack.count(JOKER), len(_ROOM) - 1)]
    while True:
        signs, listed = _sheet(room * _SIGNS, room)
        found, used = _search(grid, options, board, rack, places.LIST, signs, listed, lines)
        if found <= room and used <= len(signs):
            break
        room = max(found, used // _SIGNS + 1)
    return Listed(signs[:used], listed[places.LINES, :found], listed[places.POINTS, :found])


def placements_of(grid: Grid, options: Options, board: bytes, rack: str) -> Found:
    """The same as moves."""
    listed = list_placements(grid, options, board, rack)
    items = listed.signs.tobytes().decode("ascii").split("\n")
    named = lines_of(grid).named
    lines = [named[number] for number in listed.lines.tolist()]
    return Found(list(map(_placement, zip(lines, items, strict=False))), listed.points)


def best_of(grid: Grid, options: Options, board: bytes, rack: str) -> tuple[Placement, int] | None:
    """The first placement with the most points; None if there is none."""
    signs, listed = _sheet(128, 1)
    found, used = _search(grid, options, board, rack, places.BEST, signs, listed)
    if not found:
        return None
    items = signs[: used - 1].tobytes().decode("ascii")
    line = lines_of(grid).named[int(listed[places.LINES, 0])]
    return Placement(line, items), int(listed[places.POINTS, 0])


def has_placement(state: State, seat: Seat) -> bool:
    """Whether the seat can lay any chips."""
    rack = state.racks[seat]
    found, _ = _search(state.grid, state.options, state.board, rack, places.ANY, *_sheet(0, 0))
    return found > 0


def _sheet(signs: int, placements: int) -> tuple[Bytes, Ints]:
    """Room for the search to list placements in."""
    return np.empty(signs, np.uint8), np.empty((places.LISTED, placements), np.int64)


def _search(
    grid: Grid,
    options: Options,
    board: bytes,
    rack: str,
    aim: int,
    signs: Bytes,
    listed: Ints,
    lines: Ints | None = None,
) -> tuple[int, int]:
    hand = np.array(counted(rack, CHIPS), np.int64)
    squares, lines = np.frombuffer(board, np.uint8), lines_of(grid).numbers if lines is None else lines
    return search(squares, premiums(grid), lines, hand, task(grid, options, aim), signs, listed)


# --- grids and options as the search wants them --------------------------------------------------


class Lines(NamedTuple):
    """Every line of a board in text order: as 2 * square + down, and as it is named."""

    numbers: Ints
    named: tuple[Line, ...]


@lru_cache(maxsize=16)
def lines_of(grid: Grid) -> Lines:
    """[CA-10.5] The lines of a board, in the order of their texts."""
    size = grid.size
    every = (Line(*line) for line in product(range(size), range(size), (False, True)))
    lines = tuple(sorted(every, key=lambda line: line_name(*line) + " "))
    numbers = [2 * (line.row * size + line.column) + line.down for line in lines]
    return Lines(np.array(numbers, np.int64), lines)


@lru_cache(maxsize=512)
def lines_in(grid: Grid, part: int) -> Ints:
    """Each `PARTS`-th line of a board, from this one on."""
    return np.ascontiguousarray(lines_of(grid).numbers[part::PARTS])


@lru_cache(maxsize=16)
def premiums(grid: Grid) -> Ints:
    """[CA-5.2] [CA-5.3] The premium squares of a board: what they multiply a number and a calculation by."""
    symbols = "".join(grid.rows)
    return np.array([[table.get(symbol, 1) for symbol in symbols] for table in (FACTORS, POWERS)], np.int64)


@lru_cache(maxsize=64)
def task(grid: Grid, options: Options, aim: int) -> Ints:
    """What the search is asked: the places of `fast/work_layout.py`."""
    logo = grid.logo[0] * grid.size + grid.logo[1]
    return np.array([grid.size, logo, options.is_every, options.is_full, aim], np.int64)
