"""Views and moves as numbers, for learning agents.

An observation is a stack of planes over the board and a vector beside it; seats are counted from the
observer. Actions are the words and the claims that `legal` can list (KA-14): a row and, in it, nothing, a
digit tile or an exchange. What such a claim pays follows from the view (KA-14.3), so 64,965 numbers are
enough, and each means the same in every position. Claims beyond that list have no number.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludoteka.core.game import Seat, View
from ludoteka.games.kakuro.imagine import board_of
from ludoteka.games.kakuro.moves import Site, partner_for
from ludoteka.games.kakuro.rules.board import digits_of, fits, squares_of
from ludoteka.games.kakuro.types import (
    DIGIT_BITS,
    DIGIT_TILE,
    DIRECTIONS,
    FACES,
    HIGHEST_SUM,
    LAID_SUM_SQUARE,
    LOWEST_SUM,
    MOST_SEATS,
    MS,
    SIZE,
    SQUARES,
    USED_ACROSS,
    USED_DOWN,
    Claim,
    Move,
    Phase,
    Row,
    Word,
)

Floats = NDArray[np.float32]

# --- observations ------------------------------------------------------------------------------

PLANES = (
    *(f"digit {digit}" for digit in range(1, 10)),
    "silver",
    "used across",
    "used down",
    "digit tile",
    "sum square",
)
SEAT_NUMBERS = len(FACES) + 6  # pool; score, in, voted, buzzing, left, there
VECTOR = MOST_SEATS * SEAT_NUMBERS + len(Phase) + 2 * (HIGHEST_SUM - LOWEST_SUM + 1) + len(FACES) + 3


class Observation(NamedTuple):
    """`planes` float32 (14, 8, 8) and `vector` float32 (VECTOR)."""

    planes: Floats
    vector: Floats


def observe(view: View, seat: Seat) -> Observation:
    """What a seat sees; before the layout the planes are empty."""
    planes = np.zeros((len(PLANES), SIZE, SIZE), np.float32)
    if view["board"] is not None:
        cells = np.frombuffer(board_of(view), np.uint8).reshape(SIZE, SIZE)
        for digit in range(1, 10):
            planes[digit - 1] = cells & DIGIT_BITS == digit
        planes[9] = (cells > 0) & (cells <= DIGIT_BITS)
        for plane, mark in enumerate((USED_ACROSS, USED_DOWN, DIGIT_TILE), start=10):
            planes[plane] = cells & mark != 0
        planes[13] = cells == LAID_SUM_SQUARE
    return Observation(planes, _vector(view, seat))


def _vector(view: View, seat: Seat) -> Floats:
    seats = [(seat + i) % view["seats"] for i in range(view["seats"])]
    numbers = [number for other in seats for number in _seat_numbers(view, other)]
    numbers += [0.0] * (MOST_SEATS - view["seats"]) * SEAT_NUMBERS
    numbers += [float(view["phase"] == phase.value) for phase in Phase]
    sums = range(LOWEST_SUM, HIGHEST_SUM + 1)
    numbers += [float(view["open"] == value) for value in sums]
    numbers += [float(view["sum_pile"].count(value)) for value in sums]
    numbers += [float(view["action_pile"].count(face)) for face in FACES]
    numbers += [float(len(view["aside"])), float(view["options"]["failures"]), _seconds_left(view)]
    return np.array(numbers, np.float32)


def _seat_numbers(view: View, seat: Seat) -> list[float]:
    truths = (
        seat not in view["out"] and seat not in view["left"],
        seat in view["votes"],
        seat == view["buzzer"],
        seat in view["left"],
        True,
    )
    pool = [float(view["pools"][seat].count(face)) for face in FACES]
    return [*pool, float(view["scores"][seat]), *map(float, truths)]


def _seconds_left(view: View) -> float:
    """Seconds on the running clock; -1: none is running."""
    return -1.0 if view["until"] is None else (view["until"] - view["now"]) / MS


# --- actions -----------------------------------------------------------------------------------

WORDS = tuple(Word)
CHANGES = SIZE * 9  # a place in the row and a digit
PER_ROW = 1 + 2 * CHANGES  # as it is, with a digit tile, with an exchange


@lru_cache(maxsize=1)
def rows() -> tuple[Row, ...]:
    """The 448 rows, in the order of `legal`."""
    every = (Row(d, first, n) for d in DIRECTIONS for first in range(SQUARES) for n in range(2, SIZE + 1))
    return tuple(filter(fits, every))


ACTIONS = len(WORDS) + 2 * SIZE * (SIZE * (SIZE - 1) // 2) * PER_ROW


def action_of(view: View, seat: Seat, move: Move) -> int:
    """The number of a move that `legal` can list for this seat; ValueError for other claims."""
    if isinstance(move, Word):
        return WORDS.index(move)
    action = len(WORDS) + rows().index(move.row) * PER_ROW + _change(board_of(view), move)
    if move_of(view, seat, action) != move:
        raise ValueError("Only claims that `legal` lists have a number.")
    return action


def _change(board: bytes, claim: Claim) -> int:
    """0: none; then place and digit of the digit tile; then those of the exchange."""
    squares = squares_of(claim.row)
    if claim.digit_tiles:
        square, digit = claim.digit_tiles[0]
        return 1 + squares.index(square) * 9 + digit - 1
    if claim.exchanges:
        inside, outside = sorted(claim.exchanges[0], key=lambda square: square not in squares)
        return 1 + CHANGES + squares.index(inside) * 9 + (board[outside] & DIGIT_BITS) - 1
    return 0


def move_of(view: View, seat: Seat, action: int) -> Move:
    """The inverse of `action_of`; ValueError where the action is not a move in this view."""
    if not 0 <= action < ACTIONS:
        raise ValueError(f"There is no action {action}.")
    if action < len(WORDS):
        return WORDS[action]
    if view["open"] is None:
        raise ValueError("No sum tile is open.")
    row, change = divmod(action - len(WORDS), PER_ROW)
    site = Site(board_of(view), view["open"], view["pools"][seat], rows()[row])
    claim = _claim(site, change)
    if claim is None:
        raise ValueError(f"Action {action} is no regular claim here.")
    return claim


def _claim(site: Site, change: int) -> Claim | None:
    """The listed claim with this change, if it is one."""
    if change == 0:
        return next(site.plain(), None)
    place, digit = divmod((change - 1) % CHANGES, 9)
    if place >= site.row.length:
        return None
    square = squares_of(site.row)[place]
    if change <= CHANGES:
        wanted = (square, digit + 1)
        return next((claim for claim in site.with_digit_tile() if claim.digit_tiles == (wanted,)), None)
    partner = partner_for(site.board, site.row, digit + 1)
    if partner is None or digits_of(site.board, site.row)[place] == digit + 1:
        return None
    pair = (min(square, partner), max(square, partner))
    return next((claim for claim in site.with_exchange() if claim.exchanges == (pair,)), None)
