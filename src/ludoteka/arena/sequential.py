"""An early end: Wald's sequential probability ratio test, over bouts.

The first contestant wins LOW of its matches, or HIGH. The log likelihood ratio of the two is that of a normal
mean with the variance seen so far, which holds for pairs as well as for single matches; the test ends when it
leaves the band in which both are possible.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

from ludoteka.arena.contest import PlayedBout
from ludoteka.arena.figures import shares, variance

RISK = 0.05  # of each wrong answer
FEWEST = 16  # bouts; the variance of fewer says nothing


@dataclass(frozen=True, slots=True)
class Test:
    """Does the first contestant win `low` of its matches, or `high`?"""

    __test__ = False  # not a test for pytest

    low: float
    high: float

    def ratio(self, played: Sequence[PlayedBout]) -> float:
        """The log likelihood ratio of `high` to `low`."""
        first = played[0].bout.pairing[0] if played else 0
        values = shares(played, first)
        if len(values) < FEWEST:
            return 0.0
        middle = (self.low + self.high) / 2
        mean = sum(values) / len(values)
        return len(values) * (self.high - self.low) * (mean - middle) / variance([0.0, 1.0, *values])

    def answer(self, played: Sequence[PlayedBout]) -> float | None:
        """The win rate that is accepted; None while both are possible."""
        ratio, bound = self.ratio(played), log((1 - RISK) / RISK)
        if abs(ratio) < bound:
            return None
        return self.high if ratio > 0 else self.low

    def is_decided(self, played: Sequence[PlayedBout]) -> bool:
        return self.answer(played) is not None
