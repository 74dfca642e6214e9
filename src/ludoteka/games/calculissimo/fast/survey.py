"""What each square allows, computed once before the walks: kernels over the arrays of `work_layout`."""

import numpy as np
from numpy.typing import NDArray

from ludoteka.core.kernel import kernel
from ludoteka.games.calculissimo.fast.work_layout import (
    ANCHOR,
    CROSSING,
    FACTOR,
    GRID_FACTORS,
    GRID_POWERS,
    KINDS,
    LOGO,
    LYING,
    POWER,
    RAISED_CROSSING,
    SIZE,
)
from ludoteka.games.calculissimo.rules.arithmetic import (
    BROKEN,
    FACES,
    NO_RUN,
    WORTH,
    Ints,
    alternates,
    has_too_many_times,
    is_multiplied,
    value,
)
from ludoteka.games.calculissimo.rules.placement import is_beside
from ludoteka.games.calculissimo.types import ON_JOKER

Bytes = NDArray[np.uint8]


@kernel
def survey(board: Bytes, grid: Ints, scene: Ints, squares: Ints, work: Ints) -> None:
    """Fills `squares`. `board` uint8 (n*n): 0 free, a face, or a face + 16; `work` is scratch."""
    for square in range(len(board)):
        squares[square, LYING] = board[square] % ON_JOKER
        squares[square, FACTOR] = grid[GRID_FACTORS, square]
        squares[square, POWER] = grid[GRID_POWERS, square]
    mark_anchors(board, scene, squares)
    for square in range(len(board)):
        if board[square] == 0:
            reckon_crossings(squares, work, square, scene[SIZE], 0)
            reckon_crossings(squares, work, square, scene[SIZE], 1)


@kernel
def mark_anchors(board: Bytes, scene: Ints, squares: Ints) -> None:
    """[CA-3.5] [CA-3.6] A placement must cover one of these: the logo, or a square beside an old chip."""
    is_empty = True
    for square in range(len(board)):
        squares[square, ANCHOR] = 0
        if board[square] != 0:
            is_empty = False
    for square in range(len(board)):
        if board[square] == 0 and is_beside(board, scene[SIZE], square):
            squares[square, ANCHOR] = 1
    if is_empty:
        squares[scene[LOGO], ANCHOR] = 1


@kernel
def reckon_crossings(squares: Ints, run: Ints, square: int, size: int, down: int) -> None:
    """For each face on a free square: the run that it makes across a line of this direction."""
    length, place = take_up_crossing(squares, run, square, size, down)
    for face in range(1, KINDS):
        plain, raised = NO_RUN, NO_RUN
        if length > 1:
            factor = squares[square, FACTOR] if is_multiplied(face, is_joker=False, is_full=False) else 1
            plain, raised = crossing_values(run, length, place, face, factor)
        squares[square, CROSSING + down * KINDS + face] = plain
        squares[square, RAISED_CROSSING + down * KINDS + face] = raised


@kernel
def take_up_crossing(squares: Ints, run: Ints, square: int, size: int, down: int) -> tuple[int, int]:
    """Takes in the chips around a square, across a line; returns the run's length and its place there."""
    step = 1 if down == 1 else size
    here = square % size if down == 1 else square // size
    first, end = here, here + 1
    while first > 0 and squares[square - (here - first + 1) * step, LYING] != 0:
        first -= 1
    while end < size and squares[square + (end - here) * step, LYING] != 0:
        end += 1
    for place in range(end - first):
        face = squares[square + (first + place - here) * step, LYING]
        run[FACES, place], run[WORTH, place] = face, face
    return end - first, here - first


@kernel
def crossing_values(run: Ints, length: int, place: int, face: int, factor: int) -> tuple[int, int]:
    """The value of a run with this face at a place: by faces, and with its number premium."""
    run[FACES, place], run[WORTH, place] = face, face
    if not alternates(run, length) or has_too_many_times(run, length):
        return BROKEN, BROKEN
    plain = value(run, length)
    run[WORTH, place] = face * factor
    return plain, value(run, length)
