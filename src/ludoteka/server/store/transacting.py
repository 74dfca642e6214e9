"""Connections, and how a transaction is run: for SQLite by one thread that owns the one writing connection,
for PostgreSQL by pools. One trip to the thread for a whole transaction costs far less than one for every
statement.

The log goes first: a move does not wait until the arrivals of a whole school are on the disk (decision 340).
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol, TypeVar

from sqlalchemy import URL, Connection, StaticPool, Table, create_engine, event
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from ludoteka.server.store import migrate

T = TypeVar("T")
OnConnect = Callable[[Any, object], None]
SHARING = 16  # works beside the log that share a transaction: a move waits for so many at most
# To PostgreSQL, of one process: the log's own, and a pool for everything else.
OF_THE_LOG = 1  # one task writes it, one transaction after the other
POOL = 11
KEPT_OPEN = 8  # of the pool; the others are closed when nobody needs them
BESIDE_THE_LOG = 8  # transactions of the pool at a time: some connections are left for those who only read


def engine_for(database: str, is_pooled: bool = False) -> AsyncEngine:
    """An engine with the settings that make an acknowledged commit durable.

    Behind a pooler two transactions may meet different connections, which know no prepared statements.
    """
    url = migrate.address(database)
    if url.get_backend_name() == "sqlite":
        engine = create_async_engine(
            url.set(drivername="sqlite+aiosqlite"), pool_size=4, hide_parameters=True
        )
        event.listen(engine.sync_engine, "connect", set_pragmas)
        return engine
    return _pool(url, POOL, KEPT_OPEN, is_pooled)


def _pool(url: URL, most: int, kept_open: int, is_pooled: bool) -> AsyncEngine:
    return create_async_engine(
        url,
        pool_size=kept_open,
        max_overflow=most - kept_open,
        pool_pre_ping=True,
        hide_parameters=True,
        connect_args={"prepare_threshold": None} if is_pooled else {},
    )


def set_pragmas(connection: Any, _record: object) -> None:
    """What is acknowledged is on the disk (FULL), and readers never wait for the writer (WAL)."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def lock_at_once(connection: Connection) -> None:
    """Before a transaction reads what it decides by: SQLite locks at the first write, which is too late."""
    if connection.dialect.name == "sqlite" and not _is_open(connection):
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def add_once(connection: Connection, table: Table, row: dict[str, Any]) -> None:
    """Inserts a row unless it is there already."""
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    connection.execute(dialect.insert(table).values(**row).on_conflict_do_nothing())


def _is_open(connection: Connection) -> bool:
    """Whether SQLite is within a transaction: it undoes a whole one by itself when the disk is full."""
    raw: Any = connection.connection.driver_connection
    return bool(raw.in_transaction)


class Transactor(Protocol):
    """Runs work in a transaction; when it returns, the work is durable."""

    async def run(self, work: Callable[[Connection], T], *, first: bool = False) -> T:
        """`first`: before everything that waits and is not `first`."""

    async def stop(self) -> None: ...


class Pooled:
    """PostgreSQL: many transactions at a time; nobody who reads or writes has the connection of the log."""

    def __init__(self, engine: AsyncEngine, log: AsyncEngine) -> None:
        self._engine = engine
        self._log = log
        self._gate = asyncio.Semaphore(BESIDE_THE_LOG)

    async def run(self, work: Callable[[Connection], T], *, first: bool = False) -> T:
        if first:
            return await _transacted(self._log, work)
        async with self._gate:
            return await _transacted(self._engine, work)

    async def stop(self) -> None:
        """The other pool belongs to the store."""
        await self._log.dispose()


async def _transacted(engine: AsyncEngine, work: Callable[[Connection], T]) -> T:
    async with engine.begin() as connection:
        return await connection.run_sync(work)


@dataclass
class _Waiting:
    """Work that waits for the thread, and whoever waits for the work."""

    work: Callable[[Connection], Any]
    done: "Future[Any]" = field(default_factory=Future)

    def in_a_crowd(self, connection: Connection) -> Callable[[], None]:
        """Does the work so that a failure undoes only this; the answer says so once all are durable."""
        own = connection.begin_nested()
        try:
            result = self.work(connection)
        except Exception as error:
            if not _is_open(connection):
                raise  # nothing is left of what the others wrote
            own.rollback()
            return partial(self.done.set_exception, error)
        own.commit()
        return partial(self.done.set_result, result)

    def alone(self, connection: Connection) -> Callable[[], None]:
        return partial(self.done.set_result, self.work(connection))


class SingleThread:
    """SQLite: it has one writer anyway, so writers queue here and not in its busy handler.

    Work of the log has a transaction to itself and goes first; of the rest some share one, and their fsync.
    Where both wait they take turns.
    """

    def __init__(self, engine: AsyncEngine, on_connect: OnConnect) -> None:
        url = engine.url.set(drivername="sqlite")
        self._engine = create_engine(
            url, poolclass=StaticPool, connect_args={"check_same_thread": False}, hide_parameters=True
        )
        event.listen(self._engine, "connect", on_connect)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._log: deque[_Waiting] = deque()
        self._rest: deque[_Waiting] = deque()
        self._is_for_the_rest = False  # whose turn it is, if both wait

    async def run(self, work: Callable[[Connection], T], *, first: bool = False) -> T:
        one = _Waiting(work)
        (self._log if first else self._rest).append(one)
        self._thread.submit(self._turn)  # as many turns as works: there are always enough
        done: asyncio.Future[T] = asyncio.wrap_future(one.done)
        return await done

    def _turn(self) -> None:
        """One transaction, in the thread."""
        crowd = [one for one in self._next() if one.done.set_running_or_notify_cancel()]
        if not crowd:
            return
        try:
            ends = self._transact(crowd)
        except Exception as error:  # noqa: BLE001  # whoever is waiting must hear of any failure
            ends = [partial(one.done.set_exception, error) for one in crowd]
        for end in ends:
            end()

    def _next(self) -> list[_Waiting]:
        is_for_the_log = bool(self._log) and not (self._is_for_the_rest and self._rest)
        self._is_for_the_rest = is_for_the_log
        if is_for_the_log:
            return [self._log.popleft()]
        return [self._rest.popleft() for _ in range(min(SHARING, len(self._rest)))]

    def _transact(self, crowd: Sequence[_Waiting]) -> list[Callable[[], None]]:
        with self._engine.begin() as connection:
            if len(crowd) == 1:
                return [crowd[0].alone(connection)]
            lock_at_once(connection)
            return [one.in_a_crowd(connection) for one in crowd]

    async def stop(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._engine.dispose)
        self._thread.shutdown()


def transactor_for(engine: AsyncEngine, on_connect: OnConnect, is_pooled: bool = False) -> Transactor:
    """The transactor that suits the database."""
    if engine.dialect.name == "sqlite":
        return SingleThread(engine, on_connect)
    return Pooled(engine, _pool(engine.url, OF_THE_LOG, OF_THE_LOG, is_pooled))
