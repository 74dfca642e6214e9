"""Generators beside each other: one process of players cannot keep four servers busy."""

import asyncio
import multiprocessing
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from multiprocessing.synchronize import Barrier, Event
from typing import Any

from ludoteka.bench.hosting import ServerProcess, seat_pairs
from ludoteka.bench.playing import PacedTable, play, sit

PATIENCE_S = 300  # until everybody sits; and beyond the time that is played, until everybody has told


@dataclass(frozen=True, slots=True)
class Played:
    """What some generators saw: how long each move took, how long all took, and their processor time."""

    times_ms: list[float]
    took: float
    cpu_s: float


def at_once(
    hosts: Sequence[ServerProcess],
    matches: int,
    seconds: float,
    apart: int,
    on_start: Callable[[], object],
) -> Played:
    """Everybody answers at once; each server has a generator, which has its share of the matches.

    The players of a match are on servers so many places `apart`.
    """
    spawn = multiprocessing.get_context("spawn")
    ready = spawn.Barrier(len(hosts) + 1)
    ends: list[Connection[Any, Any]] = []
    running: list[BaseProcess] = []
    for place in range(len(hosts)):
        mine = [hosts[place], hosts[(place + apart) % len(hosts)]][: 1 + bool(apart)]
        here, there = spawn.Pipe(duplex=False)
        addresses = [(host.database, host.port) for host in mine]
        given = (addresses, max(1, matches // len(hosts)), seconds, apart, ready, there)
        running.append(spawn.Process(target=_generate, args=given))
        running[-1].start()
        there.close()  # so that one which ends without an answer is heard of
        ends.append(here)
    try:
        _wait_for_all(running, ready)
        on_start()
        found = _told(ends, seconds + PATIENCE_S)
    finally:
        _end(running)
    times = [one for played in found for one in played.times_ms]
    return Played(times, max(played.took for played in found), sum(played.cpu_s for played in found))


@contextmanager
def school(host: ServerProcess, tables: int) -> Iterator[Callable[[], None]]:
    """People with seats at so many tables, in a process of their own; they come in when they are called.

    What it costs to open hundreds of sockets at once is not on the account of whoever measures.
    """
    spawn = multiprocessing.get_context("spawn")
    ready, bell = spawn.Barrier(2), spawn.Event()
    given = ((host.database, host.port), tables, ready, bell)
    process = spawn.Process(target=_come, args=given)
    process.start()
    try:
        _wait_for_all([process], ready)
        yield bell.set
    finally:
        _end([process])


def _come(address: tuple[str, int], tables: int, ready: Barrier, bell: Event) -> None:
    """A school, in its process: everybody stays until it is ended."""

    async def stay() -> None:
        pairs = await seat_pairs([ServerProcess(*address)], tables)
        ready.wait(PATIENCE_S)
        await asyncio.to_thread(bell.wait)
        async with AsyncExitStack() as stack:
            await asyncio.gather(*(sit(stack, pair) for pair in pairs))
            await asyncio.sleep(PATIENCE_S)

    asyncio.run(stay())


def _wait_for_all(running: Sequence[BaseProcess], ready: Barrier) -> None:
    last = time.monotonic() + PATIENCE_S
    while ready.n_waiting < len(running):
        if any(process.exitcode is not None for process in running):
            raise RuntimeError("a generator ended before everybody sat")
        if time.monotonic() >= last:
            raise RuntimeError(f"not everybody sat within {PATIENCE_S} s")
        time.sleep(0.02)
    ready.wait(PATIENCE_S)


def _told(ends: "Sequence[Connection[Any, Played]]", seconds: float) -> list[Played]:
    """What the generators saw, in their order; one that ends without a word is heard of at once."""
    last = time.monotonic() + seconds
    found: dict[Connection[Any, Played], Played] = {}
    while len(found) < len(ends):
        waiting = [end for end in ends if end not in found]
        talking = [end for end in wait(waiting, max(0.0, last - time.monotonic())) if end in waiting]
        if not talking:
            raise RuntimeError("a generator did not come to an end")
        try:
            found |= {end: end.recv() for end in waiting if end in talking}
        except EOFError:
            raise RuntimeError("a generator ended before it told what it saw") from None
    return [found[end] for end in ends]


def _end(running: Sequence[BaseProcess]) -> None:
    """Nobody plays on, whatever happened; a generator that has told everything is at its end anyway."""
    for process in running:
        process.terminate()
    for process in running:
        process.join()


def _generate(
    addresses: Sequence[tuple[str, int]],
    matches: int,
    seconds: float,
    apart: int,
    ready: Barrier,
    answer: "Connection[Played, Played]",
) -> None:
    """One generator, in its process."""
    begun: list[float] = []

    def begin() -> None:
        ready.wait(PATIENCE_S)
        begun.append(time.process_time())

    hosts = [ServerProcess(database, port) for database, port in addresses]
    tables, took = asyncio.run(play(hosts, matches, seconds, 0, PacedTable.at_once, apart, begin))
    times = [1000 * one for table in tables for one in table.times]
    answer.send(Played(times, took, time.process_time() - begun[0]))
