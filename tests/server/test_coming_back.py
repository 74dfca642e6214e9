"""Refusals that pass: a page that is turned away for the moment hears when to come back, and gets in."""

import asyncio
import json
import random
import signal
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError
from tests.server.process import Process
from tests.server.serving import Served, serving, settings_for, until
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect as connect_now

from ludoteka.server.settings import Rates, Settings

WAITS = [0.3, 0.6, 1.2, 2.5, 5.0]  # as the page waits
SCHOOL = 300
PATIENCE = 15  # seconds; the bar of 5 is for a quiet machine, a reader who is waited for costs 20 and more


class Crowd:
    """Clients that come in as the page does; each stays until all are there, or time is up."""

    def __init__(self, address: str, number: int, seconds: float) -> None:
        self._address = address
        self._missing = number
        self._end = time.monotonic() + seconds
        self._all_here = asyncio.Event()

    async def come(self) -> list[int]:
        """How often each had to try; 0: it gave up."""
        asyncio.get_running_loop().call_at(
            asyncio.get_running_loop().time() + self._end - time.monotonic(), self._all_here.set
        )
        return await asyncio.gather(*[self._follow() for _ in range(self._missing)])

    async def _follow(self) -> int:
        for tries in range(100):
            after = await self._knock()
            if after is None:
                return tries + 1
            wait = max(after, WAITS[min(tries, len(WAITS) - 1)]) * random.uniform(0.5, 1.5)
            if after < 0 or time.monotonic() + wait > self._end:
                break
            await asyncio.sleep(wait)
        return 0

    async def _knock(self) -> float | None:
        """None: welcome; else the seconds after which to come back, less than 0: never."""
        try:
            async with connect(self._address, compression=None, open_timeout=30) as socket:
                message = json.loads(await socket.recv())
                if message["kind"] == "welcome":
                    self._missing -= 1
                    if not self._missing:
                        self._all_here.set()
                    await self._all_here.wait()
                    return None
                return float(message["after"]) if message["retry"] else -1.0
        except (OSError, ConnectionClosed, TimeoutError):
            return 0.0


def test_a_whole_school_is_back_within_twenty_seconds_of_a_restart(tmp_path: Path) -> None:
    settings = settings_for(tmp_path, rates=Rates())
    with serving(settings) as served:
        table = served.guest().open("nim", "me", "me")["id"]
    with serving(settings) as served:  # the limits are those of a real server, and fresh
        tries = asyncio.run(Crowd(f"ws://127.0.0.1:{served.port}/ws/tables/{table}", SCHOOL, 20).come())
    assert 0 not in tries, f"{tries.count(0)} of {SCHOOL} gave up"
    assert max(tries) > 1, "nobody had to come twice: the limit was not reached"


def bye_of(served: Served, path: str) -> dict[str, Any]:
    """What is said to somebody who is turned away, and the code of the closing."""
    with connect_now(f"ws://127.0.0.1:{served.port}{path}", compression=None) as socket:
        message: dict[str, Any] = json.loads(socket.recv(10))
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(10)
    return message | {"code": closed.value.rcvd.code if closed.value.rcvd else None}


@pytest.mark.parametrize("path", ["/ws/tables/{table}", "/ws/lobby"])
def test_too_fast_at_the_handshake_says_when_to_come_back(tmp_path: Path, path: str) -> None:
    rates = settings_for(tmp_path).rates.model_copy(update={"sockets": (0.5, 1)})
    with serving(settings_for(tmp_path, rates=rates)) as served:
        table = served.guest().open("nim", "me", "me")["id"]
        with connect_now(f"ws://127.0.0.1:{served.port}/ws/lobby", compression=None):
            bye = bye_of(served, path.format(table=table))
        assert (bye["why"], bye["retry"], bye["code"]) == ("too-fast", True, 4002)
        assert 0 < bye["after"] <= 2


@pytest.mark.parametrize("path", ["/ws/tables/{table}", "/ws/lobby"])
def test_a_full_house_and_a_closing_one_say_come_back(tmp_path: Path, path: str) -> None:
    with serving(settings_for(tmp_path, sockets=0)) as served:
        table = served.guest().open("nim", "me", "me")["id"]
        full = bye_of(served, path.format(table=table))
        assert (full["why"], full["retry"], full["code"]) == ("busy", True, 4006)
        assert full["after"] > 0
        served.host.is_closing = True
        closing = bye_of(served, path.format(table=table))
        assert (closing["why"], closing["retry"], closing["code"]) == ("shutdown", True, 4000)


