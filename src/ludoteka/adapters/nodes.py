"""A match as a tree of small decisions: nodes of players, and nodes of chance with few outcomes each.

A node is a value. Chance that draws several things from a bag is a chain of nodes, one for each thing; a move
is a chain of choices. In a race, seats are asked in turn, and when all have been asked, time goes on.
"""

import json
from collections import Counter
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import islice
from typing import Any

from ludoteka.adapters.desk import PACE, AnyMatch, LearnerMatch, observed
from ludoteka.core.chance import Bag, Chance, Outcome
from ludoteka.core.game import Draw, Drawn, Event, Over, Played, Result, Seat, Tells, Ticked, Turn
from ludoteka.encoding.choices import Actions, Draft
from ludoteka.encoding.encoder import AnyEncoder, Observation

LONGEST = 10_000  # choices of a match; a longer one is over without a result


@dataclass(frozen=True, slots=True)
class Told:
    """What each seat was told of an event, and what came before."""

    texts: tuple[str, ...]
    before: "Told | None"

    def to(self, seat: Seat) -> list[str]:
        """Everything that a seat was told, in order."""
        lines: list[str] = []
        told: Told | None = self
        while told is not None:
            lines.append(told.texts[seat])
            told = told.before
        return lines[::-1]


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """One moment: what is awaited, and how much of it is there."""

    match: AnyMatch
    encoder: AnyEncoder
    is_race: bool = False
    picks: tuple[int, ...] = ()  # what chance has picked of a draw so far
    chosen: tuple[int, ...] = ()  # what the seat has chosen of its move so far
    asked: tuple[Seat, ...] = ()  # in a race: who has been asked in this moment
    length: int = 0
    told: Told | None = None
    _draft: list[Draft] = field(default_factory=list)  # made when needed

    def __deepcopy__(self, memo: Any) -> "Node":
        return self

    # --- what is awaited -------------------------------------------------------------------------

    @property
    def is_chance(self) -> bool:
        """Whether chance acts."""
        return isinstance(self.match.awaiting, Draw)

    @property
    def result(self) -> Result | None:
        """How the match ended, if it has."""
        awaiting = self.match.awaiting
        return awaiting.result if isinstance(awaiting, Over) else None

    @property
    def is_over(self) -> bool:
        """Whether nothing is awaited any more."""
        return self.result is not None or self.length >= LONGEST

    @property
    def seat(self) -> Seat:
        """Who chooses; -1: nobody."""
        turn = self.match.awaiting
        if not isinstance(turn, Turn):
            return -1
        return min((seat for seat in turn.seats if seat not in self.asked), default=-1)

    @property
    def wait(self) -> int:
        """In a race: the choice to wait."""
        return self.encoder.choices.count

    def draft(self) -> Draft:
        """The move in the making."""
        if not self._draft:
            actions: Actions = self.encoder.actions(self.match.state, self.seat)
            self._draft.append(Draft(self.encoder.choices, actions).after(self.chosen))
        return self._draft[0]

    def offered(self) -> list[int]:
        """What can be chosen, ascending."""
        found = sorted(set(self.draft().offered().tolist()))
        return [*found, self.wait] if self.is_race else found

    def outcomes(self) -> list[tuple[int, float]]:
        """What chance can pick next, with probabilities."""
        draw = self.match.awaiting
        assert isinstance(draw, Draw)
        return [(pick, float(chance)) for pick, chance in picks_of(draw.chance, self.picks)]

    # --- what follows ------------------------------------------------------------------------------

    def after(self, action: int) -> "Node":
        """The node after a choice, or after a pick of chance."""
        if self.is_chance:
            return self._picked(action)
        node = replace(self, length=self.length + 1, _draft=[])
        if self.is_race and action == self.wait:
            return node._waited()
        made = self.draft().after((action,))
        if made.action is None:
            return replace(node, chosen=(*self.chosen, action), _draft=[made])
        move = self.encoder.move_of(self.match.state, self.seat, made.action)
        return node.happened(Played(self.seat, move, self.match.now))

    def _picked(self, pick: int) -> "Node":
        draw = self.match.awaiting
        assert isinstance(draw, Draw)
        picks = (*self.picks, pick)
        outcome = outcome_of(draw.chance, picks)
        if outcome is None:
            return replace(self, picks=picks)
        return self.happened(Drawn(outcome, self.match.now))

    def _waited(self) -> "Node":
        node = replace(self, asked=(*self.asked, self.seat), chosen=())
        return node if node.seat >= 0 else node.later()

    def later(self) -> "Node":
        """[races] Everybody was asked: time goes on, and a deadline may pass."""
        turn, now = self.match.awaiting, self.match.now + PACE
        if isinstance(turn, Turn) and turn.until is not None and now >= turn.until:
            return self.happened(Ticked(turn.until))
        return replace(self, match=replace(self.match, now=now), asked=())

    def happened(self, event: Event[Any]) -> "Node":
        """The node after an event, and after the moves that are forced."""
        before, match = self.match, self.match.then(event)
        asked = self.asked
        if isinstance(event, Played) and self.is_race:
            asked = (*asked, event.seat)
        node = replace(
            self, match=match, picks=(), chosen=(), asked=asked, told=self._told(before, event), _draft=[]
        )
        turn = match.awaiting
        if isinstance(turn, Turn) and turn.forced is not None:
            return node.happened(Played(min(turn.seats), turn.forced, match.now))
        return node.later() if isinstance(turn, Turn) and node.seat < 0 else node

    def _told(self, match: AnyMatch, event: Event[Any]) -> Told:
        game, seats = match.game, range(match.opening.seats)
        name = f"{event.seat}: " if isinstance(event, Played) else ""
        if isinstance(game, Tells):
            return Told(tuple(name + game.tell(match.state, event, seat) for seat in seats), self.told)
        return Told((f"{name}{event}",) * len(seats), self.told)

    def imagined(self, state: Any) -> "Node":
        """The same moment with another state behind it."""
        match = replace(self.match, state=state, awaiting=self.match.game.awaiting(state))
        return replace(self, match=match, _draft=[])

    # --- what is known -----------------------------------------------------------------------------

    def known(self, seat: Seat) -> str:
        """Everything that a seat was told, and what it has chosen."""
        told = [] if self.told is None else self.told.to(seat)
        return "\n".join([f"seat {seat}", *told, self._own(seat)])

    def seen(self, seat: Seat) -> str:
        """A seat's view, and what it has chosen."""
        view = self.match.game.view(self.match.state, seat)
        return json.dumps(view, sort_keys=True) + self._own(seat)

    def _own(self, seat: Seat) -> str:
        clock = f" at {self.match.now}" if self.is_race else ""
        return " ".join(map(str, self.chosen if seat == self.seat else ())) + clock

    def observed(self, seat: Seat) -> Observation:
        """A seat's arrays."""
        chosen = self.chosen if seat == self.seat else ()
        return observed(self.encoder, self.match.state, seat, chosen)

    def named(self, action: int) -> str:
        """A choice or a pick for people: the move's text as soon as it is determined."""
        if self.is_chance:
            return f"chance {action}"
        if self.is_race and action == self.wait:
            return "wait"
        made = self.draft().after((action,))
        if made.action is None:
            return f"choice {action}"
        state, seat = self.match.state, self.seat
        return self.match.game.notation.write(state, seat, self.encoder.move_of(state, seat, made.action))


def first_node(table: LearnerMatch, is_race: bool) -> Node:
    """The beginning of a match."""
    return Node(table.opening, table.encoder, is_race)


# --- chance, pick by pick ------------------------------------------------------------------------


def picks_of(chance: Chance, picked: tuple[int, ...]) -> list[tuple[int, Fraction]]:
    """What can be picked next: the number of a kind in a bag, or of an outcome of anything else."""
    if isinstance(chance, Bag):
        taken = Counter(picked)
        left = [(kind, number - taken[kind]) for kind, (_, number) in enumerate(chance.contents)]
        total = sum(number for _, number in left)
        return [(kind, Fraction(number, total)) for kind, number in left if number]
    return [(n, chance.probability(outcome)) for n, outcome in enumerate(chance.outcomes())]


def outcome_of(chance: Chance, picked: tuple[int, ...]) -> Outcome | None:
    """The outcome, once everything has been picked."""
    if not isinstance(chance, Bag):
        return next(islice(chance.outcomes(), picked[0], None))
    if len(picked) < sum(chance.groups):
        return None
    kinds = iter(picked)
    groups = (tuple(chance.contents[next(kinds)][0] for _ in range(size)) for size in chance.groups)
    return chance.canonical(tuple(groups))
