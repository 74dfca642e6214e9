"""A table's log and what follows from it: a fold, like the match inside it.

`Standing` is a value: how a table stands after an entry. `Ledger` keeps the durable log of one table with the
standing after its last entry; only what is durable gets in.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from ludoteka.core import clock as clocks
from ludoteka.core import duplicate, record
from ludoteka.core.clock import Clock, Control
from ludoteka.core.game import AnyGame, Left, Millis, Over, Seat, Turn
from ludoteka.core.match import Match, new, settle
from ludoteka.server.messages import models
from ludoteka.server.table.rows import Append, EntryRow, Loaded, SeatRow, TableRow

AnyMatch = Match[Any, Any]
EVENTS = frozenset({"played", "drawn", "ticked", "left"})
_ACTORS = {"drawn": "chance", "ticked": "clock"}


@dataclass(frozen=True, slots=True)
class PendingOffer:
    """An offer on the table, and the seats that agree."""

    seq: int
    what: str
    seat: Seat
    ply: int | None
    accepted: frozenset[Seat]


@dataclass(frozen=True, slots=True)
class Standing:
    """How a table stands after some entry of its log."""

    state: models.TableState = "open"
    match: AnyMatch | None = None
    clock: Clock | None = None
    offers: tuple[PendingOffer, ...] = ()
    left: frozenset[Seat] = frozenset()
    ended: str | None = None  # why the host ended it: draw, abort, takeback, closed, declined
    followed: str | None = None  # the table where the game goes on

    @property
    def goes_on(self) -> bool:
        """At another table: after a take-back the same seed gives the draws still to come."""
        return self.ended == "takeback"

    @property
    def is_over(self) -> bool:
        return self.state == "over"


@dataclass(slots=True)
class Line:
    """An entry with the standing after it."""

    row: EntryRow
    standing: Standing
    more: dict[str, Any] = field(default_factory=dict)

    @property
    def is_event(self) -> bool:
        return self.row.kind in EVENTS


class Frame:
    """What never changes at a table: the game, its options, the clock's control."""

    def __init__(self, table: TableRow, game: AnyGame) -> None:
        self.game = game
        self.options: dict[str, models.OptionValue] = json.loads(table.options)
        self.control = models.CONTROL.validate_json(table.control)
        self.allows = models.Allows.model_validate_json(table.allows)
        self.seats = table.seats

    def open_match(self) -> AnyMatch:
        return new(self.game, self.seats, self.options)


def time_control(control: models.AnyControl) -> Control | None:
    """The host's clock as the core knows it."""
    if isinstance(control, models.PerMove):
        return clocks.PerTurn(control.seconds * clocks.SECOND)
    if isinstance(control, models.Bank):
        return clocks.Bank(control.seconds * clocks.SECOND, control.increment * clocks.SECOND)
    if isinstance(control, models.Days):
        return clocks.correspondence(control.days)
    return None


# --- the fold ------------------------------------------------------------------------------------


def begin(frame: Frame) -> Standing:
    """The standing right after `started`."""
    match = frame.open_match()
    control = time_control(frame.control)
    return Standing("running", match, None if control is None else clocks.of(match, control))


def follow(standing: Standing, match: AnyMatch) -> Standing:
    """The standing after one more event of the match: the one that led to `match`."""
    clock = None if standing.clock is None else clocks.tick(standing.clock, match)
    state: models.TableState = "over" if isinstance(match.awaiting, Over) else standing.state
    offers = tuple(o for o in standing.offers if o.what == "rematch")  # the match has moved on
    left = standing.left | {match.event.seat} if isinstance(match.event, Left) else standing.left
    return replace(standing, state=state, match=match, clock=clock, offers=offers, left=left)


def fold(frame: Frame, standing: Standing, row: EntryRow, people: Iterable[SeatRow]) -> Line:
    """One entry of the log, read."""
    more = json.loads(row.more) if row.more else {}
    if row.kind in EVENTS:
        assert standing.match is not None
        match = standing.match.then(read_event(standing.match, row))
        return Line(row, follow(standing, match), more)
    return Line(row, _host_entry(frame, standing, row, more, people), more)


def read_event(match: AnyMatch, row: EntryRow) -> Any:
    """The event that an entry keeps as text."""
    actor = _ACTORS.get(row.kind, str(row.seat))
    return record.read_event(match, f"{row.ply} {row.at} {actor} {row.text}")


def _host_entry(
    frame: Frame, standing: Standing, row: EntryRow, more: dict[str, Any], people: Iterable[SeatRow]
) -> Standing:
    if row.kind == "started":
        return begin(frame)
    if row.kind == "offered":
        assert row.seat is not None
        offer = PendingOffer(row.seq, more["what"], row.seat, more.get("ply"), _same_person(people, row.seat))
        return replace(standing, offers=(*standing.offers, offer))
    if row.kind == "answered":
        return replace(standing, offers=_answered(standing.offers, row, more, people))
    if row.kind == "ended":
        return replace(standing, state="over", ended=more["what"], offers=())
    if row.kind == "followed":
        return replace(standing, followed=more["table"], offers=())
    return standing


