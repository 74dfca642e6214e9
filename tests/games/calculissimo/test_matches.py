"""Whole matches, hidden information, imagined states and the text board."""

import random
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest
from tests.games.calculissimo.positions import played_positions, random_match, step

from ludoteka.core.chance import Source, seed_from
from ludoteka.core.game import BadRequest, Draw, Drawn, Left, Over, Played, Ticked, Turn
from ludoteka.core.match import load, new
from ludoteka.games._lines.tiles import arranged
from ludoteka.games.calculissimo import moves
from ludoteka.games.calculissimo.engine import GAME
from ludoteka.games.calculissimo.types import CHIPS, State, Swap

EMPTY = "/".join(["." * 15] * 15)


@pytest.mark.parametrize("case", range(8))
def test_every_match_ends(case: int) -> None:
    """100 chips, and at most 4n turns in a row without a placement: far fewer than 2000 moves."""
    rng = random.Random(f"ends {case}")
    match = random_match(rng)
    moves = 0
    while isinstance(match.awaiting, Turn):
        match = step(rng, match)
        moves += 1
        assert moves < 2000
    assert isinstance(match.awaiting, Over)
    assert match.awaiting.result.rule.startswith("CA-8.")
    chips = sum(map(len, match.state.racks)) + len(match.state.bag) + sum(map(bool, match.state.board))
    assert chips == (100 if match.state.options.chips == "std" else 54)


def test_the_same_seed_gives_the_same_match() -> None:
    one, two = (random_match(random.Random("same"), {}) for _ in range(2))
    assert one == two


# --- hidden information ----------------------------------------------------------------------


def reshuffled(rng: random.Random, state: State, seat: int | None) -> State:
    """The same position with the chips that the seat cannot see spread in another way."""
    hidden = [s for s in range(state.seats) if s != seat]
    unseen = list(state.bag + "".join(state.racks[s] for s in hidden))
    rng.shuffle(unseen)
    racks = list(state.racks)
    for s in hidden:
        racks[s] = arranged((unseen.pop() for _ in range(len(state.racks[s]))), CHIPS)
    return replace(state, racks=tuple(racks), bag=arranged(unseen, CHIPS))


def test_views_hide_how_unseen_chips_are_spread() -> None:
    rng = random.Random("leak")
    for state in islice(played_positions(rng), 80):
        for seat in (None, *range(state.seats)):
            other = reshuffled(rng, state, seat)
            assert GAME.view(state, seat) == GAME.view(other, seat)


def test_others_are_told_only_how_many_chips_were_swapped_and_drawn() -> None:
    match = load(GAME, f"{EMPTY} 26789+:|12345+- 123 0,0 0")
    swapped: Played[Any] = Played(0, Swap("26+"))
    assert GAME.tell(match.state, swapped, 0) == "swap 26+"
    assert [GAME.tell(match.state, swapped, seat) for seat in (1, None)] == ["swap #3", "swap #3"]
    match = match.then(swapped)
    drawn = Drawn((("1", "2", "2"),))
    assert GAME.tell(match.state, drawn, 0) == "122"
    assert [GAME.tell(match.state, drawn, seat) for seat in (1, None)] == ["#3", "#3"]
    match = match.then(drawn)
    assert [GAME.view(match.state, s)["last"] for s in (0, 1)] == [
        {"seat": 0, "move": "swap 26+", "points": 0},
        {"seat": 0, "move": "swap #3", "points": 0},
    ]


def test_the_start_draw_is_open_and_other_events_have_words() -> None:
    match = new(GAME, 2)
    assert GAME.tell(match.state, Drawn((("7",), ("+",))), None) == "7+"
    assert GAME.tell(match.state, Left(0), 1) == "leave"
    assert GAME.tell(match.state, Ticked(5), 1) == "time"


def test_last_is_no_part_of_a_state() -> None:
    match = load(GAME, f"{EMPTY} 26789+:|12345+- 123 0,0 0")
    then = match.then(Played(0, GAME.notation.read(match.state, 0, "8F 6/2+9"), 0))
    loaded = GAME.notation.load(GAME.notation.dump(then.state))
    assert loaded == then.state
    assert (then.state.last is None, loaded.last) == (False, None)


