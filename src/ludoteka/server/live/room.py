"""A live table: one serial line of changes, and everybody who follows it.

A change is drafted, made durable, and only then shown. Two processes may hold a room of the same table: the
log in the database decides, and who comes second reads and drafts again.
"""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from ludoteka.core.game import Millis, Seat
from ludoteka.core.refusals import Refusal
from ludoteka.server.catalogue import Hint
from ludoteka.server.live.client import Client
from ludoteka.server.messages.models import EMOTES, PHRASES, Position
from ludoteka.server.messages.wire import Done, News, Presence, Welcome
from ludoteka.server.store.writer import Conflict
from ludoteka.server.table import actions, duty, seating, visibility
from ludoteka.server.table.actions import Actor, AnyAction
from ludoteka.server.table.draft import Draft
from ludoteka.server.table.ledger import AnyMatch, Ledger, Line
from ludoteka.server.table.rows import SeatRow
from ludoteka.server.table.visibility import Eyes, Sight

if TYPE_CHECKING:
    from ludoteka.server.live.host import Host

TRIES = 20  # other processes may be faster, but not for ever
PEOPLE = frozenset({"seated", "stood", "started", "stood-in", "returned", "ended", "followed"})


class Room:
    """One table in the memory of one process."""

    def __init__(self, host: "Host", ledger: Ledger) -> None:
        self.host = host
        self.ledger = ledger
        self.clients: set[Client] = set()
        self.thinking: set[Seat] = set()
        self.hinted: dict[Seat, tuple[AnyMatch, list[Hint]]] = {}  # three steps need one thought
        self.changed = asyncio.Event()  # for whoever keeps this table
        self.used = host.time.now()
        self._lock = asyncio.Lock()

    @property
    def id(self) -> str:
        return self.ledger.table.id

    @property
    def at(self) -> Millis:
        """Match time now."""
        started = self.ledger.table.started
        return 0 if started is None else self.host.time.match_time(started)

    # --- changes ---------------------------------------------------------------------------------

    async def act(self, actor: Actor, action: AnyAction, client: Client | None = None) -> list[Line]:
        """Does an action once, however often it is sent; no lines: it had been done. Raises a `Refusal`."""
        key = actions.key_of(actor.guest, action.key)
        if action.seen > self.ledger.seq:
            await self.refresh()  # this client has seen more, on another process
        return await self.change(
            lambda ledger: actions.act(ledger, self.host.time, actor, action), key, client, action.key
        )

    def done(self, actor: Actor, key: str) -> Done:
        """The answer to an action that had been done before."""
        return Done(key=key, seq=self.ledger.keys.get(actions.key_of(actor.guest, key), self.ledger.seq))

    async def act_once(self, actor: Actor, action: AnyAction) -> News | Done:
        """An action of somebody without a socket, with its answer."""
        lines = await self.act(actor, action)
        return (
            self._news(lines, self.eyes_of(actor.guest), action.key)
            if lines
            else self.done(actor, action.key)
        )

    async def change(
        self,
        make: Callable[[Ledger], Draft],
        key: str | None = None,
        client: Client | None = None,
        answers: str | None = None,
    ) -> list[Line]:
        """Drafts, writes, takes and shows a change. No lines: it had been done before, or there was none.

        It is carried through even if whoever asked is gone by then: the others must see what is durable.
        """
        return await asyncio.shield(self.host.spawn(self._change(make, key, client, answers)))

    async def _change(
        self, make: Callable[[Ledger], Draft], key: str | None, client: Client | None, answers: str | None
    ) -> list[Line]:
        async with self._lock:
            for _ in range(TRIES):
                if key is not None and key in self.ledger.keys:
                    return []
                draft = make(self.ledger)
                if not draft.lines:
                    return []
                if await self._write(draft):
                    self._show(draft.lines, client, answers)
                    return draft.lines
                await self._catch_up()
        raise Refusal("The table is too busy just now. Please try again.")

    async def _write(self, draft: Draft) -> bool:
        change = draft.append()
        try:
            await self.host.store.append(change)
        except Conflict:
            return False
        self.ledger.take(change, draft.lines)
        if "due" in change.table_set or draft.opens is not None:
            self.host.scheduler.expect(self.ledger.table.due)
        return True

    async def refresh(self) -> None:
        """Another process has changed this table."""
        async with self._lock:
            await self._catch_up()

    async def _catch_up(self) -> None:
        loaded = await self.host.store.load(self.id, self.ledger.seq)
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
        """Tells everybody what is durable now, each what they may know."""
        self.changed.set()
        self.used = self.host.time.now()
        if any(line.row.kind in PEOPLE for line in lines):
            self._sit_anew()
            self.host.lobby_changed()
        if self.clients:
            self._send_news(lines, [c for c in self.clients if not self.is_delayed(c.eyes)], actor, key)
            if any(self.is_delayed(client.eyes) for client in self.clients):
                delay = self.ledger.frame.allows.delay
                asyncio.get_running_loop().call_later(delay + 0.001, self._show_late, lines)

    def _show_late(self, lines: list[Line]) -> None:
        self._send_news(lines, [client for client in self.clients if self.is_delayed(client.eyes)])

    def _send_news(
        self,
        lines: list[Line],
        clients: Iterable[Client],
        actor: Client | None = None,
        key: str | None = None,
    ) -> None:
        """Clients with the same eyes get the same bytes; whoever acted also gets its key."""
        written: dict[tuple[Eyes | tuple[Seat, ...], bool], str] = {}
        with_table = any(line.row.kind in PEOPLE for line in lines) or lines[-1].standing.is_over
        for client in clients:
            is_actor = client is actor
            kind = (client.eyes if with_table else client.eyes.seats, is_actor)
            if kind not in written:
                news = self._news(lines, client.eyes, key if is_actor else None)
                written[kind] = news.model_dump_json()
            client.push(written[kind])

    def _news(self, lines: list[Line], eyes: Eyes, key: str | None) -> News:
        seq = lines[-1].row.seq
        with_table = any(line.row.kind in PEOPLE for line in lines) or lines[-1].standing.is_over
        return News(
            entries=[visibility.entry(line, eyes) for line in lines],
            position=self.position(eyes, seq),
            table=visibility.table_sheet(self.ledger, eyes, seq) if with_table else None,
            key=key,
        )

    def position(self, eyes: Eyes, seq: int) -> Position:
        """How the table stood after `seq`; for a delayed spectator the clock stands at that entry."""
        at = self.at
        if self.is_delayed(eyes) and seq > 0:
            at = self.ledger.lines[seq - 1].row.at
        return visibility.position(self.ledger, eyes, seq, at)

    def is_delayed(self, eyes: Eyes) -> bool:
        return visibility.delay_of(self.ledger, eyes) > 0

    async def sight(self, eyes: Eyes) -> Sight:
        """What these eyes may be shown now."""
        elsewhere = None
        if self.ledger.standing.ended == "takeback":
            elsewhere = await self.host.store.end_of(self.id)
        return visibility.sight(self.ledger, eyes, self.host.time.now(), elsewhere)

    def welcome(self, client: Client, since: int) -> str:
        """The first message: everything after `since` that this client may know."""
        last = visibility.horizon(self.ledger, client.eyes, self.host.time.now())
        first = since if 0 <= since <= last else 0
        entries = [visibility.entry(line, client.eyes) for line in self.ledger.lines[first:last]]
        return Welcome(
            table=visibility.table_sheet(self.ledger, client.eyes, last),
            position=self.position(client.eyes, last),
            entries=entries,
            phrases=list(PHRASES),
            emotes=list(EMOTES),
        ).model_dump_json()

    # --- people ----------------------------------------------------------------------------------

    def eyes_of(self, guest: str | None) -> Eyes:
        return Eyes(guest, self.ledger.seats_of(guest))

    def _sit_anew(self) -> None:
        for client in self.clients:
            client.eyes = self.eyes_of(client.guest)

    async def join(self, client: Client, since: int) -> None:
        """Follows the table from now on; a person whose seat a bot plays takes it back."""
        client.eyes = self.eyes_of(client.guest)
        client.push(self.welcome(client, since))
        self.clients.add(client)
        await self._arrive(client.eyes.seats)
        for seat in client.eyes.seats:
            if self.ledger.people[seat].stand_in is not None:
                await self.change(lambda ledger, seat=seat: self._come_back(ledger, seat))  # type: ignore[misc]  # the loop's seat
        self.tell_presence()

    def _come_back(self, ledger: Ledger, seat: Seat) -> Draft:
        draft = Draft(ledger, self.host.time)
        if ledger.people[seat].stand_in is not None:
            seating.come_back(draft, seat, self.host.process)
        return draft

    async def part(self, client: Client) -> None:
        """The connection is gone; its seats are away if nobody else holds them."""
        self.clients.discard(client)
        self.used = self.host.time.now()
        held = {seat for other in self.clients for seat in other.eyes.seats}
        await self._depart([seat for seat in client.eyes.seats if seat not in held])
        self.tell_presence()

    async def _arrive(self, seats: Iterable[Seat]) -> None:
        async with self._lock:
            here = self.host.process
            rows = [self.ledger.people[seat] for seat in seats]
            await self._set_presence(
                [replace(row, process=here, away=None) for row in rows if row.process != here]
            )

    async def _depart(self, seats: Iterable[Seat]) -> None:
        """A person who has a socket on another process by now is not away."""
        async with self._lock:
            here, now = self.host.process, self.host.time.now()
            rows = [self.ledger.people[seat] for seat in seats]
            await self._set_presence(
                [replace(row, process=None, away=now) for row in rows if row.process == here]
            )

    async def _set_presence(self, changed: list[SeatRow]) -> None:
        """Who has a socket where is in the database: other processes and the grace time need it."""
        if not changed:
            return
        for row in changed:
            self.ledger.people[row.seat] = row
        due = self._due()
        if due is not None:
            due = max(due, self.host.time.now())
        self.ledger.table = replace(self.ledger.table, due=due)
        await self.host.store.set_presence(changed, due)
        self.host.scheduler.expect(due)
        self.changed.set()

    async def correct_due(self) -> None:
        """The table's row says when to look again; a dead process may have left a wrong time."""
        old, due = self.ledger.table.due, self._due()
        if old != due:
            self.ledger.table = replace(self.ledger.table, due=due)
            await self.host.store.set_due(self.id, old, due)

    def _due(self) -> Millis | None:
        return duty.due_of(duty.of(self.ledger, self.host.time))

    def tell_presence(self) -> None:
        """Who is here now, to everybody who follows."""
        if not self.clients:
            return
        people = self.ledger.people
        message = Presence(
            seats=[row.kind == "bot" or row.process is not None for row in people],
            spectators=sum(not client.eyes.seats for client in self.clients),
            thinking=sorted(self.thinking),
        ).model_dump_json()
        for client in self.clients:
            client.push(message)

    def think(self, seat: Seat, is_thinking: bool) -> None:
        """A bot has begun or ended thinking."""
        (self.thinking.add if is_thinking else self.thinking.discard)(seat)
        self.tell_presence()
