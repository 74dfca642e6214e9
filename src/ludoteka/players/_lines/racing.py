"""Look-ahead: candidates race over imagined tiles, and the worse half drops out again and again.

In each round every candidate that is left plays on with the same imagined racks and bags, so that what is
compared is the moves and not the luck. A few playouts say less than points and rack do: what a candidate
looked like before counts as `PRIOR` playouts with that result. A race ends early when the first is clearly
ahead of all others.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil, erf, log2, sqrt
from typing import Generic, TypeVar

import numpy as np

from ludoteka.players._lines.clock import Limits
from ludoteka.players._lines.table import Candidate, Table, margin_of

M = TypeVar("M")
FEWEST = 4  # playouts before anybody is judged by them
PRIOR = 8.0  # playouts that what a candidate looks like counts as much as
CLEAR = 3.0  # standard errors that the first is ahead of every other, for a race to end early
MARGIN_WEIGHT = 0.0004  # what a point of margin counts beside the chance to win
TILES = 1.0  # added to the tiles unseen: even with an empty bag nobody plays perfectly


def chance_to_win(margin: float, spread: float, tiles: float) -> float:
    """The chance that a margin lasts while so many tiles are still to be drawn."""
    if tiles <= 0:
        return 0.5 if margin == 0 else float(margin > 0)
    return 0.5 * (1.0 + erf(margin / (spread * sqrt(2.0 * (tiles + TILES)))))


@dataclass(slots=True)
class Runner(Generic[M]):
    """A candidate and what its playouts gave."""

    candidate: Candidate[M]
    looks: float = 0.0  # what it is expected to be worth before any playout, as a goal
    margins: list[float] = field(default_factory=list)
    wins: list[float] = field(default_factory=list)
    gains: list[float] = field(default_factory=list)  # what its own seat made after the move

    @property
    def goals(self) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        """What is compared, playout by playout."""
        return np.array(self.wins) + MARGIN_WEIGHT * np.array(self.margins)

    @property
    def goal(self) -> float:
        """Their mean, together with what it looked like."""
        return float((self.goals.sum() + PRIOR * self.looks) / (len(self.wins) + PRIOR))


def run_once(table: Table[M], runner: Runner[M], plies: int, seed: int) -> None:
    """One more playout."""
    brought, bag = table.playout(runner.candidate, plies, seed)
    final = table.scores + brought
    final[0] += runner.candidate.points
    margin = margin_of(final)
    alone = len(final) == 1
    runner.margins.append(margin)
    runner.wins.append(0.0 if alone else chance_to_win(margin, table.spread, bag))
    runner.gains.append(float(brought[0]))


def looks_like(table: Table[M], candidate: Candidate[M]) -> float:
    """What points and rack promise, as a goal: only differences between candidates matter."""
    margin = margin_of(table.scores) + candidate.worth
    alone = len(table.scores) == 1
    win = 0.0 if alone else chance_to_win(margin, table.spread, max(1.0, table.bag))
    return win + MARGIN_WEIGHT * margin


def race(
    table: Table[M], candidates: Sequence[Candidate[M]], plies: int, limits: Limits, seed: int
) -> list[Runner[M]]:
    """Candidates by what look-ahead says, best first; those that dropped out keep their order behind.

    `candidates` come best first; cut short before all have been seen often enough, that order stands.
    """
    runners = [Runner(one, looks_like(table, one)) for one in candidates]
    left = list(runners)
    dropped: list[Runner[M]] = []
    rounds = max(1, ceil(log2(max(2, len(runners)))))
    for number in range(rounds):
        share = max(FEWEST, limits.most // (rounds * len(left)))
        is_cut = _round(table, left, share, plies, limits, seed)
        if len(left[-1].wins) >= FEWEST:
            left.sort(key=lambda runner: -runner.goal)
        if is_cut or number == rounds - 1 or _is_clear(left):
            break
        half = max(2, len(left) // 2)
        dropped = left[half:] + dropped
        left = left[:half]
    return left + dropped


def _round(table: Table[M], left: list[Runner[M]], share: int, plies: int, limits: Limits, seed: int) -> bool:
    """So many playouts more for each; returns whether the limits cut it short. All have equally many."""
    for _ in range(share):
        number = len(left[0].wins)
        for runner in left:
            if limits.is_up():
                _trim(left, number)
                return True
            run_once(table, runner, plies, seed + number)
            limits.count()
    return False


def _trim(left: Sequence[Runner[M]], number: int) -> None:
    """Forgets the playouts of a round that not all have had."""
    for runner in left:
        del runner.margins[number:], runner.wins[number:], runner.gains[number:]


def _is_clear(left: Sequence[Runner[M]]) -> bool:
    """Whether the first is ahead of every other by far more than chance."""
    first = left[0].goals
    for other in left[1:]:
        ahead = first - other.goals
        if ahead.mean() < CLEAR * (ahead.std() + 1e-9) / sqrt(len(ahead)):
            return False
    return True
