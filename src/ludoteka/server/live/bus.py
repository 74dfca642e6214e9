"""How server processes tell each other that a table has changed: PostgreSQL's LISTEN and NOTIFY.

A notification travels with the transaction of the change, so it never comes too early. It carries only
names of tables: whoever is interested reads the log. With SQLite there is one process and nobody to tell.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence

import structlog
from sqlalchemy import Connection, text

from ludoteka.server.store import migrate
from ludoteka.server.table.rows import Append

log = structlog.get_logger()
CHANNEL = "ludoteka"
PAYLOAD = 7000  # PostgreSQL takes less than 8000 bytes
_notify = text("SELECT pg_notify(:channel, :payload)")

Heard = Callable[[Sequence[str]], Awaitable[None]]


def payloads(process: str, tables: Sequence[str]) -> Iterator[str]:
    """The names of tables, in as many notifications as necessary."""
    line = process
    for table in tables:
        if len(line) + len(table) + 1 > PAYLOAD:
            yield line
            line = process
        line += f" {table}"
    if line != process:
        yield line


def publish(connection: Connection, process: str, tables: Sequence[str]) -> None:
    """Tells the other processes once this transaction is durable."""
    for payload in payloads(process, tables):
        connection.execute(_notify, {"channel": CHANNEL, "payload": payload})


def tables_in(changes: Sequence[Append]) -> list[str]:
    """The tables that a batch of changes concerns."""
    opened = [change.opens.table.id for change in changes if change.opens is not None]
    return list(dict.fromkeys([*(change.table for change in changes), *opened]))


class Listener:
    """Hears what other processes did; after losing the connection it asks for everything anew."""

    def __init__(
        self, database: str, process: str, heard: Heard, lost: Callable[[], Awaitable[None]]
    ) -> None:
        url = migrate.address(database).set(drivername="postgresql")
        self._address = url.render_as_string(hide_password=False)
        self._process = process
        self._heard = heard
        self._lost = lost
        self._task: asyncio.Task[None] | None = None
        self.is_connected = False

    async def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name="listener")

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        import psycopg  # a server on SQLite starts without it

        while True:
            try:
                await self._listen()
            except psycopg.Error as error:
                log.warning("bus.lost", error=type(error).__name__)
            self.is_connected = False
            await asyncio.sleep(0.5)

    async def _listen(self) -> None:
        import psycopg

        connection = await psycopg.AsyncConnection.connect(self._address, autocommit=True)
        async with connection:
            await connection.execute(f"LISTEN {CHANNEL}")
            self.is_connected = True
            await self._lost()  # whatever was said before this moment was not heard
            async for notify in connection.notifies():
                process, *tables = notify.payload.split(" ")
                if process != self._process:
                    await self._heard(tables)
