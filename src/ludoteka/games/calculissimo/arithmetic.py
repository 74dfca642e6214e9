"""CA-4.2 to CA-4.4 and the choice of CA-5.6: what a run is worth. Kernels; the generator runs the same code.

Arrays: `faces` int64, a face (1..13) a chip; `worth` int64, what each chip counts (face times its number
premium; operators are not looked at). Values stay far below 2**62: one `x` a run, at most 13 numbers of at
most 27, so at most 12 divisors.
"""

import numpy as np
from numpy.typing import NDArray

from ludoteka.core.kernel import kernel
from ludoteka.games.calculissimo.types import MINUS, NUMBERS, OVER, PLUS, TIMES

Ints = NDArray[np.int64]

NO_RUN = -1  # in `plain`: the chip stands in no crossing run
BROKEN = 0  # a value that is not a whole number greater than 0


@kernel
def fits(face: int, place: int) -> bool:
    """[CA-4.2] At an even place of a run stands a number, at an odd one an operator."""
    return (face <= NUMBERS) == (place % 2 == 0)


@kernel
def alternates(faces: Ints, length: int) -> bool:
    """[CA-4.2] Number, operator, number, ..., number: odd length, 3 or more (our reading)."""
    if length < 3 or length % 2 == 0:
        return False
    for place in range(length):  # noqa: SIM110 kernels have no generators
        if not fits(faces[place], place):
            return False
    return True


@kernel
def times_signs(faces: Ints, length: int) -> int:
    """[CA-4.3] How many `x` a run holds; more than one is too many."""
    found = 0
    for place in range(length):
        if faces[place] == TIMES:
            found += 1
    return found


@kernel
def value(faces: Ints, worth: Ints, length: int) -> int:
    """[CA-4.4] The value of an alternating run with at most one `x`; `BROKEN` if not whole and positive.

    Exact: `total` and the term that `x` and `/` build up are kept over a common denominator.
    """
    total, term, below = 0, int(worth[0]), 1
    for place in range(1, length, 2):
        sign, number = int(faces[place]), int(worth[place + 1])
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
def fault(faces: Ints, worth: Ints, length: int) -> int:
    """The first of CA-4.2 to 4.4 that the run breaks by its faces: 2, 3, 4, or 0 for none."""
    if not alternates(faces, length):
        return 2
    if times_signs(faces, length) > 1:
        return 3
    return 4 if value(faces, worth, length) == BROKEN else 0


@kernel
def total_of(
    faces: Ints,
    worth: Ints,
    length: int,
    is_sound: bool,
    places: Ints,
    factors: Ints,
    times: Ints,
    plain: Ints,
    raised: Ints,
    count: int,
    along: int,
    across: int,
    is_lenient: bool,
) -> int:
    """Points when premium i acts in the run along the placement (bit i of `along`) or across it (`across`).

    [CA-5.1] the sum of all runs; [CA-5.2] number premiums inside the calculation; [CA-5.3] the others on its
    value. -1: some run's value is not whole and positive; [CA-5.9] if lenient, it is worth 0 (our reading).
    """
    points = 0
    if length > 0:
        power = 1
        for i in range(count):
            acts = (along >> i) & 1
            worth[places[i]] = faces[places[i]] * (factors[i] if acts else 1)
            if acts:
                power *= times[i]
        own = value(faces, worth, length) if is_sound else BROKEN
        if own == BROKEN and not is_lenient:
            return -1
        points += own * power
    for i in range(count):
        if plain[i] != NO_RUN:
            acts = (across >> i) & 1
            crossing = raised[i] if acts else plain[i]
            if crossing == BROKEN and not is_lenient:
                return -1
            points += crossing * (times[i] if acts else 1)
    return points


@kernel
def best_total(
    faces: Ints,
    worth: Ints,
    length: int,
    is_sound: bool,
    places: Ints,
    factors: Ints,
    times: Ints,
    plain: Ints,
    raised: Ints,
    count: int,
    is_down: bool,
    is_every: bool,
    is_lenient: bool,
) -> tuple[int, int, int]:
    """[CA-5.6] The best assignment: points (-1: none is admissible), and the bits of `total_of`.

    [CA-4.5] Admissible: every value with its number premiums is whole and greater than 0 (our reading).

    The run along the placement: `faces`, `length` (0: there is none), `is_sound` (keeps CA-4.2 to 4.4) and
    `worth`, which holds its faces. Of new chip i: `places` in that run, `factors` and `times` of its square
    (1: none acts), and of its crossing run the value by faces (`plain`) and with its number premium
    (`raised`). `is_every` is CA-5.7, `is_lenient` CA-5.9. Among equals the first assignment counts, the
    squares in reading order and across before down.
    """
    along, across, shared, open_ones = 0, 0, 0, 0
    for i in range(count):
        if factors[i] > 1 or times[i] > 1:
            in_along, in_crossing = length > 0, plain[i] != NO_RUN
            if in_along and in_crossing and not is_every:
                shared |= 1 << i
                open_ones += 1
            else:
                along |= int(in_along) << i
                across |= int(in_crossing) << i
    best, best_along, best_across = -1, along, across
    for code in range(1 << open_ones):
        to_across = 0
        rank = open_ones
        for i in range(count):
            if (shared >> i) & 1:
                rank -= 1
                goes_down = ((code >> rank) & 1) == 1
                if goes_down != is_down:
                    to_across |= 1 << i
        points = total_of(
            faces, worth, length, is_sound, places, factors, times, plain, raised, count,
            along | (shared & ~to_across), across | to_across, is_lenient,
        )  # fmt: skip
        if points > best:
            best, best_along, best_across = points, along | (shared & ~to_across), across | to_across
    for i in range(count if length > 0 else 0):
        worth[places[i]] = faces[places[i]]
    return best, best_along, best_across


assert (PLUS, MINUS, TIMES, OVER) == (10, 11, 12, 13), "faces of operators follow those of numbers"
