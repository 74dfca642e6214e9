"""A day of a public server, replayed faster than real time: `ludoteka bench day --processes 2 --people 4000`.

Assumptions, all stated here: people come in the shape of `HOURS`; a match has a log-normal number of moves
(median 40); a move is thought about for a log-normal time (median 6 s, mean 8.3 s); whoever has finished a
match goes, and somebody else opens the next table. Each hour is a slice at `SPEED` times real time: a
population divided by `SPEED` that thinks `SPEED` times as fast makes as many moves, new guests, tables and
sockets a second as the whole would. What it does not show is memory and sockets of people who think.
"""

import asyncio
import math
import random
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field

import httpx
from websockets.exceptions import WebSocketException

from ludoteka.bench.clusters import postgres, spent
from ludoteka.bench.clusters import processes as servers_on
from ludoteka.bench.hosting import Pair, ServerProcess, receive, seat_pairs
from ludoteka.bench.playing import PacedTable
from ludoteka.bench.timing import Figure, Figures

ASKED_FOR = True  # it starts servers and takes minutes
HOURS = (
    0.25, 0.12, 0.06, 0.04, 0.03, 0.04, 0.08, 0.15, 0.25, 0.35, 0.40, 0.42,
    0.48, 0.50, 0.52, 0.58, 0.66, 0.75, 0.85, 0.95, 1.00, 0.95, 0.75, 0.45,
)  # fmt: skip
SPEED = 20
SLICE_S = 4.0
MOVES = (math.log(40), 0.4)  # of a match
THOUGHT = (math.log(6.0), 0.8)  # seconds
MEAN_THOUGHT = math.exp(THOUGHT[0] + THOUGHT[1] ** 2 / 2)
SLOW_MS = 250.0  # a move that takes longer is felt
PEOPLE = 4000


@dataclass
class Hour:
    """What happened in one slice."""

    people: int
    times: list[float] = field(default_factory=list)  # ms from a move until the opponent has it
    late: float = 0.0  # how far the generator itself fell behind, at worst
    matches: int = 0
    failures: int = 0

    @property
    def p99(self) -> float:
        ordered = sorted(self.times)
        return ordered[int(len(ordered) * 0.99)] if ordered else 0.0

    @property
    def is_slow(self) -> bool:
        return self.failures > 0 or self.p99 > SLOW_MS


class Place:
    """Where one match follows another."""

    def __init__(self, hosts: Sequence[ServerProcess], hour: Hour, seed: int) -> None:
        self.hosts = hosts
        self.hour = hour
        self.dice = random.Random(seed)  # noqa: S311  # a simulation

    async def live(self, pair: Pair, begun: asyncio.Barrier, seconds: float) -> None:
        """Plays from the moment that every place is ready; a match that is over is followed by a new one."""
        async with AsyncExitStack() as stack:
            table = await _join(stack, pair)
            await begun.wait()
            until = time.perf_counter() + seconds
            await asyncio.sleep(self.dice.random() * MEAN_THOUGHT / SPEED)  # not all at the same moment
            await self._play(table, until, self.dice.randrange(1, 40))  # some matches are nearly over
        while time.perf_counter() < until:
            (pair,) = await seat_pairs([self.dice.choice(self.hosts)], 1)
            async with AsyncExitStack() as stack:
                moves = max(2, round(self.dice.lognormvariate(*MOVES)))
                await self._play(await _join(stack, pair), until, moves)

    async def _play(self, table: PacedTable, until: float, moves: int) -> None:
        self.hour.matches += 1
        for _ in range(moves):
            thought = self.dice.lognormvariate(*THOUGHT) / SPEED
            wanted = time.perf_counter() + thought
            if wanted > until:
                await asyncio.sleep(max(0.0, until - time.perf_counter()))
                return
            await asyncio.sleep(thought)
            self.hour.late = max(self.hour.late, time.perf_counter() - wanted)
            async with asyncio.timeout(10):
                await table.move()
            self.hour.times.append(1000 * table.times[-1])

    async def survive(self, pair: Pair, begun: asyncio.Barrier, seconds: float) -> None:
        """What fails is counted, and ends this place."""
        try:
            await self.live(pair, begun, seconds)
        except (OSError, httpx.HTTPError, WebSocketException, TimeoutError):
            self.hour.failures += 1


async def _join(stack: AsyncExitStack, pair: Pair) -> PacedTable:
    sockets = [await stack.enter_async_context(guest.connect(pair.table)) for guest in pair.guests]
    welcomes = [await receive(socket, "welcome") for socket in sockets]
    table = PacedTable(pair, sockets)
    table.seq = welcomes[-1]["position"]["seq"]
    return table


async def slice_of(hosts: Sequence[ServerProcess], people: int, seconds: float, seed: int) -> Hour:
    """One hour's population, for some seconds."""
    hour, number = Hour(people), max(1, round(people / 2 / SPEED))
    pairs, begun = await seat_pairs(hosts, number), asyncio.Barrier(number)
    places = [Place(hosts, hour, seed + one) for one in range(number)]
    await asyncio.gather(
        *(place.survive(pair, begun, seconds) for place, pair in zip(places, pairs, strict=True))
    )
    return hour


def figures(processes: int = 2, people: int = PEOPLE, seconds: float = SLICE_S) -> Figures:
    """A day hour by hour, then more and more people until it is slow."""
    with postgres() as database, servers_on(database, processes) as hosts:
        asyncio.run(slice_of(hosts, people // 4, 2.0, 0))  # everything is warm
        day = []
        for number, share in enumerate(HOURS):
            day.append(asyncio.run(slice_of(hosts, round(people * share), seconds, 1000 * number)))
            yield from _figures(f"day.hour_{number:02}", day[-1], seconds)
        yield Figure("day.moves", sum(len(hour.times) for hour in day))
        yield Figure("day.matches", sum(hour.matches for hour in day))
        yield Figure("day.failures", sum(hour.failures for hour in day))
        yield Figure("day.slow_hours", sum(hour.is_slow for hour in day))
        yield from breaking(database, hosts, people, seconds)


def breaking(database: str, hosts: Sequence[ServerProcess], people: int, seconds: float) -> Figures:
    """Half as many again each time, until moves are slow or fail; and who was busy then."""
    held = 0
    for step in range(1, 9):
        crowd = round(people * 1.5**step)
        before, start = spent(database, hosts), time.perf_counter()
        hour = asyncio.run(slice_of(hosts, crowd, seconds, 10**6 * step))
        used, took = spent(database, hosts) - before, time.perf_counter() - start
        if hour.is_slow:
            break
        held = crowd
    yield from _figures("day.broken", hour, seconds)
    yield Figure("day.people_held", held)
    yield Figure("day.broken.server_cores", used.servers / took)
    yield Figure("day.broken.postgres_cores", used.database / took)
    yield Figure("day.broken.generator_cores", used.generator / took)
    yield Figure("day.broken.fsync_share", used.fsync_s / took)
    yield Figure("day.broken.generator_late_ms", 1000 * hour.late)


def _figures(prefix: str, hour: Hour, seconds: float) -> Figures:
    yield Figure(f"{prefix}.people", hour.people)
    yield Figure(f"{prefix}.moves_per_s", len(hour.times) / seconds)
    yield Figure(f"{prefix}.p99_ms", hour.p99)