def test_imagined_states_fit_the_view() -> None:
    rng = random.Random("imagine")
    source = Source(seed_from("imagine"))
    for state in islice(played_positions(rng), 40):
        for seat in range(state.seats):
            view = GAME.view(state, seat)
            imagined = GAME.imagine(view, source)
            again = GAME.view(imagined, seat)
            assert again == view


def test_states_are_imagined_in_every_phase() -> None:
    rng = random.Random("phases")
    match = new(GAME, 3, {"board": "mini", "chips": "mini"})
    for number in range(40):
        view = GAME.view(match.state, 1)
        imagined = GAME.imagine(view, Source(seed_from(str(number))))
        assert GAME.view(imagined, 1) == view
        if isinstance(match.awaiting, Draw):
            outcome = match.awaiting.chance.sample(Source(seed_from(str(rng.random()))))
            match = match.then(Drawn(outcome))
        elif isinstance(match.awaiting, Turn):
            match = match.then(
                Played(
                    min(match.awaiting.seats),
                    rng.choice(list(GAME.legal(match.state, min(match.awaiting.seats)))),
                )
            )


# --- leaving ---------------------------------------------------------------------------------


def test_a_seat_that_does_not_exist_cannot_leave() -> None:
    match = load(GAME, f"{EMPTY} 1|2 3 0,0 0")
    for seat in (2, -1):
        with pytest.raises(BadRequest):
            match.then(Left(seat))


def test_leaving_ends_a_match_of_two() -> None:
    match = load(GAME, f"{EMPTY} 1|2 3 5,9 0").then(Left(1))
    assert isinstance(match.awaiting, Over)
    result = match.awaiting.result
    assert (result.scores, result.ranks, result.rule) == ((5, 9), (1, 2), "left")


# --- the text board --------------------------------------------------------------------------


def test_the_text_board_shows_chips_premiums_and_racks() -> None:
    board = EMPTY[: 7 * 16] + ".....f:2+9....." + EMPTY[7 * 16 + 15 :]
    state = GAME.notation.load(f"{board} 12+*|345 6 7,-8 0 referee=dispute")
    text = GAME.text(GAME.view(state, 0))
    lines = text.split("\n")
    assert lines[0].split() == list("ABCDEFGHIJKLMNO")
    assert lines[8] == "  8  p  b  .  g  . [6] :  2  +  9  .  g  .  b  p "
    assert "  > seat 0:    7 points   1 2 + *" in lines
    assert "    seat 1:   -8 points   3 chips" in lines
    assert "    1 chip in the bag" in lines


def test_the_text_board_tells_of_claims_and_the_end() -> None:
    match = load(GAME, f"{EMPTY} 26789+:|12345+- 123 0,0 0 referee=dispute")
    match = match.then(Played(0, GAME.notation.read(match.state, 0, "8F 6/2+9"), 0))
    assert "Seat 0 claims 8F 6/2+9" in GAME.text(GAME.view(match.state, 1))
    over = match.then(Left(1))
    assert "The game is over (left)." in GAME.text(GAME.view(over.state, 1))


def test_whoever_passes_without_chips_has_not_laid_the_last_one() -> None:
    """[CA-8.1] The game ends with a placement that leaves the rack empty; a pass ends it by CA-8.3 alone."""
    board = "/".join(["." * 15] * 7 + [".....6:2+9....."] + ["." * 15] * 7)
    match = load(GAME, f"{board} 0|1 0 0,0 0").play("pass")
    assert match.result is None
    over = match.play("pass")
    assert over.result is not None
    assert over.result.rule == "CA-8.3"


def test_more_placements_than_expected_are_listed_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Room is made until everything fits, whether there are more of them or longer ones."""
    board = "/".join(["." * 15] * 7 + [".....6:2+9....."] + ["." * 15] * 7)
    state = load(GAME, f"{board} 35+|1 1 0,0 0").state
    expected = list(GAME.legal(state, 0))
    assert len(expected) > 10
    for room, signs in ((1, 13), (1, 1), (len(expected), 1)):
        monkeypatch.setattr(moves, "_ROOM", (room,))
        monkeypatch.setattr(moves, "_SIGNS", signs)
        assert list(GAME.legal(state, 0)) == expected
