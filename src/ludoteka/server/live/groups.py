"""Duplicate play: a group whose tables have the same draws and the same bots, compared move by move."""

import asyncio
import json
import secrets
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from typing import Protocol

from ludoteka.core.chance import commitment
from ludoteka.core.game import AnyGame, Played, Seat
from ludoteka.core.match import new
from ludoteka.core.refusals import BadRequest
from ludoteka.server.live.dailies import COUNTED, my_try
from ludoteka.server.live.room import Room
from ludoteka.server.messages import bodies
from ludoteka.server.messages.errors import NotFound, NotYours, Occupied
from ludoteka.server.messages.series import Compared, GroupSheet, Member, MoveFound, MyTry, NewGroup
from ludoteka.server.store import series
from ludoteka.server.store.series import Ranking, SeriesRow
from ludoteka.server.store.store import Store
from ludoteka.server.table.actions import Actor
from ludoteka.server.table.ledger import AnyMatch
from ludoteka.server.table.naming import new_id
from ludoteka.server.table.rows import TryRow
from ludoteka.server.table.sharing import Shared
from ludoteka.server.table.timekeeping import Timekeeper
from ludoteka.server.table.visibility import Eyes, in_words, told

GROUP = "group"
MOST = 200  # members of a group
OPEN = 20  # groups of one guest at a time
KNOWN = 1000  # tables whose moves are kept in memory
HOUR = 3_600_000


class Premises(Protocol):
    """What groups need from the process they play in."""

    time: Timekeeper
    store: Store
    rooms: dict[str, Room]

    def game(self, name: str) -> AnyGame: ...
    def level_name(self, game: str, level: int) -> str: ...
    async def room(self, table: str) -> Room: ...
    async def open_try(self, actor: Actor, wish: bodies.NewTable, shared: Shared) -> str: ...


