"""Turns of Abaku in kernels: what each placement is worth, games to the end, and what racks are worth.

A seat in these kernels takes the placement with the most points plus the worth of what stays on its rack.
"""

import numpy as np

from ludoteka.core.kernel import kernel
from ludoteka.games.abaku.fast.found import BEST_ONLY, KIND, NUMBER, POINTS, START, TEXT
from ludoteka.games.abaku.fast.generate import list_placements
from ludoteka.games.abaku.fast.sequences import JOKER_KIND, MOST_NEW
from ludoteka.games.abaku.rules.ends import has_finished, rack_reward, rack_worth, tiles_to_draw
from ludoteka.games.abaku.rules.lines import LETTER, STEPS, WORD, Bytes, Numbers
from ludoteka.games.abaku.types import EMPTY, OLD_JOKER, RACK, SQUARES
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

TILE_KINDS = 11
LEFT = RACK  # tiles that stay at most: a Joker that is taken takes the place of the tile laid
SPACE, STAR, DOT, EQUALS, NOUGHT, NINE = b" *.=09"
NONE = -1

# The places of `facts`, int64: what does not change in a playout.
PLIES = 0  # turns to look ahead; with an empty bag a playout goes to the end
BY_VALUES = 1  # 1: tiles are worth their digits
OLD_BONUS = 2  # 1: a tile that replaces a Joker gets the bonus of its square
DRAWS = 3  # tiles that the seat which has moved draws first
FIRST = 4  # the seat whose turn it is
FACTS = 5


