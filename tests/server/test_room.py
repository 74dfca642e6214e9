"""A room without a server: its ports are played by the test, so that the order of things is no accident."""

import asyncio
import gc
import weakref
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from tests import toys
from tests.server.ledgers import START, ledger_of

from ludoteka.core.game import Millis
from ludoteka.core.refusals import IllegalMove, Refusal
from ludoteka.server.live.client import Client
from ludoteka.server.live.ports import Ports
from ludoteka.server.live.room import AGAIN, CARE_MS, PRIVATE, TRIES, Room
from ludoteka.server.live.serial import Serial
from ludoteka.server.messages.errors import Stale
from ludoteka.server.messages.wire import Play, Say
from ludoteka.server.table.actions import Actor, tick
from ludoteka.server.table.rows import Append, Conflict, Loaded, SeatRow
from ludoteka.server.table.timekeeping import Timekeeper

ADA, BEN = Actor("ada", "Ada"), Actor("ben", "Ben")


@dataclass
class Disk:
    """A store as slow as the test wants it."""

    free: asyncio.Event = field(default_factory=asyncio.Event)
    written: list[Append] = field(default_factory=list)
    conflicts: int = 0

    async def append(self, change: Append) -> None:
        await self.free.wait()
        if self.conflicts:
            self.conflicts -= 1
            raise Conflict
        self.written.append(change)

    async def end_of(self, table: str) -> Millis | None:
        return None

    async def load(self, table: str, after: int = 0) -> Loaded | None:
        return None

    async def set_presence(self, changed: Sequence[SeatRow], due: Millis | None) -> None:
        return

    async def set_due(self, table: str, old: Millis | None, due: Millis | None) -> None:
        return


@dataclass
class Heard:
    """A bus that remembers."""

    due: list[Millis | None] = field(default_factory=list)
    lobby: int = 0

    tables: set[str | None] = field(default_factory=set)

    def expect(self, due: Millis | None, table: str | None = None) -> None:
        self.due.append(due)
        self.tables.add(table)

    def lobby_changed(self) -> None:
        self.lobby += 1


class Stage:
    """One table of Race, ten seconds a number, that started at `START`; `at` is the match time now."""

    def __init__(self, rounds: int = 3, **allows: Any) -> None:
        self.at = 0
        self.disk, self.bus = Disk(), Heard()
        self.disk.free.set()
        time = Timekeeper(lambda: START + self.at)
        ledger = ledger_of(toys.get("race"), time, options={"rounds": rounds}, **allows)
        self.room = Room(ledger, Ports("here", time, self.disk, self.bus))
        self.keys = iter(range(1000))

    @property
    def open(self) -> int:
        """The number of which a multiple is wanted."""
        match = self.room.ledger.standing.match
        assert match is not None
        number: int = match.state.open
        return number

    def play(self, who: Actor, seat: int, move: int, arrived: Millis | None = None) -> "asyncio.Task[object]":
        action = Play(
            do="play", seat=seat, move=str(move), seen=self.room.ledger.seq, key=f"k{next(self.keys)}"
        )
        stamp = START + (self.at if arrived is None else arrived)
        return asyncio.ensure_future(self.room.act(who, action, stamp))

    def say(self, who: Actor) -> "asyncio.Task[object]":
        action = Say(do="say", phrase="hello", seen=self.room.ledger.seq, key=f"k{next(self.keys)}")
        return asyncio.ensure_future(self.room.act(who, action, START + self.at))

    def events(self) -> list[tuple[str, int | None, int]]:
        lines = self.room.ledger.lines
        return [
            (one.row.kind, one.row.seat, one.row.at) for one in lines if one.row.kind in ("played", "ticked")
        ]


def on_stage(play: Callable[[Stage], Awaitable[None]], rounds: int = 3) -> None:
    async def run() -> None:
        await asyncio.wait_for(play(Stage(rounds)), 30)

    asyncio.run(run())


