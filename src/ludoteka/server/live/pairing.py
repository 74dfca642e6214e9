"""Pairing: somebody of about the same strength who wants the same, at once or later.

Whoever looks for a match waits at an open public table. The longer they wait, the further apart the ratings
may be. Two who both wait are brought together by the server: the younger table closes and leads to the older.
"""

import asyncio
import contextlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from weakref import WeakValueDictionary

import structlog

from ludoteka.core.game import Millis
from ludoteka.core.refusals import BadRequest, Refusal
from ludoteka.ratings.fold import Form
from ludoteka.server.live.host import Host
from ludoteka.server.live.room import Room
from ludoteka.server.messages import bodies
from ludoteka.server.messages.errors import Occupied
from ludoteka.server.messages.models import Allows, Days
from ludoteka.server.store import seeks
from ludoteka.server.table import branching, seating
from ludoteka.server.table.actions import Actor, own_key_of
from ludoteka.server.table.draft import Draft
from ludoteka.server.table.finished import pace_of
from ludoteka.server.table.rows import SeatRow

log = structlog.get_logger()
JUST_OPENED_MS = 20_000  # whoever has just opened a table is still on their way to it
NARROW = 150.0  # points, at first
WIDER = 15.0  # more for every second; at tables of days, for every six minutes
DAYS_SLOWER = 360
LOOK_S = 2.0


def window(waited: Millis, is_days: bool) -> float:
    """How far apart two ratings may be after somebody has waited so long."""
    seconds = max(0, waited) / 1000
    return NARROW + WIDER * (seconds / DAYS_SLOWER if is_days else seconds)


def gap(one: Form, other: Form) -> float:
    """How far two strengths are apart at least: what is not known about them does not keep them apart."""
    apart = abs(one.rating.rating - other.rating.rating)
    return max(0.0, apart - one.rating.deviation - other.rating.deviation)


@dataclass(frozen=True, slots=True)
class Seeker:
    """Somebody who waits alone at a table."""

    room: Room
    guest: str


