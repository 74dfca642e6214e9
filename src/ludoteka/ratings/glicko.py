"""Glicko-2 (Mark Glickman, "Example of the Glicko-2 system", 2022): a rating, how far it may be off, and how
steady the results are.

Numbers are on the scale that people know: 1500 is where everybody begins, 400 points are odds of ten to one.
Steps are those of the paper; inside them the scale is the paper's smaller one.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import exp, log, pi, sqrt

SCALE = 173.7178
BEGINNING = 1500.0
WIDEST = 350.0  # nothing is known about whoever is off by so much
TAU = 0.5  # how fast the steadiness may change: the paper's example
CLOSE = 1e-6
STEPS = 100


@dataclass(frozen=True, slots=True)
class Rating:
    """A strength with its standard deviation: with 95 % certainty within two of them."""

    rating: float = BEGINNING
    deviation: float = WIDEST
    volatility: float = 0.06

    @property
    def low(self) -> float:
        return self.rating - 2 * self.deviation

    @property
    def high(self) -> float:
        return self.rating + 2 * self.deviation


@dataclass(frozen=True, slots=True)
class Outcome:
    """A result against somebody: 1 for a win, 0.5 for a draw, 0 for a loss."""

    opponent: Rating
    score: float


def expected(one: Rating, other: Rating) -> float:
    """The score that `one` may expect against `other`; both may be off."""
    off = sqrt(one.deviation**2 + other.deviation**2) / SCALE
    return 1 / (1 + exp(-_g(off) * (one.rating - other.rating) / SCALE))


def aged(one: Rating, periods: float) -> Rating:
    """After some time without results less is known (step 6); `periods` may be a fraction."""
    off = sqrt((one.deviation / SCALE) ** 2 + max(0.0, periods) * one.volatility**2)
    return replace(one, deviation=min(WIDEST, off * SCALE))


def after(one: Rating, outcomes: Sequence[Outcome], tau: float = TAU) -> Rating:
    """The rating after a period with these outcomes; without any it only ages."""
    if not outcomes:
        return aged(one, 1)
    mu, phi = (one.rating - BEGINNING) / SCALE, one.deviation / SCALE
    variance, surprise = _evidence(mu, outcomes)
    volatility = _volatility(phi, one.volatility, variance, variance * surprise, tau)
    wide = phi**2 + volatility**2  # step 6
    narrow = 1 / (1 / wide + 1 / variance)  # step 7
    return Rating(BEGINNING + SCALE * (mu + narrow * surprise), min(WIDEST, SCALE * sqrt(narrow)), volatility)


def _g(phi: float) -> float:
    """Results against somebody little known weigh less."""
    return 1 / sqrt(1 + 3 * phi**2 / pi**2)


def _evidence(mu: float, outcomes: Sequence[Outcome]) -> tuple[float, float]:
    """The variance of what the outcomes tell (step 3), and by how much they exceed what was expected."""
    information = surprise = 0.0
    for one in outcomes:
        weight = _g(one.opponent.deviation / SCALE)
        chance = 1 / (1 + exp(-weight * (mu - (one.opponent.rating - BEGINNING) / SCALE)))
        information += weight**2 * chance * (1 - chance)
        surprise += weight * (one.score - chance)
    return 1 / information, surprise


def _volatility(phi: float, sigma: float, variance: float, delta: float, tau: float) -> float:
    """The new volatility (step 5): a root by the Illinois method."""
    a = log(sigma**2)

    def f(x: float) -> float:
        spread = phi**2 + variance + exp(x)
        return exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - a) / tau**2

    low, high = a, _other_side(f, a, phi, variance, delta, tau)
    f_low, f_high = f(low), f(high)
    for _ in range(STEPS):
        if abs(high - low) <= CLOSE:
            break
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return exp(low / 2)


def _other_side(
    f: Callable[[float], float], a: float, phi: float, variance: float, delta: float, tau: float
) -> float:
    """A point beyond the root, seen from `a`."""
    if delta**2 > phi**2 + variance:
        return log(delta**2 - phi**2 - variance)
    steps = 1
    while f(a - steps * tau) < 0:
        steps += 1
    return a - steps * tau
