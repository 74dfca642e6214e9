"""Generators beside each other: one process of players cannot keep four servers busy."""

import asyncio
import multiprocessing
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from multiprocessing.synchronize import Barrier
from typing import Any

from ludoteka.bench.hosting import ServerProcess
from ludoteka.bench.server import PacedTable, play

PATIENCE_S = 300  # until everybody sits


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
    _wait_for_all(running, ready)
    on_start()
    found: list[Played] = [end.recv() for end in ends]
    for process in running:
        process.join()
    times = [one for played in found for one in played.times_ms]
    return Played(times, max(played.took for played in found), sum(played.cpu_s for played in found))


def _wait_for_all(running: Sequence[BaseProcess], ready: Barrier) -> None:
    while ready.n_waiting < len(running):
        if any(process.exitcode is not None for process in running):
            ready.abort()
            raise RuntimeError("a generator ended before everybody sat")
        time.sleep(0.02)
    ready.wait(PATIENCE_S)


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
