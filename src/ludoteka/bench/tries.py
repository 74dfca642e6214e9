"""Tries that must count once: guests who begin and finish the board of the day through every kill.

A guest sends everything again until it is answered, sometimes twice at once. At the end the server's results
are compared with what the guests did: nobody has two tries, and nobody's result is missing or wrong.
"""

import asyncio
import random
from collections.abc import Sequence
from typing import Any

import httpx

from ludoteka.bench.hosting import Guest, ServerProcess

GAME = "sprint"
PATIENCE_S = 0.03
UNSURE = {409, 429, 500, 502, 503}  # asked again


class Trier:
    """A guest with one try."""

    def __init__(self, hosts: Sequence[ServerProcess], rng: random.Random) -> None:
        self.hosts = hosts
        self.guest = Guest(rng.choice(hosts))
        self.rng = rng
        self.tables: set[str] = set()  # every table that was ever named as mine
        self.moves: dict[str, int] = {}  # my moves that were acknowledged, by their keys
        self.faults: list[str] = []

    async def play(self, http: httpx.AsyncClient) -> None:
        """From the first greeting until the match is over."""
        await self._greet(http)
        await self._begin(http)
        table = min(self.tables)
        while (now := (await self._get(http, f"/api/tables/{table}/position"))["position"])[
            "state"
        ] != "over":
            await self._move(http, table, now["seq"])
            await asyncio.sleep(self.rng.uniform(0, 0.08))

    async def _greet(self, http: httpx.AsyncClient) -> None:
        while not self.guest.cookie:
            self.guest.host = self.rng.choice(self.hosts)
            try:
                await self.guest.greet(http)
            except (httpx.HTTPError, KeyError):
                await asyncio.sleep(PATIENCE_S)

    async def _begin(self, http: httpx.AsyncClient) -> None:
        """Two requests at once, as impatient people send them."""
        asked = (self._post(http, f"/api/daily/{GAME}", {}) for _ in range(self.rng.choice((1, 2))))
        self.tables |= {sheet["mine"]["table"] for sheet in await asyncio.gather(*asked)}

    async def _move(self, http: httpx.AsyncClient, table: str, seen: int) -> None:
        """A server that has not heard of my last move yet is told of it again, which must change nothing."""
        key = f"at-{seen}"
        move = self.moves.get(key) or self.rng.randint(1, 3)
        action = {"do": "play", "seat": 0, "move": str(move), "seen": seen, "key": key}
        answer = await self._post(http, f"/api/tables/{table}/actions", action)
        if answer["kind"] in ("news", "done"):
            self.moves[key] = move

    async def _post(self, http: httpx.AsyncClient, path: str, body: Any) -> Any:
        return await self._ask(http, "POST", path, body)

    async def _get(self, http: httpx.AsyncClient, path: str) -> Any:
        return await self._ask(http, "GET", path, None)

    async def _ask(self, http: httpx.AsyncClient, method: str, path: str, body: Any) -> Any:
        """The answer, however often it takes; each time any server is asked."""
        headers = {"Cookie": self.guest.cookie}
        while True:
            address = self.rng.choice(self.hosts).address + path
            try:
                answer = await http.request(method, address, json=body, headers=headers)
            except httpx.HTTPError:
                await asyncio.sleep(PATIENCE_S)
                continue
            if answer.status_code < 400:
                return answer.json()
            if answer.status_code not in UNSURE:
                self.faults.append(f"{path}: {answer.status_code} {answer.text}")
                return {"kind": "refused", "mine": {"table": ""}}
            await asyncio.sleep(PATIENCE_S)

    async def inspect(self, http: httpx.AsyncClient) -> tuple[int, int]:
        """How many tries too many I have, and whether mine is lost."""
        sheet = await self._get(http, f"/api/daily/{GAME}/today")
        mine = sheet["mine"] or {}
        is_whole = mine.get("state") == "finished" and mine.get("score") == sum(self.moves.values())
        return len(self.tables) - 1, int(not is_whole or mine["table"] not in self.tables)
