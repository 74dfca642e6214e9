"""Who waits for whom at the disk: moves go first, and the rest share what an fsync costs."""

import asyncio
import gc
import sys
import threading
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from sqlalchemy import Connection, event, text
from sqlalchemy.exc import OperationalError
from sqlalchemy.util import await_only

from ludoteka.server import app
from ludoteka.server.store.store import Store
from ludoteka.server.store.transacting import (
    BESIDE_THE_LOG,
    POOL,
    SHARING,
    SingleThread,
    engine_for,
    set_pragmas,
)

ARRIVALS = 200
LOOKS_AT_WHOLE_GENERATIONS = sys.version_info < (3, 14)  # later on, at old objects in small steps


class Paper:
    """A small SQLite database, and how often it has been written to."""

    def __init__(self, path: Path) -> None:
        engine = engine_for(f"sqlite:///{path / 'paper.sqlite3'}")
        self.thread = SingleThread(engine, set_pragmas)
        self.commits = 0
        self.done: list[str] = []
        event.listen(self.thread._engine, "commit", self._count)

    def _count(self, _connection: Connection) -> None:
        self.commits += 1

    async def write(self, word: str, *, first: bool = False) -> None:
        """Durable when it returns, and noted in that order."""

        def work(connection: Connection) -> None:
            connection.execute(text("INSERT INTO words VALUES (:word)"), {"word": word})

        await self.thread.run(work, first=first)
        self.done.append(word)

    async def together(self, *works: Coroutine[Any, Any, Any], leaving: int | None = None) -> list[Any]:
        """Works that wait at the same moment, and how each ended; who is `leaving` does not wait for it."""
        may_begin = threading.Event()
        holding = asyncio.create_task(self.thread.run(lambda _: may_begin.wait(30), first=True))
        await asyncio.sleep(0)
        waiting = [asyncio.create_task(work) for work in works]
        await asyncio.sleep(0)
        if leaving is not None:
            waiting[leaving].cancel()
            await asyncio.sleep(0)
        may_begin.set()
        await holding
        return await asyncio.gather(*waiting, return_exceptions=True)

    async def words(self) -> list[str]:
        def work(connection: Connection) -> list[str]:
            return [row.word for row in connection.execute(text("SELECT word FROM words ORDER BY word"))]

        return await self.thread.run(work)


