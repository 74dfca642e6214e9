"""All legal placements of a position, with their points, on flat arrays.

The way: `survey` looks, for every empty square and digit, along the lines that a placement only crosses.
The rack is laid out once, in every order (`sequences`). Then each line is filled (`filling`): windows of
empty squares (`slots`) without an old tile in line take the sequences that are equations by themselves,
others those that make one together with the old digits (`windows`): the bit set of the lexicon knows the
short ones, sums of weighted digits find the long ones (`cutting`). A filled window is kept only if
`judging.look_along` says that it keeps the rules; nothing here decides that by itself.

A window through the square of an old Joker replaces it, and the Joker taken may be laid in the same window.
"""

import numpy as np

from ludoteka.core.kernel import kernel
from ludoteka.games._lines.squares import line_name
from ludoteka.games.abaku.judging import (
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
from ludoteka.games.abaku.laying import squares_of
from ludoteka.games.abaku.placement import are_neighbours
from ludoteka.games.abaku.sequences import COLUMNS, DIGITS, JOKER, JOKER_KIND
from ludoteka.games.abaku.types import DOWN, EMPTY, OLD_JOKER, SIZE, SQUARES

ALL = 1023  # every digit may lie there
MOST_CODES = 20

# `cross[kind, square]`: what each digit (bit) would do there along the line of a kind.
MAY = 0  # breaks AB-5.6 nowhere
LINK = 1  # is joined to an old tile (AB-5.7)
WHOLE = 2  # is in an equation
GAIN = 3  # ten numbers: the points of each digit
CROSS = 13

# A list of moves: `text` of [room + 1, TEXT] bytes and `info` of [room + 1, INFO] numbers; the last rows are
# scratch and the counters.
TEXT = 24
START, KIND, POINTS = range(3)
INFO = 3
NUMBER = 0  # of the last row: how many moves there are, kept or not
BEST_ONLY = 1  # 1: only the move with the most points, the first in text order, is kept


def _line_table() -> tuple[Numbers, Numbers, Numbers]:
    """First square and length of every line of two or more squares, by kind, and their number."""
    starts = np.zeros((4, 2 * SIZE - 1), dtype=np.int64)
    lengths = np.zeros((4, 2 * SIZE - 1), dtype=np.int64)
    numbers = np.zeros(4, dtype=np.int64)
    for kind in range(4):
        lines = sorted({squares_of(square, kind) for square in range(SQUARES)})
        for line in lines:
            if len(line) > 1:
                starts[kind, numbers[kind]] = line[0]
                lengths[kind, numbers[kind]] = len(line)
                numbers[kind] += 1
    return starts, lengths, numbers


def _name_table() -> Bytes:
    """The bytes of every start, with the blank that follows: [kind, square, byte], 0 where it is shorter."""
    table = np.zeros((4, SQUARES, 6), dtype=np.uint8)
    for kind in range(4):
        for square in range(SQUARES):
            name = line_name(*divmod(square, SIZE), down=kind == DOWN) + ("", "", "\\", "/")[kind] + " "
            table[kind, square, : len(name)] = list(name.encode())
    return table


LINE_STARTS, LINE_LENGTHS, LINE_NUMBERS = _line_table()
NAMES = _name_table()


# --- what single tiles do to the lines they cross --------------------------------------------


@kernel
def survey(board: Bytes, joker_at: int, at_hand: int, law: Numbers, bits: Bytes) -> Numbers:
    """`cross` for every square that can take a tile and every digit (bits) at hand.

    In line with an old Joker, which can be taken and laid again, that is every digit.
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
            digits = ALL if joker_at >= 0 and are_in_line(square, joker_at) else at_hand
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


@kernel
def are_in_line(square: int, other: int) -> bool:
    """Whether two squares lie in one row, column or diagonal."""
    rows, columns = square // SIZE - other // SIZE, square % SIZE - other % SIZE
    return rows == 0 or columns == 0 or abs(rows) == abs(columns)


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
    across = np.zeros(cross.shape, dtype=np.int64)
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
    return across


# --- keeping moves ---------------------------------------------------------------------------


@kernel
def keep(
    text: Bytes,
    info: Numbers,
    start: int,
    kind: int,
    board: Bytes,
    hand: Numbers,
    row: int,
    name: int,
    size: int,
    joker_at: int,
    points: int,
) -> None:
    """Writes a move into the list, its text as AB-14.2 says."""
    room = len(info) - 1
    number = info[room, NUMBER]
    at = number
    if info[room, BEST_ONLY] != 0:
        at = 0
        if number > 0 and points < info[0, POINTS]:
            return
    elif number >= room:
        info[room, NUMBER] += 1
        return
    write(text, room, start, kind, board, hand, row, name, size, joker_at)
    if (
        info[room, BEST_ONLY] != 0
        and number > 0
        and points == info[0, POINTS]
        and not precedes(text, room, 0)
    ):
        return
    for index in range(TEXT):
        text[at, index] = text[room, index]
    info[at, START] = start
    info[at, KIND] = kind
    info[at, POINTS] = points
    info[room, NUMBER] = at + 1


@kernel
def precedes(text: Bytes, one: int, other: int) -> bool:
    """Whether a text comes before another in code-point order."""
    for index in range(TEXT):
        if text[one, index] != text[other, index]:
            return bool(text[one, index] < text[other, index])
    return False


@kernel
def write(
    text: Bytes,
    into: int,
    start: int,
    kind: int,
    board: Bytes,
    hand: Numbers,
    row: int,
    name: int,
    size: int,
    joker_at: int,
) -> None:
    """[AB-14.2] `8H 3.*6=1`: the start, a blank, the tiles; `.` for old ones, `=` replaces a Joker."""
    text[into, :] = 0
    at = 0
    while NAMES[kind, start, at] != 0:
        text[into, at] = NAMES[kind, start, at]
        at += 1
    square = start
    for index in range(size):
        while board[square] < OLD_JOKER:
            text[into, at] = 46
            at += 1
            square += STEPS[kind]
        if index == hand[row, JOKER]:
            text[into, at] = 42
            at += 1
        elif square == joker_at:
            text[into, at] = 61
            at += 1
        text[into, at] = 48 + (name if index == hand[row, JOKER] else hand[row, index])
        at += 1
        square += STEPS[kind]


# --- one new tile ----------------------------------------------------------------------------


@kernel
def single_tiles(
    board: Bytes, counts: Numbers, joker_at: int, cross: Numbers, text: Bytes, info: Numbers
) -> None:
    """[AB-5.5] One new tile: an equation along any line is enough."""
    hand = np.zeros((1, COLUMNS), dtype=np.int64)
    for square in range(SQUARES):
        if board[square] != EMPTY and square != joker_at:
            continue
        may, link, whole = ALL, 0, 0
        for kind in range(len(cross)):
            may &= cross[kind, square, MAY]
            link |= cross[kind, square, LINK]
            whole |= cross[kind, square, WHOLE]
        good = may & link & whole
        if joker_at >= 0 and are_neighbours(square, joker_at):
            good &= 1
        if good == 0:
            continue
        for code in range(MOST_CODES):
            digit = code % DIGITS
            if counts[min(code, JOKER_KIND)] == 0 or good >> digit & 1 == 0:
                continue
            points = 0
            for kind in range(len(cross)):
                points += cross[kind, square, GAIN + digit]
            hand[0, 0], hand[0, JOKER] = digit, -1 if code < JOKER_KIND else 0
            keep(text, info, square, 0, board, hand, 0, digit, 1, joker_at, points)
