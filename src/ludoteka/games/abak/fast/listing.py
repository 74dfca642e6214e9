"""All distinct turns of a roll, with the boards that they lead to.

`find_turns` walks the steps level by level in the order of AK-14.6 and merges equal positions, so that the
first way found to a position is its canonical one (AK-14.5). A node is a row: a board, its hash, the status
of the turn, the node before and the code of the step between them.
"""

import threading
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ludoteka.core.kernel import kernel
from ludoteka.games.abak.fast.steps import next_steps
from ludoteka.games.abak.rules.sequences import (
    MOST_STEPS,
    SOURCES,
    Ints,
    has_won,
    opening_status,
    status_after,
)
from ludoteka.games.abak.rules.steps import Cells, is_own, lift, put, spot
from ludoteka.games.abak.types import BAR, CELLS, HALF_HIT, POINTS

Rows: TypeAlias = npt.NDArray[np.int64]  # nodes: shape (MOST_NODES, 32), a board and the columns below

MOST_NODES = 1 + 16 + 16**2 + 16**3 + 16**4  # at most 16 steps from a node: no turn can need more
POINTS_AND_BARS = 26
HASH, STATUS, PARENT, CODE, COLUMNS = 28, 29, 30, 31, 32
FACTORS = np.array([(0x2545_F491 * (2 * n + 3)) % 0x7FFF_FFFF | 1 for n in range(POINTS_AND_BARS)], np.int64)
NO_SOLDIER = 0x6666_6666_6666_6666  # the bits that every other class has in a stack
TABLE = 1 << 17  # places of the table; one more counts the stamps


class WorkSpace:
    """Scratch memory of `find_turns`; untouched pages cost nothing."""

    def __init__(self) -> None:
        self.nodes = np.empty((MOST_NODES + 2, COLUMNS), np.int64)
        self.table = np.zeros(TABLE + 1, np.int64)
        self.leaves = np.empty(MOST_NODES, np.int64)


_local = threading.local()


def work_space() -> WorkSpace:
    """This thread's scratch memory."""
    space: WorkSpace | None = getattr(_local, "space", None)
    if space is None:
        space = _local.space = WorkSpace()
    return space


@kernel
def hash_cell(place: int, stack: int) -> int:
    """A number that mixes a stack with its place; the product stays below 2**62, so plain Python agrees."""
    factor: int = FACTORS[place]
    return ((stack ^ stack >> 29) & 0x7FFF_FFFF) * factor


@kernel
def hash_board(board: Cells) -> int:
    """The hash of all points and bars."""
    total = 0
    for place in range(POINTS_AND_BARS):
        total ^= hash_cell(place, board[place])
    return total


@kernel
def commutes(before: int, step: int) -> bool:
    """Whether two neighbouring steps can be swapped, and come first swapped: this order is not canonical.

    True only for plain forward steps over four different points: neither can change what the other may do.
    """
    source, target = step & 31, step >> 5 & 31
    earlier, reached = before & 31, before >> 5 & 31
    if source <= earlier or earlier == BAR or source == BAR:
        return False
    if target == 0 or reached == 0 or target > source or reached > earlier:
        return False
    if step >> 16 & 7 >= HALF_HIT or before >> 16 & 7 >= HALF_HIT:
        return False
    return target not in (earlier, reached)


@kernel
def has_only_soldiers(board: Cells) -> bool:
    """Whether no checker in play can step back, hit in two steps or choose among dice."""
    others = board[0] >> 4 | board[BAR] >> 4
    for point in range(1, POINTS + 1):
        others |= board[point] & NO_SOLDIER
    return bool(others == 0)


@kernel
def worth_trying(status: int, before: int, high: int, low: int) -> int:
    """The status without the own points from which every step `commutes`, where all checkers are soldiers.

    What is left: points up to the one before, and those from which a step ends on one of its two points.
    """
    earlier, reached = before & 31, before >> 5 & 31
    if earlier == BAR or reached == 0 or status >> 13 & 15 == 0:  # with none outside a checker may leave
        return status
    points = -1 << (POINTS - earlier)
    for die in (high, low):
        points |= 1 << max(POINTS - earlier - die, 0) | 1 << max(POINTS - reached - die, 0)
    return status & (points << SOURCES | (1 << SOURCES) - 1)


@kernel
def mask_for(nodes: int) -> int:
    """A table size (minus one) that leaves room for all steps of this many nodes."""
    size = 64
    while size < 2 * MOST_STEPS * nodes:
        size *= 2
    return size - 1


@kernel
def find(nodes: Rows, table: Ints, mask: int, stamp: int, total: int) -> int:
    """The place of a free table entry for the node in row `total`, or -1 if an equal one has this stamp."""
    hashed, status = nodes[total, HASH], nodes[total, STATUS]
    place: int = (hashed ^ hashed >> 29 ^ (status & 0xFFFF) * 0x9E37) & mask
    while table[place] >> 20 == stamp:
        node = table[place] & 0xF_FFFF
        if nodes[node, HASH] == hashed and nodes[node, STATUS] == status:
            same = True
            for cell in range(POINTS_AND_BARS):
                same &= nodes[node, cell] == nodes[total, cell]
            if same:
                return -1
        place = (place + 1) & mask
    return place


