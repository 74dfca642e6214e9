"""Sittings in the database: what was opened, who takes part, and the log, which only grows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, and_, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from ludoteka.core.game import Millis
from ludoteka.server.store.store import Store
from ludoteka.server.store.tables import columns, sitting_entries, sitting_players, sittings
from ludoteka.server.table.rows import Conflict
from ludoteka.server.table.sitting_log import SittingEntry

SITTING = "~"  # before the id of a sitting, where processes tell each other what has changed


@dataclass(frozen=True, slots=True)
class SittingRow:
    """What was opened."""

    id: str
    game: str
    host: str
    options: str
    form: str
    seed: bytes = field(repr=False)
    commitment: str
    opened: Millis
    ended: Millis | None = None


@dataclass(frozen=True, slots=True)
class SitterRow:
    """Somebody who takes part."""

    sitting: str
    player: int
    guest: str
    name: str


@dataclass(frozen=True, slots=True)
class ListedSitting:
    """A sitting of somebody: their own number if they take part, and the last entry of its log."""

    row: SittingRow
    player: int | None
    seq: int


async def add(store: Store, row: SittingRow) -> None:
    """A new one."""

    def work(connection: Connection) -> None:
        connection.execute(insert(sittings).values(**columns(row)))

    await store.save(work)


async def find(store: Store, name: str) -> SittingRow | None:
    """A sitting by its id."""
    rows = await store.read(select(sittings).where(sittings.c.id == name))
    return SittingRow(**rows[0]._mapping) if rows else None


async def held(store: Store, guest: str, since: Millis) -> int:
    """How many sittings somebody has opened since then that are not over."""
    c = sittings.c
    mine = select(func.count()).where(c.host == guest, c.ended.is_(None), c.opened >= since)
    return int((await store.read(mine))[0][0])


async def going_on(store: Store, guest: str) -> tuple[list[str], list[str]]:
    """The sittings that are not over which somebody has opened, and those of others that they have joined."""
    c, joined = sittings.c, sitting_players.c
    opened = select(c.id).where(c.host == guest, c.ended.is_(None))
    others = (
        select(c.id)
        .join(sitting_players, joined.sitting == c.id)
        .where(joined.guest == guest, c.host != guest, c.ended.is_(None))
    )
    return [row.id for row in await store.read(opened)], [row.id for row in await store.read(others)]


async def latest(store: Store, guest: str, since: Millis, limit: int) -> list[ListedSitting]:
    """The sittings opened since then that are not over and are somebody's, the newest first."""
    c, joined, log = sittings.c, sitting_players.c, sitting_entries.c
    mine = select(joined.sitting).where(joined.guest == guest)
    seq = select(func.coalesce(func.max(log.seq), 0)).where(log.sitting == c.id).scalar_subquery()
    mine_there = and_(joined.sitting == c.id, joined.guest == guest)
    going = (
        select(sittings, joined.player.label("me"), seq.label("seq"))
        .outerjoin(sitting_players, mine_there)
        .where(or_(c.host == guest, c.id.in_(mine)), c.ended.is_(None), c.opened >= since)
    )
    rows = await store.read(going.order_by(c.opened.desc()).limit(limit))
    return [_listed(row._mapping) for row in rows]


def _listed(row: Mapping[Any, Any]) -> ListedSitting:
    opened = SittingRow(**{column.name: row[column.name] for column in sittings.c})
    return ListedSitting(opened, row["me"], row["seq"])


async def players(store: Store, name: str) -> list[SitterRow]:
    """Everybody who takes part, by their numbers."""
    mine = select(sitting_players).where(sitting_players.c.sitting == name)
    return [SitterRow(**row._mapping) for row in await store.read(mine.order_by(sitting_players.c.player))]


async def entries(store: Store, name: str, after: int) -> list[SittingEntry]:
    """The log after an entry."""
    c = sitting_entries.c
    query = select(c.seq, c.kind, c.at, c.player, c.text).where(c.sitting == name, c.seq > after)
    return [SittingEntry(**row._mapping) for row in await store.read(query.order_by(c.seq))]


async def append(
    store: Store,
    name: str,
    added: Sequence[SittingEntry],
    sitter: SitterRow | None = None,
    ended: Millis | None = None,
) -> None:
    """Entries that become durable together, with a new player; raises `Conflict` if the log has moved on."""

    def work(connection: Connection) -> None:
        last = select(func.max(sitting_entries.c.seq)).where(sitting_entries.c.sitting == name)
        if (connection.execute(last).scalar() or 0) != added[0].seq - 1:
            raise Conflict
        if sitter is not None:
            connection.execute(insert(sitting_players).values(**columns(sitter)))
        connection.execute(insert(sitting_entries), [{"sitting": name, **columns(one)} for one in added])
        if ended is not None:
            connection.execute(update(sittings).where(sittings.c.id == name).values(ended=ended))
        store.publish(connection, [f"{SITTING}{name}"])

    try:
        await store.save(work)
    except IntegrityError as error:
        raise Conflict from error
