"""The complete solver, compiled: every row that can be made, each with its cheapest set of tiles.

**The idea.** Only the multiset of digits that a row finally shows matters. So for a row of n squares and a
sum, go through the few multisets of n digits with that sum (all are listed once, fewest repetitions first)
and ask what each costs: digits to add are paid for with digit tiles from the pool or else exchanges,
repetitions with duplications, open ends with sum squares. Exchanges inside the row change nothing, and k
exchanges bring in at most k digits, so nothing cheaper is overlooked.

**Words.** A *packed* multiset of digits has one lane of 5 bits for each of 1..9 (counts 0..8, the fifth bit
is room for a borrow). A *price* has one lane of 4 bits for each face, `D` in the highest: of two prices with
equally many tiles the smaller number keeps more of `D`, then of `X`, then of 1, 2 .. 9, as KA-14.3 pays.

**Arrays.** `board` uint8[64] as in the state; `pool` int64[11], tiles by rank of the face; `sets` int64[:],
packed; `starts` int64[9, 42], where the sets of length n and sum s begin (and end, at s+1); `found`
int64[448, 6] and one `row` of it; `plan` uint8[40], the tools of one claim.
"""

from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteka.core.kernel import kernel
from ludoteka.games.kakuro.rules.board import is_silver, is_sum_square, is_used
from ludoteka.games.kakuro.rules.claims import duplications_due, is_long_enough
from ludoteka.games.kakuro.types import DIGIT_BITS, FACES, HIGHEST_SUM, SIZE, USED_ACROSS, USED_DOWN

Ints = NDArray[np.int64]
Bytes = NDArray[np.uint8]

