"""A table and its log as values: what the store keeps, row by row."""

from dataclasses import dataclass, field
from typing import Any

from ludoteka.core.game import Millis
from ludoteka.core.match import Match


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table as it was opened, and what is looked up often."""

    id: str
    code: str
    game: str
    seats: int
    options: str
    control: str
    allows: str
    public: bool
    seed: bytes = field(repr=False)
    host: str
    state: str
    created: Millis
    started: Millis | None = None
    ended: Millis | None = None
    follows: str | None = None
    followed_by: str | None = None
    result: str | None = None
    due: Millis | None = None
    leased_by: str | None = None
    leased_until: Millis | None = None
    series: str | None = None  # whose draws and bots it shares: a day's board or a group
    sealed_until: Millis | None = None  # wall time before which nothing is told that would help in the series

    @property
    def is_try(self) -> bool:
        """Whether it counts in its series; a try that is tried again only has the same draws."""
        return self.series is not None and self.sealed_until is not None


@dataclass(frozen=True, slots=True)
class TryRow:
    """Somebody's one try in a series: at which table, and how it ended."""

    series: str
    guest: str
    table: str
    name: str
    begun: Millis
    ended: Millis | None = None  # in time; null: not (yet)
    score: int | None = None


@dataclass(frozen=True, slots=True)
class SeatRow:
    """Who sits on a seat."""

    table: str
    seat: int
    kind: str
    guest: str | None = None
    name: str = ""
    level: int | None = None
    stand_in: int | None = None
    process: str | None = None
    away: Millis | None = None


@dataclass(slots=True)
class EntryRow:
    """One line of the log. `text` of an event is the canonical text, secrets included."""

    table: str
    seq: int
    kind: str
    at: Millis
    wrote: Millis
    ply: int | None = None
    seat: int | None = None
    text: str | None = None
    more: str | None = None
    key: str | None = None


@dataclass(frozen=True, slots=True)
class Ended:
    """A match has ended: by its rules (`how` is game), or as its people agreed (draw, abort).

    A table that closes without a match, or whose match goes on elsewhere after a take-back, is not one.
    """

    table: TableRow
    people: tuple[SeatRow, ...]
    match: Match[Any, Any]
    how: str
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    rule: str
    at: Millis  # wall time
    began_with: str | None = None  # the table whose decision was tried again; None: the match is its own


@dataclass(frozen=True, slots=True)
class Loaded:
    """A whole table out of the database, or the tail of its log."""

    table: TableRow
    seats: list[SeatRow]
    entries: list[EntryRow]
    ended: Ended | None = None  # only of a new table: its match may be over at once
    one_try: TryRow | None = None  # only of a new table: it is somebody's try


@dataclass(slots=True)
class Append:
    """What becomes durable together: entries of one table and what follows from them."""

    table: str
    entries: list[EntryRow]
    table_set: dict[str, Any] = field(default_factory=dict)
    seats: list[SeatRow] = field(default_factory=list)
    opens: Loaded | None = None  # a table that comes into being with it
    ended: Ended | None = None  # its match ends with it
    claims: frozenset[str] = frozenset()  # guests who must not play elsewhere just now


class Conflict(Exception):
    """Another process was faster: the log has moved on, and nothing of an append was written."""
