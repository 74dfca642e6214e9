"""Proves what a position is worth: who wins if both play perfectly, and by which line.

Hands are taken as the position text holds them: the solver is for study, and for players only where they
know both hands.
"""

from time import monotonic

import numpy as np

from ludoteka.core.game import Over, Played, Turn
from ludoteka.core.player import Solution
from ludoteka.core.refusals import BadRequest
from ludoteka.games.abstrakto.engine import GAME
from ludoteka.games.abstrakto.fast.kernels import DESK, SCRATCH, SWAP, TALLY, Ints, pack
from ludoteka.games.abstrakto.fast.match import numbered_move
from ludoteka.games.abstrakto.types import State
from ludoteka.players.abstrakto.search import (
    ALPHA,
    BEST,
    BETA,
    CHOSEN,
    DEEPEST,
    FIELDS,
    FRESH,
    NODES,
    STAGE,
    hash_board,
    run,
    symmetries,
)

REMEMBERED = 1 << 20  # positions
SLICE, SLICE_UNCOMPILED = 20_000, 50  # positions between two looks at the clock


def positions_at_once() -> int:
    """How many positions are looked at between two looks at the clock."""
    return SLICE if run.runs_compiled else SLICE_UNCOMPILED


class Solver:
    """A search with its memory; it gets faster as it solves one position of the same size after another."""

    def __init__(self, size: int, remembered: int = REMEMBERED) -> None:
        self.nodes = 0
        self._images = symmetries(size)
        self._memory: Ints = np.zeros((remembered, 2), np.int64)
        self._history: Ints = np.zeros((2, SWAP + 1), np.int64)
        self._desks: Ints = np.zeros((DEEPEST + 1, DESK), np.int64)
        self._keys: Ints = np.zeros((DEEPEST + 1, 2, 8), np.int64)
        self._plies: Ints = np.zeros((DEEPEST + 1, FIELDS), np.int64)
        self._moves: Ints = np.zeros((DEEPEST + 1, SWAP + 1), np.int64)
        self._scratch: Ints = np.zeros(SCRATCH, np.int64)
        self._tally: Ints = np.zeros(TALLY, np.int64)

    def value(self, state: State, limit: int | None, window: tuple[int, int] = (-2, 2)) -> int | None:
        """1 blue wins, 0 drawn, -1 orange wins; None if `limit` positions were not enough.

        With a narrower window the answer only says whether the value is below, in, or above it.
        """
        progress = self.begin(state, window)
        done = self.go_on(progress, 1 << 60 if limit is None else limit)
        self.nodes += int(progress[NODES])
        return int(self._plies[0, BEST]) if done else None

    def begin(self, state: State, window: tuple[int, int] = (-2, 2)) -> Ints:
        """Puts a state on the stack; returns the progress to pass to `go_on`."""
        self._desks[0] = pack(state)
        hash_board(self._desks[0], self._images, self._keys[0])
        self._plies[0, [STAGE, ALPHA, BETA, CHOSEN]] = FRESH, *window, -1
        return np.zeros(2, np.int64)

    def go_on(self, progress: Ints, limit: int) -> bool:
        """Searches until `limit` positions have been seen in all; True when it is done."""
        return run(
            progress,
            limit,
            self._desks,
            self._keys,
            self._plies,
            self._moves,
            self._images,
            self._memory,
            self._history,
            self._scratch,
            self._tally,
        )

    @property
    def found(self) -> int:
        """The value of the position on the stack."""
        return int(self._plies[0, BEST])

    @property
    def move(self) -> int:
        """The number of the best move found, or -1."""
        return int(self._plies[0, CHOSEN])


def solve(position_text: str, budget_ms: int | None = None) -> Solution:
    """The value and a line of best play; without a budget it searches until it is proved.

    The value is for the seat to move or, in a finished game, for seat 0. Raises `BadNotation` for a text
    that is not a position, `BadRequest` where chance or choices come first.
    """
    state = GAME.notation.load(position_text)
    awaited = GAME.awaiting(state)
    if isinstance(awaited, Over):
        return Solution(_sign_for_blue(awaited), (), 0, proved=True)
    if state.turn is None or not isinstance(awaited, Turn):
        raise BadRequest("Only a position in which a seat is to move can be solved.")
    return _solved(Solver(state.size), state, state.turn, budget_ms)


def _solved(solver: Solver, state: State, seat: int, budget_ms: int | None) -> Solution:
    until = None if budget_ms is None else monotonic() + budget_ms / 1000
    value = _value_by(solver, state, (-2, 2), until)
    if value is None:
        return Solution(0, _guess(solver, state), solver.nodes, proved=False, seat=seat)
    line = _line(solver, state, value, until)
    return Solution(value if seat == 0 else -value, line, solver.nodes, proved=True, seat=seat)


def _guess(solver: Solver, state: State) -> tuple[str, ...]:
    """The move that looked best when the budget ran out."""
    return (_text(state, solver.move),) if solver.move >= 0 else ()


def _value_by(solver: Solver, state: State, window: tuple[int, int], until: float | None) -> int | None:
    """The value, searched for until a deadline; None when that has passed."""
    progress = solver.begin(state, window)
    done = False
    while not done and (until is None or monotonic() < until):
        done = solver.go_on(progress, int(progress[NODES]) + positions_at_once())
    solver.nodes += int(progress[NODES])
    return solver.found if done else None


def _line(solver: Solver, state: State, value: int, until: float | None) -> tuple[str, ...]:
    """Best moves by both to the end; cut short when the budget is spent (the value stays proved)."""
    texts: list[str] = []
    while state.turn is not None:
        # The window asks only for a move that keeps the value: most other moves need not be searched.
        window = (value - 1, value) if state.turn == 0 else (value, value + 1)
        if _value_by(solver, state, window, until) is None:
            break
        number = solver.move
        texts.append(_text(state, number))
        state = GAME.apply(state, Played(state.turn, numbered_move(number, state.size)))
    return tuple(texts)


def _text(state: State, number: int) -> str:
    return GAME.notation.write(state, 0, numbered_move(number, state.size))


def _sign_for_blue(over: Over) -> int:
    blue, orange = over.result.ranks
    return (orange > blue) - (blue > orange)
