"""Fast answers to "is this string an equation?": a bit set of the short ones, the law itself for long ones.

A string of digits is coded as the number that its digits make after a leading 1: `042` is 1042. So a code
has at most 16 digits, and strings of different lengths never share one.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludoteka.core.kernel import is_compiled, kernel
from ludoteka.games.abaku import equations
from ludoteka.games.abaku.equations import EITHER, MIRROR, SIDES, TWO_NUMBERS, value

LONGEST_COMPILED = 6  # digits of the longest strings in the bit set: 250 KB
LONGEST_INTERPRETED = 4
POWERS = np.array([10**n for n in range(17)], dtype=np.int64)
OPERATION_COUNT = 8


class Lexicon(NamedTuple):
    """What kernels ask: the bit set, its longest strings, the operations in use (bits), the result side."""

    bits: NDArray[np.uint8]
    longest: int
    operations: int
    side: int


@lru_cache(maxsize=16)
def lexicon(operations: str, result_side: str) -> Lexicon:
    """The lexicon of some options."""
    longest = LONGEST_COMPILED if is_compiled() else LONGEST_INTERPRETED
    bits = np.zeros(2 * 10**longest // 8 + 1, dtype=np.uint8)
    used, side = equations.mask(operations), SIDES.index(result_side)
    fill(bits, longest, used, side)
    bits.flags.writeable = False
    return Lexicon(bits, longest, used, side)


@kernel
def fill(bits: NDArray[np.uint8], longest: int, used: int, side: int) -> None:
    """Sets the bit of every equation of at most `longest` digits."""
    for operation in range(OPERATION_COUNT):
        if used >> operation & 1 == 0:
            continue
        for a_length in range(1, longest):
            for a in range(POWERS[a_length - 1], POWERS[a_length]):
                if operation >= TWO_NUMBERS:
                    enter(bits, longest, side, a, a_length, 0, 0, value(operation, a, 1))
                    continue
                for b_length in range(1, longest - a_length):
                    for b in range(POWERS[b_length - 1], POWERS[b_length]):
                        enter(bits, longest, side, a, a_length, b, b_length, value(operation, a, b))


@kernel
def enter(
    bits: NDArray[np.uint8], longest: int, side: int, a: int, a_length: int, b: int, b_length: int, c: int
) -> None:
    """[AB-4.5] Enters `A|B|C`, and what else the result side allows; `b_length` 0: there is no B."""
    if c == 0:
        return
    c_length = length_of(c)
    length = a_length + b_length + c_length
    if length > longest:
        return
    operands = a * POWERS[b_length] + b
    text = POWERS[length] + operands * POWERS[c_length] + c
    bits[text >> 3] |= 1 << (text & 7)
    if side == EITHER:
        text = POWERS[length] + c * POWERS[length - c_length] + operands
        bits[text >> 3] |= 1 << (text & 7)
    if side == MIRROR:
        text = backwards(text, length)
        bits[text >> 3] |= 1 << (text & 7)


@kernel
def length_of(number: int) -> int:
    """How many digits a positive number has."""
    length = 1
    while number >= 10:
        number //= 10
        length += 1
    return length


@kernel
def backwards(code: int, length: int) -> int:
    """The code of the string read backwards."""
    turned = 1
    for _ in range(length):
        turned = turned * 10 + code % 10
        code //= 10
    return turned


@kernel
def is_equation(code: int, length: int, bits: NDArray[np.uint8], longest: int, used: int, side: int) -> bool:
    """Whether a coded string of 2 to 15 digits has a reading."""
    if length <= longest:
        return bool(bits[np.uint64(code >> 3)] >> (code & 7) & 1)
    if reads_forwards(code - POWERS[length], length, used):
        return True
    if side == EITHER:
        return reads_result_first(code - POWERS[length], length, used)
    if side == MIRROR:
        return reads_forwards(backwards(code, length) - POWERS[length], length, used)
    return False


@kernel
def reads_forwards(number: int, length: int, used: int) -> bool:
    """[AB-4.2] Some cut `A|B|C` or `A|B` of the digits holds; `number` may have leading zeros."""
    if number < POWERS[length - 1]:
        return False
    for c_length in range(1, length):
        c = number % POWERS[c_length]
        if c < POWERS[c_length - 1]:
            continue
        front = number // POWERS[c_length]
        front_length = length - c_length
        if holds_alone(used, front, c):
            return True
        for b_length in range(1, front_length):
            b = front % POWERS[b_length]
            if b >= POWERS[b_length - 1] and holds(
                used, front // POWERS[b_length], front_length - b_length, b, b_length, c, c_length
            ):
                return True
    return False


@kernel
def reads_result_first(number: int, length: int, used: int) -> bool:
    """[AB-4.5] Some cut `C|A|B` or `B|A` of the digits holds (our reading)."""
    if number < POWERS[length - 1]:
        return False
    for c_length in range(1, length):
        back_length = length - c_length
        c = number // POWERS[back_length]
        back = number % POWERS[back_length]
        if back < POWERS[back_length - 1]:
            continue
        if holds_alone(used, back, c):
            return True
        for b_length in range(1, back_length):
            b = back % POWERS[b_length]
            if b >= POWERS[b_length - 1] and holds(
                used, back // POWERS[b_length], back_length - b_length, b, b_length, c, c_length
            ):
                return True
    return False


@kernel
def holds_alone(used: int, a: int, c: int) -> bool:
    """Some power or root in use makes C of A."""
    for operation in range(TWO_NUMBERS, OPERATION_COUNT):
        if used >> operation & 1 and value(operation, a, 1) == c:
            return True
    return False


@kernel
def holds(used: int, a: int, a_length: int, b: int, b_length: int, c: int, c_length: int) -> bool:
    """Some operation in use makes C of A and B; the lengths rule most of them out at once."""
    longer = max(a_length, b_length)
    if 0 <= c_length - longer <= 1 and used & 1 and value(0, a, b) == c:
        return True
    longer = max(b_length, c_length)
    if 0 <= a_length - longer <= 1 and used & 2 and value(1, a, b) == c:
        return True
    if 0 <= a_length + b_length - c_length <= 1 and used & 4 and value(2, a, b) == c:
        return True
    return 0 <= b_length + c_length - a_length <= 1 and used & 8 != 0 and value(3, a, b) == c
