"""What a rack can lay: every sequence of its digits, made once and then tried in every window.

A sequence is a column of `hand`, an int64 array: its digits, and what saves work with them. A Joker is not
part of a sequence: in a window where it lies in one slot, the others take a sequence that is one shorter.
"""

import numpy as np

from ludoteka.core.kernel import inlined, kernel
from ludoteka.games.abaku.fast.work_layout import FIRST, HAS_JOKER, SCENE
from ludoteka.games.abaku.rules.lexicon import POWERS, gap_place, is_long_equation
from ludoteka.games.abaku.rules.lines import GAPPED, LONGEST, NAMED, SIDE, USED, Bytes, Floats, Numbers
from ludoteka.games.abaku.types import RACK

JOKER_KIND = 10
MOST_NEW = RACK + 1  # with a Joker that was taken in the same move
MOST_SEQUENCES = 1110  # of three of the whole set; of a rack at most 325
DIGITS = 10

# The rows of `hand`: the digits of the first to the fifth tile, then
BITS = 5  # the digits as bits, ten for each tile: one test says whether all of them fit a window
CODE = 6  # the number that the digits make
SUM = 7  # scratch: the sum of the weighted digits
MARK = 8  # scratch: the names (bits) of the Joker that look promising, bit 0 where there is none
HAND_ROWS = 9


@kernel
def list_sequences(counts: Numbers, most: int, work: Numbers) -> Numbers:
    """All sequences of at most `most` digits; those of n digits start at `work[FIRST, n]`."""
    hand = np.empty((HAND_ROWS, MOST_SEQUENCES), dtype=np.int64)
    left = counts.copy()
    digits = np.empty(RACK, dtype=np.int64)
    number = 0
    work[FIRST, :] = 0
    for size in range(1, MOST_NEW + 1):
        work[FIRST, size] = number
        if size <= min(most, RACK):
            number = list_group(hand, number, left, digits, size)
    work[FIRST, MOST_NEW + 1] = number
    return hand


@kernel
def list_group(hand: Numbers, number: int, left: Numbers, digits: Numbers, size: int) -> int:
    """Adds the sequences of one size; returns their new number."""
    depth = 0
    digits[0] = -1
    while depth >= 0:
        if digits[depth] >= 0:
            left[digits[depth]] += 1
        digits[depth] = next_digit(left, digits[depth])
        if digits[depth] == DIGITS:
            depth -= 1
            continue
        left[digits[depth]] -= 1
        if depth + 1 < size:
            depth += 1
            digits[depth] = -1
            continue
        write_sequence(hand, number, digits, size)
        number += 1
    return number


@kernel
def write_sequence(hand: Numbers, index: int, digits: Numbers, size: int) -> None:
    """One sequence; tiles that it does not have count as 0."""
    bits, code = 0, 0
    for tile in range(RACK):
        hand[tile, index] = digits[tile] if tile < size else 0
    for tile in range(size):
        bits |= 1 << (DIGITS * tile + digits[tile])
        code = code * 10 + digits[tile]
    hand[BITS, index], hand[CODE, index], hand[MARK, index] = bits, code, 0


@kernel
def next_digit(left: Numbers, digit: int) -> int:
    """The next digit of which some tiles are left."""
    digit += 1
    while digit < DIGITS and left[digit] == 0:
        digit += 1
    return digit


@inlined
def digit_in(hand: Numbers, index: int, joker: int, name: int, slot: int) -> int:
    """The digit in a slot of a window, where the Joker lies in the slot `joker` (-1: nowhere)."""
    if slot == joker:
        return name
    return int(hand[slot - 1 if 0 <= joker < slot else slot, index])


@kernel
def floats_of(hand: Numbers, number: int) -> Floats:
    """The digits of the first sequences, tile by tile, as cuts need them: see `long_equations`."""
    floats = np.empty((RACK, number), dtype=np.float64)
    for tile in range(RACK):
        for index in range(number):
            floats[tile, index] = hand[tile, index]
    return floats


# --- what the rack spells alone --------------------------------------------------------------

# `spelled`, an int64 array: behind a head, the equations that the rack makes by itself, packed by `pack`.
# Those of n tiles stand from `spelled[2 * n]` to `spelled[2 * n + 1]`; 0: not looked for yet.
SPELLED_END = 0  # where the next ones go
SPELLED_HEAD = 2 * MOST_NEW + 2
MOST_SPELLED = 20_000  # more than every sequence of five digits and a Joker with every name


@kernel
def pack(index: int, joker: int, name: int) -> int:
    """A sequence, the slot of the Joker and its name as one number."""
    return (index * 8 + joker + 1) * DIGITS + name


@inlined
def unpack(packed: int) -> tuple[int, int, int]:
    """What `pack` packed."""
    return packed // DIGITS // 8, packed // DIGITS % 8 - 1, packed % DIGITS


@kernel
def nothing_spelled() -> Numbers:
    """Room for all that can be spelled."""
    spelled = np.empty(SPELLED_HEAD + MOST_SPELLED, dtype=np.int64)
    spelled[:SPELLED_HEAD] = 0
    spelled[SPELLED_END] = SPELLED_HEAD
    return spelled


@kernel
def spell(hand: Numbers, work: Numbers, size: int, law: Numbers, bits: Bytes, spelled: Numbers) -> None:
    """Looks for the equations of one size, unless that has been done."""
    if spelled[2 * size] > 0:
        return
    number = spelled[SPELLED_END]
    spelled[2 * size] = number
    for joker in range(-1, size if work[SCENE, HAS_JOKER] else 0):
        tiles = size if joker < 0 else size - 1
        for index in range(work[FIRST, tiles], work[FIRST, tiles + 1]):
            found = names_spelled(hand[CODE, index], size, joker, law, bits)
            if found == 0:
                continue
            for name in range(DIGITS):
                if found >> name & 1:
                    spelled[number] = pack(index, joker, name)
                    number += 1
    spelled[2 * size + 1] = spelled[SPELLED_END] = number


@kernel
def names_spelled(code: int, size: int, joker: int, law: Numbers, bits: Bytes) -> int:
    """The names (bits) with which a sequence and the Joker are an equation; bit 0 without a Joker."""
    if joker < 0:
        return 1 if is_spelled(POWERS[size] + code, size, law, bits) else 0
    behind = POWERS[size - 1 - joker]
    digits = code // behind * behind * 10 + code % behind
    if size <= law[NAMED]:
        return names_in_gap(bits, law[GAPPED] + 2 * gap_place(digits, size, joker))
    found = 0
    for name in range(DIGITS):
        if is_spelled(POWERS[size] + digits + name * behind, size, law, bits):
            found |= 1 << name
    return found


@inlined
def names_in_gap(bits: Bytes, at: int) -> int:
    """The digits (bits) that make an equation of a string with a gap: see `lexicon`."""
    return int(np.int64(bits[np.uint64(at)]) | np.int64(bits[np.uint64(at + 1)]) << 8)


@kernel
def is_spelled(code: int, size: int, law: Numbers, bits: Bytes) -> bool:
    """Whether the string of a code is an equation."""
    if size <= law[LONGEST]:
        return bool(bits[np.uint64(code >> 3)] >> np.uint64(code & 7) & 1)
    digits = 0
    for _ in range(size):
        digits = digits << 4 | code % 10
        code //= 10
    return is_long_equation(digits, 0, size, law[USED], law[SIDE])
