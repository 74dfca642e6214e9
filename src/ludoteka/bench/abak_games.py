"""Many random games of Abak in one kernel call, for measuring speed only.

The caller gives a seed: the same seed gives the same games.
"""

import numpy as np

from ludoteka.core.kernel import kernel
from ludoteka.games.abak.fast.game import make_turn
from ludoteka.games.abak.fast.listing import Rows, WorkSpace, find_turns
from ludoteka.games.abak.options import Setup, default_limit
from ludoteka.games.abak.rules.boards import cells_of, starting_board
from ludoteka.games.abak.rules.sequences import Ints
from ludoteka.games.abak.types import CELLS

MODULUS, MULTIPLIER = 2_147_483_647, 48_271  # Lehmer's generator: its products stay far below 2**63


@kernel
def next_random(seed: int) -> int:
    """The next number of a Lehmer sequence, from 1 to MODULUS - 1."""
    return seed * MULTIPLIER % MODULUS


@kernel
def play_game(
    nodes: Rows, table: Ints, leaves: Ints, start: Ints, seed: int, limit: int, exposed: int, counts: Ints
) -> int:
    """Plays one random game; adds to `counts` White's wins, Black's wins and turns; returns the next seed."""
    for cell in range(CELLS):
        nodes[0, cell] = start[cell]
    high = low = 0
    while high == low:
        seed = next_random(seed)
        high = seed // 8 % 6 + 1
        seed = next_random(seed)
        low = seed // 8 % 6 + 1
    me = 0 if high > low else 1
    while True:
        counts[2] += 1
        found = find_turns(nodes, table, leaves, me, max(high, low), min(high, low), limit, exposed)
        seed = next_random(seed)
        if make_turn(nodes, leaves, seed // 8 % (found >> 3), me):
            counts[me] += 1
            return seed
        me = 1 - me
        seed = next_random(seed)
        high = seed // 8 % 6 + 1
        seed = next_random(seed)
        low = seed // 8 % 6 + 1


@kernel
def play_games(
    nodes: Rows,
    table: Ints,
    leaves: Ints,
    start: Ints,
    seed: int,
    games: int,
    limit: int,
    exposed: int,
    counts: Ints,
) -> None:
    """Plays random games one after the other."""
    for _ in range(games):
        seed = play_game(nodes, table, leaves, start, seed, limit, exposed, counts)


def random_games(setup: Setup, games: int, seed: int = 1) -> tuple[int, int, int]:
    """White's wins, Black's wins and all turns of so many random games, in one call of a kernel."""
    space = WorkSpace()
    counts = np.zeros(3, np.int64)
    start = np.array(cells_of(starting_board(setup)), np.int64)
    first = seed % (MODULUS - 1) + 1
    play_games(space.nodes, space.table, space.leaves, start, first, games, default_limit(setup), 1, counts)
    white, black, turns = (int(number) for number in counts)
    return white, black, turns
