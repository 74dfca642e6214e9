"""Equations longer than the bit set in the windows of a line: where a string can be cut into numbers.

A cut says where the numbers of `X + Y = Z`, `X * Y = Z`, `X squared = Z` or `X cubed = Z` lie in a string of
some length. The cuts of all lengths are at the end of `law`. For one window `list_cuts` keeps those that
the old digits in line leave possible, as sums of weighted digits of the slots. What is found is only
promising: `rules.lines.look_along` decides.
"""

from functools import lru_cache

import numpy as np

from ludoteka.core.kernel import inlined, kernel
from ludoteka.games.abaku.fast.sequences import DIGITS, MARK, MOST_NEW
from ludoteka.games.abaku.fast.work_layout import BLANK, GREATEST, LEAST, MIGHT, PLACE
from ludoteka.games.abaku.rules.equations import ADD, CBRT, CUBE, DIV, EITHER, MUL, SQRT, SQUARE, SUB
from ludoteka.games.abaku.rules.lexicon import LONGEST_STRING, POWERS, Lexicon, lexicon
from ludoteka.games.abaku.rules.lines import LAW_LENGTH, Bytes, Floats, Numbers, law_of
from ludoteka.games.abaku.types import RACK, Options

SUM, PRODUCT, SECOND_POWER, THIRD_POWER = range(4)

# The columns of a cut in `law`: its kind, then where X, Y and Z begin in the string and how long they are.
X, Y, Z = 1, 3, 5

# Behind the law: where the cuts of strings of 0, 1, 2, ... digits begin, then the cuts.
CUTS = LAW_LENGTH
FIRST_CUT = 17
CUT_WIDTH = 7

# A possible cut of a window, three rows of eight: for X, Y and Z the weight of each slot, what the old digits
# make, and behind these its kind, its place in `law` and where its string begins. Of a sum only the first
# row has weights: X + Y - Z.
# The same with the slot of the Joker set apart: the weights of the other tiles, then the Joker's.
STEP = 5
OLD = 6
KIND = 7
TERM = 8

MOST_CUTS = 1536  # more than a line can have: 1429
SET_APART = MOST_CUTS  # where in `cuts` the one that is asked about lies, the Joker's slot set apart
CUT_ROOM = MOST_CUTS + 1


def _last_products() -> Numbers:
    """[digit, others]: the last digits (bits) of the products of a digit and others (bits)."""
    others = np.arange(1 << DIGITS)
    table = np.zeros((DIGITS, 1 << DIGITS), dtype=np.int64)
    for x in range(DIGITS):
        for y in range(DIGITS):
            table[x] |= (others >> y & 1) << x * y % 10
    return table


LAST_PRODUCTS = _last_products()


@lru_cache(maxsize=256)
def generator_law(options: Options, replaced: tuple[int, ...]) -> tuple[Numbers, Bytes]:
    """`law` and `bits` as `rules.lines` describes them, with the cuts behind."""
    law, bits = law_of(options, replaced)
    return np.concatenate((law, _cuts_of(options.operations, options.result_side))), bits


@lru_cache(maxsize=16)
def _cuts_of(operations: str, result_side: str) -> Numbers:
    """The end of `law`, the same wherever a Joker lies."""
    return np.array(cut_table(lexicon(operations, result_side)), dtype=np.int64)


def cut_table(words: Lexicon) -> list[int]:
    """The end of `law`: where the cuts of each length begin, counted from there, and then the cuts."""
    starts: list[int] = []
    rows: list[tuple[int, ...]] = []
    for length in range(LONGEST_STRING + 2):
        starts.append(FIRST_CUT + len(rows) * CUT_WIDTH)
        if words.longest < length <= LONGEST_STRING:
            rows += sorted(set(_cuts(length, words)))
    return starts + [number for row in rows for number in row]


