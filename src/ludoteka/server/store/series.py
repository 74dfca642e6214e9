"""Series of tables with the same draws, and everybody's one try in each."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field

from sqlalchemy import Connection, Row, Select, and_, delete, exists, func, select, update

from ludoteka.core.game import Left, Millis
from ludoteka.server.store.store import Store
from ludoteka.server.store.tables import columns, daily_secrets, series, tables, tries
from ludoteka.server.store.transacting import add_once
from ludoteka.server.table.rows import Ended, TryRow


@dataclass(frozen=True, slots=True)
class SeriesRow:
    """What many play with the same draws. The seed of a day is not stored."""

    id: str
    game: str
    host: str | None
    wish: str
    seed: bytes | None = field(repr=False)
    commitment: str
    opened: Millis
    closes: Millis


@dataclass(frozen=True, slots=True)
class Ranking:
    """Everybody's results in a series: how many began and finished, and how often each score was reached."""

    begun: int
    finished: int
    scores: tuple[tuple[int, int], ...]  # score and how often, the best first

    def rank(self, score: int) -> int:
        """The place of a score; equal scores share it."""
        return 1 + sum(number for other, number in self.scores if other > score)


# --- the secret of all days ----------------------------------------------------------------------


async def daily_secret(store: Store) -> str:
    """What the database keeps of it, made the first time; several processes may ask at once."""
    found = await store.read(select(daily_secrets.c.secret))
    if found:
        return str(found[0].secret)
    await store.save(lambda connection: add_once(connection, daily_secrets, _fresh_secret()))
    return str((await store.read(select(daily_secrets.c.secret)))[0].secret)


def _fresh_secret() -> dict[str, object]:
    return {"id": 1, "secret": secrets.token_hex(32)}


# --- series --------------------------------------------------------------------------------------


async def find(store: Store, name: str) -> SeriesRow | None:
    """A series by its name."""
    rows = await store.read(select(series).where(series.c.id == name))
    return SeriesRow(**rows[0]._mapping) if rows else None


async def announce(store: Store, row: SeriesRow) -> SeriesRow:
    """The series of this name, which is this one if there was none: what was announced first stands."""
    found = await find(store, row.id)
    if found is None:
        await store.save(lambda connection: add_once(connection, series, columns(row)))
        found = await find(store, row.id)
    assert found is not None
    return found


async def opened_by(store: Store, guest: str, now: Millis) -> int:
    """How many groups a guest has opened that are not closed yet; closed ones that nobody joined go."""
    mine = and_(series.c.host == guest, series.c.closes <= now)
    empty = ~exists().where(tries.c.series == series.c.id)
    await store.save(lambda connection: connection.execute(delete(series).where(mine, empty)).rowcount)
    open_still = and_(series.c.host == guest, series.c.closes > now)
    return int((await store.read(select(func.count()).select_from(series).where(open_still)))[0][0])


async def close(store: Store, name: str, now: Millis) -> list[str]:
    """From now on nothing of a series counts and nothing is secret; the answer is its tables."""

    def work(connection: Connection) -> list[str]:
        open_still = and_(series.c.id == name, series.c.closes > now)
        connection.execute(update(series).where(open_still).values(closes=now))
        sealed = and_(tables.c.series == name, tables.c.sealed_until > now)
        query = update(tables).where(sealed).values(sealed_until=now).returning(tables.c.id)
        opened = [row.id for row in connection.execute(query)]
        store.publish(connection, opened)
        return opened

    return await store.save(work)


# --- tries ---------------------------------------------------------------------------------------


async def try_of(store: Store, name: str, guest: str | None) -> TryRow | None:
    """Somebody's try in a series."""
    if guest is None:
        return None
    rows = await store.read(select(tries).where(tries.c.series == name, tries.c.guest == guest))
    return TryRow(**rows[0]._mapping) if rows else None


async def try_at(store: Store, name: str, table: str) -> TryRow | None:
    """The try of a series that is played at a table."""
    rows = await store.read(select(tries).where(tries.c.series == name, tries.c.table == table))
    return TryRow(**rows[0]._mapping) if rows else None


async def tally(store: Store, name: str) -> Ranking:
    """Everybody's results."""
    query = select(tries.c.score, func.count().label("number")).where(tries.c.series == name)
    rows = await store.read(query.group_by(tries.c.score))
    reached = sorted(((row.score, row.number) for row in rows if row.score is not None), reverse=True)
    return Ranking(sum(row.number for row in rows), sum(number for _, number in reached), tuple(reached))


async def leaders(store: Store, name: str, limit: int) -> list[TryRow]:
    """The best tries, of equal ones the earliest first."""
    scored = select(tries).where(tries.c.series == name, tries.c.score.is_not(None))
    rows = await store.read(scored.order_by(tries.c.score.desc(), tries.c.ended).limit(limit))
    return [TryRow(**row._mapping) for row in rows]


async def everybody(store: Store, name: str, limit: int) -> list[TryRow]:
    """Every try of a series, in the order in which they began."""
    rows = await store.read(select(tries).where(tries.c.series == name).order_by(tries.c.begun).limit(limit))
    return [TryRow(**row._mapping) for row in rows]


async def finished_by(store: Store, guest: str, prefix: str, limit: int) -> Sequence[Row[tuple[str, int]]]:
    """The series whose names begin so that a guest has finished, the latest first, with the scores."""
    mine: Select[tuple[str, int]] = select(tries.c.series, tries.c.score).where(
        tries.c.guest == guest, tries.c.series.like(f"{prefix}%"), tries.c.score.is_not(None)
    )
    return await store.read(mine.order_by(tries.c.series.desc()).limit(limit))


def note_end(connection: Connection, ended: Ended) -> None:
    """A try has ended: told in the transaction that ends its match, so it counts once and is never lost.

    Whoever left has no score, and what ends after the series has closed does not count.
    """
    if ended.table.series is None:
        return
    in_time = select(series.c.id).where(series.c.id == ended.table.series, series.c.closes > ended.at)
    mine = and_(tries.c.table == ended.table.id, tries.c.ended.is_(None), tries.c.series.in_(in_time))
    connection.execute(update(tries).where(mine).values(ended=ended.at, score=score_of(ended)))


def score_of(ended: Ended) -> int | None:
    """By how many points a try was ahead of the best opponent, alone simply the points; None: it was left."""
    seat = next(row.seat for row in ended.people if row.kind == "person")
    if any(isinstance(event, Left) and event.seat == seat for event in ended.match.events):
        return None
    if not ended.scores:
        return None
    others = [score for other, score in enumerate(ended.scores) if other != seat]
    return ended.scores[seat] - max(others, default=0)
