"""Which sequences look promising in a window with old tiles in line: those that may be an equation with them.

Sequences are marked in `hand` with the names (bits) of the Joker that may work, bit 0 where there is none.
"""

import numpy as np

from ludoteka.core.kernel import inlined, kernel
from ludoteka.games.abaku.fast.long_equations import list_cuts, mark_cuts
from ludoteka.games.abaku.fast.sequences import CODE, DIGITS, MARK, SUM, digit_in, names_in_gap
from ludoteka.games.abaku.fast.work_layout import (
    BEGIN,
    BLANK,
    EDGE,
    FITS,
    GREATEST,
    HELD,
    LEAST,
    LENGTH,
    LINE,
    MIGHT,
    PLACE,
    PLUS_CODE,
    POSSIBLE,
    SCENE,
    SHIFTED,
    SHORTS,
    STRINGS,
    TAIL,
    TIMES_CODE,
    WEIGHT,
)
from ludoteka.games.abaku.rules.equations import MIRROR
from ludoteka.games.abaku.rules.lexicon import POWERS, gap_place, is_long_equation
from ludoteka.games.abaku.rules.lines import GAPPED, LONGEST, NAMED, SIDE, USED, Bytes, Floats, Numbers
from ludoteka.games.abaku.types import OLD_JOKER, RACK, SIZE

# --- the strings of a window -----------------------------------------------------------------


@kernel
def code_line(work: Numbers, first: int, number: int) -> None:
    """Codes the line from the old digits before a window on: see `long_equations.list_cuts`."""
    place = first
    while place > 0 and work[LINE, place - 1] < OLD_JOKER:
        place -= 1
    work[SCENE, EDGE] = place
    work[LEAST, place] = work[GREATEST, place] = work[BLANK, place] = 0
    end = work[PLACE, number - 1] + work[TAIL, number - 1]
    slot = 0
    while place <= end:
        least = greatest = blank = work[LINE, place]
        work[MIGHT, place] = 1 << (blank & 15)
        if slot < number and place == work[PLACE, slot]:
            least, greatest, blank = 0, 9, 0
            while work[FITS, slot] >> least & 1 == 0:
                least += 1
            while work[FITS, slot] >> greatest == 0:
                greatest -= 1
            slot += 1
        work[LEAST, place + 1] = work[LEAST, place] * 10 + least
        work[GREATEST, place + 1] = work[GREATEST, place] * 10 + greatest
        work[BLANK, place + 1] = work[BLANK, place] * 10 + blank
        place += 1


@kernel
def weigh(work: Numbers, first: int, size: int, law: Numbers, cuts: Floats) -> None:
    """Prepares the strings of a window that contain all of its slots: short ones, others, and `cuts`."""
    last = work[PLACE, size - 1]
    for slot in range(size):
        work[WEIGHT, slot] = POWERS[last - work[PLACE, slot]]
        work[MIGHT, work[PLACE, slot]] = work[FITS, slot]
    shorts, others, possible = 0, 0, 0
    start = first
    while start == first or (start >= 0 and work[LINE, start] < OLD_JOKER):
        for tail in range(work[TAIL, size - 1] + 1):
            length = last + 1 + tail - start
            if length <= law[LONGEST]:
                blank = work[BLANK, start + length] - work[BLANK, start] * POWERS[length]
                work[BEGIN, shorts], work[LENGTH, shorts] = start, length
                work[TIMES_CODE, shorts], work[PLUS_CODE, shorts] = POWERS[tail], POWERS[length] + blank
                shorts += 1
            elif law[SIDE] != MIRROR:
                possible = list_cuts(work, start, length, size, law, cuts, possible)
            else:
                others += 1
        start -= 1
    work[SCENE, SHORTS], work[SCENE, STRINGS], work[SCENE, POSSIBLE] = shorts, shorts + others, possible


# --- marking ---------------------------------------------------------------------------------


@inlined
def mark_window(
    work: Numbers,
    law: Numbers,
    bits: Bytes,
    hand: Numbers,
    cuts: Floats,
    floats: Floats,
    begin: int,
    end: int,
    size: int,
    joker: int,
) -> None:
    """Marks the sequences from `begin` to `end`, with the Joker in a slot (-1: without it)."""
    if joker < 0:
        mark_plain(work, bits, hand, begin, end, size)
    else:
        mark_named(work, law, bits, hand, begin, end, size, joker)
    if work[SCENE, POSSIBLE] > 0:
        expect(work, size, joker)
        mark_cuts(work, law, cuts, work[SCENE, POSSIBLE], floats, hand, begin, end, joker)
    if work[SCENE, STRINGS] > work[SCENE, SHORTS]:
        mark_others(work, law, hand, begin, end, size, joker)


@kernel
def expect(work: Numbers, size: int, joker: int) -> None:
    """Notes which digits might lie in the slots with the Joker in one of them."""
    for slot in range(size):
        digits = work[FITS, slot]
        work[MIGHT, work[PLACE, slot]] = digits if slot == joker else digits & work[SCENE, HELD]