def _cuts(length: int, words: Lexicon) -> list[tuple[int, ...]]:
    """[AB-4.2] [AB-4.5] The cuts of strings of one length with the operations and result side in use."""
    found: list[tuple[int, ...]] = []
    for kind, plain, inverse in (
        (SUM, ADD, SUB),
        (PRODUCT, MUL, DIV),
        (SECOND_POWER, SQUARE, SQRT),
        (THIRD_POWER, CUBE, CBRT),
    ):
        uses, inverts = words.used >> plain & 1, words.used >> inverse & 1
        either = words.side == EITHER
        for x in range(1, length):
            for y in range(1, length - x) if kind in (SUM, PRODUCT) else (0,):
                z = length - x - y
                if _can_be_long(kind, x, y, z):
                    # `X|Y|Z` is read forwards, `Z|X|Y` in an inverse or with the result in front. An inverse
                    # with the result in front, `Y|Z|X` (one number: `X|Z`), is a cut of its own.
                    found += [(kind, 0, x, x, y, x + y, z)] if uses or (inverts and either and y == 0) else []
                    found += [(kind, z, x, z + x, y, 0, z)] if inverts or (uses and either) else []
                    found += [(kind, y + z, x, 0, y, y, z)] if inverts and either and y else []
    return found


def _can_be_long(kind: int, x: int, y: int, z: int) -> bool:
    """Whether numbers of x and y digits can have a result of z digits."""
    if kind == SUM:
        return max(x, y) <= z <= max(x, y) + 1
    longest = x + y if kind == PRODUCT else x * kind
    least = longest - (1 if kind == PRODUCT else kind - 1)
    return least <= z <= longest


@kernel
def list_cuts(
    work: Numbers, start: int, length: int, size: int, law: Numbers, cuts: Floats, number: int
) -> int:
    """Adds the possible cuts of the string of `length` digits from `start` on to `cuts`; returns how many.

    `work` codes the line up to each place with the least, the greatest and no digits in the slots.
    """
    at, end = law[CUTS + length], law[CUTS + length + 1]
    for cut in range(CUTS + at, CUTS + end, CUT_WIDTH):
        if is_possible(work, start, law, cut) and ends_fit(work, start, law, cut):
            write_cut(work, start, size, law, cut, cuts, number)
            number += 1
    return number


@inlined
def part(work: Numbers, row: int, start: int, law: Numbers, term: int) -> int:
    """The number of a cut's term, with the slots filled as the row of `work` says."""
    begin = start + law[term]
    return int(work[row, begin + law[term + 1]] - work[row, begin] * POWERS[law[term + 1]])


@inlined
def is_possible(work: Numbers, start: int, law: Numbers, cut: int) -> bool:
    """Whether some digits in the slots could make the cut hold: the ranges of both sides meet."""
    kind = law[cut]
    x_least, x_greatest = part(work, LEAST, start, law, cut + X), part(work, GREATEST, start, law, cut + X)
    z_least, z_greatest = part(work, LEAST, start, law, cut + Z), part(work, GREATEST, start, law, cut + Z)
    if kind >= SECOND_POWER:
        least, greatest = x_least * x_least, x_greatest * x_greatest
        if kind == THIRD_POWER:
            least, greatest = least * x_least, greatest * x_greatest
        return bool(least <= z_greatest and greatest >= z_least)
    y_least, y_greatest = part(work, LEAST, start, law, cut + Y), part(work, GREATEST, start, law, cut + Y)
    if kind == SUM:
        return bool(x_least + y_least <= z_greatest and x_greatest + y_greatest >= z_least)
    return bool(x_least * y_least <= z_greatest and x_greatest * y_greatest >= z_least)


@inlined
def ends_fit(work: Numbers, start: int, law: Numbers, cut: int) -> bool:
    """Whether, with digits that might lie there, last digits fit and no number begins with 0."""
    kind = law[cut]
    x, z = start + law[cut + X], start + law[cut + Z]
    x_end, z_end = x + law[cut + X + 1] - 1, z + law[cut + Z + 1] - 1
    if work[MIGHT, x] == 1 or work[MIGHT, z] == 1:
        return False
    others = 0
    if kind < SECOND_POWER:
        y = start + law[cut + Y]
        if work[MIGHT, y] == 1:
            return False
        others = work[MIGHT, y + law[cut + Y + 1] - 1]
    found = 0
    for digit in range(DIGITS):
        if work[MIGHT, x_end] >> digit & 1:
            if kind == SUM:
                found |= others << digit
            elif kind == PRODUCT:
                found |= LAST_PRODUCTS[digit, others]
            elif kind == SECOND_POWER:
                found |= 1 << digit * digit % 10
            else:
                found |= 1 << digit * digit * digit % 10
    return bool((found | found >> 10) & work[MIGHT, z_end])


