"""Abstrakto on bitboards: a match in play as one int64 array that kernels change in place.

The array holds `SIZE`, the seat to move in `TURN` (-1: over), both hands, and for each row of points the
blue tiles, the orange tiles and the points still free, with an empty row before and after (index y + 1).
Everything that is a rule is called from `rules`.
"""

import numpy as np
from numpy.typing import NDArray

from ludoteka.core.kernel import kernel
from ludoteka.games.abstrakto.rules.areas import border_row, owner_of, take_area, uncover, verdict, with_main
from ludoteka.games.abstrakto.rules.geometry import kind_at, kind_rows, overlapped
from ludoteka.games.abstrakto.rules.placement import free_rows, is_swap_open, mover
from ludoteka.games.abstrakto.types import LARGEST, SMALLEST, State

Ints = NDArray[np.int64]

SIZE, TURN, SKIPPED, PIE, SWAPPED, LAID, HANDS = 0, 1, 2, 3, 4, 5, 7  # LAID: two numbers, HANDS: two of three
STRIDE = 2 * LARGEST + 3
BLUE = 13
ORANGE = BLUE + STRIDE
FREE = ORANGE + STRIDE
DESK = FREE + STRIDE  # how long the array is
SWAP = (2 * LARGEST + 1) ** 2  # the number of the swap among moves; placements are y * 19 + x
ACROSS = 2 * LARGEST + 1

REST = 0  # the scratch array of `weigh`: what is left to label, then the area at hand
AREA = STRIDE + 1
SCRATCH = 2 * AREA
LEAD, TALLY = 2, 3  # in the tally of `weigh`, after the areas of both colours; and how long it is


def _kind_table() -> Ints:
    """[size, type, y + 1]: the slots of each type, as rows of points."""
    table = np.zeros((LARGEST + 1, 3, STRIDE), np.int64)
    for size in range(SMALLEST, LARGEST + 1):
        for kind, rows in enumerate(kind_rows(size)):
            table[size, kind, 1 : len(rows) + 1] = rows
    return table


KIND_ROWS = _kind_table()


def pack(state: State) -> Ints:
    """A state in play, or over, as an array."""
    desk = np.zeros(DESK, np.int64)
    desk[SIZE] = state.size
    desk[TURN] = -1 if state.turn is None else state.turn
    desk[SKIPPED] = -1 if state.skipped is None else state.skipped
    desk[PIE] = state.pie == "on"
    desk[SWAPPED] = state.swapped
    desk[HANDS : HANDS + 6] = [*state.hands[0], *state.hands[1]]
    side = 2 * state.size + 1
    for start, rows in ((BLUE, state.board[0]), (ORANGE, state.board[1])):
        desk[start + 1 : start + 1 + side] = rows
        desk[LAID + (start == ORANGE)] = sum(row.bit_count() for row in rows)
    desk[FREE + 1 : FREE + 1 + side] = free_rows(state.board, state.size)
    return desk


@kernel
def ones(row: int) -> int:
    """How many bits of a row are set (up to 32)."""
    row = row - (row >> 1 & 0x55555555)
    row = (row & 0x33333333) + (row >> 2 & 0x33333333)
    return ((row + (row >> 4) & 0x0F0F0F0F) * 0x01010101 & 0xFFFFFFFF) >> 24


@kernel
def slots_row(desk: Ints, seat: int, row: int) -> int:
    """The slots of row y + 1 that the seat can place on."""
    hand = HANDS + 3 * seat
    size = desk[SIZE]
    kinds = 0
    for kind in range(3):
        if desk[hand + kind] > 0:
            kinds |= KIND_ROWS[size, kind, row]
    return int(desk[FREE + row] & kinds)


@kernel
def is_seat_able(desk: Ints, seat: int) -> bool:
    """Whether the seat can place anything."""
    row = 2 * desk[SIZE] + 1
    while row > 0 and slots_row(desk, seat, row) == 0:
        row -= 1
    return bool(row > 0)


