"""Choosing a turn: the network's judgement of every turn, then a look ahead for the best of them.

A search is bounded by its widths, by boards judged (`nodes`: exactly the same on every machine) or by time.
What it has when it is cut is the deepest judgement that is complete for at least the first candidates.
"""

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

import numpy as np

from ludoteka.core.game import View
from ludoteka.core.player import Budget
from ludoteka.games.abak.fast.listing import Rows
from ludoteka.games.abak.moves import Turns, turns_of
from ludoteka.games.abak.rules.boards import build, cells_of
from ludoteka.games.abak.rules.sequences import Ints
from ludoteka.games.abak.rules.steps import is_won
from ludoteka.games.abak.types import CELLS, TRAY, Setup
from ludoteka.players.abak import lookahead, network
from ludoteka.players.abak.dense import judge_densely
from ludoteka.players.abak.network import Floats, Net
from ludoteka.players.abak.weights import WIDTHS, shipped

SPARE = 0.85  # of the time given: what a last step, the answer and a busy machine may take


def board_of(view: View) -> bytes:
    """The board that a view shows."""
    return build(view["points"], "".join(view["bar"]), view["options"]["setup"])


def turns_in(view: View) -> Turns:
    """The turns of the seat that has rolled."""
    options = view["options"]
    high, low = view["dice"]
    exposed = int(options["druid_exposed"] == "yes")
    return turns_of(board_of(view), view["seat"], high, low, options["stack_limit"], exposed)


@dataclass(frozen=True, slots=True)
class Width:
    """How many candidates a depth looks at, and how far they may be behind the best one (in points)."""

    most: int
    margin: float


class Limits:
    """Says when a search must end."""

    def __init__(self, budget: Budget, judged: Ints, clock: Callable[[], float] = monotonic) -> None:
        self._clock, self._judged = clock, judged
        self._end = None if budget.ms is None else clock() + SPARE * budget.ms / 1000.0
        self._nodes = None if budget.nodes is None else int(judged[0]) + budget.nodes

    @property
    def are_reached(self) -> bool:
        """Whether the time is up or the boards are used up."""
        if self._end is not None and self._clock() >= self._end:
            return True
        return self._nodes is not None and int(self._judged[0]) >= self._nodes


class Mind:
    """The network of a set-up at work under a match's options, for one seat's stakes."""

    def __init__(self, view: View, stakes: Floats) -> None:
        options = view["options"]
        setup: Setup = options["setup"]
        self.net: Net = shipped(setup)
        self.desk = lookahead.desk(self.net)
        self.desk.rules[:] = (options["stack_limit"], options["druid_exposed"] == "yes", WIDTHS[setup])
        self.stakes, self.others = stakes, lookahead.turned(stakes)

    @property
    def is_fast(self) -> bool:
        """Whether there is speed for looking ahead: kernels run compiled."""
        return lookahead.look_once.runs_compiled

    def judge(self, before: bytes, boards: Rows, me: int) -> Floats:
        """What the network alone says about each board after a turn."""
        count, width = len(boards), int(self.desk.rules[2])
        if not self.is_fast:
            seen: Floats = judge_densely(self.net, boards, me, width) @ self.stakes
            return seen
        nodes = np.empty((count + 1, CELLS), np.int64)
        nodes[0], nodes[1:] = cells_of(before), boards
        worths = np.empty(count)
        leaves = np.arange(1, count + 1)
        network.judge_turns(self.net, self.desk.scratch, nodes, leaves, count, me, width, self.stakes, worths)
        self.desk.judged[0] += count
        return worths

    def look_once(self, board: Ints, me: int) -> float:
        """One roll ahead."""
        return float(lookahead.look_once(self.net, self.desk, board, me, self.stakes, self.others, 0))

    def look_twice(self, board: Ints, me: int, limits: Limits) -> float | None:
        """Two rolls ahead; None: cut short."""
        if is_won(int(board[TRAY + me])):
            return self.look_once(board, me)
        total = 0.0
        for high, low in lookahead.ROLLS:
            if limits.are_reached:
                return None
            worth = lookahead.look_twice(self.net, self.desk, board, me, high, low, self.stakes, self.others)
            total += worth * (1.0 if high == low else 2.0)
        return total / 36.0

    def chances(self, board: bytes, me: int, is_ahead: bool = True) -> Floats:
        """The chances of the six results for the seat that has just moved, one roll ahead where possible."""
        cells, width = np.array(cells_of(board), np.int64), int(self.desk.rules[2])
        if not self.is_fast:
            seen: Floats = judge_densely(self.net, cells.reshape(1, CELLS), me, width)[0]
            return seen
        is_exact = network.evaluate(self.net, self.desk.scratch, cells, me, width)
        if is_exact or not is_ahead:
            return self.desk.scratch.results.copy()
        self.desk.chances[:] = 0.0
        lookahead.look_once(self.net, self.desk, cells, me, self.stakes, self.others, 1)
        return self.desk.chances.copy()


@dataclass(frozen=True, slots=True)
class Judged:
    """The candidates that were judged deepest, best first, with what they promise."""

    order: tuple[int, ...]
    worths: tuple[float, ...]
    depth: int
    nodes: int


def search(mind: Mind, view: View, known: Turns, widths: tuple[Width, ...], budget: Budget) -> Judged:
    """Judges all turns, then the best of them one roll ahead, then the best of those two rolls ahead."""
    me, boards = view["seat"], known.boards()
    limits = Limits(budget, mind.desk.judged)
    began = int(mind.desk.judged[0])
    worths = mind.judge(board_of(view), boards, me)
    order = sorted(range(len(worths)), key=lambda n: -worths[n])
    values, depth = [float(worths[n]) for n in order], 0
    for width in widths if mind.is_fast else ():
        order, values = _narrowed(order, values, width)
        deeper = _deepen(mind, boards, me, order, depth + 1, limits) if len(order) > 1 else []
        if not deeper:
            break
        depth += 1
        ranked = sorted(zip(deeper, order, strict=False), key=lambda pair: -pair[0])
        order, values = [n for _, n in ranked], [value for value, _ in ranked]
    return Judged(tuple(order), tuple(values), depth, int(mind.desk.judged[0]) - began)


def _narrowed(order: list[int], values: list[float], width: Width) -> tuple[list[int], list[float]]:
    """The candidates that a depth looks at."""
    most = min(width.most, sum(value >= values[0] - width.margin for value in values))
    return order[:most], values[:most]


def _deepen(mind: Mind, boards: Rows, me: int, order: list[int], depth: int, limits: Limits) -> list[float]:
    """What the candidates are worth at a depth, as far as the limits allow; nothing if only for one."""
    values: list[float] = []
    for number in order:
        value = None
        if not limits.are_reached:
            board = boards[number].copy()  # not read-only: kernels are compiled for one kind of array
            value = mind.look_once(board, me) if depth == 1 else mind.look_twice(board, me, limits)
        if value is None:
            break
        values.append(value)
    return values if len(values) > 1 else []
