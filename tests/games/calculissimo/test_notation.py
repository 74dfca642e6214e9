"""Texts: what is written is read back, and anything else is refused, whatever it is."""

import random
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.calculissimo.positions import played_positions, scattered_positions

from ludoteka.core.game import BadNotation, IllegalMove, Turn
from ludoteka.games.calculissimo.engine import GAME
from ludoteka.games.calculissimo.types import Placement, Swap, Word

EMPTY = "/".join(["." * 15] * 15)
STATE = GAME.notation.load(f"{EMPTY} 26789+:|12345+- 123456789+-x:* 0,0 0")
DRAWING = GAME.notation.load(f"{EMPTY} 26789+|12345+- 123456789+-x:* 0,0 0 due=draw,1")
FIRST = GAME.notation.load(f"{EMPTY} 0|0 123456789+-x:* 0,0 - due=first,0,1")
SIGNS = "0123456789+-x/*.:ABHO abho=,|XxswapSWAP×÷−٣½\n\t\x00"


def test_moves_round_trip() -> None:
    rng = random.Random("round trip")
    for state in islice(played_positions(rng), 60):
        awaited = GAME.awaiting(state)
        assert isinstance(awaited, Turn)
        seat = min(awaited.seats)
        for move in GAME.legal(state, seat):
            text = GAME.notation.write(state, seat, move)
            assert GAME.notation.read(state, seat, text) == move
            assert GAME.notation.read(state, seat, text.lower()) == move


def test_positions_round_trip() -> None:
    rng = random.Random("positions")
    states = [*islice(played_positions(rng), 150), *islice(scattered_positions(rng), 150)]
    for state in states:
        text = GAME.notation.dump(state)
        assert GAME.notation.load(text) == state
        assert hash(GAME.notation.load(text)) == hash(state)


@settings(max_examples=400, deadline=None)
@given(st.one_of(st.text(SIGNS, max_size=40), st.text(max_size=40)))
def test_any_text_is_a_move_or_refused(text: str) -> None:
    try:
        move = GAME.notation.read(STATE, 0, text)
    except BadNotation:
        return
    assert isinstance(move, Placement | Swap | Word)
    written = GAME.notation.write(STATE, 0, move)
    assert GAME.notation.read(STATE, 0, written) == move


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.text(SIGNS, max_size=12), st.text(max_size=12)))
def test_any_text_is_an_outcome_or_refused(text: str) -> None:
    for state in (DRAWING, FIRST):
        try:
            outcome = GAME.notation.read_outcome(state, text)
        except BadNotation:
            continue
        written = GAME.notation.write_outcome(state, outcome)
        assert GAME.notation.read_outcome(state, written) == outcome


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_any_broken_position_is_refused(data: st.DataObject) -> None:
    """A good position with a piece replaced by anything: it round-trips, or is refused."""
    text = f"{EMPTY} 3+|45 12 0,0 0 referee=dispute turn_seconds=9 clock=5 claim=8H,3+ asked=1"
    start = data.draw(st.integers(0, len(text)))
    stop = data.draw(st.integers(start, min(len(text), start + 4)))
    broken = text[:start] + data.draw(st.text(SIGNS, max_size=6)) + text[stop:]
    try:
        state = GAME.notation.load(broken)
    except BadNotation:
        return
    assert GAME.notation.load(GAME.notation.dump(state)) == state


HUGE = ["swap 1" + "0" * 400_000, "8" * 400_000, " " * 400_000, "1A " + "." * 100_000]


@pytest.mark.parametrize("text", HUGE)
def test_huge_texts_are_refused_quickly(text: str) -> None:
    for read in (lambda: GAME.notation.read(STATE, 0, text), lambda: GAME.notation.load(text)):
        with pytest.raises(BadNotation) as caught:
            read()
        assert caught.value.rule is None
        assert len(caught.value.text) < 200


def test_a_huge_placement_runs_over_the_edge() -> None:
    move = GAME.notation.read(STATE, 0, "1A " + "1+" * 100_000)
    with pytest.raises(IllegalMove) as caught:
        GAME.score(STATE, 0, move)
    assert (caught.value.rule, caught.value.where) == ("CA-3.1", ("O1",))


def test_the_same_chips_in_another_order_are_the_same_outcome() -> None:
    read = GAME.notation.read_outcome
    assert read(DRAWING, "*/21") == read(DRAWING, " 1:2* ") == (("1", "2", "/", "*"),)
    assert read(FIRST, "21") != read(FIRST, "12")
