"""Who asks whom for a match: beside the table that was opened for it."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, or_, select

from ludoteka.core.game import Millis
from ludoteka.core.refusals import BadRequest
from ludoteka.server.store.store import Store
from ludoteka.server.store.tables import challenges, guests, tables

_OPEN = tables.c.state == "open"
MONTH_MS = 30 * 86_400_000
STANDING = 10  # challenges of one guest at a time
ASKED = 30  # to one guest at a time


def check(connection: Connection, guest: str, opponent: str) -> None:
    """Refuses (`BadRequest`) to ask the same person twice, everybody, or somebody whom everybody asks."""
    either = or_(challenges.c.guest == guest, challenges.c.opponent == opponent)
    query = select(challenges.c.guest, challenges.c.opponent).join(tables, tables.c.id == challenges.c.table)
    standing = [(row.guest, row.opponent) for row in connection.execute(query.where(_OPEN, either))]
    if (guest, opponent) in standing:
        raise BadRequest("You have asked them already.")
    mine = sum(asks == guest for asks, _ in standing)
    if mine >= STANDING:
        raise BadRequest("You have asked {n} people already: wait for an answer first.", n=mine)
    if sum(asked == opponent for _, asked in standing) >= ASKED:
        raise BadRequest("So many have asked them that they cannot be asked just now.")


async def add(store: Store, table: str, guest: str, opponent: str, now: Millis) -> None:
    """A new one, checked again: others may have asked at the same time. What is a month old goes."""

    def work(connection: Connection) -> None:
        both = select(guests.c.id).where(guests.c.id.in_((guest, opponent)))
        connection.execute(both.order_by(guests.c.id).with_for_update())  # one after the other
        check(connection, guest, opponent)
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
        .where(_OPEN)
        .order_by(challenges.c.created)
    )
    return await store.read(query)


async def drop(store: Store, table: str) -> None:
    """It was declined, or taken back."""
    await store.save(lambda c: c.execute(delete(challenges).where(challenges.c.table == table)))