def test_too_many_spectators_and_too_many_rooms_pass_too(tmp_path: Path) -> None:
    with serving(settings_for(tmp_path, spectators=0)) as served:
        table = served.guest().open("nim", "me", "me")["id"]
        assert bye_of(served, f"/ws/tables/{table}")["why"] == "busy"
        served.host.rooms.clear()
        served.host.settings.rooms = 0
        bye = bye_of(served, f"/ws/tables/{table}")
        assert (bye["why"], bye["retry"]) == ("too-fast", True)


@pytest.mark.parametrize("error", [OSError("away"), OperationalError("SELECT", {}, Exception("away"))])
@pytest.mark.parametrize(("path", "door"), [("/ws/tables/somewhere", "load"), ("/ws/lobby", "lobby")])
def test_a_database_that_is_away_passes(tmp_path: Path, path: str, door: str, error: Exception) -> None:
    with serving(settings_for(tmp_path)) as served:

        async def away(*_: object) -> None:
            raise error

        setattr(served.host.store, door, away)
        bye = bye_of(served, path)
        assert (bye["why"], bye["retry"], bye["code"]) == ("busy", True, 4006)
        assert bye["after"] > 0


def test_whoever_looks_at_the_lobby_while_the_database_goes_away_hears_it(tmp_path: Path) -> None:
    with serving(settings_for(tmp_path)) as served:

        async def away(*_: object) -> None:
            raise OperationalError("SELECT", {}, Exception("away"))

        with connect_now(f"ws://127.0.0.1:{served.port}/ws/lobby", compression=None) as socket:
            assert json.loads(socket.recv(10))["kind"] == "lobby"
            served.host.store.lobby = away
            served.guest().open("nim", "me", "open", public=True)
            bye = json.loads(socket.recv(60))
        assert (bye["kind"], bye["why"], bye["retry"]) == ("bye", "busy", True)


def test_what_does_not_pass_says_so(served: Served) -> None:
    gone = bye_of(served, "/ws/tables/nosuchtable")
    assert (gone["why"], gone["retry"], gone["code"]) == ("gone", False, 4004)
    private = served.guest().open("nim", "me", "me", allows={"spectators": False})["id"]
    closed = bye_of(served, f"/ws/tables/{private}")
    assert (closed["why"], closed["retry"], closed["code"]) == ("gone", False, 4005)


# --- stopping ------------------------------------------------------------------------------------


def block(served: Served, stack: ExitStack) -> None:
    """A person who has stopped reading: the socket's buffers are full and a message is half sent."""
    guest = served.guest()
    table = guest.open("nim", "me", "me")["id"]
    stack.enter_context(guest.at(table, max_queue=1, close_timeout=0.1))
    (client,) = served.host.rooms[table].clients

    def pour() -> None:
        for _ in range(64):
            client.push(json.dumps({"kind": "presence", "filler": "x" * 400_000}))

    loop: asyncio.AbstractEventLoop = served.host.scheduler._tasks[0].get_loop()
    loop.call_soon_threadsafe(pour)
    until(lambda: len(client._box) > 0)


def test_stopping_does_not_wait_for_readers_that_do_not_read(tmp_path: Path) -> None:
    settings = settings_for(tmp_path, drain_s=Settings.model_fields["drain_s"].default)
    with ExitStack() as stack:
        with serving(settings) as served:
            for _ in range(3):
                block(served, stack)
            ada = served.guest()
            a = stack.enter_context(ada.at(ada.open("nim", "me", "me")["id"]))
            began = time.monotonic()
            served.server.should_exit = True
            bye = a.wait_for("bye")
            assert (bye["why"], bye["retry"]) == ("shutdown", True)
        assert time.monotonic() - began < PATIENCE


def test_a_server_that_is_told_to_stop_ends_and_everybody_comes_back(tmp_path: Path) -> None:
    """SIGTERM with somebody who does not read, and others at another table: all of them are back at once."""
    process = Process(f"sqlite:///{tmp_path / 'test.sqlite3'}")
    with process, ExitStack() as stack:
        ada = process.guest()
        table = ada.open("nim", "me", "me")["id"]
        stack.enter_context(ada.at(table, max_queue=1, close_timeout=0.1))
        address = f"ws://127.0.0.1:{process.port}/ws/tables/{table}"
        assert process.process is not None
        began = time.monotonic()
        process.process.send_signal(signal.SIGTERM)
        process.process.wait(30)
        assert time.monotonic() - began < PATIENCE
        process.process = None
        ada.http.close()

        async def meanwhile() -> list[int]:
            coming = asyncio.create_task(Crowd(address, 40, 120).come())
            await asyncio.to_thread(process.start)
            return await coming

        assert 0 not in asyncio.run(meanwhile())
