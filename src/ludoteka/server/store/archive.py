"""The archive: tables that nobody has needed for a while, each as one compressed row.

Whoever reads finds a table wherever it is. Whoever writes to an archived one brings it back first. Both moves
are one transaction, so that a table is in exactly one place whatever dies when.
"""

import json
import zlib
from dataclasses import replace
from typing import Any

from sqlalchemy import (
    CompoundSelect,
    Connection,
    Select,
    and_,
    delete,
    exists,
    insert,
    not_,
    or_,
    select,
    union,
    union_all,
)

from ludoteka.core.game import Millis
from ludoteka.server.store.tables import (
    archive,
    archived_others,
    archived_seats,
    columns,
    entries,
    seats,
    somebody_at,
    tables,
)
from ludoteka.server.store.transacting import lock_at_once
from ludoteka.server.table.rows import EntryRow, Loaded, SeatRow, TableRow

INDEXES = (archived_seats, archived_others)  # whom the packed tables name
_WENT_ON = '%"how": "takeback"%'

# --- moving --------------------------------------------------------------------------------------


def put_away(connection: Connection, before: Millis, limit: int) -> list[str]:
    """Archives up to `limit` tables that nobody has needed since `before`; the answer is their names."""
    lock_at_once(connection)
    finished = and_(tables.c.state == "over", tables.c.ended < before)
    expired = and_(tables.c.state == "running", tables.c.created < before)
    moved: list[str] = []
    for kind, order in ((finished, tables.c.ended), (expired, tables.c.created)):
        if len(moved) < limit:
            idle = select(tables.c.id).where(kind, _is_idle(before)).order_by(order)
            chosen = idle.limit(limit - len(moved)).with_for_update(skip_locked=True, of=tables)
            moved += [row.id for row in connection.execute(chosen).all()]
    for table in moved:
        _pack(connection, table)
    return moved


def _is_idle(before: Millis) -> Any:
    """The host has nothing to do there, nobody was there and nothing was written since, it has no seal."""
    written = exists().where(entries.c.table == tables.c.id, entries.c.wrote >= before)
    is_open = or_(tables.c.sealed_until.is_(None), tables.c.sealed_until < before)
    return and_(tables.c.due.is_(None), not_(somebody_at(tables.c.id, before)), not_(written), is_open)


def _pack(connection: Connection, table: str) -> None:
    """Moves one table, which is locked: an append of another process waits, and then collides."""
    whole = _load_hot(connection, table, 0)
    assert whole is not None
    row = whole.table
    connection.execute(
        insert(archive).values(
            id=row.id,
            code=row.code,
            created=row.created,
            ended=row.ended,
            followed_by=row.followed_by,
            result=row.result,
            whole=pack(whole),
        )
    )
    people = {seat.guest for seat in whole.seats if seat.guest is not None}
    for index, who in ((archived_seats, people), (archived_others, mentioned(whole) - people)):
        if who:
            connection.execute(insert(index), [{"table": table, "guest": one} for one in sorted(who)])
    for here in (entries, seats):
        connection.execute(delete(here).where(here.c.table == table))
    connection.execute(delete(tables).where(tables.c.id == table))


def mentioned(whole: Loaded) -> set[str]:
    """Every guest whom the rows of a table name: on a seat, as its host, in the keys of actions."""
    spoke = {row.key.partition(":")[0] for row in whole.entries if row.key is not None and ":" in row.key}
    return {whole.table.host} | {row.guest for row in whole.seats if row.guest is not None} | spoke


def known_to(guest: str) -> CompoundSelect[Any]:
    """The archived tables that name a guest."""
    return union(*(select(index.c.table).where(index.c.guest == guest) for index in INDEXES))


def bring_back(connection: Connection, table: str) -> bool:
    """Puts an archived table back among the others; False: it is not in the archive."""
    for index in INDEXES:
        connection.execute(delete(index).where(index.c.table == table))
    query = delete(archive).where(archive.c.id == table).returning(archive.c.whole)
    found = connection.execute(query).first()
    if found is None:
        return False
    whole = unpack(found.whole)
    connection.execute(insert(tables), [columns(whole.table)])
    connection.execute(insert(seats), [columns(row) for row in whole.seats])
    if whole.entries:
        connection.execute(insert(entries), [columns(row) for row in whole.entries])
    return True


