"""Filling one window of a line with every sequence of the rack: see `filling`."""

import numpy as np

from ludoteka.core.kernel import kernel
from ludoteka.games.abaku.cutting import (
    BLANK,
    GREATEST,
    LEAST,
    list_cuts,
    mark_cuts,
)
from ludoteka.games.abaku.equations import MIRROR
from ludoteka.games.abaku.judging import LONGEST, SIDE, STEPS, USED, Bytes, Floats, Numbers, look_along, put
from ludoteka.games.abaku.kernels import ALL, GAIN, LINK, keep
from ludoteka.games.abaku.lexicon import POWERS, is_long_equation
from ludoteka.games.abaku.sequences import BITS, DIGITS, JOKER
from ludoteka.games.abaku.slots import FITS, JOKER_AT, OPENING, PLACE, TAIL
from ludoteka.games.abaku.types import DOWN, OLD_JOKER, SIZE

# The rows of `sums`, an int64 array of 6 x 64: how the digits of a window make the codes of its strings.
# A string begins at some old digit before the window, or with it, and ends at some old digit behind it.
WEIGHT = 0  # what the digit of each slot is multiplied by
TIMES = 1  # of each short string: its code is the sum of the weighted digits, times this
PLUS = 2  # and plus this
FROM = 3  # of each string to be asked about as a whole: where in the line it begins
LENGTH = 4
NUMBERS = 5  # how many short strings, strings to ask about, and possible cuts of long ones there are
SUM_ROWS = 6
MOST_STRINGS = 64


@kernel
def misfits(slots: Numbers, size: int) -> int:
    """The digits that do not fit each slot, as the bits of a sequence."""
    found = 0
    for slot in range(size):
        found |= (ALL & ~slots[FITS, slot]) << (DIGITS * slot)
    return found


@kernel
def slot_of(square: int, start: int, kind: int, size: int, slots: Numbers) -> int:
    """The slot on a square, or -1."""
    for slot in range(size):
        if start + slots[PLACE, slot] * STEPS[kind] == square:
            return slot
    return -1


@kernel
def spell_window(
    board: Bytes,
    scene: Numbers,
    law: Numbers,
    bits: Bytes,
    across: Numbers,
    text: Bytes,
    info: Numbers,
    line: Numbers,
    start: int,
    kind: int,
    size: int,
    slots: Numbers,
    run: Numbers,
    hand: Numbers,
    spelled: Numbers,
) -> None:
    """A window without an old tile in line: only what the rack alone spells can be an equation of all."""
    wrong = misfits(slots, size)
    taken = slot_of(scene[JOKER_AT], start, kind, size, slots)
    for index in range(spelled[2 * size], spelled[2 * size + 1]):
        row, name = spelled[index] // DIGITS, spelled[index] % DIGITS
        joker = hand[row, JOKER]
        if hand[row, BITS] & wrong != 0 or (joker >= 0 and joker == taken):
            continue
        if joker >= 0 and slots[FITS, joker] >> name & 1 == 0:
            continue
        decide(
            board, scene, law, bits, across, text, info, line, start, kind, size, slots, run, hand, row, name
        )


@kernel
def decide(
    board: Bytes,
    scene: Numbers,
    law: Numbers,
    bits: Bytes,
    across: Numbers,
    text: Bytes,
    info: Numbers,
    line: Numbers,
    start: int,
    kind: int,
    size: int,
    slots: Numbers,
    run: Numbers,
    hand: Numbers,
    row: int,
    name: int,
) -> None:
    """Asks the law about a filled window, and keeps it if it is legal (crossing lines were asked before)."""
    step = STEPS[kind]
    low = slots[PLACE, 0]
    while low > 0 and line[0, low - 1] < OLD_JOKER:
        low -= 1
    high = slots[PLACE, size - 1] + slots[TAIL, size - 1]
    slot, length, points, linked = 0, 0, 0, scene[OPENING]
    for place in range(low, high + 1):
        square = start + place * step
        if slot < size and place == slots[PLACE, slot]:
            digit = name if slot == hand[row, JOKER] else hand[row, slot]
            put(run, length, digit, 1, square, law)
            linked |= across[kind, square, LINK] >> digit & 1
            points += across[kind, square, GAIN + digit]
            slot += 1
        else:
            put(run, length, line[0, place], 0, square, law)
        length += 1
    along, whole, joined, broken = look_along(run, length, law, bits)
    if whole and (linked or joined) and (broken < 0 or kind > DOWN):
        first = start + slots[PLACE, 0] * step
        keep(text, info, first, kind, board, hand, row, name, size, scene[JOKER_AT], points + along)


@kernel
def code_line(line: Numbers, first: int, number: int, slots: Numbers, codes: Numbers) -> None:
    """Codes the line from the old digits before a window on: see `cutting.list_cuts`."""
    place = first
    while place > 0 and line[0, place - 1] < OLD_JOKER:
        place -= 1
    codes[:, place] = 0
    end = slots[PLACE, number - 1] + slots[TAIL, number - 1]
    slot = 0
    while place <= end:
        least, greatest, blank = line[0, place], line[0, place], line[0, place]
        if slot < number and place == slots[PLACE, slot]:
            least, greatest, blank = 0, 9, 0
            while slots[FITS, slot] >> least & 1 == 0:
                least += 1
            while slots[FITS, slot] >> greatest == 0:
                greatest -= 1
            slot += 1
        codes[LEAST, place + 1] = codes[LEAST, place] * 10 + least
        codes[GREATEST, place + 1] = codes[GREATEST, place] * 10 + greatest
        codes[BLANK, place + 1] = codes[BLANK, place] * 10 + blank
        place += 1


