"""Turns of Calculissimo in kernels: what each placement is worth, games to the end, and what racks are worth.

A seat in these kernels takes the placement with the most points plus the worth of what stays on its rack.
"""

from typing import NamedTuple

import numpy as np

from ludoteka.core.kernel import kernel
from ludoteka.games.calculissimo.fast.search import BREAK, DOT, STAR, search
from ludoteka.games.calculissimo.fast.survey import Bytes
from ludoteka.games.calculissimo.fast.work_layout import JOKER_KIND, KINDS, LINES, LISTED, POINTS, SIZE
from ludoteka.games.calculissimo.rules.arithmetic import Ints
from ludoteka.games.calculissimo.rules.turn import PASSED, PLACED, cost, ending, plays_again, refill
from ludoteka.games.calculissimo.types import FACES, ON_JOKER, RACK
from ludoteka.players._lines.racks import (
    HEAD,
    Floats,
    advance,
    best_kept,
    credit,
    lay_out,
    place_of,
    put_back,
    set_aside,
    take,
)

LEFT = RACK - 1  # chips that stay at most
NONE = -1
FACE_OF_SIGN = np.zeros(128, np.int64)
FACE_OF_SIGN[list(FACES.encode())] = np.arange(1, len(FACES) + 1)

# The places of `facts`, int64: what does not change in a playout.
PLIES = 0  # turns to look ahead; with an empty bag a playout goes to the end
ENDS_WITH_BAG = 1  # 1: the game ends as soon as the bag is empty
DRAWS = 2  # chips that the seat which has moved draws first
JOKERS = 3  # jokers that a seat lays at once, at most
FIRST = 4  # the seat whose turn it is: 0 if the seat that has moved plays again, otherwise 1
FACTS = 5


class Sheet(NamedTuple):
    """Room for a list of placements: as the search writes it, where each begins, what it is worth."""

    signs: Bytes
    listed: Ints
    starts: Ints
    worths: Floats


def new_sheet(room: int) -> Sheet:
    """An empty sheet."""
    return Sheet(
        np.empty(13 * room, np.uint8),
        np.empty((LISTED, room), np.int64),
        np.zeros(room + 1, np.int64),
        np.empty(room),
    )


@kernel
def list_all(board: Bytes, grid: Ints, lines: Ints, rack: Ints, task: Ints, jokers: int, sheet: Sheet) -> int:
    """Lists the placements of a rack with at most so many of its jokers; returns how many were kept."""
    hand = rack.copy()
    hand[JOKER_KIND] = min(hand[JOKER_KIND], jokers)
    found, used = search(board, grid, lines, hand, task, sheet.signs, sheet.listed)
    number, at = 0, 0
    most, end = min(found, sheet.listed.shape[1]), min(used, len(sheet.signs))
    sheet.starts[0] = 0
    while number < most and at < end:
        if sheet.signs[at] == BREAK:
            number += 1
            sheet.starts[number] = at + 1
        at += 1
    return number


@kernel
def take_from(sheet: Sheet, row: int, rack: Ints, sign: int) -> int:
    """Takes the chips of a listed placement from a rack (sign -1), or gives them back (1); how many."""
    at, laid = sheet.starts[row], 0
    while sheet.signs[at] != BREAK:
        byte = sheet.signs[at]
        if byte == STAR:
            rack[JOKER_KIND] += sign
            at += 1
        elif byte != DOT:
            rack[FACE_OF_SIGN[byte] - 1] += sign
        laid += 0 if byte == DOT else 1
        at += 1
    return laid


@kernel
def lay_row(sheet: Sheet, row: int, board: Bytes, lines: Ints, size: int) -> None:
    """Lays a listed placement on the board."""
    line = lines[sheet.listed[LINES, row]]
    square, step = line // 2, size if line % 2 == 1 else 1
    at = sheet.starts[row]
    while sheet.signs[at] != BREAK:
        byte = sheet.signs[at]
        if byte == STAR:
            at += 1
            board[square] = FACE_OF_SIGN[sheet.signs[at]] + ON_JOKER
        elif byte != DOT:
            board[square] = FACE_OF_SIGN[byte]
        square += step
        at += 1


# --- what placements are worth -----------------------------------------------------------------


@kernel
def cost_of(rack: Ints) -> int:
    """[CA-8.6] What a rack costs at the end."""
    total = 0
    for kind in range(KINDS):
        total += rack[kind] * cost(kind)
    return total


@kernel
def weigh(sheet: Sheet, number: int, rack: Ints, leaves: Floats, bag: int) -> int:
    """What each listed placement is worth: its points and what stays. Returns the best one, -1: none.

    With an empty bag what stays costs as much as at the end.
    """
    best = NONE
    for row in range(number):
        take_from(sheet, row, rack, -1)
        left = leaves[place_of(rack, LEFT)] if bag > 0 else -1.0 * cost_of(rack)
        take_from(sheet, row, rack, 1)
        sheet.worths[row] = sheet.listed[POINTS, row] + left
        if best == NONE or sheet.worths[row] > sheet.worths[best]:
            best = row
    return best


# --- playing on --------------------------------------------------------------------------------