LANES = 9
LANE = 5
ONES = sum(1 << LANE * lane for lane in range(LANES))
ROOM = ONES << 4  # the highest bit of each lane
TOP = LANE * (LANES - 1)
KINDS = len(FACES)
MOST_ROWS = 2 * SIZE * (SIZE * (SIZE - 1) // 2)

# columns of `found`
LINE_STEP, FIRST, LENGTH, SHOWN, PRICE, TILES = range(6)
# places in a plan: four numbers, then pairs
EXCHANGES, DIGIT_TILES, SUM_SQUARES, DUPLICATIONS, PAIRS = range(5)
PLAN = PAIRS + 2 * (SIZE + SIZE + 2)


# --- packed multisets ------------------------------------------------------------------------


@kernel
def size_of(packed: int) -> int:
    """How many digits a packed multiset has."""
    return (int(packed) * ONES >> TOP) & 31  # the lanes above the top may overflow: they do not matter


@kernel
def different_in(packed: int) -> int:
    """How many different digits it has."""
    return size_of(((packed + 15 * ONES) & ROOM) >> 4)


@kernel
def minus(one: int, other: int) -> int:
    """What `one` has beyond `other`, digit by digit."""
    rest = (one | ROOM) - other
    kept = rest & ROOM
    return rest & (kept - (kept >> 4))


@kernel
def lane_of(digit: int) -> int:
    """One digit, packed."""
    return 1 << LANE * (digit - 1)


# --- prices ----------------------------------------------------------------------------------


@kernel
def price_of(pool: Ints, due: int, exchanges: int, digits: int, ends: int) -> int:
    """The tiles paid: duplications, exchanges, digit tiles (packed), and the last tiles left for the ends."""
    price = (due << 4 * (KINDS - 1)) + (exchanges << 4 * (KINDS - 2))
    for digit in range(1, LANES + 1):
        price += ((digits >> LANE * (digit - 1)) & 15) << 4 * (LANES - digit)
    for _ in range(ends):
        price += 1 << 4 * (KINDS - 1 - last_left(pool, price))
    return price


@kernel
def last_left(pool: Ints, price: int) -> int:
    """The rank of the last tile of the pool that the price leaves."""
    rank = KINDS - 1
    while rank > 0 and pool[rank] <= ((price >> 4 * (KINDS - 1 - rank)) & 15):
        rank -= 1
    return rank


@kernel
def digit_tiles_in(pool: Ints) -> int:
    """The digit tiles of a pool, packed."""
    packed = 0
    for digit in range(1, LANES + 1):
        packed += min(pool[digit + 1], SIZE) * lane_of(digit)
    return packed


# --- rows ------------------------------------------------------------------------------------


@kernel
def end_cost(cell: int) -> int:
    """What closing a row at this square costs: 0 at a sum square, 1 at silver, -1: it cannot be closed."""
    if is_sum_square(cell):
        return 0
    return 1 if is_silver(cell) else -1


@kernel
def silver_digits(board: Bytes) -> int:
    """All digits that exchanges can move, packed."""
    packed = 0
    for square in range(SIZE * SIZE):
        if is_silver(board[square]):
            packed += lane_of(int(board[square]))
    return packed


@kernel
def cheapest(
    pool: Ints, tiles: int, ends: int, length: int, shown: int, silver: int, outside: int, sets: Ints
) -> tuple[int, int, int]:
    """The cheapest way to make the row show one of the sets: (set, price, number of tiles), or -1s."""
    held = pool.sum()
    fewest, best, chosen = held + 1, -1, -1
    fixed = shown - silver
    for wanted in sets:
        due = duplications_due(length, different_in(wanted))
        if due > pool[0] or due + ends > held or due + ends > fewest:
            break  # the sets come with fewest repetitions first
        if minus(fixed, wanted) != 0:
            continue
        added = minus(wanted, shown)
        count = size_of(added) + due + ends
        if count > held or count > fewest:
            continue
        swapped = minus(added, tiles)
        exchanges = size_of(swapped)
        if exchanges > pool[1] or minus(swapped, outside) != 0:
            continue
        price = price_of(pool, due, exchanges, added - swapped, ends)
        if count < fewest or price < best:
            fewest, best, chosen = count, price, wanted
    return chosen, best, fewest if chosen >= 0 else -1


@kernel
def solve(
    board: Bytes, pool: Ints, total: int, sets: Ints, starts: Ints, longest_only: bool, found: Ints
) -> int:
    """Fills `found` with all rows that can be made, in the order of `legal`; returns how many.

    With `longest_only`, rows shorter than one already found are skipped: enough for the best row.
    """
    tiles = digit_tiles_in(pool)
    everywhere = silver_digits(board)
    held = pool.sum()
    number, longest = 0, 0
    for step in (1, SIZE):
        mark = USED_ACROSS if step == 1 else USED_DOWN
        for first in range(SIZE * SIZE):
            place = first % SIZE if step == 1 else first // SIZE
            opening = 0 if place == 0 else end_cost(int(board[first - step]))
            if opening < 0:
                continue
            shown, silver = 0, 0
            for length in range(1, SIZE - place + 1):
                square = first + (length - 1) * step
                cell = int(board[square])
                if is_sum_square(cell) or is_used(cell, mark):
                    break
                shown += lane_of(cell & DIGIT_BITS)
                if is_silver(cell):
                    silver += lane_of(cell)
                if not is_long_enough(length) or (longest_only and length < longest):
                    continue
                closing = 0 if place + length == SIZE else end_cost(int(board[square + step]))
                ends = opening + closing
                if closing < 0 or ends > held:
                    continue
                candidates = sets[starts[length, total] : starts[length, total + 1]]
                outside = everywhere - silver
                wanted, price, count = cheapest(pool, tiles, ends, length, shown, silver, outside, candidates)
                if wanted >= 0:
                    longest = max(longest, length)
                    found[number, 0] = step
                    found[number, 1] = first
                    found[number, 2] = length
                    found[number, 3] = wanted
                    found[number, 4] = price
                    found[number, 5] = count
                    number += 1
    return number


@kernel
def best_of(found: Ints, number: int) -> int:
    """The row with the most points, then the fewest tiles, then the smallest price; -1: none."""
    best = -1
    for row in range(number):
        if best < 0 or found[row, 2] > found[best, 2]:
            best = row
        elif found[row, 2] == found[best, 2]:
            cheaper = found[row, 5] < found[best, 5]
            if cheaper or (found[row, 5] == found[best, 5] and found[row, 4] < found[best, 4]):
                best = row
    return best


# --- from a row and the digits wanted to the tools of a claim ----------------------------------


@kernel
def giving_way(board: Bytes, row: Ints, surplus: int, squares: Ints) -> None:
    """Fills `squares` with the first silver squares of the row that show each digit of the surplus."""
    number = 0
    for i in range(row[2]):
        square = row[1] + i * row[0]
        cell = int(board[square])
        if is_silver(cell) and minus(lane_of(cell), surplus) == 0:
            surplus -= lane_of(cell)
            squares[number] = square
            number += 1


@kernel
def plan_exchanges(board: Bytes, row: Ints, swapped: int, squares: Ints, plan: Bytes) -> int:
    """Pairs squares of the row with the first silver squares outside it with the digits; returns how many."""
    taken = np.zeros(SIZE * SIZE, np.uint8)
    for i in range(row[2]):
        taken[row[1] + i * row[0]] = 1
    number = 0
    for digit in range(1, LANES + 1):
        while minus(lane_of(digit), swapped) == 0:
            swapped -= lane_of(digit)
            partner = 0
            while taken[partner] == 1 or int(board[partner]) != digit:
                partner += 1
            taken[partner] = 1
            plan[PAIRS + 2 * number] = min(partner, squares[number])
            plan[PAIRS + 2 * number + 1] = max(partner, squares[number])
            number += 1
    return number


@kernel
def plan_digit_tiles(laid: int, squares: Ints, exchanges: int, plan: Bytes) -> int:
    """Lays digit tiles on the squares that exchanges have left; returns how many."""
    number = 0
    for digit in range(1, LANES + 1):
        while minus(lane_of(digit), laid) == 0:
            laid -= lane_of(digit)
            place = exchanges + number
            plan[PAIRS + 2 * place] = squares[place]
            plan[PAIRS + 2 * place + 1] = digit
            number += 1
    return number


@kernel
def plan_sum_squares(board: Bytes, pool: Ints, row: Ints, paid: int, place: int, plan: Bytes) -> int:
    """Closes the open ends, the one before the row first, each with the last tile left; returns how many."""
    step, first, length = row[0], row[1], row[2]
    line_place = first % SIZE if step == 1 else first // SIZE
    number = 0
    for side in range(2):
        at_border = line_place == 0 if side == 0 else line_place + length == SIZE
        square = first - step if side == 0 else first + length * step
        if not at_border and not is_sum_square(int(board[square])):
            rank = last_left(pool, paid)
            paid += 1 << 4 * (KINDS - 1 - rank)
            plan[PAIRS + 2 * (place + number)] = square
            plan[PAIRS + 2 * (place + number) + 1] = rank
            number += 1
    return number


@kernel
def plan_claim(board: Bytes, pool: Ints, row: Ints, plan: Bytes) -> None:
    """Fills `plan` with the claim of one line of `found`: four numbers, then exchanges, digit tiles, ends."""
    length, wanted = row[2], row[3]
    shown = 0
    for i in range(length):
        shown += lane_of(int(board[row[1] + i * row[0]]) & DIGIT_BITS)
    added = minus(wanted, shown)
    swapped = minus(added, digit_tiles_in(pool))
    squares = np.zeros(SIZE, np.int64)
    giving_way(board, row, minus(shown, wanted), squares)
    exchanges = plan_exchanges(board, row, swapped, squares, plan)
    laid = plan_digit_tiles(added - swapped, squares, exchanges, plan)
    due = duplications_due(length, different_in(wanted))
    paid = price_of(pool, due, exchanges, added - swapped, 0)
    plan[0], plan[1], plan[3] = exchanges, laid, due
    plan[2] = plan_sum_squares(board, pool, row, paid, exchanges + laid, plan)


@kernel
def plan_claims(board: Bytes, pool: Ints, found: Ints, plans: Bytes) -> None:
    """A plan for each line of `found`."""
    for place in range(len(plans)):
        plan_claim(board, pool, found[place], plans[place])


# --- the table of multisets --------------------------------------------------------------------


@lru_cache(maxsize=1)
def digit_sets() -> tuple[Ints, Ints]:
    """All multisets of 2 to 8 digits with a sum up to 40, by length, sum, repetitions; where each begins."""
    groups: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for length in range(2, SIZE + 1):
        for digits in combinations_with_replacement(range(1, LANES + 1), length):
            if sum(digits) <= HIGHEST_SUM:
                packed = sum(1 << LANE * (digit - 1) for digit in digits)
                groups.setdefault((length, sum(digits)), []).append((-len(set(digits)), packed))
    sets: list[int] = []
    starts = np.zeros((SIZE + 1, HIGHEST_SUM + 2), np.int64)
    for length in range(2, SIZE + 1):
        for total in range(HIGHEST_SUM + 1):
            starts[length, total] = len(sets)
            sets.extend(packed for _, packed in sorted(groups.get((length, total), [])))
        starts[length, HIGHEST_SUM + 1] = len(sets)
    return np.array(sets, np.int64), starts


def new_found() -> Ints:
    """Room for all rows of a board."""
    return np.zeros((MOST_ROWS, 6), np.int64)


def new_plans(number: int) -> Bytes:
    """Room for the tools of some claims."""
    return np.zeros((number, PLAN), np.uint8)


def counts(pool: str) -> Ints:
    """A pool as numbers of tiles by rank of their face."""
    return np.array([pool.count(face) for face in FACES], np.int64)


def as_array(board: bytes) -> Any:
    """A board for kernels, read-only."""
    return np.frombuffer(board, np.uint8)
