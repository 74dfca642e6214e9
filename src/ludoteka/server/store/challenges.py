"""Who asks whom for a match: beside the table that was opened for it."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, or_, select

from ludoteka.core.game import Millis
from ludoteka.server.store.store import Store
from ludoteka.server.store.tables import challenges, guests, tables

MONTH_MS = 30 * 86_400_000


async def add(store: Store, table: str, guest: str, opponent: str, now: Millis) -> None:
    """A new one; what is a month old goes."""

    def work(connection: Connection) -> None:
        connection.execute(delete(challenges).where(challenges.c.created < now - MONTH_MS))
        row = {"table": table, "guest": guest, "opponent": opponent, "created": now}
        connection.execute(insert(challenges).values(**row))

    await store.save(work)


async def of(store: Store, guest: str) -> Sequence[Row[Any]]:
    """Those that stand: by somebody or to them, with the name of the other."""
    other = guests.c.id == challenges.c.guest
    mine = guests.c.id == challenges.c.opponent
    theirs = or_(
        (challenges.c.guest == guest) & mine,
        (challenges.c.opponent == guest) & other,
    )
    query = (
        select(challenges, guests.c.name)
        .join(tables, tables.c.id == challenges.c.table)
        .join(guests, theirs)
        .where(tables.c.state == "open")
        .order_by(challenges.c.created)
    )
    return await store.read(query)


async def drop(store: Store, table: str) -> None:
    """It was declined, or taken back."""
    await store.save(lambda c: c.execute(delete(challenges).where(challenges.c.table == table)))