@kernel
def weigh(
    line: Numbers,
    first: int,
    size: int,
    slots: Numbers,
    codes: Numbers,
    law: Numbers,
    sums: Numbers,
    cuts: Floats,
) -> None:
    """Prepares `sums` and `cuts` for a window: all strings that hold all of its slots."""
    last = slots[PLACE, size - 1]
    for slot in range(size):
        sums[WEIGHT, slot] = POWERS[last - slots[PLACE, slot]]
    shorts, asked, number = 0, 0, 0
    start = first
    while start == first or (start >= 0 and line[0, start] < OLD_JOKER):
        for tail in range(slots[TAIL, size - 1] + 1):
            end = last + 1 + tail
            length = end - start
            if length <= law[LONGEST]:
                sums[TIMES, shorts] = POWERS[tail]
                blank = codes[BLANK, end] - codes[BLANK, start] * POWERS[length]
                sums[PLUS, shorts] = POWERS[length] + blank
                shorts += 1
            elif law[SIDE] == MIRROR:
                sums[FROM, asked], sums[LENGTH, asked] = start, length
                asked += 1
            else:
                number = list_cuts(codes, start, length, slots, size, law, cuts, number)
        start -= 1
    sums[NUMBERS, 0], sums[NUMBERS, 1], sums[NUMBERS, 2] = shorts, asked, number


@kernel
def fill_window(
    board: Bytes,
    scene: Numbers,
    law: Numbers,
    bits: Bytes,
    across: Numbers,
    text: Bytes,
    info: Numbers,
    line: Numbers,
    start: int,
    kind: int,
    size: int,
    slots: Numbers,
    run: Numbers,
    hand: Numbers,
    sizes: Numbers,
    sums: Numbers,
    cuts: Floats,
    columns: Floats,
    marks: Numbers,
) -> None:
    """A window with old tiles in line: every sequence, the Joker with every name.

    Asks the law only about those with an equation of all new tiles (AB-5.5).
    """
    wrong = misfits(slots, size)
    taken = slot_of(scene[JOKER_AT], start, kind, size, slots)
    for joker in range(-1, size):
        begin, end = sizes[size, joker + 1], sizes[size, joker + 2]
        if begin == end or (joker >= 0 and joker == taken):
            continue
        names = slots[FITS, joker] if joker >= 0 else 1
        mark_short(sums, bits, hand, begin, end, size, joker, names, wrong, marks)
        mark_cuts(cuts, sums[NUMBERS, 2], columns, begin, end, joker, marks)
        if sums[NUMBERS, 1] > 0:
            mark_asked(line, slots, size, law, sums, hand, begin, end, joker, marks)
        for row in range(begin, end):
            if marks[row] == 0:
                continue
            found, marks[row] = marks[row] & names, 0
            if hand[row, BITS] & wrong != 0:
                continue
            for name in range(DIGITS):
                if found >> name & 1:
                    decide(
                        board, scene, law, bits, across, text, info, line, start, kind, size, slots, run,
                        hand, row, name,
                    )  # fmt: skip


@kernel
def mark_short(
    sums: Numbers,
    bits: Bytes,
    hand: Numbers,
    begin: int,
    end: int,
    size: int,
    joker: int,
    names: int,
    wrong: int,
    marks: Numbers,
) -> None:
    """Marks the sequences with which a string in the bit set's reach is an equation, as `mark_cuts` does."""
    step = sums[WEIGHT, joker] if joker >= 0 else 0
    for row in range(begin, end):
        if hand[row, BITS] & wrong != 0:
            continue
        total = 0
        for slot in range(size):
            total += hand[row, slot] * sums[WEIGHT, slot]
        for name in range(DIGITS):
            if names >> name == 0:
                break
            if names >> name & 1 and is_short_equation(sums, bits, total + name * step):
                marks[row] |= 1 << name


@kernel
def is_short_equation(sums: Numbers, bits: Bytes, total: int) -> bool:
    """Whether one of the short strings is an equation with digits of a certain weighted sum in the slots."""
    for string in range(sums[NUMBERS, 0]):
        code = total * sums[TIMES, string] + sums[PLUS, string]
        if bits[np.uint64(code >> 3)] >> np.uint64(code & 7) & 1 != 0:
            return True
    return False


@kernel
def mark_asked(
    line: Numbers,
    slots: Numbers,
    size: int,
    law: Numbers,
    sums: Numbers,
    hand: Numbers,
    begin: int,
    end: int,
    joker: int,
    marks: Numbers,
) -> None:
    """The same for strings that are asked about as a whole."""
    packed = 0
    for place in range(SIZE):
        if line[0, place] < OLD_JOKER:
            packed |= line[0, place] << 4 * place
    for row in range(begin, end):
        digits = packed
        for slot in range(size):
            digits |= hand[row, slot] << 4 * slots[PLACE, slot]
        for name in range(DIGITS if joker >= 0 else 1):
            named = digits | name << 4 * slots[PLACE, max(joker, 0)]
            for string in range(sums[NUMBERS, 1]):
                if is_long_equation(named, sums[FROM, string], sums[LENGTH, string], law[USED], law[SIDE]):
                    marks[row] |= 1 << name
                    break