@kernel
def expand(
    nodes: Rows,
    table: Ints,
    out: Ints,
    begin: int,
    end: int,
    me: int,
    high: int,
    low: int,
    limit: int,
    exposed: int,
) -> int:
    """Adds all nodes one step after those of `begin..end`, equal ones once; returns the number of nodes."""
    total = end
    mask = mask_for(end - begin)
    table[TABLE] += 1
    stamp = table[TABLE]
    is_plain = end > 1 and has_only_soldiers(nodes[0])
    for node in range(begin, end):
        row = nodes[node]
        before = row[CODE]
        status = worth_trying(row[STATUS], before, high, low) if is_plain else row[STATUS]
        count = next_steps(row, me, high, low, status, limit, exposed, out)
        for number in range(count):
            code = out[number]
            if node != 0 and commutes(before, code):
                continue
            branch(row, nodes[total], me, code, high)
            place = find(nodes, table, mask, stamp, total)
            if place >= 0:
                table[place] = stamp << 20 | total
                nodes[total, PARENT] = node
                total += 1
    return total


@kernel
def branch(node: Cells, child: Cells, me: int, code: int, high: int) -> None:
    """Writes the row that a step leads to, all but the number of its parent."""
    for cell in range(CELLS):
        child[cell] = node[cell]
    checker = code >> 10 & 7
    lift(child, code & 31, checker, me)
    put(child, code >> 5 & 31, checker, me, code >> 16 & 7)
    source, target, bar = spot(code & 31, me), spot(code >> 5 & 31, me), spot(BAR, 1 - me)
    status = status_after(node[STATUS], code, high, is_own(child[source], me))
    if status & 63 == 0:
        status &= ~(3 << 6)  # the turn ends here: what the general did no longer matters
    hashed = node[HASH] ^ hash_cell(source, node[source]) ^ hash_cell(source, child[source])
    if code >> 5 & 31 != 0:
        hashed ^= hash_cell(target, node[target]) ^ hash_cell(target, child[target])
    if child[bar] != node[bar]:
        hashed ^= hash_cell(bar, node[bar]) ^ hash_cell(bar, child[bar])
    child[HASH], child[STATUS], child[CODE] = hashed, status, code


@kernel
def find_turns(
    nodes: Rows, table: Ints, leaves: Ints, me: int, high: int, low: int, limit: int, exposed: int
) -> int:
    """[AK-5.2] Lists all distinct turns from the board in row 0 as rows in `leaves`, in order.

    Returns 8 x their number + the most dice used by any sequence. Row 0 is listed where no step is possible.
    """
    out = nodes[MOST_NODES + 1]  # a spare row to list steps on
    nodes[0, HASH], nodes[0, STATUS] = hash_board(nodes[0]), opening_status(nodes[0], me, high, low)
    nodes[0, PARENT], nodes[0, CODE] = -1, 0
    begin = nodes[0, PARENT] + 1  # 0, but not a literal, so that kernels need not be compiled twice
    end, level, count = begin + 1, 0, 0
    while nodes[begin, STATUS] & 63 != 0:
        total = expand(nodes, table, out, begin, end, me, high, low, limit, exposed)
        if total == end:
            break
        for node in range(begin, end):
            if has_won(nodes[node, STATUS]):
                leaves[count] = node
                count += 1
        begin, end, level = end, total, level + 1
    only_high = level == 1 and high != low and uses_die(nodes, begin, end, high)
    for node in range(begin, end):
        if not only_high or nodes[node, CODE] >> 13 & 7 == high or has_won(nodes[node, STATUS]):
            leaves[count] = node
            count += 1
    if leaves[0] != begin or nodes[begin, STATUS] & 63 != 0:
        count = merge(nodes, table, leaves, count)
    return 8 * count + level


@kernel
def uses_die(nodes: Rows, begin: int, end: int, die: int) -> bool:
    """[AK-5.3] Whether some sequence of one step uses this die: then a single step must."""
    node = begin
    while node < end and nodes[node, CODE] >> 13 & 7 != die:
        node += 1
    return node < end


@kernel
def merge(nodes: Rows, table: Ints, leaves: Ints, count: int) -> int:
    """[AK-14.5] Keeps the first leaf of each position, whatever the status; returns how many stay."""
    kept = 0
    table[TABLE] += 1
    mask = mask_for(count)
    for number in range(count):
        node = leaves[number]
        nodes[node, STATUS] = 0
        place = find(nodes, table, mask, table[TABLE], node)
        if place >= 0:
            table[place] = table[TABLE] << 20 | node
            leaves[kept] = node
            kept += 1
    return kept


@kernel
def trace(nodes: Rows, leaves: Ints, count: int, paths: Ints) -> None:
    """Writes the way to each leaf into `paths`, shape (count, 5): the number of steps, then their codes."""
    for number in range(count):
        node, steps = leaves[number], 0
        while node != 0:
            node, steps = nodes[node, PARENT], steps + 1
        paths[number, 0] = steps
        node = leaves[number]
        while node != 0:
            paths[number, steps] = nodes[node, CODE]
            node, steps = nodes[node, PARENT], steps - 1
