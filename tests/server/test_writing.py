"""Who waits for whom at the disk: moves go first, and the rest share what an fsync costs."""

import asyncio
import gc
import threading
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from sqlalchemy import Connection, event, text
from sqlalchemy.exc import OperationalError

from ludoteka.server import app
from ludoteka.server.store.transacting import (
    BESIDE_THE_LOG,
    CONNECTIONS,
    SHARING,
    Pooled,
    SingleThread,
    engine_for,
    set_pragmas,
)

ARRIVALS = 200


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


class SlowPool:
    """A pool with room for everybody, in which nothing ends before it may."""

    def __init__(self) -> None:
        self.under_way = 0
        self.may_end = asyncio.Event()

    @asynccontextmanager
    async def begin(self) -> AsyncIterator["SlowPool"]:
        yield self

    async def run_sync(self, work: Callable[[Any], Any]) -> Any:
        self.under_way += 1
        await self.may_end.wait()
        return work(self)


def test_on_postgres_there_is_always_a_connection_for_moves() -> None:
    async def run() -> None:
        slow: Any = SlowPool()
        pool = Pooled(slow)
        others = [asyncio.create_task(pool.run(lambda _: None)) for _ in range(ARRIVALS)]
        await asyncio.sleep(0)
        assert slow.under_way == BESIDE_THE_LOG < CONNECTIONS
        move = asyncio.create_task(pool.run(lambda _: "moved", first=True))
        await asyncio.sleep(0)
        assert slow.under_way == BESIDE_THE_LOG + 1
        slow.may_end.set()
        assert await move == "moved"
        await asyncio.gather(*others)

    asyncio.run(run())


def test_the_collector_never_looks_at_very_many_objects_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async def nothing(*_: object) -> None:
        return None

    monkeypatch.setattr(uvicorn.Server, "startup", nothing)
    before = gc.get_threshold()
    try:
        asyncio.run(app.Alone(uvicorn.Config(nothing)).startup())
        youngest, middle, _ = gc.get_threshold()
        assert gc.get_freeze_count() > 0  # the libraries are left alone
        assert youngest * middle <= 50_000
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)
