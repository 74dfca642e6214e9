"""The complete list of legal moves (CA-10.5), from the kernels."""

from collections.abc import Sequence
from functools import lru_cache, partial
from itertools import product
from typing import NamedTuple

import numpy as np

from ludoteka.core.game import Seat
from ludoteka.games._lines.multisets import counted, spelled
from ludoteka.games._lines.squares import Line, line_name
from ludoteka.games.calculissimo import kernels
from ludoteka.games.calculissimo.arithmetic import Ints
from ludoteka.games.calculissimo.scoring import FACTORS, POWERS
from ludoteka.games.calculissimo.sets import Grid
from ludoteka.games.calculissimo.types import CHIPS, JOKER, Move, Options, Placement, State, Swap, Word

_ROOM = (1 << 13, 1 << 16, 1 << 20)  # placements to make room for at first, by the jokers in the rack
_SIGNS = 13  # signs of a placement to make room for, on average
_placement = partial(tuple.__new__, Placement)


class Premiums(NamedTuple):
    """A grid as the kernels want it."""

    factors: Ints
    powers: Ints
    logo: int
    lines: Ints  # every line as 2 * square + down, in text order
    named: tuple[Line, ...]


class Found(NamedTuple):
    """Placements in text order, and what each earns."""

    placements: list[Placement]
    points: Ints


@lru_cache(maxsize=16)
def premiums(grid: Grid) -> Premiums:
    """[CA-5.2] [CA-5.3] The premium squares of a board, and its lines in text order."""
    symbols = "".join(grid.rows)
    size = grid.size
    named = sorted(
        (line_name(r, c, d) + " ", Line(r, c, d))
        for r in range(size)
        for c in range(size)
        for d in (False, True)
    )
    lines = tuple(line for _, line in named)
    return Premiums(
        np.array([FACTORS.get(symbol, 1) for symbol in symbols], np.int64),
        np.array([POWERS.get(symbol, 1) for symbol in symbols], np.int64),
        grid.logo[0] * size + grid.logo[1],
        np.array([2 * (line.row * size + line.column) + line.down for line in lines], np.int64),
        lines,
    )


def legal(state: State, seat: Seat) -> list[Move]:
    """[CA-10.5] Placements in text order, swaps in text order, pass; in a wait the two answers."""
    if state.claim is not None:
        return [Word.ACCEPT, Word.DISPUTE]
    placements = placements_of(state.grid, state.options, state.board, state.racks[seat]).placements
    is_free = state.options.swap == "free" or not placements  # [CA-6.6]
    return [*placements, *(swaps(state.racks[seat], len(state.bag)) if is_free else ()), Word.PASS]


def placements_of(grid: Grid, options: Options, board: bytes, rack: str) -> Found:
    """Every placement that keeps CA-3 and CA-4, with its points."""
    room = _ROOM[min(rack.count(JOKER), len(_ROOM) - 1)]
    while True:
        signs = np.empty(room * _SIGNS, np.uint8)
        points, starts = np.empty(room, np.int64), np.empty(room, np.int64)
        found, used = _search(grid, options, board, rack, kernels.LIST, (signs, points, starts))
        if found <= room and used <= len(signs):
            break
        room = max(found, used // _SIGNS + 1)
    items = signs[:used].tobytes().decode("ascii").split("\n")
    named = premiums(grid).named
    lines = [named[number] for number in starts[:found].tolist()]
    return Found(list(map(_placement, zip(lines, items, strict=False))), points[:found])


def best_of(grid: Grid, options: Options, board: bytes, rack: str) -> tuple[Placement, int] | None:
    """The first placement with the most points; None if there is none."""
    signs, points, starts = np.empty(128, np.uint8), np.empty(1, np.int64), np.empty(1, np.int64)
    found, used = _search(grid, options, board, rack, kernels.BEST, (signs, points, starts))
    if not found:
        return None
    items = signs[: used - 1].tobytes().decode("ascii")
    return Placement(premiums(grid).named[int(starts[0])], items), int(points[0])


def has_placement(state: State, seat: Seat) -> bool:
    """Whether the seat can lay any chips."""
    nothing = (np.empty(0, np.uint8), np.empty(0, np.int64), np.empty(0, np.int64))
    found, _ = _search(state.grid, state.options, state.board, state.racks[seat], kernels.ANY, nothing)
    return found > 0


def swaps(rack: str, bag: int) -> list[Swap]:
    """[CA-6.4] [CA-6.5] Every different group of the rack that the bag can replace, in text order."""
    numbers = counted(rack, CHIPS)
    groups = product(*(range(number + 1) for number in numbers))
    return [Swap(text) for text in sorted(spelled(g, CHIPS) for g in groups if 0 < sum(g) <= bag)]


def _search(
    grid: Grid,
    options: Options,
    board: bytes,
    rack: str,
    aim: int,
    room: tuple[kernels.Bytes, Ints, Ints],
) -> Sequence[int]:
    data = premiums(grid)
    hand = np.array(counted(rack, CHIPS), np.int64)
    squares = np.frombuffer(board, np.uint8)
    return kernels.search(
        squares, data.factors, data.powers, grid.size, data.logo, hand,
        options.is_every, options.is_full, data.lines, aim, *room,
    )  # fmt: skip
