"""Filling the windows of a line: see `kernels`, which prepares what is asked here."""

import numpy as np

from ludoteka.core.kernel import kernel
from ludoteka.games.abaku.judging import (
    LONGEST,
    RUN_LENGTH,
    RUN_ROWS,
    SIDE,
    STEPS,
    USED,
    Bytes,
    Numbers,
    look_along,
    put,
)
from ludoteka.games.abaku.kernels import (
    ALL,
    GAIN,
    JOKER_KIND,
    LINE_LENGTHS,
    LINE_NUMBERS,
    LINE_STARTS,
    LINK,
    MAY,
    MOST_NEW,
    codes_at_hand,
    combine,
    keep,
    kind_of,
    single_tiles,
    spell,
    survey,
)
from ludoteka.games.abaku.lexicon import POWERS, is_long_equation
from ludoteka.games.abaku.placement import are_neighbours
from ludoteka.games.abaku.types import CENTRE, DOWN, EMPTY, OLD_JOKER, SIZE, SQUARES

# The rows of `slots`, an int64 array of 7 x 16: the squares that a window from some square on could fill.
PLACE = 0  # where in the line
FITS = 1  # the digits (bits) that fit the crossing lines
POWER = 2  # 10 to the number of squares since the slot before, this one included
PASSED = 3  # the old digits passed since then, with a 0 for this square
TAIL = 4  # how many old digits follow the slot
MIXED = 5  # 1: a window that ends here has an old tile in line
READY = 6  # 1: it can touch an old tile, covers H8 in the opening, takes the Joker it must
SLOT_ROWS = 7

# The places of `scene`, an int64 array: what does not change while lines are filled.
JOKER_AT = 0  # the square of an old Joker, -1: none
REPLACING = 1  # 1: windows go through the old Joker and take it; 0: it is a hole
OPENING = 2  # 1: the board is empty
MOST = 3  # new tiles
SCENE = 4


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
    cross = survey(board, joker_at, digits_at_hand(counts, joker_at), law, bits)
    single_tiles(board, counts, joker_at, cross, text, info)
    across = combine(cross)
    scene = np.empty(SCENE, dtype=np.int64)
    scene[JOKER_AT], scene[REPLACING], scene[OPENING] = joker_at, 0, is_opening
    scene[MOST] = min(most, counts.sum())
    fill_lines(board, counts, scene, law, bits, across, text, info)
    if joker_at >= 0:
        more = counts.copy()
        more[JOKER_KIND] += 1
        scene[REPLACING], scene[MOST] = 1, min(most, more.sum())
        fill_lines(board, more, scene, law, bits, across, text, info)


@kernel
def digits_at_hand(counts: Numbers, joker_at: int) -> int:
    """The digits (bits) that can be laid: all of them with a Joker on the rack or to be taken."""
    if counts[JOKER_KIND] > 0 or joker_at >= 0:
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
    at_hand = codes_at_hand(counts)
    sizes = np.zeros(MOST_NEW + 2, dtype=np.int64)
    spelled = spell(counts, at_hand, scene[MOST], law, bits, sizes)
    slots = np.empty((SLOT_ROWS, RUN_LENGTH), dtype=np.int64)
    line = np.empty((1, SIZE + 1), dtype=np.int64)
    run = np.empty((RUN_ROWS, RUN_LENGTH), dtype=np.int64)
    for kind in range(len(across)):
        for index in range(LINE_NUMBERS[kind]):
            start, length = LINE_STARTS[kind, index], LINE_LENGTHS[kind, index]
            if not is_worth_filling(board, scene, across, start, length, kind, line):
                continue
            for first in range(length):
                number = find_slots(scene, across, line, length, start, kind, first, slots)
                if number >= 2:
                    spell_windows(
                        board, scene, law, bits, across, text, info, line, start, kind, number,
                        spelled, sizes, slots, run,
                    )  # fmt: skip
                    fill_window(
                        board, counts, at_hand, scene, law, bits, across, text, info, line, start, kind,
                        first, number, slots, run,
                    )  # fmt: skip


@kernel
def is_worth_filling(
    board: Bytes, scene: Numbers, across: Numbers, start: int, length: int, kind: int, line: Numbers
) -> bool:
    """Reads the line; whether any window of it can be legal: something to touch, H8, the Joker to take."""
    touches, has_centre, has_joker = False, False, False
    for place in range(length):
        square = start + place * STEPS[kind]
        line[0, place] = board[square]
        touches |= line[0, place] < OLD_JOKER or across[kind, square, LINK] != 0
        has_centre |= square == CENTRE
        has_joker |= square == scene[JOKER_AT]
    line[0, length] = EMPTY
    if scene[REPLACING] != 0:
        return has_joker
    return has_centre if scene[OPENING] != 0 else touches


