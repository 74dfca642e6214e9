"""Players that weigh every move, look ahead with the best ones, and solve endings."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from time import monotonic
from typing import Any, ClassVar, Generic, TypeVar

from ludoteka.core.chance import Source
from ludoteka.core.game import Json, View
from ludoteka.core.player import Answer, Budget
from ludoteka.players._lines.clock import Limits
from ludoteka.players._lines.racing import Runner, race
from ludoteka.players._lines.table import Solved, Table

M = TypeVar("M")
SEEDS = 1 << 60
SOLVING = 0.4  # of the time: what an ending is searched for before it is played out


class Thinker(ABC, Generic[M]):
    """`tries` candidates look `plies` turns ahead, `looks` times in all; none: the best by points and rack.

    `solves`: endings without hidden tiles are searched first, and played out only if nothing was proved.
    """

    name: ClassVar[str]
    tries: ClassVar[int] = 1
    plies: ClassVar[int] = 0
    looks: ClassVar[int] = 0
    solves: ClassVar[bool] = False

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock  # in seconds

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
        limits = Limits(budget, self.looks, self._clock)
        table = self.table(view)
        solved = self._solved(table, limits, rng)
        if solved is not None:
            detail: Json = {"exact": True, "nodes": solved.nodes}
            return Answer(self.said(view, solved.move), solved.margin, detail=detail)
        runners = self._looked(table, limits, rng)
        best = runners[0].candidate
        told: Json = {"playouts": limits.nodes, "points": best.points, "rack": round(best.left, 2)}
        return Answer(self.said(view, best.move), best.worth, detail=told)

    def _solved(self, table: Table[M], limits: Limits, rng: Source) -> Solved[M] | None:
        """The proved result of an ending, if it is found in a part of the time; playouts have the rest."""
        if not self.solves or not table.is_fast:
            return None
        part = limits.part(SOLVING)
        solved = table.solved(part, rng)
        limits.count(part.nodes)
        return solved if solved is not None and solved.is_exact else None

    def _looked(self, table: Table[M], limits: Limits, rng: Source) -> list[Runner[M]]:
        found = table.candidates(self.tries)
        if len(found) == 1 or self.looks == 0 or not table.is_fast:
            return [Runner(one) for one in found]
        return race(table, found, self.plies, limits, rng.below(SEEDS))


AnyThinker = Thinker[Any]
