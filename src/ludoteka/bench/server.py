"""How fast the server is: `ludoteka bench server --json`.

A server process on SQLite (WAL, synchronous=FULL, group commit) and a load generator on the same machine.
The first run is a busy evening: 200 matches, 400 sockets, one move per second from each socket; the second
has 1,000 sockets more at which people think; in the third a school comes in meanwhile, 300 sockets at once;
the last asks how many durable moves per second are possible when every player answers at once.
With `--postgres` see `scaling`.
"""

import asyncio
import gc
import json
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median
from typing import Any

from ludoteka.bench.hosting import Pair, ServerProcess, hosted, receive, seat_pairs
from ludoteka.bench.timing import Figure, Figures

ASKED_FOR = True  # it starts servers and takes half a minute
MATCHES = 200
QUIET = 500  # tables more, with two sockets each
SCHOOL = 150  # tables more, whose people come while the others play
SECONDS = 15.0
SATURATED_MATCHES = 64
SATURATED_SECONDS = 8.0


class PacedTable:
    """A running table with two sockets that take turns."""

    def __init__(self, pair: Pair, sockets: list[Any]) -> None:
        self.pair = pair
        self.sockets = sockets
        self.seq = 0
        self.moves = 0
        self.times: list[float] = []

    async def move(self) -> None:
        """One move: timed from before it is sent until the opponent has received it."""
        mover, other = self.sockets[self.moves % 2], self.sockets[1 - self.moves % 2]
        action = {"do": "play", "seat": self.moves % 2, "move": "1", "seen": self.seq}
        text = json.dumps(action | {"key": f"m{self.moves}"})
        start = time.perf_counter()
        await mover.send(text)
        news = await receive(other, "news")
        self.times.append(time.perf_counter() - start)
        await receive(mover, "news")
        self.seq = news["position"]["seq"]
        self.moves += 1

    async def at_a_pace(self, until: float, period: float) -> None:
        """A move every `period` seconds, whatever the server does; the start is spread over the period."""
        next_at = time.perf_counter() + period * (hash(self.pair.table) % 1000) / 1000
        while next_at < until:
            await asyncio.sleep(max(0.0, next_at - time.perf_counter()))
            await self.move()
            next_at += period

    async def at_once(self, until: float, _period: float) -> None:
        """Moves as fast as the answers come."""
        while time.perf_counter() < until:
            await self.move()


async def _sit(stack: AsyncExitStack, pair: Pair) -> PacedTable:
    sockets = [await stack.enter_async_context(guest.connect(pair.table)) for guest in pair.guests]
    table = PacedTable(pair, sockets)
    for socket in sockets:
        table.seq = (await receive(socket, "welcome"))["position"]["seq"]
    while not all((await receive(sockets[0], "presence"))["seats"]):
        pass  # that they have come is not on the disk yet: nothing has begun
    return table


async def play(
    hosts: Sequence[ServerProcess],
    matches: int,
    seconds: float,
    period: float,
    way: Callable[..., Awaitable[None]],
    apart: int = 0,
    on_start: Callable[[], object] = lambda: None,
    quiet: int = 0,
    school: int = 0,
) -> tuple[list[PacedTable], float]:
    """Plays on a number of tables for some time; returns the tables and the seconds it took.

    At `quiet` more tables people sit and think; people come to `school` more while the others play.
    """
    pairs = await seat_pairs(hosts, matches + quiet + school, apart)
    here = matches + quiet
    async with AsyncExitStack() as stack:
        tables = [await _sit(stack, pair) for pair in pairs[:here]][:matches]
        gc.collect()
        gc.freeze()  # the generator's own pauses are not the server's
        on_start()
        start = time.perf_counter()
        coming = [asyncio.create_task(_come_in(stack, pair, seconds / 3)) for pair in pairs[here:]]
        await asyncio.gather(*(way(table, start + seconds, period) for table in tables))
        took = time.perf_counter() - start
        await asyncio.gather(*coming)
        return tables, took


async def _come_in(stack: AsyncExitStack, pair: Pair, seconds: float) -> None:
    await asyncio.sleep(seconds)
    await _sit(stack, pair)


def busy_evening(database: str, matches: int = MATCHES, seconds: float = SECONDS) -> Figures:
    """Latency and memory with many quiet tables; each socket makes one move per second."""
    with hosted(database) as host:
        tables, _ = asyncio.run(play([host], matches, seconds, 0.5, PacedTable.at_a_pace))
        rss = host.rss_mb()
    times = sorted(1000 * one for table in tables for one in table.times)
    spread = times[-1] - times[0]
    yield Figure("server.p50_ms", median(times), spread)
    yield Figure("server.p99_ms", times[int(len(times) * 0.99)], spread)
    yield Figure("server.rss_mb", rss)


def full_house(
    database: str, matches: int = MATCHES, quiet: int = QUIET, seconds: float = SECONDS
) -> Figures:
    """The same evening while many more sockets are open at which nothing happens."""
    with hosted(database) as host:
        tables, _ = asyncio.run(play([host], matches, seconds, 0.5, PacedTable.at_a_pace, quiet=quiet))
    times = sorted(1000 * one for table in tables for one in table.times)
    yield Figure("server.full_p99_ms", times[int(len(times) * 0.99)], times[-1] - times[0])


def school(database: str, matches: int = MATCHES, coming: int = SCHOOL, seconds: float = SECONDS) -> Figures:
    """The same evening while a school comes in, all at the same moment."""
    with hosted(database) as host:
        tables, _ = asyncio.run(play([host], matches, seconds, 0.5, PacedTable.at_a_pace, school=coming))
    times = sorted(1000 * one for table in tables for one in table.times)
    yield Figure("server.school_p99_ms", times[int(len(times) * 0.99)], times[-1] - times[0])


def saturated(database: str, matches: int = SATURATED_MATCHES, seconds: float = SATURATED_SECONDS) -> Figures:
    """Durable moves per second when everybody answers at once."""
    with hosted(database) as host:
        tables, took = asyncio.run(play([host], matches, seconds, 0, PacedTable.at_once))
    moves = sum(table.moves for table in tables)
    yield Figure("server.saturated_moves_per_s", moves / took)


def figures(processes: int = 1, postgres: bool = False) -> Figures:
    """All figures of the server; on PostgreSQL those of 1, 2, 4, ... processes beside each other."""
    if postgres:
        from ludoteka.bench import scaling  # it needs what tests need

        yield from scaling.across(processes)
        return
    with tempfile.TemporaryDirectory() as folder:
        yield from busy_evening(f"sqlite:///{Path(folder) / 'evening.sqlite3'}")
        yield from full_house(f"sqlite:///{Path(folder) / 'full.sqlite3'}")
        yield from school(f"sqlite:///{Path(folder) / 'school.sqlite3'}")
        yield from saturated(f"sqlite:///{Path(folder) / 'saturated.sqlite3'}")
