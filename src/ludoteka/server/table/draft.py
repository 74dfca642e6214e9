"""What an action would add to a table's log: worked out in full before anything is written.

A `Draft` starts from a ledger, grows entry by entry with the same fold that reads them back, and ends as one
`Append`. Until that is durable nothing is shown to anybody.
"""

import json
from dataclasses import replace
from typing import Any

from ludoteka.core import record
from ludoteka.core.chance import Source
from ludoteka.core.game import AnyGame, Draw, Drawn, Event, Left, Millis, Over, Played, Seat, Ticked, Turn
from ludoteka.server.table.duty import due_of, duties
from ludoteka.server.table.ledger import Ledger, Line, Standing, follow
from ludoteka.server.table.ledger import fold as fold_row
from ludoteka.server.table.rows import Append, EntryRow, Loaded, SeatRow
from ludoteka.server.table.timekeeping import Timekeeper

_KINDS = {Played: "played", Drawn: "drawn", Ticked: "ticked", Left: "left"}


class Draft:
    """New entries of one table, not durable yet."""

    def __init__(self, ledger: Ledger, time: Timekeeper, key: str | None = None) -> None:
        self.ledger = ledger
        self.time = time
        self.wall = time.now()
        self.standing: Standing = ledger.standing
        self.started: Millis | None = ledger.table.started
        self.lines: list[Line] = []
        self.people: dict[Seat, SeatRow] = {}
        self.opens: Loaded | None = None
        self._key = key
        self.at = self._match_time()

    def _match_time(self) -> Millis:
        """Match time now; it never runs back, whatever the machines' clocks say."""
        if self.started is None or self.standing.match is None:
            return 0
        return max(self.time.match_time(self.started, self.wall), self.standing.match.now)

    # --- entries ---------------------------------------------------------------------------------

    def add(self, kind: str, seat: Seat | None = None, text: str | None = None, **more: Any) -> None:
        """An entry of the host: people, talk, agreements."""
        row = self._row(kind, self.at, seat=seat, text=text, more=json.dumps(more) if more else None)
        self._keep(fold_row(self.ledger.frame, self.standing, row, self.everyone()))

    def happen(self, event: Event[Any], **more: Any) -> None:
        """An event of the match, and what the host knows of it; raises a `Refusal` and adds nothing."""
        before = self.standing.match
        assert before is not None
        after = before.then(event)
        if after is before:
            return  # a tick that makes nothing expire is no event
        assert after.event is not None
        seat = event.seat if isinstance(event, Played | Left) else None
        text = record.describe(before, after.event).partition(" ")[2]
        known = json.dumps(more) if more else None
        row = self._row(_KINDS[type(event)], after.event.at, ply=after.ply, seat=seat, text=text, more=known)
        standing = follow(self.standing, after)
        if isinstance(event, Left):
            standing = replace(standing, left=standing.left | {event.seat})
        self._keep(Line(row, standing, more))

    def settle(self) -> None:
        """Chance is sampled from the table's seed at once, and what is forced is played."""
        while (match := self.standing.match) is not None:
            awaited = match.awaiting
            if isinstance(awaited, Draw):
                source = Source.for_draw(self.ledger.table.seed, match.ply + 1)
                self.happen(Drawn(awaited.chance.sample(source), match.now))
            elif isinstance(awaited, Turn) and awaited.forced is not None:
                (seat,) = awaited.seats
                self.happen(Played(seat, awaited.forced, match.now))
            else:
                return

    def start(self) -> None:
        """The match begins: every seat is taken."""
        self.started = self.wall
        self.add("started")
        self.settle()

    def seat(self, row: SeatRow) -> None:
        """Someone else sits here now."""
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
        if self.standing.is_over and table.ended is None:
            values |= {"ended": self.wall, "result": json.dumps(result_of(self.standing, table.seats))}
        changed = {name: value for name, value in values.items() if value != getattr(table, name)}
        rows = [line.row for line in self.lines]
        return Append(table.id, rows, changed, list(self.people.values()), self.opens)


def opened(loaded: Loaded, game: AnyGame, time: Timekeeper) -> Loaded:
    """A new table as it goes into the database: numbered, started if every seat is taken, due if it is."""
    for seq, row in enumerate(loaded.entries, start=1):
        row.seq = seq
    draft = Draft(Ledger(loaded, game), time)
    if draft.standing.state == "open" and all(row.kind != "open" for row in loaded.seats):
        draft.start()
    change = draft.append()
    table = replace(loaded.table, **change.table_set)
    return Loaded(table, loaded.seats, [*loaded.entries, *change.entries])


def seated_entry(table: str, row: SeatRow, wall: Millis) -> EntryRow:
    """The entry that says who sits on a seat from the beginning."""
    more = {"name": row.name} | ({"level": row.level} if row.level is not None else {})
    return EntryRow(table, 0, "seated", 0, wall, seat=row.seat, more=json.dumps(more))


def result_of(standing: Standing, seats: int) -> dict[str, Any]:
    """How a table ended, as its row and its sheet tell it."""
    match = standing.match
    if match is not None and isinstance(match.awaiting, Over):
        result = match.awaiting.result
        scores, ranks = list(result.scores), list(result.ranks)
        return {"how": "game", "scores": scores, "ranks": ranks, "rule": result.rule}
    return {"how": standing.ended or "closed", "scores": [], "ranks": [1] * seats, "rule": ""}
