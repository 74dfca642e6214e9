"""[AB-4] Equations: what a string of digits can be read as.

`value` is the law of the operations: Python and kernels call the same function.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt

from ludoteka.core.kernel import shared
from ludoteka.games.abaku.options import operation_names
from ludoteka.games.abaku.types import OPERATIONS

ADD, SUB, MUL, DIV, SQUARE, CUBE, SQRT, CBRT = range(8)
TWO_NUMBERS = 4  # the operations below this one have two operands
RIGHT, EITHER, MIRROR = range(3)
SIDES = ("right", "either", "mirror")

LARGEST_SQUARED = 31_622_776  # its square has 15 digits, the longest number on a board
LARGEST_CUBED = 99_999


@shared
def value(operation: int, a: int, b: int) -> int:
    """[AB-4.4] What the operation makes of A and B (powers and roots: of A); 0 if not whole and positive.

    A and B are positive. Together with the result they have at most 15 digits, so nothing overflows.
    """
    if operation == ADD:
        return a + b
    if operation == SUB:
        return a - b if a > b else 0
    if operation == MUL:
        return a * b
    if operation == DIV:
        return a // b if a % b == 0 else 0
    if operation == SQUARE:
        return a * a if a <= LARGEST_SQUARED else 0
    if operation == CUBE:
        return a * a * a if a <= LARGEST_CUBED else 0
    return root(operation, a)


@shared
def root(operation: int, a: int) -> int:
    """[AB-4.4] sqrt(A)=B where A = B x B, cbrt(A)=B where A = B x B x B; 0 if there is no such B."""
    if operation == SQRT:
        b = int(sqrt(a) + 0.5)
        return b if b * b == a else 0
    b = int(a ** (1.0 / 3.0) + 0.5)
    return b if b * b * b == a else 0


@lru_cache(maxsize=512)
def mask(operations: str) -> int:
    """[AB-4.4] The operations in use as bits, in the order of the rule."""
    return sum(1 << OPERATIONS.index(name) for name in operation_names(operations))


# --- readings as people write them -----------------------------------------------------------

SYMBOL = {ADD: "+", SUB: "-", MUL: "x", DIV: "/"}
AROUND = {SQUARE: "{}^2", CUBE: "{}^3", SQRT: "sqrt({})", CBRT: "cbrt({})"}


def expression(operation: int, a: str, b: str) -> str:
    """[AB-4.4] The side of an equation that holds the operation."""
    if operation < TWO_NUMBERS:
        return a + SYMBOL[operation] + b
    return AROUND[operation].format(a)


@lru_cache(maxsize=65536)
def readings(digits: str, operations: str, side: str) -> tuple[str, ...]:
    """[AB-4.1] All readings of a string of digits, sorted by code points; none: it is not an equation."""
    found = set(_forwards(digits, operations))
    if side == "either":
        found |= set(_result_first(digits, operations))
    if side == "mirror":
        found |= {"<" + reading for reading in _forwards(digits[::-1], operations)}
    return tuple(sorted(found))


def _forwards(digits: str, operations: str) -> Iterator[str]:
    """[AB-4.2] The result last: every cut `A|B|C` or `A|B` that holds."""
    for first, second, result in cuts(digits):
        for operation in _true(operations, first, second, result):
            yield f"{expression(operation, first, second)}={result}"


def _result_first(digits: str, operations: str) -> Iterator[str]:
    """[AB-4.5] The result first, numbers still read forwards: the cuts `C|A|B` and `B|A` (our reading)."""
    for *front, last in cuts(digits):
        result, first, second = (front[0], front[1], last) if front[1] else (front[0], last, "")
        for operation in _true(operations, first, second, result):
            yield f"{result}={expression(operation, first, second)}"


def cuts(digits: str) -> Iterator[tuple[str, str, str]]:
    """[AB-4.2] The string cut into two numbers (the middle one is "") or three."""
    for end in range(1, len(digits)):
        numbers = (digits[:end], "", digits[end:])
        if all(is_number(number) for number in numbers if number):
            yield numbers
        for start in range(1, end):
            three = (digits[:start], digits[start:end], digits[end:])
            if all(is_number(number) for number in three):
                yield three


def is_number(digits: str) -> bool:
    """[AB-4.3] No leading 0, so 0 is not a number."""
    return digits[0] != "0"


def _true(operations: str, first: str, second: str, result: str) -> Iterator[int]:
    used = mask(operations)
    a, b, c = int(first), int(second or "1"), int(result)
    for operation in range(TWO_NUMBERS) if second else range(TWO_NUMBERS, len(OPERATIONS)):
        if used >> operation & 1 and value(operation, a, b) == c:
            yield operation


# --- readings as players declare them --------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Reading:
    """A reading that was understood, true or not: its canonical text, and its tiles in line order."""

    text: str
    digits: str


def understand(text: str) -> Reading | None:
    """[AB-14.2] A reading in lower case, in any form of AB-4.4 and 4.5; None if it is not one."""
    backwards = text.startswith("<")
    sides = text.removeprefix("<").replace("*", "x").split("=")
    if len(sides) != 2:
        return None
    left, right = (_operands(side) for side in sides)
    if left is not None and _is_digits(sides[1]):
        digits = left[0] + sides[1]
        return Reading(f"{'<' * backwards}{left[1]}={sides[1]}", digits[::-1] if backwards else digits)
    if right is not None and _is_digits(sides[0]) and not backwards:
        return Reading(f"{sides[0]}={right[1]}", sides[0] + right[0])
    return None


def _operands(side: str) -> tuple[str, str] | None:
    """The digits of an expression and its canonical text; None if it is not one."""
    for operation, frame in AROUND.items():
        before, after = frame.split("{}")
        inner = side.removeprefix(before).removesuffix(after)
        if len(inner) + len(frame) - 2 == len(side) and _is_digits(inner):
            return inner, expression(operation, inner, "")
    for operation, symbol in SYMBOL.items():
        a, _, b = side.partition(symbol)
        if _is_digits(a) and _is_digits(b):
            return a + b, expression(operation, a, b)
    return None


def _is_digits(text: str) -> bool:
    return text.isascii() and text.isdigit()
