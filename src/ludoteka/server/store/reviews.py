"""Reviews beside the tables they are about, kept when they are whole; a newer reference replaces them.

With a review goes what its people found and missed, by skill: the coach adds it up over all their matches.
"""

import json
import zlib
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select

from ludoteka.core.game import Json, Seat
from ludoteka.server.store.store import Store
from ludoteka.server.store.tables import guests, reviews, skills

ALL = ""  # instead of a skill: everything that was decided; there is one such row for each match


async def kept(store: Store, table: str, identity: str) -> Json | None:
    """The review of a table by this reference; None: there is none yet."""
    query = select(reviews.c.whole).where(reviews.c.table == table, reviews.c.identity == identity)
    found = await store.read(query)
    return json.loads(zlib.decompress(found[0].whole)) if found else None


async def keep(store: Store, table: str, identity: str, review: Json, people: Mapping[Seat, str]) -> None:
    """Keeps a review; two processes that made the same one do not mind each other."""
    row: dict[str, Any] = {
        "table": table,
        "identity": identity,
        "whole": zlib.compress(json.dumps(review, separators=(",", ":")).encode()),
    }
    counted = _counted(table, review, people)

    def work(connection: Connection) -> None:
        for kind in (reviews, skills):
            connection.execute(delete(kind).where(kind.c.table == table))
        connection.execute(insert(reviews).values(**row))
        there = set(connection.scalars(select(guests.c.id).where(guests.c.id.in_(people.values()))))
        if known := [one for one in counted if one["guest"] in there]:  # who was forgotten meanwhile is not
            connection.execute(insert(skills), known)

    await store.save(work)


def _counted(table: str, review: Json, people: Mapping[Seat, str]) -> list[dict[str, Any]]:
    """What each person found and missed in a match."""
    rows = []
    for sums in review.get("seats", ()):
        guest = people.get(sums["seat"])
        if guest is None:
            continue
        every = {ALL: {"found": sums["decisions"], "missed": 0}, **sums["skills"]}
        row = {"table": table, "guest": guest, "game": review["game"]}
        rows += [{**row, "skill": name[:60], **counts} for name, counts in every.items()]
    return rows


async def reviewed(store: Store, guest: str) -> dict[str, int]:
    """How many matches of a guest were reviewed, by game."""
    mine = select(skills.c.game, func.count().label("number"))
    mine = mine.where(skills.c.guest == guest, skills.c.skill == ALL)
    return {row.game: int(row.number) for row in await store.read(mine.group_by(skills.c.game))}


async def found_and_missed(store: Store, guest: str, game: str) -> tuple[int, dict[str, tuple[int, int]]]:
    """In how many reviewed matches of a guest, and how often what was found and missed, by skill."""
    sums = (func.count(), func.sum(skills.c.found), func.sum(skills.c.missed))
    mine = select(skills.c.skill, *sums).where(skills.c.guest == guest, skills.c.game == game)
    rows = [tuple(row) for row in await store.read(mine.group_by(skills.c.skill))]
    matches = sum(number for skill, number, _, _ in rows if skill == ALL)
    return matches, {skill: (int(found), int(missed)) for skill, _, found, missed in rows if skill != ALL}
