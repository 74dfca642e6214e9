"""The fast Python API: one match in play that changes in place, for searches and learning agents.

`Match` keeps every state and explains every refusal; a `FastMatch` keeps one array and says yes or no. A test
plays both side by side. Moves are numbers: y * 19 + x for a placement, `SWAP` for the swap.
"""

import numpy as np

from ludoteka.games.abstrakto.fast.kernels import (
    ACROSS,
    SCRATCH,
    SWAP,
    TALLY,
    TURN,
    Ints,
    list_moves,
    pack,
    step,
    weigh,
)
from ludoteka.games.abstrakto.rules.geometry import places
from ludoteka.games.abstrakto.types import Move, Place, State, Swap


class FastMatch:
    """A match in play. Begin with a state in which a seat is to move."""

    __slots__ = ("_list", "_moves", "_scratch", "_start", "_step", "_tally", "_weigh", "desk")

    def __init__(self, state: State) -> None:
        self._begin(pack(state))

    @classmethod
    def of(cls, desk: Ints) -> "FastMatch":
        """A separate match for a packed state."""
        match = cls.__new__(cls)
        match._begin(desk.copy())
        return match

    def _begin(self, desk: Ints) -> None:
        self._start = desk
        self.desk: Ints = self._start.copy()
        self._moves: Ints = np.zeros(SWAP + 1, np.int64)
        self._scratch: Ints = np.zeros(SCRATCH, np.int64)
        self._tally: Ints = np.zeros(TALLY, np.int64)
        # The dispatchers themselves: one Python call fewer at every step.
        self._step, self._list, self._weigh = step.compiled(), list_moves.compiled(), weigh.compiled()

    def reset(self) -> None:
        """Back to the state it began with."""
        self.desk[:] = self._start

    @property
    def turn(self) -> int:
        """The seat to move; -1 when the game is over."""
        return int(self.desk[TURN])

    def legal(self) -> Ints:
        """The numbers of the legal moves, in the order of `legal`; valid until the next call."""
        return self._moves[: self._list(self.desk, self._moves)]

    def step(self, move: int) -> bool:
        """Makes a move; True as long as the game goes on, ValueError if the move is not legal."""
        if not self._step(self.desk, move):
            raise ValueError(f"Move {move} is not legal here.")
        return self.desk[TURN] >= 0  # type: ignore[no-any-return]  # a numpy bool will do

    def verdict(self) -> int:
        """Who has more areas as it stands: 2 and -2 by areas, 1 and -1 by the main area, 0 neither."""
        return self._weigh(self.desk, self._scratch, self._tally)

    def controlled(self) -> tuple[int, int]:
        """The areas of blue and orange, as they stand."""
        self.verdict()
        return int(self._tally[0]), int(self._tally[1])


def move_number(move: Move) -> int:
    """The number of a placement or swap."""
    if isinstance(move, Place):
        return move.y * ACROSS + move.x
    if isinstance(move, Swap):
        return SWAP
    raise ValueError("Only placements and the swap have a number here.")


def numbered_move(number: int, size: int) -> Move:
    """The inverse of `move_number`."""
    if number == SWAP:
        return Swap()
    return places(size)[number // ACROSS][number % ACROSS]
