"""A host without sockets, and with a clock that the test holds in its hand."""

import asyncio
import gc
import weakref
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs
from tests.server.serving import settings_for
from tests.server.toy_catalogue import CATALOGUE

from ludoteka.core.game import Millis
from ludoteka.core.refusals import BadRequest
from ludoteka.server.live import host as hosting
from ludoteka.server.live import scheduler, upkeep
from ludoteka.server.live.client import Client
from ludoteka.server.live.errands import Thought
from ludoteka.server.live.host import Host
from ludoteka.server.live.pairing import JUST_OPENED_MS, Pairer
from ludoteka.server.live.room import Room
from ludoteka.server.live.scheduler import LINGER_MS
from ludoteka.server.messages import bodies
from ludoteka.server.messages.errors import NotFound, TooFast
from ludoteka.server.store import migrate, seeks
from ludoteka.server.store.store import Store
from ludoteka.server.table import actions
from ludoteka.server.table.actions import Actor

START = 1_000_000_000_000
HOUR = 3_600_000
ADA, BEN = Actor("ada", "Ada"), Actor("ben", "Ben")


class Clock:
    """Wall time that stands still."""

    def __init__(self, at: Millis) -> None:
        self.at = at

    def __call__(self) -> Millis:
        return self.at


Play = Callable[[Host, Clock], Awaitable[None]]


def in_house(folder: Path, play: Play, begins: Millis = START, **values: Any) -> None:
    """Plays with a host that has started, on the database of this folder."""

    async def run() -> None:
        settings = settings_for(folder, **({"bot_workers": 0} | values))
        migrate.prepare(settings.database, settings.migrate)
        clock = Clock(begins)
        host = Host(CATALOGUE, settings, clock)
        await host.start()
        try:
            await asyncio.wait_for(play(host, clock), 30)
        finally:
            await asyncio.wait_for(host.stop(), 30)

    asyncio.run(run())


async def until(is_true: Callable[[], Any]) -> None:
    """Waits for what other tasks do."""
    while not is_true():
        await asyncio.sleep(0.005)


async def some_turns() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


async def table_of(host: Host, actor: Actor = ADA, game: str = "nim", **more: Any) -> Room:
    seats = [bodies.SeatForMe(kind="me"), bodies.SeatForAnyone(kind="open")]
    return await host.open_table(actor, bodies.NewTable.model_validate({"game": game, "seats": seats} | more))


# --- what leaves memory --------------------------------------------------------------------------


def test_work_that_nobody_waits_for_is_forgotten_when_it_ends(tmp_path: Path) -> None:
    async def play(host: Host, _clock: Clock) -> None:
        async def work() -> None:
            return

        task = host.spawn(work())
        found = weakref.ref(task)
        await task
        del task
        await some_turns()
        gc.collect()
        assert found() is None

    in_house(tmp_path, play)


