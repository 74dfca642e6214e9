"""Played like which level: what a seat's decisions cost, beside those of every level, measured by self-play.

The players of a game ship a table (`Skill.losses`) that `ludoteka levels` makes: for each level, how many
decisions cost how much, in classes by the reference's own thresholds. A seat is most like the level under
which its decisions are likeliest; the range holds nine tenths of the likelihood.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import exp, log, sqrt
from pathlib import Path
from typing import Any

from ludoteka.core.game import Json
from ludoteka.core.player import AnyReference

FEWEST = 10  # decisions; with fewer nobody can tell
EACH_SIDE = 0.05  # of the likelihood, below and above the range
SHARES = (0.25, 1.0)  # of the first threshold, below which a loss is hardly one
NOTHING = 1e-9  # a loss that rounding made
UNSEEN = 0.5  # added to every count: what was never seen is not impossible
TRUST = 1.96  # standard errors: 95 %


@dataclass(frozen=True, slots=True)
class LikeLevel:
    """Most like this level, and the range it lies in."""

    estimate: int
    low: int
    high: int


@dataclass(slots=True)
class Losses:
    """What the decisions of one level cost."""

    level: int
    counts: list[int]  # decisions by class
    seats: list[tuple[int, float]] = field(
        default_factory=list
    )  # decisions and loss, one seat of a match each

    def add(self, losses: Sequence[float], thresholds: Sequence[float]) -> None:
        """The decisions of one more seat."""
        for loss in losses:
            self.counts[class_of(loss, thresholds)] += 1
        self.seats.append((len(losses), round(sum(losses), 6)))

    @property
    def mean(self) -> float:
        """What a decision costs."""
        return sum(loss for _, loss in self.seats) / max(1, sum(number for number, _ in self.seats))

    @property
    def error(self) -> float:
        """Of the mean, 95 %: seats differ, decisions of one seat belong together."""
        count, number = len(self.seats), sum(number for number, _ in self.seats)
        if count < 2 or number == 0:
            return 0.0
        apart = sum((loss - self.mean * own) ** 2 for own, loss in self.seats)
        return TRUST * sqrt(apart * count / (count - 1)) / number

    def likelihood(self, classes: Iterable[int]) -> float:
        """The logarithm of how likely such decisions are at this level."""
        total = sum(self.counts) + UNSEEN * len(self.counts)
        return sum(log((self.counts[one] + UNSEEN) / total) for one in classes)


def class_of(loss: float, thresholds: Sequence[float]) -> int:
    """How much a decision cost: 0 nothing, then by parts of the thresholds and beyond them."""
    edges = (NOTHING, *(share * thresholds[0] for share in SHARES), *thresholds[1:], 2.0 * thresholds[-1])
    return sum(loss >= edge for edge in edges)


CLASSES = 4 + len(SHARES) + 1  # what `class_of` can say


@dataclass(slots=True)
class Ladder:
    """What decisions of every level cost, in matches with the same options."""

    reference: str
    unit: str
    options: Mapping[str, Any] = field(default_factory=dict)
    levels: dict[int, Losses] = field(default_factory=dict)

    def of(self, level: int) -> Losses:
        """One level, empty at first."""
        return self.levels.setdefault(level, Losses(level, [0] * CLASSES))

    def like(self, losses: Sequence[float], thresholds: Sequence[float]) -> LikeLevel | None:
        """Which level made decisions like these; None: too few to tell."""
        if len(losses) < FEWEST or not self.levels:
            return None
        classes = [class_of(loss, thresholds) for loss in losses]
        found = {level: one.likelihood(classes) for level, one in sorted(self.levels.items())}
        return _range(found)

    def json(self) -> Json:
        """As it is shipped; means with their errors are there for people who read it."""
        return {
            "reference": self.reference,
            "unit": self.unit,
            "options": dict(self.options),
            "levels": [
                {
                    "level": one.level,
                    "loss": round(one.mean, 5),
                    "error": round(one.error, 5),
                    "counts": one.counts,
                    "seats": [list(seat) for seat in one.seats],
                }
                for _, one in sorted(self.levels.items())
            ],
        }


def _range(likelihoods: Mapping[int, float]) -> LikeLevel:
    top = max(likelihoods.values())
    weights = {level: exp(value - top) for level, value in likelihoods.items()}
    whole, below = sum(weights.values()), 0.0
    within = []
    for level, weight in weights.items():
        if below + weight > EACH_SIDE * whole and below < (1.0 - EACH_SIDE) * whole:
            within.append(level)
        below += weight
    best = max(weights, key=lambda level: weights[level])
    return LikeLevel(best, min(best, *within), max(best, *within))


def identity_of(reference: AnyReference) -> str:
    """Who judges: a table of another reference says nothing."""
    return f"{reference.name} {reference.version}"


@lru_cache(maxsize=16)
def read(path: Path) -> Ladder:
    """The table in a file."""
    told = json.loads(path.read_text(encoding="utf-8"))
    ladder = Ladder(told["reference"], told["unit"], told["options"])
    for one in told["levels"]:
        seats = [(number, loss) for number, loss in one["seats"]]
        ladder.levels[one["level"]] = Losses(one["level"], list(one["counts"]), seats)
    return ladder
