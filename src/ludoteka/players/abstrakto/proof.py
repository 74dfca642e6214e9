"""Proving the end of a game: who wins if both play perfectly, where all that can be laid is known."""

from dataclasses import dataclass, replace

from ludoteka.core.game import View
from ludoteka.core.player import Budget
from ludoteka.games.abstrakto.fast.kernels import ACROSS
from ludoteka.games.abstrakto.imagine import shown_state
from ludoteka.games.abstrakto.rules.placement import kinds_in, slot_rows
from ludoteka.games.abstrakto.types import State
from ludoteka.players.abstrakto.search import run
from ludoteka.players.abstrakto.solver import Solver, positions_at_once
from ludoteka.players.abstrakto.thinking import Deadline

UNCOMPILED = 60  # positions that are looked at where kernels run uncompiled: well under 200 ms
TIME = 0.5  # of the time given that a proof may take
WON_OPENINGS = {(4, (2, 2, 2), (2, 2, 2)): 4 * ACROSS + 4}  # by size and hands: e5
A_PLAYOUT = 10  # so many positions take the time of a playout, or less


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard a player tries: up to so many positions, where few slots are open or few tiles are left."""

    positions: int
    slots: int  # with more open slots no ending is proved within that many positions,
    tiles: int  # unless so few tiles are left in both hands
    remembered: int
    knows_openings: bool = False

    def within(self, budget: Budget) -> "Effort":
        """No more than a budget of playouts would take."""
        if budget.nodes is None:
            return self
        return replace(self, positions=min(self.positions, A_PLAYOUT * budget.nodes))

    def pays(self, state: State) -> bool:
        """Whether there is a chance to prove anything."""
        return open_slots(state) <= self.slots or sum(map(sum, state.hands)) <= self.tiles


GLANCE = Effort(30_000, 34, 0, 1 << 16)
LITTLE = Effort(150_000, 34, 0, 1 << 17)
MUCH = Effort(2_000_000, 60, 12, 1 << 20, knows_openings=True)


@dataclass(frozen=True, slots=True)
class Proof:
    """1 wins, 0 draws, -1 loses for the seat to move, and a move that keeps it."""

    value: int
    move: int


def proof_of(view: View, effort: Effort, deadline: Deadline) -> Proof | None:
    """What the seat to move can reach, if the viewer knows enough; None where that is not proved."""
    return proof_for(shown_state(view), effort, deadline) if knows_hands(view) else None


def proof_for(state: State, effort: Effort, deadline: Deadline) -> Proof | None:
    """What the seat to move can reach; None where that is not proved.

    Even where it is hopeless one position is looked at: who warms a player up shall have the solver compiled.
    """
    if effort.knows_openings and (known := known_opening(state)) is not None:
        return known
    limit = effort.positions if effort.pays(state) else 1
    # A fresh solver: the same view always gets the same answer.
    solver = Solver(state.size, effort.remembered if limit > 1 else 2)
    return proved_by(solver, state, limit if run.runs_compiled else min(limit, UNCOMPILED), deadline)


def known_opening(state: State) -> Proof | None:
    """A first move that is known to win where the proof takes long: see docs/guide/abstrakto-solved.md."""
    first = WON_OPENINGS.get((state.size, *state.hands))
    is_empty = not any(map(any, state.board))
    return Proof(1, first) if first is not None and is_empty and state.pie == "off" else None


def proved_by(solver: Solver, state: State, limit: int, deadline: Deadline) -> Proof | None:
    """Asks first whether the seat to move wins, then whether it draws: narrow questions are quick."""
    sign = 1 if state.turn == 0 else -1
    for own in (1, 0):
        window = (own - 1, own) if sign == 1 else (-own, 1 - own)
        if not solves(solver, state, window, limit, deadline):
            return None
        if sign * solver.found >= own:
            return Proof(own, solver.move)
    return Proof(-1, solver.move)


def solves(solver: Solver, state: State, window: tuple[int, int], limit: int, deadline: Deadline) -> bool:
    """Whether the solver is done within so many positions and half of the time."""
    progress = solver.begin(state, window)
    seen = 0
    while seen < limit and not deadline.has_passed(TIME):
        seen = min(limit, seen + positions_at_once())
        if solver.go_on(progress, seen):
            return True
    return False


def knows_hands(view: View) -> bool:
    """Whether the viewer knows all that can still be laid."""
    return all(
        view["hands"][seat] is not None or view["skipped"] == seat or view["held"][seat] == 0
        for seat in (0, 1)
    )


def open_slots(state: State) -> int:
    """How many slots some tile of either hand could still take."""
    kinds = {kind for hand in state.hands for kind in kinds_in(hand)}
    return sum(row.bit_count() for row in slot_rows(state, sorted(kinds)))
