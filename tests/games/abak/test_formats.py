"""Matches in the .mat format: written, read again, and read as other programs write them."""

import random

import pytest

from ludoteka.core import match as matches
from ludoteka.core.chance import seed_from
from ludoteka.core.game import Over, Played, Turn
from ludoteka.core.record import Record
from ludoteka.core.refusals import BadNotation, BadRequest
from ludoteka.games.abak.engine import GAME
from ludoteka.games.abak.formats import AbakMatch
from ludoteka.games.abak.types import WORD_MOVES

MAT = GAME.formats()["mat"]


def _random_match(options: dict[str, str | int], seed: str) -> AbakMatch:
    rng = random.Random(seed)
    match = matches.settle(matches.new(GAME, 2, options), seed_from(seed))
    while isinstance(match.awaiting, Turn):
        (seat,) = match.awaiting.seats
        move = rng.choice(list(GAME.legal(match.state, seat)))
        match = matches.settle(match.then(Played(seat, move, match.now)), seed_from(seed))
    return match


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"match": 3, "cube": "on"},
        {"match": 0, "cube": "on", "jacoby": "yes"},
        {"match": 4, "crawford": "no"},
    ],
)
def test_round_trip(options: dict[str, str | int]) -> None:
    for number in range(4):
        match = _random_match({"setup": "classic", **options}, f"mat {number}")
        text = MAT.write(Record(match, ("Ada", "Ben B.")))
        found = MAT.read(text)
        assert found.names == ("Ada", "Ben B.")
        assert isinstance(found.match.awaiting, Over)
        assert found.match.awaiting == match.awaiting
        assert MAT.write(found) == text
        assert _moves(found.match) == _moves(match)


def _moves(match: AbakMatch) -> list[object]:
    return [event.move for event in match.events if isinstance(event, Played)]


FOREIGN = """\
; [Site "Somewhere"]
 3 point match

 Game 1
 Ada L. : 0                       Ben : 0
  1)                              31: 8/5 6/5
  2) 52: 13/8 24/22               63: 24/15
  3)  Doubles => 2                 Drops
      Wins 1 point

 Game 2
 Ada L. : 1                       Ben : 0
  1) 65: 24/13                    11: 8/7(2) 6/5(2)
  2) 44: 13/9(2) 13/5
"""


def test_reads_what_other_programs_write() -> None:
    found = MAT.read(FOREIGN)
    with pytest.raises(BadNotation, match="Line 6"):
        MAT.read(FOREIGN.replace("8/5 6/5", "8/5 6/4"))
    assert found.names == ("Ada L.", "Ben")
    assert found.match.state.scores == (1, 0)
    assert Played(0, WORD_MOVES["double"]) in found.match.events


def test_chains_are_read_with_the_points_between() -> None:
    text = FOREIGN.replace("63: 24/15", "63: 24/18/15").replace("65: 24/13", "65: 24/18/13")
    assert MAT.read(text).match.state == MAT.read(FOREIGN).match.state


def test_bar_and_off_by_number() -> None:
    text = " 1 point match\n\n Game 1\n A : 0                            B : 0\n"
    text += "  1) 21: 13/11 6/5                44: 24/20* 13/9(2) 6/2\n  2) 41: 25/24 25/21\n"
    with pytest.raises(BadNotation, match="Line 6"):
        MAT.read(text)
    found = MAT.read(text.replace("25/24 25/21", "25/21 24/23"))
    assert GAME.notation.dump(found.match.state).split(" ")[1] == "s"  # White has entered and hit in turn


@pytest.mark.parametrize(
    "text", ["", "x", "999 point match", " 3 point match\n  1) 31: 8/5 6/5 31: 8/5 6/5 11: 9/9"]
)
def test_rubbish_is_refused(text: str) -> None:
    with pytest.raises(BadNotation):
        MAT.read(text)


def test_only_classic_matches_from_the_start() -> None:
    with pytest.raises(BadRequest):
        MAT.write(Record(matches.new(GAME, 2)))
    position = GAME.notation.dump(matches.new(GAME, 2, {"setup": "classic"}).state)
    with pytest.raises(BadRequest):
        MAT.write(Record(matches.load(GAME, position)))
