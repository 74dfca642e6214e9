"""The game as a whole: round trips, modes, players, encoding, fuzz, the text board."""

import os
import random
import subprocess
import sys
from itertools import islice

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.abak.positions import strewn, walked

from ludoteka.bench.abak import random_games
from ludoteka.core import match as matches
from ludoteka.core.chance import Source, seed_from
from ludoteka.core.conformance import Effort, check_game
from ludoteka.core.game import Drawn, Left, Over, Played, Ticked, Turn
from ludoteka.core.player import Budget
from ludoteka.core.refusals import BadNotation, BadRequest, Refusal
from ludoteka.games.abak import moves
from ludoteka.games.abak.encoding import ENCODER
from ludoteka.games.abak.engine import GAME
from ludoteka.games.abak.fast import listing
from ludoteka.games.abak.fast.game import FastGame
from ludoteka.games.abak.types import (
    CELLS,
    LETTERS,
    SETUPS,
    TURN_DICE,
    WORD_MOVES,
    WORDS,
    Move,
    Options,
    Setup,
    State,
)
from ludoteka.players import player_for

MID_GAME = "ens/os/-/G/ss/SS/G/E/s/d/S/-/s/s/-/-/sg/S/O/DS/NSS/SS/g/- s 0,0 1 3-3"


def test_it_keeps_the_laws_of_the_protocol() -> None:
    check_game(GAME, Effort(matches=5, looks=10, moves=6))


def test_starting_needs_no_numba_and_no_numpy() -> None:
    program = "import sys; from ludoteka.games.abak.engine import GAME; GAME.start(GAME.options(), 2)\n"
    program += "assert not {'numba', 'numpy'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", program], check=True, env=dict(os.environ))


def test_texts_and_positions_round_trip() -> None:
    rng = random.Random("round trips")
    for number, text in enumerate(islice(walked(rng, Options(), every=5), 200)):
        text = strewn(rng, "abak") if number % 2 else text
        state = GAME.notation.load(text)
        assert GAME.notation.load(GAME.notation.dump(state)) == state
        for move in islice(GAME.legal(state, state.seat), 30):
            written = GAME.notation.write(state, state.seat, move)
            assert GAME.notation.read(state, state.seat, written) == move


def test_any_spelling_is_the_canonical_move_and_keeps_its_order() -> None:
    state = GAME.notation.load("s/-/-/-/-/-/-/g/-/-/G/S/S/D/-/-/-/-/-/-/-/-/-/S - 10,13 0 5-4")
    one, other = (GAME.notation.read(state, 0, text) for text in ("13/8 12/8", "12/8 13/8"))
    assert one == other
    assert hash(one) == hash(other)
    assert GAME.score(state, 0, other).detail[0]["from"] == 12
    assert GAME.apply(state, Played(0, one)) == GAME.apply(state, Played(0, other))


def test_steps_lead_to_every_move_and_never_astray() -> None:
    """Whoever follows offered steps ends with a legal turn, and every legal turn can be built."""
    rng = random.Random("steps")
    for text in islice(walked(rng, Options(), every=3), 60):
        state = GAME.notation.load(text)
        prefix, found = "", GAME.steps(state, state.seat, "")
        while found.steps:
            prefix = f"{prefix} {rng.choice(found.steps)}".strip()
            found = GAME.steps(state, state.seat, prefix)
        legal = list(GAME.legal(state, state.seat))
        assert found.complete or legal[0].word == "pass"
        assert found.complete is (len(found.moves) == 1 and not legal[0].word)
        assert next(iter(found.moves)) in legal
        for move in rng.sample(legal, min(3, len(legal))):
            words = GAME.notation.write(state, state.seat, move).split()
            for number in range(len(words) if not move.word else 0):
                offered = GAME.steps(state, state.seat, " ".join(words[:number]))
                assert words[number] in offered.steps
                assert move in offered.moves


def test_compiled_and_interpreted_kernels_agree() -> None:
    rng = random.Random("modes")
    plain = listing.find_turns.interpreted()
    space = listing.WorkSpace()
    for number in range(25):
        state = GAME.notation.load(strewn(rng, SETUPS[number % 2]))
        options, (high, low) = state.options, state.dice
        rolled = (state.seat, high, low, options.limit, options.exposed)
        space.nodes[0, :CELLS] = np.frombuffer(state.board, np.int64)
        found = plain(space.nodes, space.table, space.leaves, *rolled)
        known = moves.find_turns(state.board, *rolled)
        boards = space.nodes[space.leaves[: found >> 3], :CELLS].tobytes()
        assert boards == (b"".join(map(known.board, range(len(known.moves)))) or state.board)


