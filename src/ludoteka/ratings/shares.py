"""How sure a share is: found of so many, with the interval that holds the truth."""

from math import sqrt
from statistics import NormalDist

TRUST = 0.95


def interval(found: int, number: int) -> tuple[float, float]:
    """Wilson's interval of a share; of nothing, everything."""
    if number == 0:
        return 0.0, 1.0
    z = NormalDist().inv_cdf(0.5 + TRUST / 2)
    share, spread = found / number, z * z / number
    middle = (share + spread / 2) / (1 + spread)
    half = z * sqrt(share * (1 - share) / number + spread / (4 * number)) / (1 + spread)
    return max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half))
