"""The devices of guests: which cookies still count."""

from sqlalchemy import Connection, delete, insert, select, update

from ludoteka.core.game import Millis
from ludoteka.server.store.guests import SessionRow
from ludoteka.server.store.store import Store
from ludoteka.server.store.tables import columns, sessions


async def add(store: Store, row: SessionRow, forgotten: Millis) -> None:
    """A new session; those that were last seen before `forgotten` go."""

    def work(connection: Connection) -> None:
        connection.execute(insert(sessions).values(**columns(row)))
        connection.execute(delete(sessions).where(sessions.c.guest == row.guest, sessions.c.seen < forgotten))

    await store.save(work)


async def of_guest(store: Store, guest: str) -> list[SessionRow]:
    """The sessions of a guest, the latest first."""
    query = select(sessions).where(sessions.c.guest == guest).order_by(sessions.c.seen.desc())
    return [SessionRow(**row._mapping) for row in await store.read(query)]


async def is_open(store: Store, session: str, guest: str) -> bool:
    """Whether this session of this guest still counts."""
    query = select(sessions.c.id).where(sessions.c.id == session, sessions.c.guest == guest)
    return bool(await store.read(query))


async def see(store: Store, session: str, now: Millis) -> None:
    """The device was here again."""
    await store.save(lambda c: c.execute(update(sessions).where(sessions.c.id == session).values(seen=now)))


def end(connection: Connection, session: str, guest: str) -> bool:
    """The session's cookie stops working; False: there is no such session."""
    mine = delete(sessions).where(sessions.c.id == session, sessions.c.guest == guest)
    return bool(connection.execute(mine).rowcount)
