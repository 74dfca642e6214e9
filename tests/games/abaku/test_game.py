"""Round trips, hidden information, texts, added boards, encodings."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.abaku import positions

from ludoteka.core import match
from ludoteka.core.chance import Source, seed_from
from ludoteka.core.game import Draw, Drawn, Left, Over, Played, Ticked, Turn
from ludoteka.core.refusals import BadNotation, BadRequest
from ludoteka.games._lines import shelf
from ludoteka.games.abaku.encoding import ENCODER
from ludoteka.games.abaku.engine import GAME
from ludoteka.games.abaku.moves import scored_placements
from ludoteka.games.abaku.types import BARE, SIGNS, Placement, Skip, State, Take

SEED = seed_from("abaku")
HERE = GAME.notation.load(
    "/".join(["." * 15] * 7 + [".......24......"] + ["." * 15] * 7) + " 0134*|25577|11122 3456 1,2,3 0"
)


def test_texts_survive_a_round_trip() -> None:
    rng = Random(4)
    for _ in range(40):
        state = GAME.notation.load(positions.position(rng))
        assert GAME.notation.load(GAME.notation.dump(state)) == state
        for move in list(GAME.legal(state, 0))[:40]:
            text = GAME.notation.write(state, 0, move)
            assert GAME.notation.read(state, 0, text) == move
            assert GAME.notation.read(state, 0, f"  {text.lower()} ") == move
            assert ENCODER.move_of(state, 0, ENCODER.action_of(state, 0, move)) == move


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=40) | st.from_regex(r"[0-9A-Pa-p]{1,3}[\\/]? [0-9.*=]{1,17}( [0-9A-O]{2}:\S{1,9})?"))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        move = GAME.notation.read(HERE, 0, text)
    except BadNotation:
        return
    written = GAME.notation.write(HERE, 0, move)
    assert GAME.notation.write(HERE, 0, GAME.notation.read(HERE, 0, written)) == written


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=60), st.integers(0, 4))
def test_broken_positions_are_refused(text: str, place: int) -> None:
    words = GAME.notation.dump(HERE).split()
    words[place] = text
    try:
        state = GAME.notation.load(" ".join(words))
    except BadNotation:
        return
    assert GAME.notation.load(GAME.notation.dump(state)) == state


@pytest.mark.parametrize("text", ["9" * 100_000, "8H " + "1" * 100_000, "change " + "1" * 5000, "8H 1\x00"])
def test_huge_texts_are_refused_at_once(text: str) -> None:
    with pytest.raises(BadNotation):
        GAME.notation.read(HERE, 0, text)
    with pytest.raises(BadNotation):
        GAME.notation.load(text)


# --- hidden information ----------------------------------------------------------------------


def test_what_a_seat_cannot_see_does_not_show() -> None:
    """The others' racks and the bag change places: the view stays the same."""
    other = replace(HERE, racks=(HERE.racks[0], "34577", "12256"), bag="1125")
    for seat, same in [(0, True), (1, False), (None, True)]:
        expected = GAME.view(HERE, seat) == GAME.view(other, seat)
        assert expected is same
    move = GAME.notation.read(HERE, 0, "change 01")
    told = [GAME.tell(HERE, Played(0, move, 0), seat) for seat in (0, 1, None)]
    assert told == ["change 01", "change #2", "change #2"]
    waiting = GAME.apply(HERE, Played(0, move, 0))
    drawn = Drawn((("3", "4"),), 0)
    assert [GAME.tell(waiting, drawn, seat) for seat in (0, 1, None)] == ["34", "#2", "#2"]
    last = GAME.view(waiting, 1)["last"]
    assert last is not None
    assert last["move"] == "change #2"
    assert GAME.view(waiting, 0)["last"] != last


def test_a_deal_is_told_rack_by_rack() -> None:
    game = match.new(GAME, 2, {})
    assert GAME.tell(game.state, Drawn((("7",), ("*",)), 0), 1) == "7*"
    game = game.then(Drawn((("7",), ("*",)), 0))
    deal = Drawn((("0", "1", "2", "3", "4"), ("5", "6", "7", "8", "*")), 0)
    assert GAME.tell(game.state, deal, 0) == "01234|#5"
    assert GAME.tell(game.state, deal, None) == "#5|#5"
    assert GAME.tell(game.state, Ticked(5), 0) == "time"
    assert GAME.tell(game.state, Left(0, 5), 1) == "leave"


