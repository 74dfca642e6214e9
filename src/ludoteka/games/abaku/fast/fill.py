"""Windows: the squares of a line that new tiles could fill together, and filling them.

A window starts at an empty square and fills the next empty ones of its line, its slots, over old tiles in
between. With `REPLACING` the square of an old Joker counts as empty and every window must take it. A
window is filled with the sequences that look promising (`candidates`), and the law is asked about each.
"""

import numpy as np

from ludoteka.core.kernel import inlined, kernel
from ludoteka.games.abaku.fast.candidates import mark_window
from ludoteka.games.abaku.fast.crossings import ALL, GAIN, LINK, MAY, TOP
from ludoteka.games.abaku.fast.found import BEST_ONLY, NUMBER, POINTS, keep
from ludoteka.games.abaku.fast.sequences import BITS, DIGITS, MARK, digit_in, unpack
from ludoteka.games.abaku.fast.work_layout import (
    AT_HAND,
    CROSSING,
    EDGE,
    FIRST,
    FITS,
    GAINS,
    HAS_JOKER,
    JOKER_AT,
    LAID,
    LINE,
    LINKS,
    MIXED,
    MOST,
    OPENING,
    PLACE,
    REACHES,
    READY,
    REPLACING,
    SCALE,
    SCENE,
    TAIL,
)
from ludoteka.games.abaku.rules.lexicon import gauge_place
from ludoteka.games.abaku.rules.lines import (
    BASE,
    CEILING,
    DIGIT,
    GAUGED,
    LETTER,
    NAMED,
    NEW_WORTH,
    OLD_WORTH,
    STEPS,
    WORD,
    WORTH,
    Bytes,
    Floats,
    Numbers,
    look_along,
    put,
)
from ludoteka.games.abaku.rules.referee import are_neighbours
from ludoteka.games.abaku.types import CENTRE, DOWN, EMPTY, OLD_JOKER

# --- finding windows -------------------------------------------------------------------------


@kernel
def is_worth_filling(
    board: Bytes, across: Numbers, work: Numbers, start: int, length: int, kind: int
) -> bool:
    """Reads the line; whether any window of it can be legal: something to touch, H8, the Joker to take."""
    touches, has_centre, has_joker = False, False, False
    for place in range(length):
        square = start + place * STEPS[kind]
        work[LINE, place] = board[square]
        touches |= work[LINE, place] < OLD_JOKER or across[kind, square, LINK] != 0
        has_centre |= square == CENTRE
        has_joker |= square == work[SCENE, JOKER_AT]
    work[LINE, length] = EMPTY
    if work[SCENE, REPLACING] != 0:
        return has_joker
    return has_centre if work[SCENE, OPENING] != 0 else touches


@kernel
def find_slots(across: Numbers, work: Numbers, start: int, length: int, kind: int, first: int) -> int:
    """The slots of windows that start at `first`, as many as can matter; 0: no window starts there."""
    step = STEPS[kind]
    joker_at, replacing = work[SCENE, JOKER_AT], work[SCENE, REPLACING] != 0
    if work[LINE, first] != EMPTY and not (replacing and start + first * step == joker_at):
        return 0
    number, useful = 0, 0
    mixed = first > 0 and work[LINE, first - 1] < OLD_JOKER
    touches, centre, joker = mixed, False, False
    for place in range(first, length):
        square = start + place * step
        if work[LINE, place] < OLD_JOKER:
            mixed = True
            continue
        is_free = work[LINE, place] == EMPTY or (replacing and square == joker_at)
        if number == work[SCENE, MOST] or not is_free:
            break
        fits = across[kind, square, MAY] & work[SCENE, AT_HAND]
        if joker_at >= 0 and not replacing and are_neighbours(square, joker_at):
            fits &= 1  # AB-6.3
        if fits == 0:
            break
        tail = 0
        while place + tail + 1 < length and work[LINE, place + tail + 1] < OLD_JOKER:
            tail += 1
        touches |= mixed or tail > 0 or across[kind, square, LINK] != 0
        centre |= square == CENTRE
        joker |= square == joker_at
        work[PLACE, number], work[FITS, number], work[TAIL, number] = place, fits, tail
        work[MIXED, number] = mixed or tail > 0
        work[READY, number] = (centre if work[SCENE, OPENING] else touches) and (joker or not replacing)
        number += 1
        if work[READY, number - 1] != 0:
            useful = number
    return useful


