"""What the shared players need of a game: a position as a seat sees it, and what can be done in it."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

import numpy as np

from ludoteka.core.chance import Source
from ludoteka.players._lines.racks import Floats, Ints

M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class Candidate(Generic[M]):
    """A move with its points, what stays on the rack and what that is worth, and the board after it."""

    move: M
    points: float
    left: float
    rack: Ints
    board: Hashable  # the same for moves that lead to the same board

    @property
    def worth(self) -> float:
        """What the move looks like without looking ahead."""
        return self.points + self.left


class Table(Protocol[M]):
    """A position from the view of the seat that is to move. Seats are counted from it, in turn."""

    scores: Floats  # so far, its own first, of the seats that are still playing
    bag: int
    unseen: int  # tiles in the bag and on the racks of others
    spread: float  # of the final margin: the standard deviation, for each square root of a tile unseen

    @property
    def is_fast(self) -> bool:
        """Whether playouts run compiled."""
        ...

    def candidates(self, most: int) -> Sequence[Candidate[M]]:
        """The moves that look best, best first; at least one."""
        ...

    def candidate(self, move: M) -> Candidate[M]:
        """One move, as it looks."""
        ...

    def playout(self, candidate: Candidate[M], plies: int, seed: int) -> tuple[Floats, int]:
        """What the turns after a candidate bring each seat, and how many tiles the bag then holds.

        All that is hidden is imagined by the seed; the same seed gives the same tiles to every candidate.
        """
        ...

    def solved(self, clock: "Clock", rng: Source) -> "Solved[M] | None":
        """The result of exact search, where nothing is hidden between two seats; None elsewhere."""
        ...


class Clock(Protocol):
    """Says when to stop."""

    def is_up(self) -> bool: ...

    def count(self, nodes: int = 1) -> None: ...


@dataclass(frozen=True, slots=True)
class Solved(Generic[M]):
    """The best move of an ending, the final margin it leads to, whether that is proved, the line of play."""

    move: M
    margin: float
    is_exact: bool
    nodes: int
    line: tuple[M, ...] = ()


def margin_of(scores: Floats) -> float:
    """How far the first seat is ahead of the best other one; alone, its points."""
    return float(scores[0] - np.max(scores[1:])) if len(scores) > 1 else float(scores[0])
