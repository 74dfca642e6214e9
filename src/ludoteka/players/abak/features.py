"""What the network sees of a board: numbers of binary features, cell by cell.

Everything is from the side of one seat, `me`, in its own numbering. Each point has a block of `width`
features: how long the top run is (thermometers for both sides), and in Abak the classes of the checkers,
from the top, and who is pinned. Bars and trays follow after the points. Classic stacks never reach the class
features, so a classic network has narrow blocks; the code is the same.
"""

from ludoteka.core.kernel import kernel
from ludoteka.games.abak.rules.sequences import Ints
from ludoteka.games.abak.rules.steps import BELOW_TOP, Cells, count_kinds
from ludoteka.games.abak.types import BAR, POINTS, SOLDIER, TRAY

RUN = 8  # features of a run, each side: at least 1, 2, 3, 4, 5, 6, 8, 10 checkers
CLASSES = 5  # features of a checker's class: all but the soldier
TOP, SECOND, REST = 2 * RUN, 2 * RUN + 2 * CLASSES, 2 * RUN + 4 * CLASSES
PINNED_BELOW = 2 * RUN + 6 * CLASSES
NARROW, WIDE = 2 * RUN, PINNED_BELOW + 4  # the blocks of classic and of Abak
ON_BAR = 4  # features of a bar: at least 1..4 checkers, and the classes
BAR_BLOCK, TRAY_BLOCK = ON_BAR + CLASSES, 14
MOST = 64  # no cell has more features


def feature_count(width: int) -> int:
    """How many features a network with such blocks has."""
    return POINTS * width + 2 * BAR_BLOCK + 2 * TRAY_BLOCK


@kernel
def add_run(length: int, base: int, out: Ints, count: int) -> int:
    """The thermometer of a run; returns the new count, as all of these do."""
    for number in range(min(length, 6)):
        out[count] = base + number
        count += 1
    if length >= 8:
        out[count] = base + 6
        count += 1
    if length >= 10:
        out[count] = base + 7
        count += 1
    return count


@kernel
def add_classes(stack: int, me: int, base: int, out: Ints, count: int) -> int:
    """The classes of a stack's checkers: the top, the second, and all others together."""
    place = base + TOP
    depth = 0
    while stack != 0:
        checker = stack & 7
        if checker != SOLDIER:
            out[count] = place + checker - 2 + (0 if (stack & 15) >> 3 == me else CLASSES)
            count += 1
        stack = (stack >> 4) & BELOW_TOP
        depth += 1
        place = base + (SECOND if depth == 1 else REST)
    return count


@kernel
def add_point(stack: int, me: int, base: int, out: Ints, count: int) -> int:
    """The features of a point that is not empty."""
    is_mine = (stack & 15) >> 3 == me
    below, length, height = stack, 0, 0
    while below & 15 != 0 and (below & 15) >> 3 == (stack & 15) >> 3:
        below = (below >> 4) & BELOW_TOP
        length += 1
    count = add_run(length, base if is_mine else base + RUN, out, count)
    count = add_classes(stack, me, base, out, count)
    height = length
    if below != 0:
        out[count] = base + PINNED_BELOW + (1 if is_mine else 0)
        count += 1
        if below >> 4 != 0:
            out[count] = base + PINNED_BELOW + 2
            count += 1
        while below != 0:
            below = (below >> 4) & BELOW_TOP
            height += 1
        if height >= 5:
            out[count] = base + PINNED_BELOW + 3
            count += 1
    return count


@kernel
def add_bar(kinds: int, base: int, out: Ints, count: int) -> int:
    """The features of a bar: how many checkers, and which classes."""
    for number in range(min(count_kinds(kinds), ON_BAR)):
        out[count] = base + number
        count += 1
    for number in range(CLASSES):
        if kinds >> (4 * number + 4) & 15 != 0:
            out[count] = base + ON_BAR + number
            count += 1
    return count


@kernel
def cell_features(cell: int, stack: int, me: int, width: int, out: Ints) -> int:
    """Lists the features of one cell of a board; returns how many."""
    if stack == 0:
        return 0
    bars = POINTS * width
    if cell >= TRAY:
        base = bars + 2 * BAR_BLOCK + (0 if cell == TRAY + me else TRAY_BLOCK)
        count = 0
        for number in range(min(count_kinds(stack), TRAY_BLOCK)):
            out[count] = base + number
            count += 1
        return count
    if cell == 0 or cell == BAR:
        return add_bar(stack, bars + (0 if (cell == 0) == (me == 1) else BAR_BLOCK), out, 0)
    point = BAR - cell if me else cell
    return add_point(stack, me, (point - 1) * width, out, 0)


@kernel
def board_features(board: Cells, me: int, width: int, out: Ints) -> int:
    """Lists the features of a whole board (`out`: at least 28 x MOST); returns how many."""
    total = 0
    for cell in range(TRAY + 2):
        total += cell_features(cell, board[cell], me, width, out[total:])
    return total
