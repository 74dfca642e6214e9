"""Observations and action numbers for learners."""

import random
from itertools import islice

import numpy as np
import pytest
from tests.games.calculissimo.positions import played_positions

from ludoteka.core.game import Turn
from ludoteka.games.calculissimo import encoding
from ludoteka.games.calculissimo.engine import GAME

EMPTY = "/".join(["." * 15] * 15)


def test_every_move_has_a_number_of_its_own() -> None:
    rng = random.Random("actions")
    for state in islice(played_positions(rng), 40):
        awaited = GAME.awaiting(state)
        assert isinstance(awaited, Turn)
        seat = min(awaited.seats)
        view = GAME.view(state, seat)
        moves = list(GAME.legal(state, seat))
        numbers = [encoding.action_of(view, move) for move in moves]
        assert len(set(numbers)) == len(moves)
        assert all(0 <= number < encoding.actions(state.size) < 2**63 for number in numbers)
        assert [encoding.move_of(view, number) for number in numbers] == moves


def test_numbers_are_stable() -> None:
    state = GAME.notation.load(f"{EMPTY} 26789+:|12345+- 123456789+-x:* 0,0 0")
    view = GAME.view(state, 0)
    texts = ["pass", "swap 1", "swap *", "1A 1", "A1 1+2", "15O *9"]
    moves = [GAME.notation.read(state, 0, text) for text in texts]
    first = encoding.FIRST_PLACEMENT
    assert [encoding.action_of(view, move) for move in moves] == [
        0,
        3 + 1,
        3 + 14,
        first + 1,
        first + 27**7 + 1 + 10 * 27 + 2 * 27**2,
        first + 2 * 224 * 27**7 + 22,
    ]


@pytest.mark.parametrize("number", [-1, 3, encoding.FIRST_PLACEMENT, encoding.actions(15), 3 + 15 * 5])
def test_a_number_that_is_no_action(number: int) -> None:
    state = GAME.notation.load(f"{EMPTY} 26789+:|12345+- 123456789+-x:* 0,0 0")
    with pytest.raises(ValueError, match="action"):
        encoding.move_of(GAME.view(state, 0), number)


def test_planes_show_the_board_and_free_premiums() -> None:
    board = EMPTY[: 7 * 16] + ".....f:2+9....." + EMPTY[7 * 16 + 15 :]
    state = GAME.notation.load(f"{board} 12+*|345 6 7,-8 1")
    seen = encoding.observe(GAME.view(state, 1), 1)
    assert seen.planes.shape == (encoding.PLANES, 15, 15)
    assert np.argwhere(seen.planes[5]).tolist() == [[7, 5]]
    assert np.argwhere(seen.planes[encoding.FACE_PLANES]).tolist() == [[7, 5]]
    green = seen.planes[encoding.FACE_PLANES + 2]
    assert (green.sum(), green[7, 5], green[7, 3]) == (22, 0, 1)
    assert seen.vector.shape == (encoding.VECTOR,)
    assert seen.vector[:14].tolist() == [0, 0, 1, 1, 1] + [0] * 9
    assert seen.vector[14:28].tolist() == [1, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]
    assert seen.vector[28:32].tolist() == [-8, 7, 0, 0]
