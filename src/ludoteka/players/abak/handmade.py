"""What a board is worth to the seat that has just moved, in pips: kernels over boards (see games.abak.types).

Everything is seen from the mover's own numbering; the other seat is about to roll.
"""

import numpy as np
import numpy.typing as npt

from ludoteka.core.kernel import kernel
from ludoteka.games.abak.rules.steps import BELOW_TOP, Cells, count_kinds, is_own, is_won, pip_count, spot
from ludoteka.games.abak.types import BAR, DRUID, GENERAL, GUARD, HOME, POINTS, TRAY

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

# Weights, in pips. `POINT_WORTH` is for a made point, own numbering: home and bar points block best.
PIN_WORTH, ON_BAR, OFF_WORTH, PRIME, STACKED, GENERAL_FREE, LONE_GUARD = 9.0, 7.0, 2.5, 3.0, 1.2, 1.5, 2.0
POINT_WORTH = np.array(
    (0, 1, 2, 3, 5, 6, 5, 5, 3, 2, 1.5, 1, 1, 1, 0.5, 0.5, 0.5, 0.5, 2, 1.5, 3, 2.5, 1.5, 1, 0.5), np.float64
)
HIT_COST = 7.0  # beside the pips lost: the turn, and the danger of being shut out


@kernel
def run_of(stack: int) -> int:
    """How many checkers of one colour lie at the top."""
    length = 0
    colour = (stack & 15) >> 3
    while stack & 15 != 0 and (stack & 15) >> 3 == colour:
        length += 1
        stack = (stack >> 4) & BELOW_TOP
    return length


@kernel
def holds(stack: int, seat: int) -> bool:
    """Whether a point is barred to the other seat: two checkers, or a guard."""
    return is_own(stack, seat) and (run_of(stack) >= 2 or stack & 7 == GUARD)


@kernel
def structure(board: Cells, seat: int) -> float:
    """Points made, primes, guards on watch, the general's freedom, minus tall stacks."""
    worth, prime = 0.0, 0
    for point in range(1, POINTS + 1):
        stack = board[spot(point, seat)]
        if not is_own(stack, seat):
            prime = 0
            continue
        run = run_of(stack)
        if holds(stack, seat):
            prime += 1
            worth += POINT_WORTH[point] + (PRIME * (prime - 2) if prime > 2 else 0.0)
        else:
            prime = 0
        if run > 3:
            worth -= STACKED * (run - 3)
        if run == 1 and stack & 7 == GUARD:
            worth += LONE_GUARD
        if stack & 7 == GENERAL and point <= POINTS - HOME:
            worth += GENERAL_FREE
    return worth


@kernel
def pins(board: Cells, seat: int) -> float:
    """Enemy checkers held under a druid: worth more the further they still have to go."""
    worth = 0.0
    for point in range(HOME + 1, POINTS - HOME + 1):
        stack = board[spot(point, seat)]
        if is_own(stack, seat) and stack >> (4 * run_of(stack)) != 0:
            worth += PIN_WORTH + 0.3 * (BAR - point)
    return worth


@kernel
def is_contact(board: Cells, seat: int) -> bool:
    """Whether the two sides still have to pass each other."""
    mine = BAR if board[spot(BAR, seat)] != 0 else POINTS
    while mine > 0 and mine <= POINTS and not is_own(board[spot(mine, seat)], seat):
        mine -= 1
    theirs = 0 if board[spot(BAR, 1 - seat)] != 0 else 1
    while 0 < theirs <= POINTS and not is_own(board[spot(theirs, seat)], 1 - seat):
        theirs += 1
    return mine > theirs


@kernel
def danger(board: Cells, seat: int, losses: Floats) -> float:
    """What the other seat's next roll costs on average: for each of 36 rolls, the costliest blot it hits."""
    losses[:] = 0.0
    for point in range(1, POINTS + 1):
        stack = board[spot(point, seat)]
        if is_own(stack, seat) and run_of(stack) == 1 and stack & 7 != GUARD:
            loss = HIT_COST + BAR - point
            if stack & 7 == DRUID and stack >> 4 != 0:
                loss += PIN_WORTH
            shoot(board, seat, point, loss, losses)
    return float(losses.sum()) / 36.0


@kernel
def shoot(board: Cells, seat: int, point: int, loss: float, losses: Floats) -> None:
    """Notes every roll with which an enemy checker reaches a blot, directly or over open points."""
    is_barred = board[spot(BAR, 1 - seat)] != 0
    for source in range(1 if is_barred else point):
        if source > 0 and not is_own(board[spot(source, seat)], 1 - seat):
            continue
        if source == 0 and not is_barred:
            continue
        for first in range(1, 7):
            for second in range(1, 7):
                if reaches(board, seat, source, point, first, second):
                    place = 6 * first + second - 7
                    losses[place] = max(losses[place], loss)


@kernel
def reaches(board: Cells, seat: int, source: int, point: int, first: int, second: int) -> bool:
    """Whether an enemy checker gets from one point to another with a roll."""
    way = point - source
    if way in (first, second):
        return True
    if way == first + second:
        by_first = not holds(board[spot(source + first, seat)], seat)
        return by_first or not holds(board[spot(source + second, seat)], seat)
    if first != second or way > 4 * first or way % first != 0:
        return False
    stop = source + first
    while stop < point and not holds(board[spot(stop, seat)], seat):
        stop += first
    return stop == point


@kernel
def evaluate(board: Cells, seat: int, losses: Floats) -> float:
    """The worth of a board to the seat that has just moved; `losses` is scratch, 36 numbers."""
    other = 1 - seat
    mine, theirs = count_kinds(board[TRAY + seat]), count_kinds(board[TRAY + other])
    if is_won(board[TRAY + seat]):
        return 1000.0 if theirs > 0 else 2000.0
    worth = float(pip_count(board, other) - pip_count(board, seat)) + OFF_WORTH * (mine - theirs)
    if not is_contact(board, seat):
        return worth
    barred = count_kinds(board[spot(BAR, other)]) - count_kinds(board[spot(BAR, seat)])
    worth += ON_BAR * barred + structure(board, seat) - 0.7 * structure(board, other)
    return worth + pins(board, seat) - pins(board, other) - danger(board, seat, losses)


@kernel
def evaluate_all(boards: Ints, seat: int, worths: Floats) -> None:
    """`worths[n]` of each row of `boards`, shape (n, 28)."""
    losses = np.zeros(36)
    for row in range(len(boards)):
        worths[row] = evaluate(boards[row], seat, losses)


@kernel
def evaluate_simply(board: Cells, seat: int) -> float:
    """A beginner's eye: run home, hit, and leave no checker alone."""
    alone = 0
    for point in range(1, POINTS + 1):
        stack = board[spot(point, seat)]
        if is_own(stack, seat) and run_of(stack) == 1:
            alone += 1
    hits, off = count_kinds(board[spot(BAR, 1 - seat)]), count_kinds(board[TRAY + seat])
    return 8.0 * hits + 4.0 * off - 3.0 * alone - 0.2 * pip_count(board, seat)


@kernel
def evaluate_all_simply(boards: Ints, seat: int, worths: Floats) -> None:
    """`worths[n]` of each row of `boards` in the beginner's eye."""
    for row in range(len(boards)):
        worths[row] = evaluate_simply(boards[row], seat)