def _answered(
    offers: tuple[PendingOffer, ...], row: EntryRow, more: dict[str, Any], people: Iterable[SeatRow]
) -> tuple[PendingOffer, ...]:
    assert row.seat is not None
    if not more["accept"]:
        return tuple(offer for offer in offers if offer.seq != more["ref"])
    agreed = _same_person(people, row.seat)
    return tuple(
        replace(offer, accepted=offer.accepted | agreed) if offer.seq == more["ref"] else offer
        for offer in offers
    )


def _same_person(people: Iterable[SeatRow], seat: Seat) -> frozenset[Seat]:
    """The seats of the person on this seat: several people on one device agree together."""
    rows = list(people)
    return frozenset(row.seat for row in rows if row.guest is not None and row.guest == rows[seat].guest)


def began_with(rows: Iterable[EntryRow]) -> str | None:
    """The table whose decision is tried again where this log is kept."""
    started = next((row for row in rows if row.kind == "started"), None)
    return json.loads(started.more).get("table") if started is not None and started.more else None


# --- the durable log of one table ----------------------------------------------------------------


class Ledger:
    """The log of one table as this process knows it; it may lag behind the database but is never ahead."""

    def __init__(self, loaded: Loaded, game: AnyGame) -> None:
        self.table = loaded.table
        self.people = loaded.seats
        self.frame = Frame(loaded.table, game)
        self.lines: list[Line] = []
        self.keys: dict[str, int] = {}
        self._read(loaded.entries)

    @property
    def seq(self) -> int:
        return len(self.lines)

    @property
    def standing(self) -> Standing:
        return self.lines[-1].standing if self.lines else Standing()

    @property
    def began(self) -> int:
        """The seq with which the match began; before that, the last one there is."""
        return next((line.row.seq for line in self.lines if line.row.kind == "started"), self.seq)

    @property
    def began_with(self) -> str | None:
        """The table whose decision is tried again here; None: the match is its own."""
        return began_with(line.row for line in self.lines)

    def catch_up(self, loaded: Loaded) -> list[Line]:
        """Takes what other processes wrote; returns the new lines."""
        self.table, self.people = loaded.table, loaded.seats
        before = self.seq
        self._read([row for row in loaded.entries if row.seq > before])
        return self.lines[before:]

    def take(self, change: Append, lines: list[Line]) -> None:
        """Takes what this process has just made durable."""
        for line in lines:
            self._keep(line)
        if change.table_set:
            self.table = replace(self.table, **change.table_set)
        for row in change.seats:
            self.people[row.seat] = row

    def _read(self, rows: list[EntryRow]) -> None:
        for row in rows:
            self._keep(fold(self.frame, self.standing, row, self.people))

    def _keep(self, line: Line) -> None:
        assert line.row.seq == self.seq + 1, "the log has no gaps"
        self.lines.append(line)
        if line.row.key is not None:
            self.keys.setdefault(line.row.key, line.row.seq)

    def settle(self, match: AnyMatch) -> AnyMatch:
        """The match when a choice is awaited next: chance follows from the table's seed."""
        by_seed = settle if self.table.series is None else duplicate.settled
        return by_seed(match, self.table.seed)

    def seats_of(self, guest: str | None) -> tuple[Seat, ...]:
        if guest is None:
            return ()
        return tuple(row.seat for row in self.people if row.guest == guest)

    def standing_at(self, seq: int) -> Standing:
        """How the table stood after this seq."""
        return self.lines[seq - 1].standing if 0 < seq <= self.seq else Standing()

    def events_after(self, seq: int) -> Iterator[Line]:
        return (line for line in self.lines[max(0, seq) :] if line.is_event)

    def is_fresh(self, seat: Seat, seen: int) -> bool:
        """Whether what the seat saw at `seen` is still the decision it is asked for.

        It is not if chance or a deadline came since, if the seat has acted since, or if it was not awaited
        then. What others do while it is awaited (a race, a vote) does not count: the rules decide that.
        """
        since = list(self.events_after(seen))
        if not since:
            return True
        if any(line.row.kind in ("drawn", "ticked") or line.row.seat == seat for line in since):
            return False
        match = self.standing_at(seen).match
        return match is not None and isinstance(match.awaiting, Turn) and seat in match.awaiting.seats

    def horizon(self, wall: Millis) -> int:
        """The last seq that was written by this wall time: what a delayed spectator may see."""
        seq = self.seq
        while seq > 0 and self.lines[seq - 1].row.wrote > wall:
            seq -= 1
        return seq
