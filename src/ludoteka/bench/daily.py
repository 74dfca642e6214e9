"""Everybody plays the board of the day: `ludoteka bench daily --json`.

A server with its real games on SQLite, and for each game 500 guests who finish the same board within a
minute. The first guest finds the moves; since the draws are the same for everybody, and bots answer the same
moves alike, the others can mostly play them too, so the load generator need not think. Whoever stands where
nobody stood before asks the server for moves. A move is timed from before it is sent until its news has come.
"""

import asyncio
import json
import os
import random
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.cookiejar import CookieJar, DefaultCookiePolicy
from pathlib import Path
from statistics import median
from typing import Any

import httpx

from ludoteka import games
from ludoteka.bench.clusters import children_of, cpu_of
from ludoteka.bench.hosting import Guest, ServerProcess, receive
from ludoteka.bench.page import Serving
from ludoteka.bench.timing import Figure, Figures
from ludoteka.core import record
from ludoteka.core.match import Match, new

ASKED_FOR = True  # it starts servers and takes ten minutes
GUESTS = 500
ARRIVE_S, PLAY_S = 20.0, 35.0  # everybody comes within the first, and plays for about the second
RATES = ("GUEST", "ADDRESS", "NEWCOMERS", "SOCKET", "SOCKETS", "TABLES", "VISITORS")
EVENTS = {"played": None, "left": None, "drawn": "chance", "ticked": "clock"}
PATIENCE_S = 240.0  # nobody waits longer for anything


@dataclass
class Crowd:
    """What happened."""

    times: list[float] = field(default_factory=list)  # ms of each move
    begins: list[float] = field(default_factory=list)  # ms until a try had begun
    waits: list[float] = field(default_factory=list)  # ms until it was one's turn again
    book: dict[tuple[str, ...], str] = field(default_factory=dict)  # what was played after which events
    improvised: int = 0  # moves that were not in the book
    server_s: float = 0.0  # processor time of the server, and of the workers in which its bots think
    bots_s: float = 0.0
    late: float = 0.0  # how far the generator itself fell behind, at worst, in seconds


