"""A live table: changes one at a time, and everybody who follows it.

A change is drafted, made durable, and only then shown. Two processes may hold a room of the same table: the
log in the database decides, and whoever comes second reads and drafts again.
"""

import asyncio
import contextlib
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import replace
from functools import partial
from typing import Any

from ludoteka.core.game import Millis, Seat
from ludoteka.core.player import Hint
from ludoteka.core.refusals import Refusal
from ludoteka.core.sentences import Sentence
from ludoteka.server.live.bulletin import Bulletin
from ludoteka.server.live.client import Client
from ludoteka.server.live.ports import Ports
from ludoteka.server.live.serial import Serial
from ludoteka.server.messages.errors import bye
from ludoteka.server.messages.wire import Done, News, Presence
from ludoteka.server.table import actions, duty, seating
from ludoteka.server.table.actions import Actor, AnyAction
from ludoteka.server.table.draft import Draft
from ludoteka.server.table.duty import Duty
from ludoteka.server.table.ledger import AnyMatch, Ledger, Line
from ludoteka.server.table.rows import Conflict, SeatRow
from ludoteka.server.table.visibility import PLAYERS_ONLY, Eyes, Sight, about_people, is_delayed

CARE_MS = 60_000  # so long after somebody has asked about a table, bots play on
TRIES = 20  # other processes may be faster, but not forever

PRIVATE = bye("gone", Sentence(PLAYERS_ONLY), retry=False)
AGAIN = bye("busy", Sentence("The table is read again."), retry=True, after=0.1)
Fill = Callable[[Draft], None]


