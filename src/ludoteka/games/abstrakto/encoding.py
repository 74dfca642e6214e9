"""Abstrakto for learners: a state as planes and a vector, and a stable number for every move.

Planes have the points of the board as pixels, the observer's own tiles first. A move is one choice. On a
board with s points per side, y * s + x lays a tile on a point, s * s swaps, and then come the ten discards.
"""

from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ludoteka.core.game import Seat
from ludoteka.encoding.choices import Actions, Choices
from ludoteka.encoding.encoder import Box, Encoder, Floats, Observation
from ludoteka.games.abstrakto.moves import discards
from ludoteka.games.abstrakto.rules.discards import has_discarded
from ludoteka.games.abstrakto.rules.geometry import kind_at, places
from ludoteka.games.abstrakto.rules.placement import can_swap, free_rows, open_rows
from ludoteka.games.abstrakto.turns import is_over
from ludoteka.games.abstrakto.types import (
    DISCARDED,
    MOST_TILES,
    Discard,
    Move,
    Pass,
    Place,
    Rows,
    State,
    Swap,
)
from ludoteka.games.abstrakto.view import is_hidden

DISCARDS: tuple[Discard, ...] = tuple(discards((DISCARDED,) * 3))
PLANES = (
    "own tiles",
    "other's tiles",
    "points for Solids",
    "points for Lines",
    "points for Crosses",
    "free points",
)
VECTOR = (
    *(f"{whose} {kind}" for whose in ("own", "other's") for kind in ("Solids", "Lines", "Crosses")),
    "own tiles held",
    "other's tiles held",
    *(f"{kind} in the set" for kind in ("Solids", "Lines", "Crosses")),
    "own turn",
    "other's turn",
    "own seat skipped",
    "other seat skipped",
    "swap open",
    "swapped",
    "discarding",
    "over",
)
UNKNOWN = -1.0  # a hidden hand


class AbstraktoEncoder(Encoder[State, Move]):
    """For one size of the board."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.side = 2 * size + 1
        points = self.side * self.side
        self.choices = Choices((points + 1 + len(DISCARDS),), (0,))
        self.boxes = {
            "planes": Box((len(PLANES), self.side, self.side), 0, 1),
            "vector": Box((len(VECTOR),), -1, 2 * MOST_TILES),
        }
        self._swap = points
        self._kinds = _kinds(size)

    def observe(self, state: State, seat: Seat) -> Observation:
        planes = np.empty((len(PLANES), self.side, self.side), np.float32)
        rows = (*state.board[seat], *state.board[1 - seat], *free_rows(state.board, self.size))
        shown = bits(rows, self.side).reshape(3, self.side, self.side)
        planes[:2], planes[2:5], planes[5] = shown[:2], self._kinds, shown[2]
        return {"planes": planes, "vector": _vector(state, seat)}

    def actions(self, state: State, seat: Seat) -> Actions:
        if state.phase == "discard":
            if has_discarded(state, seat):
                return np.empty(0, np.int64)
            chosen = (DISCARDS.index(choice) for choice in discards(state.tiles))
            return np.array(sorted(self._swap + 1 + number for number in chosen), np.int64)
        placed = bits(open_rows(state, seat), self.side).ravel().nonzero()[0]
        return np.append(placed, self._swap) if can_swap(state, seat) else placed

    def action_of(self, state: State, seat: Seat, move: Move) -> int:
        if isinstance(move, Place):
            return move.y * self.side + move.x
        if isinstance(move, Pass):
            raise ValueError("A pass is no action: it is never legal.")
        return self._swap + (0 if isinstance(move, Swap) else 1 + DISCARDS.index(move))

    def move_of(self, state: State, seat: Seat, action: int) -> Move:
        (number,) = self.choices.struct(action)
        if number < self._swap:
            return places(self.size)[number // self.side][number % self.side]
        return Swap() if number == self._swap else DISCARDS[number - self._swap - 1]


def bits(rows: Rows, side: int) -> NDArray[np.bool_]:
    """Rows of bits as an array of truths."""
    shown: NDArray[np.bool_] = (np.array(rows, np.int64)[:, None] & _columns(side)) != 0
    return shown


@lru_cache(maxsize=16)
def _columns(side: int) -> Actions:
    return 1 << np.arange(side, dtype=np.int64)


@lru_cache(maxsize=16)
def _kinds(size: int) -> Floats:
    """Three planes: the points that take each type of tile."""
    side = range(2 * size + 1)
    kinds = np.array([[kind_at(x, y, size) for x in side] for y in side])
    return np.stack([kinds == kind for kind in range(3)]).astype(np.float32)


def _vector(state: State, seat: Seat) -> Floats:
    """The numbers of `VECTOR`."""
    other, over = 1 - seat, is_over(state)
    hidden = is_hidden(state, other, seat)
    turn = None if over else state.turn
    numbers = (
        *state.hands[seat],
        *((UNKNOWN,) * 3 if hidden else state.hands[other]),
        sum(state.hands[seat]),
        sum(state.hands[other]),
        *state.tiles,
        turn == seat,
        turn == other,
        state.skipped == seat,
        state.skipped == other,
        turn is not None and can_swap(state, turn),
        state.swapped,
        state.phase == "discard" and not over,
        over,
    )
    return np.array(numbers, np.float32)


@lru_cache(maxsize=16)
def encoder_for(size: int) -> AbstraktoEncoder:
    """The one encoder of a size."""
    return AbstraktoEncoder(size)


def encoder(state: State) -> AbstraktoEncoder:
    """The encoder for the options of a state."""
    return encoder_for(state.size)


__all__: Final = [
    "DISCARDS",
    "PLANES",
    "UNKNOWN",
    "VECTOR",
    "AbstraktoEncoder",
    "bits",
    "encoder",
    "encoder_for",
]
