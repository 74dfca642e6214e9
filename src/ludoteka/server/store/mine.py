"""Somebody's finished matches: pages of them, numbers about them, and leaderboards."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, Select, and_, case, exists, func, select

from ludoteka.core.game import Millis
from ludoteka.ratings.fold import ESTABLISHED, OPPONENTS
from ludoteka.server.messages.mine import MyOutcome
from ludoteka.server.store.store import Store
from ludoteka.server.store.tables import finished, finished_seats, guests, ratings
from ludoteka.server.table.finished import UNPLAYED
from ludoteka.server.table.naming import name_key

COUNTED = 5000  # matches that statistics look at, the latest


@dataclass(frozen=True, slots=True)
class MatchFilter:
    """Which finished matches somebody wants to see; None: all."""

    guest: str
    game: str | None = None
    pace: str | None = None
    opponent: str | None = None
    outcome: str | None = None
    rated: bool | None = None
    table: str | None = None


@dataclass(frozen=True, slots=True)
class Kept:
    """A finished match with its seats, as somebody sees it."""

    match: Row[Any]
    seats: Sequence[Row[Any]]

    @property
    def outcome(self) -> MyOutcome:
        """How it went for whoever asked."""
        found: MyOutcome = self.match.outcome
        return found


def _outcome(guest: str) -> Any:
    """How a match went for somebody: the database can search for it."""
    here = select(func.count()).where(finished_seats.c.table == finished.c.table)
    mine = here.where(finished_seats.c.guest == guest)
    first = finished_seats.c.rank == 1
    return case(
        (finished.c.how.in_(("abort", UNPLAYED)), "aborted"),
        (mine.scalar_subquery() > 1, "several"),
        (here.scalar_subquery() == 1, "alone"),
        (mine.where(first).scalar_subquery() == 0, "lost"),
        (here.where(first).scalar_subquery() == 1, "won"),
        else_="drawn",
    )


async def page(store: Store, question: MatchFilter, offset: int, limit: int) -> tuple[list[Kept], int]:
    """Some finished matches, the latest first, and how many there are."""
    which = _fits(question)
    total = (await store.read(select(func.count()).select_from(finished).where(which)))[0][0]
    query = _seen_by(question.guest).where(which).order_by(*_LATEST).offset(offset).limit(limit)
    return await _with_seats(store, query), int(total)


async def everything(store: Store, guest: str) -> list[Kept]:
    """All finished matches of somebody that statistics look at, the latest first."""
    query = _seen_by(guest).where(_fits(MatchFilter(guest))).order_by(*_LATEST).limit(COUNTED)
    return await _with_seats(store, query)


def _seen_by(guest: str) -> Select[Any]:
    return select(finished, _outcome(guest).label("outcome"))


_LATEST = (finished.c.ended.desc(), finished.c.table)


def _fits(question: MatchFilter) -> Any:
    seats = finished_seats
    mine = exists().where(seats.c.table == finished.c.table, seats.c.guest == question.guest)
    wanted: list[Any] = [mine]
    if question.game is not None:
        wanted.append(finished.c.game == question.game)
    if question.pace is not None:
        wanted.append(finished.c.pace == question.pace)
    if question.rated is not None:
        wanted.append(finished.c.counts.is_(question.rated))
    if question.table is not None:
        wanted.append(finished.c.table == question.table)
    if question.outcome is not None:
        wanted.append(_outcome(question.guest) == question.outcome)
    if question.opponent is not None:
        other = func.coalesce(seats.c.guest, "") != question.guest
        named = and_(seats.c.table == finished.c.table, other, seats.c.name == question.opponent)
        wanted.append(exists().where(named))
    return and_(*wanted)


async def _with_seats(store: Store, query: Select[Any]) -> list[Kept]:
    matches = await store.read(query)
    seats: dict[str, list[Row[Any]]] = {}
    for some in _pieces([row.table for row in matches]):
        which = finished_seats.c.table.in_(some)
        for row in await store.read(select(finished_seats).where(which).order_by(finished_seats.c.seat)):
            seats.setdefault(row.table, []).append(row)
    return [Kept(row, seats[row.table]) for row in matches]


def _pieces(names: Sequence[str], size: int = 500) -> Iterable[Sequence[str]]:
    """A statement has room for so many parameters."""
    return (names[first : first + size] for first in range(0, len(names), size))


async def walked_out(store: Store, guest: str, since: Millis) -> int:
    """How many rated matches somebody has left since then before they had begun."""
    mine = and_(finished_seats.c.guest == guest, finished_seats.c.rank > 1)
    left = and_(finished.c.how == UNPLAYED, finished.c.ended > since)
    joined = finished.join(finished_seats, finished_seats.c.table == finished.c.table)
    rows = await store.read(select(func.count()).select_from(joined).where(left, mine))
    return int(rows[0][0])


# --- ratings -------------------------------------------------------------------------------------


async def ratings_of(store: Store, guest: str) -> Sequence[Row[Any]]:
    """All ratings of somebody."""
    query = select(ratings).where(ratings.c.guest == guest)
    return await store.read(query.order_by(ratings.c.game, ratings.c.pace))


async def on_board(store: Store, game: str, pace: str) -> Sequence[Row[Any]]:
    """Those who may stand on a leaderboard, with their names; ratings are as old as their last match."""
    query = (
        select(ratings, guests.c.name)
        .join(guests, guests.c.id == ratings.c.guest)
        .where(ratings.c.game == game, ratings.c.pace == pace)
        .where(guests.c.name_key.is_not(None), guests.c.owner.is_(None))
        .where(ratings.c.opponents >= OPPONENTS, ratings.c.board_deviation <= ESTABLISHED)
    )
    return await store.read(query)


async def rated_at(store: Store, guest: str) -> Sequence[Row[Any]]:
    """Every rated match of somebody, the earliest first: what the rating was after it."""
    query = (
        select(finished.c.game, finished.c.pace, finished.c.ended, finished_seats.c.rated)
        .join(finished_seats, finished_seats.c.table == finished.c.table)
        .where(finished_seats.c.guest == guest, finished_seats.c.rated.is_not(None))
        .order_by(finished.c.ended.desc(), finished.c.table.desc())
        .limit(COUNTED)
    )
    return list(reversed(await store.read(query)))


async def somebody(store: Store, name: str) -> str | None:
    """The person who claimed this name."""
    query = select(guests.c.id).where(guests.c.name_key == name_key(name), guests.c.owner.is_(None))
    found = await store.read(query)
    return found[0].id if found else None


async def who_sat(store: Store, table: str, seat: int, beside: str) -> str | None:
    """Who sat there, for somebody who sat there too."""
    query = select(finished_seats.c.seat, finished_seats.c.guest).where(finished_seats.c.table == table)
    rows = await store.read(query)
    if not any(row.guest == beside for row in rows):
        return None
    return next((row.guest for row in rows if row.seat == seat and row.guest != beside), None)
