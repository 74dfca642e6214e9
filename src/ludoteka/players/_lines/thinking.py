"""Players that weigh every move, look ahead with the best ones, and solve endings."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Generic, TypeVar

from ludoteka.core.chance import Source
from ludoteka.core.game import Json, View
from ludoteka.core.player import Answer, Budget
from ludoteka.players._lines.clock import Limits
from ludoteka.players._lines.racing import Runner, race
from ludoteka.players._lines.table import Table

M = TypeVar("M")
SEEDS = 1 << 60


class Thinker(ABC, Generic[M]):
    """`tries` candidates look `plies` turns ahead, `looks` times in all; none: the best by points and rack.

    `solves`: endings without hidden tiles are searched.
    """

    name: ClassVar[str]
    tries: ClassVar[int] = 1
    plies: ClassVar[int] = 0
    looks: ClassVar[int] = 0
    solves: ClassVar[bool] = False

    @abstractmethod
    def table(self, view: View) -> Table[M]:
        """The position."""

    def at_once(self, view: View) -> Answer[M] | None:
        """What needs no thought: an answer to a claim; None where there is a choice of moves."""
        return None

    def said(self, view: View, move: M) -> M:
        """The move as it is to be played."""
        return move

    def choose(self, view: View, legal: Sequence[M], budget: Budget, rng: Source) -> Answer[M]:
        """The move that promises most."""
        answer = self.at_once(view)
        if answer is not None:
            return answer
        table, limits = self.table(view), Limits(budget, self.looks)
        if self.solves and table.is_fast:
            solved = table.solved(limits, rng)
            if solved is not None:
                detail = {"exact": solved.is_exact, "nodes": solved.nodes}
                return Answer(self.said(view, solved.move), solved.margin, detail=detail)
        runners = self._looked(table, limits, rng)
        best = runners[0].candidate
        told: Json = {"playouts": limits.nodes, "points": best.points, "rack": round(best.left, 2)}
        return Answer(self.said(view, best.move), best.worth, detail=told)

    def _looked(self, table: Table[M], limits: Limits, rng: Source) -> list[Runner[M]]:
        found = table.candidates(self.tries)
        if len(found) == 1 or self.looks == 0 or not table.is_fast:
            return [Runner(one) for one in found]
        return race(table, found, self.plies, limits, rng.below(SEEDS))


AnyThinker = Thinker[Any]
