"""Views and moves as numbers, for learning agents.

An observation is a stack of planes over the board and a vector beside it. Every move has an action number
that depends only on the size of the board: words, then swaps, then placements. Chips that are already there
(`.`) are not part of the number; the view puts them back.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludoteka.core.game import Seat, View
from ludoteka.games._lines.squares import Line
from ludoteka.games._lines.tiles import THERE, counted
from ludoteka.games.calculissimo.position import read_set, read_squares
from ludoteka.games.calculissimo.types import (
    CHIPS,
    FACES,
    ON_JOKER,
    RACK,
    SQUARES,
    Move,
    Placement,
    Swap,
    Word,
    split,
)

Planes = NDArray[np.float32]

FACE_PLANES = len(FACES)
PLANES = FACE_PLANES + 1 + len(SQUARES)  # faces, jokers, free squares of each kind
MOST_SEATS = 4
VECTOR = 2 * len(CHIPS) + 3 * MOST_SEATS + 3

WORDS = tuple(Word)
ITEMS = (*FACES, *("*" + face for face in FACES))  # a new chip of a placement; its digit is its place plus 1
SWAP_BASE, ITEM_BASE = len(CHIPS) + 1, len(ITEMS) + 1
FIRST_SWAP = len(WORDS)
FIRST_PLACEMENT: int = FIRST_SWAP + SWAP_BASE**RACK
PER_LINE: int = ITEM_BASE**RACK


class Observation(NamedTuple):
    """`planes` float32 (PLANES, n, n) and `vector` float32 (VECTOR)."""

    planes: Planes
    vector: Planes


def observe(view: View, seat: Seat) -> Observation:
    """What a seat sees; seats in the vector are counted from this one on."""
    size = len(view["grid"])
    squares = np.frombuffer(read_squares(view["board"]), np.uint8).reshape(size, size)
    symbols = np.array([list(row) for row in view["grid"]])
    planes = np.zeros((PLANES, size, size), np.float32)
    for face in range(1, FACE_PLANES + 1):
        planes[face - 1] = squares % ON_JOKER == face
    planes[FACE_PLANES] = squares >= ON_JOKER
    for number, symbol in enumerate(SQUARES, start=FACE_PLANES + 1):
        planes[number] = (symbols == symbol) & (squares == 0)
    return Observation(planes, _vector(view, seat))


def actions(size: int) -> int:
    """How many action numbers there are on a board of this size."""
    return FIRST_PLACEMENT + 2 * size * size * PER_LINE


def action_of(view: View, move: Move) -> int:
    """The action number of a move."""
    if isinstance(move, Word):
        return WORDS.index(move)
    if isinstance(move, Swap):
        return FIRST_SWAP + _packed([CHIPS.index(chip) for chip in move.chips], SWAP_BASE)
    size = len(view["grid"])
    row, column, down = move.line
    line = 2 * (row * size + column) + down
    chips = [ITEMS.index(item) for item in split(move.items) if item != THERE]
    return FIRST_PLACEMENT + line * PER_LINE + _packed(chips, ITEM_BASE)


def move_of(view: View, action: int) -> Move:
    """The move of an action number; raises ValueError for a number that is not one."""
    size = len(view["grid"])
    if not 0 <= action < actions(size):
        raise ValueError(f"{action} is no action on a board of {size} rows.")
    if action < FIRST_SWAP:
        return WORDS[action]
    if action < FIRST_PLACEMENT:
        return Swap("".join(CHIPS[chip] for chip in _unpacked(action - FIRST_SWAP, SWAP_BASE)))
    line, code = divmod(action - FIRST_PLACEMENT, PER_LINE)
    square, down = divmod(line, 2)
    place = Line(square // size, square % size, bool(down))
    return Placement(place, _with_old(view, place, [ITEMS[chip] for chip in _unpacked(code, ITEM_BASE)]))


def _with_old(view: View, line: Line, items: list[str]) -> str:
    """The new chips with `.` for every chip that already lies between them."""
    rows, size = view["board"], len(view["grid"])
    row, column, down = line
    written = ""
    while items:
        is_old = row < size and column < size and rows[row][column] != "."
        written += THERE if is_old and written else items.pop(0)
        row, column = (row + 1, column) if down else (row, column + 1)
    return written


def _packed(digits: list[int], base: int) -> int:
    """Up to 7 places as one number; a missing one is 0."""
    return sum((digit + 1) * base**power for power, digit in enumerate(digits))


def _unpacked(code: int, base: int) -> list[int]:
    digits = []
    while code:
        code, digit = divmod(code, base)
        digits.append(digit - 1)
    if not digits or len(digits) > RACK or min(digits) < 0:
        raise ValueError("This is no action: it names no chips, or leaves a gap between them.")
    return digits


def _vector(view: View, seat: Seat) -> Planes:
    seats = len(view["scores"])
    order = [(seat + ahead) % seats for ahead in range(seats)]
    blank = [0] * (MOST_SEATS - seats)
    rack = view["racks"][seat]
    return np.array(
        [
            *counted(read_set(rack) if rack is not None else "", CHIPS),
            *counted(read_set(view["unseen"]), CHIPS),
            *(view["scores"][s] for s in order),
            *blank,
            *(view["sizes"][s] for s in order),
            *blank,
            *(float(s == view["turn"]) for s in order),
            *blank,
            view["bag"],
            view["passes"],
            view["idle"],
        ],
        np.float32,
    )