@kernel
def find_slots(
    scene: Numbers,
    across: Numbers,
    line: Numbers,
    length: int,
    start: int,
    kind: int,
    first: int,
    slots: Numbers,
) -> int:
    """The slots of windows that start at `first`, as many as can matter; 0: no window starts there."""
    step = STEPS[kind]
    joker_at, replacing, opening = scene[JOKER_AT], scene[REPLACING] != 0, scene[OPENING] != 0
    if line[0, first] != EMPTY and not (replacing and start + first * step == joker_at):
        return 0
    number, useful = 0, 0
    power, passed = 1, 0
    mixed = first > 0 and line[0, first - 1] < OLD_JOKER
    touches, centre, joker = mixed, False, False
    for place in range(first, length):
        square = start + place * step
        power *= 10
        if line[0, place] < OLD_JOKER:
            passed = passed * 10 + line[0, place]
            mixed = True
            continue
        if number == scene[MOST] or (line[0, place] != EMPTY and not (replacing and square == joker_at)):
            break
        fits = across[kind, square, MAY]
        if joker_at >= 0 and not replacing and are_neighbours(square, joker_at):
            fits &= 1  # AB-6.3
        if fits == 0:
            break
        tail = 0
        while place + tail + 1 < length and line[0, place + tail + 1] < OLD_JOKER:
            tail += 1
        touches |= mixed or tail > 0 or across[kind, square, LINK] != 0
        centre |= square == CENTRE
        joker |= square == joker_at
        slots[PLACE, number], slots[FITS, number], slots[TAIL, number] = place, fits, tail
        slots[POWER, number], slots[PASSED, number] = power, passed * 10
        slots[MIXED, number] = mixed or tail > 0
        slots[READY, number] = (centre if opening else touches) and (joker or not replacing)
        number += 1
        if slots[READY, number - 1] != 0:
            useful = number
        power, passed = 1, 0
    return useful


@kernel
def spell_windows(
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
    number: int,
    spelled: Bytes,
    sizes: Numbers,
    slots: Numbers,
    run: Numbers,
) -> None:
    """Windows without an old tile in line: only what the rack alone spells can be an equation of all."""
    codes = np.empty(MOST_NEW, dtype=np.int64)
    for size in range(2, number + 1):
        if slots[MIXED, size - 1] != 0:
            return
        if slots[READY, size - 1] == 0:
            continue
        for index in range(sizes[size], sizes[size + 1]):
            fitting = True
            for slot in range(size):
                code = np.int64(spelled[index, slot])
                square = start + slots[PLACE, slot] * STEPS[kind]
                if slots[FITS, slot] >> (code % 10) & 1 == 0 or (
                    square == scene[JOKER_AT] and code >= JOKER_KIND
                ):
                    fitting = False
                    break
                codes[slot] = code
            if fitting:
                decide(
                    board, scene, law, bits, across, text, info, line, start, kind, size, slots, run, codes
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
    codes: Numbers,
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
            digit = codes[slot] % 10
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
        keep(text, info, first, kind, board, codes, size, scene[JOKER_AT], points + along)


@kernel
def fill_window(  # noqa: C901 - the hot loop: calls with many arrays would cost more than they do
    board: Bytes,
    counts: Numbers,
    at_hand: Numbers,
    scene: Numbers,
    law: Numbers,
    bits: Bytes,
    across: Numbers,
    text: Bytes,
    info: Numbers,
    line: Numbers,
    start: int,
    kind: int,
    first: int,
    number: int,
    slots: Numbers,
    run: Numbers,
) -> None:
    """Windows with old tiles in line, depth first; `grown` codes the string from each possible start on.

    Asks only about windows with an equation of all new tiles (AB-5.5), from any head to any end of the tail.
    """
    if slots[MIXED, number - 1] == 0:
        return
    longest, used, side = law[LONGEST], law[USED], law[SIDE]
    grown = np.empty((MOST_NEW + 1, SIZE), dtype=np.int64)
    heads = read_heads(line, first, grown)
    left = counts.copy()
    digits = line.copy()
    chosen = np.zeros(MOST_NEW + 1, dtype=np.int64)
    codes = np.empty(MOST_NEW, dtype=np.int64)
    depth = 0
    while depth >= 0:
        if chosen[depth] == len(at_hand):
            depth -= 1
            if depth >= 0:
                left[kind_of(codes[depth])] += 1
            continue
        code = at_hand[chosen[depth]]
        chosen[depth] += 1
        digit = code % 10
        place = slots[PLACE, depth]
        if left[kind_of(code)] == 0 or slots[FITS, depth] >> digit & 1 == 0:
            continue
        if code >= JOKER_KIND and start + place * STEPS[kind] == scene[JOKER_AT]:
            continue
        codes[depth] = code
        digits[0, place] = digit
        power, added = slots[POWER, depth], slots[PASSED, depth] + digit
        promising = False
        if depth > 0 and slots[MIXED, depth] != 0 and slots[READY, depth] != 0:
            for head in range(heads):
                grown[depth + 1, head] = grown[depth, head] * power + added
                if promising:
                    continue
                longer = grown[depth + 1, head]
                length = place - first + 1 + head
                for more in range(slots[TAIL, depth] + 1):
                    if more > 0:
                        longer = longer * 10 + digits[0, place + more]
                        length += 1
                    if length <= longest:
                        promising = bits[np.uint64(longer >> 3)] >> np.uint64(longer & 7) & 1 != 0
                    else:
                        promising = is_long_equation(digits, first - head, length, used, side)
                    if promising:
                        break
        else:
            for head in range(heads):
                grown[depth + 1, head] = grown[depth, head] * power + added
        if promising:
            decide(
                board, scene, law, bits, across, text, info, line, start, kind, depth + 1, slots, run, codes
            )
        if depth + 1 < number:
            left[kind_of(code)] -= 1
            depth += 1
            chosen[depth] = 0


@kernel
def read_heads(line: Numbers, first: int, grown: Numbers) -> int:
    """The codes of the old digits right before a window: none of them, the last one, the last two, ..."""
    grown[0, 0] = 1
    number = 1
    value = 0
    while first - number >= 0 and line[0, first - number] < OLD_JOKER:
        value += line[0, first - number] * POWERS[number - 1]
        grown[0, number] = POWERS[number] + value
        number += 1
    return number
