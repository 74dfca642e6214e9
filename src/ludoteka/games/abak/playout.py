"""Many random games at once, and one game for programs: turns as rows of numbers, no Python objects.

Randomness is a number given by the caller: the same seed gives the same games.
"""

import numpy as np

from ludoteka.core.kernel import kernel
from ludoteka.games.abak.board import cells_of, starting_board
from ludoteka.games.abak.kernels import Ints
from ludoteka.games.abak.moves import CELLS, Rows, find_turns
from ludoteka.games.abak.rules import TRAY, count_kinds
from ludoteka.games.abak.turns import WorkSpace
from ludoteka.games.abak.types import CHECKERS, default_limit

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
        chosen = leaves[seed // 8 % (found >> 3)]
        settle(nodes, chosen)
        if has_won_row(nodes, me):
            counts[me] += 1
            return seed
        me = 1 - me
        seed = next_random(seed)
        high = seed // 8 % 6 + 1
        seed = next_random(seed)
        low = seed // 8 % 6 + 1


@kernel
def has_won_row(nodes: Rows, me: int) -> bool:
    """[AK-11.1] Whether the board in row 0 has all of a seat's checkers in its tray."""
    return count_kinds(nodes[0, TRAY + me]) == CHECKERS


@kernel
def settle(nodes: Rows, chosen: int) -> None:
    """Makes a listed turn: its board becomes row 0."""
    if chosen != 0:
        for cell in range(CELLS):
            nodes[0, cell] = nodes[chosen, cell]


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


def random_games(setup: str, games: int, seed: int = 1) -> tuple[int, int, int]:
    """White's wins, Black's wins and all turns of so many random games, in one call of a kernel."""
    space = WorkSpace()
    counts = np.zeros(3, np.int64)
    start = np.array(cells_of(starting_board(setup)), np.int64)
    first = seed % (MODULUS - 1) + 1
    play_games(space.nodes, space.table, space.leaves, start, first, games, default_limit(setup), 1, counts)
    white, black, turns = (int(number) for number in counts)
    return white, black, turns


class Table:
    """One game for programs that want speed: turns are numbers, boards are rows, dice come from outside.

    `roll` says how many turns there are; `boards` shows what each leads to; `play` makes one of them.
    """

    def __init__(self, setup: str = "abak", limit: int | None = None, *, exposed: bool = True) -> None:
        self._space = WorkSpace()
        self._limit = default_limit(setup) if limit is None else limit
        self._exposed = int(exposed)
        self._start = np.array(cells_of(starting_board(setup)), np.int64)
        self._count = 0
        self.reset()

    def reset(self) -> None:
        """[AK-1.4] Sets the board up."""
        self._space.nodes[0, :CELLS] = self._start

    def roll(self, seat: int, high: int, low: int) -> int:
        """How many distinct turns the seat has with this roll; at least 1: a pass is one, too."""
        space = self._space
        found = find_turns(
            space.nodes, space.table, space.leaves, seat, high, low, self._limit, self._exposed
        )
        self._count = int(found) >> 3
        return self._count

    def boards(self) -> Rows:
        """The boards after each turn, in the order of AK-14.6: shape (turns, 28)."""
        rows: Rows = self._space.nodes[self._space.leaves[: self._count], :CELLS]
        return rows

    def play(self, turn: int, seat: int) -> bool:
        """Makes a turn; says whether the seat has won with it."""
        return bool(make_turn(self._space.nodes, self._space.leaves, turn, seat))

    @property
    def board(self) -> bytes:
        """The board now."""
        return self._space.nodes[0, :CELLS].tobytes()


@kernel
def make_turn(nodes: Rows, leaves: Ints, turn: int, seat: int) -> bool:
    """Makes a listed turn; says whether the seat has won with it."""
    settle(nodes, leaves[turn])
    return has_won_row(nodes, seat)