async def until(is_true: Callable[[], bool]) -> None:
    """Waits for what other tasks do."""
    while not is_true():
        await asyncio.sleep(0)


async def a_moment() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def test_a_claim_that_came_in_time_is_in_time_however_slow_the_disk_is() -> None:
    async def play(stage: Stage) -> None:
        stage.at = 9_000
        stage.disk.free.clear()
        talk = stage.say(ADA)
        await a_moment()
        stage.at = 9_999
        claim = stage.play(BEN, 1, 2 * stage.open)
        await a_moment()
        stage.at = 12_000  # the time of the number is over, and the write of the talk is still under way
        late = asyncio.ensure_future(stage.room.change(tick))
        await a_moment()
        stage.disk.free.set()
        await asyncio.gather(talk, claim, late)
        assert stage.events() == [("played", 1, 9_999)]
        assert stage.bus.tables == {stage.room.id}  # whoever keeps this one need not look for others

    on_stage(play)


def test_a_claim_that_came_too_late_is_too_late() -> None:
    async def play(stage: Stage) -> None:
        stage.at = 10_000
        with pytest.raises(IllegalMove) as refused:
            await stage.play(BEN, 1, 2 * stage.open)
        assert refused.value.rule == "RAC-4"
        assert stage.events() == []

    on_stage(play)


def test_in_a_race_the_order_is_the_order_of_the_stamps() -> None:
    """Ada's claim reaches the line first, Ben's arrived first at the server."""

    async def play(stage: Stage) -> None:
        stage.at = 4_000
        stage.disk.free.clear()
        talk = stage.say(ADA)
        await a_moment()
        stage.at = 7_000
        ada = stage.play(ADA, 0, stage.open, arrived=6_000)
        await a_moment()
        ben = stage.play(BEN, 1, stage.open, arrived=5_000)
        await a_moment()
        stage.disk.free.set()
        await asyncio.gather(talk, ben)
        with pytest.raises(Stale):
            await ada
        assert stage.events() == [("played", 1, 5_000)]

    on_stage(play)


def test_a_stamp_from_before_the_last_event_counts_as_its_moment() -> None:
    """Whoever has begun is not overtaken, and match time never runs back."""

    async def play(stage: Stage) -> None:
        stage.at = 3_000
        await stage.play(ADA, 0, stage.open)
        await stage.play(BEN, 1, stage.open, arrived=2_000)
        assert stage.events() == [("played", 0, 3_000), ("played", 1, 3_000)]

    on_stage(play)


def test_a_stamp_from_the_future_is_no_stamp() -> None:
    async def play(stage: Stage) -> None:
        stage.at = 3_000
        await stage.play(ADA, 0, stage.open, arrived=9_000)
        assert stage.events() == [("played", 0, 3_000)]

    on_stage(play)


def test_nothing_is_shown_before_it_is_durable() -> None:
    async def play(stage: Stage) -> None:
        client = Client("ben", 100)
        await stage.room.join(client, 0)
        while client._box:
            await client.next()
        stage.disk.free.clear()
        claim = stage.play(ADA, 0, stage.open)
        await a_moment()
        assert not client._box
        assert stage.events() == []
        stage.disk.free.set()
        await claim
        assert len(client._box) == 1
        assert stage.bus.due[-1] == stage.room.ledger.table.due

    on_stage(play)


def test_a_change_is_carried_through_though_nobody_waits_for_it() -> None:
    async def play(stage: Stage) -> None:
        stage.disk.free.clear()
        claim = stage.play(ADA, 0, stage.open)
        await a_moment()
        claim.cancel()
        assert stage.room.is_busy
        stage.disk.free.set()
        await stage.room.rest()
        assert [kind for kind, _, _ in stage.events()] == ["played"]
        assert not stage.room.is_busy

    on_stage(play)


