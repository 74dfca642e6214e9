"""A server in its own process, and simple players for it: shared by `bench server` and `bench chaos`."""

import asyncio
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.cookiejar import CookieJar, DefaultCookiePolicy
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from ludoteka.bench.tally import CATALOGUE
from ludoteka.server.app import run
from ludoteka.server.settings import Rates, Settings
from ludoteka.server.store import migrate

FAST = (1e6, 1_000_000)


def free_port() -> int:
    """A port that nobody is using right now."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def unlimited() -> Rates:
    """All players of a bench come from one address."""
    return Rates(
        guest=FAST, address=FAST, newcomers=FAST, passwords=FAST, socket=FAST, sockets=FAST,
        study=FAST, visitors=FAST, chat=FAST, tables=FAST,
    )  # fmt: skip


@dataclass
class ServerProcess:
    """A server process that can be killed and started again on the same database."""

    database: str
    port: int = field(default_factory=free_port)
    lease_ms: int = 10_000
    process: "subprocess.Popen[bytes] | None" = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [sys.executable, "-m", "ludoteka.bench.hosting", self.database, str(self.port)]
        self.process = subprocess.Popen([*command, str(self.lease_ms)])  # noqa: S603  # our own module

    def wait_until_ready(self, seconds: float = 60) -> None:
        """Returns when the server answers."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.process is None or self.process.poll() is not None:
                raise RuntimeError("the server ended while it started")
            with contextlib.suppress(httpx.TransportError):
                if httpx.get(f"{self.address}/readyz", timeout=2).status_code == 200:
                    return
            time.sleep(0.02)
        raise TimeoutError("the server did not get ready")

    def kill(self) -> None:
        """Like a power cut: no goodbye, nothing flushed."""
        if self.process is not None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
            self.process = None

    def rss_mb(self) -> float:
        """Resident memory of the server process."""
        assert self.process is not None
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
        raise ValueError("no VmRSS")


class Zygote(ServerProcess):
    """A server that restarts in a moment: a process that has imported everything forks it.

    The server process itself is killed, as by a crash or a power cut; only its start is quick.
    """

    def __init__(self, database: str) -> None:
        super().__init__(database)
        self._pid: int | None = None

    def __enter__(self) -> "Zygote":
        command = [sys.executable, "-m", "ludoteka.bench.hosting", self.database, str(self.port), "1500"]
        self.process = subprocess.Popen(  # noqa: S603  # our own module
            [*command, "zygote"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.start()
        self.wait_until_ready()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        assert self.process is not None
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()

    def start(self) -> None:
        assert self.process is not None
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(b"start\n")
        self.process.stdin.flush()
        self._pid = int(self.process.stdout.readline())

    def kill(self) -> None:
        """SIGKILL to the server; the zygote reaps it and says so."""
        if self._pid is not None:
            os.kill(self._pid, signal.SIGKILL)
            assert self.process is not None
            assert self.process.stdout is not None
            self.process.stdout.readline()
            self._pid = None


def breed(database: str, port: str, lease_ms: str) -> None:
    """The zygote: forks a server for every line it reads, and waits until that has died."""
    migrate.upgrade(database)
    for _ in sys.stdin:
        pid = os.fork()
        if pid == 0:
            main(database, port, lease_ms)
            os._exit(0)
        sys.stdout.write(f"{pid}\n")
        sys.stdout.flush()
        os.waitpid(pid, 0)
        sys.stdout.write("dead\n")
        sys.stdout.flush()


@contextmanager
def hosted(database: str) -> Iterator[ServerProcess]:
    """A running server, which is stopped at the end whatever happens."""
    host = ServerProcess(database)
    host.start()
    try:
        host.wait_until_ready()
        yield host
    finally:
        host.kill()


class Guest:
    """A person with a cookie, who opens tables and sits down."""

    def __init__(self, host: ServerProcess) -> None:
        self.host = host
        self.cookie = ""

    async def greet(self, http: httpx.AsyncClient) -> "Guest":
        answer = await http.post(f"{self.host.address}/api/me", json={})
        self.cookie = answer.headers["set-cookie"].split(";")[0]
        return self

    async def post(self, http: httpx.AsyncClient, path: str, body: Any) -> Any:
        headers = {"Cookie": self.cookie}
        answer = await http.post(f"{self.host.address}{path}", json=body, headers=headers)
        answer.raise_for_status()
        return answer.json()

    def connect(self, table: str, since: int | None = None) -> Any:
        """A socket to the table, as an async context manager."""
        query = "" if since is None else f"?since={since}"
        address = f"ws://127.0.0.1:{self.host.port}/ws/tables/{table}{query}"
        headers = {"Cookie": self.cookie}
        # a whole log may come at once, and an evening of chaos makes long ones
        return connect(address, additional_headers=headers, compression=None, open_timeout=30, max_size=None)


@dataclass
class Pair:
    """Two people at one table."""

    table: str
    guests: tuple[Guest, Guest]


async def seat_pairs(hosts: Sequence[ServerProcess], number: int, apart: int = 0, **more: Any) -> list[Pair]:
    """A number of running tables with two people each, who are on hosts so many places `apart`."""
    limits = httpx.Limits(max_connections=16, max_keepalive_connections=16)
    nothing_kept = CookieJar(DefaultCookiePolicy(allowed_domains=[]))  # each guest keeps its own
    async with httpx.AsyncClient(timeout=60, limits=limits, cookies=nothing_kept) as http:
        gate = asyncio.Semaphore(16)

        async def one(place: int) -> Pair:
            here, there = hosts[place % len(hosts)], hosts[(place + apart) % len(hosts)]
            async with gate:
                first, second = await Guest(here).greet(http), await Guest(there).greet(http)
                wish = {"game": "tally", "seats": [{"kind": "me"}, {"kind": "open"}], **more}
                table = await first.post(http, "/api/tables", wish)
                await second.post(http, f"/api/tables/{table['id']}/seats", {})
                return Pair(table["id"], (first, second))

        return list(await asyncio.gather(*(one(place) for place in range(number))))


async def receive(socket: ClientConnection, *kinds: str) -> dict[str, Any]:
    """The next message of one of these kinds."""
    while True:
        message: dict[str, Any] = json.loads(await socket.recv())
        if message["kind"] in kinds:
            return message


def main(database: str, port: str, lease_ms: str) -> None:
    """The server process: default settings except for limits and bots."""
    settings = Settings(
        database=database,
        port=int(port),
        migrate=True,
        rates=unlimited(),
        bot_workers=0,  # nobody plays with bots here
        warm=False,  # the game has no kernels, and looking for them takes longer than all the rest
        lease_ms=int(lease_ms),
        log="off",
    )
    run(CATALOGUE, settings)


if __name__ == "__main__":
    (breed if "zygote" in sys.argv else main)(*sys.argv[1:4])
