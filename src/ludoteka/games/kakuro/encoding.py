"""Kakuro for learners: a state as planes and a vector, and a stable number for every listed move.

Seats are counted from the observer. A move is spelled in two digits: a word or one of the 448 rows, and then
what changes in the row: nothing, a digit tile or an exchange (KA-14.2). What a claim pays follows from the
board and the pool (KA-14.3). Claims beyond those that `legal` lists have no number.
"""

from functools import lru_cache
from typing import Final

import numpy as np

from ludoteka.core.game import Seat
from ludoteka.encoding.choices import Actions, Choices
from ludoteka.encoding.encoder import Box, Encoder, Floats, Observation
from ludoteka.games.kakuro.fast.kernels import as_array, counts
from ludoteka.games.kakuro.fast.listing import CHANGES, MOST_CLAIMS, NUMBERS, PER_ROW, WORDS, list_claims
from ludoteka.games.kakuro.moves import Site, partner_for, words
from ludoteka.games.kakuro.rules.board import digits_of, fits, squares_of
from ludoteka.games.kakuro.rules.rounds import RACING, seats_to_act
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
    State,
    Word,
)

PLANES = (
    *(f"digit {digit}" for digit in range(1, 10)),
    "silver",
    "used across",
    "used down",
    "digit tile",
    "sum square",
)
SEAT_NUMBERS = len(FACES) + 6  # pool; score, in, voted, buzzing, left, there
SUMS = range(LOWEST_SUM, HIGHEST_SUM + 1)
VECTOR = MOST_SEATS * SEAT_NUMBERS + len(Phase) + 2 * len(SUMS) + len(FACES) + 3

