"""The laws that every game keeps, and those about time, leaving and secrets."""

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from tests.games.kakuro.positions import begin, loaded, random_event, random_match, worked

from ludoteka.core import match as matches
from ludoteka.core.chance import Bag
from ludoteka.core.conformance import check_game, machine
from ludoteka.core.game import Draw, Drawn, Left, Over, Played, Ticked, Turn
from ludoteka.core.refusals import BadNotation, BadRequest, IllegalMove
from ludoteka.games.kakuro.engine import GAME
from ludoteka.games.kakuro.types import Claim, Judged, Word

NOTATION = GAME.notation
MOST_EVENTS = 600


TestMachine = machine(GAME).TestCase
TestMachine.settings = settings(max_examples=8, stateful_step_count=25, deadline=None)


def test_conformance() -> None:
    check_game(GAME)


def test_every_refusal_is_a_sentence() -> None:
    """Each refused attempt on the worked positions has a sentence that ends as one, and a rule."""
    words = ["flip", "kakuro!", "impossible", "possible", "retract"]
    claims = [
        ">A1:1",
        ">A1:8",
        ">D4:5",
        "vE1:5",
        ">A4:3",
        ">D4:5 B4#D",
        ">A4:8 DDD",
        ">A4:8 DD",
        ">A2:8 A2~E4",
    ]
    told = set()
    for name in worked():
        match = loaded(name)
        for seat in match.awaiting.seats if isinstance(match.awaiting, Turn) else ():
            for text in words + claims:
                try:
                    GAME.score(match.state, seat, NOTATION.read(match.state, seat, text))
                except IllegalMove as refusal:
                    told.add((refusal.rule, refusal.text))
    assert all(text[0].isupper() and text.endswith(".") for _, text in told)
    assert {rule for rule, _ in told} >= {
        "KA-3.1",
        "KA-4.1",
        "KA-4.6",
        "KA-4.7",
        "KA-5.1",
        "KA-7.1",
        "KA-7.4",
    }


def test_matches_end_and_replay() -> None:
    dice = Random(5)
    for _ in range(12):
        match = random_match(dice)
        assert match.ply < MOST_EVENTS
        again = next(iter(match))
        for event in match.events:
            again = again.then(event)
        assert again == match
        assert again.state.last == match.state.last


def test_positions_and_moves_round_trip() -> None:
    dice = Random(6)
    for match in random_match(dice, seats=4, failures=9):
        text = NOTATION.dump(match.state)
        assert NOTATION.load(text) == match.state
        assert NOTATION.dump(NOTATION.load(text)) == text
        assert hash(NOTATION.load(text)) == hash(match.state)
        for seat in range(match.state.seats):
            for move in islice(GAME.legal(match.state, seat), 40):
                assert NOTATION.read(match.state, seat, NOTATION.write(match.state, seat, move)) == move


@pytest.mark.parametrize("name", worked())
def test_worked_positions_are_canonical(name: str) -> None:
    assert NOTATION.dump(NOTATION.load(worked()[name])) == worked()[name]


def test_outcomes_round_trip_in_any_order_of_tiles() -> None:
    state = loaded("P17").state
    for text in ("3X/5x", "x3/X5"):
        assert NOTATION.read_outcome(state, text) == (("X", "3"), ("X", "5"))
    dice = Random(7)
    for match in random_match(dice, seats=3):
        if isinstance(match.event, Drawn) and match.before is not None:
            text = NOTATION.write_outcome(match.before.state, match.event.outcome)
            assert NOTATION.read_outcome(match.before.state, text) == match.event.outcome


def test_layout_groups_are_squares_in_order() -> None:
    awaited = matches.new(GAME, 2).awaiting
    assert isinstance(awaited, Draw)
    assert isinstance(awaited.chance, Bag)
    assert awaited.chance.groups == (1,) * 64


# --- texts -------------------------------------------------------------------------------------

ALPHABET = some.sampled_from("abcdefghABCDEFGHvV>:~=#0123456789dDxX !kuro²٣ \t\n-")


def refused(work: Callable[[], object]) -> str | None:
    """The rule of the bad notation, None if it is read."""
    try:
        work()
    except BadNotation as refusal:
        return refusal.rule or "no rule"
    return None


@settings(max_examples=300, deadline=None)
@given(some.one_of(some.text(max_size=40), some.text(ALPHABET, max_size=40)))
def test_any_text_is_a_move_or_bad_notation(text: str) -> None:
    state = loaded("P1").state
    rule = refused(lambda: NOTATION.read(state, 0, text))
    assert rule in (None, "KA-13.1")
    if rule is None:
        written = NOTATION.write(state, 0, NOTATION.read(state, 0, text))
        assert NOTATION.write(state, 0, NOTATION.read(state, 0, written)) == written


@settings(max_examples=300, deadline=None)
@given(some.data())
def test_any_spoilt_position_is_refused_with_a_rule_or_read(data: some.DataObject) -> None:
    text = data.draw(some.sampled_from(sorted(worked().values())))
    place, cut = data.draw(some.integers(0, len(text))), data.draw(some.integers(0, 3))
    spoilt = text[:place] + data.draw(some.text(ALPHABET, max_size=3)) + text[place + cut :]
    rule = refused(lambda: NOTATION.load(spoilt))
    assert rule is None or rule.startswith("KA-12.")
    if rule is None:
        state = NOTATION.load(spoilt)
        assert NOTATION.load(NOTATION.dump(state)) == state
        GAME.awaiting(state)