class Groups:
    """Every group of this server."""

    def __init__(self, host: Premises) -> None:
        self._host = host
        self._known: OrderedDict[str, list[MoveFound]] = OrderedDict()  # by table, of matches that are over

    async def open(self, actor: Actor, wish: NewGroup) -> str:
        """A new group; the answer is its id. Raises `BadRequest` for what the game does not allow."""
        table = self._table(wish)
        if await series.opened_by(self._host.store, actor.guest, self._host.time.now()) >= OPEN:
            raise BadRequest("You have {n} groups open already: close one first.", n=OPEN)
        now, seed, name = self._host.time.now(), secrets.token_bytes(32), new_id()
        row = SeriesRow(
            id=f"{GROUP}/{name}",
            game=wish.game,
            host=actor.guest,
            wish=table.model_dump_json(),
            seed=seed,
            commitment=commitment(seed),
            opened=now,
            closes=now + wish.hours * HOUR,
        )
        await series.announce(self._host.store, row)
        return name

    def _table(self, wish: NewGroup) -> bodies.NewTable:
        """Every member's table, checked as if somebody had opened it."""
        new(self._host.game(wish.game), len(wish.seats), wish.options)
        for seat in wish.seats:
            if isinstance(seat, bodies.SeatForBot):
                self._host.level_name(wish.game, seat.level)
        if sum(isinstance(seat, bodies.SeatForMe) for seat in wish.seats) != 1:
            raise BadRequest("In a group everybody has one seat, and the others are for bots.")
        seats: list[bodies.SeatWish] = [
            bodies.SeatForMe(kind="me") if isinstance(seat, bodies.SeatForMe) else seat for seat in wish.seats
        ]
        return bodies.NewTable(game=wish.game, seats=seats, options=wish.options, allows=COUNTED)

    async def _row(self, name: str) -> SeriesRow:
        found = await series.find(self._host.store, f"{GROUP}/{name}")
        if found is None:
            raise NotFound("There is no such group.")
        return found

    async def begin(self, actor: Actor, name: str) -> None:
        """Begins somebody's try, or finds the one that has begun."""
        row = await self._row(name)
        if await series.try_of(self._host.store, row.id, actor.guest) is not None:
            return
        if self._host.time.now() >= row.closes:
            raise Occupied("This group is closed: nobody can begin any more.")
        if (await series.tally(self._host.store, row.id)).begun >= MOST:
            raise Occupied("This group is full.")
        assert row.seed is not None
        wish = bodies.NewTable.model_validate_json(row.wish)
        await self._host.open_try(actor, wish, Shared(row.id, row.seed, row.closes))

    async def close(self, actor: Actor, name: str) -> None:
        """Whoever opened the group ends it: results and matches are open to all from now on."""
        row = await self._row(name)
        if row.host != actor.guest:
            raise NotYours("Only whoever opened the group can close it.")
        for table in await series.close(self._host.store, row.id, self._host.time.now()):
            if table in self._host.rooms:
                await self._host.rooms[table].refresh()

    # --- telling ---------------------------------------------------------------------------------

    async def sheet(self, name: str, guest: str | None) -> GroupSheet:
        """A group, as this guest may know it."""
        row, now = await self._row(name), self._host.time.now()
        is_over = now >= row.closes
        tally = await series.tally(self._host.store, row.id)
        everybody = await series.everybody(self._host.store, row.id, MOST)
        mine = await series.try_of(self._host.store, row.id, guest)
        wish = bodies.NewTable.model_validate_json(row.wish)
        return GroupSheet(
            id=name,
            game=row.game,
            options=json.loads(row.wish)["options"],
            levels=[seat.level for seat in wish.seats if isinstance(seat, bodies.SeatForBot)],
            state="over" if is_over else "open",
            host=guest is not None and row.host == guest,
            closes=row.closes,
            now=now,
            commitment=row.commitment,
            seed=row.seed.hex() if is_over and row.seed is not None else None,
            mine=None if mine is None else _told(mine, tally, is_over),
            members=[_member(one, tally, guest, is_over) for one in _ordered(everybody, is_over)],
        )

    async def compared(self, name: str, guest: str | None) -> Compared:
        """Everybody's moves side by side; raises `NotYours` while somebody may still play."""
        sheet = await self.sheet(name, guest)
        if sheet.state != "over":
            raise NotYours("Matches are compared when the group is closed.")
        columns = [await self._found(one.table) for one in sheet.members if one.table is not None]
        longest = max(map(len, columns), default=0)
        rows = [
            [column[turn] if turn < len(column) else None for column in columns] for turn in range(longest)
        ]
        return Compared(members=sheet.members, turns=[_judged(row) for row in rows])

    async def _found(self, table: str) -> list[MoveFound]:
        """What was done at a table, off the event loop; what is over stays as it is."""
        if table in self._known:
            self._known.move_to_end(table)
            return self._known[table]
        room = await self._host.room(table)
        sight = await room.sight(Eyes())
        match = sight.known.match
        if match is None or not sight.is_welcome:
            return []
        seat = next(row.seat for row in room.ledger.people if row.kind == "person")
        found = await asyncio.to_thread(lambda: list(_moves(match, seat)))
        if sight.is_whole:
            self._known[table] = found
            if len(self._known) > KNOWN:
                self._known.popitem(last=False)
        return found


def _ordered(tries: Sequence[TryRow], is_over: bool) -> list[TryRow]:
    """When it is over, the best first; before, as they came."""
    if not is_over:
        return list(tries)
    return sorted(tries, key=lambda one: (one.score is None, -(one.score or 0), one.begun))


def _told(one: TryRow, tally: Ranking, is_over: bool) -> MyTry:
    """A try while the group is open has no rank: it would tell how the others did."""
    found = my_try(one, tally, is_over=is_over)
    return found if is_over else found.model_copy(update={"rank": None})


def _member(one: TryRow, tally: Ranking, guest: str | None, is_over: bool) -> Member:
    found = _told(one, tally, is_over)
    is_told = is_over or one.guest == guest
    return Member(
        name=one.name,
        state=found.state,
        score=found.score if is_told else None,
        rank=found.rank if is_told else None,
        mine=one.guest == guest,
        table=one.table if is_told else None,
    )


def _moves(match: AnyMatch, seat: Seat) -> Iterator[MoveFound]:
    """What a seat did, turn by turn."""
    total = 0
    for moment in match:
        event, before = moment.event, moment.before
        if before is None or not isinstance(event, Played) or event.seat != seat:
            continue
        words = in_words(before, event, seat)
        points = 0 if words is None or words.points is None else words.points
        total += points
        text = told(before, event, seat)
        yield MoveFound(ply=moment.ply, text=text, described=words, points=points, total=total, best=False)


def _judged(row: list[MoveFound | None]) -> list[MoveFound | None]:
    """Marks who got most out of a turn; where nobody got anything, nobody."""
    most = max((one.points for one in row if one is not None), default=0)
    return [None if one is None else one.model_copy(update={"best": one.points == most > 0}) for one in row]
