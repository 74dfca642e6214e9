"""What each legal move looks like one move ahead: the kernel that the first levels judge by."""

import numpy as np

from ludoteka.core.kernel import kernel
from ludoteka.games.abstrakto.fast.kernels import (
    ACROSS,
    BLUE,
    DESK,
    HANDS,
    LEAD,
    ORANGE,
    SCRATCH,
    SIZE,
    SWAP,
    TALLY,
    TURN,
    Ints,
    exchange,
    lay,
    list_moves,
    ones,
    pack,
    weigh,
)
from ludoteka.games.abstrakto.rules.geometry import kind_at
from ludoteka.games.abstrakto.types import State

# One row of what `look` fills for each move.
NUMBER, AREAS, BOUNDS, NEAR, RIM, SPARE, FIELDS = range(7)


@kernel
def tiles_near(desk: Ints, x: int, y: int, reach: int) -> int:
    """How many tiles, of either colour, lie within `reach` points of a point."""
    span = (1 << 2 * reach + 1) - 1
    near = span << x - reach if x >= reach else span >> reach - x
    count = 0
    for row in range(max(0, y - reach), min(2 * desk[SIZE], y + reach) + 1):
        count += ones((desk[BLUE + row + 1] | desk[ORANGE + row + 1]) & near)
    return count


@kernel
def look(desk: Ints, seen: Ints, moves: Ints) -> int:
    """Fills a row of `seen` for each legal move, as the mover sees it; returns how many there are.

    `AREAS` the lead in areas after the move, `BOUNDS` in bounding tiles, `NEAR` tiles within three points,
    `RIM` how near the point is to sides (0..2 of them), `SPARE` tiles of its type in hand before the move.
    """
    scratch, tally = np.zeros(SCRATCH, np.int64), np.zeros(TALLY, np.int64)
    after = np.zeros(DESK, np.int64)
    count = list_moves(desk, moves)
    seat, size = desk[TURN], desk[SIZE]
    sign = 1 - 2 * seat
    for index in range(count):
        move = moves[index]
        after[:] = desk
        row = seen[index]
        row[:] = 0
        if move == SWAP:
            exchange(after)
        else:
            x, y = move % ACROSS, move // ACROSS
            lay(after, x, y)
            row[NEAR] = tiles_near(desk, x, y, 3)
            row[RIM] = (min(x, 2 * size - x) <= 2) + (min(y, 2 * size - y) <= 2)
            row[SPARE] = desk[HANDS + 3 * seat + kind_at(x, y, size)]
        weigh(after, scratch, tally)
        row[NUMBER] = move
        row[AREAS] = sign * (tally[0] - tally[1])
        row[BOUNDS] = sign * tally[LEAD]
    return count


def looks(state: State) -> Ints:
    """One row for each legal move of a state in play, in the order of `legal`."""
    seen = np.zeros((SWAP + 1, FIELDS), np.int64)
    moves = np.zeros(SWAP + 1, np.int64)
    return seen[: look(pack(state), seen, moves)]
