"""The five players of Abstrakto. They see a view and the legal moves, and build the rest from them.

The first two look one move ahead; the others play games out (tree.py). See docs/players/abstrakto.md for what
each level is worth.
"""

from collections.abc import Sequence
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from ludoteka.core.chance import Source
from ludoteka.core.game import View
from ludoteka.core.player import Answer, Budget
from ludoteka.games.abstrakto.fast.match import numbered_move
from ludoteka.games.abstrakto.imagine import shown_state
from ludoteka.games.abstrakto.notation import write
from ludoteka.games.abstrakto.types import Discard, Move, State
from ludoteka.players.abstrakto.evaluation import AREAS, BOUNDS, NEAR, NUMBER, RIM, SPARE, looks
from ludoteka.players.abstrakto.proof import LITTLE, MUCH, Effort, proof_of
from ludoteka.players.abstrakto.thinking import Deadline, Tree, possible_states
from ludoteka.players.abstrakto.tree import go

PROVED = 100.0  # the value of a proved win; nobody ever leads by so many areas


# --- one move ahead ----------------------------------------------------------------------------


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
        return proved(view, LITTLE, Deadline(budget.ms)) or best_balance(shown_state(view), rng)


def best_balance(state: State, rng: Source) -> Answer[Move]:
    """The move after which areas and bounding tiles look best; among equals chance decides."""
    seen = looks(state)
    merit = 8 * seen[:, AREAS] + 2 * seen[:, BOUNDS] - seen[:, NEAR] + seen[:, RIM]
    best = seen[rng.choose(np.flatnonzero(merit == merit.max()).tolist())]
    return Answer(numbered_move(int(best[NUMBER]), state.size), float(best[AREAS]))


def proved(view: View, effort: Effort, deadline: Deadline) -> Answer[Move] | None:
    """A move that keeps a proved win or draw; None where nothing is proved or everything loses."""
    proof = proof_of(view, effort, deadline)
    if proof is None or proof.value < 0:
        return None
    return Answer(numbered_move(proof.move, view["size"]), PROVED * proof.value)


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


# --- games played out --------------------------------------------------------------------------


class Thinker:
    """A player that plays games out: how many, for how long at most, and how hard it tries to prove the end.

    Where kernels run uncompiled it looks one move ahead like level 2: playouts would take too long.
    """

    name: ClassVar[str]
    playouts: ClassVar[int]
    ms: ClassVar[int | None] = None  # with no budget given
    effort: ClassVar[Effort] = LITTLE
    is_tireless: ClassVar[bool] = False  # goes on for as long as it may

    def choose(self, view: View, legal: Sequence[Move], budget: Budget, rng: Source) -> Answer[Move]:
        if view["phase"] == "discard":
            return Answer(some_discard(legal, rng))
        deadline = Deadline(self.ms if budget == Budget() else budget.ms)
        exact = proved(view, self.effort.within(budget), deadline)
        if exact is not None:
            return exact
        if not go.runs_compiled:
            return best_balance(shown_state(view), rng)
        return self._most_played(view, budget, deadline, rng)

    def _most_played(self, view: View, budget: Budget, deadline: Deadline, rng: Source) -> Answer[Move]:
        tree = Tree(possible_states(view), rng, self._playouts(budget))
        tree.think(self._playouts(budget), deadline)
        best, size = tree.seen()[0], view["size"]
        image = rng.choose(tree.images_of_move(best.number))
        moves = [numbered_move(number, size) for number in tree.line(image)]
        detail = {"playouts": tree.playouts, "win": round(best.win, 4)}
        return Answer(moves[0], best.lead, tuple(write(move) for move in moves), detail)

    def _playouts(self, budget: Budget) -> int:
        if budget.nodes is not None:
            return budget.nodes if self.is_tireless else min(self.playouts, budget.nodes)
        is_timed = self.is_tireless and budget.ms is not None
        return 1 << 40 if is_timed else self.playouts


class Planner(Thinker):
    """Level 3: a hasty look into the future."""

    name = "planner"
    playouts = 200


class Surveyor(Thinker):
    """Level 4: enough playouts to see plans."""

    name = "surveyor"
    playouts = 1000


class Geometer(Thinker):
    """Level 5: as many playouts as two seconds allow, and small boards by heart."""

    name = "geometer"
    playouts = 120_000
    ms = 2000
    effort = MUCH
    is_tireless = True
