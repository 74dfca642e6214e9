"""What single tiles do to the lines that a placement only crosses: the law is asked once for each."""

import numpy as np

from ludoteka.core.kernel import inlined, kernel
from ludoteka.games.abaku.rules.lines import (
    COLUMN_STEPS,
    DIGIT,
    KINDS,
    LETTER,
    NEW_WORTH,
    ROW_STEPS,
    RUN_LENGTH,
    RUN_ROWS,
    STEPS,
    WORTH,
    Bytes,
    Numbers,
    gather,
    is_on_board,
    look_along,
)
from ludoteka.games.abaku.types import DOWN, EMPTY, OLD_JOKER, SIZE, SQUARES

ALL = 1023  # every digit may lie there

# `cross[kind, square]`: what each digit (bit) would do there along the line of a kind.
MAY = 0  # breaks AB-5.6 nowhere
LINK = 1  # is joined to an old tile (AB-5.7)
WHOLE = 2  # is in an equation
GAIN = 3  # ten numbers: the points of each digit
CROSS = 13
TOP = CROSS  # of all kinds together: the most points that a digit brings
ACROSS_WIDTH = CROSS + 1


@kernel
def survey(board: Bytes, joker_at: int, at_hand: int, law: Numbers, bits: Bytes) -> Numbers:
    """`cross` for every square that can take a tile and every digit (bits) at hand.

    Where an old Joker can be laid again in the move that takes it, that is every digit.
    """
    cross = np.zeros((law[KINDS], SQUARES, CROSS), dtype=np.int64)
    work = board.copy()
    fresh = np.zeros(SQUARES, dtype=np.uint8)
    run = np.empty((RUN_ROWS, RUN_LENGTH), dtype=np.int64)
    for kind in range(law[KINDS]):
        for square in range(SQUARES):
            cross[kind, square, MAY] = ALL
            if board[square] != EMPTY and square != joker_at:
                continue
            if not has_old_beside(board, square, kind):
                continue
            work[square] = 0
            fresh[square] = 1
            start, length = gather(work, fresh, square, kind, law, run)
            place = (square - start) // STEPS[kind]
            may = 0
            digits = ALL if joker_at >= 0 and crosses_line_to(square, kind, joker_at, law[KINDS]) else at_hand
            for digit in range(10):
                if digits >> digit & 1 == 0:
                    continue
                run[DIGIT, place] = digit
                run[WORTH, place] = law[NEW_WORTH + digit] * law[LETTER + square]
                points, whole, linked, broken = look_along(run, length, law, bits)
                if broken < 0 or kind > DOWN:
                    may |= 1 << digit
                cross[kind, square, LINK] |= linked << digit
                cross[kind, square, WHOLE] |= whole << digit
                cross[kind, square, GAIN + digit] = points
            cross[kind, square, MAY] = may
            work[square] = board[square]
            fresh[square] = 0
    return cross


@inlined
def crosses_line_to(square: int, kind: int, other: int, kinds: int) -> bool:
    """Whether a line of a kind crosses, at a square, the line of another kind in use to another square."""
    rows, columns = other // SIZE - square // SIZE, other % SIZE - square % SIZE
    along = rows * COLUMN_STEPS[kind] == columns * ROW_STEPS[kind]
    in_line = rows == 0 or columns == 0 or (kinds > DOWN + 1 and abs(rows) == abs(columns))
    return in_line and not along


@kernel
def has_old_beside(board: Bytes, square: int, kind: int) -> bool:
    """Whether an old digit lies next to the square along the line."""
    row, column = square // SIZE, square % SIZE
    for sign in (-1, 1):
        there = row + sign * ROW_STEPS[kind]
        across = column + sign * COLUMN_STEPS[kind]
        if is_on_board(there, across) and board[there * SIZE + across] < OLD_JOKER:
            return True
    return False


@kernel
def combine(cross: Numbers) -> Numbers:
    """For placements along each kind of line: what all the other kinds together say."""
    across = np.zeros((len(cross), SQUARES, ACROSS_WIDTH), dtype=np.int64)
    for kind in range(len(cross)):
        for square in range(SQUARES):
            across[kind, square, MAY] = ALL
            for other in range(len(cross)):
                if other == kind:
                    continue
                across[kind, square, MAY] &= cross[other, square, MAY]
                if cross[other, square, WHOLE] != 0:
                    across[kind, square, LINK] |= cross[other, square, LINK]
                    for place in range(GAIN, CROSS):
                        across[kind, square, place] += cross[other, square, place]
                        gain = across[kind, square, place]
                        across[kind, square, TOP] = max(across[kind, square, TOP], gain)
    return across