@kernel
def write_cut(
    work: Numbers, start: int, size: int, law: Numbers, cut: int, cuts: Floats, number: int
) -> None:
    """Writes a possible cut as weights of the slots."""
    kind = law[cut]
    cuts[number, :, :] = 0
    cuts[number, 0, KIND], cuts[number, 1, KIND], cuts[number, 2, KIND] = kind, cut, start
    for term in range(3):
        into = 0 if kind == SUM else term
        sign = -1 if kind == SUM and term == 2 else 1
        begin = start + law[cut + X + 2 * term]
        end = begin + law[cut + X + 2 * term + 1]
        if begin == end:
            continue
        cuts[number, into, OLD] += sign * part(work, BLANK, start, law, cut + X + 2 * term)
        for slot in range(size):
            if begin <= work[PLACE, slot] < end:
                cuts[number, into, slot] = sign * POWERS[end - 1 - work[PLACE, slot]]


@kernel
def mark_cuts(
    work: Numbers,
    law: Numbers,
    cuts: Floats,
    number: int,
    floats: Floats,
    hand: Numbers,
    begin: int,
    end: int,
    joker: int,
) -> None:
    """Marks the sequences from `begin` to `end` that make a cut hold: bit 0, or the bit of a Joker's name.

    Floats hold whole numbers below 2^53 exactly, and processors compute with many of them at once. Few cuts
    hold: they are counted first, in loops that compile well, and only then looked for.
    """
    a, b, c = floats[0, begin:end], floats[1, begin:end], floats[2, begin:end]
    d, e = floats[3, begin:end], floats[4, begin:end]
    terms = cuts[SET_APART]
    for cut in range(number):
        if not ends_fit(work, int(cuts[cut, 2, KIND]), law, int(cuts[cut, 1, KIND])):
            continue
        set_apart(cuts, cut, joker, terms)
        kind = terms[0, KIND]
        if kind == SUM:
            held = count_sums(terms, a, b, c, d, e, joker)
        elif kind == PRODUCT and joker < 0:
            held = count_plain_products(terms, a, b, c, d, e)
        elif kind == PRODUCT:
            held = count_named_products(terms, a, b, c, d, e)
        else:
            held = count_powers(terms, a, b, c, d, e, joker)
        if held > 0:
            for row in range(begin, end):
                hand[MARK, row] |= names_held(terms, floats, row, joker)


@kernel
def set_apart(cuts: Floats, cut: int, joker: int, terms: Floats) -> None:
    """Copies a cut, the weight of the Joker's slot behind those of the tiles."""
    terms[0, KIND] = cuts[cut, 0, KIND]
    for term in range(3):
        terms[term, OLD] = cuts[cut, term, OLD]
        terms[term, STEP] = 0
        for slot in range(MOST_NEW):
            if slot == joker:
                terms[term, STEP] = cuts[cut, term, slot]
            elif joker < 0 or slot < joker:
                terms[term, min(slot, STEP)] = cuts[cut, term, slot]
            else:
                terms[term, slot - 1] = cuts[cut, term, slot]


@inlined
def weighted(
    terms: Floats, term: int, a: Floats, b: Floats, c: Floats, d: Floats, e: Floats, row: int
) -> float:
    """A term of a cut with the digits of a sequence in the slots, without the Joker."""
    return float(
        terms[term, OLD]
        + a[row] * terms[term, 0]
        + b[row] * terms[term, 1]
        + c[row] * terms[term, 2]
        + d[row] * terms[term, 3]
        + e[row] * terms[term, 4]
    )


