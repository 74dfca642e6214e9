"""A player who never gives up: cut off at any step, it comes back and goes on, and it remembers everything.

It keeps whatever it was told; at the end its memory is compared with the server's log.
"""

import asyncio
import contextlib
import json
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import WebSocketException

from ludoteka.bench.hosting import Guest, ServerProcess

STEPS = ("handshake", "welcome", "before", "sent", "twice", "answered")  # where a connection is cut
TROUBLE = (OSError, WebSocketException, TimeoutError, EOFError)


class Cut(Exception):
    """The connection was cut on purpose."""


@dataclass
class Intent:
    """A move that the player wants to make, exactly once."""

    key: str
    move: str
    seen: int
    seq: int | None = None  # where it stands in the log, once acknowledged


@dataclass
class Plan:
    """How often to cut, and when to stop."""

    cuts: float = 0.0  # the probability of a cut at each step
    moves: int = 10**9
    hosts: Sequence[ServerProcess] = ()  # where whoever finds no server may look for another
    is_over: bool = False
    done: int = 0  # moves that were acknowledged
    disconnects: int = 0
    per_step: dict[str, int] = field(default_factory=dict)

    def count(self, step: str) -> None:
        self.disconnects += 1
        self.per_step[step] = self.per_step.get(step, 0) + 1


class Stubborn:
    """One seat of one table."""

    def __init__(self, guest: Guest, table: str, seat: int, plan: Plan, rng: random.Random) -> None:
        self.guest = guest
        self.table = table
        self.seat = seat
        self.plan = plan
        self.rng = rng
        self.seq = 0
        self.entries: list[dict[str, Any]] = []
        self.view: Any = None
        self.awaited: list[int] = []
        self.intents: list[Intent] = []
        self.faults: list[str] = []

    @property
    def pending(self) -> Intent | None:
        return self.intents[-1] if self.intents and self.intents[-1].seq is None else None

    async def play(self) -> None:
        """Plays until the plan is done, through every cut and restart."""
        while not self.plan.is_over:
            try:
                await self._cut_handshake()
                async with self.guest.connect(self.table, self.seq) as socket:
                    await self._follow(socket)
            except Cut:
                continue
            except TROUBLE:
                if self.plan.hosts:
                    self.guest.host = self.rng.choice(self.plan.hosts)
                await asyncio.sleep(0.02)

    # --- cuts ------------------------------------------------------------------------------------

    def _unlucky(self) -> bool:
        return self.plan.cuts > 0 and not self.plan.is_over and self.rng.random() < self.plan.cuts

    async def _cut_handshake(self) -> None:
        """Sends half a request and disappears."""
        if not self._unlucky():
            return
        _, writer = await asyncio.open_connection("127.0.0.1", self.guest.host.port)
        writer.write(f"GET /ws/tables/{self.table} HTTP/1.1\r\nHost: x\r\nUpgr".encode())
        await writer.drain()
        writer.transport.abort()
        self.plan.count("handshake")

    def _cut(self, socket: ClientConnection, step: str) -> None:
        if self._unlucky():
            socket.transport.abort()
            self.plan.count(step)
            raise Cut

    # --- playing ---------------------------------------------------------------------------------

    async def _follow(self, socket: ClientConnection) -> None:
        self._cut(socket, "welcome")
        while not self.plan.is_over:
            await self._move(socket)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(0.25):
                    self._take(json.loads(await socket.recv()))

    def _take(self, message: dict[str, Any]) -> None:
        kind = message["kind"]
        if kind in ("welcome", "news"):
            self._learn(message)
        if kind == "done" and self.pending is not None and message["key"] == self.pending.key:
            self._acknowledge(message["seq"])
        if kind == "refused" and self.pending is not None and message["key"] == self.pending.key:
            self.faults.append(f"{self.table}: {message['why']}: {message['text']}")
            self.intents.pop()

    def _learn(self, message: dict[str, Any]) -> None:
        for entry in message["entries"]:
            if entry["seq"] != self.seq + 1:
                self.faults.append(f"{self.table}: got entry {entry['seq']} after {self.seq}")
            self.seq = entry["seq"]
            self.entries.append(entry)
        self.view = message["position"]["views"][0]["view"]
        awaiting = message["position"]["awaiting"] or {}
        self.awaited = awaiting.get("seats", [])
        if self.pending is not None and message.get("key") == self.pending.key:
            self._acknowledge(message["entries"][0]["seq"])

    def _acknowledge(self, seq: int) -> None:
        self.intents[-1].seq = seq
        self.plan.done += 1

    async def _move(self, socket: ClientConnection) -> None:
        if self.pending is None:
            if self.seat not in self.awaited or len(self.intents) >= self.plan.moves:
                return
            key = f"{self.seat}-{len(self.intents)}-{self.rng.getrandbits(32):x}"
            self.intents.append(Intent(key, str(self.rng.randint(1, 3)), self.seq))
        await self._send(socket, self.intents[-1])

    async def _send(self, socket: ClientConnection, intent: Intent) -> None:
        action = {"do": "play", "seat": self.seat, "move": intent.move, "seen": intent.seen}
        text = json.dumps(action | {"key": intent.key})
        self._cut(socket, "before")
        await socket.send(text)
        self._cut(socket, "sent")
        if self._unlucky():
            await socket.send(text)  # a doubled message must not play twice
            self._cut(socket, "twice")
        async with asyncio.timeout(5):
            while intent.seq is None and self.pending is intent:
                self._take(json.loads(await socket.recv()))
        self._cut(socket, "answered")
