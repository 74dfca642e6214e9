"""A host's time controls, as pure values: a clock never reads the time; it is told.

A host that keeps a clock folds it along the log: `running` says whose time runs after an event, and
`Clock.then` charges the time that has passed. Where a game limits a turn itself (`Turn.until`) or lets seats
race (`Turn.live`), that limit is the only one: no host clock runs.
"""

from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from ludoteka.core.game import Awaiting, Event, Left, Millis, Played, Seat, Turn
from ludoteka.core.match import Match

SECOND: Millis = 1000
DAY: Millis = 24 * 60 * 60 * SECOND


@dataclass(frozen=True, slots=True)
class PerTurn:
    """Every turn gets the same time; unused time is lost."""

    each: Millis

    @property
    def first(self) -> Millis:
        return self.each

    def refill(self, left: Millis) -> Millis:
        return self.each

    def fresh(self, left: Millis) -> Millis:
        return self.each


@dataclass(frozen=True, slots=True)
class Bank:
    """One budget for the whole match; each move made adds the increment."""

    total: Millis
    increment: Millis = 0

    @property
    def first(self) -> Millis:
        return self.total

    def refill(self, left: Millis) -> Millis:
        return left + self.increment

    def fresh(self, left: Millis) -> Millis:
        return left


Control: TypeAlias = PerTurn | Bank


def correspondence(days: int) -> PerTurn:
    """A number of days for each turn."""
    return PerTurn(days * DAY)


@dataclass(frozen=True, slots=True)
class Clock:
    """What every seat has left at the moment `since`, and whose time runs from then on."""

    control: Control
    left: tuple[Millis, ...]
    running: frozenset[Seat] = frozenset()
    since: Millis = 0

    @classmethod
    def start(cls, control: Control, seats: int) -> "Clock":
        return cls(control, (control.first,) * seats)

    def at(self, seat: Seat, now: Millis) -> Millis:
        """What the seat has left at a later moment; never below zero."""
        used = max(0, now - self.since) if seat in self.running else 0
        return max(0, self.left[seat] - used)

    def then(self, now: Millis, running: frozenset[Seat], moved: Seat | None = None) -> "Clock":
        """The clock after an event: time is charged, the mover's is topped up, and `running` runs."""
        left = [self.at(seat, now) for seat in range(len(self.left))]
        if moved is not None and moved in self.running:
            left[moved] = self.control.refill(left[moved])
        for seat in running - self.running:
            left[seat] = self.control.fresh(left[seat])
        return replace(self, left=tuple(left), running=running, since=max(now, self.since))

    @property
    def flag(self) -> tuple[Millis, Seat] | None:
        """The first moment at which a running seat has no time left, and that seat."""
        return min(((self.since + self.left[seat], seat) for seat in self.running), default=None)


def running(awaiting: Awaiting[Any]) -> frozenset[Seat]:
    """Whose time runs on the host's clock now."""
    if isinstance(awaiting, Turn) and awaiting.until is None and not awaiting.live:
        return awaiting.seats
    return frozenset()


def tick(clock: Clock, match: Match[Any, Any]) -> Clock:
    """The clock after the event that led to this match."""
    return clock.then(match.now, running(match.awaiting), mover(match.event))


def mover(event: Event[Any] | None) -> Seat | None:
    """The seat that made the move, if the event is one."""
    return event.seat if isinstance(event, Played | Left) else None


def of(match: Match[Any, Any], control: Control) -> Clock:
    """The clock of a match, folded along its log."""
    clock = Clock.start(control, match.opening.seats)
    for moment in match:
        clock = tick(clock, moment)
    return clock
