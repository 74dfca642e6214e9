"""Glicko-2: the paper's example, and what must hold for any results."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteka.ratings.glicko import Outcome, Rating, after, aged, expected

ANYBODY = st.builds(
    Rating,
    st.floats(0, 3500, allow_nan=False),
    st.floats(30, 350, allow_nan=False),
    st.floats(0.02, 0.2, allow_nan=False),
)
OUTCOMES = st.lists(st.builds(Outcome, ANYBODY, st.sampled_from([0.0, 0.5, 1.0])), min_size=1, max_size=8)


def test_the_example_of_the_paper() -> None:
    """A win against 1400, losses against 1550 and 1700."""
    met = [
        Outcome(Rating(1400, 30), 1),
        Outcome(Rating(1550, 100), 0),
        Outcome(Rating(1700, 300), 0),
    ]
    found = after(Rating(1500, 200, 0.06), met, tau=0.5)
    assert found.rating == pytest.approx(1464.06, abs=0.01)
    assert found.deviation == pytest.approx(151.52, abs=0.01)
    assert found.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_period_without_results_only_makes_less_certain() -> None:
    before = Rating(1620, 80, 0.06)
    assert after(before, []) == aged(before, 1)
    assert after(before, []).rating == before.rating
    assert after(before, []).deviation == pytest.approx((80**2 + (0.06 * 173.7178) ** 2) ** 0.5)
    assert aged(before, 0).deviation == pytest.approx(80)
    assert aged(before, 1e9).deviation == 350


def test_what_is_expected() -> None:
    certain = Rating(1500, 0)
    assert expected(certain, certain) == 0.5
    assert expected(Rating(1900, 0), certain) == pytest.approx(10 / 11)
    assert 0.5 < expected(Rating(1900, 0), Rating(1500, 350)) < 10 / 11


@given(ANYBODY, ANYBODY)
def test_both_sides_expect_one_point_together(one: Rating, other: Rating) -> None:
    assert expected(one, other) + expected(other, one) == pytest.approx(1)


@given(ANYBODY, OUTCOMES)
def test_a_better_result_never_rates_lower(one: Rating, outcomes: list[Outcome]) -> None:
    """Whatever else happened, the first match won is worth at least as much as lost."""
    won = after(one, [Outcome(outcomes[0].opponent, 1.0), *outcomes[1:]])
    lost = after(one, [Outcome(outcomes[0].opponent, 0.0), *outcomes[1:]])
    assert won.rating >= lost.rating


@given(ANYBODY, OUTCOMES)
def test_numbers_stay_numbers(one: Rating, outcomes: list[Outcome]) -> None:
    found = after(one, outcomes)
    assert 0 < found.deviation <= 350
    assert 0 < found.volatility < 10
    assert -20_000 < found.rating < 20_000
