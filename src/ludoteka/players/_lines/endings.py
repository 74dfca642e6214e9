"""Exact search where nothing is hidden any more: two seats, an empty bag.

Iterative deepening with alpha-beta over the game's own `apply`, so that every rule and option holds. Results
are compared as wins first and margins second. Where depth runs out, a guess stands in (`guess`); as soon as
no guess was needed, the result is proved.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from ludoteka.core.game import AnyGame, Over, Played, Seat, Turn
from ludoteka.players._lines.table import Clock, Solved

M = TypeVar("M")
WIN = 10_000.0  # more than any margin: a win counts before everything else
DEEPEST = 40
MOVES_A_NODE = 8  # so many moves that are made cost about as much as a list of moves or a playout


class OutOfTime(Exception):
    """The limits were reached in the middle of a depth."""


@dataclass
class Ending(Generic[M]):
    """A search: `moves` lists moves, promising ones first; `guess` is the mover's margin at a leaf."""

    game: AnyGame
    moves: Callable[[Any], Sequence[M]]
    guess: Callable[[Any], float]
    clock: Clock
    seats: tuple[Seat, Seat]

    def __post_init__(self) -> None:
        self._listed: dict[Any, Sequence[M]] = {}
        self._first: dict[Any, M] = {}
        self._guessed = False
        self._nodes, self._applied = 0, 0

    def solve(self, state: Any) -> Solved[M]:
        """The best move found in time; with no time at all, the most promising one."""
        self._listed[state] = self.moves(state)
        best = Solved(self._listed[state][0], self.guess(state), is_exact=False, nodes=0)
        for depth in range(1, DEEPEST):
            self._guessed = False
            try:
                value = self._value(state, depth, -2 * WIN, 2 * WIN)
            except OutOfTime:
                break
            is_exact = not self._guessed
            best = Solved(self._first[state], _margin(value), is_exact, self._nodes, self._line(state))
            if is_exact:
                break
        return best

    def _value(self, state: Any, depth: int, low: float, high: float) -> float:
        """What the seat to move gets, as a goal; exact within the window."""
        awaited = self.game.awaiting(state)
        if isinstance(awaited, Over):
            raise AssertionError("An ending is searched only while somebody is to move.")
        if depth == 0:
            self._guessed = True
            return _goal(self.guess(state))
        best, best_move = -2 * WIN, None
        for move in self._ordered(state):
            value = self._after(state, move, depth, max(low, best), high)
            if value > best:
                best, best_move = value, move
            if best >= high:
                break
        assert best_move is not None
        self._first[state] = best_move
        return best

    def _after(self, state: Any, move: M, depth: int, low: float, high: float) -> float:
        """What a move leads to, for the seat that makes it."""
        seat = state.seat
        self._applied += 1
        if self._applied % MOVES_A_NODE == 0:
            self._count()
        after = self.game.apply(state, Played(seat, move, 0))
        awaited = self.game.awaiting(after)
        if isinstance(awaited, Over):
            return _goal(self.margin(after, seat))
        assert isinstance(awaited, Turn)
        if after.seat == seat:
            return self._value(after, depth - 1, low, high)
        return -self._value(after, depth - 1, -high, -low)

    def margin(self, state: Any, seat: Seat) -> float:
        """How far a seat is ahead."""
        other = self.seats[1] if seat == self.seats[0] else self.seats[0]
        return float(state.scores[seat] - state.scores[other])

    def _moves(self, state: Any) -> Sequence[M]:
        if state not in self._listed:
            self._count()
            self._listed[state] = self.moves(state)
        return self._listed[state]

    def _count(self) -> None:
        """One more node, if there is time for it."""
        if self.clock.is_up():
            raise OutOfTime
        self.clock.count()
        self._nodes += 1

    def _ordered(self, state: Any) -> Sequence[M]:
        """The moves, the best one of the depth before first."""
        listed = self._moves(state)
        first = self._first.get(state)
        return listed if first is None else [first, *(move for move in listed if move != first)]

    def _line(self, state: Any) -> tuple[M, ...]:
        """The expected line of play."""
        line: list[M] = []
        while state in self._first and len(line) < DEEPEST:
            line.append(self._first[state])
            state = self.game.apply(state, Played(state.seat, line[-1], 0))
            if isinstance(self.game.awaiting(state), Over):
                break
        return tuple(line)


def _goal(margin: float) -> float:
    return margin + (WIN if margin > 0 else -WIN if margin < 0 else 0.0)


def _margin(goal: float) -> float:
    return goal - (WIN if goal > WIN / 2 else -WIN if goal < -WIN / 2 else 0.0)