def on_paper(path: Path, test: Callable[[Paper], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        paper = Paper(path)
        await paper.thread.run(
            lambda connection: connection.execute(text("CREATE TABLE words (word UNIQUE)"))
        )
        paper.commits = 0
        try:
            await test(paper)
        finally:
            await paper.thread.stop()

    asyncio.run(run())


def test_a_move_overtakes_those_who_arrive(tmp_path: Path) -> None:
    async def test(paper: Paper) -> None:
        arrivals = [asyncio.create_task(paper.write(f"arrival {number}")) for number in range(ARRIVALS)]
        await asyncio.sleep(0)  # they are all in the queue
        await paper.write("move", first=True)
        assert len(paper.done) <= 3 * SHARING, f"it waited for {len(paper.done)} others"
        await asyncio.gather(*arrivals)
        assert len(await paper.words()) == ARRIVALS + 1

    on_paper(tmp_path, test)


def test_those_who_arrive_are_not_forgotten_while_people_move(tmp_path: Path) -> None:
    async def test(paper: Paper) -> None:
        moves = [asyncio.create_task(paper.write(f"move {number}", first=True)) for number in range(ARRIVALS)]
        await asyncio.sleep(0)
        await paper.write("arrival")
        assert len(paper.done) <= ARRIVALS // 2, "it waited until nobody moved"
        await asyncio.gather(*moves)

    on_paper(tmp_path, test)


def test_those_who_arrive_together_share_the_disk(tmp_path: Path) -> None:
    async def test(paper: Paper) -> None:
        await asyncio.gather(*(paper.write(f"arrival {number}") for number in range(ARRIVALS)))
        assert paper.commits <= ARRIVALS // SHARING + 2

    on_paper(tmp_path, test)


def test_what_fails_in_a_crowd_fails_alone(tmp_path: Path) -> None:
    async def test(paper: Paper) -> None:
        await paper.write("taken")
        words = ["one", "taken", "two", "three"]
        ends = await asyncio.gather(*(paper.write(word) for word in words), return_exceptions=True)
        assert [end is None for end in ends] == [True, False, True, True]
        assert await paper.words() == ["one", "taken", "three", "two"]

    on_paper(tmp_path, test)


def test_when_the_database_undoes_everything_nobody_is_told_that_it_is_saved(tmp_path: Path) -> None:
    def full(connection: Connection) -> None:
        connection.exec_driver_sql("ROLLBACK")  # as SQLite does by itself when the disk is full
        raise OperationalError("INSERT", {}, Exception("database or disk is full"))

    async def test(paper: Paper) -> None:
        works = [paper.write("one"), paper.thread.run(full), paper.write("two")]
        ends = await paper.together(*works)
        assert ["full" in str(end) for end in ends] == [True] * 3
        await paper.write("later")
        assert await paper.words() == ["later"]

    on_paper(tmp_path, test)


def test_whoever_does_not_wait_any_more_is_passed_over(tmp_path: Path) -> None:
    async def test(paper: Paper) -> None:
        await paper.together(paper.write("one"), paper.write("gone"), paper.write("two"), leaving=1)
        assert await paper.words() == ["one", "two"]

    on_paper(tmp_path, test)


async def read_in_vain(store: Store, reading: asyncio.Semaphore, may_end: asyncio.Event) -> None:
    """Somebody whose statement takes as long as it likes."""
    async with store.engine.connect() as connection:
        await connection.execute(text("SELECT 1"))
        reading.release()
        await may_end.wait()


def test_on_postgres_no_crowd_has_the_connection_of_the_log(database: str) -> None:
    """Those who read have the whole pool, and others wait for it to write: a move is durable all the same."""

    async def run() -> None:
        store, reading, may_end = Store(database), asyncio.Semaphore(0), asyncio.Event()
        await store.start()
        crowd = [asyncio.create_task(read_in_vain(store, reading, may_end)) for _ in range(2 * POOL)]
        try:
            for _ in range(POOL):
                await reading.acquire()
            crowd += [asyncio.create_task(store.save(lambda _: None)) for _ in range(2 * BESIDE_THE_LOG)]
            moved = await store._transactor.run(lambda found: found.scalar(text("SELECT 42")), first=True)
            assert moved == 42
            assert not any(one.done() for one in crowd)
        finally:
            may_end.set()
            await asyncio.gather(*crowd)
            await store.stop()

    asyncio.run(run())


def test_on_postgres_those_who_write_leave_connections_to_those_who_read(database: str) -> None:
    async def run() -> None:
        store, writing, may_end = Store(database), asyncio.Semaphore(0), asyncio.Event()
        loop = asyncio.get_running_loop()

        def work(connection: Connection) -> None:
            connection.execute(text("SELECT 1"))
            writing.release()
            await_only(may_end.wait())

        await store.start()
        crowd = [loop.create_task(store.save(work)) for _ in range(2 * POOL)]
        try:
            for _ in range(BESIDE_THE_LOG):
                await writing.acquire()
            await store.ping()
            assert not any(one.done() for one in crowd)
        finally:
            may_end.set()
            await asyncio.gather(*crowd)
            await store.stop()

    asyncio.run(run())


class Looks:
    """How many objects the collector has looked at, at once, at most."""

    def __init__(self) -> None:
        self.most = 0

    def __call__(self, phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            oldest = info["generation"] if LOOKS_AT_WHOLE_GENERATIONS else 0
            looked_at = sum(len(gc.get_objects(one)) for one in range(oldest + 1))
            self.most = max(self.most, looked_at)


def test_the_collector_never_looks_at_very_many_objects_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many as come with a thousand people, who stay."""

    async def nothing(*_: object) -> None:
        return None

    monkeypatch.setattr(uvicorn.Server, "startup", nothing)
    before, looks = gc.get_threshold(), Looks()
    try:
        asyncio.run(app.Alone(uvicorn.Config(nothing)).startup())
        assert gc.get_freeze_count() > 0  # the libraries are left alone
        gc.callbacks.append(looks)
        people = [[number] for number in range(200_000)]
        assert 0 < looks.most < len(people) // 3
    finally:
        gc.callbacks.remove(looks)
        gc.unfreeze()
        gc.set_threshold(*before)