def test_the_fast_table_plays_the_same_game() -> None:
    rng = random.Random("table")
    for setup in SETUPS:
        table, state = FastGame(setup), GAME.start(Options(setup), 2)
        state = GAME.apply(state, Drawn((6, 5)))
        for _ in range(60):
            count = table.roll(state.seat, *state.dice)
            legal = list(GAME.legal(state, state.seat))
            assert (count, table.board) == (len(legal), state.board)
            chosen = rng.randrange(count)
            assert len(table.boards()) == count
            won = table.play(chosen, state.seat)
            state = GAME.apply(state, Played(state.seat, legal[chosen]))
            assert won == (state.stage == "over")
            if won:
                break
            state = GAME.apply(state, Drawn(TURN_DICE.sample(Source(seed_from(str(rng.random()))))))


def test_random_games_are_fair_and_the_same_for_a_seed() -> None:
    white, black, turns = random_games("classic", 300, seed=5)
    assert random_games("classic", 300, seed=5) == (white, black, turns)
    assert white + black == 300
    assert 110 < white < 190
    assert 60 < turns / 300 < 140


# --- what the game declares --------------------------------------------------------------------

PLACES: dict[str, dict[str, tuple[str, ...]]] = {
    "s/-/-/-/-/-/-/g/-/-/G/S/S/D/-/-/-/-/-/-/-/-/-/S - 10,13 0 5-4": {
        "13/8 12/8": ("13", "8", "12"),
        "12/8 13/8": ("13", "8", "12"),  # the canonical order, however it was written
    },
    "s/-/-/-/-/S/-/-/-/-/-/-/-/-/-/-/-/-/g/-/-/-/S/- SG 11,13 0 6-4": {
        "bar(G)/19 bar/21": ("bar", "21", "19"),
    },
    "-/O/-/-/E/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/s - 13,14 0 5-2": {"5/off 2/off": ("5", "off", "2")},
    "s/-/-/-/-/S/-/-/-/-/-/-/-/-/N/-/-/-/-/-/-/-/-/S - 12,14 0 4-2": {
        "15/11/9": ("15", "13", "9"),
        "15/17 24/20": ("24", "20", "15", "17"),
    },
    "-/-/-/-/-/S/-/-/-/-/-/-/-/-/-/-/-/-/ss/ss/-/-/-/- S 13,11 0 6-5 setup=classic": {"pass": ()},
    "-/-/-/-/-/-/-/-/-/-/-/S/-/-/-/-/-/-/-/s/-/-/-/s - 14,13 0 - match=0 cube=on stage=ask": {
        "double": (),
        "roll": (),
    },
}


@pytest.mark.parametrize("position", PLACES)
def test_places_of_a_move(position: str) -> None:
    state = GAME.notation.load(position)
    for text, places in PLACES[position].items():
        assert GAME.where(state, 0, GAME.notation.read(state, 0, text)) == places


def _own_places(state: State, seat: int) -> dict[str, str]:
    """What a seat sees on every place, by its own names."""
    view = GAME.view(state, seat)
    points = view["points"][::-1] if seat else view["points"]
    named = {str(number): letters for number, letters in enumerate(points, start=1)}
    return named | {"bar": view["bar"][seat], "off": view["off"][seat]}


def test_the_places_of_a_move_are_those_that_change() -> None:
    """Only a place that a checker steps on and leaves again is named and looks as before."""
    rng = random.Random("places")
    for text in islice(walked(rng, Options(match=2), every=3), 150):
        state = GAME.notation.load(text)
        before = _own_places(state, state.seat)
        for move in islice(GAME.legal(state, state.seat), 20):
            where = GAME.where(state, state.seat, move)
            after = GAME.apply(state, Played(state.seat, move))
            if after.scores != state.scores:
                continue  # a new game is set up
            changed = {
                place for place, seen in _own_places(after, state.seat).items() if seen != before[place]
            }
            between = {str(step.target) for step in move.steps} & {str(step.source) for step in move.steps}
            assert changed <= set(where) <= changed | between
            assert len(set(where)) == len(where)


def test_what_the_game_declares_can_be_played() -> None:
    assert [preset.key for preset in GAME.info.presets] == ["rulebook", "match", "classic", "money"]
    assert GAME.info.presets[0].options == {}
    for preset in GAME.info.presets:
        state = matches.new(GAME, 2, preset.options).state
        assert {key: getattr(state.options, key) for key in preset.options} == preset.options
    assert GAME.notation.dump(GAME.notation.load(GAME.info.example)) == GAME.info.example
    assert list(GAME.formats()) == ["mat"]