class Room:
    """One table in the memory of one process."""

    def __init__(self, ledger: Ledger, ports: Ports) -> None:
        self.ledger = ledger
        self.clients: set[Client] = set()
        self.thinking: set[Seat] = set()
        self.hinted: dict[Seat, tuple[AnyMatch, list[Hint]]] = {}  # three steps need one thought
        self.changed = asyncio.Event()  # for whoever looks after this table
        self._ports = ports
        self.used = self._now()
        self.looked: Millis | None = None  # when somebody last asked about the table
        self._serial = Serial()
        self._tasks: set[asyncio.Task[list[Line]]] = set()
        self._waking: set[asyncio.Task[None]] = set()

    @property
    def id(self) -> str:
        return self.ledger.table.id

    @property
    def at(self) -> Millis:
        """Match time now."""
        started = self.ledger.table.started
        return 0 if started is None else self._ports.time.match_time(started)

    @property
    def is_busy(self) -> bool:
        """Whether a change is under way."""
        return self._serial.is_busy

    def _now(self) -> Millis:
        return self._ports.time.now()

    # --- somebody who cares ----------------------------------------------------------------------

    @property
    def is_cared_for(self) -> bool:
        """Whether anybody sits here, watches, or has asked about the table lately."""
        if self.clients or any(row.process is not None for row in self.ledger.people):
            return True
        return self.looked is not None and self.looked + CARE_MS >= self._now()

    def look(self) -> None:
        """Somebody asks about the table; bots that slept go on."""
        self.looked = self._now()
        due, wanted = self.ledger.table.due, self._due()
        if wanted is not None and (due is None or due > max(wanted, self.looked)):
            self._in_background(self._wake())

    def _in_background(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._waking.add(task)
        task.add_done_callback(self._waking.discard)

    async def _wake(self) -> None:
        with contextlib.suppress(Refusal):  # what cannot be saved now is tried at the next look
            await self.correct_due()
        self._ports.bus.expect(0)
        self.changed.set()

    def duties(self) -> list[Duty]:
        """What the host has to do here. Bots play for somebody: where nobody cares they wait."""
        found = duty.of(self.ledger, self._ports.time)
        return found if self.is_cared_for else [one for one in found if one.kind not in duty.FOR_SOMEBODY]

    # --- changes ---------------------------------------------------------------------------------

    async def act(
        self, actor: Actor, action: AnyAction, arrived: Millis, client: Client | None = None
    ) -> list[Line]:
        """Does an action once, however often it is sent; no lines: it was already done. Raises a `Refusal`.

        `arrived` is when the server received it: waiting since then costs it no time.
        """
        self.look()
        key = actions.key_of(actor.guest, action.key)
        return await self.change(
            lambda draft: actions.act(draft, actor, action),
            key=key,
            seen=action.seen,
            arrived=arrived,
            client=client,
        )

    def has_done(self, actor: Actor, key: str) -> bool:
        """Whether an action was sent before, and done."""
        return actions.key_of(actor.guest, key) in self.ledger.keys

    def done(self, actor: Actor, key: str) -> Done:
        """The answer to an action whose news is known, or comes later: to a delayed spectator."""
        seq = self.ledger.keys.get(actions.key_of(actor.guest, key), self.ledger.seq)
        return Done(key=key, seq=min(seq, self.horizon(self.eyes_of(actor.guest))))

    async def act_once(self, actor: Actor, action: AnyAction, arrived: Millis) -> News | Done:
        """An action by somebody without a socket, with its answer."""
        lines, eyes = await self.act(actor, action, arrived), self.eyes_of(actor.guest)
        if not lines or is_delayed(self.ledger, eyes):
            return self.done(actor, action.key)
        return self._news(lines, eyes, action.key)

    async def change(
        self,
        fill: Fill,
        *,
        key: str | None = None,
        seen: int = 0,
        arrived: Millis | None = None,
        client: Client | None = None,
    ) -> list[Line]:
        """Drafts, writes and shows a change. No lines: it was already done, or there was none.

        It is completed even if whoever asked has gone by then: the others must see what is durable.
        """
        stamp = self._now() if arrived is None else arrived
        task = asyncio.create_task(self._change(fill, key, seen, stamp, client))
        self._tasks.add(task)
        task.add_done_callback(self._finish)
        return await asyncio.shield(task)

    def _finish(self, task: "asyncio.Task[list[Line]]") -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # whoever waited has it; nobody else needs to hear of it

    async def rest(self) -> None:
        """Waits until every change that has begun is complete."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _change(
        self, fill: Fill, key: str | None, seen: int, arrived: Millis, client: Client | None
    ) -> list[Line]:
        async with self._serial.turn(arrived):
            if seen > self.ledger.seq:
                await self._catch_up()  # this client has seen more, on another process
            for _ in range(TRIES):
                if key is not None and key in self.ledger.keys:
                    return []
                draft = Draft(self.ledger, self._ports.time, key, arrived)
                fill(draft)
                if not draft.lines:
                    return []
                if await self._write(draft):
                    self._show(draft.lines, client, key)
                    return draft.lines
                await self._catch_up()
        raise Refusal("The table is too busy just now. Please try again.")

    async def _write(self, draft: Draft) -> bool:
        change = draft.append()
        try:
            await self._ports.store.append(change)
        except Conflict:
            return False
        self.ledger.take(change, draft.lines)
        if "due" in change.table_set or draft.opens is not None:
            self._ports.bus.expect(self.ledger.table.due, self.id)
        return True

    async def refresh(self) -> None:
        """Another process has changed this table."""
        async with self._serial.turn(self._now()):
            await self._catch_up()

    async def reread(self) -> None:
        """Reads the whole log again; whoever follows comes back and sees it as it is now."""
        async with self._serial.turn(self._now()):
            loaded = await self._ports.store.load(self.id)
            if loaded is not None:
                self.ledger = Ledger(loaded, self.ledger.frame.game)
                self._sit_anew()
        for client in list(self.clients):
            client.drop(AGAIN)

    async def _catch_up(self) -> None:
        loaded = await self._ports.store.load(self.id, self.ledger.seq)
        if loaded is None:
            return
        people = list(self.ledger.people)
        lines = self.ledger.catch_up(loaded)
        if lines:
            self._show(lines)
        if people != self.ledger.people:
            self._sit_anew()
            self.tell_presence()

    # --- showing ---------------------------------------------------------------------------------

    def _show(self, lines: list[Line], actor: Client | None = None, key: str | None = None) -> None:
        """Tells everybody what is now durable, each what they may know."""
        self.changed.set()
        self.used = self._now()
        if about_people(lines):
            self._sit_anew()
            self._ports.bus.lobby_changed()
        if self.clients:
            late = self._delayed()
            self._send_news(lines, self.clients - late, actor, key)
            if late:
                delay = self.ledger.frame.allows.delay
                asyncio.get_running_loop().call_later(delay + 0.001, self._show_late, lines)

    def _delayed(self) -> set[Client]:
        return {client for client in self.clients if is_delayed(self.ledger, client.eyes)}

    def _show_late(self, lines: list[Line]) -> None:
        self._send_news(lines, self._delayed())

    def _send_news(
        self,
        lines: list[Line],
        clients: Iterable[Client],
        actor: Client | None = None,
        key: str | None = None,
    ) -> None:
        """Tells each what they may know; whoever acted also gets its key."""
        own_key = None if key is None else actions.own_key(key)
        bulletin = Bulletin(self._ports.visibility, self.ledger, lines, self.at)
        for client in clients:
            bulletin.tell(client, own_key if client is actor else None)

    def _news(self, lines: list[Line], eyes: Eyes, key: str | None) -> News:
        return self._ports.visibility.news(self.ledger, lines, eyes, self.at, key)

    async def sight(self, eyes: Eyes) -> Sight:
        """What these eyes may be shown now."""
        elsewhere = None
        if self.ledger.standing.ended == "takeback":
            elsewhere = await self._ports.store.end_of(self.id)
        return self._ports.visibility.sight(self.ledger, eyes, self._now(), elsewhere)

    def horizon(self, eyes: Eyes) -> int:
        """The last entry that these eyes may know now."""
        return self._ports.visibility.horizon(self.ledger, eyes, self._now())

    def welcome(self, client: Client, since: int) -> str:
        """The first message: everything after `since` that this client may know."""
        last = self.horizon(client.eyes)
        found = self._ports.visibility.welcome(self.ledger, client.eyes, since, last, self.at)
        client.sent = found.position.model_dump(mode="json") if client.differences else None
        return found.model_dump_json()

    # --- people ----------------------------------------------------------------------------------

    def eyes_of(self, guest: str | None) -> Eyes:
        return Eyes(guest, self.ledger.seats_of(guest))

    def _sit_anew(self) -> None:
        """Everybody looks with the eyes they have now; who may not follow the table any more is sent away."""
        for client in self.clients:
            client.look(self.eyes_of(client.guest))
            if not self._ports.visibility.sight(self.ledger, client.eyes, self._now()).is_welcome:
                client.drop(PRIVATE)
        here = {seat for client in self.clients for seat in client.eyes.seats}
        if any(self.ledger.people[seat].process is None for seat in here):
            self._in_background(self._arrive(sorted(here)))

    async def join(self, client: Client, since: int) -> None:
        """Follows the table from now on; a person whose seat a bot plays takes it back."""
        client.eyes = self.eyes_of(client.guest)
        client.push(self.welcome(client, since))
        self.clients.add(client)
        self.look()
        await self._arrive(client.eyes.seats)
        for seat in client.eyes.seats:
            if self.ledger.people[seat].stand_in is not None:
                await self.change(partial(self._come_back, seat))
        self.tell_presence()

    def _come_back(self, seat: Seat, draft: Draft) -> None:
        if draft.ledger.people[seat].stand_in is not None:
            seating.come_back(draft, seat, self._ports.process)

    async def part(self, client: Client) -> None:
        """The connection is gone; its seats are away if nobody else holds them."""
        self.clients.discard(client)
        self.used = self.looked = self._now()
        held = {seat for other in self.clients for seat in other.eyes.seats}
        await self._depart([seat for seat in client.eyes.seats if seat not in held])
        self.tell_presence()

    async def _arrive(self, seats: Iterable[Seat]) -> None:
        async with self._serial.turn(self._now()):
            here = self._ports.process
            rows = [self.ledger.people[seat] for seat in seats]
            await self._set_presence(
                [replace(row, process=here, away=None) for row in rows if row.process != here]
            )

    async def _depart(self, seats: Iterable[Seat]) -> None:
        """A person who now has a socket on another process is not away."""
        async with self._serial.turn(self._now()):
            here, now = self._ports.process, self._now()
            rows = [self.ledger.people[seat] for seat in seats]
            await self._set_presence(
                [replace(row, process=None, away=now) for row in rows if row.process == here]
            )

    async def _set_presence(self, changed: list[SeatRow]) -> None:
        """The database says who has a socket where: other processes and the grace time need it."""
        if not changed:
            return
        for row in changed:
            self.ledger.people[row.seat] = row
        due = self._due()
        if due is not None:
            due = max(due, self._now())
        self.ledger.table = replace(self.ledger.table, due=due)
        await self._ports.store.set_presence(changed, due)
        self._ports.bus.expect(due, self.id)
        self._ports.bus.lobby_changed()  # it shows only tables where somebody is
        self.changed.set()

    async def correct_due(self) -> None:
        """The table's row says when to look again; a dead process may have left a wrong time."""
        old, due = self.ledger.table.due, self._due()
        if old != due:
            self.ledger.table = replace(self.ledger.table, due=due)
            await self._ports.store.set_due(self.id, old, due)

    def _due(self) -> Millis | None:
        return duty.due_of(self.duties())

    def tell_presence(self) -> None:
        """Who is here now, to everybody who follows."""
        if not self.clients:
            return
        now = Presence(
            seats=[row.kind == "bot" or row.process is not None for row in self.ledger.people],
            spectators=sum(not client.eyes.seats for client in self.clients),
            thinking=sorted(self.thinking),
        )
        late = self._delayed()  # who thinks now says whose turn it is
        for clients, message in ((self.clients - late, now), (late, now.model_copy(update={"thinking": []}))):
            text = message.model_dump_json() if clients else ""
            for client in clients:
                client.push(text)

    def think(self, seat: Seat, is_thinking: bool) -> None:
        """A bot has started or stopped thinking."""
        (self.thinking.add if is_thinking else self.thinking.discard)(seat)
        self.tell_presence()
