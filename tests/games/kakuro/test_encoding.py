"""Numbers for learners: every listed move has its own, and it comes back."""

from random import Random

import numpy as np
import pytest
from tests.games.kakuro.positions import loaded, random_match, worked

from ludoteka.core import match as matches
from ludoteka.core.game import Turn
from ludoteka.games.kakuro import encoding
from ludoteka.games.kakuro.engine import GAME
from ludoteka.games.kakuro.types import FACES, Word


@pytest.mark.parametrize("name", ["P1", "P4", "P5", "P16", "P20", "P21", "P22", "P23"])
def test_listed_moves_and_actions_are_one_to_one(name: str) -> None:
    state = loaded(name).state
    for seat in range(state.seats):
        view = GAME.view(state, seat)
        moves = list(GAME.legal(state, seat))
        actions = [encoding.action_of(view, seat, move) for move in moves]
        assert len(set(actions)) == len(actions)
        assert all(0 <= action < encoding.ACTIONS for action in actions)
        assert [encoding.move_of(view, seat, action) for action in actions] == moves


def test_action_numbers_are_stable() -> None:
    state = loaded("P1").state
    view = GAME.view(state, 0)
    assert encoding.ACTIONS == 64965
    assert [encoding.action_of(view, 0, word) for word in Word] == [0, 1, 2, 3, 4]
    full_second_row = GAME.notation.read(state, 0, ">A2:8")
    assert encoding.action_of(view, 0, full_second_row) == 5 + (28 + 6) * 145


def test_actions_that_are_no_moves_here() -> None:
    view = GAME.view(loaded("P1").state, 0)
    for action in (-1, encoding.ACTIONS, 5, 5 + 6 * 145 + 1 + 8 * 9, 5 + 1 + 7 * 9):
        with pytest.raises(ValueError, match=r"[Aa]ction"):
            encoding.move_of(view, 0, action)
    with pytest.raises(ValueError, match="sum tile"):
        encoding.move_of(GAME.view(loaded("P14").state, 0), 0, 5)


def test_claims_beyond_the_list_have_no_number() -> None:
    state = loaded("P1").state
    for text in (">A2:8 A8~H5", ">A2:8 A2=3 B2=5"):
        move = GAME.notation.read(state, 0, text)
        with pytest.raises(ValueError, match=r"[Nn]o"):
            encoding.action_of(GAME.view(state, 0), 0, move)


def test_planes_show_the_board() -> None:
    planes, vector = encoding.observe(GAME.view(loaded("P4").state, 0), 0)
    assert planes.shape == (14, 8, 8)
    assert vector.shape == (encoding.VECTOR,)
    assert planes.dtype == vector.dtype == np.float32
    assert planes[8, 0, 4] == planes[11, 0, 4] == 1  # E1 is a red 9, used down
    assert planes[9].sum() == 64 - 6
    assert planes[13].sum() == 1
    assert (planes[:9].sum(axis=0) + planes[13] == 1).all()


def test_vectors_turn_with_the_seat() -> None:
    view = GAME.view(loaded("P4").state, 0)
    first, second = encoding.observe(view, 0).vector, encoding.observe(view, 1).vector
    size = encoding.SEAT_NUMBERS
    assert (first[:size] == second[size : 2 * size]).all()
    assert (first[size : 2 * size] == second[:size]).all()
    assert first[FACES.index("3")] == 1
    assert (first[5 * size :] == second[5 * size :]).all()


def test_every_view_can_be_observed() -> None:
    assert not encoding.observe(GAME.view(matches.new(GAME, 5).state, 0), 0).planes.any()
    for match in random_match(Random(3), seats=5):
        for seat in range(5):
            assert np.isfinite(encoding.observe(GAME.view(match.state, seat), seat).vector).all()
            if isinstance(match.awaiting, Turn) and match.state.until is not None:
                left = encoding.observe(GAME.view(match.state, seat), seat).vector[-1]
                assert left == np.float32((match.state.until - match.state.now) / 1000)
    assert len(worked()) == 23
