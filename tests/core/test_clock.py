"""Time controls are values: what a seat has left follows from the log alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.toys import get

from ludoteka.core import clock as clocks
from ludoteka.core.clock import Bank, Clock, PerTurn
from ludoteka.core.game import Left, Played
from ludoteka.core.match import Match, new, settle

BOTH = frozenset({0, 1})
ZERO, ONE = frozenset({0}), frozenset({1})


def test_a_budget_is_charged_while_it_runs_and_topped_up_by_a_move() -> None:
    clock = Clock.start(Bank(10_000, 500), 2).then(0, ZERO)
    assert clock.at(0, 4000) == 6000
    assert clock.at(1, 4000) == 10_000
    after = clock.then(4000, ONE, moved=0)
    assert after.left == (6500, 10_000)
    assert after.flag == (14_000, 1)


def test_time_never_falls_below_nothing() -> None:
    clock = Clock.start(Bank(1000), 2).then(0, ZERO)
    assert clock.at(0, 99_999) == 0


def test_per_turn_time_is_fresh_for_every_turn() -> None:
    clock = Clock.start(PerTurn(5000), 2).then(0, ZERO)
    clock = clock.then(4000, ONE, moved=0)
    assert clock.left == (5000, 5000)
    clock = clock.then(6000, ZERO, moved=1)
    assert clock.flag == (11_000, 0)


def test_who_goes_on_waiting_gets_no_fresh_time() -> None:
    clock = Clock.start(PerTurn(5000), 2).then(0, BOTH)
    clock = clock.then(3000, ONE, moved=0)  # seat 0 answered, seat 1 is still awaited
    assert clock.at(1, 3000) == 2000
    assert clock.flag == (5000, 1)


def test_days_are_a_time_for_each_turn() -> None:
    assert clocks.correspondence(3) == PerTurn(3 * 24 * 3600 * 1000)


def test_no_flag_without_a_running_seat() -> None:
    assert Clock.start(PerTurn(5000), 2).flag is None


def test_the_clock_of_a_match_follows_its_log() -> None:
    game = get("nim")
    match = new(game, 2)
    for at, seat in ((3000, 0), (4000, 1), (9000, 0)):
        match = match.then(Played(seat, next(iter(game.legal(match.state, seat))), at))
    clock = clocks.of(match, Bank(60_000, 1000))
    assert clock.left == (60_000 - 3000 + 1000 - 5000 + 1000, 60_000 - 1000 + 1000)
    assert clock.running == ONE


def test_a_seat_that_left_runs_no_longer() -> None:
    match: Match[object, object] = new(get("nim"), 3).then(Left(0, 2000))
    assert 0 not in clocks.of(match, Bank(60_000)).running


def test_a_race_or_a_limit_of_the_game_has_no_second_clock() -> None:
    match = settle(new(get("race"), 2), bytes(32))
    assert clocks.of(match, PerTurn(5000)).flag is None


@given(st.lists(st.tuples(st.integers(0, 5000), st.booleans()), max_size=30), st.integers(0, 900))
def test_no_time_is_made_or_lost(turns: list[tuple[int, bool]], increment: int) -> None:
    """What is left and what was used add up to the budget and the increments."""
    clock = Clock.start(Bank(10**9, increment), 2).then(0, ZERO)
    now, used, moves = 0, [0, 0], [0, 0]
    for passed, _ in turns:
        (seat,) = clock.running
        now += passed
        used[seat] += passed
        moves[seat] += 1
        clock = clock.then(now, BOTH - clock.running, moved=seat)
    for seat in (0, 1):
        assert clock.at(seat, now) == 10**9 - used[seat] + increment * moves[seat]


@pytest.mark.parametrize("seat", [0, 1])
def test_time_that_runs_back_charges_nothing(seat: int) -> None:
    clock = Clock.start(Bank(1000), 2).then(500, BOTH)
    assert clock.at(seat, 400) == 1000
    assert clock.then(400, BOTH).since == 500