def test_views_are_json_and_imagined_states_fit_them() -> None:
    rng = Source(SEED)
    for seat in (0, 1, 2, None):
        view = GAME.view(HERE, seat)
        assert json.loads(json.dumps(view)) == view
        imagined = GAME.imagine(view, rng)
        assert GAME.view(imagined, seat) == view
        assert isinstance(imagined, State)


# --- whole matches ---------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(6))
def test_random_matches_end(number: int) -> None:
    rng = Random(number)
    game = match.settle(match.new(GAME, 1 + number % 4, {}), SEED)
    while isinstance(game.awaiting, Turn):
        (seat,) = game.awaiting.seats
        moves = list(GAME.legal(game.state, seat))
        placed = [move for move in moves if isinstance(move, Placement)]
        move = rng.choice(placed or moves)
        game = match.settle(game.then(Played(seat, move, game.now)), SEED)
        assert game.ply < 400
        assert sum(map(len, game.state.racks)) + len(game.state.bag) + _on_board(game.state) == 101
    assert isinstance(game.awaiting, Over)
    assert GAME.view(game.state, None)["racks"] == list(game.state.racks)
    again = match.new(GAME, game.opening.seats, {})
    for event in game.events:
        again = again.then(event)
    assert again == game


def _on_board(state: State) -> int:
    return sum(sign <= 10 for sign in state.board)


def test_awaiting_draws_before_turns() -> None:
    game = match.new(GAME, 2, {})
    assert isinstance(game.awaiting, Draw)
    with pytest.raises(BadRequest):
        game.then(Left(0, 0))


# --- boards, text, kernels -------------------------------------------------------------------


def test_boards_can_be_added(tmp_path: Path) -> None:
    (tmp_path / "house.board").write_text("# all double\n" + ("d" * 15 + "\n") * 15)
    (tmp_path / "broken.board").write_text("d" * 14)
    shelf.add_data_folder(tmp_path)
    try:
        state = GAME.start(GAME.options(board="house", mode="standard"), 2)
        assert GAME.annex(state) == {"board": "/".join(["d" * 15] * 15)}
        assert GAME.view(state, None)["grid"] == ["d" * 15] * 15
        text = f"{GAME.notation.dump(HERE)} board=house".replace("0134*|", "24|")
        loaded = GAME.notation.load(text)
        move = GAME.notation.read(loaded, 0, "9H 4")
        assert GAME.score(loaded, 0, move).points == 3  # 2 is old, 4 lies on a double square
        with pytest.raises(BadRequest, match="line 1"):
            GAME.start(GAME.options(board="broken"), 2)
    finally:
        shelf.remove_data_folder(tmp_path)
    with pytest.raises(BadRequest, match="no board"):
        GAME.start(GAME.options(board="house"), 2)


def test_the_board_as_text_shows_bonuses_and_the_last_move() -> None:
    after = GAME.apply(HERE, Played(0, GAME.notation.read(HERE, 0, "9H 4"), 0))
    text = GAME.text(GAME.view(after, 0))
    lines = text.splitlines()
    assert lines[1].startswith("  1  T  .  .  t ")
    assert "[4]" in lines[9]
    assert " 2  4 " in lines[8]
    assert "last: seat 0 9H 4" in text
    assert "your rack: 0 1 3 *" in text


def test_observations_have_their_shape() -> None:
    planes = ENCODER.observe(HERE, 0)["planes"]
    assert planes[2, 7, 7] == planes[4, 7, 8] == 1
    assert planes[: len(SIGNS)].sum() == 225
    with pytest.raises(ValueError, match="Declarations"):
        ENCODER.action_of(HERE, 0, GAME.notation.read(HERE, 0, "8H 1 8H:1+1=2"))


def test_action_numbers_are_stable() -> None:
    texts = ["skip", "accept", "dispute", "change 4*", "8J 6", "H9 *61", "8G 0..3"]
    moves = [GAME.notation.read(HERE, 0, text) for text in texts]
    structs = [ENCODER.choices.struct(ENCODER.action_of(HERE, 0, move)) for move in moves]
    across, down = 4 + 225, 4 + 225 + 225
    assert [struct[:4] for struct in structs] == [
        (0, 0, 0, 0),
        (1, 0, 0, 0),
        (2, 0, 0, 0),
        (3, 5, 21, 0),
        (across + 7 * 15 + 9, 7, 0, 0),
        (down + 8 * 15 + 7, 17, 2, 0),
        (across + 7 * 15 + 6, 1, 4, 0),
    ]


