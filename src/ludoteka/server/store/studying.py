"""What the database knows about somebody who studies: whether they are playing just now."""

import json

from sqlalchemy import and_, exists, func, or_, select

from ludoteka.core.game import Millis
from ludoteka.core.sitting import DAY, form_of
from ludoteka.server.store.store import Store
from ludoteka.server.store.tables import seats, sitting_entries, sitting_players, sittings, tables
from ludoteka.server.table.timekeeping import Timekeeper


async def is_playing(store: Store, guest: str, game: str, time: Timekeeper) -> bool:
    """Whether a guest gets no help with a game now, because of a table or a sitting."""
    at_table = await is_at_table(store, guest, game, time.now())
    return at_table or await is_sitting(store, guest, game, time)


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


async def is_sitting(store: Store, guest: str, game: str, time: Timekeeper) -> bool:
    """Whether a guest takes part in a sitting of a game that goes on, also if they left: they may return.

    It goes on from its first turn. One in which nothing has happened for the time of a turn and a day does
    not count, or a sitting that nobody ends would keep people from studying for ever.
    """
    log = sitting_entries.c
    query = (
        select(sittings.c.form, func.max(log.at).label("since"))
        .join(sitting_players, sitting_players.c.sitting == sittings.c.id)
        .join(sitting_entries, log.sitting == sittings.c.id)
        .where(sitting_players.c.guest == guest, sittings.c.game == game, sittings.c.ended.is_(None))
        .where(log.kind.in_(("begun", "ended")))
        .group_by(sittings.c.id, sittings.c.form)
    )
    return any(_goes_on(row.form, row.since, time) for row in await store.read(query))


def _goes_on(form: str, since: Millis, time: Timekeeper) -> bool:
    seconds = form_of(json.loads(form)).seconds + DAY
    return time.now() <= time.wall_time(since, 1000 * seconds)