@kernel
def byte_of(found: Numbers, row: int, at: int) -> int:
    """A byte of the text of a listed move."""
    return int(found[row, at // 8] >> 8 * (7 - at % 8) & 255)


@kernel
def tiles_begin(found: Numbers, row: int) -> int:
    """Where in the text of a listed move its tiles begin."""
    at = 0
    while byte_of(found, row, at) != SPACE:
        at += 1
    return at + 1


@kernel
def take_from(found: Numbers, row: int, rack: Numbers, sign: int) -> None:
    """Takes the tiles of a listed move from a rack (sign -1), or gives them back (1)."""
    before = 0
    for at in range(tiles_begin(found, row), TEXT):
        byte = byte_of(found, row, at)
        if byte == 0:
            break
        if NOUGHT <= byte <= NINE:
            rack[JOKER_KIND if before == STAR else byte - NOUGHT] += sign
            if before == EQUALS:
                rack[JOKER_KIND] -= sign
        before = byte


@kernel
def lay_row(found: Numbers, row: int, board: Bytes, law: Numbers, old_bonus: int) -> None:
    """Lays a listed move on the board. A Joker uses up the bonus of its square (AB-6.6)."""
    square, before = found[row, START], 0
    for at in range(tiles_begin(found, row), TEXT):
        byte = byte_of(found, row, at)
        if byte == 0:
            break
        is_digit = NOUGHT <= byte <= NINE
        if is_digit:
            board[square] = OLD_JOKER if before == STAR else byte - NOUGHT
            if before == STAR and old_bonus == 0:
                law[LETTER + square] = law[WORD + square] = 1
        if is_digit or byte == DOT:
            square += STEPS[found[row, KIND]]
        before = byte


@kernel
def joker_on(board: Bytes) -> int:
    """The square of an old Joker, or -1."""
    for square in range(SQUARES):
        if board[square] == OLD_JOKER:
            return square
    return NONE


# --- what placements are worth -----------------------------------------------------------------


@kernel
def cost_of(rack: Numbers, by_values: int) -> int:
    """[AB-10.1] What a rack costs at the end."""
    digits, total = 0, 0
    for kind in range(JOKER_KIND):
        digits += rack[kind]
        total += kind * rack[kind]
    return rack_worth(digits, total, rack[JOKER_KIND], by_values == 1)


@kernel
def reward_of(rack: Numbers, by_values: int) -> int:
    """[AB-10.1] What a rack earns the seat that finished."""
    digits, total = 0, 0
    for kind in range(JOKER_KIND):
        digits += rack[kind]
        total += kind * rack[kind]
    return rack_reward(digits, total, rack[JOKER_KIND], by_values == 1)


@kernel
def weigh(
    found: Numbers, number: int, rack: Numbers, leaves: Floats, bag: int, by_values: int, worths: Floats
) -> int:
    """What each listed placement is worth: its points and what stays. Returns the best one, -1: none.

    With an empty bag what stays costs as much as at the end.
    """
    best = NONE
    for row in range(number):
        take_from(found, row, rack, -1)
        left = leaves[place_of(rack, LEFT)] if bag > 0 else -1.0 * cost_of(rack, by_values)
        take_from(found, row, rack, 1)
        worths[row] = found[row, POINTS] + left
        if best == NONE or worths[row] > worths[best]:
            best = row
    return best


@kernel
def list_all(board: Bytes, rack: Numbers, law: Numbers, bits: Bytes, found: Numbers) -> int:
    """Lists the placements of a rack; returns how many were kept."""
    room = len(found) - 1
    found[room, NUMBER], found[room, BEST_ONLY] = 0, 0
    list_placements(board, rack, joker_on(board), MOST_NEW, law, bits, found)
    return int(min(found[room, NUMBER], room))


# --- playing on --------------------------------------------------------------------------------


@kernel
def look_ahead(
    board: Bytes,
    law: Numbers,
    bits: Bytes,
    leaves: Floats,
    mine: Numbers,
    given: Numbers,
    unseen: Numbers,
    sizes: Numbers,
    facts: Numbers,
    seed: int,
    found: Numbers,
    worths: Floats,
    scores: Floats,
) -> int:
    """What the next turns bring each seat: seat 0 has just moved and holds `mine` before it draws.

    `leaves` float64 (tables, places): one table for all seats, or one for each. The other racks (of these
    `sizes`, in the order of their turns) and the bag are imagined by the seed. What seat 0 has `given`
    away in a change goes into the bag when it has drawn (AB-8.1).
    Returns how many tiles the bag holds then; 0: the game is over.
    """
    seats = len(sizes)
    racks = np.zeros((seats, TILE_KINDS), np.int64)
    draws = np.empty(HEAD + unseen.sum(), np.int64)
    at = lay_out(unseen, seed, draws)
    for seat in range(1, seats):
        at = take(draws, at, racks[seat], sizes[seat])
    racks[0, :] = mine
    kept = np.zeros(seats)
    kept[0] = leaves[0, place_of(mine, LEFT)] if len(draws) > at else 0.0
    at = take(draws, at, racks[0], min(facts[DRAWS], len(draws) - at))
    at = put_back(draws, at, given, seed)
    scores[:] = 0.0
    own_board, own_law = board.copy(), law.copy()
    return play_on(own_board, own_law, bits, leaves, racks, draws, at, kept, facts, found, worths, scores)


@kernel
def play_on(
    board: Bytes,
    law: Numbers,
    bits: Bytes,
    leaves: Floats,
    racks: Numbers,
    draws: Numbers,
    at: int,
    kept: Floats,
    facts: Numbers,
    found: Numbers,
    worths: Floats,
    scores: Floats,
) -> int:
    """Plays on, each seat with a table of leaves; at the horizon each has what its rack was worth.

    Returns how many tiles the bag holds then; 0: the game is over.
    """
    seats, turn, idle = len(racks), 0, 0
    seat = facts[FIRST] % seats
    while turn < facts[PLIES] or at == len(draws):
        rack, bag, table = racks[seat], len(draws) - at, leaves[seat % len(leaves)]
        number = list_all(board, rack, law, bits, found)
        row = weigh(found, number, rack, table, bag, facts[BY_VALUES], worths)
        if row != NONE:
            idle = 0
            scores[seat] += found[row, POINTS]
            take_from(found, row, rack, -1)
            lay_row(found, row, board, law, facts[OLD_BONUS])
            if has_finished(rack.sum(), bag):
                count_racks(racks, seat, facts[BY_VALUES], scores)
                return 0
            kept[seat] = table[place_of(rack, LEFT)] if bag > 0 else 0.0
            at = take(draws, at, rack, tiles_to_draw(rack.sum(), bag))
        else:
            idle += 1
            if idle >= (seats if bag == 0 else 3 * seats):
                count_racks(racks, NONE, facts[BY_VALUES], scores)
                return 0
            number = min(rack.sum(), bag)
            aside = set_aside(rack, number)
            at = put_back(draws, take(draws, at, rack, number), aside, turn)
            kept[seat] = 0.0
        turn += 1
        seat = (seat + 1) % seats
    scores += kept
    return len(draws) - at


@kernel
def count_racks(racks: Numbers, out: int, by_values: int, scores: Floats) -> None:
    """[AB-10.1] [AB-10.2] What racks cost at the end, and what they earn the seat that is out (-1: none)."""
    for seat in range(len(racks)):
        scores[seat] -= cost_of(racks[seat], by_values)
        if out != NONE and seat != out:
            scores[out] += reward_of(racks[seat], by_values)


# --- learning ----------------------------------------------------------------------------------


@kernel
def gather(
    law: Numbers,
    bits: Bytes,
    leaves: Floats,
    pool: Numbers,
    by_values: int,
    seed: int,
    found: Numbers,
    worths: Floats,
    tallies: Floats,
) -> int:
    """One board, filled with racks that are drawn anew for every turn; credits them. Returns the turns."""
    board = np.full(SQUARES, EMPTY, np.uint8)
    own_law, left = law.copy(), pool.copy()
    rack, draws = np.zeros(TILE_KINDS, np.int64), np.empty(pool.sum(), np.int64)
    turns, idle, state = 0, 0, seed
    while left.sum() >= 2 * RACK and idle < 4:
        state = advance(state)
        rack[:] = 0
        take(draws, lay_out(left, state, draws), rack, RACK)
        number = list_all(board, rack, own_law, bits, found)
        row = weigh(found, number, rack, leaves, 1, by_values, worths)
        worth = best_kept(rack, leaves, LEFT, RACK)
        credit(rack, max(worth, worths[row]) if row != NONE else worth, tallies, LEFT)
        turns, idle = turns + 1, idle + 1
        if row != NONE:
            take_from(found, row, left, -1)
            lay_row(found, row, board, own_law, 0)
            idle = 0
    return turns


@kernel
def duel(
    law: Numbers,
    bits: Bytes,
    leaves: Floats,
    pool: Numbers,
    by_values: int,
    seed: int,
    found: Numbers,
    worths: Floats,
    scores: Floats,
) -> None:
    """A game of two seats, each with a table of leaves; noughts for one that looks at points alone."""
    board, own_law = np.full(SQUARES, EMPTY, np.uint8), law.copy()
    racks, draws = np.zeros((2, TILE_KINDS), np.int64), np.empty(pool.sum(), np.int64)
    at = take(draws, take(draws, lay_out(pool, seed, draws), racks[0], RACK), racks[1], RACK)
    scores[:] = 0.0
    facts = np.zeros(FACTS, np.int64)
    facts[PLIES], facts[BY_VALUES] = 10_000, by_values
    play_on(board, own_law, bits, leaves, racks, draws, at, np.zeros(2), facts, found, worths, scores)