@pytest.mark.parametrize("phase", ["P14", "P17"])
@pytest.mark.parametrize("text", ["9" * 100000, "²", "٣", "\x00", "D/" * 50000, " ", "\uff17"])
def test_wild_outcomes_are_bad_notation(phase: str, text: str) -> None:
    with pytest.raises(BadNotation) as refusal:
        NOTATION.read_outcome(loaded(phase).state, text)
    assert refusal.value.rule == "KA-11.1"


@pytest.mark.parametrize(
    "text",
    ["D" * 10**6, " " * 10**6, ">A2:8" + " D" * 10**5, "\uff56A1:8", "ka\u212auro", ">A\u0662:8", "K" * 9],
)
def test_wild_moves_are_bad_notation(text: str) -> None:
    with pytest.raises(BadNotation):
        NOTATION.read(loaded("P1").state, 0, text)


@pytest.mark.parametrize("more", [" now=" + "9" * 10**6, "²", "9" * 10**6, " " + "x" * 10**6])
def test_wild_positions_are_bad_notation(more: str) -> None:
    with pytest.raises(BadNotation):
        NOTATION.load(worked()["P1"] + more)


def test_the_engine_starts_light() -> None:
    """Listing the games must not wait for NumPy or Numba."""
    program = "import sys, ludoteka.games.kakuro.engine; print({'numpy', 'numba'} & set(sys.modules))"
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "set()"


# --- time and leaving --------------------------------------------------------------------------


def test_same_events_same_times_same_match() -> None:
    dice = Random(8)
    match = random_match(dice, seats=3)
    shifted = next(iter(match))
    for event in match.events:
        shifted = shifted.then(replace(event, at=event.at) if not isinstance(event, Drawn) else event)
    assert shifted.state == match.state


def test_a_claim_after_the_bell_is_refused_with_the_reason() -> None:
    match = loaded("P8")
    claim = NOTATION.read(match.state, 1, ">A2:8")
    with pytest.raises(IllegalMove) as refusal:
        match.then(Played(1, claim, 70000))
    assert refusal.value.rule == "KA-7.8"
    assert "70000" in refusal.value.text
    assert match.then(Played(1, claim, 69999)).state.scores == (0, 8, 0)


def test_one_tick_ends_one_deadline() -> None:
    """Claim time and hourglass are both long over, but the hourglass goes on from the tick."""
    match = loaded("P9").then(Ticked(10**6))
    assert isinstance(match.awaiting, Turn)
    assert match.awaiting.until == 10**6 + 45000


def test_leaving_until_two_stay_and_then_the_end() -> None:
    dice = Random(11)
    for seats in (2, 3, 4, 5):
        match = begin(dice, seats, failures=9)
        order = list(range(seats))
        dice.shuffle(order)
        while not isinstance(match.awaiting, Over):
            free = [seat for seat in order if seat not in match.state.left]
            if isinstance(match.awaiting, Turn) and match.ply > 6:
                match = match.then(Left(free[0], match.now + 5))
            else:
                match = match.then(random_event(match, dice))
        assert match.awaiting.result.rule == "left"
        left = match.state.left
        assert [match.awaiting.result.ranks[seat] for seat in reversed(left)] == list(range(2, len(left) + 2))
        assert NOTATION.load(NOTATION.dump(match.state)) == match.state


def test_who_left_cannot_leave_again_and_nobody_else_can() -> None:
    match = loaded("P7").then(Left(1, 5000))
    for seat in (1, 3, -1):
        with pytest.raises(BadRequest):
            match.then(Left(seat, 5000))


def test_a_seat_that_is_not_awaited_has_no_moves() -> None:
    assert list(GAME.legal(loaded("P9").state, 1)) == []
    assert list(GAME.legal(loaded("P14").state, 0)) == []
    assert list(GAME.legal(loaded("P18").state, 0)) == []


# --- views -------------------------------------------------------------------------------------


def test_views_differ_only_in_who_looks() -> None:
    """Everything is open: seats, spectators and told events are alike, so nothing can leak."""
    dice = Random(12)
    for match in random_match(dice, seats=3):
        seen = [GAME.view(match.state, seat) for seat in (None, 0, 1, 2)]
        assert [view["you"] for view in seen] == [None, 0, 1, 2]
        assert all({**view, "you": None} == seen[0] for view in seen)
        if match.event is not None and match.before is not None:
            assert len({GAME.tell(match.before.state, match.event, seat) for seat in (None, 0, 1)}) == 1


def test_a_view_tells_the_whole_state() -> None:
    from ludoteka.core.chance import Source, seed_from

    dice = Random(13)
    for match in random_match(dice, seats=2):
        imagined = GAME.imagine(GAME.view(match.state, 0), Source(seed_from("any")))
        assert imagined == match.state
        assert imagined.last == match.state.last


def test_last_is_no_part_of_the_state() -> None:
    state = loaded("P1").state
    other = replace(state, last=Judged(0, "retract", "KA-7.2"))
    assert other == state
    assert hash(other) == hash(state)
    assert NOTATION.dump(other) == NOTATION.dump(state)


def test_told_events() -> None:
    state = loaded("P1").state
    assert GAME.tell(state, Played(0, Word.KAKURO), 1) == "kakuro!"
    assert GAME.tell(state, Ticked(5), 1) == "time"
    assert GAME.tell(state, Left(1, 5), None) == "leave"
    claim = NOTATION.read(state, 0, "> a1:7 h1#3 a2~a1")
    assert isinstance(claim, Claim)
    assert GAME.tell(state, Played(0, claim), None) == ">A1:7 A1~A2 H1#3"