def test_every_position_after_a_roll_as_one_array() -> None:
    state = GAME.notation.load(MID_GAME)
    known = moves.turns(state)
    rows = known.boards()
    assert rows.shape == (len(known.moves), CELLS)
    assert [row.tobytes() for row in rows] == [known.board(n) for n in range(len(known.moves))]
    fast = FastGame()
    fast.reset(state.board)
    assert fast.roll(state.seat, *state.dice) == len(rows)
    assert np.array_equal(fast.boards(), rows)


def test_everybody_sees_the_same() -> None:
    state = GAME.notation.load(MID_GAME)
    assert GAME.view(state, 0) == GAME.view(state, 1) == GAME.view(state, None)


def test_a_view_tells_the_whole_state() -> None:
    rng = random.Random("imagine")
    options = Options("classic", match=3, cube="on")
    for text in islice(walked(rng, options, every=9), 60):
        state = GAME.notation.load(text)
        view = GAME.view(state, 0)
        imagined = GAME.imagine(view, Source(seed_from("any")))
        assert GAME.view(imagined, 0) == view
        assert imagined == state or max(state.scores) == 2  # only the Crawford game is not always seen


def test_leaving() -> None:
    state = GAME.notation.load(MID_GAME)
    left = GAME.apply(state, Left(0))
    awaited = GAME.awaiting(left)
    assert isinstance(awaited, Over)
    assert (awaited.result.ranks, awaited.result.rule) == ((2, 1), "left")
    assert GAME.notation.load(GAME.notation.dump(left)) == left
    for event in (Left(0), Left(2), Left(-1), Ticked(5)):
        with pytest.raises(BadRequest):
            GAME.apply(left, event)


def test_a_forced_pass_is_played_by_whoever_samples() -> None:
    match = matches.load(
        GAME, "-/-/-/-/-/S/-/-/-/-/-/-/-/-/-/-/-/-/ss/ss/-/-/-/- S 13,11 0 6-5 setup=classic"
    )
    assert isinstance(match.awaiting, Turn)
    assert match.awaiting.forced == Move((), "pass")
    settled = matches.settle(match, seed_from("pass"))
    assert settled.ply >= 2


@settings(max_examples=300, deadline=None)
@given(
    st.text(max_size=60)
    | st.from_regex(r"[0-9bar/*^() SGoff\-]{0,40}", fullmatch=True)
    | st.binary().map(repr)
)
def test_any_text_is_a_move_or_bad_notation(text: str) -> None:
    state = GAME.notation.load(MID_GAME)
    rule: str | None = "AK-14.1"
    try:
        move = GAME.notation.read(state, 1, text)
        GAME.apply(state, Played(1, move))
    except Refusal as refusal:
        rule = refusal.rule
    assert rule is not None


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=80) | st.lists(st.sampled_from(MID_GAME.split(" ")), max_size=8).map(" ".join))
def test_any_text_is_a_position_or_bad_notation(text: str) -> None:
    rule: str | None = "AK-15.1"
    try:
        state = GAME.notation.load(text)
        assert GAME.notation.load(GAME.notation.dump(state)) == state
    except BadNotation as refusal:
        rule = refusal.rule
    assert (rule or "").startswith("AK-15.")


@pytest.mark.parametrize(
    "text", ["8/5 " * 5000, "(" * 100_000, "8/" * 50_000, " " * 100_000, "9" * 100_000, "٣-٣", "²/1"]
)
def test_huge_and_odd_texts_are_refused_quickly(text: str) -> None:
    state = GAME.notation.load(MID_GAME)
    for reader in (lambda: GAME.notation.read(state, 1, text), lambda: GAME.notation.load(text)):
        with pytest.raises(BadNotation):
            reader()
    with pytest.raises(BadNotation):
        GAME.notation.read_outcome(state, text)


def test_refusals_speak_to_players() -> None:
    state = GAME.notation.load("s/-/-/s/-/S/-/-/-/sD/-/-/-/-/-/-/-/-/-/-/-/-/-/S - 12,12 1 6-1")
    with pytest.raises(Refusal) as refused:
        GAME.apply(state, Played(1, GAME.notation.read(state, 1, "15/9 24/23")))
    assert "The druid holds your checker" in refused.value.text


# --- text board and encoding -------------------------------------------------------------------


def test_the_board_of_the_rules() -> None:
    drawn = GAME.text(GAME.view(GAME.start(Options(), 2), None))
    assert drawn.splitlines()[:5] == [
        " 13 14 15 16 17 18 | 19 20 21 22 23 24",
        "  S  .  .  .  s  . |  s  .  .  .  O  E",
        "  S  .  .  .  g  . |  s  .  .  .  S  D",
        "  G  .  .  .  s  . |  s  .  .  .  .  .",
        "  S  .  .  .  .  . |  n  .  .  .  .  .",
    ]
    assert "The opening roll is next." in drawn
    assert " 12 11 10  9  8  7 |  6  5  4  3  2  1" in drawn


