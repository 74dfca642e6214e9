"""Single steps for kernels: the status of a turn, steps as numbers, and all steps that can follow.

A **status** packs what a turn must remember: dice left (6 bits), what the general did (2), the point of
an open double hit (5), own checkers outside the home (4) and not yet borne off (4). A **code** packs a
step: source (5 bits), target (5), class (3), die (3), outcome (3), and whether its text needs the class (1).
"""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ludoteka.core.kernel import kernel
from ludoteka.games.abak.rules import (
    ADVANCED,
    BAR,
    BORNE_OFF,
    DOUBLE_HIT,
    GENERAL,
    GUARDED,
    HALF_HIT,
    HOME,
    LAST_POINT,
    RETREATED,
    TRAY,
    UNMOVED,
    Cells,
    all_dice,
    can_walk,
    count_kinds,
    count_outside,
    die_for_off,
    is_highest,
    is_own,
    landing,
    lift,
    may_advance,
    may_join_double_hit,
    may_retreat,
    must_enter,
    put,
    spot,
    unused_die,
    use_die,
)

Ints: TypeAlias = npt.NDArray[np.int64]  # shape (n,)

CHECKERS = 15
MOST_STEPS = 16  # from one node: 15 own points and one step back, or six classes on the bar


# --- status and codes --------------------------------------------------------------------------


@kernel
def opening_status(board: Cells, me: int, high: int, low: int) -> int:
    """[AK-2.4] The status at the start of a turn."""
    rest = CHECKERS - count_kinds(board[TRAY + me])
    return all_dice(high, low) | UNMOVED << 6 | count_outside(board, me) << 13 | rest << 17


@kernel
def status_after(status: int, code: int, high: int) -> int:
    """The status after a step: its die is used, the general has moved, a double hit is open or closed."""
    source, target = code & 31, code >> 5 & 31
    left = use_die(code >> 13 & 7, high, status & 63)
    general = status >> 6 & 3
    if code >> 10 & 7 == GENERAL and source != BAR:
        general = RETREATED if target > source else ADVANCED
    outcome = code >> 16 & 7
    pending = target if outcome == HALF_HIT else 0
    outside = (status >> 13 & 15) + (1 if target > HOME else 0) - (1 if source > HOME else 0)
    rest = (status >> 17) - (1 if outcome == BORNE_OFF else 0)
    return left | general << 6 | pending << 8 | outside << 13 | rest << 17


@kernel
def has_won(status: int) -> bool:
    """[AK-5.5] The 15th checker is borne off: a legal turn whatever dice are left (our reading)."""
    return status >> 17 == 0


@kernel
def encode(source: int, target: int, checker: int, die: int, outcome: int, spelled: int) -> int:
    """A step as one number."""
    return source | target << 5 | checker << 10 | die << 13 | outcome << 16 | spelled << 19


@kernel
def make(board: Cells, me: int, code: int) -> None:
    """Makes the step on the board."""
    checker = code >> 10 & 7
    lift(board, code & 31, checker, me)
    put(board, code >> 5 & 31, checker, me, code >> 16 & 7)


# --- single steps ------------------------------------------------------------------------------


@kernel
def can_finish(board: Cells, me: int, point: int, high: int, low: int, status: int) -> bool:
    """[AK-7.5] Whether a second checker can land on the open double hit at once."""
    bar = board[spot(BAR, me)]
    for which in range(2):
        die = unused_die(which, high, low, status & 63)
        source = point + die
        if die == 0:
            continue
        if must_enter(bar):
            if source == BAR and may_enter_on_half(bar, point):
                return True
            continue
        if source <= LAST_POINT and joins_forward(board[spot(source, me)], me, die, point, status):
            return True
        if point > die and joins_backward(board[spot(point - die, me)], me, point - die, status):
            return True
    return False


@kernel
def may_enter_on_half(bar: int, point: int) -> bool:
    """[AK-7.4] Whether the bar holds a checker that can be the second half of a double hit."""
    for checker in range(1, 7):
        if bar >> (4 * checker - 4) & 15 != 0 and may_join_double_hit(checker, point):
            return True
    return False


@kernel
def joins_forward(stack: int, me: int, die: int, point: int, status: int) -> bool:
    """[AK-7.4] Whether the top checker of a stack can be the second half by a forward step."""
    checker = stack & 7
    walks = is_own(stack, me) and can_walk(checker, die) and may_advance(checker, status >> 6 & 3)
    return walks and may_join_double_hit(checker, point)


@kernel
def joins_backward(stack: int, me: int, source: int, status: int) -> bool:
    """[AK-9.1] Whether the general can be the second half by a backward step."""
    return is_own(stack, me) and may_retreat(stack & 7, status >> 6 & 3, status >> 13 & 15, source)


