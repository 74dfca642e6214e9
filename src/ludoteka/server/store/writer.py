"""Group commit: appends that arrive while the disk is busy share the next transaction.

An append is acknowledged when its transaction is durable, never before. Two processes that append the same
seq collide on the primary key: the second one gets `Conflict`, and nothing of it is written.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

import structlog
from sqlalchemy import Connection, bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError, OperationalError

from ludoteka.server.messages.errors import Occupied
from ludoteka.server.store import claims
from ludoteka.server.store.tables import archive, columns, entries, seats, tables, tries
from ludoteka.server.store.transacting import Transactor
from ludoteka.server.table.rows import Append, Conflict, Ended, EntryRow, SeatRow

T = TypeVar("T")
BATCH = 256

_add_entries = insert(entries)
_seat_columns = [column.name for column in seats.columns if column.name not in ("table", "seat")]
_set_seat = (
    update(seats)
    .where(seats.c.table == bindparam("b_table"), seats.c.seat == bindparam("b_seat"))
    .values({name: bindparam(f"b_{name}") for name in _seat_columns})
)
_set_due = update(tables).where(tables.c.id == bindparam("b_id")).values(due=bindparam("b_due"))

Published = Callable[[Connection, Sequence[Append]], None]
Subscriber = Callable[[Connection, Ended], None]
log = structlog.get_logger()


class Busy(Exception):
    """Too many appends are waiting for the disk."""


class Writer:
    """The one task of a process that writes the log."""

    def __init__(self, transactor: Transactor, pending: int, publish: Published | None = None) -> None:
        self._transactor = transactor
        self._limit = pending
        self._publish = publish
        self._subscribers: list[Subscriber] = []
        self._waiting: deque[tuple[Append, asyncio.Future[None]]] = deque()
        self._wake = asyncio.Event()
        self._idle = asyncio.Event()
        self._idle.set()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name="writer")

    async def stop(self) -> None:
        """Writes what is pending, then ends."""
        await self._idle.wait()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def on_ended(self, subscriber: Subscriber) -> None:
        """From now on `subscriber` hears of every match that ends here, in the transaction that ends it.

        What it writes is durable together with the end or not at all: nothing is lost or told twice, whatever
        dies when. It must be quick and use only the given connection: every other move waits for it, and
        while on SQLite it runs in the writer's thread, on PostgreSQL it runs on the event loop.
        """
        self._subscribers.append(subscriber)

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    async def append(self, change: Append) -> None:
        """Returns when the change is durable; raises `Conflict` if the log has moved on."""
        if len(self._waiting) >= self._limit:
            raise Busy
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((change, done))
        self._idle.clear()
        self._wake.set()
        await asyncio.shield(done)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """A transaction for everything that is not the log; the log goes first."""
        return await self._transactor.run(work)

    async def _run(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                size = min(BATCH, len(self._waiting))
                await self._commit([self._waiting.popleft() for _ in range(size)])
            self._idle.set()

    async def _commit(self, batch: list[tuple[Append, asyncio.Future[None]]]) -> None:
        try:
            changes = sorted((change for change, _ in batch), key=_by_table)
            await self._transactor.run(lambda connection: self._apply(connection, changes), first=True)
        except (IntegrityError, Conflict, Occupied) as error:
            if len(batch) == 1:
                _fail(batch[0][1], error if isinstance(error, Occupied) else Conflict())
            else:  # find the one that collides; the others stand
                await self._one_by_one(batch)
        except OperationalError as error:
            if len(batch) == 1:
                _fail(batch[0][1], error)
            else:  # PostgreSQL ends one of two transactions that wait for each other
                await self._one_by_one(batch)
        except Exception as error:  # noqa: BLE001  # whoever is waiting must hear of any failure
            for _, done in batch:
                _fail(done, error)
        else:
            for _, done in batch:
                if not done.done():
                    done.set_result(None)

    async def _one_by_one(self, batch: Sequence[tuple[Append, "asyncio.Future[None]"]]) -> None:
        for one in batch:
            await self._commit([one])

    def _apply(self, connection: Connection, changes: Sequence[Append]) -> None:
        opened = [change.opens for change in changes if change.opens is not None]
        for table in opened:
            connection.execute(insert(tables), [columns(table.table)])
            connection.execute(insert(seats), [columns(row) for row in table.seats])
            _check_code(connection, table.table.code)
            if table.one_try is not None:
                connection.execute(insert(tries), [columns(table.one_try)])
        rows = [row for change in changes for row in change.entries]
        rows += [row for table in opened for row in table.entries]
        if rows:
            connection.execute(_add_entries, [_entry(row) for row in rows])
        self._follow_up(connection, changes)

    def _follow_up(self, connection: Connection, changes: Sequence[Append]) -> None:
        due = [
            {"b_id": change.table, "b_due": change.table_set["due"]}
            for change in changes
            if list(change.table_set) == ["due"]
        ]
        if due:
            connection.execute(_set_due, due)
        for change in changes:
            if change.table_set and list(change.table_set) != ["due"]:
                connection.execute(
                    update(tables).where(tables.c.id == change.table).values(**change.table_set)
                )
        seated = [_seat(row) for change in changes for row in change.seats]
        if seated:
            connection.execute(_set_seat, seated)
        claims.check(connection, changes)  # the rows of all tables are locked by now
        for ended in _endings(changes):
            self._tell(connection, ended)
        if self._publish is not None:
            self._publish(connection, changes)

    def _tell(self, connection: Connection, ended: Ended) -> None:
        """A subscriber that fails loses what it wrote; the match has ended all the same."""
        for subscriber in self._subscribers:
            try:
                with connection.begin_nested():
                    subscriber(connection, ended)
            except Exception:
                log.exception("ended.subscriber_failed", table=ended.table.id)


def _check_code(connection: Connection, code: str) -> None:
    """No table takes the code of one in the archive, which may come back. Asked after the table is there: one
    that is on its way to the archive meanwhile would have been in its way."""
    if connection.execute(select(archive.c.id).where(archive.c.code == code)).first() is not None:
        raise Conflict


def _endings(changes: Sequence[Append]) -> Iterator[Ended]:
    for change in changes:
        if change.ended is not None:
            yield change.ended
        if change.opens is not None and change.opens.ended is not None:
            yield change.opens.ended


def _by_table(change: Append) -> str:
    """Every process writes tables in the same order, so that no two wait for each other."""
    return change.table


def _fail(done: "asyncio.Future[None]", error: Exception) -> None:
    if not done.done():
        done.set_exception(error)


def _entry(row: EntryRow) -> dict[str, Any]:
    return {
        "table": row.table,
        "seq": row.seq,
        "kind": row.kind,
        "at": row.at,
        "wrote": row.wrote,
        "ply": row.ply,
        "seat": row.seat,
        "text": row.text,
        "more": row.more,
        "key": row.key,
    }


def _seat(row: SeatRow) -> dict[str, Any]:
    return {f"b_{name}": value for name, value in columns(row).items()}
