"""What an eye notices on the board, and when: every player of Kakuro sees through one.

The complete solver knows all rows; an eye finds some of them, each in its own time. It looks several times.
In each look it notices a row with a chance that is the product of `notice` and of one factor for each thing
that makes the row hard: a square beyond the second, a column instead of a line, a tile and what the tile
does. A row that is noticed in look i is seen after

    least + (i - 1) * look + effort * exp(spread * z)   milliseconds, z from the normal distribution,

a shifted log-normal time, as human reaction times are. The effort is a sum: `pace`, and some time for each of
the same things. So short rows are seen sooner, and rows that need tiles later. A factor of 0 is blindness.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import exp, floor, log
from statistics import NormalDist

from ludoteka.core.chance import Source
from ludoteka.core.game import Millis
from ludoteka.games.kakuro.fast.kernels import DIGIT_TILES, DUPLICATIONS, EXCHANGES, SUM_SQUARES
from ludoteka.games.kakuro.fast.solver import Found
from ludoteka.games.kakuro.types import DOWN

FINE = 1 << 32
SHORTEST = 2  # squares of the easiest row


@dataclass(frozen=True, slots=True)
class Hardship:
    """What one thing that makes a row hard does: its part of the effort, and the factor of the chance."""

    ms: Millis = 0
    factor: float = 1.0


@dataclass(frozen=True, slots=True)
class Eye:
    """How fast an eye is, how often it looks, what it overlooks."""

    least: Millis  # nothing is seen sooner
    pace: Millis  # the effort for the easiest row: two squares across, no tile
    spread: float
    looks: int
    look: Millis  # how long a look takes; after the last one it gives up
    notice: float  # the chance of the easiest row in a look
    square: Hardship = field(default_factory=Hardship)  # for each square beyond the second
    down: Hardship = field(default_factory=Hardship)
    sum_square: Hardship = field(default_factory=Hardship)  # for each tile of the kind
    duplication: Hardship = field(default_factory=Hardship)
    digit_tile: Hardship = field(default_factory=Hardship)
    exchange: Hardship = field(default_factory=Hardship)

    @property
    def in_vain(self) -> Millis:
        """How long it searches before it gives up."""
        return self.least + self.looks * self.look

    def _hardships(self, found: Found) -> Iterator[tuple[Hardship, int]]:
        """What makes a row hard, each with how often."""
        plan = found.plan
        yield self.square, found.row.length - SHORTEST
        yield self.down, int(found.row.direction == DOWN)
        yield self.sum_square, plan[SUM_SQUARES]
        yield self.duplication, plan[DUPLICATIONS]
        yield self.digit_tile, plan[DIGIT_TILES]
        yield self.exchange, plan[EXCHANGES]

    def chance(self, found: Found) -> float:
        """The chance to notice a row in one look."""
        chance = self.notice
        for hardship, times in self._hardships(found):
            if times:
                chance *= hardship.factor**times
        return chance

    def effort(self, found: Found) -> Millis:
        """The middle of the times that a row takes within a look."""
        return self.pace + sum(hardship.ms * times for hardship, times in self._hardships(found))

    def react(self, rng: Source) -> Millis:
        """A time for something that needs no search."""
        return round(self.least + self.pace * self._luck(rng))

    def _luck(self, rng: Source) -> float:
        return exp(self.spread * NormalDist().inv_cdf((rng.below(FINE) + 0.5) / FINE))

    def notices(self, rows: Sequence[Found], rng: Source, looks: int | None = None) -> list["Noticed"]:
        """The rows that are seen before the eye gives up, after so many looks, soonest first."""
        seen: list[Noticed] = []
        for found in rows:
            look = _first_success(self.chance(found), rng)
            if look is not None and look < (looks or self.looks):
                ms = self.least + look * self.look + self.effort(found) * self._luck(rng)
                seen.append(Noticed(round(ms), found))
        return sorted(seen, key=lambda one: one.ms)


def _first_success(chance: float, rng: Source) -> int | None:
    """Which trial succeeds first, counted from 0; None: none ever does."""
    drawn = (rng.below(FINE) + 0.5) / FINE
    if chance <= 0.0:
        return None
    return 0 if chance >= 1.0 else floor(log(drawn) / log(1.0 - chance))


@dataclass(frozen=True, slots=True)
class Noticed:
    """A row, and when the eye has seen it, counted from the moment at which it was asked."""

    ms: Millis
    found: Found
