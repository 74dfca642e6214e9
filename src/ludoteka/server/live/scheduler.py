"""Acts for the host: deadlines that pass, clocks that run out, bots that must move, seats of absent people.

A process acts on a table only while it holds its lease in the database, so each thing happens once; when a
process dies, its leases run out and others take over. The log's unique numbers cover even the overlap.
"""

import asyncio
import contextlib
import hmac
import secrets
from functools import partial
from typing import Protocol

import structlog

from ludoteka.core.game import Millis, Played, Seat, Turn
from ludoteka.core.refusals import BadRequest, Refusal
from ludoteka.server.live.bots import BotFailed, Bots
from ludoteka.server.live.errands import AnyMove, Think, Thought
from ludoteka.server.live.room import Room
from ludoteka.server.messages.errors import NotFound, Stale
from ludoteka.server.settings import Settings
from ludoteka.server.store.store import Store
from ludoteka.server.table import actions, duty, seating
from ludoteka.server.table.draft import Draft
from ludoteka.server.table.duty import Duty
from ludoteka.server.table.ledger import Ledger
from ludoteka.server.table.timekeeping import Timekeeper

log = structlog.get_logger()
POLL_MS = 1000
LINGER_MS = 15_000  # a table that was looked after is likely to need it again soon
BATCH = 64


class Surroundings(Protocol):
    """What the scheduler needs from the process it works in."""

    process: str
    time: Timekeeper
    settings: Settings
    store: Store
    bots: Bots

    async def room(self, table: str) -> Room: ...
    def stand_in_level(self, game: str) -> int | None: ...


