"""`Match.then`: the checks that no game repeats, in their order."""

from dataclasses import replace
from typing import Any

import pytest
from tests.toys import duel, nim, pig, race, rummage

from ludoteka.core import match as matches
from ludoteka.core.chance import seed_from
from ludoteka.core.game import Draw, Drawn, Left, Over, Played, Ticked, Turn
from ludoteka.core.match import Match, load, new, settle
from ludoteka.core.refusals import BadRequest, IllegalMove

SEED = seed_from("match")


def _race() -> Match[Any, Any]:
    """A race with 7 open until 10,000 ms."""
    return new(race.GAME, 3).then(Drawn("7"))


def test_a_match_is_a_value() -> None:
    start = new(nim.GAME, 2)
    first, second = start.then(Played(0, 1)), start.then(Played(0, 2))
    assert (start.ply, start.state.stones) == (0, 12)
    assert (first.state.stones, second.state.stones) == (11, 10)
    assert first.events == (Played(0, 1),)
    assert [m.ply for m in second] == [0, 1]
    assert first != second
    assert first == new(nim.GAME, 2).then(Played(0, 1))
    assert hash(first) == hash(new(nim.GAME, 2).then(Played(0, 1)))


def test_nothing_happens_after_the_end() -> None:
    over = new(nim.GAME, 2, {"stones": 1}).then(Played(0, 1))
    assert isinstance(over.awaiting, Over)
    for event in (Played(1, 1), Drawn("x"), Left(0)):
        with pytest.raises(BadRequest):
            over.then(event)
    assert over.then(Ticked(10**9)) is over


def test_another_kind_of_event_is_refused() -> None:
    rolled = new(pig.GAME, 2)
    with pytest.raises(BadRequest, match="draw is awaited"):
        rolled.then(Played(0, "pass"))
    with pytest.raises(BadRequest, match="turn is awaited"):
        rolled.then(Left(0))
    with pytest.raises(BadRequest, match="No draw"):
        new(nim.GAME, 2).then(Drawn((1, 2)))


def test_only_awaited_seats_act() -> None:
    with pytest.raises(BadRequest, match="seat 1, but of seat 0"):
        new(nim.GAME, 2).then(Played(1, 1))
    match = new(duel.GAME, 3).then(Played(1, 4))
    assert isinstance(match.awaiting, Turn)
    assert match.awaiting.seats == {0, 2}
    with pytest.raises(BadRequest, match="seats 0, 2"):
        match.then(Played(1, 4))


def test_time_runs_forward() -> None:
    match = new(nim.GAME, 2).then(Played(0, 1, at=500))
    with pytest.raises(BadRequest, match="499 ms is before 500 ms"):
        match.then(Played(1, 1, at=499))
    with pytest.raises(BadRequest):
        match.then(Left(1, at=499))
    with pytest.raises(BadRequest):
        match.then(Ticked(499))
    assert match.then(Played(1, 1, at=500)).now == 500


def test_limits_are_half_open() -> None:
    match = _race()
    assert match.then(Played(1, 14, at=9_999)).state.scores == (0, 1, 0)
    with pytest.raises(IllegalMove) as refused:
        match.then(Played(1, 14, at=10_000))
    assert refused.value.rule == "RAC-4"
    assert match.then(Ticked(9_999)) is match
    expired = match.then(Ticked(10_000))
    assert (expired.ply, expired.state.rounds, expired.now) == (2, 2, 10_000)
    assert match.then(Left(0, at=20_000)).state.left == (0,)


def test_the_order_of_the_checks() -> None:
    """First what makes the request wrong, then lateness, then the game's own rules."""
    match = _race().then(Ticked(12_000)).then(Drawn("7"))
    with pytest.raises(BadRequest):
        match.then(Played(7, 14, at=99_999))  # no such seat, and late
    with pytest.raises(BadRequest):
        match.then(Played(0, 14, at=1))
    with pytest.raises(IllegalMove) as refused:
        match.then(Played(0, 15, at=99_999))  # late, and not a multiple
    assert refused.value.rule == "RAC-4"
    with pytest.raises(IllegalMove) as refused:
        match.then(Played(0, 15, at=12_000))
    assert refused.value.rule == "RAC-3"


def test_chance_takes_no_time_and_cannot_do_everything() -> None:
    match = new(race.GAME, 2).then(Drawn("7")).then(Ticked(11_000))
    assert match.then(Drawn("13", at=99_000)).now == 11_000
    with pytest.raises(IllegalMove) as refused:
        match.then(Drawn("8"))
    assert refused.value.rule == "RAC-2"


def test_a_refusal_changes_nothing() -> None:
    match = new(rummage.GAME, 2)
    before = match.state
    with pytest.raises(IllegalMove):
        match.then(Drawn((("9", "9", "9"), ("1", "1", "1"))))
    assert match.state is before
    assert match.ply == 0


def test_settle_samples_and_plays_forced_moves() -> None:
    match = settle(new(pig.GAME, 2), SEED)
    while not isinstance(match.awaiting, Over):
        assert isinstance(match.awaiting, Turn)
        assert match.awaiting.forced is None
        (seat,) = match.awaiting.seats
        match = settle(match.then(Played(seat, "first", match.now)), SEED)
    assert any(isinstance(event, Played) and event.move == "pass" for event in match.events)
    again = settle(new(pig.GAME, 2), SEED)
    for event in match.events:
        if isinstance(event, Played) and event.move != "pass":
            again = settle(again.then(event), SEED)
    assert again == match


def test_only_draws_are_sampled() -> None:
    with pytest.raises(BadRequest):
        matches.sample(new(nim.GAME, 2), SEED)


