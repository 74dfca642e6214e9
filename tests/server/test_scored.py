"""What a move scored is told to those who know the whole move, and only of moves in games that score."""

from typing import Any

from tests import toys
from tests.toys.nim import Nim

from ludoteka.core.game import Drawn, Played
from ludoteka.core.match import new
from ludoteka.server.table.visibility import scored


class Mute(Nim):
    """A game whose moves score nothing, so it does not say what they would."""

    score: Any = None


def test_a_move_is_told_with_its_points() -> None:
    over = new(toys.get("nim"), 2, {"stones": 3}).then(Played(0, 3))
    found = scored(over, None)
    assert found is not None
    assert (found.points, found.detail) == (1, [{"left": 0}])


def test_a_game_without_points_says_nothing() -> None:
    assert scored(new(Mute(), 2, {"stones": 3}).then(Played(0, 3)), 0) is None


def test_neither_a_beginning_nor_a_draw_scores() -> None:
    start = new(toys.get("race"), 2)
    assert scored(start, 0) is None
    assert scored(start.then(Drawn("7")), 0) is None


def test_whoever_does_not_know_the_move_hears_no_points() -> None:
    game = toys.get("rummage")
    dealt = new(game, 2).then(Drawn(game.notation.read_outcome(new(game, 2).state, "123|456")))
    swapped = dealt.then(Played(0, game.notation.read(dealt.state, 0, "swap 1")))
    own = scored(swapped, 0)
    assert own is not None
    assert own.points == 0
    assert scored(swapped, 1) is None
    assert scored(swapped, None) is None
