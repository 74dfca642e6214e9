"""All legal placements of a position, with their points, on flat arrays.

In short: `crossings.survey` looks, for every empty square and digit, along the lines that a placement only
crosses. The digits of the rack are laid out once, in every order (`sequences`). Then each line is filled
(`fill`): windows of empty squares without an old tile in line take the sequences that are equations by
themselves, others those that make one together with the old digits (`candidates`): the bit set of the lexicon
knows the short ones, sums of weighted digits find the long ones (`long_equations`). A Joker is tried in each
slot of a window in turn, and its names are checked together. A filled window is kept only if
`rules.lines.look_along` says that it keeps the rules; nothing here decides that on its own.

A window through the square of an old Joker replaces it, and the Joker taken may be laid in the same window.
"""

import numpy as np

from ludoteka.core.kernel import kernel
from ludoteka.games.abaku.fast.candidates import code_line, weigh
from ludoteka.games.abaku.fast.crossings import ALL, GAIN, LINK, MAY, WHOLE, combine, survey
from ludoteka.games.abaku.fast.fill import (
    fill_window,
    find_slots,
    is_hopeless,
    is_worth_filling,
    set_bounds,
    spell_window,
)
from ludoteka.games.abaku.fast.found import PART, PARTS, keep
from ludoteka.games.abaku.fast.long_equations import CUT_ROOM, TERM
from ludoteka.games.abaku.fast.sequences import (
    DIGITS,
    HAND_ROWS,
    JOKER_KIND,
    MOST_NEW,
    floats_of,
    list_sequences,
    nothing_spelled,
    spell,
)
from ludoteka.games.abaku.fast.work_layout import (
    AT_HAND,
    FIRST,
    HAS_JOKER,
    HELD,
    JOKER_AT,
    LINE,
    MIXED,
    MOST,
    OPENING,
    PLACE,
    READY,
    REPLACING,
    SCENE,
    WORK_ROWS,
    WORK_WIDTH,
)
from ludoteka.games.abaku.rules.lines import Bytes, Floats, Numbers
from ludoteka.games.abaku.rules.placement import squares_of
from ludoteka.games.abaku.rules.referee import are_neighbours
from ludoteka.games.abaku.types import EMPTY, SIZE, SQUARES

MOST_CODES = 20


def _line_table() -> tuple[Numbers, Numbers, Numbers]:
    """First square and length of every line of two or more squares, by kind, and how many there are."""
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


LINE_STARTS, LINE_LENGTHS, LINE_NUMBERS = _line_table()


@kernel
def list_placements(
    board: Bytes,
    counts: Numbers,
    joker_at: int,
    most: int,
    law: Numbers,
    bits: Bytes,
    found: Numbers,
) -> None:
    """All legal placements of at most `most` new tiles (6 at most), into the list `found`."""
    is_opening = 1
    for square in range(SQUARES):
        if board[square] != EMPTY:
            is_opening = 0
            break
    digits = ALL if counts[JOKER_KIND] > 0 else held_digits(counts)
    cross = survey(board, joker_at, digits, law, bits)
    work = np.empty((WORK_ROWS, WORK_WIDTH), dtype=np.int64)
    single_tiles(board, counts, joker_at, cross, found, work)
    across = combine(cross)
    hand = list_sequences(counts, min(most, counts[:JOKER_KIND].sum()), work)
    floats = floats_of(hand, max(1, work[FIRST, MOST_NEW + 1]))
    cuts = np.empty((CUT_ROOM, 3, TERM), dtype=np.float64)
    work[SCENE, JOKER_AT], work[SCENE, REPLACING], work[SCENE, OPENING] = joker_at, 0, is_opening
    work[SCENE, MOST], work[SCENE, AT_HAND] = min(most, counts.sum()), digits
    work[SCENE, HELD], work[SCENE, HAS_JOKER] = held_digits(counts), min(1, counts[JOKER_KIND])
    fill_lines(board, law, bits, across, found, work, hand, cuts, floats, nothing_spelled())
    if joker_at >= 0:
        work[SCENE, REPLACING], work[SCENE, MOST] = 1, min(most, counts.sum() + 1)
        work[SCENE, AT_HAND], work[SCENE, HAS_JOKER] = ALL, 1
        fill_lines(board, law, bits, across, found, work, hand, cuts, floats, nothing_spelled())


@kernel
def held_digits(counts: Numbers) -> int:
    """The digits (bits) of the tiles on the rack."""
    digits = 0
    for digit in range(10):
        if counts[digit] > 0:
            digits |= 1 << digit
    return digits


@kernel
def fill_lines(
    board: Bytes,
    law: Numbers,
    bits: Bytes,
    across: Numbers,
    found: Numbers,
    work: Numbers,
    hand: Numbers,
    cuts: Floats,
    floats: Floats,
    spelled: Numbers,
) -> None:
    """Every line of every kind, or the part that is asked for; to replace a Joker only those through it."""
    part = found[len(found) - 1, PART]
    for kind in range(len(across)):
        for index in range(LINE_NUMBERS[kind]):
            start, length = LINE_STARTS[kind, index], LINE_LENGTHS[kind, index]
            is_asked_for = part == 0 or (kind + index) % PARTS == part - 1
            if not is_asked_for or not is_worth_filling(board, across, work, start, length, kind):
                continue
            for first in range(length):
                number = find_slots(across, work, start, length, kind, first)
                if number >= 2:
                    code_line(work, first, number)
                for size in range(number, 1, -1):  # the long ones first: they score more
                    if work[READY, size - 1] == 0:
                        continue
                    set_bounds(work, law, across, start, kind, size)
                    if is_hopeless(work, law, found):
                        continue
                    if work[MIXED, size - 1] == 0:
                        spell(hand, work, size, law, bits, spelled)
                        spell_window(law, bits, across, found, work, hand, spelled, start, kind, size)
                    else:
                        weigh(work, first, size, law, cuts)
                        fill_window(law, bits, across, found, work, hand, cuts, floats, start, kind, size)


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
