"""A turn in the making, for kernels: its status, steps as numbers, and double hits.

A **status** packs what a turn must remember: dice left (6 bits), what the general did (2), the point of
an open double hit (5), own checkers outside the home (4) and not yet borne off (4), and from bit 24 on one
bit for each own point, point 24 first. A **code** packs a step (see `types`).
"""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ludoteka.core.kernel import kernel, shared
from ludoteka.games.abak.rules.steps import (
    ADVANCED,
    RETREATED,
    UNMOVED,
    Cells,
    all_dice,
    can_walk,
    count_kinds,
    count_outside,
    has_die,
    is_own,
    landing,
    lift,
    may_advance,
    may_join_double_hit,
    may_retreat,
    must_enter,
    put,
    spot,
    use_die,
)
from ludoteka.games.abak.types import (
    BAR,
    BORNE_OFF,
    CHECKERS,
    DOUBLE_HIT,
    GENERAL,
    GUARDED,
    HALF_HIT,
    HOME,
    POINTS,
    TRAY,
)

Ints: TypeAlias = npt.NDArray[np.int64]  # shape (n,)

SOURCES = 24  # where the bits of the own points begin in a status: bit 24 + (24 - p) is point p
MOST_STEPS = 16  # from one node: 15 own points and one step back, or six classes on the bar


# --- status and codes --------------------------------------------------------------------------


@kernel
def opening_status(board: Cells, me: int, high: int, low: int) -> int:
    """[AK-2.4] The status at the start of a turn."""
    rest = CHECKERS - count_kinds(board[TRAY + me])
    sources = 0
    for point in range(1, POINTS + 1):
        if is_own(board[spot(point, me)], me):
            sources |= 1 << (POINTS - point)
    outside = count_outside(board, me)
    return all_dice(high, low) | UNMOVED << 6 | outside << 13 | rest << 17 | sources << SOURCES


@kernel
def status_after(status: int, code: int, high: int, stays_own: bool) -> int:
    """The status after a step: its die is used, the general has moved, a double hit is open or closed.

    `stays_own`: the source is still an own point.
    """
    source, target, outcome = code & 31, code >> 5 & 31, code >> 16 & 7
    left = use_die(code >> 13 & 7, high, status & 63)
    general = status >> 6 & 3
    if code >> 10 & 7 == GENERAL and source != BAR:
        general = RETREATED if target > source else ADVANCED
    pending = target if outcome == HALF_HIT else 0
    outside = (status >> 13 & 15) + (1 if target > HOME else 0) - (1 if source > HOME else 0)
    rest = (status >> 17 & 15) - (1 if outcome == BORNE_OFF else 0)
    sources = status >> SOURCES
    if target != 0:
        sources |= 1 << (POINTS - target)
    if source != BAR and not stays_own:
        sources &= ~(1 << (POINTS - source))
    return left | general << 6 | pending << 8 | outside << 13 | rest << 17 | sources << SOURCES


@shared
def has_won(status: int) -> bool:
    """[AK-5.5] The 15th checker is borne off: a legal turn whatever dice are left (our reading)."""
    return status >> 17 & 15 == 0


@shared
def encode(source: int, target: int, checker: int, die: int, outcome: int, spelled: int) -> int:
    """A step as one number."""
    return source | target << 5 | checker << 10 | die << 13 | outcome << 16 | spelled << 19


@kernel
def make(board: Cells, me: int, code: int, status: int, high: int) -> int:
    """Makes the step on the board; returns the status after it."""
    source, checker = code & 31, code >> 10 & 7
    lift(board, source, checker, me)
    put(board, code >> 5 & 31, checker, me, code >> 16 & 7)
    return status_after(status, code, high, source != BAR and is_own(board[spot(source, me)], me))


# --- landings, double hits included ------------------------------------------------------------


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
    after = make(board, me, code, status, high)
    count = finishing_steps(board, me, high, low, after, board[:0])  # making an array would cost far more
    board[source], board[target] = left, reached
    return count > 0


@kernel
def finishing_steps(board: Cells, me: int, high: int, low: int, status: int, out: Ints) -> int:
    """[AK-7.4] The second half of a double hit: another checker, not a guard, a druid only in a home.

    Returns how many there are; `out` gets as many as it has room for.
    """
    point, left = status >> 8 & 31, status & 63
    bar = board[spot(BAR, me)]
    if must_enter(bar):
        return finishing_from_bar(bar, point, high, low, left, out)
    general, outside = status >> 6 & 3, status >> 13 & 15
    count = 0
    for source in range(POINTS, 0, -1):
        stack, die = board[spot(source, me)], abs(source - point)
        if die == 0 or not is_own(stack, me) or not has_die(die, high, low, left):
            continue
        checker = stack & 7
        if source > point:
            steps = may_advance(checker, general) and can_walk(checker, die)
        else:
            steps = may_retreat(checker, general, outside, source)
        if steps and may_join_double_hit(checker, point):
            if count < len(out):
                out[count] = encode(source, point, checker, die, DOUBLE_HIT, 0)
            count += 1
    return count


@kernel
def finishing_from_bar(bar: int, point: int, high: int, low: int, left: int, out: Ints) -> int:
    """[AK-7.4] The second half from the bar: bar first holds inside a double hit, too."""
    count = 0
    spelled = 1 if has_two_kinds(bar) else 0
    for checker in range(1, 7):
        is_there = bar >> (4 * checker - 4) & 15 != 0 and has_die(BAR - point, high, low, left)
        if is_there and may_join_double_hit(checker, point):
            if count < len(out):
                out[count] = encode(BAR, point, checker, BAR - point, DOUBLE_HIT, spelled)
            count += 1
    return count


@shared
def has_two_kinds(bar: int) -> bool:
    """[AK-14.3] Whether checkers of two or more classes are on the bar, so that a text must say which."""
    kinds = 0
    while bar != 0:
        if bar & 15 != 0:
            kinds += 1
        bar >>= 4
    return kinds > 1