@kernel
def arrival(
    board: Cells, me: int, code: int, high: int, low: int, status: int, limit: int, exposed: int
) -> int:
    """[AK-6.1] The outcome of a step that the other rules admit, double hits included; negative: refused."""
    target, checker = code >> 5 & 31, code >> 10 & 7
    pending = status >> 8 & 31
    if pending != 0:
        joins = target == pending and may_join_double_hit(checker, target)
        return DOUBLE_HIT if joins else GUARDED
    outcome = landing(board[spot(target, me)], checker, me, target, limit, exposed)
    if outcome == GUARDED and can_open(board, me, code | HALF_HIT << 16, high, low, status):
        return HALF_HIT
    return outcome


@kernel
def can_open(board: Cells, me: int, code: int, high: int, low: int, status: int) -> bool:
    """[AK-7.5] Whether a first landing on a lone guard can be followed at once by the second."""
    source, target = spot(code & 31, me), spot(code >> 5 & 31, me)
    left, reached = board[source], board[target]
    make(board, me, code)
    finished = can_finish(board, me, code >> 5 & 31, high, low, status_after(status, code, high))
    board[source], board[target] = left, reached
    return finished


@kernel
def next_steps(
    board: Cells, me: int, high: int, low: int, status: int, limit: int, exposed: int, out: Ints
) -> int:
    """[AK-14.6] Fills `out` with the codes of all steps that can be made now, in order; returns how many."""
    bar = board[spot(BAR, me)]
    if must_enter(bar):
        return entering_steps(board, me, bar, high, low, status, limit, exposed, out)
    left, general, outside = status & 63, status >> 6 & 3, status >> 13 & 15
    low_die, high_die = unused_die(0, high, low, left), unused_die(1, high, low, left)
    count = 0
    for point in range(LAST_POINT, 0, -1):
        stack = board[spot(point, me)]
        if not is_own(stack, me):
            continue
        checker = stack & 7
        if may_retreat(checker, general, outside, point):
            for die in (high_die, low_die):
                if die != 0 and point + die <= LAST_POINT:
                    step = encode(point, point + die, checker, die, 0, 0)
                    count = add(board, me, step, high, low, status, limit, exposed, out, count)
        if not may_advance(checker, general):
            continue
        for die in (low_die, high_die):
            if die != 0 and point > die and can_walk(checker, die):
                step = encode(point, point - die, checker, die, 0, 0)
                count = add(board, me, step, high, low, status, limit, exposed, out, count)
        if outside == 0 and status >> 8 & 31 == 0:
            die = die_for_off(point, high, low, left)
            if die == point or (die > point and is_highest(board, me, point)):
                out[count] = encode(point, 0, checker, die, BORNE_OFF, 0)
                count += 1
    return count


@kernel
def entering_steps(
    board: Cells, me: int, bar: int, high: int, low: int, status: int, limit: int, exposed: int, out: Ints
) -> int:
    """[AK-4.2] Entering with die d goes to own point 25-d; [AK-4.3] any class, [AK-10.2] any die."""
    count = 0
    spelled = 1 if has_two_kinds(bar) else 0
    for which in range(2):
        die = unused_die(which, high, low, status & 63)
        for checker in range(1, 7):
            if die != 0 and bar >> (4 * checker - 4) & 15 != 0:
                step = encode(BAR, BAR - die, checker, die, 0, spelled)
                count = add(board, me, step, high, low, status, limit, exposed, out, count)
    return count


@kernel
def has_two_kinds(bar: int) -> bool:
    """[AK-14.3] Whether checkers of two or more classes are on the bar, so that a text must say which."""
    kinds = 0
    while bar != 0:
        if bar & 15 != 0:
            kinds += 1
        bar >>= 4
    return kinds > 1


@kernel
def add(
    board: Cells,
    me: int,
    step: int,
    high: int,
    low: int,
    status: int,
    limit: int,
    exposed: int,
    out: Ints,
    count: int,
) -> int:
    """Adds a step to `out` if its landing is possible; returns how many there are now."""
    outcome = arrival(board, me, step, high, low, status, limit, exposed)
    if outcome <= 0:
        return count
    out[count] = step | outcome << 16
    return count + 1


@kernel
def can_step(board: Cells, me: int, high: int, low: int, limit: int, exposed: int) -> bool:
    """[AK-5.4] Whether any step is possible."""
    out = np.empty(2 * MOST_STEPS, np.int64)
    status = opening_status(board, me, high, low)
    return next_steps(board, me, high, low, status, limit, exposed, out) > 0
