"""AK-4.4: the count of checkers outside the home has no branches; here it is, checker by checker."""

from random import Random

import numpy as np
import pytest

from ludoteka.core.kernel import kernel
from ludoteka.games.abak.rules.boards import bar_cell, kinds_of, letters_of, stack_of
from ludoteka.games.abak.rules.steps import Cells, count_outside, spot
from ludoteka.games.abak.types import BAR, CELLS, CHECKERS, HOME, LETTERS, POINTS

MOST = 16  # checkers on a point: four bits each fill the cell, the sign too
BOARDS = 300


@kernel
def compiled_count(board: Cells, me: int) -> int:
    """The same function, as kernels call it."""
    return count_outside(board, me)


def board_of(points: dict[int, str], bars: tuple[str, str] = ("", "")) -> Cells:
    """A board from the letters of some of White's points; Black's letters are lower case."""
    board = np.zeros(CELLS, np.int64)
    for point, letters in points.items():
        board[point] = stack_of(letters)
    for seat, letters in enumerate(bars):
        board[bar_cell(seat)] = kinds_of(letters)
    return board


def strewn(rng: Random) -> Cells:
    """All checkers on a few points, in any order, no more than fit; some wait on the bar."""
    every = [rng.choice(LETTERS) for _ in range(CHECKERS)] + [
        rng.choice(LETTERS).lower() for _ in range(CHECKERS)
    ]
    rng.shuffle(every)
    points, bars = dict.fromkeys(rng.sample(range(1, POINTS + 1), rng.randint(2, 9)), ""), ["", ""]
    for letter in every:
        point = rng.choice(list(points))
        if len(points[point]) < MOST and rng.randrange(8):
            points[point] += letter
        else:
            bars[letter.islower()] += letter
    return board_of(points, (bars[0], bars[1]))


def one_by_one(board: Cells, me: int) -> int:
    """Looks at each checker, pinned ones too."""
    total = sum(int(board[spot(BAR, me)]) >> 4 * kind & 15 for kind in range(len(LETTERS)))
    for point in range(HOME + 1, POINTS + 1):
        total += sum(letter.islower() == bool(me) for letter in letters_of(int(board[spot(point, me)])))
    return total


def check(board: Cells, expected: tuple[int, int] | None = None) -> None:
    for me in (0, 1):
        wanted = one_by_one(board, me)
        assert expected is None or wanted == expected[me]
        assert (count_outside(board, me), compiled_count(board, me)) == (wanted, wanted)


@pytest.mark.parametrize(
    ("points", "bars", "expected"),
    [
        ({12: "O" * 15 + "o"}, ("", ""), (15, 1)),  # the stack fills its cell: each of the classes
        ({13: "s" + "D" * 15}, ("", ""), (15, 1)),
        ({12: "sD" * 8}, ("", ""), (8, 8)),  # pinned at every other depth
        ({18: "OeDsGnSeoDdgEsNd"}, ("", ""), (7, 9)),
        ({6: "S" * 15, 19: "s" * 15}, ("", ""), (0, 0)),  # everybody is at home
        ({7: "S" * 15, 18: "s" * 15}, ("", ""), (15, 15)),
        ({1: "S", 24: "s"}, ("SGNDEO", "OO"), (6, 2)),
        (dict.fromkeys(range(7, 22), "S"), ("", ""), (15, 0)),  # fifteen at one depth: no carry
        ({}, ("", ""), (0, 0)),
    ],
)
def test_boards_on_the_edge(points: dict[int, str], bars: tuple[str, str], expected: tuple[int, int]) -> None:
    check(board_of(points, bars), expected)


@pytest.mark.parametrize("seed", range(4))
def test_any_boards(seed: int) -> None:
    rng, highest = Random(seed), 0
    for _ in range(BOARDS):
        board = strewn(rng)
        check(board)
        highest = max(highest, *(len(letters_of(int(cell))) for cell in board[1 : POINTS + 1]))
    assert highest == MOST
