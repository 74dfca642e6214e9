"""What a room needs from the world around it, and no more: it knows no host, socket or database.

Its clock is the table's `Timekeeper`, which reads the time through one function.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from ludoteka.core.game import Millis
from ludoteka.server.messages.wire import Changed, News, Welcome
from ludoteka.server.table import visibility
from ludoteka.server.table.ledger import Ledger, Line
from ludoteka.server.table.rows import Append, Loaded, SeatRow
from ludoteka.server.table.timekeeping import Timekeeper
from ludoteka.server.table.visibility import Eyes, Shown, Sight


class LogStore(Protocol):
    """Keeps the log and what helps to find things in it; what it has accepted is durable."""

    async def append(self, change: Append) -> None: ...  # raises `Conflict` if the log has moved on
    async def load(self, table: str, after: int = 0) -> Loaded | None: ...
    async def end_of(self, table: str) -> Millis | None: ...  # of a match that may have gone on elsewhere
    async def set_presence(self, changed: Sequence[SeatRow], due: Millis | None) -> None: ...
    async def set_due(self, table: str, old: Millis | None, due: Millis | None) -> None: ...


class Bus(Protocol):
    """What others in this process want to hear about a table; other processes read the log."""

    def expect(self, due: Millis | None, table: str | None = None) -> None: ...  # when the host must act
    def lobby_changed(self) -> None: ...


class Visibility(Protocol):
    """Who may be shown what: the only way from the log to a client."""

    def sight(self, ledger: Ledger, eyes: Eyes, now: Millis, elsewhere: Millis | None = None) -> Sight: ...
    def horizon(self, ledger: Ledger, eyes: Eyes, now: Millis) -> int: ...
    def welcome(self, ledger: Ledger, eyes: Eyes, since: int, last: int, at: Millis) -> Welcome: ...
    def news(
        self, ledger: Ledger, lines: Sequence[Line], eyes: Eyes, at: Millis, key: str | None
    ) -> News: ...
    def shown(self, ledger: Ledger, eyes: Eyes, seq: int, at: Millis) -> Shown: ...
    def changes(
        self,
        ledger: Ledger,
        lines: Sequence[Line],
        eyes: Eyes,
        sent: Shown,
        now: Shown,
        key: str | None,
        listens: bool,
    ) -> Changed: ...


@dataclass(frozen=True, slots=True)
class Ports:
    """Everything a room is given."""

    process: str  # whose sockets these are
    time: Timekeeper
    store: LogStore
    bus: Bus
    visibility: Visibility = visibility
