"""The store: everything the server asks of its database, in SQL that both kinds understand."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

import structlog
from sqlalchemy import (
    Connection,
    Row,
    Select,
    and_,
    delete,
    func,
    insert,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.exc import DBAPIError, IntegrityError

from ludoteka.core.game import Millis
from ludoteka.server import traces
from ludoteka.server.messages.errors import Later
from ludoteka.server.store import archive, migrate
from ludoteka.server.store.guests import GuestRow
from ludoteka.server.store.tables import (
    columns,
    guests,
    outages,
    seats,
    secrets,
    servers,
    somebody_at,
    tables,
)
from ludoteka.server.store.transacting import engine_for, set_pragmas, transactor_for
from ludoteka.server.store.writer import Busy, Published, Subscriber, Writer
from ludoteka.server.table.rows import Append, Conflict, Loaded, SeatRow

__all__ = ["Store", "Taken", "engine_for"]

T = TypeVar("T")
Span = tuple[Millis, Millis]
DAY = 86_400_000

log = structlog.get_logger()


class Taken(Exception):
    """That name is kept by somebody else."""


class Store:
    """One process's door to the database."""

    def __init__(
        self,
        database: str,
        pending: int = 20_000,
        publish: Published | None = None,
        is_pooled: bool = False,
    ) -> None:
        self.engine = engine_for(database, is_pooled)
        self.is_postgres = self.engine.dialect.name == "postgresql"
        self._transactor = transactor_for(self.engine, set_pragmas, is_pooled)
        self.writer = Writer(self._transactor, pending, publish)
        self._tell = publish

    async def start(self) -> None:
        self.writer.start()

    async def stop(self) -> None:
        await self.writer.stop()
        await self._transactor.stop()
        await self.engine.dispose()

    async def append(self, change: Append) -> None:
        """Returns when the change is durable; raises `Conflict` if the log has moved on."""
        with _saved(), traces.span("append"):
            try:
                await self.writer.append(change)
            except Conflict:  # or the table is in the archive
                if not await self.writer.write(
                    lambda connection: archive.bring_back(connection, change.table)
                ):
                    raise
                await self.writer.append(change)

    def on_ended(self, subscriber: Subscriber) -> None:
        """Subscribes to matches that end: see `Writer.on_ended`."""
        self.writer.on_ended(subscriber)

    async def ping(self) -> None:
        await self.read(select(1))

    # --- tables ----------------------------------------------------------------------------------

    async def open(self, opened: Loaded) -> None:
        """A new table with its seats and first entries."""
        await self.append(Append(opened.table.id, [], opens=opened))

    async def load(self, table: str, after: int = 0) -> Loaded | None:
        """A table with the entries after a seq, archived or not, as one consistent picture."""
        one_moment = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ" if self.is_postgres else "BEGIN"
        async with self.engine.connect() as connection:
            await connection.execute(text(one_moment))
            return await connection.run_sync(archive.load, table, after)

    async def end_of(self, table: str) -> Millis | None:
        """When a match ended that may have been taken back, and so gone on at other tables; None: not yet."""
        rows = await self.read(archive.end_of(table))
        return rows[0].ended if rows else None

    async def with_code(self, code: str) -> str | None:
        found = await self.ids(archive.with_code(code))
        return found[0] if found else None

    async def put_away(self, before: Millis, limit: int) -> list[str]:
        """Archives some tables that nobody has needed since `before`; the answer is their names."""
        return await self.save(lambda connection: archive.put_away(connection, before, limit))

    async def ids(self, query: Select[Any]) -> list[str]:
        return [row.id for row in await self.read(query)]

    async def lobby(self, state: str, limit: int) -> list[str]:
        """Public tables in this state with somebody there, the newest first; running ones may be watched."""
        public = and_(tables.c.state == state, tables.c.public.is_(True), _is_alive(state))
        query = select(tables.c.id).where(public)
        if state != "open":
            query = query.where(tables.c.allows.not_like('%"spectators":false%'))
        return await self.ids(query.order_by(tables.c.created.desc()).limit(limit))

    async def tables_of(self, guest: str, limit: int, *, going_on: bool = False) -> list[str]:
        return await self.ids(archive.tables_of(guest, limit, going_on=going_on))

    async def held(self, guest: str, since: Millis) -> int:
        """How many tables this guest has opened since then that are not over."""
        mine = and_(tables.c.host == guest, tables.c.state != "over", tables.c.created >= since)
        return int((await self.read(select(func.count()).where(mine)))[0][0])

    # --- presence --------------------------------------------------------------------------------

    async def set_presence(self, changed: Sequence[SeatRow], due: Millis | None) -> None:
        """Who has a socket where; the due time may change with it. Tables before seats, as in the writer."""

        def work(connection: Connection) -> None:
            table = changed[0].table
            _set_due(connection, table, tables.c.id == table, due)
            for row in changed:
                query = update(seats).where(seats.c.table == row.table, seats.c.seat == row.seat)
                connection.execute(query.values(process=row.process, away=row.away))
            self.publish(connection, [table])

        await self.save(work)

    # --- duties: leases --------------------------------------------------------------------------

    async def lease(self, process: str, now: Millis, until: Millis, limit: int) -> list[str]:
        """Takes tables on which the host must act, each for one process only."""
        free = or_(tables.c.leased_until.is_(None), tables.c.leased_until <= now)
        due = select(tables.c.id).where(tables.c.due <= now, free).order_by(tables.c.due).limit(limit)
        query = (
            update(tables)
            .where(tables.c.id.in_(due.with_for_update(skip_locked=True).scalar_subquery()))
            .values(leased_by=process, leased_until=until)
            .returning(tables.c.id)
        )

        def work(connection: Connection) -> list[str]:
            return [row.id for row in connection.execute(query)]

        if not await self.read(due.limit(1)):
            return []  # nothing is due: do not trouble the writer
        return await self.save(work)

    async def renew(self, process: str, held: Iterable[str], until: Millis) -> set[str]:
        """Keeps leases; the answer is those that are still held."""
        mine = and_(tables.c.leased_by == process, tables.c.id.in_(list(held)))
        query = update(tables).where(mine).values(leased_until=until).returning(tables.c.id)

        def work(connection: Connection) -> set[str]:
            return {row.id for row in connection.execute(query)}

        return await self.save(work)

    async def release(self, process: str, held: Iterable[str]) -> None:
        mine = and_(tables.c.leased_by == process, tables.c.id.in_(list(held)))
        await self._write(update(tables).where(mine).values(leased_by=None, leased_until=None))

    async def set_due(self, table: str, old: Millis | None, due: Millis | None) -> None:
        """Corrects a due time, unless another process has set a new one."""
        same = tables.c.due.is_(None) if old is None else tables.c.due == old
        which = and_(tables.c.id == table, same)
        await self.save(lambda connection: _set_due(connection, table, which, due))

    async def bury(self, alive: Iterable[str], now: Millis) -> set[str]:
        """People whose process is dead are away from now on; the answer is their tables."""
        orphaned = and_(seats.c.process.is_not(None), seats.c.process.not_in(list(alive)))
        touched = {row.table for row in await self.read(select(seats.c.table).where(orphaned))}
        if not touched:
            return set()

        def work(connection: Connection) -> set[str]:
            running = and_(tables.c.state == "running", tables.c.id.in_(touched))
            connection.execute(update(tables).where(running).values(due=now))
            connection.execute(update(seats).where(orphaned).values(process=None, away=now))
            self.publish(connection, sorted(touched))
            return touched

        return await self.save(work)

    # --- processes -------------------------------------------------------------------------------

    async def register(self, process: str, now: Millis, gap: Millis) -> set[Span]:
        """Enters a process with its first sign of life; all outages, also the one that ends with it."""

        def work(connection: Connection) -> set[Span]:
            self._note_outage(connection, now, gap)
            connection.execute(insert(servers).values(id=process, started=now, alive=now))
            connection.execute(delete(servers).where(servers.c.alive < now - DAY))
            return {(row.begin, row.end) for row in connection.execute(select(outages))}

        return await self.save(work)

    async def alive(self, process: str, now: Millis, gap: Millis | None) -> set[Span]:
        """A sign of life; the outages of the last day, which another process may have noticed.

        `gap`: this process gave no sign for long itself, so there may have been an outage; None: it did.
        """

        def work(connection: Connection) -> set[Span]:
            if gap is not None:
                self._note_outage(connection, now, gap)
            connection.execute(update(servers).where(servers.c.id == process).values(alive=now))
            recent = select(outages).where(outages.c.end > now - DAY)
            return {(row.begin, row.end) for row in connection.execute(recent)}

        return await self.save(work)

    def _note_outage(self, connection: Connection, now: Millis, gap: Millis) -> None:
        """If no process gave a sign of life for longer than `gap`, nobody's clock ran since the last one."""
        last_sign = select(func.max(servers.c.alive))
        last = connection.execute(last_sign).scalar()
        if last is None or now - last <= gap:
            return
        if self.is_postgres:  # of several that wake up together, one writes it down
            connection.execute(text(f"SELECT pg_advisory_xact_lock({migrate.LOCK})"))
            last = connection.execute(last_sign).scalar()
        if last is not None and now - last > gap:
            connection.execute(insert(outages).values(begin=last, end=now))

    async def signs_of_life(self) -> dict[str, Millis]:
        return {row.id: row.alive for row in await self.read(select(servers.c.id, servers.c.alive))}

    # --- secrets ---------------------------------------------------------------------------------

    async def secrets(self) -> list[tuple[Millis, str]]:
        rows = await self.read(select(secrets).order_by(secrets.c.created))
        return [(row.created, row.secret) for row in rows]

    async def add_secret(self, created: Millis, secret: str, expired: Millis) -> None:
        """A new secret; those from before `expired` go."""

        def work(connection: Connection) -> None:
            connection.execute(insert(secrets).values(created=created, secret=secret))
            connection.execute(delete(secrets).where(secrets.c.created < expired))

        await self.save(work)

    # --- people ----------------------------------------------------------------------------------

    async def add_guest(self, guest: GuestRow) -> None:
        await self._write(insert(guests).values(**columns(guest)))

    async def guest(self, guest: str) -> GuestRow | None:
        return await self._guest(guests.c.id == guest)

    async def guest_named(self, name_key: str) -> GuestRow | None:
        return await self._guest(guests.c.name_key == name_key)

    async def guest_with_token(self, digest: str) -> GuestRow | None:
        return await self._guest(guests.c.token == digest)

    async def bots_of(self, owner: str, *, dismissed: bool = False) -> list[GuestRow]:
        """The bot accounts of somebody; with those whose tokens do not work any more, if wished."""
        theirs = _guest_rows().where(guests.c.owner == owner)
        rows = await self.read(theirs if dismissed else theirs.where(guests.c.token.is_not(None)))
        return [GuestRow(**row._mapping) for row in rows]

    async def set_guest(self, guest: str, **values: Any) -> None:
        """Changes columns of a guest; raises `Taken` if a claimed name is not free."""
        try:
            await self._write(update(guests).where(guests.c.id == guest).values(**values))
        except IntegrityError as error:
            raise Taken from error

    def publish(self, connection: Connection, changed: Sequence[str]) -> None:
        """Other processes hear that these tables have changed, once the transaction is durable."""
        if self._tell is not None:
            self._tell(connection, [Append(table, []) for table in changed])

    async def _guest(self, which: Any) -> GuestRow | None:
        rows = await self.read(_guest_rows().where(which))
        return GuestRow(**rows[0]._mapping) if rows else None

    async def read(self, query: Select[Any]) -> Sequence[Row[Any]]:
        async with self.engine.connect() as connection:
            rows: Sequence[Row[Any]] = (await connection.execute(query)).all()
            return rows

    async def reading(self, work: Callable[[Connection], T]) -> T:
        """Several reads together, beside the writer."""
        async with self.engine.connect() as connection:
            return await connection.run_sync(work)

    async def save(self, work: Callable[[Connection], T]) -> T:
        with _saved():
            return await self.writer.write(work)

    async def _write(self, query: Any) -> None:
        def work(connection: Connection) -> None:
            connection.execute(query)

        await self.save(work)


@contextmanager
def _saved() -> Iterator[None]:
    """Whoever wants something saved hears that it was not, and that it is worth trying again."""
    try:
        yield
    except (Conflict, IntegrityError):
        raise
    except (DBAPIError, OSError, Busy) as error:
        log.error("store.not_saved", error=type(error).__name__, why=str(getattr(error, "orig", error)))
        raise Later("That cannot be saved just now. Please try again in a moment.") from error


def _set_due(connection: Connection, table: str, which: Any, due: Millis | None) -> None:
    """The host acts at a table then, which comes back for it from the archive."""
    query = update(tables).where(which).values(due=due)
    if not connection.execute(query).rowcount and archive.bring_back(connection, table):
        connection.execute(query)


def _is_alive(state: str) -> Any:
    """Somebody is there now; who waits for an opponent over days need not be."""
    here = somebody_at(tables.c.id)
    return or_(here, tables.c.control.like('%"kind":"days"%')) if state == "open" else here


def _guest_rows() -> Select[Any]:
    c = guests.c
    return select(c.id, c.name, c.created, c.name_key, c.password, c.token, c.owner)
