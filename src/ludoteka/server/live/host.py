"""The host: every room of this process, and what the rooms share."""

import asyncio
import contextlib
import json
import secrets
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, TypeVar

import structlog
from sqlalchemy import Connection

from ludoteka.core.game import AnyGame, Millis
from ludoteka.core.match import new
from ludoteka.core.refusals import BadRequest, Refusal
from ludoteka.core.sentences import Sentence, quoted
from ludoteka.server.catalogue import Catalogue
from ludoteka.server.live import bus
from ludoteka.server.live.bots import Bots
from ludoteka.server.live.client import Client
from ludoteka.server.live.dailies import Dailies
from ludoteka.server.live.groups import Groups
from ludoteka.server.live.holdings import Holdings
from ludoteka.server.live.pictures import Pictures
from ludoteka.server.live.ports import Ports
from ludoteka.server.live.preparation import Preparation
from ludoteka.server.live.puzzles import Puzzles
from ludoteka.server.live.ratings import Ratings
from ludoteka.server.live.reviews import Reviews
from ludoteka.server.live.room import TRIES, Room
from ludoteka.server.live.scheduler import Scheduler
from ludoteka.server.live.sittings import Sittings
from ludoteka.server.live.upkeep import Upkeep
from ludoteka.server.messages import bodies
from ludoteka.server.messages.errors import Closing, Later, NotFound, TooFast, bye
from ludoteka.server.messages.wire import Bye
from ludoteka.server.settings import Settings
from ludoteka.server.store import presence, series, sittings
from ludoteka.server.store.store import Store
from ludoteka.server.table import seating
from ludoteka.server.table.actions import Actor, own_key_of
from ludoteka.server.table.draft import opened, seated_entry
from ludoteka.server.table.ledger import Ledger
from ludoteka.server.table.naming import new_code, new_id, plain_name
from ludoteka.server.table.rows import Append, Conflict, Loaded, SeatRow, TableRow
from ludoteka.server.table.sharing import Shared
from ludoteka.server.table.timekeeping import Now, Timekeeper

log = structlog.get_logger()
T = TypeVar("T")
LONG_LOG = 100  # entries; longer ones are read off the event loop
LOBBY_S = 5.0
HEARD_MS = 100  # whoever changed a table looks after it; the others need not look at every move
SHORTEST_OUTAGE_MS = 1000
FORGOTTEN = "!"  # before the name of a table in which somebody is nameless now
PARTED = "~"  # before the id of somebody about whom everything is deleted
ENDED = "^"  # before the id of a session or a bot account that has ended
BELIEVED_S = 6.0  # so long after its end another request may still have believed in a session
DELETED = bye("gone", Sentence("Everything about you has been deleted."), retry=False)
SIGNED_OUT = bye("gone", Sentence("This session has ended."), retry=False)
SHUTDOWN = bye("shutdown", Closing().sentence, retry=True, after=Closing().after)


