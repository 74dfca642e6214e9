"""The squares of a line that new tiles could fill together: windows and their slots.

A window starts at an empty square and fills the next empty ones of its line, over old tiles in between. With
`scene[REPLACING]` the square of an old Joker counts as empty and every window must take it.
"""

from ludoteka.core.kernel import kernel
from ludoteka.games.abaku.judging import STEPS, Bytes, Numbers
from ludoteka.games.abaku.kernels import LINK, MAY
from ludoteka.games.abaku.placement import are_neighbours
from ludoteka.games.abaku.types import CENTRE, EMPTY, OLD_JOKER

# The rows of `slots`, an int64 array of 5 x 16: the squares that a window from some square on could fill.
PLACE = 0  # where in the line
FITS = 1  # the digits (bits) at hand that fit the crossing lines
TAIL = 2  # how many old digits follow the slot
MIXED = 3  # 1: a window that ends here has an old tile in line
READY = 4  # 1: it can touch an old tile, covers H8 in the opening, takes the Joker it must
SLOT_ROWS = 5

# The places of `scene`, an int64 array: what does not change while lines are filled.
JOKER_AT = 0  # the square of an old Joker, -1: none
REPLACING = 1  # 1: windows go through the old Joker and take it; 0: it is a hole
OPENING = 2  # 1: the board is empty
MOST = 3  # new tiles
AT_HAND = 4  # the digits (bits) that can be laid
SCENE = 5


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
    mixed = first > 0 and line[0, first - 1] < OLD_JOKER
    touches, centre, joker = mixed, False, False
    for place in range(first, length):
        square = start + place * step
        if line[0, place] < OLD_JOKER:
            mixed = True
            continue
        if number == scene[MOST] or (line[0, place] != EMPTY and not (replacing and square == joker_at)):
            break
        fits = across[kind, square, MAY] & scene[AT_HAND]
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
        slots[MIXED, number] = mixed or tail > 0
        slots[READY, number] = (centre if opening else touches) and (joker or not replacing)
        number += 1
        if slots[READY, number - 1] != 0:
            useful = number
    return useful
