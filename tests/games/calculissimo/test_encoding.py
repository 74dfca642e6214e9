"""Numbers for learners: what is particular about Calculissimo's."""

import numpy as np
import pytest

from ludoteka.games.calculissimo import encoding
from ludoteka.games.calculissimo.encoding import encoder_for
from ludoteka.games.calculissimo.engine import GAME

EMPTY = "/".join(["." * 15] * 15)
ENCODER = encoder_for(15)


def test_numbers_are_stable() -> None:
    state = GAME.notation.load(f"{EMPTY} 26789+:|12345+- 123456789+-x:* 0,0 0")
    texts = ["pass", "swap 1", "swap *", "1A 1", "A1 1+2", "15O *9"]
    moves = [GAME.notation.read(state, 0, text) for text in texts]
    structs = [ENCODER.choices.struct(ENCODER.action_of(state, 0, move)) for move in moves]
    assert structs == [
        (0, 0, 0, 0, 0, 0, 0, 0),
        (3, 1, 0, 0, 0, 0, 0, 0),
        (3, 27, 0, 0, 0, 0, 0, 0),
        (4, 1, 0, 0, 0, 0, 0, 0),
        (5, 1, 10, 2, 0, 0, 0, 0),
        (4 + 2 * 224, 22, 0, 0, 0, 0, 0, 0),
    ]
    assert ENCODER.action_of(state, 0, moves[3]) == 4 * 28**7 + 28**6


@pytest.mark.parametrize("number", [-1, 454 * 28**7, (4 + 2 * 14) * 28**7 + 28**6 + 28**5])
def test_a_number_that_is_no_action(number: int) -> None:
    state = GAME.notation.load(f"{EMPTY} 26789+:|12345+- 123456789+-x:* 0,0 0")
    with pytest.raises(ValueError, match="action"):
        ENCODER.move_of(state, 0, number)


def test_planes_show_the_board_and_free_premiums() -> None:
    board = EMPTY[: 7 * 16] + ".....f:2+9....." + EMPTY[7 * 16 + 15 :]
    state = GAME.notation.load(f"{board} 12+*|345 6 7,-8 1")
    seen = ENCODER.observe(state, 1)
    planes, vector = seen["planes"], seen["vector"]
    assert np.argwhere(planes[5]).tolist() == [[7, 5]]
    assert np.argwhere(planes[encoding.FACE_PLANES]).tolist() == [[7, 5]]
    green = planes[encoding.FACE_PLANES + 2]
    assert (green.sum(), green[7, 5], green[7, 3]) == (22, 0, 1)
    assert vector[:14].tolist() == [0, 0, 1, 1, 1] + [0] * 9
    assert vector[14:28].tolist() == [1, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]
    assert vector[28:32].tolist() == [-8, 7, 0, 0]
