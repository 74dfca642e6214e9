"""The two players of Abstrakto. They see a view and the legal moves, and build the rest from them."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ludoteka.core.chance import Source
from ludoteka.core.game import Seat, View
from ludoteka.core.player import Answer, Budget
from ludoteka.games.abstrakto.fast.match import numbered_move
from ludoteka.games.abstrakto.imagine import shown_state
from ludoteka.games.abstrakto.rules.placement import kinds_in, slot_rows
from ludoteka.games.abstrakto.types import Discard, Move, State
from ludoteka.players.abstrakto.evaluation import AREAS, BOUNDS, NEAR, NUMBER, RIM, SPARE, looks
from ludoteka.players.abstrakto.search import run
from ludoteka.players.abstrakto.solver import Solver

LIMIT, LIMIT_UNCOMPILED = 150_000, 60  # how many positions the solver may look at: well under 200 ms
FEW_SLOTS = 34  # with more open slots no ending is proved within the limit
REMEMBERED = 1 << 17
PROVED = 100.0  # the value of a proved win; nobody ever leads by so many areas


class Beginner:
    """Level 1: sensibly random. Spread out, near corners and sides, all types, as the rulebook's tips say."""

    name = "beginner"

    def choose(self, view: View, legal: Sequence[Move], budget: Budget, rng: Source) -> Answer[Move]:
        if view["phase"] == "discard":
            return Answer(some_discard(legal, rng))
        seen = looks(shown_state(view))
        chosen = seen[weighted(tips(seen), rng)]
        return Answer(numbered_move(int(chosen[NUMBER]), view["size"]), float(chosen[AREAS]))


class Balanced:
    """Level 2: the best balance of areas one move ahead, and perfect play once the end can be proved."""

    name = "balanced"

    def choose(self, view: View, legal: Sequence[Move], budget: Budget, rng: Source) -> Answer[Move]:
        if view["phase"] == "discard":
            return Answer(some_discard(legal, rng))
        state = shown_state(view)
        assert state.turn is not None
        return self._proved(view, state, state.turn) or self._balanced(state, rng)

    def _balanced(self, state: State, rng: Source) -> Answer[Move]:
        seen = looks(state)
        merit = 8 * seen[:, AREAS] + 2 * seen[:, BOUNDS] - seen[:, NEAR] + seen[:, RIM]
        best = seen[rng.choose(np.flatnonzero(merit == merit.max()).tolist())]
        return Answer(numbered_move(int(best[NUMBER]), state.size), float(best[AREAS]))

    def _proved(self, view: View, state: State, seat: Seat) -> Answer[Move] | None:
        """A move that keeps a proved win or draw; None where nothing is proved or everything loses."""
        if not knows_hands(view, seat) or open_slots(state) > FEW_SLOTS:
            return None
        solver = Solver(state.size, REMEMBERED)  # a fresh one: the same view always gets the same answer
        value = solver.value(state, LIMIT if run.runs_compiled else LIMIT_UNCOMPILED)
        if value is None:
            return None
        own = value if seat == 0 else -value
        return None if own < 0 else Answer(numbered_move(solver.move, state.size), PROVED * own)


def knows_hands(view: View, seat: Seat) -> bool:
    """Whether the seat knows all that can still be laid."""
    other = 1 - seat
    return view["hands"][other] is not None or view["skipped"] == other or view["held"][other] == 0


def open_slots(state: State) -> int:
    """How many slots some tile of either hand could still take."""
    kinds = {kind for hand in state.hands for kind in kinds_in(hand)}
    return sum(row.bit_count() for row in slot_rows(state, sorted(kinds)))


def tips(seen: NDArray[np.int64]) -> NDArray[np.float64]:
    """How much a beginner likes each move: spread out, near the sides, and not always the same type."""
    near, rim, spare, areas = seen[:, (NEAR, RIM, SPARE, AREAS)].T.astype(np.float64)
    liked: NDArray[np.float64] = (1 + rim) * (1 + spare) * 0.7**near * 8 ** (areas - areas.min()).clip(max=8)
    return liked


def weighted(weights: NDArray[np.float64], rng: Source) -> int:
    """A random index, weighted."""
    totals = np.cumsum(weights)
    return int(np.searchsorted(totals, rng.unit() * totals[-1], side="right").clip(max=len(totals) - 1))


def some_discard(legal: Sequence[Move], rng: Source) -> Move:
    """Keeps the Lines, which fit almost anywhere, as far as it can."""
    lines = [move.tiles[1] if isinstance(move, Discard) else 0 for move in legal]
    return rng.choose([move for move, number in zip(legal, lines, strict=True) if number == min(lines)])
