"""Round trips, secrets, leaving, and what views and texts show."""

import json
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.abstrakto.matches_of import OPTIONS, Match, begun, went_on, whole

from ludoteka.core import match as matches
from ludoteka.core.chance import Source, seed_from
from ludoteka.core.game import Left, Over, Played, Turn
from ludoteka.core.refusals import BadNotation, BadRequest, IllegalMove
from ludoteka.games.abstrakto.engine import GAME
from ludoteka.games.abstrakto.types import Discard, Move, Place, State

NUMBERS = range(len(OPTIONS))


@pytest.mark.parametrize("number", NUMBERS)
def test_round_trips(number: int) -> None:
    for match in whole(OPTIONS[number], f"trip {number}"):
        text = GAME.notation.dump(match.state)
        again = GAME.notation.load(text)
        assert again == match.state
        assert hash(again) == hash(match.state)
        assert GAME.notation.dump(again) == text
        assert GAME.notation.load(text.upper().replace(" ", "   ")) == match.state
        json.dumps(GAME.view(match.state, None))
        if isinstance(match.awaiting, Turn):
            for seat in match.awaiting.seats:
                for move in GAME.legal(match.state, seat):
                    told = GAME.notation.write(match.state, seat, move)
                    assert GAME.notation.read(match.state, seat, told.upper()) == move
                    assert GAME.notation.write(match.state, seat, move) == told


@pytest.mark.parametrize("number", NUMBERS)
def test_matches_end(number: int) -> None:
    """Every placement takes a tile, so a match is no longer than the hands, the discards and the draws."""
    *_, last = whole(OPTIONS[number], f"end {number}")
    tiles = sum(last.state.tiles)
    assert isinstance(last.awaiting, Over)
    assert last.ply <= 2 * tiles + 4
    assert all(area["settled"] for area in GAME.view(last.state, None)["areas"])


def test_what_is_legal_applies_and_what_is_not_is_refused() -> None:
    for match in whole({"size": 3, "pie": "on"}, "every point"):
        if not isinstance(match.awaiting, Turn):
            continue
        (seat,) = match.awaiting.seats
        legal = set(GAME.legal(match.state, seat))
        for move in (Place(x, y) for x in range(7) for y in range(7)):
            if move in legal:
                assert GAME.apply(match.state, Played(seat, move)).last == move
            else:
                with pytest.raises(IllegalMove) as refused:
                    GAME.apply(match.state, Played(seat, move))
                assert refused.value.where
                assert refused.value.text.endswith(".")


# --- secrets ---------------------------------------------------------------------------------


def otherwise(state: State, seat: int, rng: Random) -> State | None:
    """The same to the eyes of the other seat: another hand for `seat`, where that changes nothing open."""
    hand = list(state.hands[seat])
    more, less = rng.sample(range(3), 2)
    hand[more] += 1
    hand[less] -= 1
    solids, lines, crosses = hand
    hands = [*state.hands]
    hands[seat] = (solids, lines, crosses)
    try:
        other = GAME.notation.load(GAME.notation.dump(replace(state, hands=(hands[0], hands[1]))))
    except BadNotation:
        return None
    return (
        other
        if (other.turn, other.skipped, other.phase) == (state.turn, state.skipped, state.phase)
        else None
    )


@pytest.mark.parametrize("seed", range(12))
def test_no_secret_leaks(seed: int) -> None:
    """Two states that differ in a hidden hand alone look, score and refuse alike."""
    rng = Random(seed)
    compared = 0
    for match in whole({"size": 3 + seed % 3, "discard": "secret"}, f"leak {seed}"):
        other = otherwise(match.state, 1, rng)
        if other is None or isinstance(match.awaiting, Over) or other == match.state:
            continue
        compared += 1
        for viewer in (0, None):
            assert GAME.view(match.state, viewer) | {"last": None} == GAME.view(other, viewer)
        if match.state.turn == 0:
            moves = list(GAME.legal(match.state, 0))
            assert moves == list(GAME.legal(other, 0))
            for move in rng.sample(moves, min(5, len(moves))):
                assert GAME.score(match.state, 0, move) == GAME.score(other, 0, move)
    assert compared


@pytest.mark.parametrize("seed", range(6))
def test_a_score_never_opens_a_hidden_hand(seed: int) -> None:
    """[AS-12.2] Every hand that the other may hold gives the same score, also where it could not answer."""
    telling = 0  # moves that would show, if they were made, whether the other can answer
    for match in whole({"size": 2 + seed % 2, "discard": "secret"}, f"settled {seed}"):
        state = match.state
        if state.turn is None:
            continue
        view = GAME.view(state, state.turn)
        imagined = {GAME.imagine(view, Source(seed_from(f"{seed} {n}"))) for n in range(6)}
        for move in GAME.legal(state, state.turn):
            event = Played(state.turn, move)
            score = GAME.score(state, state.turn, move)
            assert all(GAME.score(other, state.turn, move) == score for other in imagined)
            after = {(one.phase, one.skipped) for one in (GAME.apply(other, event) for other in imagined)}
            telling += len(after) > 1
    assert telling


def test_secret_choices_are_told_to_their_seat_alone() -> None:
    match = begun({"size": 3, "discard": "secret"}, "told")
    event: Played[Move] = Played(1, Discard((1, 1, 1)))
    assert GAME.tell(match.state, event, 1) == "discard SLX"
    assert GAME.tell(match.state, event, 0) == GAME.tell(match.state, event, None) == "discard"
    assert GAME.tell(match.state, Played(0, Place(1, 1)), 1) == "b2"
    assert GAME.tell(match.state, Left(0), 1) == "leave"