def test_a_table_that_others_always_change_first_says_so() -> None:
    async def play(stage: Stage) -> None:
        stage.disk.conflicts = TRIES - 1
        await stage.say(ADA)
        stage.disk.conflicts = TRIES
        with pytest.raises(Refusal, match="too busy"):
            await stage.say(ADA)
        assert len(stage.disk.written) == 1

    on_stage(play)


def test_a_match_that_ends_is_told_with_what_ended_it() -> None:
    async def play(stage: Stage) -> None:
        stage.at = 500
        await stage.play(BEN, 1, stage.open)
        assert stage.disk.written[-1].ended is None
        await stage.play(BEN, 1, stage.open)
        ended = stage.disk.written[-1].ended
        assert ended is not None
        assert (ended.table.id, ended.how, ended.rule, ended.at) == ("t", "game", "RAC-5", START + 500)
        assert (ended.scores, ended.ranks) == ((0, 2), (2, 1))
        assert [row.name for row in ended.people] == ["Ada", "Ben"]
        assert ended.table.state == "over"
        assert ended.match is stage.room.ledger.standing.match
        await stage.say(ADA)
        assert stage.disk.written[-1].ended is None

    on_stage(play, rounds=2)


def test_a_look_at_a_table_whose_time_is_known_wakes_nobody() -> None:
    async def play(stage: Stage) -> None:
        await stage.room.correct_due()
        stage.bus.due.clear()
        stage.room.changed.clear()
        assert stage.room.ledger.table.due == START + 10_000
        for stage.at in (0, 9_999, 10_000):
            stage.room.look()
            await a_moment()
            assert stage.bus.due == []
        assert not stage.room.changed.is_set()

    on_stage(play)


def test_a_look_at_a_table_that_sleeps_wakes_the_host() -> None:
    async def play(stage: Stage) -> None:
        stage.room.ledger.table = replace(stage.room.ledger.table, due=None)
        stage.room.look()
        await a_moment()
        assert stage.bus.due != []
        assert min(due for due in stage.bus.due if due is not None) <= START
        assert stage.room.ledger.table.due == START + 10_000
        assert stage.room.changed.is_set()

    on_stage(play)


def test_somebody_cares_who_sits_watches_or_asked_lately() -> None:
    async def play(stage: Stage) -> None:
        people = stage.room.ledger.people
        assert not stage.room.is_cared_for
        people[1] = replace(people[1], process="another")
        assert stage.room.is_cared_for
        people[1] = replace(people[1], process=None)
        stage.room.look()
        stage.at = CARE_MS
        assert stage.room.is_cared_for
        stage.at = CARE_MS + 1
        assert not stage.room.is_cared_for
        stage.room.clients.add(Client("eve", 10))
        assert stage.room.is_cared_for

    on_stage(play)


@dataclass
class Shared(Disk):
    """A store in which another process has written who is there."""

    people: list[SeatRow] = field(default_factory=list)
    ledger: Any = None

    async def load(self, table: str, after: int = 0) -> Loaded | None:
        return Loaded(self.ledger.table, list(self.people), [])


def test_who_came_to_another_process_is_told_and_nobody_else() -> None:
    async def play(stage: Stage) -> None:
        ledger, watcher = stage.room.ledger, Client("eve", 10)
        shared = Shared(people=list(ledger.people), ledger=ledger)
        stage.room._ports = replace(stage.room._ports, store=shared)
        stage.room.clients.add(watcher)
        await stage.room.refresh()
        assert list(watcher._box) == []
        shared.people[1] = replace(shared.people[1], process="another")
        await stage.room.refresh()
        (told,) = watcher._box
        assert '"seats":[false,true]' in told

    on_stage(play)


def test_whoever_is_here_but_noted_as_away_is_noted_as_here_again() -> None:
    """As when another process took this one for dead."""

    async def play(stage: Stage) -> None:
        ada, ledger = Client("ada", 10), stage.room.ledger
        await stage.room.join(ada, 0)
        shared = Shared(people=[replace(row, process=None) for row in ledger.people], ledger=ledger)
        stage.room._ports = replace(stage.room._ports, store=shared)
        await stage.room.refresh()
        await until(lambda: stage.room.ledger.people[0].process == "here")
        assert stage.room.ledger.people[1].process is None

    on_stage(play)


