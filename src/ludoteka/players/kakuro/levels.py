"""The players of Kakuro: all of them know the rules; they differ in what they see and how fast.

A race needs a reaction time, so every answer says how long to `wait`. The waits are drawn from shifted
log-normal distributions, as human reaction times are: `least + median * exp(spread * z)` milliseconds with z
from the normal distribution, and `tile` milliseconds more for each action tile that the row needs.

| level | sees | least | median | spread | tile | gives up |
|---|---|---|---|---|---|---|
| 0, the dreamer | nothing: picks any listed move | 10 s | 40 s | 0.6 | 0 | at random |
| 1, the beginner | rows that need nothing but sum squares | 5 s | 18 s | 0.5 | 3 s | after a search |
| 2, the quick eye | every row, by the complete solver | 1 s | 4 s | 0.4 | 0.8 s | after a search |

A search that finds nothing takes twice as long before the player says `impossible`; a player that has said so
and still sees nothing waits for an hour, which is longer than any hourglass runs.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from statistics import NormalDist

from ludoteka.core.chance import Source
from ludoteka.core.game import Millis, View
from ludoteka.core.player import Answer, Budget
from ludoteka.games.kakuro.fast.solver import Found, most_points, rows
from ludoteka.games.kakuro.types import MS, Claim, Move, Word

AN_HOUR: Millis = 3600 * MS
SEARCH_IN_VAIN = 2  # times the usual wait


@dataclass(frozen=True, slots=True)
class Reaction:
    """A distribution of reaction times, in milliseconds."""

    least: Millis
    median: Millis
    spread: float
    tile: Millis = 0

    def wait(self, rng: Source, tiles: int = 0) -> Millis:
        """One reaction time for a row that needs this many tiles."""
        z = NormalDist().inv_cdf((rng.below(1 << 32) + 0.5) / (1 << 32))
        return round(self.least + self.median * exp(self.spread * z)) + self.tile * tiles


class Dreamer:
    """Level 0: any listed move, late."""

    name = "dreamer"
    reaction = Reaction(10 * MS, 40 * MS, 0.6)

    def choose(self, view: View, legal: Sequence[Move], budget: Budget, rng: Source) -> Answer[Move]:
        return Answer(rng.choose(legal), wait=self.reaction.wait(rng))


class Searcher(ABC):
    """Looks for the best of the rows that it can see."""

    name = "searcher"
    reaction = Reaction(0, MS, 0.0)

    @abstractmethod
    def sees(self, found: Found) -> bool:
        """Whether this eye notices the row."""

    def choose(self, view: View, legal: Sequence[Move], budget: Budget, rng: Source) -> Answer[Move]:
        if view["phase"] == "ready":
            return Answer(Word.FLIP, wait=self.reaction.wait(rng))
        row = most_points(found for found in rows(view, view["you"]) if self.sees(found))
        if row is None:
            return self._without_row(view, rng)
        wait = 0 if view["phase"] == "claim" else self.reaction.wait(rng, len(row.paid))
        claim: Claim = row.claim
        return Answer(claim, float(row.points), detail={"paid": row.paid}, wait=wait)

    def _without_row(self, view: View, rng: Source) -> Answer[Move]:
        """Gives up; a vote already cast is left standing as long as the host allows."""
        if view["phase"] == "claim":
            return Answer(Word.RETRACT, wait=0)
        if view["you"] in view["votes"]:
            return Answer(Word.POSSIBLE, wait=AN_HOUR)
        return Answer(Word.IMPOSSIBLE, wait=SEARCH_IN_VAIN * self.reaction.wait(rng))


class Beginner(Searcher):
    """Level 1: slow, and blind to what the faces of the action tiles can do."""

    name = "beginner"
    reaction = Reaction(5 * MS, 18 * MS, 0.5, 3 * MS)

    def sees(self, found: Found) -> bool:
        claim = found.claim
        return not (claim.exchanges or claim.digit_tiles or claim.duplications)


class QuickEye(Searcher):
    """Level 2: sees every row, and quickly."""

    name = "quick eye"
    reaction = Reaction(1 * MS, 4 * MS, 0.4, MS * 4 // 5)

    def sees(self, found: Found) -> bool:
        return True
