"""Several server processes on one PostgreSQL, and what each part of the machine did for them."""

import os
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg

from ludoteka.bench.chaos import a_postgres
from ludoteka.bench.hosting import ServerProcess
from ludoteka.server.store import migrate

TICKS = os.sysconf("SC_CLK_TCK")
WAL_SYNCS = (
    "SELECT coalesce(sum(fsyncs), 0), coalesce(sum(fsync_time), 0) FROM pg_stat_io WHERE object = 'wal'"
)


@contextmanager
def postgres() -> Iterator[str]:
    """A PostgreSQL that says how long its disk takes."""
    with (
        tempfile.TemporaryDirectory(prefix="ludoteka-bench-", ignore_cleanup_errors=True) as folder,
        a_postgres(Path(folder)) as address,
    ):
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute("ALTER SYSTEM SET track_wal_io_timing = on")
            connection.execute("SELECT pg_reload_conf()")
        migrate.upgrade(address)
        yield address


@contextmanager
def processes(database: str, number: int) -> Iterator[list[ServerProcess]]:
    """So many servers that share a database."""
    hosts = [ServerProcess(database) for _ in range(number)]
    try:
        for host in hosts:
            host.start()
        for host in hosts:
            host.wait_until_ready(180)
        yield hosts
    finally:
        for host in hosts:
            host.kill()


@dataclass(frozen=True, slots=True)
class Spent:
    """Seconds so far: processor time of servers, PostgreSQL and generator, and waiting for fsync."""

    servers: float
    database: float
    generator: float
    fsyncs: float
    fsync_s: float

    def __sub__(self, before: "Spent") -> "Spent":
        return Spent(
            self.servers - before.servers,
            self.database - before.database,
            self.generator - before.generator,
            self.fsyncs - before.fsyncs,
            self.fsync_s - before.fsync_s,
        )


def spent(database: str, hosts: Sequence[ServerProcess]) -> Spent:
    """What was used up to now."""
    with psycopg.connect(database) as connection:
        postmaster = _parent(connection.info.backend_pid)
        connection.execute("SELECT pg_stat_force_next_flush()")
        row = connection.execute(WAL_SYNCS).fetchone()
    assert row is not None
    family = [postmaster, *children_of(postmaster)]
    servers = sum(cpu_of(host.process.pid) for host in hosts if host.process is not None)
    return Spent(servers, sum(map(cpu_of, family)), time.process_time(), float(row[0]), float(row[1]) / 1000)


def children_of(pid: int) -> list[int]:
    """The processes that a process has started."""
    return [one for one in _all() if _parent(one) == pid]


def _all() -> list[int]:
    return [int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit()]


def _stat(pid: int) -> list[str]:
    """The fields after the name of the program; none: it has ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def _parent(pid: int) -> int:
    return int(found[1]) if (found := _stat(pid)) else 0


def cpu_of(pid: int) -> float:
    """Its own seconds, and those of its children that have ended: connections that were closed count too."""
    found = _stat(pid)
    return sum(int(found[place]) for place in (11, 12, 13, 14)) / TICKS if found else 0.0
