"""The legal moves in their fixed order (AS-8.3)."""

from collections.abc import Iterator

from ludoteka.core.game import Seat
from ludoteka.games.abstrakto.rules.discards import is_within
from ludoteka.games.abstrakto.rules.geometry import columns_of, places
from ludoteka.games.abstrakto.rules.placement import can_swap, open_rows
from ludoteka.games.abstrakto.types import DISCARDED, Counts, Discard, Move, Place, State, Swap


def legal(state: State, seat: Seat) -> Iterator[Move]:
    """[AS-8.3] Placements in reading order, then the swap; in the discard phase the choices."""
    if state.phase == "discard":
        yield from discards(state.tiles)
        return
    yield from placements(state, seat)
    if can_swap(state, seat):
        yield Swap()


def placements(state: State, seat: Seat) -> Iterator[Place]:
    """[AS-4.1] Where the seat can lay a tile of its hand, in reading order of points."""
    points = places(state.size)
    for y, row in enumerate(open_rows(state, seat)):
        for x in columns_of(row):
            yield points[y][x]


def discards(tiles: Counts) -> Iterator[Discard]:
    """[AS-8.3] Every choice of three tiles of a set, from SSS to XXX in the order S < L < X."""
    for s in range(DISCARDED, -1, -1):
        for line in range(DISCARDED - s, -1, -1):
            choice = (s, line, DISCARDED - s - line)
            if is_within(choice, tiles):
                yield Discard(choice)