@kernel
def give_turn(desk: Ints, seat: int) -> None:
    """The turn comes to a seat."""
    turn = mover(seat, is_seat_able(desk, seat), is_seat_able(desk, 1 - seat))
    desk[TURN] = turn
    desk[SKIPPED] = seat if turn == 1 - seat else -1


@kernel
def lay(desk: Ints, x: int, y: int) -> None:
    """The seat to move places on a slot that is open to it."""
    seat = desk[TURN]
    desk[BLUE + STRIDE * seat + y + 1] |= 1 << x
    desk[HANDS + 3 * seat + kind_at(x, y, desk[SIZE])] -= 1
    desk[LAID + seat] += 1
    free = ~overlapped(1 << x)
    for row in range(FREE + y, FREE + y + 3):
        desk[row] &= free
    give_turn(desk, 1 - seat)


@kernel
def can_seat_swap(desk: Ints) -> bool:
    """Whether the seat to move may swap."""
    seat = desk[TURN]
    return desk[PIE] != 0 and is_swap_open(desk[LAID + seat], desk[LAID + 1 - seat], desk[SWAPPED] != 0)


@kernel
def exchange(desk: Ints) -> None:
    """The seat to move swaps."""
    seat = desk[TURN]
    for row in range(BLUE, ORANGE):
        desk[row], desk[row + STRIDE] = desk[row + STRIDE], desk[row]
    for kind in range(HANDS, HANDS + 3):
        desk[kind], desk[kind + 3] = desk[kind + 3], desk[kind]
    desk[LAID], desk[LAID + 1] = desk[LAID + 1], desk[LAID]
    desk[SWAPPED] = 1
    give_turn(desk, 1 - seat)


@kernel
def step(desk: Ints, move: int) -> bool:
    """Makes a move by its number; False, and nothing changes, if it is not legal."""
    if desk[TURN] < 0 or move < 0:
        return False
    if move == SWAP:
        if not can_seat_swap(desk):
            return False
        exchange(desk)
        return True
    y, x = move // ACROSS, move % ACROSS
    if y > 2 * desk[SIZE] or not slots_row(desk, desk[TURN], y + 1) >> x & 1:
        return False
    lay(desk, x, y)
    return True


@kernel
def list_moves(desk: Ints, moves: Ints) -> int:
    """Fills `moves` with the numbers of the legal moves, in the order of `legal`; returns how many."""
    seat = desk[TURN]
    if seat < 0:
        return 0
    count = 0
    for y in range(2 * desk[SIZE] + 1):
        row = slots_row(desk, seat, y + 1)
        while row:
            lowest = row & -row
            row ^= lowest
            moves[count] = y * ACROSS + ones(lowest - 1)
            count += 1
    if can_seat_swap(desk):
        moves[count] = SWAP
        count += 1
    return count


@kernel
def weigh(desk: Ints, scratch: Ints, tally: Ints) -> int:
    """Labels and scores all areas; returns the verdict as it stands.

    `tally` gets the areas of blue and of orange, and by how many bounding tiles blue leads over all areas.
    `scratch` has `SCRATCH` numbers; its second half is zero before and after.
    """
    size = desk[SIZE]
    blue, orange = desk[BLUE + 1 : ORANGE], desk[ORANGE + 1 : FREE]
    rest, area = scratch[REST:AREA], scratch[AREA:SCRATCH]
    tally[:] = 0
    mains = 0
    uncover(blue, orange, size, rest)
    top = take_area(rest, area, size)
    while top:
        bottom = top
        while area[bottom + 1]:
            bottom += 1
        blues = oranges = 0
        for y in range(max(0, top - 2), min(2 * size, bottom + 1) + 1):
            border = border_row(area, y, size)
            blues += ones(border & blue[y])
            oranges += ones(border & orange[y])
        area[top : bottom + 1] = 0
        mains = with_main(mains, blues, oranges)
        if blues != oranges:
            tally[owner_of(blues, oranges)] += 1
            tally[LEAD] += blues - oranges
        top = take_area(rest, area, size)
    return verdict(int(tally[0]), int(tally[1]), mains)