@kernel
def misfits(work: Numbers, size: int, joker: int) -> int:
    """The digits that do not fit the slots of a sequence, as its bits; the Joker's slot is left out."""
    found, tile = 0, 0
    for slot in range(size):
        if slot != joker:
            found |= (ALL & ~work[FITS, slot]) << (DIGITS * tile)
            tile += 1
    return found


@kernel
def slot_of(square: int, start: int, kind: int, size: int, work: Numbers) -> int:
    """The slot on a square, or -1."""
    for slot in range(size):
        if start + work[PLACE, slot] * STEPS[kind] == square:
            return slot
    return -1


# --- what it can score, and the law ----------------------------------------------------------


@kernel
def set_bounds(work: Numbers, law: Numbers, across: Numbers, start: int, kind: int, size: int) -> None:
    """How long the run of a window is, and the most that it can score: across, and for each digit along."""
    work[SCENE, REACHES] = work[PLACE, size - 1] + work[TAIL, size - 1] + 1 - work[SCENE, EDGE]
    letter, word, crossing = 1, 1, 0
    for slot in range(size):
        square = start + work[PLACE, slot] * STEPS[kind]
        letter, word = max(letter, law[LETTER + square]), word * law[WORD + square]
        crossing += across[kind, square, TOP]
    worth = max(law[NEW_WORTH + 9], law[OLD_WORTH + 9])
    work[SCENE, SCALE], work[SCENE, CROSSING] = worth * letter * word + law[BASE], crossing
    work[SCENE, LAID] = 0


@inlined
def is_bounded(work: Numbers, law: Numbers, found: Numbers) -> bool:
    """Whether bounds matter: only the best move is wanted, there is one, and the run is short enough."""
    last = len(found) - 1
    is_short = work[SCENE, REACHES] <= law[NAMED]
    return bool(is_short and found[last, BEST_ONLY] != 0 and found[last, NUMBER] != 0)


@inlined
def is_hopeless(work: Numbers, law: Numbers, found: Numbers) -> bool:
    """Whether no digits in a window can score as much as the best move so far."""
    most = work[SCENE, CROSSING] + law[CEILING + work[SCENE, REACHES]] * work[SCENE, SCALE]
    return bool(is_bounded(work, law, found) and most < found[0, POINTS])


@inlined
def can_win(work: Numbers, law: Numbers, bits: Bytes, found: Numbers, crossing: int) -> bool:
    """Whether a filled window with these points across may score as much as the best move so far."""
    if not is_bounded(work, law, found):
        return True
    digits = 0
    for place in range(work[SCENE, REACHES]):
        digits = digits * 10 + work[DIGIT, place]
    gauge = np.int64(bits[np.uint64(law[GAUGED] + gauge_place(digits, work[SCENE, REACHES]))])
    return bool(crossing + gauge * work[SCENE, SCALE] >= found[0, POINTS])


@kernel
def lay_out(work: Numbers, across: Numbers, start: int, kind: int, size: int, law: Numbers) -> None:
    """Lays a window out as a run, its new tiles still without digits, and what crossing lines say of them."""
    low, slot = work[SCENE, EDGE], 0
    for place in range(low, low + work[SCENE, REACHES]):
        square = start + place * STEPS[kind]
        if slot < size and place == work[PLACE, slot]:
            put(work, place - low, 0, 1, square, law)
            work[LINKS, slot] = across[kind, square, LINK]
            for digit in range(DIGITS):
                work[GAINS + slot, digit] = across[kind, square, GAIN + digit]
            slot += 1
        else:
            put(work, place - low, work[LINE, place], 0, square, law)
    work[SCENE, LAID] = 1


