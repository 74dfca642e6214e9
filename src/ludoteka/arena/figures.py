"""What results mean: win rates, points and their 95 % intervals, computed over bouts.

The matches of a bout share their draws, so a bout, not a match, is one observation.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from ludoteka.arena.contest import Effort, PlayedBout

Z = 1.959964  # 95 % of a normal distribution


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean and its 95 % confidence interval; None where there is too little to say."""

    mean: float
    low: float | None = None
    high: float | None = None

    def json(self, digits: int = 4) -> dict[str, float | None]:
        """For programs."""
        return {
            "mean": round(self.mean, digits),
            "low": None if self.low is None else round(self.low, digits),
            "high": None if self.high is None else round(self.high, digits),
        }


def shares(played: Sequence[PlayedBout], contestant: int) -> list[float]:
    """A contestant's share of the wins in each bout that it took part in."""
    there = [one for one in played if contestant in one.bout.pairing and one.finished]
    return [sum(match.share(contestant) for match in one.finished) / len(one.finished) for one in there]


def points(played: Sequence[PlayedBout], contestant: int) -> list[float]:
    """The mean score of a contestant in each bout."""
    there = [one for one in played if contestant in one.bout.pairing and one.finished]
    return [sum(match.points(contestant) for match in one.finished) / len(one.finished) for one in there]


def variance(values: Sequence[float]) -> float:
    """Of a sample."""
    mean = sum(values) / len(values)
    return sum((value - mean) ** 2 for value in values) / (len(values) - 1)


def rate(values: Sequence[float]) -> Estimate:
    """A win rate. Two wins and two losses are added (Agresti and Coull): 10 of 10 is not certainty."""
    if not values:
        return Estimate(0.0)
    more = [*values, 0.0, 0.0, 1.0, 1.0]
    middle = sum(more) / len(more)
    half = Z * sqrt(variance(more) / len(more))
    return Estimate(sum(values) / len(values), max(0.0, middle - half), min(1.0, middle + half))


def mean(values: Sequence[float]) -> Estimate:
    """A mean with Student's interval."""
    if not values:
        return Estimate(0.0)
    middle = sum(values) / len(values)
    if len(values) < 2:
        return Estimate(middle)
    half = _student(len(values) - 1) * sqrt(variance(values) / len(values))
    return Estimate(middle, middle - half, middle + half)


def _student(freedom: int) -> float:
    """The 97.5 % quantile of Student's t, by the first terms of its series."""
    first = (Z**3 + Z) / 4
    second = (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96
    return Z + first / freedom + second / freedom**2


def standing(played: Sequence[PlayedBout], contestant: int, name: str) -> dict[str, Any]:
    """How one contestant did against all that it met."""
    own = [one for one in played if contestant in one.bout.pairing]
    matches = [match for one in own for match in one.finished]
    effort = sum((one.efforts.get(contestant, Effort()) for one in own), Effort())
    wins = sum(match.share(contestant) for match in matches)
    score = sum(match.points(contestant) for match in matches) / max(1, len(matches))
    return {
        "player": name,
        "matches": len(matches),
        "wins": round(wins, 3),
        "win_rate": rate(shares(own, contestant)).json(),
        "mean_score": round(score, 3),
        "score": mean(points(own, contestant)).json(),
        "ms_per_move": round(1000 * effort.seconds / max(1, effort.moves), 3),
    }


def meeting(played: Sequence[PlayedBout], first: int, second: int) -> dict[str, Any]:
    """How the first of two did against the second."""
    own = [one for one in played if one.bout.pairing == (first, second)]
    margins = [a - b for a, b in zip(points(own, first), points(own, second), strict=True)]
    return {
        "players": [first, second],
        "bouts": len(own),
        "matches": sum(len(one.finished) for one in own),
        "win_rate": rate(shares(own, first)).json(),
        "margin": mean(margins).json(),
    }
