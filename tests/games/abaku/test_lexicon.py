"""Which strings of digits are equations: the quick answers that kernels ask, against the naive oracle."""

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest
from tests.oracles import abaku as oracle

from ludoteka.games.abaku.rules import lexicon
from ludoteka.games.abaku.rules.equations import SIDES, mask
from ludoteka.games.abaku.rules.lexicon import Lexicon, is_long_equation

OPTIONS = [("all", "right"), ("all", "either"), ("all", "mirror"), ("sub,mul,cbrt", "mirror")]
DIGITS = "0123456789"


def strings(longest: int, shortest: int = 2) -> Iterator[str]:
    return ("".join(signs) for n in range(shortest, longest + 1) for signs in product(DIGITS, repeat=n))


def is_equation(text: str, operations: str, side: str) -> bool:
    return bool(oracle.readings(text, operations, side))


def small(operations: str, side: str) -> Lexicon:
    return lexicon._lexicon(operations, side, 3)


def is_entered(words: Lexicon, text: str) -> bool:
    code = int("1" + text)
    return bool(words.bits[code >> 3] >> (code & 7) & 1)


@pytest.mark.parametrize(("operations", "side"), OPTIONS)
def test_short_strings_are_entered_if_and_only_if_they_are_equations(operations: str, side: str) -> None:
    words = lexicon._lexicon(operations, side, 4)
    wrong = [t for t in strings(4) if is_entered(words, t) != is_equation(t, operations, side)]
    assert wrong == []


@pytest.mark.parametrize(("operations", "side"), OPTIONS)
def test_a_gap_knows_every_digit_that_makes_an_equation(operations: str, side: str) -> None:
    words = small(operations, side)
    for text in strings(2, shortest=1):
        for gap in range(len(text) + 1):
            whole = [text[:gap] + digit + text[gap:] for digit in DIGITS]
            place = words.gapped + 2 * lexicon.gap_place.plain(int(whole[0]), len(whole[0]), gap)
            found = int(words.bits[place]) | int(words.bits[place + 1]) << 8
            assert found == sum(1 << n for n, one in enumerate(whole) if is_equation(one, operations, side))


@pytest.mark.parametrize(("operations", "side"), OPTIONS)
def test_the_bound_of_a_string_counts_the_digits_of_all_its_equations(operations: str, side: str) -> None:
    words = lexicon._lexicon(operations, side, 4)
    bounds = {n: lexicon.gauges(words, n) for n in (2, 3, 4)}
    equations = {text for text in strings(4) if is_equation(text, operations, side)}
    for text in strings(4):
        parts = [text[i:j] for j in range(2, len(text) + 1) for i in range(j - 1)]
        expected = sum(len(part) for part in parts if part in equations)
        assert bounds[len(text)][int(text)] == expected


def long_texts(rng: Random, side: str) -> Iterator[str]:
    """Equations of many lengths in every operation, whole and with one digit changed."""
    for number in range(400):
        a, b = rng.randrange(1, 10 ** rng.randint(1, 4)), rng.randrange(1, 10 ** rng.randint(1, 4))
        cuts: list[tuple[int, ...]] = [(a, b, a + b), (a + b, b, a), (a, b, a * b), (a * b, a, b)]
        cuts += [(a, a**2), (a**2, a), (a, a**3), (a**3, a)]
        *operands, result = map(str, cuts[number % len(cuts)])
        text = "".join(
            [result, *operands] if side == "either" and rng.random() < 0.5 else [*operands, result]
        )
        text = text[::-1] if side == "mirror" and rng.random() < 0.5 else text
        at = rng.randrange(len(text))
        yield text
        yield text[:at] + rng.choice(DIGITS) + text[at + 1 :]


@pytest.mark.parametrize(("operations", "side"), OPTIONS)
def test_any_string_inside_a_longer_one_is_known_to_be_an_equation_or_not(operations: str, side: str) -> None:
    rng = Random(f"long {operations} {side}")
    for text in [*strings(3), *(one for one in long_texts(rng, side) if 2 <= len(one) < 15)]:
        packed = sum(int(sign) << 4 * place for place, sign in enumerate("7" + text + "1"))
        found = is_long_equation(packed, 1, len(text), mask(operations), SIDES.index(side))
        assert found == is_equation(text, operations, side), text
