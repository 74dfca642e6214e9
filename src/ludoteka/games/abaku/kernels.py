"""All legal placements of a position, with their points, on flat arrays.

The way: `survey` looks, for every empty square and digit, along the lines that a placement only crosses.
The digits of the rack are laid out once, in every order (`sequences`). Then each line is filled (`filling`):
windows of empty squares (`slots`) without an old tile in line take the sequences that are equations by
themselves, others those that make one together with the old digits (`marking`): the bit set of the lexicon
knows the short ones, sums of weighted digits find the long ones (`cutting`). A Joker lies in each slot of a
window in turn, and its names are asked about together. A filled window is kept only if
`judging.look_along` says that it keeps the rules; nothing here decides that by itself.

A window through the square of an old Joker replaces it, and the Joker taken may be laid in the same window.
"""

import numpy as np

from ludoteka.core.kernel import inlined, kernel
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
from ludoteka.games.abaku.scratch import LINE, PLACE
from ludoteka.games.abaku.sequences import DIGITS, HAND_ROWS, JOKER_KIND, digit_in
from ludoteka.games.abaku.types import DOWN, EMPTY, OLD_JOKER, SIZE, SQUARES

ALL = 1023  # every digit may lie there
MOST_CODES = 20

# `cross[kind, square]`: what each digit (bit) would do there along the line of a kind.
MAY = 0  # breaks AB-5.6 nowhere
LINK = 1  # is joined to an old tile (AB-5.7)
WHOLE = 2  # is in an equation
GAIN = 3  # ten numbers: the points of each digit
CROSS = 13
TOP = CROSS  # of all kinds together: the most points that a digit brings
ACROSS_WIDTH = CROSS + 1

# `found`, an int64 array: a list of moves, each a row: its text as numbers of eight bytes, the first byte the
# highest, so that texts compare like numbers; its first square, its kind, its points. The last row is
# scratch, with the counters in the places of the first square and the kind.
WORDS = 3
START, KIND, POINTS = WORDS, WORDS + 1, WORDS + 2
FOUND = WORDS + 3
NUMBER = START  # of the last row: how many moves there are, kept or not
BEST_ONLY = KIND  # 1: only the move with the most points, the first in text order, is kept
TEXT = 8 * WORDS


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


def _name_table() -> Numbers:
    """The bytes of every start, with the blank that follows: [kind, square, byte], 0 where it is shorter."""
    table = np.zeros((4, SQUARES, 6), dtype=np.int64)
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


# --- keeping moves ---------------------------------------------------------------------------


@kernel
def keep(
    found: Numbers,
    work: Numbers,
    hand: Numbers,
    start: int,
    kind: int,
    size: int,
    index: int,
    joker: int,
    name: int,
    points: int,
) -> None:
    """Writes a move into the list: a filled window of the line in `work`."""
    room = len(found) - 1
    number = found[room, NUMBER]
    at = number
    if found[room, BEST_ONLY] != 0:
        at = 0
        if number > 0 and points < found[0, POINTS]:
            return
    elif number >= room:
        found[room, NUMBER] += 1
        return
    write(found, work, hand, start, kind, size, index, joker, name)
    if at < number and points == found[0, POINTS] and not precedes(found, room, 0):
        return
    for word in range(WORDS):
        found[at, word] = found[room, word]
    found[at, START], found[at, KIND], found[at, POINTS] = start, kind, points
    found[room, NUMBER] = at + 1


@kernel
def precedes(found: Numbers, one: int, other: int) -> bool:
    """Whether a text comes before another in code-point order."""
    for word in range(WORDS):
        if found[one, word] != found[other, word]:
            return bool(found[one, word] < found[other, word])
    return False


@kernel
def write(
    found: Numbers,
    work: Numbers,
    hand: Numbers,
    start: int,
    kind: int,
    size: int,
    index: int,
    joker: int,
    name: int,
) -> None:
    """[AB-14.2] `8H 3.*6=1`: the start, a blank, the tiles; `.` for old ones, `=` replaces a Joker."""
    room = len(found) - 1
    for word in range(WORDS):
        found[room, word] = 0
    at = 0
    while NAMES[kind, start, at] != 0:
        at = add_byte(found, room, at, NAMES[kind, start, at])
    place = work[PLACE, 0]
    for slot in range(size):
        while work[LINE, place] < OLD_JOKER:
            at = add_byte(found, room, at, 46)
            place += 1
        if slot == joker:
            at = add_byte(found, room, at, 42)
        elif work[LINE, place] == OLD_JOKER:
            at = add_byte(found, room, at, 61)
        at = add_byte(found, room, at, 48 + digit_in(hand, index, joker, name, slot))
        place += 1


@inlined
def add_byte(found: Numbers, row: int, at: int, byte: int) -> int:
    """Writes one byte of a text; the place of the next one."""
    found[row, at // 8] |= byte << 8 * (7 - at % 8)
    return at + 1


# --- one new tile ----------------------------------------------------------------------------


@kernel
def single_tiles(
    board: Bytes, counts: Numbers, joker_at: int, cross: Numbers, found: Numbers, work: Numbers
) -> None:
    """[AB-5.5] One new tile: an equation along any line is enough."""
    hand = np.zeros((HAND_ROWS, 1), dtype=np.int64)
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
        work[PLACE, 0], work[LINE, 0] = 0, board[square]
        for code in range(MOST_CODES):
            digit = code % DIGITS
            if counts[min(code, JOKER_KIND)] == 0 or good >> digit & 1 == 0:
                continue
            points = 0
            for kind in range(len(cross)):
                points += cross[kind, square, GAIN + digit]
            hand[0, 0] = digit
            keep(found, work, hand, square, 0, 1, 0, -1 if code < JOKER_KIND else 0, digit, points)
