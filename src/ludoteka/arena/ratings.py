"""Ratings of a round robin: the Elo scale by maximum likelihood (Bradley and Terry), with 95 % intervals.

400 points mean odds of ten to one. The mean of all ratings is 0. The intervals come from the bouts themselves
(the sandwich estimator), since two matches with the same draws are not two observations.
"""

from collections.abc import Sequence
from math import log

import numpy as np
from numpy.typing import NDArray

from ludoteka.arena.contest import PlayedBout
from ludoteka.arena.figures import Estimate, Z

ELO = 400 / log(10)
STEPS = 100
PRIOR = 0.5  # of a win, given to both sides of each pairing: nobody is infinitely strong

ROUNDING = 1e-9  # of the largest curvature

Floats = NDArray[np.float64]


def ratings(played: Sequence[PlayedBout], contestants: int) -> list[Estimate]:
    """A rating for each contestant; all 0 where nothing was played."""
    observed = [
        (one.bout.pairing[0], one.bout.pairing[1], _wins(one), len(one.finished))
        for one in played
        if len(one.bout.pairing) == 2 and one.finished and one.bout.pairing[0] != one.bout.pairing[1]
    ]
    virtual = [(i, j, PRIOR, 2 * PRIOR) for i, j in sorted({(i, j) for i, j, _, _ in observed})]
    results = [*observed, *virtual]
    strengths, curvature = _fit(results, contestants)
    inverse = _inverse(curvature)
    spread = np.zeros_like(curvature)
    for i, j, wins, matches in results:
        slope = wins - matches * _chance(strengths[i] - strengths[j])
        spread[i, i] += slope**2
        spread[j, j] += slope**2
        spread[i, j] -= slope**2
        spread[j, i] -= slope**2
    errors = Z * np.sqrt(np.maximum(np.diag(inverse @ spread @ inverse), 0.0))
    found = zip(ELO * strengths, ELO * errors, strict=True)
    return [Estimate(float(at), float(at - by), float(at + by)) for at, by in found]


def _fit(observed: Sequence[tuple[int, int, float, float]], contestants: int) -> tuple[Floats, Floats]:
    """Newton's method: strengths as natural logarithms of odds, and the curvature there."""
    strengths = np.zeros(contestants)
    curvature = np.zeros((contestants, contestants))
    for _ in range(STEPS):
        slope = np.zeros(contestants)
        curvature[:] = 0.0
        for i, j, wins, matches in observed:
            chance = _chance(strengths[i] - strengths[j])
            slope[[i, j]] += np.array([1, -1]) * (wins - matches * chance)
            weight = matches * chance * (1 - chance)
            curvature[[i, j], [i, j]] += weight
            curvature[[i, j], [j, i]] -= weight
        step = _inverse(curvature) @ slope
        strengths += np.clip(step, -1.0, 1.0)
        if float(np.abs(step).max(initial=0.0)) < 1e-9:
            break
    return strengths - strengths.mean(), curvature


def _inverse(curvature: Floats) -> Floats:
    """Of all but the one direction that says nothing: everybody stronger alike. Rounding hides its zero."""
    return np.linalg.pinv(curvature, rcond=ROUNDING, hermitian=True).astype(np.float64)


def _chance(difference: float) -> float:
    return float(1 / (1 + np.exp(-difference)))


def _wins(one: PlayedBout) -> float:
    return sum(match.share(one.bout.pairing[0]) for match in one.finished)
