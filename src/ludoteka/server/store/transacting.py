"""Connections, and how a transaction is run: for SQLite by one thread that owns the one writing connection,
for PostgreSQL by the pool. One trip to the thread for a whole transaction costs far less than one for every
statement.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection, StaticPool, Table, create_engine, event
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from ludoteka.server.store import migrate

T = TypeVar("T")
OnConnect = Callable[[Any, object], None]


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
    return create_async_engine(
        url,
        pool_size=8,
        max_overflow=4,
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
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def add_once(connection: Connection, table: Table, row: dict[str, Any]) -> None:
    """Inserts a row unless it is there already."""
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    connection.execute(dialect.insert(table).values(**row).on_conflict_do_nothing())


class Transactor(Protocol):
    """Runs work in a transaction; when it returns, the work is durable."""

    async def run(self, work: Callable[[Connection], T]) -> T: ...
    async def stop(self) -> None: ...


class Pooled:
    """PostgreSQL: any connection of the pool, many transactions at a time."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def run(self, work: Callable[[Connection], T]) -> T:
        async with self._engine.begin() as connection:
            return await connection.run_sync(work)

    async def stop(self) -> None:
        """The pool belongs to the store."""


class SingleThread:
    """SQLite: it has one writer anyway, so writers queue here and not in its busy handler."""

    def __init__(self, engine: AsyncEngine, on_connect: OnConnect) -> None:
        url = engine.url.set(drivername="sqlite")
        self._engine = create_engine(
            url, poolclass=StaticPool, connect_args={"check_same_thread": False}, hide_parameters=True
        )
        event.listen(self._engine, "connect", on_connect)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="writer")

    def _transact(self, work: Callable[[Connection], T]) -> T:
        with self._engine.begin() as connection:
            return work(connection)

    async def run(self, work: Callable[[Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._transact, work)

    async def stop(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._engine.dispose)
        self._thread.shutdown()


def transactor_for(engine: AsyncEngine, on_connect: OnConnect) -> Transactor:
    """The transactor that suits the database."""
    return SingleThread(engine, on_connect) if engine.dialect.name == "sqlite" else Pooled(engine)
