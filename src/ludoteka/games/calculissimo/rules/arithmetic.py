"""CA-4.2 to CA-4.4 and the choice of CA-5.6: what a run is worth. Kernels; the generator runs the same code.

They work on a `run`, an int64 array of which the rows below are read (it may have more). The run along a
placement is in the first two, one chip per column; in the others each column is a new chip. Values stay far
below 2**62: one `x` per run, at most 13 numbers of at most 27, so at most 12 divisors.
"""

import numpy as np
from numpy.typing import NDArray

from ludoteka.core.kernel import inlined, kernel, shared
from ludoteka.games.calculissimo.types import MINUS, NUMBERS, OVER, PLUS, TIMES

Ints = NDArray[np.int64]

FACES = 0  # the face (1..13) of each chip of the run
WORTH = 1  # what it counts: its face times its number premium; operators are not looked at
PLACES = 2  # of each new chip: where it is in the run
FACTORS = 3  # what its square multiplies its number by (1: nothing)
POWERS = 4  # what its square multiplies a calculation by (1: nothing)
PLAIN = 5  # the value of its crossing run by faces, or `NO_RUN`, or `BROKEN`
RAISED = 6  # the same with the number premium of its square
RUN_ROWS = 7

NO_RUN = -1  # the chip stands in no crossing run
BROKEN = 0  # a value that is not a whole number greater than 0
NOT_ADMISSIBLE = -1  # the points of an assignment that is not admissible

# --- CA-4: is a run a calculation? -------------------------------------------------------------


@inlined
def fits(face: int, place: int) -> bool:
    """[CA-4.2] A number stands at an even place of a run, an operator at an odd one."""
    return (face <= NUMBERS) == (place % 2 == 0)


@kernel
def alternates(run: Ints, length: int) -> bool:
    """[CA-4.2] Number, operator, number, ..., number: odd length, 3 or more (our reading)."""
    if length < 3 or length % 2 == 0:
        return False
    for place in range(length):  # noqa: SIM110 kernels have no generators
        if not fits(run[FACES, place], place):
            return False
    return True


@kernel
def has_too_many_times(run: Ints, length: int) -> bool:
    """[CA-4.3] A run holds at most one `x`."""
    found = 0
    for place in range(length):
        if run[FACES, place] == TIMES:
            found += 1
    return found > 1


@kernel
def value(run: Ints, length: int) -> int:
    """[CA-4.4] The value of an alternating run with at most one `x`; `BROKEN` if not whole and positive.

    Exact: `total` and the term that `x` and `/` build up are kept over a common denominator.
    """
    total, term, below = 0, int(run[WORTH, 0]), 1
    for place in range(1, length, 2):
        sign, number = int(run[FACES, place]), int(run[WORTH, place + 1])
        if sign == TIMES:
            term *= number
        elif sign == OVER:
            total *= number
            below *= number
        else:
            total += term
            term = number * below if sign == PLUS else -number * below
    total += term
    if below == 1:  # most runs: no division
        return max(total, BROKEN)
    if total <= 0 or total % below != 0:
        return BROKEN
    return total // below


@kernel
def fault(run: Ints, length: int) -> int:
    """The first of CA-4.2 to 4.4 a run breaks by its faces (`WORTH` holds them too): 2, 3, 4; 0: none."""
    if not alternates(run, length):
        return 2
    if has_too_many_times(run, length):
        return 3
    return 4 if value(run, length) == BROKEN else 0


# --- CA-5: premiums ----------------------------------------------------------------------------


@shared
def is_multiplied(face: int, is_joker: bool, is_full: bool) -> bool:
    """[CA-5.2] Number premiums act on numbers. [CA-5.8] On a joker's only with `full` (our reading)."""
    return face <= NUMBERS and (is_full or not is_joker)


@kernel
def total_of(
    run: Ints, length: int, count: int, is_sound: bool, along: int, across: int, is_lenient: bool
) -> int:
    """Points when premium i acts in the run along the placement (bit i of `along`) or across it (`across`).

    [CA-5.1] the sum of all runs; [CA-5.2] number premiums inside the calculation; [CA-5.3] the others on its
    value. `NOT_ADMISSIBLE`: some run's value is not whole and positive; [CA-5.9] if lenient, it is worth 0
    (our reading).
    """
    points = 0
    if length > 0:
        power = raise_run(run, count, along)
        own = value(run, length) if is_sound else BROKEN
        if own == BROKEN and not is_lenient:
            return NOT_ADMISSIBLE
        points += own * power
    for i in range(count):
        if run[PLAIN, i] != NO_RUN:
            acts = (across >> i) & 1
            crossing = run[RAISED, i] if acts else run[PLAIN, i]
            if crossing == BROKEN and not is_lenient:
                return NOT_ADMISSIBLE
            points += crossing * (run[POWERS, i] if acts else 1)
    return points


@inlined
def raise_run(run: Ints, count: int, along: int) -> int:
    """[CA-5.2] Applies the number premiums to the run; [CA-5.3] returns what multiplies its value."""
    power = 1
    for i in range(count):
        acts = (along >> i) & 1
        place = run[PLACES, i]
        run[WORTH, place] = run[FACES, place] * (run[FACTORS, i] if acts else 1)
        if acts:
            power *= run[POWERS, i]
    return power


@inlined
def sent_across(shared: int, count: int, code: int, open_ones: int, is_down: bool) -> int:
    """[CA-5.6] The shared premiums (bits) that assignment `code` sends across the placement.

    Codes count up with the squares in reading order, across before down.
    """
    sent, rank = 0, open_ones
    for i in range(count):
        if (shared >> i) & 1:
            rank -= 1
            goes_down = ((code >> rank) & 1) == 1
            if goes_down != is_down:
                sent |= 1 << i
    return sent


@kernel
def best_total(
    run: Ints, length: int, count: int, is_sound: bool, is_down: bool, is_every: bool, is_lenient: bool
) -> tuple[int, int, int]:
    """[CA-5.6] The best assignment: points (or `NOT_ADMISSIBLE`), and the bits of `total_of`.

    [CA-4.5] Admissible: every value with its number premiums is whole and greater than 0 (our reading).

    `length` of the run along the placement (0: there is none), `is_sound`: it keeps CA-4.2 to 4.4; `WORTH`
    holds its faces, before and after. `count` new chips. `is_every` is CA-5.7, `is_lenient` CA-5.9. Among
    equals the first assignment counts.
    """
    along, across, shared, open_ones = 0, 0, 0, 0
    for i in range(count):
        if run[FACTORS, i] > 1 or run[POWERS, i] > 1:
            in_along, in_crossing = length > 0, run[PLAIN, i] != NO_RUN
            if in_along and in_crossing and not is_every:
                shared |= 1 << i
                open_ones += 1
            else:
                along |= int(in_along) << i
                across |= int(in_crossing) << i
    best, best_across = NOT_ADMISSIBLE, 0
    for code in range(1 << open_ones):
        sent = sent_across(shared, count, code, open_ones, is_down)
        points = total_of(run, length, count, is_sound, along | (shared & ~sent), across | sent, is_lenient)
        if points > best:
            best, best_across = points, sent
    if length > 0:
        raise_run(run, count, 0)
    return best, along | (shared & ~best_across), across | best_across


assert (PLUS, MINUS, TIMES, OVER) == (10, 11, 12, 13), "faces of operators follow those of numbers"