@kernel
def count_sums(terms: Floats, a: Floats, b: Floats, c: Floats, d: Floats, e: Floats, joker: int) -> int:
    """The number of sequences with which, for some name of a Joker, `X + Y - Z` is 0."""
    step, most = (-terms[0, STEP], 9.0) if joker >= 0 else (1.0, 0.0)
    inverse = np.divide(1.0, step)
    number = 0
    for row in range(len(a)):
        total = weighted(terms, 0, a, b, c, d, e, row)
        name = np.floor(total * inverse + 0.5)
        if (total == name * step) & (name >= 0) & (name <= most):
            number += 1
    return number


@kernel
def count_plain_products(terms: Floats, a: Floats, b: Floats, c: Floats, d: Floats, e: Floats) -> int:
    """The number of sequences without a Joker with which `X * Y` is Z."""
    number = 0
    for row in range(len(a)):
        x, y = weighted(terms, 0, a, b, c, d, e, row), weighted(terms, 1, a, b, c, d, e, row)
        if x * y == weighted(terms, 2, a, b, c, d, e, row):
            number += 1
    return number


@kernel
def count_named_products(terms: Floats, a: Floats, b: Floats, c: Floats, d: Floats, e: Floats) -> int:
    """The number of sequences with which, for some name of the Joker, `X * Y` is Z."""
    one, other = (1, 0) if terms[1, STEP] != 0 else (0, 1)
    x_step, z_step = terms[one, STEP], terms[2, STEP]
    number = 0
    for row in range(len(a)):
        x, y = weighted(terms, one, a, b, c, d, e, row), weighted(terms, other, a, b, c, d, e, row)
        # A Joker named n adds n * step: a name that closes the gap makes one factor 0.
        gap, step = x * y - weighted(terms, 2, a, b, c, d, e, row), x_step * y - z_step
        low = gap * (gap + step) * (gap + 2 * step) * (gap + 3 * step) * (gap + 4 * step)
        high = (gap + 5 * step) * (gap + 6 * step) * (gap + 7 * step) * (gap + 8 * step) * (gap + 9 * step)
        if low * high == 0:
            number += 1
    return number


@kernel
def count_powers(terms: Floats, a: Floats, b: Floats, c: Floats, d: Floats, e: Floats, joker: int) -> int:
    """The number of sequences with which, for some name of a Joker, the power of X is Z."""
    x_step, z_step = terms[0, STEP], terms[2, STEP]
    cubed = 1.0 if terms[0, KIND] == THIRD_POWER else 0.0
    number = 0
    for row in range(len(a)):
        x, z = weighted(terms, 0, a, b, c, d, e, row), weighted(terms, 2, a, b, c, d, e, row)
        gaps = x * x * (1.0 + cubed * (x - 1.0)) - z
        if joker >= 0:
            for _ in range(9):
                x, z = x + x_step, z + z_step
                gaps *= x * x * (1.0 + cubed * (x - 1.0)) - z
        if gaps == 0:
            number += 1
    return number


@kernel
def names_held(terms: Floats, floats: Floats, row: int, joker: int) -> int:
    """The names (bits) of the Joker with which a cut holds; bit 0 if it holds without one."""
    x, y, z = terms[0, OLD], terms[1, OLD], terms[2, OLD]
    for tile in range(RACK):
        x += floats[tile, row] * terms[0, tile]
        y += floats[tile, row] * terms[1, tile]
        z += floats[tile, row] * terms[2, tile]
    kind = terms[0, KIND]
    if joker < 0:
        return 1 if holds(kind, x, y, z) else 0
    x_step, y_step, z_step = terms[0, STEP], terms[1, STEP], terms[2, STEP]
    found = 0
    for name in range(DIGITS):
        if holds(kind, x + name * x_step, y + name * y_step, z + name * z_step):
            found |= 1 << name
    return found


@kernel
def holds(kind: float, x: float, y: float, z: float) -> bool:
    """Whether the numbers of a cut fit; of a sum x is already `X + Y - Z`."""
    if kind == SUM:
        return x == 0
    if kind == PRODUCT:
        return x * y == z
    return x * x == z if kind == SECOND_POWER else x * x * x == z
