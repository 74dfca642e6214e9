"""The claims that `legal` lists (KA-14.2), compiled: which rows, as they are or with one change.

The laws about squares and repetitions are those of `rules/`. Arrays are those of `kernels`; a claim is a
number, as `encoding` wants it: `WORDS` and the place of the row among all rows, then the change.
"""

import numpy as np

from ludoteka.core.kernel import kernel
from ludoteka.games.kakuro.fast.kernels import Bytes, Ints, end_cost
from ludoteka.games.kakuro.rules.board import is_silver, is_sum_square, is_used
from ludoteka.games.kakuro.rules.claims import duplications_due, is_long_enough
from ludoteka.games.kakuro.types import DIGIT_BITS, DIGITS, SIZE, SQUARES, USED_ACROSS, USED_DOWN, Word

WORDS = len(Word)
NUMBERS = len(DIGITS)
CHANGES = SIZE * NUMBERS  # a place in the row and a digit
PER_ROW = 1 + 2 * CHANGES  # as it is, with a digit tile, with an exchange
ROWS_PER_LINE = SIZE * (SIZE - 1) // 2
MOST_CLAIMS = 2 * SIZE * ROWS_PER_LINE * (1 + 2 * SIZE)
NO_TOOL, EXCHANGE = -1, 1  # the rank of a tile in the pool; digit tiles have their digit plus 1


@kernel
def row_number(down: int, first: int, length: int) -> int:
    """The place of a row among all 448: by direction, first square and length, as `legal` lists them."""
    line, place = first // SIZE, first % SIZE
    if down == 0:
        before = line * ROWS_PER_LINE + place * (2 * SIZE - 1 - place) // 2
    else:
        before = SIZE * (line * (2 * SIZE - 1 - line) // 2) + place * (SIZE - 1 - line)
    return down * SIZE * ROWS_PER_LINE + before + length - 2


@kernel
def is_affordable(pool: Ints, held: int, due: int, tool: int, ends: int) -> bool:
    """[KA-14.3] Whether a pool pays duplications, one tool, and any tile for each open end."""
    if due > pool[0] or (tool != NO_TOOL and pool[tool] == 0):
        return False
    return held - due - (0 if tool == NO_TOOL else 1) >= ends


@kernel
def list_claims(board: Bytes, pool: Ints, total: int, actions: Ints) -> int:
    """Fills `actions` with every listed claim; returns how many."""
    silver = np.zeros(NUMBERS + 1, np.int64)
    for square in range(SQUARES):
        if is_silver(board[square]):
            silver[board[square]] += 1
    shown = np.empty(2 * (NUMBERS + 1), np.int64)  # by digit: in the row, and silver in the row
    number = 0
    for down in range(2):
        step, mark = (SIZE, USED_DOWN) if down == 1 else (1, USED_ACROSS)
        for first in range(SQUARES):
            place = first // SIZE if down == 1 else first % SIZE
            opening = 0 if place == 0 else end_cost(int(board[first - step]))
            if opening < 0:
                continue
            shown[:] = 0
            points = 0
            for length in range(1, SIZE - place + 1):
                square = first + (length - 1) * step
                cell = int(board[square])
                if is_sum_square(cell) or is_used(cell, mark):
                    break
                shown[cell & DIGIT_BITS] += 1
                shown[NUMBERS + 1 + (cell & DIGIT_BITS)] += is_silver(cell)
                points += cell & DIGIT_BITS
                closing = 0 if place + length == SIZE else end_cost(int(board[square + step]))
                if is_long_enough(length) and closing >= 0:
                    row = (WORDS + row_number(down, first, length)) * PER_ROW
                    missing, ends = total - points, opening + closing
                    number = list_row(
                        board, pool, shown, silver, first, step, length, missing, ends, row, actions, number
                    )
    return number


@kernel
def list_row(
    board: Bytes,
    pool: Ints,
    shown: Ints,
    silver: Ints,
    first: int,
    step: int,
    length: int,
    missing: int,
    ends: int,
    row: int,
    actions: Ints,
    number: int,
) -> int:
    """Adds the claims of one row that can be closed; returns the new number of claims."""
    held = pool.sum()
    if missing == 0:
        due = duplications_due(length, different_in(shown))
        if is_affordable(pool, held, due, NO_TOOL, ends):
            actions[number] = row
            number += 1
        return number
    for place in range(length):
        cell = int(board[first + place * step])
        wanted = missing + cell
        if not is_silver(cell) or wanted < 1 or wanted > NUMBERS:
            continue
        shown[cell] -= 1
        shown[wanted] += 1
        due = duplications_due(length, different_in(shown))
        shown[cell] += 1
        shown[wanted] -= 1
        change = row + place * NUMBERS + wanted
        if is_affordable(pool, held, due, 1 + wanted, ends):
            actions[number] = change
            number += 1
        is_elsewhere = silver[wanted] > shown[NUMBERS + 1 + wanted]
        if is_elsewhere and is_affordable(pool, held, due, EXCHANGE, ends):
            actions[number] = change + CHANGES
            number += 1
    return number


@kernel
def different_in(shown: Ints) -> int:
    """How many different digits a row shows."""
    different = 0
    for digit in range(1, NUMBERS + 1):
        different += shown[digit] > 0
    return different