@kernel
def decide(
    law: Numbers,
    bits: Bytes,
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
    """Asks the law about a filled window, and keeps it if it is legal (crossing lines were asked before)."""
    points, linked = 0, work[SCENE, OPENING]
    for slot in range(size):
        digit = digit_in(hand, index, joker, name, slot)
        at = work[PLACE, slot] - work[SCENE, EDGE]
        work[DIGIT, at] = digit
        work[WORTH, at] = law[NEW_WORTH + digit] * law[LETTER + start + work[PLACE, slot] * STEPS[kind]]
        linked |= work[LINKS, slot] >> digit & 1
        points += work[GAINS + slot, digit]
    if not can_win(work, law, bits, found, points):
        return
    along, whole, joined, broken = look_along(work, work[SCENE, REACHES], law, bits)
    if whole and (linked or joined) and (broken < 0 or kind > DOWN):
        first = start + work[PLACE, 0] * STEPS[kind]
        keep(found, work, hand, first, kind, size, index, joker, name, points + along)


# --- windows without an old tile in line -----------------------------------------------------


@kernel
def spell_window(
    law: Numbers,
    bits: Bytes,
    across: Numbers,
    found: Numbers,
    work: Numbers,
    hand: Numbers,
    spelled: Numbers,
    start: int,
    kind: int,
    size: int,
) -> None:
    """A window without an old tile in line: only what the rack alone spells can be an equation of all."""
    taken = slot_of(work[SCENE, JOKER_AT], start, kind, size, work)
    last, wrong = -2, 0
    for entry in range(spelled[2 * size], spelled[2 * size + 1]):
        index, joker, name = unpack(spelled[entry])
        if joker != last:
            last, wrong = joker, misfits(work, size, joker)
        if hand[BITS, index] & wrong != 0 or (joker >= 0 and joker == taken):
            continue
        if joker < 0 or work[FITS, joker] >> name & 1:
            if work[SCENE, LAID] == 0:
                lay_out(work, across, start, kind, size, law)
            decide(law, bits, found, work, hand, start, kind, size, index, joker, name)


# --- windows with old tiles in line ----------------------------------------------------------


@kernel
def fill_window(
    law: Numbers,
    bits: Bytes,
    across: Numbers,
    found: Numbers,
    work: Numbers,
    hand: Numbers,
    cuts: Floats,
    floats: Floats,
    start: int,
    kind: int,
    size: int,
) -> None:
    """A window with old tiles in line: every sequence, and the Joker in every slot with every name.

    Asks the law only about those with an equation of all new tiles (AB-5.5).
    """
    taken = slot_of(work[SCENE, JOKER_AT], start, kind, size, work)
    for joker in range(-1, size if work[SCENE, HAS_JOKER] else 0):
        tiles = size if joker < 0 else size - 1
        begin, end = work[FIRST, tiles], work[FIRST, tiles + 1]
        if begin == end or (joker >= 0 and joker == taken):
            continue
        mark_window(work, law, bits, hand, cuts, floats, begin, end, size, joker)
        names, wrong = work[FITS, joker] if joker >= 0 else 1, misfits(work, size, joker)
        for index in range(begin, end):
            if hand[MARK, index] == 0:
                continue
            marked, hand[MARK, index] = hand[MARK, index] & names, 0
            if marked == 0 or hand[BITS, index] & wrong != 0:
                continue
            if work[SCENE, LAID] == 0:
                lay_out(work, across, start, kind, size, law)
            for name in range(DIGITS):
                if marked >> name & 1:
                    decide(law, bits, found, work, hand, start, kind, size, index, joker, name)
