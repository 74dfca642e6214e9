"""Who plays a match that does not wait: nobody is paired into two of them.

The claim is made in the transaction that seats somebody, with the rows of the people locked, so that neither
parallel requests nor two processes can seat one person twice.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, Select, and_, exists, not_, or_, select

from ludoteka.core.game import Millis
from ludoteka.server.messages.errors import Occupied
from ludoteka.server.store.tables import entries, guests, seats, tables
from ludoteka.server.table.rows import Append

JUST_BEGUN_MS = 20_000  # without a clock nobody knows whether a match is still played
_CLOCK = or_(*(tables.c.control.like(f'%"kind":"{kind}"%') for kind in ("move", "bank")))
_HASTY = not_(tables.c.control.like('%"kind":"days"%'))


def playing(people: Iterable[str], now: Millis) -> Select[Any]:
    """Tables at which these people play against others now, and cannot put it off."""
    others = seats.alias()
    met = exists().where(
        others.c.table == seats.c.table, others.c.kind == "person", others.c.guest != seats.c.guest
    )
    left = exists().where(
        entries.c.table == seats.c.table, entries.c.kind == "left", entries.c.seat == seats.c.seat
    )
    running = and_(tables.c.state == "running", tables.c.public.is_(True), _HASTY)
    urgent = or_(_CLOCK, tables.c.started > now - JUST_BEGUN_MS)
    query = select(tables.c.id, seats.c.guest).join(seats, seats.c.table == tables.c.id)
    return query.where(seats.c.guest.in_(list(people)), running, urgent, met, not_(left))


def check(connection: Connection, changes: Sequence[Append]) -> None:
    """Refuses changes that seat somebody who plays elsewhere; rows are locked in one order by everybody."""
    claimed = sorted({guest for change in changes for guest in change.claims})
    if not claimed:
        return
    people = select(guests.c.id).where(guests.c.id.in_(claimed), guests.c.owner.is_(None))
    found = connection.scalars(people.order_by(guests.c.id).with_for_update()).all()
    for change in changes:
        mine = [guest for guest in change.claims if guest in found]
        elsewhere = playing(mine, change.entries[-1].wrote).where(tables.c.id != change.table)
        if mine and connection.execute(elsewhere.limit(1)).first() is not None:
            raise Occupied("Somebody at this table plays elsewhere just now.")