def test_when_a_table_is_read_anew_only_those_come_back_who_may_follow_it() -> None:
    async def play(stage: Stage) -> None:
        ledger, ada, eve = stage.room.ledger, Client("ada", 10), Client("eve", 10)
        for client in (ada, eve):
            await stage.room.join(client, 0)
        table = replace(ledger.table, allows='{"spectators": false}')

        async def load(_table: str, _after: int = 0) -> Loaded:
            return Loaded(table, list(ledger.people), [line.row for line in ledger.lines])

        stage.disk.load = load  # type: ignore[assignment,method-assign] # what is written there now
        await stage.room.reread()
        assert (ada.farewell, eve.farewell) == (AGAIN, PRIVATE)

    on_stage(play)


def test_whoever_looks_after_the_table_hears_of_a_change() -> None:
    async def play(stage: Stage) -> None:
        stage.room.changed.clear()
        await stage.play(ADA, 0, stage.open)
        assert stage.room.changed.is_set()

    on_stage(play)


def test_whoever_waits_for_the_last_changes_does_not_fail_with_them() -> None:
    async def play(stage: Stage) -> None:
        stage.disk.free.clear()
        stage.disk.conflicts = TRIES
        failing = stage.play(ADA, 0, stage.open)
        await a_moment()
        resting = asyncio.ensure_future(stage.room.rest())
        await a_moment()
        assert not resting.done()
        stage.disk.free.set()
        await resting
        with pytest.raises(Refusal):
            await failing

    on_stage(play)


def test_a_change_that_is_complete_is_forgotten() -> None:
    async def play(stage: Stage) -> None:
        kept = weakref.WeakSet(asyncio.all_tasks())
        before = len(kept)
        await stage.play(ADA, 0, stage.open)
        await a_moment()
        gc.collect()
        assert stage.room._tasks == set()
        assert len(kept) <= before

    on_stage(play)


def test_a_delayed_spectator_hears_nothing_a_moment_early(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(stage: Stage) -> None:
        loop = asyncio.get_running_loop()
        waits: list[float] = []

        def later(delay: float, work: Callable[..., object], *given: object) -> asyncio.Handle:
            waits.append(delay)
            return loop.call_soon(work, *given)

        client = Client(None, 100)
        await stage.room.join(client, 0)
        client._box.clear()
        monkeypatch.setattr(loop, "call_later", later)
        stage.room._show(stage.room.ledger.lines[-1:])
        assert not client._box
        await a_moment()
        monkeypatch.undo()
        assert [wait > 30 for wait in waits] == [True]
        assert len(client._box) == 1

    async def run() -> None:
        await asyncio.wait_for(play(Stage(delay=30)), 30)

    asyncio.run(run())


# --- the line itself -----------------------------------------------------------------------------


def test_whoever_is_cancelled_in_line_holds_up_nobody() -> None:
    async def run() -> None:
        serial, order = Serial(), []
        first = asyncio.Event()

        async def stand(name: str, arrived: Millis, until: asyncio.Event | None = None) -> None:
            async with serial.turn(arrived):
                order.append(name)
                if until is not None:
                    await until.wait()

        tasks = {"a": asyncio.ensure_future(stand("a", 5, first))}
        await a_moment()
        for name, arrived in (("b", 3), ("c", 2), ("d", 1), ("e", 3)):
            tasks[name] = asyncio.ensure_future(stand(name, arrived))
        await a_moment()
        tasks["c"].cancel()
        await a_moment()
        first.set()
        await asyncio.sleep(0)  # now it is the turn of d, which does not know it yet
        tasks["d"].cancel()
        await asyncio.gather(*tasks.values(), return_exceptions=True)
        assert order == ["a", "b", "e"]
        assert not serial.is_busy

    asyncio.run(run())
