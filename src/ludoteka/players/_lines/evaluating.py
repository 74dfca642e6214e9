"""What a position and each move promise a seat: chances, a margin in points, and the terms it is a sum of.

`lead` is what the seat is ahead before the move, `points` what the move brings, `rack` what the tiles that
stay will bring, `opens` how much less than usual the others can make of the board after it.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from math import sqrt
from typing import Any, ClassVar, Generic, TypeVar

import numpy as np

from ludoteka.core.chance import Source
from ludoteka.core.game import Seat, View
from ludoteka.core.player import Budget, Evaluation, Term
from ludoteka.players._lines.clock import Limits
from ludoteka.players._lines.racing import Runner, chance_to_win, run_once
from ludoteka.players._lines.table import Candidate, Table, margin_of

M = TypeVar("M")
SEEDS = 1 << 60
LOOKED_AT = 12  # so many moves that look best are looked at over imagined racks
PLIES = 2


class LinesEvaluator(ABC, Generic[M]):
    """Points, rack and board of every move; the best ones over imagined racks."""

    unit: ClassVar[str] = "points"
    looks: ClassVar[int] = 360

    @abstractmethod
    def table(self, view: View) -> Table[M] | None:
        """The position; None where no placement is to be chosen: an answer is due, or nothing scores."""

    @abstractmethod
    def gone(self, view: View) -> Sequence[Seat]:
        """The seats that play no more: they rank last, whatever their scores."""

    @abstractmethod
    def unseen(self, view: View) -> int:
        """How many tiles are in the bag and on racks that the view does not show."""

    @abstractmethod
    def is_over(self, view: View) -> bool:
        """Whether nobody plays on."""

    def lead(self, view: View, seat: Seat) -> float:
        """How far a seat is ahead of the best other one that is still playing."""
        scores, gone = view["scores"], self.gone(view)
        others = [scores[one] for one in range(len(scores)) if one != seat and one not in gone]
        return margin_of(np.array([scores[seat], *others], np.float64))

    # --- moves ---------------------------------------------------------------------------------

    def moves(self, view: View, moves: Sequence[M], budget: Budget, rng: Source) -> Sequence[Evaluation]:
        """What each move promises the seat whose view it is."""
        table = self.table(view)
        if table is None:
            return [self._still(view, self._own_seat(view)) for _ in moves]
        found = [table.candidate(move) for move in moves]
        runners = self._looked(table, found, Limits(budget, self.looks), rng)
        usual = self._usual(runners)
        return [self._told(table, one, runners.get(n), usual) for n, one in enumerate(found)]

    def _looked(
        self, table: Table[M], found: Sequence[Candidate[M]], limits: Limits, rng: Source
    ) -> dict[int, Runner[M]]:
        """Playouts of those that look best, the same imagined racks for all."""
        best = sorted(range(len(found)), key=lambda n: -found[n].worth)[:LOOKED_AT]
        runners = {n: Runner(found[n]) for n in best}
        seed = rng.below(SEEDS)
        while table.is_fast and runners and not limits.is_up():
            for runner in runners.values():
                run_once(table, runner, PLIES, seed + len(runner.wins))
            limits.count(len(runners))
        return {n: runner for n, runner in runners.items() if runner.wins}

    @staticmethod
    def _usual(runners: dict[int, Runner[M]]) -> float:
        """What a seat makes in its next turns, on average over the moves that were looked at."""
        gains = [gain for runner in runners.values() for gain in runner.gains]
        return float(np.mean(gains)) if gains else 0.0

    def _told(self, table: Table[M], one: Candidate[M], runner: Runner[M] | None, usual: float) -> Evaluation:
        lead = margin_of(table.scores)
        if runner is None:
            margin = lead + one.worth
            terms = (
                Term("lead", lead),
                Term("points", one.points),
                Term("rack", one.left),
                Term("opens", 0.0),
            )
            return Evaluation(chance_to_win(margin, table.spread, table.unseen), margin, terms=terms)
        margins = np.array(runner.margins)
        margin, rack = float(margins.mean()), float(np.mean(runner.gains)) - usual
        opens = margin - lead - one.points - rack
        terms = (Term("lead", lead), Term("points", one.points), Term("rack", rack), Term("opens", opens))
        error = 1.96 * float(margins.std()) / sqrt(len(margins))
        return Evaluation(float(np.mean(runner.wins)), margin, {}, terms, error, len(margins))

    # --- positions -----------------------------------------------------------------------------

    def position(self, view: View, seat: Seat, budget: Budget, rng: Source) -> Evaluation:
        """What the position promises a seat: the best move of the one to move, seen from that seat."""
        table = self.table(view)
        if table is None:
            return self._still(view, seat)
        found = table.candidates(LOOKED_AT)
        best = max(
            self.moves(view, [one.move for one in found], budget, rng), key=lambda one: (one.win, one.margin)
        )
        if seat == self._own_seat(view):
            return best
        return self._turned(view, best, seat)

    def _turned(self, view: View, best: Evaluation, seat: Seat) -> Evaluation:
        """The same for another seat: of two the opposite, of more what is left is shared by the leads."""
        gone, seats = self.gone(view), range(len(view["scores"]))
        if seat in gone:
            return self._still(view, seat)
        others = [one for one in seats if one != self._own_seat(view) and one not in gone]
        if len(others) == 1:
            terms = tuple(Term(term.name, -term.value) for term in best.terms)
            return Evaluation(1.0 - best.win, -best.margin, {}, terms, best.error, best.samples)
        still = [self._still(view, one).win for one in others]
        share = still[others.index(seat)] / max(sum(still), 1e-9)
        lead = self.lead(view, seat)
        return Evaluation((1.0 - best.win) * share, lead, {}, (Term("lead", lead),), samples=best.samples)

    def _still(self, view: View, seat: Seat) -> Evaluation:
        """The position as it stands, without a move."""
        lead, is_over = self.lead(view, seat), self.is_over(view)
        tiles = 0.0 if is_over else max(1.0, self.unseen(view))
        win = 0.0 if seat in self.gone(view) else chance_to_win(lead, self.spread(view), tiles)
        return Evaluation(win, lead, {}, (Term("lead", lead),), is_exact=is_over)

    @abstractmethod
    def spread(self, view: View) -> float:
        """The standard deviation of the margin, for each square root of a tile unseen."""

    @abstractmethod
    def _own_seat(self, view: View) -> Seat: ...


AnyLinesEvaluator = LinesEvaluator[Any]