@dataclass
class Desk:
    """One guest's try, as far as it was told."""

    game: str
    socket: Any
    position: dict[str, Any] = field(default_factory=dict)
    told: tuple[str, ...] = ()
    match: "Match[Any, Any] | None" = None  # the same match, in games that hide nothing

    async def hear(self, *kinds: str) -> dict[str, Any]:
        message = await asyncio.wait_for(receive(self.socket, *kinds, "news"), PATIENCE_S)
        for entry in message.get("entries", ()):
            if entry["kind"] in EVENTS:
                self._follow(entry)
        self.position = message.get("position", self.position)
        return message

    def _follow(self, entry: dict[str, Any]) -> None:
        self.told = (*self.told, f"{entry['kind']} {entry['seat']} {entry['text']}")
        if "open" not in games.get(self.game).info.traits:
            return
        self.match = self.match or new(games.get(self.game), games.get(self.game).info.seats[0])
        actor = EVENTS[entry["kind"]] or str(entry["seat"])
        line = f"{entry['ply']} {entry['at']} {actor} {entry['text']}"
        self.match = self.match.then(record.read_event(self.match, line))

    @property
    def is_over(self) -> bool:
        return bool(self.position["state"] == "over")

    @property
    def is_mine(self) -> bool:
        awaiting = self.position["awaiting"]
        return awaiting["kind"] == "turn" and 0 in awaiting["seats"]

    async def find(self) -> str:
        """A move from the middle of those there are; where nothing is hidden the server need not be asked."""
        if self.match is not None:
            game, state = self.match.game, self.match.state
            found = [game.notation.write(state, 0, move) for move in game.legal(state, 0)]
        else:
            await self.socket.send(json.dumps({"do": "legal", "id": 1, "seat": 0, "limit": 300}))
            found = (await self.hear("moves"))["moves"]
        return found[len(found) // 2]


@contextmanager
def unlimited_server() -> Iterator[ServerProcess]:
    """`ludoteka serve`, ready to play, for many people at one address."""
    given = {f"LUDOTEKA_RATE_{name}": "[1000000, 1000000]" for name in RATES}
    before = {name: os.environ.get(name) for name in given}
    os.environ.update(given)
    with tempfile.TemporaryDirectory() as folder:
        host = Serving(f"sqlite:///{Path(folder) / 'daily.sqlite3'}")
        host.start()
        try:
            host.wait_until_ready(300)
            yield host
        finally:
            host.kill()
            for name, value in before.items():
                os.environ.pop(name) if value is None else os.environ.__setitem__(name, value)


async def begin(guest: Guest, http: httpx.AsyncClient, game: str) -> str:
    """A guest's try; the answer is its table."""
    await guest.greet(http)
    sheet = await guest.post(http, f"/api/daily/{game}", {})
    return str(sheet["mine"]["table"])


async def play(desk: Desk, crowd: Crowd, rng: random.Random | None) -> None:
    """A whole try: at a pace, or as fast as it goes where somebody goes first."""
    await desk.hear("welcome")
    moves = max(1, len(crowd.book))
    while not desk.is_over:
        if not desk.is_mine:
            await desk.hear()
            continue
        if rng is not None:
            await _think(crowd, rng.uniform(0.5, 1.5) * PLAY_S / moves)
        crowd.improvised += desk.told not in crowd.book
        move = crowd.book.get(desk.told) or await desk.find()
        if rng is None:
            crowd.book[desk.told] = move
        await _move(desk, crowd, move)


async def _think(crowd: Crowd, seconds: float) -> None:
    wanted = time.perf_counter() + seconds
    await asyncio.sleep(seconds)
    crowd.late = max(crowd.late, time.perf_counter() - wanted)


async def _move(desk: Desk, crowd: Crowd, move: str) -> None:
    """Plays it, and waits until it is one's turn again."""
    seq = desk.position["seq"]
    action = {"do": "play", "seat": 0, "move": move, "seen": seq, "key": f"k{seq}"}
    sent = time.perf_counter()
    await desk.socket.send(json.dumps(action))
    answer: dict[str, Any] = {}
    while answer.get("key") != action["key"]:
        answer = await desk.hear("refused")
    if answer["kind"] == "refused":
        if answer["why"] != "stale":
            raise RuntimeError(f"{desk.game}: {move}: {answer['text']}")
        await desk.hear()  # time was up just before
        return
    crowd.times.append(1000 * (time.perf_counter() - sent))
    while not (desk.is_over or desk.is_mine):
        await desk.hear()
    crowd.waits.append(1000 * (time.perf_counter() - sent))


async def one(host: ServerProcess, http: httpx.AsyncClient, game: str, crowd: Crowd, number: int) -> None:
    """A guest who comes at some time, plays at a pace, and finishes; the first one finds the moves."""
    rng = random.Random(number) if number else None  # noqa: S311
    await asyncio.sleep(0 if rng is None else rng.uniform(0, ARRIVE_S))
    guest, start = Guest(host), time.perf_counter()
    table = await begin(guest, http, game)
    crowd.begins.append(1000 * (time.perf_counter() - start))
    async with guest.connect(table) as socket:
        await play(Desk(game, socket), crowd, rng)


async def everybody(host: ServerProcess, game: str, guests: int) -> tuple[Crowd, float, int]:
    """All guests; what happened, how many seconds it took, and how many tries count."""
    crowd, nothing_kept = Crowd(), CookieJar(DefaultCookiePolicy(allowed_domains=[]))
    async with httpx.AsyncClient(timeout=PATIENCE_S, cookies=nothing_kept) as http:
        await one(host, http, game, crowd, 0)
        crowd = Crowd(book=crowd.book)
        assert host.process is not None
        start, pid = time.perf_counter(), host.process.pid
        server, bots = cpu_of(pid), workers_cpu(pid)
        await asyncio.gather(*(one(host, http, game, crowd, n) for n in range(1, guests)))
        took = time.perf_counter() - start
        crowd.server_s, crowd.bots_s = cpu_of(pid) - server, workers_cpu(pid) - bots
        sheet = (await http.get(f"{host.address}/api/daily/{game}/today")).json()
    return crowd, took, int(sheet["finished"])


def workers_cpu(pid: int) -> float:
    """Processor seconds of everything that a process has started."""
    return sum(cpu_of(child) + workers_cpu(child) for child in children_of(pid))


def figures(guests: int = GUESTS) -> Figures:
    """For every game: how long it takes, how long a move takes, and whether every try counts."""
    for game in games.ids():
        yield from of_game(game, guests)


def of_game(game: str, guests: int) -> Figures:
    """The figures of one game, on a server of its own."""
    with unlimited_server() as host:
        crowd, took, finished = asyncio.run(everybody(host, game, guests))
        rss = host.rss_mb()
    times, name = sorted(crowd.times), f"daily.{game}"
    yield Figure(f"{name}.guests", guests)
    yield Figure(f"{name}.finished", finished)
    yield Figure(f"{name}.seconds", took)
    yield Figure(f"{name}.moves", len(times))
    yield Figure(f"{name}.improvised", crowd.improvised)
    yield Figure(f"{name}.p50_ms", median(times), times[-1] - times[0])
    yield Figure(f"{name}.p99_ms", _p99(times), times[-1] - times[0])
    yield Figure(f"{name}.turn_p99_ms", _p99(sorted(crowd.waits)))  # with the bot's answer
    yield Figure(f"{name}.begin_p99_ms", _p99(sorted(crowd.begins)))
    yield Figure(f"{name}.server_cpu_s", crowd.server_s)
    yield Figure(f"{name}.bots_cpu_s", crowd.bots_s)
    yield Figure(f"{name}.generator_late_ms", 1000 * crowd.late)
    yield Figure(f"{name}.rss_mb", rss)


def _p99(times: list[float]) -> float:
    return times[int(len(times) * 0.99)]
