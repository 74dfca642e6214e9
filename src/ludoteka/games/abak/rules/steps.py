"""The law of steps and landings: one small function per rule, shared by generator, validator and players.

All of them work on int64 (see `types` for checkers, stacks and boards), and kernels call them compiled, so
that the fast listing calls the very function that refuses a step. Points are in the mover's own numbering;
`me` is the mover's seat. Dice: `high`, `low`, and `left` = 8 x unused high dice + unused low dice (doubles:
high).
"""

from typing import TYPE_CHECKING, TypeAlias

from ludoteka.core.kernel import shared
from ludoteka.games.abak.types import (
    BAR,
    BORNE_OFF,
    CHECKERS,
    CLOSED,
    DOUBLE_HIT,
    DRUID,
    EVEN,
    FULL,
    GENERAL,
    GUARD,
    GUARDED,
    HELD,
    HIT,
    HOME,
    ODD,
    PINNED,
    PLACED,
    POINTS,
    TRAY,
)

if TYPE_CHECKING:  # the law is imported before a match begins, NumPy only when a turn is listed
    import numpy as np
    import numpy.typing as npt

Cells: TypeAlias = "npt.NDArray[np.int64]"  # a board: shape (28,)
Numbers: TypeAlias = "Cells | tuple[int, ...]"  # a board that is only read

BELOW_TOP = 0x0FFF_FFFF_FFFF_FFFF  # a stack of 16 uses the sign bit: shifting must not extend it

EACH = 0x1111_1111_1111_1111  # the lowest bit of each checker in a stack

# What the general has done in this turn.
UNMOVED, ADVANCED, RETREATED = 0, 1, 2


# --- places ------------------------------------------------------------------------------------


@shared
def spot(point: int, me: int) -> int:
    """[AK-1.2] Where own point 1..25 lies on a board (25: the bar): p of one seat is 25-p of the other."""
    return 25 - point if me else point


@shared
def is_midfield(point: int) -> bool:
    """[AK-1.3] Points 7-18 are midfield for both seats; the others are homes."""
    return 7 <= point <= 18


@shared
def is_own(stack: int, me: int) -> bool:
    """[AK-3.2] A point is a source if its top checker is own."""
    return stack & 15 != 0 and (stack & 15) >> 3 == me


@shared
def holds_own(stack: int, me: int) -> bool:
    """[AK-8.3] Whether any checker of the stack, pinned ones included, is own."""
    while stack != 0:
        if (stack & 15) >> 3 == me:
            return True
        stack = (stack >> 4) & BELOW_TOP
    return False


@shared
def is_closed(stack: int, me: int) -> bool:
    """[AK-6.3] An enemy top run of two or more closes the point."""
    return (stack & 15) >> 3 != me and stack & 0xF0 != 0 and (stack & 0xFF) >> 7 != me


@shared
def is_full(stack: int, limit: int) -> bool:
    """[AK-1.6] The pile already holds `limit` checkers, both colours counted (our reading); 0: no limit."""
    return limit > 0 and stack >> (4 * limit - 4) != 0


# --- landing -----------------------------------------------------------------------------------


@shared
def landing(stack: int, checker: int, me: int, point: int, limit: int, exposed: int) -> int:
    """[AK-6.1] What happens when a checker lands on a stack: the first line of the table that fits.

    [AK-6.2] own point, [AK-6.3] closed, [AK-6.4] a druid pins in the midfield and never hits there, whatever
    the class of the lone checker, guards too ([AK-8.1], [AK-8.2], [AK-7.3]), [AK-6.5] a checker alone hits a
    lone guard only if it is a guard ([AK-7.1], [AK-7.2]), [AK-6.6] a pinning druid with `druid_exposed=no`,
    [AK-6.7] a hit. [AK-3.4] Nothing but this landing counts: points passed over do not matter.
    """
    top = stack & 15
    if top == 0:
        return PLACED
    if top >> 3 == me:
        return FULL if is_full(stack, limit) else PLACED
    if is_closed(stack, me):
        return CLOSED
    if checker == DRUID and is_midfield(point):
        return PINNED
    if top & 7 == GUARD and checker != GUARD:
        return GUARDED
    if exposed == 0 and is_pinning(stack):
        return HELD
    return HIT


@shared
def is_pinning(stack: int) -> bool:
    """[AK-8.6] A lone druid lies on its victim (our reading); [AK-8.7] an option keeps it from being hit."""
    return stack & 7 == DRUID and stack & 0xF0 != 0 and (stack & 0xFF) >> 7 != (stack & 15) >> 3


@shared
def may_join_double_hit(checker: int, point: int) -> bool:
    """[AK-7.4] A druid takes part in a double hit only in a home, [AK-7.6] a guard never: it hits alone."""
    return checker != GUARD and (checker != DRUID or not is_midfield(point))


# --- who may step ------------------------------------------------------------------------------


@shared
def must_enter(bar: int) -> bool:
    """[AK-4.1] While a checker is on the bar, nothing else may move."""
    return bar != 0


@shared
def can_walk(checker: int, die: int) -> bool:
    """[AK-10.1] From point to point the even wounded uses only even dice, the odd wounded only odd ones."""
    if checker == EVEN:
        return die & 1 == 0
    return checker != ODD or die & 1 == 1