_WORDS = tuple(Word)
_PHASES = {phase: number for number, phase in enumerate(Phase)}
ROWS = 2 * SIZE * (SIZE * (SIZE - 1) // 2)
CHOICES: Final = Choices((WORDS + ROWS, PER_ROW), (0, WORDS + ROWS))
BOXES: Final = {"planes": Box((len(PLANES), SIZE, SIZE), 0, 1), "vector": Box((VECTOR,))}


class KakuroEncoder(Encoder[State, Move]):
    """The same for all options."""

    boxes = BOXES
    choices = CHOICES

    def observe(self, state: State, seat: Seat) -> Observation:
        """Before the layout the planes are empty."""
        planes = np.zeros((len(PLANES), SIZE * SIZE), np.float32)
        if state.board:
            np.take(_looks(), as_array(state.board), axis=1, out=planes, mode="clip")  # no byte is clipped
        return {"planes": planes.reshape(-1, SIZE, SIZE), "vector": _vector(state, seat)}

    def actions(self, state: State, seat: Seat) -> Actions:
        if seat not in seats_to_act(state):
            return np.empty(0, np.int64)
        actions = np.empty(WORDS + MOST_CLAIMS, np.int64)
        number = 0
        for word in words(state, seat):
            actions[number] = _WORDS.index(word) * PER_ROW
            number += 1
        if state.open is not None and state.phase in RACING:
            pool = counts(state.pools[seat])
            number += list_claims(as_array(state.board), pool, state.open, actions[number:])
        found = actions[:number]
        found.sort()
        return found

    def action_of(self, state: State, seat: Seat, move: Move) -> int:
        if isinstance(move, Word):
            return _WORDS.index(move) * PER_ROW
        action = CHOICES.action((WORDS + rows().index(move.row), _change(state.board, move)))
        if self.move_of(state, seat, action) != move:
            raise ValueError("Only claims that `legal` lists have a number.")
        return action

    def move_of(self, state: State, seat: Seat, action: int) -> Move:
        what, change = CHOICES.struct(action)
        if what < WORDS:
            return _WORDS[what]
        if state.open is None:
            raise ValueError("No sum tile is open.")
        claim = _claim(Site(state.board, state.open, state.pools[seat], rows()[what - WORDS]), change)
        if claim is None:
            raise ValueError(f"Action {action} is no regular claim here.")
        return claim


@lru_cache(maxsize=1)
def rows() -> tuple[Row, ...]:
    """The 448 rows, in the order of `legal`."""
    every = (Row(d, first, n) for d in DIRECTIONS for first in range(SQUARES) for n in range(2, SIZE + 1))
    return tuple(filter(fits, every))


def _change(board: bytes, claim: Claim) -> int:
    """0: none; then place and digit of the digit tile; then those of the exchange."""
    squares = squares_of(claim.row)
    if claim.digit_tiles:
        square, digit = claim.digit_tiles[0]
        return squares.index(square) * NUMBERS + digit
    if claim.exchanges:
        inside, outside = sorted(claim.exchanges[0], key=lambda square: square not in squares)
        return CHANGES + squares.index(inside) * NUMBERS + (board[outside] & DIGIT_BITS)
    return 0


def _claim(site: Site, change: int) -> Claim | None:
    """The listed claim with this change, if it is one."""
    if change == 0:
        return next(site.plain(), None)
    place, digit = divmod((change - 1) % CHANGES, NUMBERS)
    if place >= site.row.length:
        return None
    square, digits = squares_of(site.row)[place], list(digits_of(site.board, site.row))
    if not site.can_become(square, digits[place], digit + 1):
        return None
    digits[place] = digit + 1
    if change <= CHANGES:
        return site.claim(digits, digit_tile=(square, digit + 1))
    partner = partner_for(site.board, site.row, digit + 1)
    if partner is None:
        return None
    return site.claim(digits, exchange=(min(square, partner), max(square, partner)))


# --- observations ------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def _looks() -> Floats:
    """What each byte of a board looks like in the planes: shape (planes, 256)."""
    cells = np.arange(256)
    looks = [cells & DIGIT_BITS == digit for digit in range(1, 10)]
    looks.append((cells > 0) & (cells <= DIGIT_BITS))
    looks += [cells & mark != 0 for mark in (USED_ACROSS, USED_DOWN, DIGIT_TILE)]
    looks.append(cells == LAID_SUM_SQUARE)
    return np.stack(looks).astype(np.float32)


def _vector(state: State, seat: Seat) -> Floats:
    vector = np.zeros(VECTOR, np.float32)
    at = 0
    for ahead in range(state.seats):
        vector[at : at + SEAT_NUMBERS] = _seat_numbers(state, (seat + ahead) % state.seats)
        at += SEAT_NUMBERS
    at = MOST_SEATS * SEAT_NUMBERS
    vector[at + _PHASES[state.phase]] = 1
    at += len(Phase)
    if state.open is not None:
        vector[at + state.open - LOWEST_SUM] = 1
    at += len(SUMS)
    vector[at : at + len(SUMS)] = _counted_sums(state.sum_pile)
    at += len(SUMS)
    vector[at : at + len(FACES)] = _counted(state.action_pile)
    vector[at + len(FACES) :] = (len(state.aside), state.options.failures, _seconds_left(state))
    return vector


def _seat_numbers(state: State, seat: Seat) -> tuple[float, ...]:
    is_gone = seat in state.left
    return (
        *_counted(state.pools[seat]),
        state.scores[seat],
        not is_gone and seat not in state.out,
        seat in state.votes,
        seat == state.buzzer,
        is_gone,
        True,
    )


@lru_cache(maxsize=1024)
def _counted(tiles: str) -> tuple[int, ...]:
    return tuple(tiles.count(face) for face in FACES)


@lru_cache(maxsize=1024)
def _counted_sums(pile: tuple[int, ...]) -> Floats:
    counted = np.zeros(len(SUMS), np.float32)
    for value in pile:
        counted[value - LOWEST_SUM] += 1
    return counted


def _seconds_left(state: State) -> float:
    """Seconds on the running clock; -1: none is running."""
    return -1.0 if state.until is None else (state.until - state.now) / MS


ENCODER: Final = KakuroEncoder()


def encoder(_state: State) -> KakuroEncoder:
    """The encoder for the options of a state."""
    return ENCODER
