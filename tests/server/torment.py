"""Servers that are killed (SIGKILL) while rated matches end, and whether ratings are the fold of the logs."""

import asyncio
import random
import threading
import time
from typing import Any

import httpx
from sqlalchemy import Connection, select
from tests import toys
from tests.server.process import Process
from tests.server.serving import Guest
from tests.server.toy_catalogue import CATALOGUE

from ludoteka.server.live.ratings import Ratings
from ludoteka.server.store import recounting, standings
from ludoteka.server.store.store import Store
from ludoteka.server.store.tables import finished

WISH = {
    "game": "nim",
    "seats": [{"kind": "me"}, {"kind": "open"}],
    "allows": {"rated": True},
    "control": {"kind": "bank", "seconds": 300},
}


class Pair:
    """Two people who play rated matches as fast as they can, through whichever server answers."""

    def __init__(self, servers: list[Process], seed: int) -> None:
        self.servers = servers
        self.rng = random.Random(seed)
        self.people = [servers[0].guest(), servers[-1].guest()]
        self.ended: set[str] = set()  # what a server has acknowledged
        self.is_over = threading.Event()

    def run(self) -> None:
        while not self.is_over.is_set():
            try:
                self._play()
            except (httpx.TransportError, AssertionError):
                time.sleep(0.02)  # a server is away

    def _play(self) -> None:
        first, second = self.rng.sample(self.people, 2)
        table = self._post(first, "/api/tables", WISH)["id"]
        self._post(second, f"/api/tables/{table}/seats", {})
        for mover in range(2):  # a match counts once everybody has moved
            move = {"do": "play", "seat": mover, "move": "take 1", "seen": 100, "key": f"m{mover}"}
            self._post((first, second)[mover], f"/api/tables/{table}/actions", move)
        seat = self.rng.randrange(2)
        leave = {"do": "leave", "seat": seat, "seen": 10, "key": "bye"}
        self._post((first, second)[seat], f"/api/tables/{table}/actions", leave)
        self.ended.add(table)

    def _post(self, guest: Guest, path: str, body: dict[str, Any]) -> Any:
        address = self.rng.choice(self.servers).address
        answer = guest.http.post(f"{address}{path}", json=body, timeout=10)
        assert answer.is_success, answer.text
        return answer.json()


def verdict(database: str) -> tuple[set[str], Any, Any]:
    """The matches that are entered, the ratings that are kept, and those that follow from the logs."""

    async def look() -> Any:
        store = Store(database)
        anchor = Ratings(CATALOGUE, store).anchor

        def work(connection: Connection) -> Any:
            logs = list(recounting.from_logs(connection, toys.get, anchor))
            entered = {row.table for row in connection.execute(select(finished.c.table))}
            assert entered == {match.table for match in logs}, "an end that was not entered, or the reverse"
            return entered, dict(standings.all_forms(connection)), recounting.folded(logs)

        try:
            return await store.save(work)
        finally:
            await store.stop()

    found: tuple[set[str], Any, Any] = asyncio.run(look())
    return found


def torment(servers: list[Process], kills: int, wanted: int) -> list[Pair]:
    """Kills servers at any moment, until enough matches have ended between the kills."""
    rng = random.Random(7)
    pairs = [Pair(servers, seed) for seed in range(3)]
    threads = [threading.Thread(target=pair.run) for pair in pairs]
    for thread in threads:
        thread.start()
    try:
        for number in range(1, kills + 1):
            end = time.monotonic() + 60
            while sum(len(pair.ended) for pair in pairs) < number * wanted and time.monotonic() < end:
                time.sleep(0.01)
            time.sleep(rng.uniform(0, 0.05))
            victim = rng.choice(servers)
            victim.kill()
            victim.start()
    finally:
        for pair in pairs:
            pair.is_over.set()
        for thread in threads:
            thread.join()
        for guest in (guest for pair in pairs for guest in pair.people):
            guest.http.close()
    return pairs


def is_clean(database: str, pairs: list[Pair], wanted: int) -> None:
    """Every end that was acknowledged is entered once, and ratings follow from the logs."""
    entered, kept, folded = verdict(database)
    acknowledged = {table for pair in pairs for table in pair.ended}
    assert acknowledged <= entered
    assert len(acknowledged) >= wanted
    assert kept == folded
    matches = sum(form.matches for form in kept["nim", "quick"].values())
    assert matches == 2 * len(entered)
