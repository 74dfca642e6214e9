"""Intervals and ratings against what is known about them."""

from math import log10
from random import Random

import pytest

from ludoteka.arena.contest import Bout, Finished, PlayedBout
from ludoteka.arena.figures import mean, rate
from ludoteka.arena.ratings import ratings
from ludoteka.arena.sequential import Test


def pair(first: int, second: int, wins: tuple[bool, bool], index: int = 0) -> PlayedBout:
    """Two matches, won or not by the first."""
    ranks = [(1, 2) if won else (2, 1) for won in wins]
    one = Finished((first, second), (0, 0), ranks[0], "", 1)
    other = Finished((second, first), (0, 0), ranks[1][::-1], "", 1)
    return PlayedBout(Bout((first, second), index), (one, other), {})


def tossed(first: int, second: int, chance: float, number: int, rng: Random) -> list[PlayedBout]:
    wins = [(rng.random() < chance, rng.random() < chance) for _ in range(number)]
    return [pair(first, second, both, index) for index, both in enumerate(wins)]


def test_an_interval_holds_the_truth_about_19_times_in_20() -> None:
    rng = Random(1)
    held = 0
    for _ in range(400):
        found = rate([float(rng.random() < 0.7) for _ in range(50)])
        assert found.low is not None and found.high is not None  # noqa: PT018
        held += found.low <= 0.7 <= found.high
    assert 0.92 <= held / 400 <= 0.99


def test_ten_of_ten_is_no_certainty() -> None:
    found = rate([1.0] * 10)
    assert found.mean == 1.0
    assert found.low == pytest.approx(0.65, abs=0.06)
    assert found.high == 1.0


def test_a_mean_of_few_has_students_interval() -> None:
    found = mean([1.0, 2.0, 3.0, 4.0, 5.0])
    assert found.mean == 3.0
    assert found.high == pytest.approx(3 + 2.776 * (2.5 / 5) ** 0.5, abs=0.12)
    assert mean([4.0]).low is None


def test_a_pair_is_one_observation() -> None:
    """Pairs that are split one all say exactly 50 %; as single matches they would say little."""
    split = [pair(0, 1, (True, False), index) for index in range(100)]
    estimate = ratings(split, 2)[0]
    assert estimate.low is not None
    assert estimate.mean == pytest.approx(0.0, abs=0.1)
    assert estimate.low > -10


def test_ratings_find_the_odds_again() -> None:
    rng = Random(2)
    played = tossed(0, 1, 0.36, 400, rng) + tossed(1, 2, 0.36, 400, rng) + tossed(0, 2, 0.24, 400, rng)
    found = ratings(played, 3)
    for one, truth in zip(found, (-100.0, 0.0, 100.0), strict=True):
        assert one.low is not None and one.high is not None  # noqa: PT018
        assert one.low - 15 < truth < one.high + 15
        assert one.high - one.low < 60
    assert 400 * log10(0.64 / 0.36) == pytest.approx(100, abs=1)


@pytest.mark.parametrize("seed", range(6))
def test_intervals_of_ratings_do_not_explode_where_some_met_seldom(seed: int) -> None:
    """Rounding leaves no exact zero in the direction that says nothing."""
    rng = Random(seed)
    played = tossed(0, 1, 0.17, 1000, rng) + tossed(1, 2, 0.39, 867, rng) + tossed(2, 3, 0.1, 32, rng)
    for one in ratings(played, 4):
        assert one.low is not None and one.high is not None  # noqa: PT018
        assert 40 < one.high - one.low < 400


def test_a_test_is_seldom_wrong() -> None:
    rng, test = Random(3), Test(0.5, 0.6)
    answers = []
    for _ in range(40):
        played: list[PlayedBout] = []
        while len(played) < 2000 and not test.is_decided(played):
            played += tossed(0, 1, 0.6, 8, rng)
        answers.append(test.answer(played))
    assert answers.count(0.6) >= 36