class Pairer:
    """Finds somebody for those who look for a match."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._looking: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name="pairing")

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(LOOK_S)
            try:
                if await self._is_ours():
                    await self.bring_together()
            except Exception as error:  # noqa: BLE001  # the database may be away for a while
                log.error("pairing.failed", error=type(error).__name__)

    async def _is_ours(self) -> bool:
        """One process does it: two that did would send two people to one seat."""
        recent = self._host.time.now() - 5 * self._host.settings.heartbeat_ms
        signs = await self._host.store.signs_of_life()
        return self._host.process == min([name for name, at in signs.items() if at >= recent], default="")

    # --- one who comes ---------------------------------------------------------------------------

    async def pair(self, actor: Actor, wish: bodies.Pairing) -> Room:
        """Sits down at a waiting table like this with somebody about as strong, or opens one."""
        me, anyone = bodies.SeatForMe(kind="me"), bodies.SeatForAnyone(kind="open")
        others: list[bodies.SeatWish] = [anyone] * (wish.seats - 1)
        new_table = bodies.NewTable(
            game=wish.game,
            seats=[me, *others],
            options=wish.options,
            control=wish.control,
            allows=Allows(hints=False, rated=wish.rated),
            public=True,
        )
        async with self._looking.setdefault(actor.guest, asyncio.Lock()):
            return await self._pair(actor, new_table)

    async def _pair(self, actor: Actor, new_table: bodies.NewTable) -> Room:
        host = self._host
        new_table = host.ratings.agreed(actor, new_table, host.game(new_table.game))
        if (played := await self._played_by(actor, new_table)) is not None:
            return played
        await host.holdings.check_rated(actor, new_table.allows)
        recent = host.time.now() - JUST_OPENED_MS
        found = await seeks.like(host.store, host.like(actor, new_table), recent)
        rooms = [await host.room(one) for one in found]
        for room in rooms:
            if room.eyes_of(actor.guest).seats:
                return room  # I am waiting already
        for room in await self._near(actor.guest, rooms):
            with contextlib.suppress(Occupied, BadRequest):
                await self._seat(room, actor, actor.name)
                return room
        # by now another process may have found somebody for whoever asks
        return await self._played_by(actor, new_table) or await host.open_table(actor, new_table)

    async def _played_by(self, actor: Actor, new_table: bodies.NewTable) -> Room | None:
        """Where somebody plays already: whoever has a match that does not wait is led to that one."""
        if actor.is_bot or isinstance(new_table.control, Days):
            return None
        found = await seeks.now_playing(self._host.store, [actor.guest], self._host.time.now())
        return await self._host.room(found[actor.guest]) if found else None

    async def _seat(self, room: Room, actor: Actor, name: str) -> None:
        """Sits somebody down, unless one of those who would play plays elsewhere by then."""

        def fill(draft: Draft) -> None:
            seating.sit(draft, actor, None, name)
            if not _is_days(room):
                draft.claims = frozenset(row.guest for row in draft.everyone() if row.guest is not None)

        await room.change(fill, key=own_key_of(actor))

    async def _near(self, guest: str, rooms: Sequence[Room]) -> list[Room]:
        """The tables whose people are near enough, the nearest first."""
        if not rooms:
            return []
        forms = await self._forms(rooms, guest)
        now = self._host.time.now()
        found = []
        for room in rooms:
            farthest = max((gap(forms[guest], forms[one]) for one in _people(room)), default=0.0)
            if farthest <= window(now - room.ledger.table.created, _is_days(room)):
                found.append((farthest, room.ledger.table.created, room))
        return [room for _, _, room in sorted(found, key=lambda one: one[:2])]

    async def _forms(self, rooms: Sequence[Room], *more: str) -> dict[str, Form]:
        table = rooms[0].ledger
        people = [*more, *(one for room in rooms for one in _people(room))]
        pace = pace_of(table.frame.control)
        return await self._host.ratings.forms(people, table.table.game, pace, self._host.time.now())

    # --- two who wait ----------------------------------------------------------------------------

    async def bring_together(self) -> int:
        """Pairs that are near enough by now; how many."""
        recent = self._host.time.now() - JUST_OPENED_MS
        found = [await self._host.room(table) for table in await seeks.alone(self._host.store, recent)]
        done = 0
        for _, some in groupby(sorted(found, key=_wish), key=_wish):
            done += await self._match(sorted(some, key=lambda room: room.ledger.table.created))
        return done

    async def _seekers(self, waiting: Sequence[Room]) -> list[Seeker]:
        """Who waits alone at these tables, as they are now, and does not play by now; matches that take days
        are no reason not to begin another."""
        alone = [Seeker(room, people[0]) for room in waiting if len(people := _waiting(room)) == 1]
        now = self._host.time.now()
        busy = await seeks.now_playing(self._host.store, [one.guest for one in alone], now)
        return [one for one in alone if _is_days(one.room) or one.guest not in busy]

    async def _match(self, waiting: list[Room]) -> int:
        done = 0
        while len(seekers := await self._seekers(waiting)) > 1:
            older, others = seekers[0], seekers[1:]
            forms = await self._forms([one.room for one in seekers], *(one.guest for one in seekers))
            apart = {one.guest: gap(forms[older.guest], forms[one.guest]) for one in others}
            waited = self._host.time.now() - older.room.ledger.table.created
            wide = window(waited, _is_days(older.room))
            near = [one for one in others if one.guest != older.guest and apart[one.guest] <= wide]
            best = min(near, key=lambda one: apart[one.guest], default=None)
            waiting = [one.room for one in others if one is not best]
            if best is not None:
                done += await self._join(older.room, best.room)
        return done

    async def _join(self, older: Room, younger: Room) -> bool:
        """Whoever waits at the younger table sits down at the older one, and is led there. If the seat there
        has just been taken, nothing has changed."""
        row = next((row for row in younger.ledger.people if row.kind == "person"), None)
        if row is None or row.guest is None:
            return False
        try:
            await self._seat(older, Actor(row.guest, row.name), row.name)
            await younger.change(lambda draft: _lead_to(draft, row, older.id))
        except Refusal:
            return False
        return True


def _waiting(room: Room) -> list[str]:
    """The people at a table that still waits for others."""
    return _people(room) if room.ledger.standing.state == "open" else []


def _people(room: Room) -> list[str]:
    return [row.guest for row in room.ledger.people if row.guest is not None]


def _is_days(room: Room) -> bool:
    return isinstance(room.ledger.frame.control, Days)


def _wish(room: Room) -> tuple[str, str, str, bool]:
    table = room.ledger.table
    return table.game, table.options, table.control, bool(json.loads(table.allows).get("rated"))


def _lead_to(draft: Draft, row: SeatRow, table: str) -> None:
    """Closes a table at which this person is still waiting."""
    if draft.standing.state == "open" and draft.everyone()[row.seat] == row:
        branching.lead_to(draft, table)
