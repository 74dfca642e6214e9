"""How fast the server is: `ludoteka bench server --json`.

A server process on SQLite (WAL, synchronous=FULL, group commit) and a load generator on the same machine.
The first run is a busy evening: 200 matches, 400 sockets, one move per second from each socket; the second
has 1,000 sockets more at which people think; in the third a school comes in meanwhile, 300 sockets at once;
the last asks how many durable moves per second are possible when every player answers at once.
With `--postgres` see `scaling`.
"""

import asyncio
import tempfile
from pathlib import Path
from statistics import median

from ludoteka.bench import crowds
from ludoteka.bench.hosting import hosted
from ludoteka.bench.playing import PacedTable, play
from ludoteka.bench.timing import Figure, Figures

ASKED_FOR = True  # it starts servers and takes half a minute
MATCHES = 200
QUIET = 500  # tables more, with two sockets each
SCHOOL = 150  # tables more, whose people come while the others play
SECONDS = 15.0
SATURATED_MATCHES = 64
SATURATED_SECONDS = 8.0


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
    with hosted(database) as host, crowds.school(host, coming) as call_them:

        def in_a_while() -> None:
            asyncio.get_running_loop().call_later(seconds / 3, call_them)

        tables, _ = asyncio.run(
            play([host], matches, seconds, 0.5, PacedTable.at_a_pace, on_start=in_a_while)
        )
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
