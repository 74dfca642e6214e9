"""Fast answers to "is this string an equation?": a bit set of the short ones, the law itself for long ones.

A string of digits is coded as the number that its digits make after a leading 1: `042` is 1042. So a code
has at most 16 digits, and strings of different lengths never share one. Everything here prunes, by lengths
and last digits; `equations.value`, the law, decides about what is left.

After the bit set come two bytes for every string with a gap in one place: the digits (bits) that make an
equation of it. So the ten names of a Joker take one lookup. After these comes one byte for every short
string: how many digits all equations in it have in total, a bound on what it can score.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludoteka.core.kernel import inlined, kernel
from ludoteka.games.abaku.rules.equations import (
    ADD,
    CBRT,
    CUBE,
    DIV,
    EITHER,
    MIRROR,
    MUL,
    SIDES,
    SQRT,
    SQUARE,
    SUB,
    TWO_NUMBERS,
    mask,
    value,
)

LONGEST_COMPILED = 7  # digits of the longest strings in the bit set: 2.5 MB
LONGEST_INTERPRETED = 4
LONGEST_NAMED = 6  # digits of the longest strings with a gap, the gap counted: 1.3 MB
LONGEST_STRING = 15
OPERATION_COUNT = 8
POWERS = np.array([10**n for n in range(17)], dtype=np.int64)
SHORTER = np.array([sum(n * 10 ** (n - 1) for n in range(2, length)) for length in range(9)], dtype=np.int64)
# [factor, product]: the last digits (bits) that another factor can have.
LAST_FACTORS = np.array(
    [[sum(1 << y for y in range(10) if x * y % 10 == z) for z in range(10)] for x in range(10)],
    dtype=np.int64,
)


class Lexicon(NamedTuple):
    """What kernels ask: the bit set, its longest strings, the operations in use (bits), the result side.

    And the strings with a gap: the longest of them, and where they begin; and where the bounds begin.
    """

    bits: NDArray[np.uint8]
    longest: int
    named: int
    gapped: int
    gauged: int
    used: int
    side: int


def lexicon(operations: str, result_side: str) -> Lexicon:
    """The lexicon of some options; a small one while kernels run uncompiled."""
    return _lexicon(operations, result_side, LONGEST_COMPILED if fill.runs_compiled else LONGEST_INTERPRETED)


@lru_cache(maxsize=32)
def _lexicon(operations: str, result_side: str, longest: int) -> Lexicon:
    named, gapped = min(longest, LONGEST_NAMED), 2 * 10**longest // 8 + 2
    gauged = gapped + 2 * int(SHORTER[named + 1])
    bits = np.zeros(gauged + gauge_place.plain(0, named + 1), dtype=np.uint8)
    used, side = mask(operations), SIDES.index(result_side)
    fill(bits, longest, used, side)
    fill_gaps(bits, named, gapped)
    fill_gauge(bits, named, gauged)
    bits.flags.writeable = False
    return Lexicon(bits, longest, named, gapped, gauged, used, side)


def gauges(words: Lexicon, length: int) -> NDArray[np.uint8]:
    """The bounds of all strings of one length."""
    first, end = gauge_place.plain(0, length), gauge_place.plain(0, length + 1)
    return words.bits[words.gauged + first : words.gauged + end]


# --- the bit set -----------------------------------------------------------------------------


@kernel
def fill(bits: NDArray[np.uint8], longest: int, used: int, side: int) -> None:
    """Sets the bit of every equation of at most `longest` digits.

    Sums X + Y = Z give the additions X|Y|Z and the subtractions Z|X|Y, products likewise, powers the roots.
    """
    for x in range(1, POWERS[longest - 2]):
        x_length = length_of(x)
        for operation, inverse in ((SQUARE, SQRT), (CUBE, CBRT)):
            power = value(operation, x, 1)
            enter(bits, longest, used, side, operation, x, 1, power, 0)
            if power > 0:
                enter(bits, longest, used, side, inverse, power, 1, x, 0)
        for y_length in range(1, longest - x_length):
            if (
                x_length + y_length + max(x_length, y_length) > longest
                and x_length + y_length > longest // 2 + 1
            ):
                break
            for y in range(POWERS[y_length - 1], POWERS[y_length]):
                enter(bits, longest, used, side, ADD, x, y, x + y, y_length)
                enter(bits, longest, used, side, SUB, x + y, x, y, x_length)
                enter(bits, longest, used, side, MUL, x, y, x * y, y_length)
                enter(bits, longest, used, side, DIV, x * y, x, y, x_length)


@kernel
def enter(
    bits: NDArray[np.uint8],
    longest: int,
    used: int,
    side: int,
    operation: int,
    a: int,
    b: int,
    c: int,
    b_length: int,
) -> None:
    """[AB-4.5] Enters `A|B|C` if it holds, and what else the result side allows; `b_length` 0: no B."""
    if used >> operation & 1 == 0 or c == 0 or value(operation, a, b) != c:
        return
    a_length, c_length = length_of(a), length_of(c)
    length = a_length + b_length + c_length
    if length > longest:
        return
    operands = a * POWERS[b_length] + (b if b_length else 0)
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
def fill_gaps(bits: NDArray[np.uint8], named: int, gapped: int) -> None:
    """Enters every equation of at most `named` digits once for each of its places."""
    for length in range(2, named + 1):
        for digits in range(POWERS[length]):
            code = POWERS[length] + digits
            if bits[code >> 3] >> (code & 7) & 1 == 0:
                continue
            for gap in range(length):
                digit = digits // POWERS[length - 1 - gap] % 10
                at = gapped + 2 * gap_place(digits, length, gap)
                bits[at + digit // 8] |= 1 << digit % 8


@inlined
def gap_place(digits: int, length: int, gap: int) -> int:
    """Which of all strings with a gap this one is; the digit in the gap does not matter."""
    behind = POWERS[length - 1 - gap]
    others = digits // (10 * behind) * behind + digits % behind
    return int(SHORTER[length] + gap * POWERS[length - 1] + others)


@kernel
def fill_gauge(bits: NDArray[np.uint8], named: int, gauged: int) -> None:
    """Adds up the equations of every short string: those before its last digit, then those that end there."""
    for length in range(2, named + 1):
        for digits in range(POWERS[length]):
            total = bits[gauged + gauge_place(digits // 10, length - 1)]
            for part in range(2, length + 1):
                code = POWERS[part] + digits % POWERS[part]
                total += part * (bits[code >> 3] >> (code & 7) & 1)
            bits[gauged + gauge_place(digits, length)] = total


@inlined
def gauge_place(digits: int, length: int) -> int:
    """Which of all strings this one is."""
    return int(POWERS[length] // 9 + digits)


# --- the question ----------------------------------------------------------------------------


@inlined
def digit_at(digits: int, place: int) -> int:
    """One of the digits that are packed into a number, four bits each, the first in the lowest ones."""
    return digits >> 4 * place & 15


@kernel
def is_long_equation(digits: int, start: int, length: int, used: int, side: int) -> bool:
    """[AB-4.2] Whether a string of packed digits, from `start` on, has a reading; any length from 2 to 15."""
    if digit_at(digits, start) == 0 and side != MIRROR:
        return False
    if reads_sum(digits, start, length, used) or reads_product(digits, start, length, used):
        return True
    if reads_alone(digits, start, length, used):
        return True
    if side == EITHER:
        return reads_result_first(digits, start, length, used)
    if side == MIRROR:
        turned = 0
        for index in range(start, start + length):
            turned = turned << 4 | digit_at(digits, index)
        return (
            reads_sum(turned, 0, length, used)
            or reads_product(turned, 0, length, used)
            or reads_alone(turned, 0, length, used)
        )
    return False


@kernel
def reads_sum(  # noqa: C901 - a hot loop, flat on purpose
    digits: int, start: int, length: int, used: int
) -> bool:
    """[AB-4.2] Some cut `A|B|C` is an addition or a subtraction.

    A sum is as long as its longer part, or one longer, and then it begins with 1; the last digits must fit.
    """
    if used & 3 == 0:
        return False
    begin, end = digit_at(digits, start), digit_at(digits, start + length - 1)
    for long in range((length + 2) // 3, length // 2 + 1):
        for short in range(max(1, long - 1), long + 1):
            other = length - long - short
            if other < 1 or other > short:
                continue
            grows = short < long
            c_start = start + short + other
            last_b = digit_at(digits, c_start - 1)
            if not grows or digit_at(digits, c_start) == 1:
                if sum_ends(digit_at(digits, start + short - 1), last_b, end) and holds(
                    digits, start, short, other, long, 0, ADD, used
                ):
                    return True
                if sum_ends(digit_at(digits, start + other - 1), last_b, end) and holds(
                    digits, start, other, short, long, 0, ADD, used
                ):
                    return True
            if not grows or begin == 1:
                last_a = digit_at(digits, start + long - 1)
                if sum_ends(digit_at(digits, start + long + short - 1), end, last_a) and holds(
                    digits, start, long, short, other, 0, SUB, used
                ):
                    return True
                if sum_ends(digit_at(digits, start + long + other - 1), end, last_a) and holds(
                    digits, start, long, other, short, 0, SUB, used
                ):
                    return True
    return False


@inlined
def sum_ends(x: int, y: int, z: int) -> bool:
    """Whether Z can be the last digit of a sum of numbers that end in X and Y."""
    return x + y == z or x + y == z + 10


@kernel
def reads_product(digits: int, start: int, length: int, used: int) -> bool:
    """[AB-4.2] Some cut `A|B|C` is a multiplication or a division.

    A product is as long as both factors together, or one shorter: so it is half the string.
    """
    if used & 12 == 0:
        return False
    product = length // 2
    end = digit_at(digits, start + length - 1)
    last_b, last_a = digit_at(digits, start + length - product - 1), digit_at(digits, start + product - 1)
    times, into = LAST_FACTORS[last_b, end], LAST_FACTORS[end, last_a]
    if times | into == 0:
        return False
    for factor in range(1, length - product):
        other = length - product - factor
        if times >> digit_at(digits, start + factor - 1) & 1 and holds(
            digits, start, factor, other, product, 0, MUL, used
        ):
            return True
        if into >> digit_at(digits, start + product + factor - 1) & 1 and holds(
            digits, start, product, factor, other, 0, DIV, used
        ):
            return True
    return False


@kernel
def reads_alone(digits: int, start: int, length: int, used: int) -> bool:
    """[AB-4.2] Some cut `A|B` is a power or a root; its length says where it can be cut."""
    if used & 240 == 0:
        return False
    end = digit_at(digits, start + length - 1)
    if length % 3 != 1:
        root = (length + 1) // 3
        last = digit_at(digits, start + root - 1)
        if last * last % 10 == end and holds(digits, start, root, 0, length - root, 0, SQUARE, used):
            return True
        last = digit_at(digits, start + length - root - 1)
        if end * end % 10 == last and holds(digits, start, length - root, 0, root, 0, SQRT, used):
            return True
    if length % 4 != 1:
        root = (length + 3) // 4
        last = digit_at(digits, start + root - 1)
        if last * last * last % 10 == end and holds(digits, start, root, 0, length - root, 0, CUBE, used):
            return True
        last = digit_at(digits, start + length - root - 1)
        if end * end * end % 10 == last and holds(digits, start, length - root, 0, root, 0, CBRT, used):
            return True
    return False


@kernel
def reads_result_first(digits: int, start: int, length: int, used: int) -> bool:
    """[AB-4.5] Some cut `C|A|B` or `B|A` holds, the numbers still read forwards (our reading)."""
    for c_length in range(1, length):
        back = start + c_length
        for operation in range(TWO_NUMBERS, OPERATION_COUNT):
            if holds(digits, back, length - c_length, 0, c_length, 1, operation, used):
                return True
        for a_length in range(1, length - c_length):
            b_length = length - c_length - a_length
            for operation in range(TWO_NUMBERS):
                if holds(digits, back, a_length, b_length, c_length, 1, operation, used):
                    return True
    return False


@kernel
def holds(
    digits: int,
    a_start: int,
    a_length: int,
    b_length: int,
    c_length: int,
    leads: int,
    operation: int,
    used: int,
) -> bool:
    """[AB-4.3] Whether a cut holds, without leading zeros; `leads` 1: C stands before A, not last."""
    b_start = a_start + a_length
    c_start = a_start - c_length if leads else b_start + b_length
    if used >> operation & 1 == 0 or digit_at(digits, a_start) == 0 or digit_at(digits, c_start) == 0:
        return False
    b = 1
    if b_length > 0:
        if digit_at(digits, b_start) == 0:
            return False
        b = number(digits, b_start, b_length)
    a, c = number(digits, a_start, a_length), number(digits, c_start, c_length)
    return bool(value(operation, a, b) == c)


@kernel
def number(digits: int, start: int, length: int) -> int:
    """The number that some digits make."""
    made = 0
    for index in range(start, start + length):
        made = made * 10 + digit_at(digits, index)
    return made