@pytest.mark.parametrize("seats", [1, 5, "2", True, None, 2.0])
def test_wrong_numbers_of_seats(seats: Any) -> None:
    with pytest.raises(BadRequest) as refused:
        new(nim.GAME, seats)
    assert refused.value.rule == "NIM-0"


@pytest.mark.parametrize("options", [{"stones": 0}, {"stones": "12"}, {"stones": True}, {"heap": 3}, [], "x"])
def test_wrong_options(options: Any) -> None:
    with pytest.raises(BadRequest):
        new(nim.GAME, 2, options)


def test_leaving_with_two_seats_ends_the_match() -> None:
    match = new(nim.GAME, 2).then(Left(1))
    assert isinstance(match.awaiting, Over)
    assert match.awaiting.result.ranks == (1, 2)
    assert match.awaiting.result.rule == "left"


def test_leaving_with_more_seats_goes_on() -> None:
    match = new(nim.GAME, 4, {"stones": 3}).then(Left(0)).then(Left(2))
    assert isinstance(match.awaiting, Turn)
    assert match.awaiting.seats == {1}
    with pytest.raises(BadRequest, match="left already"):
        match.then(Left(2))
    with pytest.raises(BadRequest, match="no seat 9"):
        match.then(Left(9))
    over = match.then(Played(1, 1)).then(Played(3, 2))
    assert isinstance(over.awaiting, Over)
    assert over.awaiting.result.ranks == (4, 2, 3, 1)  # seat 0 left first, so it is last


def test_leaving_gives_hidden_tiles_back() -> None:
    match = settle(new(rummage.GAME, 3), SEED)
    rack, bag = match.state.racks[0], match.state.bag
    after = match.then(Left(0))
    assert after.state.racks[0] == ""
    assert sorted(after.state.bag) == sorted(bag + rack)


def test_leaving_takes_a_secret_move_back() -> None:
    match = new(duel.GAME, 3).then(Played(0, 5)).then(Played(1, 3)).then(Left(0))
    assert match.state.named == (0, 3, 0)
    assert match.then(Played(2, 1)).state.scores == (0, 1, 0)


def test_a_loaded_match_begins_at_the_time_of_its_position() -> None:
    match = load(race.GAME, "rounds=2 seconds=10 scores=0,1 open=7 now=5000 until=15000 left=-")
    assert (match.ply, match.now, match.opening.seats) == (0, 5000, 2)
    with pytest.raises(BadRequest):
        match.then(Played(0, 7, at=4999))


def test_a_draw_waits_where_nobody_samples() -> None:
    assert isinstance(new(rummage.GAME, 4).awaiting, Draw)


def test_long_matches_are_freed_without_recursion() -> None:
    match = new(race.GAME, 1, {"rounds": 1})
    for _ in range(50_000):
        match = Match(match.game, match.opening, match.state, match.awaiting, 0, match.ply + 1, None, match)
    del match


def test_repr_tells_no_secret() -> None:
    match = settle(new(rummage.GAME, 2), SEED)
    assert all(rack not in repr(match) for rack in match.state.racks)


def test_a_seat_that_is_not_awaited_has_no_legal_moves() -> None:
    match = new(nim.GAME, 2, {"stones": 1})
    assert match.legal() == match.legal(0) == [1]
    assert match.legal(1) == []
    over = match.play("take 1")
    assert over.legal() == over.legal(0) == over.legal(1) == []


def test_a_match_hides_only_where_somebody_sees_more() -> None:
    assert not matches.hides(new(nim.GAME, 2))
    assert matches.hides(new(duel.GAME, 2))  # both choose in secret
    dealt = settle(new(rummage.GAME, 2), seed_from("racks"))
    assert matches.hides(dealt)


class Face(rummage.Rummage):
    """Says that it has secrets, and keeps none just now."""

    def view(self, state: rummage.State, seat: int | None) -> dict[str, Any]:
        return super().view(state, None)


def test_a_single_seat_that_acts_in_the_open_hides_nothing() -> None:
    assert not matches.hides(settle(new(Face(), 2), seed_from("racks")))


def test_a_race_in_the_open_hides_nothing_though_several_may_act() -> None:
    info = replace(race.GAME.info, traits=race.GAME.info.traits | {"hidden"})
    game: Any = type("Hidden", (race.Race,), {"info": info, "view": lambda self, state, seat: {}})()
    assert not matches.hides(new(game, 3).then(Drawn("7")))


def test_where_several_may_act_the_first_of_them_does() -> None:
    match = _race()
    assert match.seat == 0
    assert match.play("7").state.scores == (1, 0, 0)
    assert match.play("7", 2).state.scores == (0, 0, 1)
    assert match.play("7", at=500).now == 500
    assert match.leave(1, at=600).now == 600


def test_where_nobody_is_to_act_nobody_need_be_named() -> None:
    over = new(nim.GAME, 2, {"stones": 1}).play("take 1")
    for match in (over, new(pig.GAME, 2)):
        with pytest.raises(BadRequest, match="Nobody is to act now"):
            match.play("take 1")
        with pytest.raises(BadRequest, match="Nobody is to act now"):
            match.leave()


def test_a_draw_brings_what_is_said_or_what_the_seed_gives() -> None:
    match = new(pig.GAME, 2)
    assert match.draw((3, 5)).state.dice == (3, 5)
    with pytest.raises(BadRequest, match="Without a seed"):
        match.draw()
    seeded = replace(match, seed=SEED)
    assert seeded.draw().state == settle(match, SEED).state
    assert seeded.draw((3, 5)).state.dice == (3, 5)
