"""A real server in a thread, and clients that speak to it over real sockets."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from tests.server.toy_catalogue import CATALOGUE
from websockets.sync.client import ClientConnection, connect

from ludoteka.server.app import server_for
from ludoteka.server.messages.differences import changed
from ludoteka.server.settings import Rates, Settings

PATIENCE = 60  # seconds: machines are busy
FAST = (100_000.0, 100_000)
NO_LIMITS = Rates(
    guest=FAST, address=FAST, newcomers=FAST, passwords=FAST, socket=FAST, sockets=FAST, study=FAST,
    visitors=FAST, pictures=FAST, chat=FAST, tables=FAST,
)  # fmt: skip


def settings_for(folder: Path, **values: Any) -> Settings:
    given: dict[str, Any] = {
        "database": f"sqlite:///{folder / 'test.sqlite3'}",
        "port": 0,
        "log": "off",
        "rates": NO_LIMITS,
        "bot_workers": 1,
        "bot_pause_ms": 0,
        "warm": False,
        "drain_s": 1,
    }
    return Settings(**(given | values))


@dataclass
class Served:
    server: uvicorn.Server
    port: int

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def host(self) -> Any:
        app: Any = self.server.config.app
        return app.state.context.host

    guests: "list[Guest]" = field(default_factory=list)

    def guest(self, name: str | None = None) -> "Guest":
        guest = Guest(self)
        self.guests.append(guest)
        guest.http.post("/api/me", json={"name": name}).raise_for_status()
        return guest


@contextmanager
def serving(settings: Settings, catalogue: Any = CATALOGUE) -> Iterator[Served]:
    server = server_for(catalogue, settings)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    until(lambda: server.started or not thread.is_alive())
    assert server.started, "the server did not start"
    served = Served(server, server.servers[0].sockets[0].getsockname()[1])
    try:
        yield served
    finally:
        for guest in served.guests:
            guest.http.close()
        server.should_exit = True
        thread.join(60)
        assert not thread.is_alive(), "the server did not end"


def until(is_true: Callable[[], Any], seconds: float = PATIENCE) -> None:
    end = time.monotonic() + seconds
    while not is_true():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.005)


@dataclass
class Guest:
    """A person with a cookie."""

    served: Served
    http: httpx.Client = field(init=False)
    token: str | None = None

    def __post_init__(self) -> None:
        self.http = httpx.Client(base_url=self.served.address, timeout=PATIENCE)
        if self.token:
            self.http.headers["Authorization"] = f"Bearer {self.token}"

    def open(self, game: str, *seats: Any, **more: Any) -> dict[str, Any]:
        wishes = [{"kind": one} if isinstance(one, str) else one for one in seats]
        answer = self.http.post("/api/tables", json={"game": game, "seats": wishes} | more)
        assert answer.status_code == 201, answer.text
        table: dict[str, Any] = answer.json()
        return table

    def sit(self, table: str, **wish: Any) -> dict[str, Any]:
        answer = self.http.post(f"/api/tables/{table}/seats", json=wish)
        assert answer.status_code == 200, answer.text
        sheet: dict[str, Any] = answer.json()
        return sheet

    def get(self, path: str, status: int = 200) -> Any:
        answer = self.http.get(path)
        assert answer.status_code == status, (answer.status_code, answer.text)
        return answer.json()

    @contextmanager
    def at(
        self, table: str, since: int | None = None, *, differences: bool = False, **options: Any
    ) -> Iterator["Seated"]:
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        headers = {"Cookie": cookie} if cookie else {}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        asked = {"since": since, "differences": "true" if differences else None}
        query = "&".join(f"{name}={value}" for name, value in asked.items() if value is not None)
        address = self.served.address.replace("http", "ws")
        options = {"additional_headers": headers, "compression": None} | options
        with connect(f"{address}/ws/tables/{table}?{query}", **options) as socket:
            yield Seated(socket)


class Seated:
    """One socket of one table: keeps what it heard and the last seq."""

    keys = count(1)

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.heard: list[dict[str, Any]] = []
        self.entries: list[dict[str, Any]] = []
        self.position: dict[str, Any] = {}
        self.table: dict[str, Any] = {}
        self.wait_for("welcome")

    @property
    def seq(self) -> int:
        seq: int = self.position["seq"]
        return seq

    def receive(self, timeout: float = PATIENCE) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.socket.recv(timeout))
        self.heard.append(message)
        if message["kind"] in ("welcome", "news", "changed"):
            self.position = self._position_of(message)
            self.entries += message["entries"]
            self.table = message.get("table") or self.table
        return message

    def _position_of(self, message: dict[str, Any]) -> dict[str, Any]:
        position: dict[str, Any] = message["position"]
        if message["kind"] == "changed":
            assert message["since"] == self.seq
            position = changed(self.position, position)
        return position

    def wait_for(self, kind: str, where: Callable[[dict[str, Any]], Any] = bool) -> dict[str, Any]:
        while True:
            message = self.receive()
            if message["kind"] == kind and where(message):
                return message

    def wait_until(self, is_true: Callable[["Seated"], Any]) -> None:
        while not is_true(self):
            self.receive()

    def say(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def act(self, do: str, **fields: Any) -> dict[str, Any]:
        """Sends an action and waits for its answer."""
        key = fields.pop("key", f"k{next(self.keys)}")
        self.say(do=do, **({"seen": self.seq, "key": key} | fields))
        while True:
            message = self.receive()
            if message["kind"] in ("news", "changed", "done", "refused") and message.get("key") == key:
                return message

    def play(self, seat: int, move: str, **fields: Any) -> dict[str, Any]:
        return self.act("play", seat=seat, move=move, **fields)

    def ask(self, do: str, **fields: Any) -> dict[str, Any]:
        number = next(self.keys)
        self.say(do=do, id=number, **fields)
        while True:
            message = self.receive()
            if message.get("id") == number:
                return message

    def awaited(self) -> list[int]:
        awaiting = self.position["awaiting"]
        return awaiting["seats"] if awaiting and awaiting["kind"] == "turn" else []
