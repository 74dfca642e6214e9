"""Who is here: guests with a socket, by the process that holds it."""

from sqlalchemy import Connection, select, update

from ludoteka.core.game import Millis
from ludoteka.server.store.store import Store
from ludoteka.server.store.tables import servers


async def tell(store: Store, process: str, here: set[str]) -> None:
    """Keeps whose sockets a process holds, for the other processes. With SQLite there is no other."""
    if store.is_postgres:
        names = " ".join(sorted(here))

        def work(connection: Connection) -> None:
            known = servers.c.here.is_distinct_from(names)
            connection.execute(update(servers).where(servers.c.id == process, known).values(here=names))

        await store.save(work)


async def everybody(store: Store, since: Millis) -> set[str]:
    """The guests of all processes that gave a sign of life since then."""
    if not store.is_postgres:
        return set()
    query = select(servers.c.here).where(servers.c.alive >= since, servers.c.here.is_not(None))
    return {guest for row in await store.read(query) for guest in row.here.split()}
