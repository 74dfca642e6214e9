"""All legal placements of a position, with their points, on flat arrays.

The way: `survey` looks, for every empty square and digit, along the lines that a placement only crosses.
Then each line is filled (`filling`): windows of empty squares without an old tile in line take the equations
that the rack alone makes (`spell`), others are filled digit by digit, depth first (`fill_window`). A filled
window is kept only if `judging.look_along` says that it keeps the rules; nothing here decides that by itself.

Tiles are coded: 0-9 a digit of the rack, 10-19 the Joker named 0-9. A window through the square of an old
Joker replaces it, and the Joker taken may be laid in the same window.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludoteka.core.kernel import kernel
from ludoteka.games._lines.squares import line_name
from ludoteka.games.abaku.judging import (
    BASE,
    COLUMN_STEPS,
    DIGIT,
    NEW_WORTH,
    ROW_STEPS,
    RUN_LENGTH,
    RUN_ROWS,
    STEPS,
    WORTH,
    gather,
    is_on_board,
    look_along,
)
from ludoteka.games.abaku.laying import squares_of
from ludoteka.games.abaku.lexicon import is_equation
from ludoteka.games.abaku.placement import are_neighbours
from ludoteka.games.abaku.types import DOWN, EMPTY, OLD_JOKER, SIZE, SQUARES

ALL = 1023  # every digit may lie there
JOKER_KIND = 10
MOST_NEW = 6
MOST_CODES = 20
MOST_SPELLED = 20000  # more than all sequences of five tiles and a Joker, or of three of the whole set
TEXT = 24  # bytes of the longest move text, and some
INFO = 3  # what is kept of a move beside its text: start, kind, points
START, KIND, POINTS = range(INFO)


class Law(NamedTuple):
    """The options as the kernels need them (see `judging` and `lexicon`)."""

    kinds: int
    scale: NDArray[np.int64]
    letter: NDArray[np.int64]
    word: NDArray[np.int64]
    bits: NDArray[np.uint8]
    longest: int
    used: int
    side: int


class Crossing(NamedTuple):
    """What each digit (bit) would do on each square, along the lines of a kind: [kind, square]."""

    may: NDArray[np.int64]  # breaks AB-5.6 nowhere
    link: NDArray[np.int64]  # is joined to an old tile (AB-5.7)
    whole: NDArray[np.int64]  # is in an equation
    gain: NDArray[np.int64]  # [kind, square, digit]: points


class Listed(NamedTuple):
    """Where the moves go: texts, what else is kept of them, and how many there are, kept or not."""

    text: NDArray[np.uint8]  # [room, TEXT]
    info: NDArray[np.int64]  # [room, INFO]
    number: NDArray[np.int64]  # [1]
    best_only: int  # 1: only the move with the most points, the first in text order, is kept


class Spelled(NamedTuple):
    """Sequences of tile codes that are equations, by length: `first[n]` to `first[n + 1]`."""

    codes: NDArray[np.uint8]  # [MOST_SPELLED, MOST_NEW]
    first: NDArray[np.int64]  # [MOST_NEW + 2]


def _line_table() -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
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


def _name_table() -> NDArray[np.uint8]:
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
def survey(board: NDArray[np.uint8], joker_at: int, digits: int, law: Law, cross: Crossing) -> None:
    """Fills `cross` for every square that can take a tile and every digit of the bits `digits`."""
    work = board.copy()
    fresh = np.zeros(SQUARES, dtype=np.uint8)
    run = np.empty((RUN_ROWS, RUN_LENGTH), dtype=np.int64)
    for kind in range(law.kinds):
        for square in range(SQUARES):
            cross.may[kind, square] = ALL
            cross.link[kind, square] = 0
            cross.whole[kind, square] = 0
            if board[square] < OLD_JOKER or (board[square] == OLD_JOKER and square != joker_at):
                continue
            for digit in range(10):
                cross.gain[kind, square, digit] = 0
            if not has_old_beside(board, square, kind):
                continue
            work[square] = 0
            fresh[square] = 1
            start, length = gather(work, fresh, square, kind, law.scale, law.letter, law.word, run)
            survey_square(run, length, (square - start) // STEPS[kind], square, kind, digits, law, cross)
            work[square] = board[square]
            fresh[square] = 0


@kernel
def has_old_beside(board: NDArray[np.uint8], square: int, kind: int) -> bool:
    """Whether an old digit lies next to the square along the line."""
    row, column = square // SIZE, square % SIZE
    for sign in (-1, 1):
        there = row + sign * ROW_STEPS[kind]
        across = column + sign * COLUMN_STEPS[kind]
        if is_on_board(there, across) and board[there * SIZE + across] < OLD_JOKER:
            return True
    return False


@kernel
def survey_square(
    run: NDArray[np.int64],
    length: int,
    place: int,
    square: int,
    kind: int,
    digits: int,
    law: Law,
    cross: Crossing,
) -> None:
    """One square along one line: every digit is tried in its place of the run."""
    may = 0
    for digit in range(10):
        if digits >> digit & 1 == 0:
            continue
        run[DIGIT, place] = digit
        run[WORTH, place] = law.scale[NEW_WORTH + digit] * law.letter[square]
        points, whole, linked, broken = look_along(
            run, length, law.scale[BASE], law.bits, law.longest, law.used, law.side
        )
        if broken < 0 or kind > DOWN:
            may |= 1 << digit
        cross.link[kind, square] |= linked << digit
        cross.whole[kind, square] |= whole << digit
        cross.gain[kind, square, digit] = points
    cross.may[kind, square] = may


@kernel
def combine(cross: Crossing, kinds: int, across: Crossing) -> None:
    """For placements along each kind of line: what all the other kinds together say."""
    for kind in range(kinds):
        for square in range(SQUARES):
            across.may[kind, square] = ALL
            across.link[kind, square] = 0
            for digit in range(10):
                across.gain[kind, square, digit] = 0
            for other in range(kinds):
                if other == kind:
                    continue
                across.may[kind, square] &= cross.may[other, square]
                across.link[kind, square] |= cross.link[other, square]
                if cross.whole[other, square] != 0:
                    for digit in range(10):
                        across.gain[kind, square, digit] += cross.gain[other, square, digit]


# --- keeping moves ---------------------------------------------------------------------------


@kernel
def keep(
    listed: Listed,
    start: int,
    kind: int,
    board: NDArray[np.uint8],
    codes: NDArray[np.int64],
    number: int,
    joker_at: int,
    points: int,
    spare: NDArray[np.uint8],
) -> None:
    """Writes a move into the list, its text as AB-14.2 says."""
    if listed.best_only and listed.number[0] > 0 and points < listed.info[0, POINTS]:
        return
    room = len(listed.text)
    if not listed.best_only and listed.number[0] >= room:
        listed.number[0] += 1
        return
    write(spare, start, kind, board, codes, number, joker_at)
    at = 0
    if listed.best_only:
        if listed.number[0] > 0 and points == listed.info[0, POINTS] and not precedes(spare, listed.text[0]):
            return
        listed.number[0] = 1
    else:
        at = listed.number[0]
        listed.number[0] += 1
    for index in range(TEXT):
        listed.text[at, index] = spare[index]
    listed.info[at, START] = start
    listed.info[at, KIND] = kind
    listed.info[at, POINTS] = points


@kernel
def precedes(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> bool:
    """Whether a text comes first in code-point order."""
    for index in range(TEXT):
        if one[index] != other[index]:
            return bool(one[index] < other[index])
    return False


@kernel
def write(
    spare: NDArray[np.uint8],
    start: int,
    kind: int,
    board: NDArray[np.uint8],
    codes: NDArray[np.int64],
    number: int,
    joker_at: int,
) -> None:
    """[AB-14.2] `8H 3.*6=1`: the start, a blank, the tiles; `.` for old ones, `=` where a Joker is replaced."""
    spare[:] = 0
    at = 0
    while NAMES[kind, start, at] != 0:
        spare[at] = NAMES[kind, start, at]
        at += 1
    square = start
    for index in range(number):
        while board[square] < OLD_JOKER:
            spare[at] = 46
            at += 1
            square += STEPS[kind]
        if codes[index] >= JOKER_KIND:
            spare[at] = 42
            at += 1
        elif square == joker_at:
            spare[at] = 61
            at += 1
        spare[at] = 48 + codes[index] % JOKER_KIND
        at += 1
        square += STEPS[kind]


# --- one new tile ----------------------------------------------------------------------------


@kernel
def single_tiles(
    board: NDArray[np.uint8],
    counts: NDArray[np.int64],
    joker_at: int,
    law: Law,
    cross: Crossing,
    listed: Listed,
    spare: NDArray[np.uint8],
) -> None:
    """[AB-5.5] One new tile: an equation along any line is enough."""
    codes = np.empty(MOST_NEW, dtype=np.int64)
    for square in range(SQUARES):
        if board[square] != EMPTY and square != joker_at:
            continue
        may, link, whole = ALL, 0, 0
        for kind in range(law.kinds):
            may &= cross.may[kind, square]
            link |= cross.link[kind, square]
            whole |= cross.whole[kind, square]
        good = may & link & whole
        if joker_at >= 0 and are_neighbours(square, joker_at):
            good &= 1
        if good == 0:
            continue
        for code in range(MOST_CODES):
            digit = code % JOKER_KIND
            tile = digit if code < JOKER_KIND else JOKER_KIND
            if counts[tile] == 0 or good >> digit & 1 == 0:
                continue
            points = 0
            for kind in range(law.kinds):
                if cross.whole[kind, square] != 0:
                    points += cross.gain[kind, square, digit]
            codes[0] = code
            keep(listed, square, 0, board, codes, 1, joker_at, points, spare)


# --- what the rack alone can spell -----------------------------------------------------------


@kernel
def spell(counts: NDArray[np.int64], most: int, law: Law, spelled: Spelled) -> None:
    """All sequences of 2 to `most` tiles that are equations."""
    left = counts.copy()
    chosen = np.zeros(MOST_NEW + 1, dtype=np.int64)
    sequence = np.zeros(MOST_NEW, dtype=np.int64)
    number = 0
    spelled.first[:] = 0
    for size in range(2, most + 1):
        spelled.first[size] = number
        depth = 0
        chosen[0] = 0
        while depth >= 0:
            code = chosen[depth]
            if code == MOST_CODES:
                depth -= 1
                if depth >= 0:
                    left[kind_of(sequence[depth])] += 1
                continue
            chosen[depth] = code + 1
            if left[kind_of(code)] == 0 or (depth == 0 and code % 10 == 0 and law.side != 2):
                continue
            sequence[depth] = code
            if depth + 1 < size:
                left[kind_of(code)] -= 1
                depth += 1
                chosen[depth] = 0
                continue
            text = 1
            for index in range(size):
                text = text * 10 + sequence[index] % 10
            if is_equation(text, size, law.bits, law.longest, law.used, law.side):
                for index in range(size):
                    spelled.codes[number, index] = sequence[index]
                number += 1
    for size in range(most + 1, MOST_NEW + 2):
        spelled.first[size] = number


@kernel
def kind_of(code: int) -> int:
    """The kind of tile of a code: 0-9, or 10 for the Joker."""
    return code if code < JOKER_KIND else JOKER_KIND
