"""All legal placements of a position, with their points, on flat arrays.

The way: `survey` looks, for every empty square and digit, along the lines that a placement only crosses.
Then each line is filled (`filling`): windows of empty squares without an old tile in line take the equations
that the rack alone makes (`spell`), others are filled digit by digit, depth first (`fill_window`). A filled
window is kept only if `judging.look_along` says that it keeps the rules; nothing here decides that by itself.

Tiles are coded: 0-9 a digit of the rack, 10-19 the Joker named 0-9. A window through the square of an old
Joker replaces it, and the Joker taken may be laid in the same window.
"""

import numpy as np

from ludoteka.core.kernel import kernel
from ludoteka.games._lines.squares import line_name
from ludoteka.games.abaku.judging import (
    COLUMN_STEPS,
    DIGIT,
    KINDS,
    LETTER,
    LONGEST,
    NEW_WORTH,
    ROW_STEPS,
    RUN_LENGTH,
    RUN_ROWS,
    SIDE,
    STEPS,
    USED,
    WORTH,
    Bytes,
    Numbers,
    gather,
    is_on_board,
    look_along,
)
from ludoteka.games.abaku.laying import squares_of
from ludoteka.games.abaku.lexicon import is_long_equation
from ludoteka.games.abaku.placement import are_neighbours
from ludoteka.games.abaku.types import DOWN, EMPTY, OLD_JOKER, SIZE, SQUARES

ALL = 1023  # every digit may lie there
JOKER_KIND = 10
MOST_NEW = 6
MOST_CODES = 20
MOST_SPELLED = 20000  # more than all sequences of five tiles and a Joker, or of three of the whole set

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
def survey(board: Bytes, joker_at: int, digits: int, law: Numbers, bits: Bytes) -> Numbers:
    """`cross` for every square that can take a tile and every digit of the bits `digits`."""
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
    codes: Numbers,
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
    write(text, room, start, kind, board, codes, size, joker_at)
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
    text: Bytes, row: int, start: int, kind: int, board: Bytes, codes: Numbers, size: int, joker_at: int
) -> None:
    """[AB-14.2] `8H 3.*6=1`: the start, a blank, the tiles; `.` for old ones, `=` replaces a Joker."""
    text[row, :] = 0
    at = 0
    while NAMES[kind, start, at] != 0:
        text[row, at] = NAMES[kind, start, at]
        at += 1
    square = start
    for index in range(size):
        while board[square] < OLD_JOKER:
            text[row, at] = 46
            at += 1
            square += STEPS[kind]
        if codes[index] >= JOKER_KIND:
            text[row, at] = 42
            at += 1
        elif square == joker_at:
            text[row, at] = 61
            at += 1
        text[row, at] = 48 + codes[index] % JOKER_KIND
        at += 1
        square += STEPS[kind]


# --- one new tile ----------------------------------------------------------------------------


@kernel
def single_tiles(
    board: Bytes, counts: Numbers, joker_at: int, cross: Numbers, text: Bytes, info: Numbers
) -> None:
    """[AB-5.5] One new tile: an equation along any line is enough."""
    codes = np.empty(MOST_NEW, dtype=np.int64)
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
            digit = code % JOKER_KIND
            if counts[kind_of(code)] == 0 or good >> digit & 1 == 0:
                continue
            points = 0
            for kind in range(len(cross)):
                points += cross[kind, square, GAIN + digit]
            codes[0] = code
            keep(text, info, square, 0, board, codes, 1, joker_at, points)


# --- what the rack alone can spell -----------------------------------------------------------


@kernel
def kind_of(code: int) -> int:
    """The kind of tile of a code: 0-9, or 10 for the Joker."""
    return code if code < JOKER_KIND else JOKER_KIND


@kernel
def codes_at_hand(counts: Numbers) -> Numbers:
    """The codes of the tiles that can be laid, each once."""
    codes = np.empty(MOST_CODES, dtype=np.int64)
    number = 0
    for code in range(MOST_CODES):
        if counts[kind_of(code)] > 0:
            codes[number] = code
            number += 1
    return codes[:number]


@kernel
def spell(counts: Numbers, at_hand: Numbers, most: int, law: Numbers, bits: Bytes, first: Numbers) -> Bytes:
    """All sequences of 2 to `most` tiles that are equations; of n tiles from `first[n]` to `first[n + 1]`."""
    found = np.empty((MOST_SPELLED, MOST_NEW), dtype=np.uint8)
    left = counts.copy()
    chosen = np.zeros(MOST_NEW + 1, dtype=np.int64)
    sequence = np.zeros(MOST_NEW, dtype=np.int64)
    digits = np.zeros((1, MOST_NEW), dtype=np.int64)
    number = 0
    for size in range(2, most + 1):
        first[size] = number
        depth = 0
        chosen[0] = 0
        while depth >= 0:
            if chosen[depth] == len(at_hand):
                depth -= 1
                if depth >= 0:
                    left[kind_of(sequence[depth])] += 1
                continue
            code = at_hand[chosen[depth]]
            chosen[depth] += 1
            if left[kind_of(code)] == 0:
                continue
            sequence[depth] = code
            digits[0, depth] = code % 10
            if depth + 1 < size:
                left[kind_of(code)] -= 1
                depth += 1
                chosen[depth] = 0
                continue
            if is_spelled(digits, size, law, bits):
                for index in range(size):
                    found[number, index] = sequence[index]
                number += 1
    for size in range(max(most + 1, 2), MOST_NEW + 2):
        first[size] = number
    return found


@kernel
def is_spelled(digits: Numbers, size: int, law: Numbers, bits: Bytes) -> bool:
    """Whether the first digits are an equation."""
    if size > law[LONGEST]:
        return is_long_equation(digits, 0, size, law[USED], law[SIDE])
    code = 1
    for index in range(size):
        code = code * 10 + digits[0, index]
    return bool(bits[np.uint64(code >> 3)] >> np.uint64(code & 7) & 1)
