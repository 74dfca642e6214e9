"""Tables that wait for people: who looks for a match, and which ones nobody wants any more."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import and_, func, not_, or_, select

from ludoteka.core.game import Millis
from ludoteka.server.store.claims import playing
from ludoteka.server.store.store import Store
from ludoteka.server.store.tables import seats, somebody_at, tables
from ludoteka.server.table.rows import TableRow

_DAYS = tables.c.control.like('%"kind":"days"%')
_RATED = tables.c.allows.like('%"rated":true%')
_OPEN = and_(tables.c.state == "open", tables.c.public.is_(True))


async def like(store: Store, wished: TableRow, recent: Millis) -> list[str]:
    """Open public tables with the same game, options and clock, rated or not, the oldest first.

    Somebody must be there, or have been there since `recent`; strangers play without hints.
    """
    same = and_(
        tables.c.game == wished.game,
        tables.c.seats == wished.seats,
        tables.c.options == wished.options,
        tables.c.control == wished.control,
        _RATED if '"rated":true' in wished.allows else not_(_RATED),
    )
    query = select(tables.c.id).where(_OPEN, same, _is_seek(recent))
    return await store.ids(query.order_by(tables.c.created).limit(50))


async def alone(store: Store, recent: Millis) -> list[str]:
    """Tables for two at which one person waits for anybody, the oldest first."""
    people = select(seats.c.table).where(seats.c.kind == "person").group_by(seats.c.table)
    one = tables.c.id.in_(people.having(func.count() == 1).scalar_subquery())
    query = select(tables.c.id).where(_OPEN, tables.c.seats == 2, one, _is_seek(recent))
    return await store.ids(query.order_by(tables.c.created).limit(500))


async def now_playing(store: Store, people: Sequence[str], now: Millis) -> dict[str, str]:
    """Who of these plays a match that does not wait, and where."""
    return {row.guest: row.id for row in await store.read(playing(people, now))}


def _is_seek(recent: Millis) -> Any:
    """Its people wait for anybody, without help: they are there, or moves take days.

    Strangers speak in phrases, whatever somebody who opened a table would like better.
    """
    alive = or_(somebody_at(tables.c.id, recent), _DAYS)
    plain = ('%"hints":false%', '%"free_chat":false%', '%"spectators":true%')
    return and_(*(tables.c.allows.like(one) for one in plain), alive)


async def stale(store: Store, before: Millis, gone: Millis, days: Millis) -> list[str]:
    """Open tables that nobody joined since `before`, and public ones whose people left before `gone`.

    Where moves take days nobody needs to wait beside the table: it is stale if it is from before `days`.
    """
    left = and_(tables.c.public.is_(True), tables.c.created < gone, not_(somebody_at(tables.c.id, gone)))
    old = or_(tables.c.created < before, left)
    too_old = or_(and_(_DAYS, tables.c.created < days), and_(not_(_DAYS), old))
    return await store.ids(select(tables.c.id).where(tables.c.state == "open", too_old).limit(100))
