"""What a rack can lay: every sequence of two or more of its tiles, made once and then tried in every window.

A sequence is a row of `hand`, an int64 array: the digits of the first to the sixth tile, where the Joker lies
among them, and the digits as bits, ten for each tile, so that one look says whether all of them fit a window.
The Joker has no name yet: its digit is 0 and it has no bit.
"""

import numpy as np

from ludoteka.core.kernel import kernel
from ludoteka.games.abaku.judging import LONGEST, SIDE, USED, Bytes, Floats, Numbers
from ludoteka.games.abaku.lexicon import POWERS, is_long_equation

JOKER_KIND = 10
MOST_NEW = 6
MOST_SEQUENCES = 2048  # more than all of five tiles and a Joker, or of three of the whole set
DIGITS = 10

# The columns of `hand`.
JOKER = 6  # which of the tiles is the Joker, -1: none
BITS = 7
COLUMNS = 8

# Sequences of n tiles are rows from `first[n, 0]` on: first those without the Joker, from `first[n, 1]` on
# those where it is the first tile, and so on; they end at `first[n, n + 1]`.
GROUPS = MOST_NEW + 2


@kernel
def list_sequences(counts: Numbers, most: int, first: Numbers) -> Numbers:
    """All sequences of 2 to `most` tiles."""
    hand = np.zeros((MOST_SEQUENCES, COLUMNS), dtype=np.int64)
    left = counts.copy()
    digits = np.empty(MOST_NEW, dtype=np.int64)
    number = 0
    for size in range(2, most + 1):
        first[size, 0] = number
        for joker in range(-1, size):
            if joker < 0 or counts[JOKER_KIND] > 0:
                number = list_group(hand, number, left, digits, size, joker)
            first[size, joker + 2] = number
    return hand


@kernel
def list_group(hand: Numbers, number: int, left: Numbers, digits: Numbers, size: int, joker: int) -> int:
    """Adds the sequences of one size with the Joker at one place (-1: without it); the new number of rows."""
    tiles = size if joker < 0 else size - 1
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
        if depth + 1 < tiles:
            depth += 1
            digits[depth] = -1
            continue
        write_sequence(hand, number, digits, size, joker)
        number += 1
    return number


@kernel
def next_digit(left: Numbers, digit: int) -> int:
    """The next digit of which some tiles are left."""
    digit += 1
    while digit < DIGITS and left[digit] == 0:
        digit += 1
    return digit


@kernel
def write_sequence(hand: Numbers, row: int, digits: Numbers, size: int, joker: int) -> None:
    """One row of `hand`."""
    hand[row, JOKER] = joker
    index = 0
    for tile in range(size):
        if tile != joker:
            hand[row, tile] = digits[index]
            hand[row, BITS] |= 1 << (DIGITS * tile + digits[index])
            index += 1


@kernel
def columns_of(hand: Numbers, rows: int) -> Floats:
    """The digits of all sequences, tile by tile, as cuts want them: see `cutting`."""
    columns = np.empty((MOST_NEW, rows), dtype=np.float64)
    for tile in range(MOST_NEW):
        for row in range(rows):
            columns[tile, row] = hand[row, tile]
    return columns


# `spelled`, an int64 array: behind a head, the sequences that are equations by themselves, ten times the row
# and the name of the Joker. Those of n tiles stand from `spelled[2 * n]` to `spelled[2 * n + 1]`; 0: not yet.
SPELLED_END = 0  # where the next ones go
SPELLED_HEAD = 2 * MOST_NEW + 2


@kernel
def spell(hand: Numbers, sequences: Numbers, size: int, law: Numbers, bits: Bytes, spelled: Numbers) -> None:
    """Looks for the equations of one size, unless that was done before."""
    if spelled[2 * size] > 0:
        return
    number = spelled[SPELLED_END]
    spelled[2 * size] = number
    for row in range(sequences[size, 0], sequences[size, size + 1]):
        joker = hand[row, JOKER]
        code = POWERS[size]
        for tile in range(size):
            code += hand[row, tile] * POWERS[size - 1 - tile]
        for name in range(DIGITS if joker >= 0 else 1):
            if is_spelled(code, size, law, bits):
                spelled[number] = DIGITS * row + name
                number += 1
            code += POWERS[size - 1 - max(joker, 0)]
    spelled[2 * size + 1] = spelled[SPELLED_END] = number


@kernel
def nothing_spelled() -> Numbers:
    """Room for all that can be spelled."""
    spelled = np.empty(SPELLED_HEAD + DIGITS * MOST_SEQUENCES, dtype=np.int64)
    spelled[:SPELLED_HEAD] = 0
    spelled[SPELLED_END] = SPELLED_HEAD
    return spelled


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