@pytest.mark.parametrize("number", NUMBERS)
def test_imagined_states_fit_their_view(number: int) -> None:
    for moment, match in enumerate(whole(OPTIONS[number], f"imagine {number}")):
        for seat in (0, 1, None):
            rng = Source(seed_from(f"{number} {moment} {seat}"))
            view = GAME.view(match.state, seat)
            imagined = GAME.imagine(view, rng)
            assert GAME.view(imagined, seat) == view
            assert GAME.notation.load(GAME.notation.dump(imagined)) == imagined


def test_imagination_reaches_every_possible_hand() -> None:
    match = begun({"size": 3, "discard": "secret", "first": "blue"}, "hands")
    for seat in (0, 1):
        match = match.then(Played(seat, Discard((1, 1, 1))))
    view = GAME.view(match.state, 0)
    hands = {GAME.imagine(view, Source(seed_from(str(n)))).hands[1] for n in range(200)}
    assert len(hands) == 7  # of the ten choices of three tiles, SSS, LLL and XXX are not in 2,2,2


# --- leaving ---------------------------------------------------------------------------------


@pytest.mark.parametrize("leaver", [0, 1])
@pytest.mark.parametrize("number", NUMBERS)
def test_leaving(number: int, leaver: int) -> None:
    rng = Random(number)
    match: Match = begun(OPTIONS[number], "leave")
    for _ in range(rng.randint(0, 5)):
        if not isinstance(match.awaiting, Over):
            match = went_on(match, rng, "leave")
    if isinstance(match.awaiting, Over):
        with pytest.raises(BadRequest):
            match.then(Left(leaver))
        return
    left = match.then(Left(leaver))
    assert isinstance(left.awaiting, Over)
    assert left.awaiting.result.ranks == ((2, 1) if leaver == 0 else (1, 2))
    assert left.awaiting.result.rule == "left"
    view = GAME.view(left.state, None)
    assert (view["phase"], view["winner"], view["left"], view["turn"]) == ("over", 1 - leaver, [leaver], None)
    assert None not in view["hands"]
    assert GAME.notation.load(GAME.notation.dump(left.state)) == left.state
    imagined = GAME.imagine(view, Source(seed_from("left")))
    assert GAME.view(imagined, None) == view


def test_who_cannot_leave() -> None:
    match = matches.new(GAME, 2, {"first": "blue"})
    with pytest.raises(BadRequest):
        match.then(Left(2))


# --- texts -----------------------------------------------------------------------------------


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=40) | st.binary(max_size=40).map(lambda b: b.decode("latin-1")))
def test_any_text_is_a_move_or_bad_notation(text: str) -> None:
    state = GAME.notation.load("......./......./......./...o.../......./......./....... 1,1,1|0,1,1 0")
    try:
        move = GAME.notation.read(state, 0, text)
    except BadNotation as refusal:
        rule = refusal.rule
    else:
        rule = "AS-8.1"
        assert GAME.notation.read(state, 0, GAME.notation.write(state, 0, move)) == move
    assert rule == "AS-8.1"


ALPHABET = st.sampled_from(
    ["b", "o", ".", "/", ",", "|", " ", "0", "1", "9", "=", "discard", "secret", "\u0661", "pie"]
)


@settings(max_examples=300, deadline=None)
@given(st.lists(ALPHABET, max_size=60).map("".join), st.integers(0, 200), st.integers(0, 20))
def test_any_text_is_a_position_or_bad_notation(noise: str, place: int, cut: int) -> None:
    good = "......./......./......./...o.../......./......./....... 1,1,1|0,1,1 0 pie=on"
    rules: list[str | None] = []
    for text in (noise, good[:place] + noise + good[place + cut :]):
        try:
            state = GAME.notation.load(text)
        except BadNotation as refusal:
            rules.append(refusal.rule)
        else:
            assert GAME.notation.load(GAME.notation.dump(state)) == state
    assert None not in rules


@pytest.mark.parametrize(
    "text", ["a" * 10**7, " " * 10**7, "1" * 10**6, "discard" * 10**5, "b\u0662", "\u017fwap"]
)
def test_huge_and_strange_texts(text: str) -> None:
    match = matches.new(GAME, 2, {"first": "blue"})
    with pytest.raises(BadNotation):
        GAME.notation.read(match.state, 0, text)
    with pytest.raises(BadNotation):
        GAME.notation.load(text)


@pytest.mark.parametrize("number", NUMBERS)
def test_text_board(number: int) -> None:
    """Every tile shows its type, every settled area its marker."""
    *_, last = whole(OPTIONS[number], f"text {number}")
    view = GAME.view(last.state, None)
    board = GAME.text(view).split("\n\n")[0]
    lines = board.splitlines()[1:]
    tiles = [(x, y) for y, row in enumerate(view["board"]) for x, c in enumerate(row) if c != "."]
    for x, y in tiles:
        assert lines[2 * y][4 + 4 * x] in "SLX"
    owners = [area["owner"] for area in view["areas"]]
    assert sum(board.count(mark) for mark in "BO=") == len(owners)
    assert "winner" in GAME.text(view) or "drawn" in GAME.text(view)


def test_nothing_is_said_about_areas_before_something_is_fenced_off() -> None:
    match = begun({"size": 3, "first": "blue"}, "fences")
    assert GAME.paint(GAME.view(match.state, 0), 0).notes == ()
    *_, last = whole({"size": 3}, "fences")
    assert any("The area at" in note.text for note in GAME.paint(GAME.view(last.state, None), None).notes)


def test_text_board_hides_what_the_view_hides() -> None:
    match = begun({"size": 2, "discard": "secret"}, "hidden")
    assert "6 hidden tiles" in GAME.text(GAME.view(match.state, 0))
