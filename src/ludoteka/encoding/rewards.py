"""What the end of a match is worth to learners."""

from ludoteka.core.game import Result, Seat


def reward_of(result: Result, seat: Seat) -> float:
    """The share of others that a seat is ahead of, minus the share it is behind; alone, its points."""
    ranks = result.ranks
    if len(ranks) == 1:
        return float(result.scores[0])
    own = ranks[seat]
    return (sum(rank > own for rank in ranks) - sum(rank < own for rank in ranks)) / (len(ranks) - 1)


def rewards_of(result: Result) -> list[float]:
    """The same for all seats; among several they add up to 0."""
    return [reward_of(result, seat) for seat in range(len(result.ranks))]