class Host:
    """One server process: its store, rooms, bots and scheduler."""

    def __init__(self, catalogue: Catalogue, settings: Settings, now: Now | None = None) -> None:
        self.catalogue = catalogue
        self.settings = settings
        self.process = new_id()
        self.time = Timekeeper(now)
        publish = None if settings.is_sqlite else self._publish
        self.store = Store(settings.database, settings.pending, publish, bool(settings.listen))
        self.bots = Bots(catalogue, settings.bot_workers, settings.bot_limit_ms)
        self.preparation = Preparation(catalogue.ids() if settings.warm else ())
        self.pictures = Pictures(self.bots)
        self.reviews = Reviews(catalogue, self.bots, self.store, self.preparation)
        self.dailies = Dailies(self)
        self.groups = Groups(self)
        self.sittings = Sittings(self)
        self.ratings = Ratings(catalogue, self.store)
        self.holdings = Holdings(self.store, self.time, settings.tables_held)
        self.puzzles = Puzzles(catalogue, self.bots, self.store, self.time)
        self.scheduler = Scheduler(self)
        self.upkeep = Upkeep(self)
        self.rooms: dict[str, Room] = {}
        self.is_ready = False
        self.is_closing = False
        self.can_save = True  # as the last sign of life says
        self._lobby: asyncio.Event = asyncio.Event()
        self.lobby_changes = 0  # how often it has changed: whoever looked earlier knows that there is news
        self.lookers: Counter[str] = Counter()  # guests with a socket of the lobby
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._loose: set[asyncio.Task[Any]] = set()
        ears = (settings.listen or settings.database, self.process, self._heard, self._refresh_all)
        self._listener = None if settings.is_sqlite else bus.Listener(*ears)

    # --- life ------------------------------------------------------------------------------------

    async def start(self) -> None:
        await self.store.start()
        gap = self._gap if self.store.is_postgres else 0  # SQLite has one process: before it was nobody
        self.time.learn(await self.store.register(self.process, self.time.now(), gap))
        await self._bury()
        if self._listener is not None:
            await self._listener.start()
        await self.bots.start()
        await self.scheduler.start()
        loops = [self._heartbeat(), self.upkeep.sweep(), self.upkeep.archive()]
        self._tasks = [asyncio.create_task(loop) for loop in loops]
        self.spawn(self.ratings.catch_up())
        log.info("host.open", process=self.process, postgres=self.store.is_postgres)

    async def say_goodbye(self) -> None:
        """Admits nobody any more, and tells everybody that they may come back in a moment."""
        if self.is_closing:
            return  # whoever has not left by now does not read
        self.is_closing = True
        self.lobby_changed()
        self.sittings.wake()
        for room in self.rooms.values():
            for client in list(room.clients):
                client.drop(SHUTDOWN)
        await self._drain()

    async def stop(self) -> None:
        """Tells everybody, writes what is pending, and ends."""
        await self.say_goodbye()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, *self._loose, return_exceptions=True)
        with contextlib.suppress(Exception):  # the database may be away; then the sign before was the last
            await self.store.alive(self.process, self.time.now(), None)
        await self.scheduler.stop()
        await asyncio.gather(*(room.rest() for room in self.rooms.values()))
        if self._listener is not None:
            await self._listener.stop()
        await self.reviews.stop()
        await self.bots.stop()
        await self.store.stop()
        log.info("host.closed", process=self.process)

    async def _drain(self) -> None:
        """Gives every socket a moment to say goodbye."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self.settings.drain_s):
                while any(room.clients for room in self.rooms.values()):
                    await asyncio.sleep(0.02)

    def linger(self, work: Coroutine[Any, Any, None]) -> None:
        """A task that ends with the server, if not before."""
        task = asyncio.create_task(work)
        self._tasks.append(task)
        task.add_done_callback(self._tasks.remove)

    def spawn(self, work: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
        """A task that continues even if nobody waits for it."""
        task = asyncio.create_task(work)
        self._loose.add(task)
        task.add_done_callback(self._forget)
        return task

    def _forget(self, task: "asyncio.Task[Any]") -> None:
        self._loose.discard(task)
        if not task.cancelled():
            task.exception()  # whoever waited has it; nobody else needs to hear of it

    @property
    def _gap(self) -> Millis:
        """Without a sign of life for so long there was an outage; a busy machine is late by less."""
        return max(SHORTEST_OUTAGE_MS, self.settings.heartbeat_ms * 3 // 2)

    async def _heartbeat(self) -> None:
        beats, clock = 0, asyncio.get_running_loop().time
        last = clock()
        while True:
            await asyncio.sleep(self.settings.heartbeat_ms / 1000)
            beats, began = beats + 1, clock()
            try:
                gap = self._gap if (began - last) * 1000 > self._gap else None
                self.time.learn(await self.store.alive(self.process, self.time.now(), gap))
                last, self.can_save = began, True
                if beats % 5 == 0:
                    await self._bury()
                    await presence.tell(self.store, self.process, self.here())
            except Exception as error:  # noqa: BLE001  # the database may be away for a while
                self.can_save = False
                log.error("host.heartbeat_failed", error=type(error).__name__)

    async def _bury(self) -> None:
        """People on a process whose heartbeat has stopped are away."""
        recent = self.time.now() - 5 * self.settings.heartbeat_ms
        signs = await self.store.signs_of_life()
        alive = {process for process, at in signs.items() if at >= recent} | {self.process}
        if self.store.is_postgres or alive == {self.process}:
            await self._heard(sorted(await self.store.bury(alive, self.time.now())))

    def here(self) -> set[str]:
        """The guests who have a socket of this process."""
        return {one.guest for one in self._clients() if one.guest is not None} | set(+self.lookers)

    def send_away(self, guest: str) -> None:
        """Closes every socket of somebody about whom everything is deleted."""
        self._drop(DELETED, lambda client: client.guest == guest)
        self.lookers.pop(guest, None)

    def end(self, way: str) -> None:
        """Closes every socket that came with a session or as a bot account that has ended."""
        for seconds in (0, BELIEVED_S):
            asyncio.get_running_loop().call_later(seconds, self._drop, SIGNED_OUT, lambda one: one.way == way)

    def _drop(self, why: Bye, is_gone: Callable[[Client], bool]) -> None:
        for client in filter(is_gone, self._clients()):
            client.drop(why)

    def _clients(self) -> list[Client]:
        return [client for room in self.rooms.values() for client in room.clients]

    # --- other processes -------------------------------------------------------------------------

    def _publish(self, connection: Connection, changes: Sequence[Append]) -> None:
        bus.publish(connection, self.process, bus.tables_in(changes))

    async def _heard(self, tables: Sequence[str]) -> None:
        for table in tables:
            if table.startswith(FORGOTTEN):
                self.spawn(self.reread(table.removeprefix(FORGOTTEN)))
            elif table.startswith(PARTED):
                self.send_away(table.removeprefix(PARTED))
            elif table.startswith(ENDED):
                self.end(table.removeprefix(ENDED))
            elif table.startswith(sittings.SITTING):
                self.spawn(self.sittings.heard(table.removeprefix(sittings.SITTING)))
            elif table in self.rooms:
                self.spawn(self.rooms[table].refresh())
        self.expect(self.time.now() + HEARD_MS)
        self.lobby_changed()

    async def _refresh_all(self) -> None:
        await self._heard(list(self.rooms))

    def expect(self, due: Millis | None, table: str | None = None) -> None:
        """The scheduler must act at that time, at this table or at some."""
        self.scheduler.expect(due, table)

    def lobby_changed(self) -> None:
        """Wakes everybody who is looking at the lobby."""
        self.lobby_changes += 1
        self._lobby.set()
        self._lobby = asyncio.Event()

    async def lobby_news(self, seen: int) -> None:
        """Waits until the lobby has changed since `seen` changes, or a little while: others come and go."""
        if seen == self.lobby_changes:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOBBY_S):
                    await self._lobby.wait()

    # --- rooms -----------------------------------------------------------------------------------

    async def room(self, table: str) -> Room:
        """The room of a table, loaded if it is not in memory; raises `NotFound`."""
        if table in self.rooms:
            return self.rooms[table]
        if table not in self._loading:
            if len(self.rooms) >= self.settings.rooms:
                raise TooFast(5)
            self._loading[table] = asyncio.create_task(self._load(table))
        return await asyncio.shield(self._loading[table])

    async def room_if_any(self, table: str) -> Room | None:
        """The same for one of many tables; None: it cannot be read, as its game is not installed any more."""
        try:
            return await self.room(table)
        except Later:
            raise
        except Refusal:
            return None

    async def _load(self, table: str) -> Room:
        try:
            loaded = await self.store.load(table)
            if loaded is None:
                raise NotFound("There is no such table.")
            game = self.game(loaded.table.game)
            self.preparation.want(loaded.table.game)
            if len(loaded.entries) > LONG_LOG:
                ledger = await asyncio.to_thread(Ledger, loaded, game)
            else:
                ledger = Ledger(loaded, game)
            self.rooms[table] = Room(ledger, Ports(self.process, self.time, self.store, self))
            return self.rooms[table]
        finally:
            del self._loading[table]

    async def reread(self, table: str) -> None:
        """Somebody's name is gone from a table: it must leave the memory too."""
        if table in self.rooms:
            await self.rooms[table].reread()

    def game(self, name: str) -> AnyGame:
        if name not in self.catalogue.ids():
            raise NotFound("There is no game {game} here.", game=quoted(name))
        return self.catalogue.game(name)

    def level_name(self, game: str, level: int) -> str:
        for found in self.catalogue.levels(game):
            if found.level == level:
                return found.name
        raise BadRequest("There is no bot of level {level} for this game.", level=level)

    def stand_in_level(self, game: str) -> int | None:
        """The bot that plays for somebody who is gone: neither weak nor strong."""
        levels = sorted(found.level for found in self.catalogue.levels(game))
        wanted = self.settings.stand_in_level
        if not levels:
            return None
        return wanted if wanted in levels else levels[len(levels) // 2]

    # --- opening tables --------------------------------------------------------------------------

    async def open_table(self, actor: Actor, wish: bodies.NewTable) -> Room:
        """A new table as wished; raises `BadRequest` for what the game does not allow."""
        await self.holdings.check(actor)
        kinds = [seat.kind for seat in wish.seats]
        if wish.public and kinds.count("me") > 1 and "open" in kinds:
            raise BadRequest("At a public table everybody has one seat.")
        game = self.game(wish.game)
        new(game, len(wish.seats), wish.options)  # refuses wrong options and numbers of seats
        wish = self.ratings.agreed(actor, wish, game)
        await self.holdings.check_rated(actor, wish.allows)
        room = await self.room(await self._open(actor, wish, game))
        self.lobby_changed()
        room.look()
        self.expect(0)
        return room

    async def _open(self, actor: Actor, wish: bodies.NewTable, game: AnyGame) -> str:
        """A table that is in the database now; one whose code another table has gets another code."""
        for _ in range(TRIES):
            fresh = self._fresh(actor, wish)
            with contextlib.suppress(Conflict):
                await self.store.open(opened(fresh, game, self.time))
                return fresh.table.id
        raise Later("The server is full just now. Please try again in a moment.")

    async def open_try(self, actor: Actor, wish: bodies.NewTable, shared: Shared) -> str:
        """The table of somebody's one try in a series, which is a new one unless there is one already."""
        await self.holdings.check(actor)
        game = self.game(wish.game)
        for _ in range(TRIES):
            fresh = shared.joined(self._fresh(actor, wish))
            with contextlib.suppress(Conflict):
                await self.store.open(opened(fresh, game, self.time))
                self.expect(0)
                return fresh.table.id
            found = await series.try_of(self.store, shared.series, actor.guest)
            if found is not None:
                return found.table
        raise Later("The server is full just now. Please try again in a moment.")

    def _fresh(self, actor: Actor, wish: bodies.NewTable) -> Loaded:
        table = self.like(actor, wish)
        seats = [self._seat(table, number, one, actor) for number, one in enumerate(wish.seats)]
        entries = [seated_entry(table.id, row, table.created) for row in seats if row.kind != "open"]
        return Loaded(table, seats, entries)

    def like(self, actor: Actor, wish: bodies.NewTable) -> TableRow:
        """A table as it would be opened for this wish."""
        return TableRow(
            id=new_id(),
            code=new_code(),
            game=wish.game,
            seats=len(wish.seats),
            options=json.dumps(wish.options, sort_keys=True),
            control=wish.control.model_dump_json(),
            allows=wish.allows.model_dump_json(),
            public=wish.public,
            seed=secrets.token_bytes(32),
            host=actor.guest,
            state="open",
            created=self.time.now(),
        )

    def _seat(self, table: TableRow, number: int, wish: bodies.SeatWish, actor: Actor) -> SeatRow:
        if isinstance(wish, bodies.SeatForBot):
            name = self.level_name(table.game, wish.level)
            return SeatRow(table.id, number, "bot", None, name, wish.level)
        if isinstance(wish, bodies.SeatForMe):
            name = plain_name(wish.name or "") or actor.name
            return SeatRow(table.id, number, "person", actor.guest, name, away=table.created)
        return SeatRow(table.id, number, "open")

    async def sit(self, room: Room, actor: Actor, wish: bodies.SitDown) -> None:
        await self.holdings.check_rated(actor, room.ledger.frame.allows)
        name = plain_name(wish.name or "") or actor.name
        await room.change(lambda draft: seating.sit(draft, actor, wish.seat, name), key=own_key_of(actor))
