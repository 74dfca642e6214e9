"""The steps that can be made now, for kernels: codes in the order of AK-14.6 (see `types`)."""

import numpy as np

from ludoteka.core.kernel import kernel
from ludoteka.games.abak.rules.sequences import (
    MOST_STEPS,
    SOURCES,
    Ints,
    can_open,
    encode,
    finishing_steps,
    has_two_kinds,
    opening_status,
)
from ludoteka.games.abak.rules.steps import (
    Cells,
    can_walk,
    die_for_off,
    is_highest,
    landing,
    may_advance,
    may_retreat,
    must_enter,
    spot,
    unused_die,
)
from ludoteka.games.abak.types import BAR, BORNE_OFF, GUARDED, HALF_HIT, POINTS

# The point whose bit is 1 << (24 - point), found by its remainder modulo 37.
POINT_OF = np.zeros(37, np.int64)
POINT_OF[[(1 << (24 - point)) % 37 for point in range(1, 25)]] = range(1, 25)


@kernel
def next_steps(
    board: Cells, me: int, high: int, low: int, status: int, limit: int, exposed: int, out: Ints
) -> int:
    """[AK-14.6] Fills `out` with the codes of all steps that can be made now, in order; returns how many."""
    if status >> 8 & 31 != 0:
        return finishing_steps(board, me, high, low, status, out)
    bar = board[spot(BAR, me)]
    if must_enter(bar):
        count = entering_steps(board, me, bar, high, low, status, limit, exposed, out)
    else:
        count = walking_steps(board, me, high, low, status, limit, exposed, out)
    has_half = False
    for number in range(count):
        has_half |= out[number] >> 16 & 7 == HALF_HIT
    return keep_openings(board, me, high, low, status, out, count) if has_half else count


@kernel
def keep_openings(board: Cells, me: int, high: int, low: int, status: int, out: Ints, count: int) -> int:
    """[AK-7.5] Drops first halves of double hits that no second half can follow; returns how many stay."""
    kept = 0
    for number in range(count):
        code = out[number]
        if code >> 16 & 7 != HALF_HIT or can_open(board, me, code, high, low, status):
            out[kept] = code
            kept += 1
    return kept


@kernel
def walking_steps(
    board: Cells, me: int, high: int, low: int, status: int, limit: int, exposed: int, out: Ints
) -> int:
    """[AK-3.1] The steps from own points, off included; half hits as if a second half always followed.

    [AK-4.6] Bearing off is one step among others, and [AK-9.5] so is the general's step backward.
    """
    left, general, outside = status & 63, status >> 6 & 3, status >> 13 & 15
    low_die, high_die = unused_die(0, high, low, left), unused_die(1, high, low, left)
    sources = status >> SOURCES
    count = 0
    while sources != 0:  # bit by bit, the highest point first: fewer branch mispredictions
        point = POINT_OF[(sources & -sources) % 37]
        sources &= sources - 1
        checker = board[spot(point, me)] & 7
        if may_retreat(checker, general, outside, point):
            for which in range(1, -1, -1):
                die = high_die if which else low_die
                target = point + die
                if die != 0 and target <= POINTS:
                    outcome = landing(board[spot(target, me)], checker, me, target, limit, exposed)
                    count = add(out, count, encode(point, target, checker, die, 0, 0), outcome)
        if not may_advance(checker, general):
            continue
        for which in range(2):
            die = high_die if which else low_die
            target = point - die
            if die != 0 and target > 0 and can_walk(checker, die):
                outcome = landing(board[spot(target, me)], checker, me, target, limit, exposed)
                count = add(out, count, encode(point, target, checker, die, 0, 0), outcome)
        if outside == 0:
            die = die_for_off(point, high, low, left)
            if die == point or (die > point and is_highest(board, me, point)):
                count = add(out, count, encode(point, 0, checker, die, 0, 0), BORNE_OFF)
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
        target = BAR - die
        for checker in range(1, 7):
            if die != 0 and bar >> (4 * checker - 4) & 15 != 0:
                outcome = landing(board[spot(target, me)], checker, me, target, limit, exposed)
                count = add(out, count, encode(BAR, target, checker, die, 0, spelled), outcome)
    return count


@kernel
def add(out: Ints, count: int, code: int, outcome: int) -> int:
    """Adds a step to `out` unless its landing is refused; a lone guard may still fall to a double hit."""
    if outcome == GUARDED:
        outcome = HALF_HIT
    if outcome <= 0:
        return count
    out[count] = code | outcome << 16
    return count + 1


@kernel
def can_step(board: Cells, me: int, high: int, low: int, limit: int, exposed: int) -> bool:
    """[AK-5.4] Whether any step is possible."""
    out = np.empty(2 * MOST_STEPS, np.int64)
    status = opening_status(board, me, high, low)
    return next_steps(board, me, high, low, status, limit, exposed, out) > 0
