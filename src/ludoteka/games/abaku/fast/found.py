"""The list of moves that the generator finds: how one is written, and which is kept."""

import numpy as np

from ludoteka.core.kernel import inlined, kernel
from ludoteka.games._lines.squares import line_name
from ludoteka.games.abaku.fast.sequences import digit_in
from ludoteka.games.abaku.fast.work_layout import LINE, PLACE
from ludoteka.games.abaku.rules.lines import Numbers
from ludoteka.games.abaku.types import DOWN, OLD_JOKER, SIZE, SQUARES

# `found`, an int64 array: a list of moves, each a row: its text as numbers of eight bytes, the first byte the
# highest, so that texts compare like numbers; its first square, its kind, its points. The last row is
# scratch, with the counters in the places of the first square and the kind, and the lines that are asked for
# in the place of the points.
WORDS = 3
START, KIND, POINTS = WORDS, WORDS + 1, WORDS + 2
FOUND = WORDS + 3
NUMBER = START  # of the last row: how many moves there are, kept or not
BEST_ONLY = KIND  # 1: only the move with the most points, the first in text order, is kept
PART = POINTS  # of the last row: 0: every line; else only each PARTS-th line, this one first, counted from 1
PARTS = 24
TEXT = 8 * WORDS


def _name_table() -> Numbers:
    """The bytes of every start, with the space that follows: [kind, square, byte], 0 where it is shorter."""
    table = np.zeros((4, SQUARES, 6), dtype=np.int64)
    for kind in range(4):
        for square in range(SQUARES):
            name = line_name(*divmod(square, SIZE), down=kind == DOWN) + ("", "", "\\", "/")[kind] + " "
            table[kind, square, : len(name)] = list(name.encode())
    return table


NAMES = _name_table()


@kernel
def keep(
    found: Numbers,
    work: Numbers,
    hand: Numbers,
    start: int,
    kind: int,
    size: int,
    index: int,
    joker: int,
    name: int,
    points: int,
) -> None:
    """Writes a move into the list: a filled window of the line in `work`."""
    room = len(found) - 1
    number = found[room, NUMBER]
    at = number
    if found[room, BEST_ONLY] != 0:
        at = 0
        if number > 0 and points < found[0, POINTS]:
            return
    elif number >= room:
        found[room, NUMBER] += 1
        return
    write(found, work, hand, start, kind, size, index, joker, name)
    if at < number and points == found[0, POINTS] and not precedes(found, room, 0):
        return
    for word in range(WORDS):
        found[at, word] = found[room, word]
    found[at, START], found[at, KIND], found[at, POINTS] = start, kind, points
    found[room, NUMBER] = at + 1


@kernel
def precedes(found: Numbers, one: int, other: int) -> bool:
    """Whether a text comes before another in code-point order."""
    for word in range(WORDS):
        if found[one, word] != found[other, word]:
            return bool(found[one, word] < found[other, word])
    return False


@kernel
def write(
    found: Numbers,
    work: Numbers,
    hand: Numbers,
    start: int,
    kind: int,
    size: int,
    index: int,
    joker: int,
    name: int,
) -> None:
    """[AB-14.2] `8H 3.*6=1`: the start, a space, the tiles; `.` for old ones, `=` replaces a Joker."""
    room = len(found) - 1
    for word in range(WORDS):
        found[room, word] = 0
    at = 0
    while NAMES[kind, start, at] != 0:
        at = add_byte(found, room, at, NAMES[kind, start, at])
    place = work[PLACE, 0]
    for slot in range(size):
        while work[LINE, place] < OLD_JOKER:
            at = add_byte(found, room, at, 46)
            place += 1
        if slot == joker:
            at = add_byte(found, room, at, 42)
        elif work[LINE, place] == OLD_JOKER:
            at = add_byte(found, room, at, 61)
        at = add_byte(found, room, at, 48 + digit_in(hand, index, joker, name, slot))
        place += 1


@inlined
def add_byte(found: Numbers, row: int, at: int, byte: int) -> int:
    """Writes one byte of a text; returns the place of the next one."""
    found[row, at // 8] |= byte << 8 * (7 - at % 8)
    return at + 1
