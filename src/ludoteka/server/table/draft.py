"""What an action would add to a table's log: worked out in full before anything is written.

A `Draft` starts from a ledger, grows entry by entry with the same fold that reads them back, and ends as one
`Append`. Until that is durable, nothing is shown to anybody.
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ludoteka.core import record
from ludoteka.core.game import AnyGame, Drawn, Event, Left, Millis, Over, Played, Seat, Ticked
from ludoteka.server.table.duty import due_of, duties
from ludoteka.server.table.ledger import AnyMatch, Ledger, Line, Standing, follow
from ludoteka.server.table.ledger import fold as fold_row
from ludoteka.server.table.rows import Append, Ended, EntryRow, Loaded, SeatRow
from ludoteka.server.table.timekeeping import Timekeeper

_KINDS = {Played: "played", Drawn: "drawn", Ticked: "ticked", Left: "left"}


class Draft:
    """New entries of one table, not durable yet.

    `at` is the match time at which the request arrived (`arrived`), however long it had to wait in line;
    `wall` is the time of writing.
    """

    def __init__(
        self, ledger: Ledger, time: Timekeeper, key: str | None = None, arrived: Millis | None = None
    ) -> None:
        self.ledger = ledger
        self.time = time
        self.wall = time.now()
        self.standing: Standing = ledger.standing
        self.started: Millis | None = ledger.table.started
        self.lines: list[Line] = []
        self.people: dict[Seat, SeatRow] = {}
        self.opens: Loaded | None = None
        self.claims: frozenset[str] = frozenset()
        self._key = key
        self.at = self._match_time(self.wall if arrived is None else min(arrived, self.wall))

    def _match_time(self, wall: Millis) -> Millis:
        """Match time at a moment; it never runs backwards, whatever the machines' clocks say."""
        if self.started is None or self.standing.match is None:
            return 0
        return max(self.time.match_time(self.started, wall), self.standing.match.now)

    # --- entries ---------------------------------------------------------------------------------

    def add(self, kind: str, seat: Seat | None = None, text: str | None = None, **more: Any) -> None:
        """An entry of the host: people, talk, agreements."""
        row = self._row(kind, self.at, seat=seat, text=text, more=json.dumps(more) if more else None)
        self._keep(fold_row(self.ledger.frame, self.standing, row, self.everyone()))

    def happen(self, event: Event[Any], **more: Any) -> None:
        """An event of the match, what the host knows of it, and what follows without anybody's choice.

        Raises a `Refusal` and adds nothing.
        """
        before = self.standing.match
        assert before is not None
        after = before.then(event)
        if after is not before:  # a tick that makes nothing expire is not an event
            self._follow(before, after, more)
            self._draw(after)

    def _draw(self, before: AnyMatch) -> None:
        """Chance is sampled at once, and what is forced is played."""
        for after in _since(before, self.ledger.settle(before)):
            self._follow(before, after, {})
            before = after

    def _follow(self, before: AnyMatch, after: AnyMatch, more: dict[str, Any]) -> None:
        """The entry of the event between two moments of the match."""
        event = after.event
        assert event is not None
        seat = event.seat if isinstance(event, Played | Left) else None
        text = record.describe(before, event).partition(" ")[2]
        known = json.dumps(more) if more else None
        row = self._row(_KINDS[type(event)], event.at, ply=after.ply, seat=seat, text=text, more=known)
        self._keep(Line(row, follow(self.standing, after), more))

    def start(self) -> None:
        """The match begins: every seat is taken."""
        self.started = self.wall
        self.add("started")
        assert self.standing.match is not None
        self._draw(self.standing.match)

    def seat(self, row: SeatRow) -> None:
        """Somebody else sits here now."""
        self.people[row.seat] = row

    def everyone(self) -> list[SeatRow]:
        return [self.people.get(row.seat, row) for row in self.ledger.people]

    def _row(self, kind: str, at: Millis, **columns: Any) -> EntryRow:
        seq = self.ledger.seq + len(self.lines) + 1
        key, self._key = self._key, None  # the first entry of an action carries its key
        return EntryRow(self.ledger.table.id, seq, kind, at, self.wall, key=key, **columns)

    def _keep(self, line: Line) -> None:
        self.lines.append(line)
        self.standing = line.standing

    # --- the whole ---------------------------------------------------------------------------------

    def append(self) -> Append:
        """Everything as one change, with what the table's row must say about it."""
        table = self.ledger.table
        due = due_of(duties(self.ledger.frame, self.standing, self.everyone(), self.started, self.time))
        values = {
            "state": self.standing.state,
            "started": self.started,
            "due": None if due is None else max(due, self.wall),
            "followed_by": self.standing.followed,
        }
        result = result_of(self.standing, table.seats) if self.standing.is_over else None
        if result is not None and table.ended is None:
            values |= {"ended": self.wall, "result": json.dumps(result)}
        changed = {name: value for name, value in values.items() if value != getattr(table, name)}
        rows = [line.row for line in self.lines]
        ended = self._ended(changed, result) if result is not None and "ended" in changed else None
        return Append(table.id, rows, changed, list(self.people.values()), self.opens, ended, self.claims)

    def _ended(self, changed: dict[str, Any], result: dict[str, Any]) -> Ended | None:
        """The one place that knows that a match has ended: whoever subscribed to the store hears of it."""
        match = self.standing.match
        if match is None or result["how"] not in ("game", "draw", "abort"):
            return None
        return Ended(
            table=replace(self.ledger.table, **changed),
            people=tuple(self.everyone()),
            match=match,
            how=result["how"],
            scores=tuple(result["scores"]),
            ranks=tuple(result["ranks"]),
            rule=result["rule"],
            at=self.wall,
            began_with=self.ledger.began_with,
        )


def _since(before: AnyMatch, after: AnyMatch) -> Iterator[AnyMatch]:
    """The moments after `before`, up to `after`, in order."""
    found: list[AnyMatch] = []
    while after is not before:
        found.append(after)
        assert after.before is not None
        after = after.before
    return reversed(found)


def opened(loaded: Loaded, game: AnyGame, time: Timekeeper) -> Loaded:
    """A new table as it goes into the database: numbered, started if every seat is taken, due if it is."""
    for seq, row in enumerate(loaded.entries, start=1):
        row.seq = seq
    draft = Draft(Ledger(loaded, game), time)
    if draft.standing.state == "open" and all(row.kind != "open" for row in loaded.seats):
        draft.start()
    change = draft.append()
    table = replace(loaded.table, **change.table_set)
    entries = [*loaded.entries, *change.entries]
    return Loaded(table, loaded.seats, entries, change.ended, loaded.one_try)


def seated_entry(table: str, row: SeatRow, wall: Millis) -> EntryRow:
    """The entry that says who sits on a seat from the beginning."""
    more = {"name": row.name} | ({"level": row.level} if row.level is not None else {})
    return EntryRow(table, 0, "seated", 0, wall, seat=row.seat, more=json.dumps(more))


def result_of(standing: Standing, seats: int) -> dict[str, Any]:
    """How a table ended, as its row and its sheet say."""
    match = standing.match
    if match is not None and isinstance(match.awaiting, Over):
        result = match.awaiting.result
        scores, ranks = list(result.scores), list(result.ranks)
        return {"how": "game", "scores": scores, "ranks": ranks, "rule": result.rule}
    return {"how": standing.ended or "closed", "scores": [], "ranks": [1] * seats, "rule": ""}
