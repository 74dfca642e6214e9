"""The first minute on a new machine: `ludoteka bench minute --json`. Nobody should notice the compiler.

For each game its own server with an empty cache, as `ludoteka serve` starts it: the time until `/` answers,
until the first page can be used, and from a move until the bot has answered it. Then once more with what the
first run compiled. Goals: 3 s, 4 s and 3 s; warm 2 s from "Play now" until somebody is to move. It needs
Playwright and Chromium, and takes minutes.
"""

import asyncio
import json
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from ludoteka import games as catalogue
from ludoteka.bench.hosting import Guest
from ludoteka.bench.page import Serving, browsing
from ludoteka.bench.timing import Figure, Figures
from ludoteka.core.kernel_cache import CACHE_VARIABLE

ASKED_FOR = True  # it starts servers and a browser, and compiles everything
ANSWERS = 2  # the bot's first answers, and the ones that come while its game is being compiled
PATIENCE_S = 120.0
POLL_S = 0.02
USABLE = ".games li .ivory"


@contextmanager
def started(cache: str) -> Iterator[tuple[Serving, float]]:
    """A server that has just been started, with when that was."""
    with tempfile.TemporaryDirectory() as folder:
        host = Serving(f"sqlite:///{Path(folder) / 'minute.sqlite3'}")
        before = os.environ.get(CACHE_VARIABLE)
        os.environ[CACHE_VARIABLE] = cache
        began = time.perf_counter()
        host.start()
        try:
            yield host, began
        finally:
            host.kill()
            if before is None:
                del os.environ[CACHE_VARIABLE]
            else:
                os.environ[CACHE_VARIABLE] = before


def wait_for_page(host: Serving) -> None:
    """Returns when `/` answers."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        try:
            if httpx.get(host.address, timeout=PATIENCE_S).status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.02)
    raise TimeoutError("the page did not answer")


def home(cache: str, label: str) -> Figures:
    """Until `/` answers, and until the first page can be used."""
    with browsing() as browser, started(cache) as (host, began):
        wait_for_page(host)
        yield Figure(f"minute.{label}.page_s", time.perf_counter() - began)
        page = browser.new_page()
        page.goto(host.address)
        page.wait_for_selector(USABLE)
        yield Figure(f"minute.{label}.home_s", time.perf_counter() - began)


class Player:
    """Somebody at a table with a bot, who plays whatever comes first."""

    def __init__(self, socket: Any) -> None:
        self._socket = socket
        self._asked = 0
        self.seq = 0
        self.is_race = False  # as the server says of the turn that it awaits

    async def ask(self, **question: Any) -> dict[str, Any]:
        """The answer to a question, and on the way what else happens."""
        self._asked += 1
        await self._socket.send(json.dumps({**question, "seat": 0, "id": self._asked}))
        while (message := await self._next()).get("id") != self._asked:
            pass
        return message

    async def move(self) -> str:
        """A legal move, as soon as I am to move."""
        while True:
            answer = await self.ask(do="legal", limit=1)
            if answer.get("moves"):
                return str(answer["moves"][0])
            await asyncio.sleep(POLL_S)

    async def play(self, move: str) -> float:
        """From my move until the bot has moved."""
        began = time.perf_counter()
        self._asked += 1
        action = {"do": "play", "seat": 0, "move": move, "seen": self.seq, "key": f"move-{self._asked}"}
        await self._socket.send(json.dumps(action))
        while not any(entry["kind"] == "played" and entry["seat"] == 1 for entry in await self._entries()):
            pass
        return time.perf_counter() - began

    async def hint(self) -> float:
        """In a race a bot takes its time; a hint comes from the same workers."""
        began = time.perf_counter()
        await self.ask(do="hint", step=3)
        return time.perf_counter() - began

    async def _entries(self) -> list[dict[str, Any]]:
        message = await self._next()
        if message["kind"] == "refused":
            raise RuntimeError(message["text"])
        found: list[dict[str, Any]] = message.get("entries", [])
        return found

    async def _next(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(await self._socket.recv())
        self.seq = max([self.seq, *(entry["seq"] for entry in message.get("entries", []))])
        awaiting = (message.get("position") or {}).get("awaiting") or {}
        self.is_race = bool(awaiting.get("live", self.is_race))
        return message


async def answers(host: Serving, game: str) -> tuple[float, list[float]]:
    """From opening a table with a bot until I am to move; and what the bot takes for its first answers."""
    async with httpx.AsyncClient(timeout=PATIENCE_S) as http:
        guest = await Guest(host).greet(http)
        began = time.perf_counter()
        seats = [{"kind": "me"}, {"kind": "bot", "level": 1}]
        table = await guest.post(http, "/api/tables", {"game": game, "seats": seats})
    async with asyncio.timeout(PATIENCE_S), guest.connect(table["id"]) as socket:
        player = Player(socket)
        move = await player.move()
        ready = time.perf_counter() - began
        taken = []
        for _ in range(ANSWERS):
            taken.append(await (player.hint() if player.is_race else player.play(move)))
            move = await player.move()
    return ready, taken


def games(cache: str | None, label: str) -> Figures:
    """Each game on a server of its own; without a cache, each with an empty one."""
    for game in catalogue.ids():
        with tempfile.TemporaryDirectory() as empty, started(cache or empty) as (host, _):
            wait_for_page(host)
            ready, taken = asyncio.run(answers(host, game))
            yield Figure(f"minute.{label}.{game}.ready_s", ready)
            yield Figure(f"minute.{label}.{game}.answer_s", taken[0])
            yield Figure(f"minute.{label}.{game}.slowest_s", max(taken))


def figures() -> Figures:
    """A new machine, game by game; then the same once everything is compiled."""
    with tempfile.TemporaryDirectory() as cache:
        yield from home(cache, "cold")
        yield from games(None, "cold")
        with started(cache) as (host, _):
            host.wait_until_ready(600)
        yield from home(cache, "warm")
        yield from games(cache, "warm")