class Sweeps:
    """Counts how often the host has looked for rooms that nobody needs."""

    def __init__(self, host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
        self.done = 0
        self.asked: tuple[Millis, Millis] = (0, 0)
        monkeypatch.setattr(seeks, "stale", self._stale)

    async def _stale(self, store: Store, old: Millis, gone: Millis, days: Millis) -> list[str]:
        self.done += 1
        self.asked = old, gone
        return []

    async def twice(self) -> None:
        wanted = self.done + 2
        await until(lambda: self.done >= wanted)


def test_a_room_leaves_memory_when_nobody_has_used_it_for_so_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(host: Host, clock: Clock) -> None:
        sweeps = Sweeps(host, monkeypatch)
        room = await table_of(host)
        await until(lambda: not host.scheduler.keeps(room.id))
        clock.at += 19
        await sweeps.twice()
        assert room.id in host.rooms
        clock.at += 1
        await until(lambda: room.id not in host.rooms)

    in_house(tmp_path, play, room_idle_s=0.02)


def test_a_room_that_somebody_follows_stays_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(host: Host, clock: Clock) -> None:
        sweeps = Sweeps(host, monkeypatch)
        room = await table_of(host)
        client = Client("ben", 100)
        await room.join(client, 0)
        clock.at += HOUR
        await sweeps.twice()
        assert host.rooms[room.id] is room
        await room.part(client)
        clock.at += HOUR
        await until(lambda: room.id not in host.rooms)

    in_house(tmp_path, play, room_idle_s=0.02)


def test_open_tables_are_closed_after_the_hours_and_seconds_of_the_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(host: Host, clock: Clock) -> None:
        sweeps = Sweeps(host, monkeypatch)
        await sweeps.twice()
        assert sweeps.asked == (clock.at - 7 * HOUR, clock.at - 30_000)

    in_house(tmp_path, play, room_idle_s=0.01, open_hours=7, abandoned_s=30)


def test_a_table_that_cannot_be_closed_is_told_and_not_in_the_way_of_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(host: Host, clock: Clock) -> None:
        wish = [bodies.SeatForMe(kind="me"), bodies.SeatForAnyone(kind="open")]
        gone, kept = [(await table_of(host, game=game, seats=wish)).id for game in ("duel", "nim")]

        async def stale(*_: object) -> list[str]:
            return [gone, kept]

        monkeypatch.setattr(seeks, "stale", stale)
        monkeypatch.setattr(host, "catalogue", replace(CATALOGUE, ids=lambda: ["nim"]))
        host.rooms.clear()
        with capture_logs() as logs:
            await host.upkeep.close_stale()
        assert [one["table"] for one in logs if one["event"] == "host.table_not_closed"] == [gone]
        assert (await host.room(kept)).ledger.standing.state == "over"

    in_house(tmp_path, play)


def test_a_full_house_opens_no_further_room(tmp_path: Path) -> None:
    async def play(host: Host, _clock: Clock) -> None:
        first = await table_of(host)
        with pytest.raises(TooFast) as refused:
            await table_of(host)
        assert refused.value.after == 5
        assert await host.room(first.id) is first

    in_house(tmp_path, play, rooms=1)


def test_a_room_is_loaded_once_for_all_who_ask(tmp_path: Path) -> None:
    async def play(host: Host, _clock: Clock) -> None:
        table = (await table_of(host)).id
        host.rooms.clear()
        first, second = await asyncio.gather(host.room(table), host.room(table))
        assert first is second
        with pytest.raises(NotFound):
            await host.room("no such table")
        with pytest.raises(NotFound):  # and again: the failure is not kept
            await host.room("no such table")

    in_house(tmp_path, play)


# --- the archive ---------------------------------------------------------------------------------


class Shelf:
    """An archive that answers as the test says; then nothing is left to put away."""

    def __init__(self, *answers: int | Exception) -> None:
        self.answers = list(answers)
        self.asked: list[tuple[Millis, int]] = []

    async def put_away(self, before: Millis, limit: int) -> list[str]:
        self.asked.append((before, limit))
        answer = self.answers.pop(0) if self.answers else 0
        if isinstance(answer, Exception):
            raise answer
        return ["t"] * answer


def archiving(folder: Path, shelf: Shelf, monkeypatch: pytest.MonkeyPatch, **values: Any) -> list[int]:
    """Lets a host put tables away until it has asked four times; how many it counted, and is ready to."""
    counted: list[int] = []
    wanted = sum(answer for answer in shelf.answers if isinstance(answer, int))
    monkeypatch.setattr(
        "ludoteka.server.store.store.Store.put_away", lambda _, *asked: shelf.put_away(*asked)
    )

    async def play(host: Host, _clock: Clock) -> None:
        await until(lambda: len(shelf.asked) >= 4 and host.upkeep.archived >= wanted)
        counted.append(host.upkeep.archived)

    in_house(folder, play, **values)
    return counted


def test_what_is_archived_is_counted_and_a_database_that_is_away_is_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upkeep, "ARCHIVE_S", 0.01)
    shelf = Shelf(OSError("away"), 3, 2)
    assert archiving(tmp_path, shelf, monkeypatch, archive_hours=5) == [5]
    assert set(shelf.asked) == {(START - 5 * HOUR, upkeep.ARCHIVED_AT_ONCE)}


