"""Tables at which two people take turns, as fast as they can or at a pace: for the benches of the server."""

import asyncio
import gc
import json
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from typing import Any

from ludoteka.bench.hosting import Pair, ServerProcess, receive, seat_pairs


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


async def sit(stack: AsyncExitStack, pair: Pair) -> PacedTable:
    """Two sockets at a table, once it is on the disk that both are there."""
    sockets = [await stack.enter_async_context(guest.connect(pair.table)) for guest in pair.guests]
    table = PacedTable(pair, sockets)
    for socket in sockets:
        table.seq = (await receive(socket, "welcome"))["position"]["seq"]
    while not all((await receive(sockets[0], "presence"))["seats"]):
        pass
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
) -> tuple[list[PacedTable], float]:
    """Plays on a number of tables for some time; returns the tables and the seconds it took.

    At `quiet` more tables people sit and think.
    """
    pairs = await seat_pairs(hosts, matches + quiet, apart)
    async with AsyncExitStack() as stack:
        tables = [await sit(stack, pair) for pair in pairs][:matches]
        gc.collect()
        gc.freeze()  # the generator's own pauses are not the server's
        on_start()
        start = time.perf_counter()
        await asyncio.gather(*(way(table, start + seconds, period) for table in tables))
        return tables, time.perf_counter() - start