# --- one table as bytes --------------------------------------------------------------------------


def pack(whole: Loaded) -> bytes:
    """Rows by the names of their columns, so that a column that comes later has its default."""
    table = columns(replace(whole.table, leased_by=None, leased_until=None))
    content = {
        "table": table | {"seed": whole.table.seed.hex()},
        "seats": [columns(replace(row, process=None)) for row in whole.seats],
        "entries": [_without_nothing(columns(row)) for row in whole.entries],
    }
    return zlib.compress(json.dumps(content, separators=(",", ":")).encode())


def _without_nothing(row: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if value is not None and name != "table"}


def unpack(packed: bytes) -> Loaded:
    """The table as it was."""
    content = json.loads(zlib.decompress(packed))
    table = TableRow(**content["table"] | {"seed": bytes.fromhex(content["table"]["seed"])})
    people = [SeatRow(**row) for row in content["seats"]]
    return Loaded(table, people, [EntryRow(table=table.id, **row) for row in content["entries"]])


# --- reading, wherever it is ---------------------------------------------------------------------


def load(connection: Connection, table: str, after: int) -> Loaded | None:
    """A table with the entries after a seq; the transaction must see one moment of the database."""
    found = _load_hot(connection, table, after)
    if found is not None:
        return found
    kept = connection.execute(select(archive.c.whole).where(archive.c.id == table)).first()
    if kept is None:
        return None
    whole = unpack(kept.whole)
    return replace(whole, entries=[row for row in whole.entries if row.seq > after])


def _load_hot(connection: Connection, table: str, after: int) -> Loaded | None:
    found = connection.execute(select(tables).where(tables.c.id == table)).first()
    if found is None:
        return None
    people = connection.execute(select(seats).where(seats.c.table == table).order_by(seats.c.seat))
    later = and_(entries.c.table == table, entries.c.seq > after)
    rows = connection.execute(select(entries).where(later).order_by(entries.c.seq))
    return Loaded(TableRow(*found), [SeatRow(*row) for row in people], [EntryRow(*row) for row in rows])


def end_of(table: str) -> Select[Any]:
    """The time at which a match ended that may have been taken back, and so gone on at other tables."""
    everywhere = union_all(
        *(select(kept.c.id, kept.c.ended, kept.c.result, kept.c.followed_by) for kept in (tables, archive))
    ).subquery()
    here = select(everywhere).where(everywhere.c.id == table).cte("here", recursive=True)
    goes_on = and_(everywhere.c.id == here.c.followed_by, here.c.result.like(_WENT_ON))
    chain = here.union_all(select(everywhere).join(here, goes_on))
    return select(chain.c.ended).where(chain.c.result.not_like(_WENT_ON))


def with_code(code: str) -> Select[Any]:
    """The table with this code."""
    found = union_all(*(select(kept.c.id).where(kept.c.code == code) for kept in (tables, archive)))
    return select(found.subquery().c.id)


def tables_of(guest: str, limit: int, *, going_on: bool = False) -> Select[Any]:
    """The tables of a guest: those that go on first (or only those), then the latest.

    A match that nobody went on with is in the archive without an end.
    """
    mine = select(seats.c.table).where(seats.c.guest == guest)
    hot = select(tables.c.id, (tables.c.state == "over").label("is_over"), tables.c.created).where(
        tables.c.id.in_(mine), tables.c.followed_by.is_(None)
    )
    once_mine = select(archived_seats.c.table).where(archived_seats.c.guest == guest)
    kept = select(archive.c.id, archive.c.ended.is_not(None).label("is_over"), archive.c.created).where(
        archive.c.id.in_(once_mine), archive.c.followed_by.is_(None)
    )
    found = union_all(hot, kept).subquery()
    query = select(found.c.id).order_by(found.c.is_over, found.c.created.desc()).limit(limit)
    return query.where(found.c.is_over.is_(False)) if going_on else query
