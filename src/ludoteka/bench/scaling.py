"""How the server grows: `ludoteka bench server --postgres --processes 4`.

One, two and four processes on one PostgreSQL, one after the other in one run, so that their ratios mean
something on any machine. The players of a match are on one process, as behind a proxy that sends a table to
one place; `apart`: on different ones, the worst case. Beside the rates stand the parts: processor time of
servers, PostgreSQL and generator, and fsync. `own_cores` is the ratio if every process had a core to itself:
what a machine with fewer cores can say about one with more.
"""

import asyncio
import time
from collections.abc import Sequence

import psycopg

from ludoteka.bench import crowds
from ludoteka.bench.clusters import Spent, postgres, processes, spent
from ludoteka.bench.crowds import Played
from ludoteka.bench.hosting import ServerProcess
from ludoteka.bench.timing import Figure, Figures
from ludoteka.server.live import bus
from ludoteka.server.table.naming import new_id

MATCHES = 64
SECONDS = 8.0
TABLES = 10_000  # that the notifications name
COMMITS = 400
A_COMMIT = 8  # moves that share a transaction


def across(most: int, seconds: float = SECONDS, matches: int = MATCHES) -> Figures:
    """Figures for 1, 2, 4, ... processes up to `most`, then the cost of telling each other."""
    with postgres() as database:
        first: tuple[float, float] | None = None
        for number in sorted({1, *(n for n in (2, 4, 8) if n <= most), most}):
            with processes(database, number) as hosts:
                for apart in range(min(2, number)):
                    played, used = _measured(database, hosts, matches, seconds, apart)
                    moves = len(played.times_ms)
                    rate, cost = moves / played.took, used.servers / moves
                    first = first or (rate, cost)
                    prefix = f"server.processes_{number}{'_apart' * apart}"
                    yield from _figures(prefix, played, used)
                    yield Figure(f"{prefix}.ratio", rate / first[0])
                    yield Figure(f"{prefix}.own_cores", number * first[1] / cost)
        yield from telling(database)


def _measured(
    database: str, hosts: Sequence[ServerProcess], matches: int, seconds: float, apart: int
) -> tuple[Played, Spent]:
    """What was played, and what that took: opening the tables does not count."""
    before: list[Spent] = []

    def note() -> None:
        before.append(spent(database, hosts))

    played = crowds.at_once(hosts, matches, seconds, apart, note)
    return played, spent(database, hosts) - before[0]


def _figures(prefix: str, played: Played, used: Spent) -> Figures:
    times, took = sorted(played.times_ms), played.took
    moves = len(times)
    yield Figure(f"{prefix}.moves_per_s", moves / took)
    yield Figure(f"{prefix}.p99_ms", times[int(moves * 0.99)], times[-1] - times[0])
    yield Figure(f"{prefix}.server_cpu_ms_per_move", 1000 * used.servers / moves)
    yield Figure(f"{prefix}.postgres_cpu_ms_per_move", 1000 * used.database / moves)
    yield Figure(f"{prefix}.generator_cpu_ms_per_move", 1000 * played.cpu_s / moves)
    yield Figure(f"{prefix}.moves_per_fsync", moves / max(1.0, used.fsyncs))
    yield Figure(f"{prefix}.fsync_share", used.fsync_s / took)


# --- LISTEN and NOTIFY ---------------------------------------------------------------------------


def telling(database: str, listeners: int = 4) -> Figures:
    """A commit without a notification, with one and nobody listening, and with several processes listening.

    The notifications name 10,000 tables in turn, as many as a large evening has.
    """
    tables = [new_id() for _ in range(TABLES)]
    silent = _commits(database, [])
    alone = _commits(database, tables)
    heard, took = asyncio.run(_heard(database, tables, listeners))
    yield Figure("server.notify.commit_us", 1e6 * silent)
    yield Figure("server.notify.told_commit_us", 1e6 * alone)
    yield Figure(f"server.notify.heard_by_{listeners}_commit_us", 1e6 * took)
    yield Figure("server.notify.cost_us_per_move", 1e6 * (took - silent) / A_COMMIT)
    yield Figure("server.notify.heard_share", heard)


def _commits(database: str, tables: Sequence[str]) -> float:
    """Seconds a commit; each writes a row, and tells of some tables unless there are none."""
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS told (name text)")
        start = time.perf_counter()
        for number in range(COMMITS):
            at = number * A_COMMIT % TABLES
            with connection.transaction():
                connection.execute("INSERT INTO told VALUES ('x')")
                for payload in bus.payloads("bench", tables[at : at + A_COMMIT]):
                    connection.execute("SELECT pg_notify(%s, %s)", (bus.CHANNEL, payload))
        return (time.perf_counter() - start) / COMMITS


async def _heard(database: str, tables: Sequence[str], listeners: int) -> tuple[float, float]:
    """The share of notifications that arrived, and the seconds a commit took meanwhile."""
    heard = 0

    async def take(found: Sequence[str]) -> None:
        nonlocal heard
        heard += len(found)

    async def nothing() -> None:
        return None

    ears = [bus.Listener(database, f"ear{number}", take, nothing) for number in range(listeners)]
    for ear in ears:
        await ear.start()
    while not all(ear.is_connected for ear in ears):
        await asyncio.sleep(0.01)
    took = await asyncio.to_thread(_commits, database, tables)
    wanted, end = COMMITS * A_COMMIT * listeners, time.perf_counter() + 10
    while heard < wanted and time.perf_counter() < end:
        await asyncio.sleep(0.01)
    await asyncio.gather(*(ear.stop() for ear in ears))
    return heard / wanted, took
