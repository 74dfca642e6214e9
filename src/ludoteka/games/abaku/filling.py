"""All legal placements of a position: every window of every line; see `kernels`."""

import numpy as np

from ludoteka.core.kernel import kernel
from ludoteka.games.abaku.cutting import CODE_ROWS, MOST_CUTS, TERM
from ludoteka.games.abaku.judging import RUN_LENGTH, RUN_ROWS, Bytes, Numbers
from ludoteka.games.abaku.kernels import (
    ALL,
    LINE_LENGTHS,
    LINE_NUMBERS,
    LINE_STARTS,
    combine,
    single_tiles,
    survey,
)
from ludoteka.games.abaku.sequences import (
    GROUPS,
    JOKER_KIND,
    MOST_NEW,
    MOST_SEQUENCES,
    columns_of,
    list_sequences,
    nothing_spelled,
    spell,
)
from ludoteka.games.abaku.slots import (
    AT_HAND,
    JOKER_AT,
    MIXED,
    MOST,
    OPENING,
    READY,
    REPLACING,
    SCENE,
    SLOT_ROWS,
    find_slots,
    is_worth_filling,
)
from ludoteka.games.abaku.types import EMPTY, SIZE, SQUARES
from ludoteka.games.abaku.windows import MOST_STRINGS, SUM_ROWS, code_line, fill_window, spell_window, weigh


@kernel
def list_placements(
    board: Bytes,
    counts: Numbers,
    joker_at: int,
    most: int,
    law: Numbers,
    bits: Bytes,
    text: Bytes,
    info: Numbers,
) -> None:
    """All legal placements of at most `most` new tiles (6 at most), into the list `text`, `info`."""
    is_opening = 1
    for square in range(SQUARES):
        if board[square] != EMPTY:
            is_opening = 0
            break
    digits = digits_at_hand(counts)
    cross = survey(board, joker_at, digits, law, bits)
    single_tiles(board, counts, joker_at, cross, text, info)
    across = combine(cross)
    scene = np.empty(SCENE, dtype=np.int64)
    scene[JOKER_AT], scene[REPLACING], scene[OPENING] = joker_at, 0, is_opening
    scene[MOST], scene[AT_HAND] = min(most, counts.sum()), digits
    fill_lines(board, counts, scene, law, bits, across, text, info)
    if joker_at >= 0:
        more = counts.copy()
        more[JOKER_KIND] += 1
        scene[REPLACING], scene[MOST], scene[AT_HAND] = 1, min(most, more.sum()), ALL
        fill_lines(board, more, scene, law, bits, across, text, info)


@kernel
def digits_at_hand(counts: Numbers) -> int:
    """The digits (bits) that can be laid: all of them with a Joker on the rack."""
    if counts[JOKER_KIND] > 0:
        return ALL
    digits = 0
    for digit in range(10):
        if counts[digit] > 0:
            digits |= 1 << digit
    return digits


@kernel
def fill_lines(
    board: Bytes,
    counts: Numbers,
    scene: Numbers,
    law: Numbers,
    bits: Bytes,
    across: Numbers,
    text: Bytes,
    info: Numbers,
) -> None:
    """Every line of every kind; to replace a Joker only those through it."""
    sizes = np.zeros((MOST_NEW + 1, GROUPS), dtype=np.int64)
    hand = list_sequences(counts, scene[MOST], sizes)
    spelled = nothing_spelled()
    columns = columns_of(hand, max(1, sizes.max()))
    marks = np.zeros(MOST_SEQUENCES, dtype=np.int64)
    slots = np.empty((SLOT_ROWS, RUN_LENGTH), dtype=np.int64)
    sums = np.zeros((SUM_ROWS, MOST_STRINGS), dtype=np.int64)
    cuts = np.empty((MOST_CUTS, 3, TERM), dtype=np.float64)
    codes = np.empty((CODE_ROWS, SIZE + 1), dtype=np.int64)
    line = np.zeros((1, SIZE + 1), dtype=np.int64)
    run = np.empty((RUN_ROWS, RUN_LENGTH), dtype=np.int64)
    for kind in range(len(across)):
        for index in range(LINE_NUMBERS[kind]):
            start, length = LINE_STARTS[kind, index], LINE_LENGTHS[kind, index]
            if not is_worth_filling(board, scene, across, start, length, kind, line):
                continue
            for first in range(length):
                number = find_slots(scene, across, line, length, start, kind, first, slots)
                if number >= 2:
                    code_line(line, first, number, slots, codes)
                for size in range(2, number + 1):
                    if slots[READY, size - 1] == 0:
                        continue
                    if slots[MIXED, size - 1] == 0:
                        spell(hand, sizes, size, law, bits, spelled)
                        spell_window(
                            board, scene, law, bits, across, text, info, line, start, kind, size, slots, run,
                            hand, spelled,
                        )  # fmt: skip
                    else:
                        weigh(line, first, size, slots, codes, law, sums, cuts)
                        fill_window(
                            board, scene, law, bits, across, text, info, line, start, kind, size, slots, run,
                            hand, sizes, sums, cuts, columns, marks,
                        )  # fmt: skip