def test_while_there_is_much_to_archive_it_goes_on_soon(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A whole helping is followed by the next one, long before the usual time."""
    monkeypatch.setattr(upkeep, "ARCHIVE_S", 3600)
    many = upkeep.ARCHIVED_AT_ONCE
    shelf = Shelf(many, many, many, 1)
    assert archiving(tmp_path, shelf, monkeypatch) == [3 * many + 1]


# --- news of the lobby ---------------------------------------------------------------------------


def test_whoever_looks_at_the_lobby_waits_until_it_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosting, "LOBBY_S", 3600)

    async def play(host: Host, _clock: Clock) -> None:
        seen = host.lobby_changes
        news = [asyncio.ensure_future(host.lobby_news(seen)) for _ in range(2)]
        await some_turns()
        assert not any(one.done() for one in news)
        await table_of(host)
        await asyncio.gather(*news)
        await host.lobby_news(seen)  # whoever looked before that need not wait
        assert host.lobby_changes > seen

    in_house(tmp_path, play)


def test_a_lobby_without_news_is_looked_at_again_after_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosting, "LOBBY_S", 0.01)

    async def play(host: Host, _clock: Clock) -> None:
        await host.lobby_news(host.lobby_changes)

    in_house(tmp_path, play)


def test_whoever_is_deleted_is_nowhere_any_more(tmp_path: Path) -> None:
    """Neither at a table nor in the lobby: their sockets end, and others stay where they are."""

    async def play(host: Host, _clock: Clock) -> None:
        room = await table_of(host)
        ada, ben = Client("ada", 100), Client("ben", 100)
        for client in (ada, ben):
            await room.join(client, 0)
            host.lookers[client.guest or ""] += 1
        host.send_away("ada")
        assert (ada.farewell, ben.farewell) == (hosting.DELETED, None)
        await room.part(ada)
        assert host.here() == {"ben"}

    in_house(tmp_path, play)


# --- several processes ---------------------------------------------------------------------------


def two_hosts(database: str, folder: Path, play: Callable[[Host, Host], Awaitable[None]]) -> None:
    async def run() -> None:
        settings = settings_for(folder, database=database, bot_workers=0)
        hosts = Host(CATALOGUE, settings), Host(CATALOGUE, settings)
        for host in hosts:
            await host.start()
        try:
            await asyncio.wait_for(play(*hosts), 30)
        finally:
            for host in hosts:
                await host.stop()

    asyncio.run(run())


def test_a_table_of_another_process_is_news_for_the_lobby(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosting, "LOBBY_S", 3600)

    async def play(here: Host, there: Host) -> None:
        news = asyncio.ensure_future(there.lobby_news(there.lobby_changes))
        await table_of(here, public=True)
        await news

    two_hosts(database, tmp_path, play)


def test_whoever_could_not_listen_for_a_while_reads_all_its_tables_again(
    database: str, tmp_path: Path
) -> None:
    async def play(here: Host, there: Host) -> None:
        table = (await table_of(here)).id
        room = await there.room(table)
        listener: Any = there._listener
        await listener.stop()
        await here.sit(here.rooms[table], BEN, bodies.SitDown())
        await some_turns()
        assert room.ledger.people[1].kind == "open"
        await listener.start()  # it begins with what it may have missed
        await until(lambda: room.ledger.people[1].guest == "ben")

    two_hosts(database, tmp_path, play)


# --- tables and bots -----------------------------------------------------------------------------


@pytest.mark.parametrize(("wanted", "level"), [(None, 8), (1, 1), (5, 8), (9, 9)])
def test_a_stand_in_is_of_the_level_of_the_settings_or_of_the_middle(
    tmp_path: Path, wanted: int | None, level: int
) -> None:
    host = Host(CATALOGUE, settings_for(tmp_path, stand_in_level=wanted))
    assert host.stand_in_level("nim") == level


def test_a_game_without_bots_has_no_stand_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    host = Host(CATALOGUE, settings_for(tmp_path))
    monkeypatch.setattr(host, "catalogue", type("Empty", (), {"levels": staticmethod(lambda _: [])}))
    assert host.stand_in_level("nim") is None


def test_tables_of_the_last_day_count_as_held(tmp_path: Path) -> None:
    async def play(host: Host, clock: Clock) -> None:
        await table_of(host)
        clock.at += 24 * HOUR
        with pytest.raises(BadRequest, match="1 tables open already"):
            await table_of(host)
        await table_of(host, BEN)
        clock.at += 1
        await table_of(host)

    in_house(tmp_path, play, tables_held=1)


def test_quick_pairing_finds_who_has_opened_a_table_just_now(tmp_path: Path) -> None:
    async def play(host: Host, clock: Clock) -> None:
        pairer = Pairer(host)
        wish = bodies.Pairing(game="nim", seats=2)
        first = await pairer.pair(ADA, wish)
        clock.at += JUST_OPENED_MS
        assert await pairer.pair(ADA, wish) is first  # it is hers: she waits on
        assert await pairer.pair(BEN, wish) is first
        assert [row.guest for row in first.ledger.people] == ["ada", "ben"]
        late = await pairer.pair(ADA, wish)
        clock.at += JUST_OPENED_MS + 1
        assert await pairer.pair(BEN, wish) is not late

    in_house(tmp_path, play)


# --- signs of life -------------------------------------------------------------------------------


def test_a_database_that_is_away_is_told_and_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(host: Host, _clock: Clock) -> None:
        alive = host.store.alive

        async def away(*_: Any) -> Any:
            raise OSError

        assert host.can_save
        monkeypatch.setattr(host.store, "alive", away)
        await until(lambda: not host.can_save)
        monkeypatch.setattr(host.store, "alive", alive)
        await until(lambda: host.can_save)

    in_house(tmp_path, play, heartbeat_ms=10)


@pytest.mark.parametrize(("later", "is_buried"), [(5000, False), (5001, True)])
def test_people_of_a_process_without_a_sign_of_life_for_five_beats_are_away(
    tmp_path: Path, later: Millis, is_buried: bool
) -> None:
    """Nobody says goodbye for a process that was killed: the next one buries it."""
    tables: list[str] = []

    async def die(host: Host, _clock: Clock) -> None:
        room = await table_of(host)
        await room.join(Client("ada", 100), 0)
        tables.append(room.id)

    async def come(host: Host, clock: Clock) -> None:
        row = (await host.room(tables[0])).ledger.people[0]
        assert (row.process is None) == is_buried
        assert row.away == (clock.at if is_buried else None)

    in_house(tmp_path, die, drain_s=0.01, heartbeat_ms=1000)
    in_house(tmp_path, come, begins=START + later, heartbeat_ms=1000)


@pytest.mark.parametrize("away", [1, 500, 60_000])
def test_time_without_any_process_is_not_charged_however_short(tmp_path: Path, away: Millis) -> None:
    """On SQLite there is one process: before it nobody was alive."""
    tables: list[str] = []

    async def begin(host: Host, clock: Clock) -> None:
        wish = {"game": "nim", "seats": [{"kind": "me"}, {"kind": "me"}]}
        room = await host.open_table(ADA, bodies.NewTable.model_validate(wish))
        tables.append(room.id)
        clock.at += 300
        assert room.at == 300

    async def go_on(host: Host, clock: Clock) -> None:
        room = await host.room(tables[0])
        assert room.at == 300
        clock.at += 50
        assert room.at == 350

    in_house(tmp_path, begin)
    in_house(tmp_path, go_on, begins=START + 300 + away)


# --- stopping ------------------------------------------------------------------------------------


async def stopped(host: Host, at_that_moment: Callable[[], None]) -> None:
    """The scheduler ends, although there is something to do just then."""
    await asyncio.sleep(0.1)  # it has looked, and waits
    async with asyncio.timeout(20):
        at_that_moment()
        await host.scheduler.stop()


def test_a_table_that_is_looked_after_is_not_looked_for_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each move of a bot makes something due at its table, and whoever keeps the table sees that there."""
    monkeypatch.setattr(scheduler, "POLL_MS", HOUR)  # only what is expected wakes it
    asked: list[str] = []
    lease = Store.lease

    async def counted(store: Store, process: str, *when: Any) -> list[str]:
        asked.append(process)
        return await lease(store, process, *when)

    async def play(host: Host, _clock: Clock) -> None:
        async def plays(*_: Any) -> Thought:
            return Thought("take 1", None)

        def is_mine(ply: int) -> bool:
            return room.ledger.standing.match is not None and room.ledger.standing.match.ply == ply

        host.bots.ask = plays  # type: ignore[assignment,method-assign] # no workers
        seats = [bodies.SeatForBot(kind="bot", level=1), bodies.SeatForMe(kind="me")]
        room = await table_of(host, seats=seats, options={"stones": 20})
        await until(lambda: is_mine(1))
        before = len(asked)
        for ply in range(1, 17, 2):
            await room.change(lambda draft: actions.play(draft, 1, "take 1", draft.ledger.seq))
            await until(lambda ply=ply: is_mine(ply + 2))  # type: ignore[misc] # the loop's number
        assert len(asked) <= before + 1, "one may have been on its way"
        host.expect(0, "another")
        await until(lambda: len(asked) > before)

    monkeypatch.setattr(Store, "lease", counted)
    in_house(tmp_path, play)


def test_a_host_stops_although_something_falls_due_at_that_moment(tmp_path: Path) -> None:
    async def play(host: Host, _clock: Clock) -> None:
        await stopped(host, lambda: host.expect(0))

    in_house(tmp_path, play)


def test_a_host_stops_although_a_table_changes_at_that_moment(tmp_path: Path) -> None:
    async def play(host: Host, clock: Clock) -> None:
        wish = {"game": "race", "seats": [{"kind": "me"}]}
        room = await host.open_table(ADA, bodies.NewTable.model_validate(wish))
        clock.at += 10_000  # the time of its first number is over
        await until(lambda: room.ledger.standing.match is not None and room.ledger.standing.match.ply > 1)
        assert host.scheduler.keeps(room.id)
        await stopped(host, room.changed.set)

    in_house(tmp_path, play)


# --- a table that breaks -------------------------------------------------------------------------


def test_a_table_that_breaks_is_looked_after_again_when_its_lease_has_run_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One mistake at one table neither stops the others nor that table for ever."""
    broken: list[str] = []
    duties = Room.duties

    def breaks_once(room: Room) -> Any:
        if not broken:
            broken.append(room.id)
            raise RuntimeError("a mistake in the host")
        return duties(room)

    async def play(host: Host, clock: Clock) -> None:
        wish = {"game": "race", "seats": [{"kind": "me"}], "options": {"rounds": 1, "seconds": 1}}
        room = await host.open_table(ADA, bodies.NewTable.model_validate(wish))
        monkeypatch.setattr(Room, "duties", breaks_once)
        clock.at += 1000
        await until(lambda: room.ledger.standing.is_over)
        assert broken == [room.id]

    with capture_logs() as logs:
        in_house(tmp_path, play, lease_ms=50)
    assert "scheduler.table_failed" in [one["event"] for one in logs]


def test_a_table_where_nothing_is_due_for_days_is_let_go_after_a_while(tmp_path: Path) -> None:
    async def play(host: Host, clock: Clock) -> None:
        async def plays(*_: Any) -> Thought:
            return Thought("take 1", None)

        host.bots.ask = plays  # type: ignore[assignment,method-assign] # no workers
        seats = [bodies.SeatForBot(kind="bot", level=1), bodies.SeatForMe(kind="me")]
        room = await table_of(host, seats=seats, control={"kind": "days", "days": 3})
        await until(lambda: room.ledger.standing.match.ply == 1)  # type: ignore[union-attr] # it has begun
        clock.at += LINGER_MS
        room.changed.set()
        await some_turns()
        assert host.scheduler.keeps(room.id)
        clock.at += 1
        room.changed.set()
        await until(lambda: not host.scheduler.keeps(room.id))

    in_house(tmp_path, play)


def test_a_bot_that_gives_up_is_in_the_log_and_one_that_plays_is_not(tmp_path: Path) -> None:
    async def play(host: Host, _clock: Clock) -> None:
        async def fails(*_: Any) -> Any:
            raise RuntimeError("no bots today")

        async def plays(*_: Any) -> Any:
            return Thought("take 1", None)

        bots = host.bots
        wish = {"game": "nim", "seats": [{"kind": "bot", "level": 1}] * 2, "options": {"stones": 3}}
        bots.ask = fails  # type: ignore[assignment,method-assign] # no workers
        room = await host.open_table(ADA, bodies.NewTable.model_validate(wish))
        await until(lambda: gave_up() > 0)
        bots.ask = plays  # type: ignore[assignment,method-assign] # again
        room.changed.set()
        await until(lambda: room.ledger.standing.is_over)

    def gave_up() -> int:
        return sum(one["event"] == "bot.gave_up" for one in logs)

    with capture_logs() as logs:
        in_house(tmp_path, play)
    assert all(one["error"] == "no bots today" for one in logs if one["event"] == "bot.gave_up")


def test_a_host_that_stops_lets_those_go_who_are_there(tmp_path: Path) -> None:
    """It waits for the last socket, and not for longer than it is told to."""

    async def play(host: Host, _clock: Clock) -> None:
        room, client = await table_of(host), Client("ada", 10)
        room.clients.add(client)
        goodbye = asyncio.ensure_future(host.say_goodbye())
        await asyncio.sleep(0.1)
        assert not goodbye.done()
        assert client.farewell is not None
        room.clients.discard(client)
        await goodbye

    in_house(tmp_path, play, drain_s=3600)


def test_a_host_that_stops_waits_for_nobody_who_does_not_go(tmp_path: Path) -> None:
    async def play(host: Host, _clock: Clock) -> None:
        room = await table_of(host)
        room.clients.add(Client("ada", 10))
        await host.say_goodbye()

    in_house(tmp_path, play, drain_s=0.05)


@pytest.mark.parametrize(("seconds", "ms"), [(300, 3000), (40, 2000)])
def test_a_bot_with_a_clock_takes_a_small_part_of_its_time(tmp_path: Path, seconds: int, ms: int) -> None:
    """A twentieth of what is left, and three seconds at most."""
    asked: list[Any] = []

    async def play(host: Host, _clock: Clock) -> None:
        async def notes(_who: str, errand: Any) -> Thought:
            asked.append(errand)
            return Thought("take 1", None)

        host.bots.ask = notes  # type: ignore[assignment,method-assign] # no workers
        seats = [bodies.SeatForBot(kind="bot", level=1), bodies.SeatForMe(kind="me")]
        control = {"kind": "bank", "seconds": seconds}
        room = await table_of(host, seats=seats, control=control)
        room.look()
        await until(lambda: asked)

    in_house(tmp_path, play)
    assert asked[0].ms == ms
