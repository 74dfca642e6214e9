"""What the database knows about somebody who studies: whether they are playing just now."""

from sqlalchemy import and_, exists, or_, select

from ludoteka.core.game import Millis
from ludoteka.server.store.store import Store
from ludoteka.server.store.tables import seats, sitting_players, sittings, tables


async def is_playing(store: Store, guest: str, game: str, now: Millis) -> bool:
    """Whether a guest gets no help with a game now, because of a table or a sitting."""
    return await is_at_table(store, guest, game, now) or await is_sitting(store, guest, game)


async def is_at_table(store: Store, guest: str, game: str, now: Millis) -> bool:
    """Whether a guest sits at a running table of a game with other people, or without hints.

    A try of a series that is over counts nowhere any more, so nobody is kept from studying for it.
    """
    other = seats.alias("other")
    somebody = exists().where(other.c.table == tables.c.id, other.c.kind == "person", other.c.guest != guest)
    query = (
        select(tables.c.id)
        .join(seats, seats.c.table == tables.c.id)
        .where(
            seats.c.guest == guest,
            and_(tables.c.state == "running", tables.c.game == game),
            or_(somebody, tables.c.allows.like('%"hints":false%')),
            or_(tables.c.series.is_(None), tables.c.sealed_until > now),
        )
    )
    return bool(await store.read(query.limit(1)))


async def is_sitting(store: Store, guest: str, game: str) -> bool:
    """Whether a guest takes part in a sitting of a game that goes on."""
    query = (
        select(sittings.c.id)
        .join(sitting_players, sitting_players.c.sitting == sittings.c.id)
        .where(sitting_players.c.guest == guest, sittings.c.game == game, sittings.c.ended.is_(None))
    )
    return bool(await store.read(query.limit(1)))