INTERPRETED = """
import json, sys
from ludoteka.games.abaku.engine import GAME
from ludoteka.games.abaku.moves import best_placement, scored_placements
found = []
for text in json.load(sys.stdin):
    state = GAME.notation.load(text)
    listed = scored_placements(state.options, state.board, state.rack)
    found.append([[list(move[:3]), points] for move, points in listed])
print(json.dumps(found))
"""


def test_compiled_and_interpreted_agree() -> None:
    rng = Random(9)
    texts = [positions.position(rng, most=2) for _ in range(25)]
    texts = [text for text in texts if "mode=sandbox" not in text]
    run = subprocess.run(
        [sys.executable, "-c", INTERPRETED],
        input=json.dumps(texts),
        env={**os.environ, "LUDOTEKA_KERNEL": "python"},
        capture_output=True,
        text=True,
        check=True,
    )
    states = [GAME.notation.load(text) for text in texts]
    listed = [scored_placements(state.options, state.board, state.rack) for state in states]
    assert json.loads(run.stdout) == [[[list(m[:3]), points] for m, points in moves] for moves in listed]


@pytest.mark.parametrize("corner", ["A1", "O1", "A15", "O15"])
def test_what_replaces_a_joker_is_listed_with_the_points_it_scores(corner: str) -> None:
    """Every corner triples an equation, but not for a tile that replaces the Joker there."""
    row = "*12" + "." * 12 if corner[0] == "A" else "." * 12 + "11*"
    rows = [row, *["." * 15] * 14] if corner[1:] == "1" else [*["." * 15] * 14, row]
    state = GAME.notation.load(f"{'/'.join(rows)} 12|5 3456 0,0 0 operations=add-sub")
    move = GAME.notation.read(state, 0, f"{corner[1:]}{corner[0]} {'=1' if row[0] == '*' else '=2'}")
    assert isinstance(move, Placement)
    listed = dict(scored_placements(state.options, state.board, state.rack))
    assert listed[move] == GAME.score(state, 0, move).points == 3


@pytest.mark.parametrize(("row", "move"), [("*11", "8J 1"), (".11*", "8G 1")])
def test_an_old_joker_ends_a_segment_on_either_side(row: str, move: str) -> None:
    """Read as ten it would make one more equation: 10+1=11 or 11-1=10."""
    board = "/".join(["." * 15] * 7 + [f"......{row:.<9}"] + ["." * 15] * 7)
    state = GAME.notation.load(f"{board} 1|5 3456 0,0 0 board=blank")
    score = GAME.score(state, 0, GAME.notation.read(state, 0, move))
    joker = f"{'ABCDEFGHIJ'[6 + row.index('*')]}8"
    assert all(joker not in one["squares"] for one in score.detail)
    assert [len(one["squares"]) for one in score.detail] in ([2, 3], [3, 2])
    assert score.points == 5


def test_in_the_sandbox_every_tile_and_nothing_else_can_be_taken_back() -> None:
    rows = ["*2" + "." * 13, *["." * 15] * 13, "." * 14 + "4"]
    state = GAME.notation.load(f"{'/'.join(rows)} 0123 - 0 0 mode=sandbox")
    taken = [move.square for move in GAME.legal(state, 0) if isinstance(move, Take)]
    assert sorted(taken) == [0, 1, 224]


def test_whoever_plays_alone_does_not_lose_by_skipping() -> None:
    """[AB-11.1] However the position came about, two skips end the game, and nobody is out."""
    state = GAME.notation.load(f"{'/'.join(['.' * 15] * 15)} 24 0134 5 0 skips=2 seen=1")
    after = GAME.apply(state, Played(0, Skip(), 0))
    assert (after.over, after.out) == ("AB-10.2", ())


def test_an_empty_board_is_bare() -> None:
    assert GAME.start(GAME.options(), 2).board == BARE


def test_presets_and_the_example_are_playable() -> None:
    first, *others = GAME.info.presets
    assert first.options == {}
    for preset in (first, *others):
        assert match.new(GAME, 2, preset.options).opening.seats == 2
    shown = match.load(GAME, GAME.info.example)
    assert isinstance(shown.awaiting, Turn)
    assert GAME.notation.dump(shown.state) == GAME.info.example
