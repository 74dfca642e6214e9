"""A server of the toy games in a process of its own, for tests that kill it: DATABASE PORT."""

import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from tests.server.serving import Guest, settings_for

from ludoteka.bench.hosting import free_port
from ludoteka.server.app import run

ROOT = Path(__file__).parents[2]


@dataclass
class Process:
    """Looks like `Served` to a guest."""

    database: str
    port: int = 0
    process: "subprocess.Popen[bytes] | None" = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> "Process":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def start(self) -> None:
        self.port = self.port or free_port()
        command = [sys.executable, "-m", "tests.server.process", self.database, str(self.port)]
        self.process = subprocess.Popen(command, cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)})
        end = time.monotonic() + 120
        while time.monotonic() < end and self.process.poll() is None:
            try:
                if httpx.get(f"{self.address}/readyz").status_code == 200:
                    return
            except httpx.TransportError:
                time.sleep(0.02)
        self.kill()
        raise AssertionError("the server did not start")

    def kill(self) -> None:
        if self.process is not None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
            self.process = None

    def guest(self, cookies: Any = None) -> Guest:
        guest = Guest(self)  # type: ignore[arg-type]  # an address is enough
        if cookies is None:
            guest.http.post("/api/me", json={}).raise_for_status()
        else:
            guest.http.cookies.update(cookies)
        return guest


if __name__ == "__main__":
    from tests.server.toy_catalogue import CATALOGUE

    run(
        CATALOGUE,
        settings_for(
            Path(), database=sys.argv[1], port=int(sys.argv[2]), lease_ms=1500, heartbeat_ms=300, migrate=True
        ),
    )
