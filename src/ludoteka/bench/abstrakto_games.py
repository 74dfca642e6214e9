"""Many random games of Abstrakto in one kernel call, with the moves of the fast match."""

import numpy as np

from ludoteka.core.kernel import kernel
from ludoteka.games.abstrakto.fast.kernels import (
    SCRATCH,
    SIZE,
    TALLY,
    TURN,
    Ints,
    can_seat_swap,
    exchange,
    lay,
    ones,
    pack,
    slots_row,
    weigh,
)
from ludoteka.games.abstrakto.types import LARGEST, State

SEED_LIMIT = 1 << 32


@kernel
def shuffled(seed: int) -> int:
    """The next number of Marsaglia's 32-bit xorshift; never 0."""
    seed ^= seed << 13 & 0xFFFFFFFF
    seed ^= seed >> 17
    return seed ^ (seed << 5 & 0xFFFFFFFF)


@kernel
def play_random(desk: Ints, rows: Ints, seed: int) -> int:
    """Plays a match to its end, each legal move equally likely; returns the seed for the next one."""
    side = 2 * desk[SIZE] + 1
    while desk[TURN] >= 0:
        count = 0
        for y in range(side):
            row = slots_row(desk, desk[TURN], y + 1)
            rows[y] = row
            count += ones(row)
        swaps = 1 if can_seat_swap(desk) else 0
        seed = shuffled(seed)
        chosen = seed * (count + swaps) >> 32
        if chosen == count:
            exchange(desk)
            continue
        y = 0
        here = ones(rows[0])
        while chosen >= here:
            chosen -= here
            y += 1
            here = ones(rows[y])
        row = rows[y]
        for _ in range(chosen):
            row &= row - 1
        lay(desk, ones((row & -row) - 1), y)
    return seed


@kernel
def play_many(start: Ints, games: int, seed: int, verdicts: Ints) -> None:
    """Random games from one position; `verdicts` gets the verdict of each."""
    desk = start.copy()
    rows = np.zeros(2 * LARGEST + 1, np.int64)
    scratch = np.zeros(SCRATCH, np.int64)
    tally = np.zeros(TALLY, np.int64)
    for game in range(games):
        desk[:] = start
        seed = play_random(desk, rows, seed)
        verdicts[game] = weigh(desk, scratch, tally)


def random_verdicts(state: State, games: int, seed: int) -> Ints:
    """The verdicts of random games from a state in play: positive for blue, negative for orange."""
    verdicts = np.zeros(games, np.int64)
    play_many(pack(state), games, seed % (SEED_LIMIT - 1) + 1, verdicts)
    return verdicts
