"""Everything about somebody goes: their rows are deleted, and in the logs of others a nameless one remains.

Matches and ratings of others stay what they were, so the nameless one has an id of its own in them, which is
drawn for it and leads nowhere.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection, Table, and_, delete, func, or_, select, union, update

from ludoteka.server.store import archive as archives
from ludoteka.server.store import standings
from ludoteka.server.store.tables import (
    archive,
    challenges,
    entries,
    finished_seats,
    guests,
    metadata,
    puzzle_solvers,
    puzzle_tries,
    reviews,
    seats,
    servers,
    sessions,
    sitting_players,
    skills,
    tables,
    tries,
)
from ludoteka.server.table.rows import EntryRow, Loaded, SeatRow

NOBODY = "—"  # their name from now on, in every language
PEOPLE = ("guest", "opponent", "host")  # columns that name somebody
OWN = (sessions, challenges, skills, puzzle_solvers, puzzle_tries)  # rows that are about one person alone
KEPT = (tries, sitting_players, skills, puzzle_solvers, puzzle_tries)  # what else is known about somebody


@dataclass(frozen=True, slots=True)
class Gone:
    """Somebody who is forgotten, and the nameless one in their place."""

    guest: str
    name: str
    nameless: str


# --- where somebody is ---------------------------------------------------------------------------


def held_by(connection: Connection, guest: str) -> set[str]:
    """Tables, not archived, at which somebody sits or which they opened: quickly found."""
    found = union(
        select(seats.c.table.label("id")).where(seats.c.guest == guest),
        select(tables.c.id).where(tables.c.host == guest),
    )
    return {row.id for row in connection.execute(found)}


def spoken_at(connection: Connection, guest: str) -> set[str]:
    """Tables, not archived, whose log has something that somebody did: every log is looked through."""
    return set(connection.scalars(select(entries.c.table).where(entries.c.key.like(f"{guest}:%")).distinct()))


def archived_with(connection: Connection, guest: str) -> list[str]:
    """The same in the archive: whoever is in a packed log is in an index beside it."""
    return sorted(connection.scalars(archives.known_to(guest)))


def known(connection: Connection, guest: str) -> list[str]:
    """Every table whose log or seats name somebody."""
    open_ones = held_by(connection, guest) | spoken_at(connection, guest)
    return [*sorted(open_ones), *archived_with(connection, guest)]


def rows_about(connection: Connection, guest: str) -> dict[str, list[dict[str, Any]]]:
    """Tries of daily boards, skills and puzzles: row by row as they are kept."""
    found = {}
    for kept in KEPT:
        rows = connection.execute(select(kept).where(kept.c.guest == guest))
        found[kept.name] = [dict(row._mapping) for row in rows]
    return found


# --- going ---------------------------------------------------------------------------------------


def forget(connection: Connection, gone: Gone, known: Sequence[str]) -> list[str]:
    """Forgets somebody at the tables that are known to name them, in the archive or not, and elsewhere.

    The answer is every table touched. `known` may have grown since it was read: see `held_by`.
    """
    standings.lock(connection)  # else ratings that are being folded bring the old id back
    touched = sorted(held_by(connection, gone.guest).union(known))
    for table in touched:
        if not _forget_packed(connection, gone, table):
            _forget_at(connection, gone, table)
    for own in OWN:
        connection.execute(delete(own).where(or_(*(own.c[name] == gone.guest for name in _people(own)))))
    for some in _in_pieces(touched):
        connection.execute(delete(reviews).where(reviews.c.table.in_(some)))  # they can be made again
    for shown in (finished_seats, tries, sitting_players):
        connection.execute(update(shown).where(_is(shown, gone)).values(name=NOBODY))
    for kept in metadata.tables.values():
        if kept in archives.INDEXES:  # a table that has come to the archive meanwhile must still be found
            continue
        for name in _people(kept):
            rename = update(kept).where(kept.c[name] == gone.guest)
            connection.execute(rename.values({name: gone.nameless}))
    absent = func.replace(servers.c.here, gone.guest, "")
    connection.execute(update(servers).where(servers.c.here.contains(gone.guest)).values(here=absent))
    connection.execute(delete(guests).where(guests.c.id == gone.guest))
    return touched


def _people(table: Table) -> list[str]:
    return [name for name in PEOPLE if name in table.c]


def _is(table: Table, gone: Gone) -> Any:
    return table.c.guest == gone.guest


def _in_pieces(names: Sequence[str], size: int = 500) -> Iterable[Sequence[str]]:
    return (names[first : first + size] for first in range(0, len(names), size))


def _forget_at(connection: Connection, gone: Gone, table: str) -> None:
    """The seats and the log of a table; whose seats they were is renamed with all other columns."""
    whole = archives.load(connection, table, 0)
    if whole is None:
        return  # it is on its way to the archive, or has been deleted
    nameless = _nameless(whole, gone)
    for before, after in zip(whole.entries, nameless.entries, strict=True):
        if before != after:
            here = and_(entries.c.table == table, entries.c.seq == before.seq)
            values = {"text": after.text, "more": after.more, "key": after.key}
            connection.execute(update(entries).where(here).values(**values))
    connection.execute(update(seats).where(seats.c.table == table, _is(seats, gone)).values(name=NOBODY))


def _forget_packed(connection: Connection, gone: Gone, table: str) -> bool:
    """The same in the archive; False: the table is not there."""
    found = connection.execute(select(archive.c.whole).where(archive.c.id == table)).first()
    if found is None:
        return False
    packed = archives.pack(_nameless(archives.unpack(found.whole), gone))
    connection.execute(update(archive).where(archive.c.id == table).values(whole=packed))
    for index in archives.INDEXES:
        here = and_(index.c.table == table, index.c.guest == gone.guest)
        connection.execute(update(index).where(here).values(guest=gone.nameless))
    return True


# --- a log without somebody ----------------------------------------------------------------------


def _nameless(whole: Loaded, gone: Gone) -> Loaded:
    mine = {row.seat for row in whole.seats if row.guest == gone.guest}
    names = {gone.name} | {row.name for row in whole.seats if row.guest == gone.guest}
    table = whole.table
    return Loaded(
        replace(table, host=gone.nameless if table.host == gone.guest else table.host),
        [_nameless_seat(row, gone) for row in whole.seats],
        [_nameless_entry(row, gone, mine, names) for row in whole.entries],
    )


def _nameless_seat(row: SeatRow, gone: Gone) -> SeatRow:
    return replace(row, guest=gone.nameless, name=NOBODY) if row.guest == gone.guest else row


def _nameless_entry(row: EntryRow, gone: Gone, mine: set[int], names: set[str]) -> EntryRow:
    """Their moves stay; their name, their keys and what they said in their own words go."""
    is_own = row.key is not None and row.key.startswith(f"{gone.guest}:")
    key = gone.nameless + row.key[len(gone.guest) :] if is_own and row.key is not None else row.key
    more = json.loads(row.more) if row.more else {}
    is_about = row.seat in mine or row.kind in ("seated", "stood")
    if (more.get("name") in names and is_about) or (is_own and "name" in more and "level" not in more):
        more["name"] = NOBODY  # also one that they had before
    text = NOBODY if is_own and row.kind == "said" and row.text else row.text
    return replace(row, key=key, more=json.dumps(more) if more else row.more, text=text)
