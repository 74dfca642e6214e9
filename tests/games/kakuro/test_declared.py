"""What the game declares for others: squares of moves, all there was, presets, an example, levels."""

from random import Random

import pytest
from tests.games.kakuro.positions import KakuroMatch, loaded, random_match

from ludoteka.core import match as matches
from ludoteka.core.game import AllThereWas, Located, Played, Turn
from ludoteka.core.options import check
from ludoteka.games.kakuro.engine import GAME
from ludoteka.games.kakuro.rules.board import NAMES
from ludoteka.games.kakuro.types import Claim, Move, Word
from ludoteka.players.kakuro import SKILL

NOTATION = GAME.notation
SQUARES = [
    (">A2:8", "A2 B2 C2 D2 E2 F2 G2 H2"),
    ("vC1:3", "C1 C2 C3"),
    (">D4:5 C4#3", "D4 E4 F4 G4 H4 C4"),
    ("vB3:4 B2#D B7#X", "B3 B4 B5 B6 B2 B7"),
    (">A1:4 DD", "A1 B1 C1 D1"),
    (">B1:3 B1=3 A1#X E1#D", "B1 C1 D1 A1 E1"),
    (">A1:3 A1~A2 D1#3", "A1 B1 C1 A2 D1"),
    (">A1:2 H8~G8 B1~G8 C1#D", "A1 B1 G8 H8 C1"),  # an exchange names its lower square first
    ("vH7:2 A1~H8", "H7 H8 A1"),
    ("kakuro!", ""),
    ("impossible", ""),
    ("retract", ""),
]


@pytest.mark.parametrize(("text", "squares"), SQUARES)
def test_the_squares_of_a_move_in_the_order_of_its_text(text: str, squares: str) -> None:
    state = loaded("P1").state
    assert GAME.where(state, 0, NOTATION.read(state, 0, text)) == tuple(squares.split())


def changed_by(match: KakuroMatch, seat: int, move: Move) -> set[str]:
    """The names of the squares that look different after the move."""
    after = match.then(Played(seat, move, match.now)).state
    pairs = zip(NAMES, match.state.board, after.board, strict=True)
    return {name for name, one, other in pairs if one != other}


def test_the_squares_of_a_claim_are_those_that_it_changes() -> None:
    """Every listed claim is right and changes each square of its row and of its tiles, and no other."""
    claims = 0
    for match in random_match(Random(31), seats=3, failures=9):
        for seat in match.awaiting.seats if isinstance(match.awaiting, Turn) else ():
            for move in list(GAME.legal(match.state, seat))[::2]:
                where = GAME.where(match.state, seat, move)
                assert len(set(where)) == len(where)
                if isinstance(move, Word):
                    assert where == ()
                else:
                    assert set(where) == changed_by(match, seat, move)
                    claims += 1
    assert claims > 300


def test_all_there_was_is_written_out_best_first() -> None:
    match = loaded("P4")
    there = list(GAME.all_there_was(match.state))
    assert len(there) > 20
    points = [one.points for one in there if one.points is not None]
    assert len(points) == len(there)
    assert points == sorted(points, reverse=True)
    for one in there:
        claim = NOTATION.read(match.state, 0, one.move)
        assert isinstance(claim, Claim)
        assert claim.row.length == one.points
        assert one.where == GAME.where(match.state, 0, claim)
    assert isinstance(GAME, Located)
    assert isinstance(GAME, AllThereWas)


def test_nothing_was_there_without_an_open_sum() -> None:
    assert list(GAME.all_there_was(loaded("P14").state)) == []


def test_presets_are_options_of_the_game_and_the_first_is_the_rulebook() -> None:
    presets = GAME.info.presets
    assert [preset.key for preset in presets] == ["rulebook", "gentle", "calm", "fast"]
    assert presets[0].options == {}
    for preset in presets:
        check(GAME.info.options, preset.options, None)
        options = matches.new(GAME, 2, dict(preset.options)).state.options
        assert {key: getattr(options, key) for key in preset.options} == preset.options


def test_the_example_is_a_canonical_position_in_a_race() -> None:
    state = NOTATION.load(GAME.info.example)
    assert NOTATION.dump(state) == GAME.info.example
    assert isinstance(GAME.awaiting(state), Turn)


def test_every_level_has_a_name_and_a_sentence() -> None:
    assert sorted(SKILL.levels) == [0, 1, 2, 3, 4, 5]
    for level in SKILL.levels.values():
        assert level.name == level.player().name
        assert level.about.endswith(".")
        assert len(level.face) == 1