def test_the_text_board_says_whose_turn_and_cube() -> None:
    text = (
        "-/-/-/-/-/-/-/-/-/-/-/S/-/-/-/-/-/-/-/s/-/-/-/sssssssssssss - 14,1 1 - setup=classic match=0 cube=on"
    )
    state = GAME.notation.load(f"{text} cubeval=4 owner=1 stage=offered")
    drawn = GAME.text(GAME.view(state, None))
    assert "The cube is at 4, Black's." in drawn
    assert "White must take or drop." in drawn


def test_actions_are_stable_numbers() -> None:
    rng = random.Random("actions")
    for text in islice(walked(rng, Options(), every=5), 60):
        state = GAME.notation.load(text)
        legal = list(GAME.legal(state, state.seat))
        actions = [ENCODER.action_of(state, state.seat, move) for move in legal]
        assert sorted(actions) == ENCODER.actions(state, state.seat).tolist()
        assert [ENCODER.move_of(state, state.seat, action) for action in actions] == legal


def test_action_numbers_do_not_change() -> None:
    state = GAME.apply(GAME.start(Options(), 2), Drawn((6, 1)))
    moves = [GAME.notation.read(state, 0, text) for text in ("13/7 8/7", "13/7 7/6")]
    structs = [ENCODER.choices.struct(ENCODER.action_of(state, 0, move)) for move in moves]
    first, high, low = 6, 0, 1  # after "no more" and five words: four numbers for each point
    assert structs[0] == (first + 12 * 4 + high, first + 7 * 4 + low, 0, 0)
    assert structs[1] == (first + 12 * 4 + high, first + 6 * 4 + low, 0, 0)
    words = [ENCODER.action_of(state, 0, WORD_MOVES[word]) for word in WORDS]
    assert [ENCODER.choices.struct(action)[0] for action in words] == [1, 2, 3, 4, 5]


def test_both_seats_look_at_the_same_picture() -> None:
    start = GAME.apply(GAME.start(Options(), 2), Drawn((6, 1)))
    white, black = (ENCODER.observe(start, seat) for seat in (0, 1))
    assert np.array_equal(white["planes"], black["planes"])
    assert not np.array_equal(white["vector"], black["vector"])  # it is White's turn
    assert white["planes"][: len(LETTERS)].sum() == 15
    assert list(white["planes"][0, [5, 7, 12, 22]]) == [3, 2, 3, 1]
    assert list(white["vector"][4 * len(LETTERS) :][:2]) == list(GAME.view(start, 0)["pips"])


# --- players -----------------------------------------------------------------------------------


def _wins(stronger: int, weaker: int, setup: Setup, games: int) -> int:
    """How many of some games the stronger level wins, sitting on both sides in turn."""
    won = 0
    for number in range(games):
        levels = (stronger, weaker) if number % 2 == 0 else (weaker, stronger)
        players = [player_for(GAME, level) for level in levels]
        seed, rng = seed_from(f"{setup} {number}"), Source(seed_from(f"players {number}"))
        match = matches.settle(matches.new(GAME, 2, {"setup": setup}), seed)
        while isinstance(match.awaiting, Turn):
            (seat,) = match.awaiting.seats
            legal = list(GAME.legal(match.state, seat))
            answer = players[seat].choose(GAME.view(match.state, seat), legal, Budget(), rng)
            assert answer.move in legal
            match = matches.settle(match.then(Played(seat, answer.move, match.now)), seed)
        assert isinstance(match.awaiting, Over)
        won += levels[match.awaiting.result.ranks.index(1)] == stronger
    return won


@pytest.mark.parametrize("setup", ["abak", "classic"])
def test_each_level_beats_the_one_below(setup: Setup) -> None:
    assert _wins(1, 0, setup, 10) >= 9
    assert _wins(2, 1, setup, 20) >= 14


def test_players_answer_every_stage_and_are_the_same_for_a_seed() -> None:
    base = "-/-/-/-/-/-/-/-/-/-/-/S/-/-/-/-/-/-/-/s/-/-/-/sssssssssssss - 14,1 1 -"
    for stage in ("ask", "offered"):
        state: State = GAME.notation.load(f"{base} setup=classic match=5 cube=on stage={stage}")
        seat = state.seat if stage == "ask" else 1 - state.seat
        for level in (1, 2):
            answers = [
                player_for(GAME, level).choose(
                    GAME.view(state, seat), list(GAME.legal(state, seat)), Budget(), Source(seed_from("x"))
                )
                for _ in range(2)
            ]
            assert answers[0] == answers[1]
            assert answers[0].move in GAME.legal(state, seat)
