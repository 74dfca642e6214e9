"""Numbers for learners: what is particular about Kakuro's."""

from random import Random

import numpy as np
import pytest
from tests.games.kakuro.positions import loaded, random_match

from ludoteka.core import match as matches
from ludoteka.core.game import Turn
from ludoteka.games.kakuro import encoding
from ludoteka.games.kakuro.encoding import ENCODER
from ludoteka.games.kakuro.engine import GAME
from ludoteka.games.kakuro.types import FACES, Word


@pytest.mark.parametrize("name", ["P1", "P4", "P5", "P16", "P20", "P21", "P22", "P23"])
def test_listed_moves_and_actions_are_one_to_one(name: str) -> None:
    state = loaded(name).state
    for seat in range(state.seats):
        moves = list(GAME.legal(state, seat))
        actions = [ENCODER.action_of(state, seat, move) for move in moves]
        assert sorted(actions) == ENCODER.actions(state, seat).tolist()
        assert [ENCODER.move_of(state, seat, action) for action in actions] == moves


def test_action_numbers_are_stable() -> None:
    state = loaded("P1").state
    assert [ENCODER.action_of(state, 0, word) for word in Word] == [0, 145, 290, 435, 580]
    full_second_row = GAME.notation.read(state, 0, ">A2:8")
    assert ENCODER.action_of(state, 0, full_second_row) == (5 + 28 + 6) * 145


def test_actions_that_are_no_moves_here() -> None:
    state = loaded("P1").state
    for action in (-1, 453 * 145, 5 * 145, (5 + 6) * 145 + 1 + 8 * 9, 5 * 145 + 1 + 7 * 9):
        with pytest.raises(ValueError, match=r"[Aa]ction"):
            ENCODER.move_of(state, 0, action)
    with pytest.raises(ValueError, match="sum tile"):
        ENCODER.move_of(loaded("P14").state, 0, 5 * 145)


def test_claims_beyond_the_list_have_no_number() -> None:
    state = loaded("P1").state
    for text in (">A2:8 A8~H5", ">A2:8 A2=3 B2=5"):
        move = GAME.notation.read(state, 0, text)
        with pytest.raises(ValueError, match=r"[Nn]o"):
            ENCODER.action_of(state, 0, move)


def test_planes_show_the_board() -> None:
    planes = ENCODER.observe(loaded("P4").state, 0)["planes"]
    assert planes[8, 0, 4] == planes[11, 0, 4] == 1  # E1 is a red 9, used down
    assert planes[9].sum() == 64 - 6
    assert planes[13].sum() == 1
    assert (planes[:9].sum(axis=0) + planes[13] == 1).all()


def test_vectors_turn_with_the_seat() -> None:
    state = loaded("P4").state
    first, second = (ENCODER.observe(state, seat)["vector"] for seat in (0, 1))
    size = encoding.SEAT_NUMBERS
    assert (first[:size] == second[size : 2 * size]).all()
    assert (first[size : 2 * size] == second[:size]).all()
    assert first[FACES.index("3")] == 1
    assert (first[5 * size :] == second[5 * size :]).all()


def test_every_state_can_be_observed() -> None:
    assert not ENCODER.observe(matches.new(GAME, 5).state, 0)["planes"].any()
    for match in random_match(Random(3), seats=5):
        for seat in range(5):
            vector = ENCODER.observe(match.state, seat)["vector"]
            assert np.isfinite(vector).all()
            if isinstance(match.awaiting, Turn) and match.state.until is not None:
                assert vector[-1] == np.float32((match.state.until - match.state.now) / 1000)
