"""Everybody plays the board of the day: `ludoteka bench daily --json`.

A server with its real games on SQLite, and 500 guests who finish the same solitaire within a minute. The
first guest finds the moves; since the draws are the same for everybody, the others can play them too, so the
load generator need not think. A move is timed from before it is sent until its news has come.
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

import httpx

from ludoteka import games
from ludoteka.bench.hosting import Guest, ServerProcess, receive
from ludoteka.bench.page import Serving
from ludoteka.bench.timing import Figure, Figures

ASKED_FOR = True  # it starts a server and takes two minutes
GUESTS = 500
ARRIVE_S, PLAY_S = 20.0, 35.0  # everybody comes within the first, and plays for about the second
RATES = ("GUEST", "ADDRESS", "NEWCOMERS", "SOCKET", "SOCKETS", "TABLES", "VISITORS")


def solitaire() -> str:
    """The first game that can be played alone: its board of the day needs no bot."""
    return next(name for name in games.ids() if games.get(name).info.seats[0] == 1)


@dataclass
class Crowd:
    """What happened."""

    times: list[float] = field(default_factory=list)  # ms of each move
    begins: list[float] = field(default_factory=list)  # ms until a try had begun
    late: float = 0.0  # how far the generator itself fell behind, at worst, in seconds


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


async def begin(guest: Guest, http: httpx.AsyncClient) -> str:
    """A guest's try; the answer is its table."""
    await guest.greet(http)
    sheet = await guest.post(http, f"/api/daily/{solitaire()}", {})
    return str(sheet["mine"]["table"])


async def first(host: ServerProcess, http: httpx.AsyncClient) -> list[str]:
    """Somebody who finds the moves: one from the middle of those there are, every time."""
    guest = Guest(host)
    moves: list[str] = []
    path = f"{host.address}/api/tables/{await begin(guest, http)}"
    while True:
        question = f"{path}/position?seat=0&legal=300"
        answer = await http.get(question, headers={"Cookie": guest.cookie})
        if answer.status_code != 200:  # the match is over: nobody is to move
            return moves
        seq, found = answer.json()["position"]["seq"], answer.json()["legal"]["moves"]
        moves.append(found[len(found) // 2])
        action = {"do": "play", "seat": 0, "move": moves[-1], "seen": seq, "key": f"k{seq}"}
        await guest.post(http, f"{path.removeprefix(host.address)}/actions", action)


async def one(
    host: ServerProcess, http: httpx.AsyncClient, moves: list[str], crowd: Crowd, rng: random.Random
) -> None:
    """A guest who comes at some time, plays at a pace, and finishes."""
    await asyncio.sleep(rng.uniform(0, ARRIVE_S))
    guest, start = Guest(host), time.perf_counter()
    table = await begin(guest, http)
    crowd.begins.append(1000 * (time.perf_counter() - start))
    async with guest.connect(table) as socket:
        seq = (await receive(socket, "welcome"))["position"]["seq"]
        for number, move in enumerate(moves):
            thought = rng.uniform(0.5, 1.5) * PLAY_S / len(moves)
            wanted = time.perf_counter() + thought
            await asyncio.sleep(thought)
            crowd.late = max(crowd.late, time.perf_counter() - wanted)
            action = {"do": "play", "seat": 0, "move": move, "seen": seq, "key": f"m{number}"}
            sent = time.perf_counter()
            await socket.send(json.dumps(action))
            answer = await receive(socket, "news", "refused")
            crowd.times.append(1000 * (time.perf_counter() - sent))
            seq = answer["position"]["seq"]


async def everybody(host: ServerProcess, guests: int) -> tuple[Crowd, float, int]:
    """All guests; what happened, how many seconds it took, and how many tries count."""
    crowd, nothing_kept = Crowd(), CookieJar(DefaultCookiePolicy(allowed_domains=[]))
    async with httpx.AsyncClient(timeout=60, cookies=nothing_kept) as http:
        moves = await first(host, http)
        start = time.perf_counter()
        playing = (one(host, http, moves, crowd, random.Random(n)) for n in range(guests - 1))  # noqa: S311
        await asyncio.gather(*playing)
        took = time.perf_counter() - start
        sheet = (await http.get(f"{host.address}/api/daily/{solitaire()}/today")).json()
    return crowd, took, int(sheet["finished"])


def figures(guests: int = GUESTS) -> Figures:
    """How long it takes, how long a move takes, and whether every try counts."""
    with unlimited_server() as host:
        crowd, took, finished = asyncio.run(everybody(host, guests))
        rss = host.rss_mb()
    times = sorted(crowd.times)
    yield Figure("daily.guests", guests)
    yield Figure("daily.finished", finished)
    yield Figure("daily.seconds", took)
    yield Figure("daily.moves", len(times))
    yield Figure("daily.p50_ms", median(times), times[-1] - times[0])
    yield Figure("daily.p99_ms", times[int(len(times) * 0.99)], times[-1] - times[0])
    yield Figure("daily.begin_p99_ms", sorted(crowd.begins)[int(len(crowd.begins) * 0.99)])
    yield Figure("daily.generator_late_ms", 1000 * crowd.late)
    yield Figure("daily.rss_mb", rss)
