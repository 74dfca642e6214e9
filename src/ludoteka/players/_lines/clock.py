"""How long a player thinks: until a time, or for so many nodes, whichever comes first."""

from collections.abc import Callable
from time import monotonic

from ludoteka.core.player import Budget

SPARE = 0.85  # of the time given: what a last step, the answer and a busy machine may take
USUAL_MS = 2000


class Limits:
    """Counts nodes and looks at a clock. With neither in the budget, what the level usually does."""

    def __init__(self, budget: Budget, usual: int, clock: Callable[[], float] = monotonic) -> None:
        is_free = budget.ms is None and budget.nodes is None
        ms = USUAL_MS if is_free else budget.ms
        self._clock = clock
        self._end = None if ms is None else clock() + SPARE * ms / 1000.0
        self.most = usual if budget.nodes is None else budget.nodes
        self.nodes = 0

    def part(self, share: float) -> "Limits":
        """Limits for a part of the work: a share of the time and of the nodes that are left."""
        some = Limits(Budget(nodes=int(share * (self.most - self.nodes))), 0, self._clock)
        now = self._clock()
        some._end = None if self._end is None else now + share * (self._end - now)
        return some

    def count(self, nodes: int = 1) -> None:
        """So many nodes more."""
        self.nodes += nodes

    def is_up(self) -> bool:
        """Whether the time is up or the nodes are used up."""
        return self.nodes >= self.most or (self._end is not None and self._clock() >= self._end)
