"""The squares of a line that new tiles could fill together: windows and their slots.

A window starts at an empty square and fills the next empty ones of its line, over old tiles in between. With
`REPLACING` the square of an old Joker counts as empty and every window must take it.
"""

from ludoteka.core.kernel import kernel
from ludoteka.games.abaku.judging import STEPS, Bytes, Numbers
from ludoteka.games.abaku.kernels import LINK, MAY
from ludoteka.games.abaku.placement import are_neighbours
from ludoteka.games.abaku.scratch import (
    AT_HAND,
    FITS,
    JOKER_AT,
    LINE,
    MIXED,
    MOST,
    OPENING,
    PLACE,
    READY,
    REPLACING,
    SCENE,
    TAIL,
)
from ludoteka.games.abaku.types import CENTRE, EMPTY, OLD_JOKER


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