class Scheduler:
    """The part of a process that acts for the host."""

    def __init__(self, host: Surroundings) -> None:
        self._host = host
        self._kept: dict[str, asyncio.Task[None]] = {}
        self._next: Millis = 0
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        self._tasks = [
            asyncio.create_task(self._run(), name="scheduler"),
            asyncio.create_task(self._renew(), name="leases"),
        ]

    async def stop(self) -> None:
        """Ends every duty and gives the leases back."""
        held, tasks = list(self._kept), [*self._tasks, *self._kept.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._host.store.release(self._host.process, held)

    def keeps(self, table: str) -> bool:
        return table in self._kept

    def expect(self, due: Millis | None, table: str | None = None) -> None:
        """Something will be due at that time: do not sleep longer. Whoever keeps the table sees it there."""
        if due is not None and due < self._next and table not in self._kept:
            self._next = due
            self._wake.set()

    async def _run(self) -> None:
        while True:
            now = self._host.time.now()
            self._next = now + POLL_MS
            try:
                await self._take()
            except Exception as error:  # noqa: BLE001  # the database may be away for a while; try again
                log.error("scheduler.failed", error=type(error).__name__)
            await self._sleep()

    async def _sleep(self) -> None:
        self._wake.clear()
        wait = max(0, self._next - self._host.time.now()) / 1000
        await _heard(self._wake, wait + 0.001)

    async def _take(self) -> None:
        host = self._host
        now = host.time.now()
        for table in await host.store.lease(host.process, now, now + host.settings.lease_ms, BATCH):
            if table not in self._kept:
                self._kept[table] = asyncio.create_task(self._keep(table), name=f"keep-{table}")

    async def _renew(self) -> None:
        host = self._host
        while True:
            await asyncio.sleep(host.settings.lease_ms / 3000)
            if not self._kept:
                continue
            try:
                until = host.time.now() + host.settings.lease_ms
                held = await host.store.renew(host.process, list(self._kept), until)
            except Exception as error:  # noqa: BLE001  # without the database nothing can be written anyway
                log.error("scheduler.renewal_failed", error=type(error).__name__)
                continue
            for table in set(self._kept) - held:
                self._kept[table].cancel()

    # --- one table -------------------------------------------------------------------------------

    async def _keep(self, table: str) -> None:
        try:
            room = await self._host.room(table)
            await _Shift(self._host, room).work()
            await room.correct_due()
        except NotFound:
            log.warning("scheduler.no_table", table=table)
        except Exception:
            log.exception("scheduler.table_failed", table=table)
            await asyncio.sleep(self._host.settings.lease_ms / 1000)  # do not spin on a broken table
        finally:
            self._kept.pop(table, None)
        await self._host.store.release(self._host.process, [table])
        self.expect(0)


class _Shift:
    """One process looking after one table, as long as there is something to do."""

    def __init__(self, host: Surroundings, room: Room) -> None:
        self._host = host
        self._room = room
        self._thoughts: dict[Seat, tuple[int, asyncio.Task[None]]] = {}

    async def work(self) -> None:
        if self._host.store.is_postgres:  # otherwise nobody else has written
            await self._room.refresh()
        idle_since = self._host.time.now()
        try:
            while True:
                self._room.changed.clear()
                now = self._host.time.now()
                found = self._room.duties()
                self._forget_stale()
                await self._do([one for one in found if one.due <= now])
                next_due = duty.due_of(found)
                if next_due is not None and next_due <= now + LINGER_MS:
                    idle_since = now
                if now - idle_since > LINGER_MS or self._room.ledger.standing.is_over:
                    return  # what is due in a few days stays in the database until then
                later = [one.due for one in found if one.due > now]
                await self._wait(min([*later, now + POLL_MS]) - now)
        finally:
            for _, task in self._thoughts.values():
                task.cancel()
            self._room.thinking.clear()

    async def _wait(self, ms: Millis) -> None:
        await _heard(self._room.changed, max(1, ms) / 1000)

    def _forget_stale(self) -> None:
        """A bot that is thinking about the past may stop."""
        for seat, (seen, task) in list(self._thoughts.items()):
            if task.done() and not task.cancelled() and (error := task.exception()) is not None:
                log.error("bot.gave_up", table=self._room.id, error=str(error))
            if task.done() or not self._room.ledger.is_fresh(seat, seen):
                task.cancel()
                del self._thoughts[seat]

    async def _do(self, due: list[Duty]) -> None:
        for one in due:
            if one.kind == "think":
                self._begin_thinking(one)
            else:
                await self._room.change(partial(self._act, one))

    def _act(self, one: Duty, draft: Draft) -> None:
        """Does a duty, if it is still there: the table may have moved on."""
        if one not in duty.of(draft.ledger, self._host.time):
            return
        if one.kind == "tick":
            actions.tick(draft)
        elif one.kind == "flag":
            actions.flag(draft)
        elif one.seat is not None:
            level = self._host.stand_in_level(draft.ledger.table.game)
            if level is not None:
                seating.stand_in(draft, one.seat, level)

    # --- bots ------------------------------------------------------------------------------------

    def _begin_thinking(self, one: Duty) -> None:
        assert one.seat is not None
        if one.seat not in self._thoughts:
            seen = self._room.ledger.seq
            task = asyncio.create_task(self._think(one.seat, seen), name=f"think-{self._room.id}")
            self._thoughts[one.seat] = (seen, task)

    async def _think(self, seat: Seat, seen: int) -> None:
        began = self._host.time.now()
        self._room.think(seat, True)  # noqa: FBT003  # it thinks
        try:
            thought = await self._ask(seat)
        finally:
            self._room.think(seat, False)  # noqa: FBT003  # it has thought
        pause = self._host.settings.bot_pause_ms if thought.wait is None else thought.wait
        await asyncio.sleep(max(0, began + pause - self._host.time.now()) / 1000)
        try:
            await self._room.change(lambda draft: _bot_move(draft, seat, thought.move, seen))
        except Stale:
            pass
        except Refusal as refusal:
            log.error("bot.refused", table=self._room.id, rule=refusal.rule, text=refusal.text)
            await self._play_anything(seat, seen)
        self._room.changed.set()

    async def _play_anything(self, seat: Seat, seen: int) -> None:
        """Some legal move, if the seat may still act: in a race it may not any more."""
        match = self._room.ledger.standing.match
        if match is None or not isinstance(match.awaiting, Turn) or seat not in match.awaiting.seats:
            return
        fallback = await self._some_move(seat)
        await self._room.change(lambda draft: _bot_move(draft, seat, fallback.move, seen))

    async def _ask(self, seat: Seat) -> Thought:
        ledger = self._room.ledger
        level, match = duty.level_of(ledger.people[seat]), ledger.standing.match
        if level is None or match is None:
            raise BadRequest("No bot sits there.")
        errand = Think(ledger.table.game, level, match.state, seat, self._budget(seat), _dice(ledger, seat))
        try:
            thought: Thought = await self._host.bots.ask(ledger.table.host, errand)
        except BotFailed as failure:
            log.error("bot.failed", table=self._room.id, level=level, error=str(failure))
            return await self._some_move(seat)
        return thought

    async def _some_move(self, seat: Seat) -> Thought:
        ledger = self._room.ledger
        assert ledger.standing.match is not None
        state, seed = ledger.standing.match.state, secrets.token_bytes(32)
        thought: Thought = await self._host.bots.ask(
            ledger.table.host, AnyMove(ledger.table.game, state, seat, seed)
        )
        return thought

    def _budget(self, seat: Seat) -> Millis | None:
        """A bot with a clock uses a small part of what is left."""
        clock = self._room.ledger.standing.clock
        return None if clock is None else max(20, min(3000, clock.at(seat, self._room.at) // 20))


async def _heard(event: asyncio.Event, seconds: float) -> None:
    """Waits for an event, or so long. `wait_for` of Python 3.11 loses a cancellation that comes with it."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()


def _dice(ledger: Ledger, seat: Seat) -> bytes:
    """What a bot decides by where it is indifferent; in a series the same thing at every table."""
    match = ledger.standing.match
    if ledger.table.series is None or match is None:
        return secrets.token_bytes(32)
    choice = sum(isinstance(event, Played) and event.seat == seat for event in match.events)
    return hmac.digest(ledger.table.seed, b"ludoteka bot %d %d" % (seat, choice), "sha256")


def _bot_move(draft: Draft, seat: Seat, move: str, seen: int) -> None:
    if duty.level_of(draft.ledger.people[seat]) is None:
        raise Stale("The person is back.")
    actions.play(draft, seat, move, seen)