@kernel
def add_up(work: Numbers, hand: Numbers, begin: int, end: int, size: int, joker: int, shift: int) -> int:
    """Sums the weighted digits of the sequences; the row of `hand` that has the sums.

    `shift` 10: the Joker's slot is a gap that is left out, so that what stands before it moves up.
    """
    if work[WEIGHT, 0] == POWERS[size - 1] and (joker < 0 or shift == 10):
        return CODE
    for tile in range(RACK):
        slot = tile + 1 if 0 <= joker <= tile else tile
        weight = work[WEIGHT, slot] if slot < size else 0
        work[SHIFTED, tile] = weight // shift if slot < joker else weight
    a, b, c, d, e = work[SHIFTED, 0], work[SHIFTED, 1], work[SHIFTED, 2], work[SHIFTED, 3], work[SHIFTED, 4]
    for index in range(np.uint64(begin), np.uint64(end)):
        hand[SUM, index] = (
            hand[0, index] * a
            + hand[1, index] * b
            + hand[2, index] * c
            + hand[3, index] * d
            + hand[4, index] * e
        )
    return SUM


@kernel
def mark_plain(work: Numbers, bits: Bytes, hand: Numbers, begin: int, end: int, size: int) -> None:
    """Marks the sequences with which a string in the bit set's reach is an equation, without a Joker."""
    if work[SCENE, SHORTS] == 0:
        return
    sums = add_up(work, hand, begin, end, size, -1, 1)
    for string in range(work[SCENE, SHORTS]):
        times, plus = work[TIMES_CODE, string], work[PLUS_CODE, string]
        for index in range(np.uint64(begin), np.uint64(end)):
            code = hand[sums, index] * times + plus
            if bits[np.uint64(code >> 3)] >> np.uint64(code & 7) & 1 != 0:
                hand[MARK, index] = 1


@kernel
def mark_named(
    work: Numbers, law: Numbers, bits: Bytes, hand: Numbers, begin: int, end: int, size: int, joker: int
) -> None:
    """The same with the Joker in a slot: marks the names that make an equation, all in one lookup."""
    beyond = False
    sums = add_up(work, hand, begin, end, size, joker, 10)
    for string in range(work[SCENE, SHORTS]):
        length = work[LENGTH, string]
        if length > law[NAMED]:
            beyond = True
            continue
        gap = work[PLACE, joker] - work[BEGIN, string]
        place = gap_place(work[PLUS_CODE, string] - POWERS[length], length, gap)
        times, plus = 2 * work[TIMES_CODE, string], law[GAPPED] + 2 * place
        for index in range(np.uint64(begin), np.uint64(end)):
            hand[MARK, index] |= names_in_gap(bits, hand[sums, index] * times + plus)
    if beyond:
        mark_beyond(work, law, bits, hand, begin, end, size, joker)


@kernel
def mark_beyond(
    work: Numbers, law: Numbers, bits: Bytes, hand: Numbers, begin: int, end: int, size: int, joker: int
) -> None:
    """The same for strings that the bit set knows only without a gap."""
    sums = add_up(work, hand, begin, end, size, joker, 1)
    for string in range(work[SCENE, SHORTS]):
        if work[LENGTH, string] <= law[NAMED]:
            continue
        times, plus = work[TIMES_CODE, string], work[PLUS_CODE, string]
        for name in range(DIGITS):
            if work[FITS, joker] >> name & 1:
                for index in range(np.uint64(begin), np.uint64(end)):
                    code = hand[sums, index] * times + plus
                    if bits[np.uint64(code >> 3)] >> np.uint64(code & 7) & 1 != 0:
                        hand[MARK, index] |= 1 << name
            plus += work[WEIGHT, joker] * times


@kernel
def mark_others(
    work: Numbers, law: Numbers, hand: Numbers, begin: int, end: int, size: int, joker: int
) -> None:
    """The same for long strings that are checked as a whole: mirrored ones have no cuts."""
    packed = 0
    for place in range(SIZE):
        if work[LINE, place] < OLD_JOKER:
            packed |= work[LINE, place] << 4 * place
    for index in range(begin, end):
        for name in range(DIGITS if joker >= 0 else 1):
            digits = packed
            for slot in range(size):
                digits |= digit_in(hand, index, joker, name, slot) << 4 * work[PLACE, slot]
            if is_other_equation(digits, work, law, size):
                hand[MARK, index] |= 1 << name


@kernel
def is_other_equation(digits: int, work: Numbers, law: Numbers, size: int) -> bool:
    """Whether a string beyond the bit set that holds all slots of the window is an equation."""
    start = first = work[PLACE, 0]
    last = work[PLACE, size - 1]
    while start == first or (start >= 0 and work[LINE, start] < OLD_JOKER):
        for tail in range(work[TAIL, size - 1] + 1):
            length = last + 1 + tail - start
            if length > law[LONGEST] and is_long_equation(digits, start, length, law[USED], law[SIDE]):
                return True
        start -= 1
    return False