@kernel
def look_ahead(
    board: Bytes,
    grid: Ints,
    lines: Ints,
    task: Ints,
    leaves: Floats,
    mine: Ints,
    given: Ints,
    unseen: Ints,
    sizes: Ints,
    facts: Ints,
    seed: int,
    sheet: Sheet,
    scores: Floats,
) -> int:
    """What the next turns bring each seat: seat 0 has just moved and holds `mine` before it draws.

    `leaves` float64 (tables, places): one table for all seats, or one for each. The other racks (of these
    `sizes`, in the order of their turns) and the bag are imagined by the seed. What seat 0 has `given`
    away in a swap is in the bag before it draws (CA-6.4).
    Returns how many chips the bag holds then; 0: the game is over.
    """
    seats = len(sizes)
    racks = np.zeros((seats, KINDS), np.int64)
    draws = np.empty(HEAD + unseen.sum(), np.int64)
    at = lay_out(unseen, seed, draws)
    for seat in range(1, seats):
        at = take(draws, at, racks[seat], sizes[seat])
    racks[0, :] = mine
    kept = np.zeros(seats)
    kept[0] = leaves[0, place_of(mine, LEFT)] if len(draws) > at and mine.sum() <= LEFT else 0.0
    at = put_back(draws, at, given, seed)
    at = take(draws, at, racks[0], min(facts[DRAWS], len(draws) - at))
    scores[:] = 0.0
    return play_on(board.copy(), grid, lines, task, leaves, racks, draws, at, kept, facts, sheet, scores)


@kernel
def play_on(
    board: Bytes,
    grid: Ints,
    lines: Ints,
    task: Ints,
    leaves: Floats,
    racks: Ints,
    draws: Ints,
    at: int,
    kept: Floats,
    facts: Ints,
    sheet: Sheet,
    scores: Floats,
) -> int:
    """Plays on, each seat with a table of leaves; at the horizon each has what its rack was worth.

    Returns how many chips the bag holds then; 0: the game is over.
    """
    seats, turn, idle = len(racks), 0, 0
    seat = facts[FIRST] % seats
    while turn < facts[PLIES] or at == len(draws):
        rack, bag, table = racks[seat], len(draws) - at, leaves[seat % len(leaves)]
        if bag == 0 and facts[ENDS_WITH_BAG] == 1:
            subtract_costs(racks, scores)
            return 0
        number = list_all(board, grid, lines, rack, task, facts[JOKERS], sheet)
        row = weigh(sheet, number, rack, table, bag)
        is_again = False
        if row != NONE:
            idle = 0
            scores[seat] += sheet.listed[POINTS, row]
            laid = take_from(sheet, row, rack, -1)
            lay_row(sheet, row, board, lines, task[SIZE])
            kept[seat] = table[place_of(rack, LEFT)] if bag > 0 else 0.0
            is_again = plays_again(laid, bag)
            at = take(draws, at, rack, refill(laid, bag))
        else:
            idle += 1
            number = min(rack.sum(), bag)
            at = put_back(draws, at, set_aside(rack, number), turn)
            at = take(draws, at, rack, number)
            kept[seat] = 0.0
        was = PLACED if row != NONE else PASSED
        passes = idle if bag == 0 else 0
        if ending(len(draws) - at, was == PLACED and rack.sum() == 0, False, passes, idle, seats) != 0:  # noqa: FBT003 - a kernel's call
            subtract_costs(racks, scores)
            return 0
        if not is_again:
            turn += 1
            seat = (seat + 1) % seats
    scores += kept
    return len(draws) - at


@kernel
def subtract_costs(racks: Ints, scores: Floats) -> None:
    """[CA-8.6] What is left on the racks is lost."""
    for seat in range(len(racks)):
        scores[seat] -= cost_of(racks[seat])


# --- learning ----------------------------------------------------------------------------------


@kernel
def gather(
    grid: Ints,
    lines: Ints,
    task: Ints,
    leaves: Floats,
    pool: Ints,
    jokers: int,
    seed: int,
    sheet: Sheet,
    tallies: Floats,
) -> int:
    """One board, filled with racks that are drawn anew for every turn; credits them. Returns the turns."""
    board = np.zeros(grid.shape[1], np.uint8)
    left = pool.copy()
    rack, draws = np.zeros(KINDS, np.int64), np.empty(pool.sum(), np.int64)
    turns, idle, state = 0, 0, seed
    while left.sum() >= 2 * RACK and idle < 4:
        state = advance(state)
        rack[:] = 0
        take(draws, lay_out(left, state, draws), rack, RACK)
        number = list_all(board, grid, lines, rack, task, jokers, sheet)
        row = weigh(sheet, number, rack, leaves, 1)
        worth = best_kept(rack, leaves, LEFT, RACK)
        credit(rack, max(worth, sheet.worths[row]) if row != NONE else worth, tallies, LEFT)
        turns, idle = turns + 1, idle + 1
        if row != NONE:
            take_from(sheet, row, left, -1)
            lay_row(sheet, row, board, lines, task[SIZE])
            idle = 0
    return turns


@kernel
def duel(
    grid: Ints,
    lines: Ints,
    task: Ints,
    leaves: Floats,
    pool: Ints,
    jokers: int,
    seed: int,
    sheet: Sheet,
    scores: Floats,
) -> None:
    """A game of two seats with a table each; noughts for one that looks at points alone."""
    board = np.zeros(grid.shape[1], np.uint8)
    racks, draws = np.zeros((2, KINDS), np.int64), np.empty(pool.sum(), np.int64)
    at = take(draws, take(draws, lay_out(pool, seed, draws), racks[0], RACK), racks[1], RACK)
    scores[:] = 0.0
    facts = np.zeros(FACTS, np.int64)
    facts[PLIES], facts[JOKERS] = 10_000, jokers
    play_on(board, grid, lines, task, leaves, racks, draws, at, np.zeros(2), facts, sheet, scores)