@shared
def may_advance(checker: int, general: int) -> bool:
    """[AK-9.2] After a backward step the general may not move again in this turn."""
    return checker != GENERAL or general != RETREATED


@shared
def is_free_to_retreat(general: int) -> bool:
    """[AK-9.2] Backward only before any other step; [AK-9.3] entering from the bar is neither."""
    return general == UNMOVED


@shared
def others_are_home(outside: int, point: int) -> bool:
    """[AK-9.4] Whether all own checkers but the general on `point` are at home or borne off."""
    return outside == (1 if point > HOME else 0)


@shared
def may_retreat(checker: int, general: int, outside: int, point: int) -> bool:
    """[AK-9.1] Only the general steps backward ([AK-3.3] every other checker goes forward only)."""
    return checker == GENERAL and is_free_to_retreat(general) and not others_are_home(outside, point)


@shared
def count_outside(board: Cells, me: int) -> int:
    """[AK-4.4] Own checkers outside the home, on the bar or pinned: none may be if one is to be borne off."""
    depths = 0  # four bits count the own checkers at each depth of all stacks, as in a tray: no branches
    for point in range(HOME + 1, POINTS + 1):
        stack = board[spot(point, me)]
        owners = stack >> 3 if me else ~(stack >> 3)
        depths += (stack | stack >> 1 | stack >> 2) & owners & EACH
    return count_kinds(board[spot(BAR, me)]) + count_kinds(depths)


@shared
def count_kinds(kinds: int) -> int:
    """[AK-1.8] How many checkers a bar or tray holds: it is unordered, four bits count each class."""
    total = 0
    while kinds != 0:
        total += kinds & 15
        kinds >>= 4
    return total


@shared
def pip_count(board: Numbers, seat: int) -> int:
    """[AK-1.8] Own point numbers, 25 on the bar, 0 in the tray; pinned checkers count."""
    pips = BAR * count_kinds(board[spot(BAR, seat)])
    for point in range(1, POINTS + 1):
        stack = board[spot(point, seat)]
        while stack != 0:
            if (stack & 15) >> 3 == seat:
                pips += point
            stack = (stack >> 4) & BELOW_TOP
    return pips


@shared
def is_won(tray: int) -> bool:
    """[AK-11.1] The seat that has borne off its 15th checker has won."""
    return count_kinds(tray) == CHECKERS


@shared
def is_highest(board: Cells, me: int, point: int) -> bool:
    """[AK-4.5] No own checker stands higher in the home than `point` (a wounded one counts as any other)."""
    highest = HOME
    while highest > point and not is_own(board[spot(highest, me)], me):
        highest -= 1
    return highest == point


# --- dice --------------------------------------------------------------------------------------


@shared
def all_dice(high: int, low: int) -> int:
    """[AK-2.4] Equal dice are four dice of that number, otherwise there are two."""
    return 4 * 8 if high == low else 8 + 1


@shared
def unused_die(which: int, high: int, low: int, left: int) -> int:
    """[AK-5.1] The low (0) or the high (1) die if this turn has not used it up yet, otherwise 0."""
    if which == 0:
        return low if left & 7 != 0 else 0
    return high if left >= 8 else 0


@shared
def has_die(die: int, high: int, low: int, left: int) -> bool:
    """[AK-5.1] Whether this turn has such a die left."""
    return die > 0 and (die == unused_die(0, high, low, left) or die == unused_die(1, high, low, left))


@shared
def use_die(die: int, high: int, left: int) -> int:
    """[AK-5.1] The dice left after one was used."""
    return left - 8 if die == high else left - 1


@shared
def die_for_off(point: int, high: int, low: int, left: int) -> int:
    """[AK-5.6] Bearing off uses the die equal to the point, or else the smallest larger one; 0: none fits."""
    smaller = unused_die(0, high, low, left)
    if smaller >= point:
        return smaller
    larger = unused_die(1, high, low, left)
    return larger if larger >= point else 0


# --- making a step -----------------------------------------------------------------------------


@shared
def lift(board: Cells, source: int, checker: int, me: int) -> None:
    """[AK-1.5] Only the top checker leaves a stack; [AK-4.3] from the bar the mover chooses the class.

    [AK-8.4] When a druid leaves, its pin is over; [AK-8.5] what lies on the druid must leave before it.
    """
    place = spot(source, me)
    if source == BAR:
        board[place] -= 1 << (4 * checker - 4)
    else:
        board[place] = (board[place] >> 4) & BELOW_TOP


@shared
def put(board: Cells, target: int, checker: int, me: int, outcome: int) -> None:
    """[AK-1.5] An arriving checker becomes the top; what it hits goes to its bar ([AK-6.7], [AK-7.4])."""
    if outcome == BORNE_OFF:
        board[TRAY + me] += 1 << (4 * checker - 4)
        return
    place = spot(target, me)
    stack = board[place]
    bar = spot(BAR, 1 - me)
    if outcome == HIT:
        board[bar] += 1 << (4 * (stack & 7) - 4)
        stack = (stack >> 4) & BELOW_TOP
    elif outcome == DOUBLE_HIT:
        board[bar] += 1 << (4 * GUARD - 4)
        stack = stack & 15  # the first attacker comes to lie where the lone guard lay
    board[place] = stack << 4 | checker | me << 3
