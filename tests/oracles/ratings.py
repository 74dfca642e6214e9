"""Ratings by the plainest reading of the Glicko-2 paper: bisection for the volatility, one dictionary."""

from collections.abc import Sequence
from math import exp, log, pi, sqrt
from typing import TypeAlias

DAY = 86_400_000
Seat: TypeAlias = tuple[str | None, int, float | None]  # who (None: a bot of that rating, deviation 40), rank
Match: TypeAlias = tuple[int, str, Sequence[Seat]]


def naive_ratings(matches: Sequence[Match]) -> dict[str, tuple[float, float]]:
    """Rating and deviation of everybody after all matches."""
    known: dict[str, tuple[float, float, float, int]] = {}
    for at, _, seats in sorted(matches, key=lambda one: one[:2]):
        now = {}
        for who, _, bot in seats:
            now[who] = (bot or 1500, 40.0, 0.06) if who is None else _seen(known.get(who), at)
        for who, rank, _ in seats:
            if who is not None:
                met = [(now[other], _score(rank, his)) for other, his, _ in seats if other != who]
                known[who] = (*_glicko(now[who], met), at)
    return {who: (rating, deviation) for who, (rating, deviation, _, _) in known.items()}


def _score(mine: int, his: int) -> float:
    return 1.0 if mine < his else 0.0 if mine > his else 0.5


def _seen(form: tuple[float, float, float, int] | None, at: int) -> tuple[float, float, float]:
    if form is None:
        return 1500.0, 350.0, 0.06
    rating, deviation, volatility, last = form
    grown = sqrt(deviation**2 + (at - last) / (5 * DAY) * (volatility * 173.7178) ** 2)
    return rating, min(350.0, grown), volatility


def _glicko(
    mine: tuple[float, float, float], met: Sequence[tuple[tuple[float, float, float], float]]
) -> tuple[float, float, float]:
    mu, phi, sigma = (mine[0] - 1500) / 173.7178, mine[1] / 173.7178, mine[2]
    gs = [1 / sqrt(1 + 3 * (his[1] / 173.7178 / pi) ** 2) for his, _ in met]
    es = [1 / (1 + exp(-g * (mu - (his[0] - 1500) / 173.7178))) for g, (his, _) in zip(gs, met, strict=True)]
    v = 1 / sum(g * g * e * (1 - e) for g, e in zip(gs, es, strict=True))
    gain = sum(g * (score - e) for g, e, (_, score) in zip(gs, es, met, strict=True))

    def f(x: float) -> float:
        d = phi**2 + v + exp(x)
        return exp(x) * ((v * gain) ** 2 - d) / (2 * d * d) - (x - log(sigma**2)) / 0.25

    low, high = log(sigma**2) - 20, log(sigma**2) + 20  # f falls
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) > 0 else (low, middle)
    sigma = exp(low / 2)
    phi = 1 / sqrt(1 / (phi**2 + sigma**2) + 1 / v)
    return 1500 + 173.7178 * (mu + phi**2 * gain), max(45.0, min(350.0, 173.7178 * phi)), sigma
