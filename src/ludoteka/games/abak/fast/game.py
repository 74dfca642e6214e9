"""One game for programs that want speed: turns are numbers, boards are rows, dice come from outside."""

import numpy as np

from ludoteka.core.kernel import kernel
from ludoteka.games.abak.fast.listing import Rows, WorkSpace, find_turns
from ludoteka.games.abak.rules.boards import cells_of, starting_board
from ludoteka.games.abak.rules.sequences import Ints
from ludoteka.games.abak.rules.steps import is_won
from ludoteka.games.abak.types import CELLS, TRAY, Setup, default_limit


class FastGame:
    """`roll` says how many turns there are; `boards` shows what each leads to; `play` makes one of them."""

    def __init__(self, setup: Setup = "abak", limit: int | None = None, *, exposed: bool = True) -> None:
        self._space = WorkSpace()
        self._limit = default_limit(setup) if limit is None else limit
        self._exposed = int(exposed)
        self._start = np.array(cells_of(starting_board(setup)), np.int64)
        self._count = 0
        self.reset()

    def reset(self, board: bytes | None = None) -> None:
        """[AK-1.4] Sets the board up, or goes on from another one."""
        self._space.nodes[0, :CELLS] = self._start if board is None else np.frombuffer(board, np.int64)

    def roll(self, seat: int, high: int, low: int) -> int:
        """How many distinct turns the seat has with this roll; at least 1, since a pass counts."""
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
    """Makes a listed turn: its board becomes row 0; says whether the seat has won with it."""
    chosen = leaves[turn]
    if chosen != 0:
        for cell in range(CELLS):
            nodes[0, cell] = nodes[chosen, cell]
    return is_won(nodes[0, TRAY + seat])
