"""All legal placements of a position: every window of every line; see `kernels`."""

import numpy as np

from ludoteka.core.kernel import kernel
from ludoteka.games.abaku.cutting import CUT_ROOM, TERM
from ludoteka.games.abaku.judging import Bytes, Floats, Numbers
from ludoteka.games.abaku.kernels import (
    ALL,
    LINE_LENGTHS,
    LINE_NUMBERS,
    LINE_STARTS,
    combine,
    single_tiles,
    survey,
)
from ludoteka.games.abaku.marking import code_line, weigh
from ludoteka.games.abaku.scratch import (
    AT_HAND,
    FIRST,
    HAS_JOKER,
    HELD,
    JOKER_AT,
    MIXED,
    MOST,
    OPENING,
    READY,
    REPLACING,
    SCENE,
    WORK_ROWS,
    WORK_WIDTH,
)
from ludoteka.games.abaku.sequences import (
    JOKER_KIND,
    MOST_NEW,
    floats_of,
    list_sequences,
    nothing_spelled,
    spell,
)
from ludoteka.games.abaku.slots import find_slots, is_worth_filling
from ludoteka.games.abaku.types import EMPTY, SQUARES
from ludoteka.games.abaku.windows import fill_window, is_hopeless, set_bounds, spell_window


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
    """Every line of every kind; to replace a Joker only those through it."""
    for kind in range(len(across)):
        for index in range(LINE_NUMBERS[kind]):
            start, length = LINE_STARTS[kind, index], LINE_LENGTHS[kind, index]
            if not is_worth_filling(board, across, work, start, length, kind):
                continue
            for first in range(length):
                number = find_slots(across, work, start, length, kind, first)
                if number >= 2:
                    code_line(work, first, number)
                for size in range(number, 1, -1):  # the long ones first: they bring more
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
