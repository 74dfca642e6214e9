"""The text board: what a player at a terminal must be able to see."""

from random import Random

from tests.games.kakuro.positions import loaded, random_match

from ludoteka.core.game import Played, Ticked
from ludoteka.games.kakuro.engine import GAME
from ludoteka.games.kakuro.types import Word


def shown(position: str, seat: int | None = 0) -> str:
    return GAME.text(GAME.view(loaded(position).state, seat))


def test_a_solo_game_against_the_clock() -> None:
    text = shown("P15")
    assert text.splitlines()[0] == "Find a row that makes  [ 36 ]   60 s on the hourglass"
    assert " 2    >    7      3      2      8      6      4      5      1" in text.splitlines()
    assert "You       4 points   tiles: D" in text
    assert "Failed sum tiles: 38 (the game ends with 3)." in text
    assert "Still to come: 1 sum tile, 1 action tile." in text
    assert "Or type kakuro! to stop the clock first, or impossible to give up." in text


def test_placed_sums_stand_at_the_beginning_of_their_rows() -> None:
    lines = shown("P20").splitlines()
    assert lines[3].split() == ["v", "25v", "v", "v", "v", "v", "v", "12v"]
    assert lines[4].split() == ["1", ">", "8", "3v", "#34>", "8>", "9>", "8>", "4>", "5+"]
    assert lines[8].split() == ["5", ">", "#27>8v", "4+", "6>", "9+", "8>", "#7v", "3v", "#24v"]
    assert "^4v" in lines[11]
    row_one = loaded("P1").then(Played(0, GAME.notation.read(loaded("P1").state, 0, ">A2:8"), 0))
    line = GAME.text(GAME.view(row_one.state, 0)).splitlines()[5]
    assert line.split() == ["2", "36>", "7>", "3>", "2>", "8>", "6>", "4>", "5>", "1>"]


def test_columns_stand_under_each_other() -> None:
    lines = shown("P20").splitlines()
    centres = [i for i, sign in enumerate(lines[2]) if sign != " "]
    for line in lines[4:12]:
        assert all(line[centre] != " " for centre in centres[:-1]), line


def test_who_is_out_who_votes_who_buzzes() -> None:
    text = shown("P9", 1)
    assert "Seat 0    0 points   tiles: D X 3   (says kakuro!)" in text
    assert "You       0 points   tiles: D   (says impossible)" in text
    assert "60 s to show the row" in text
    assert text.endswith("Nothing to do for you now: wait a moment.")
    assert shown("P9", 0).endswith("Or type retract to take it back.")
    assert shown("P9", None).endswith("You are watching.")
    assert "possible to take your vote back" in shown("P7", 1)


def test_what_happened_last() -> None:
    match = loaded("P9")
    over = match.then(Ticked(80000))
    assert "Seat 0 took too long to show the row." in GAME.text(GAME.view(over.state, 1))
    assert "sits out until the next sum tile" in GAME.text(GAME.view(over.state, 1))
    back = match.then(Played(0, Word.RETRACT, 30000))
    assert "You took the claim back." in GAME.text(GAME.view(back.state, 0))
    wrong = match.then(Played(0, GAME.notation.read(match.state, 0, ">A1:8"), 30000))
    assert "You claimed >A1:8, which was not right (KA-4.6)." in GAME.text(GAME.view(wrong.state, 0))
    right = match.then(Played(0, GAME.notation.read(match.state, 0, ">A2:8"), 30000))
    assert "You made >A2:8 for 8 points." in GAME.text(GAME.view(right.state, 0))


def test_every_phase_has_a_text() -> None:
    seen = set()
    for seed in range(4):
        for match in random_match(Random(seed), flip="ready", buzz="two-step"):
            for seat in (None, 0):
                text = GAME.text(GAME.view(match.state, seat))
                assert all(len(line) < 110 and line == line.rstrip() for line in text.splitlines())
            seen.add(match.state.phase.value)
    assert len(seen) == 8
    assert "The best score is 12." in shown("P18")
