"""One connection that follows a table, with a bounded queue of what it has not read yet.

Nothing here knows a socket: `ws.py` empties the queue.
"""

import asyncio
from collections import deque

from ludoteka.core.sentences import Sentence
from ludoteka.server.messages.errors import bye
from ludoteka.server.messages.wire import Bye
from ludoteka.server.table.visibility import Eyes, Shown

SLOW = bye("slow", Sentence("You are reading too slowly: come back and catch up."), retry=True)


class Client:
    """Messages wait in a queue; whoever overflows is dropped, and may come back with its last seq."""

    def __init__(self, guest: str | None, limit: int, differences: bool = False, way: str = "") -> None:
        self.guest = guest
        self.way = way  # the session or the bot account by which they came, if any
        self.eyes = Eyes(guest)
        self.differences = differences  # whether it is sent what changed in place of whole positions
        self.sent: Shown | None = None  # the position it was sent last, if the next one may be a difference
        self.listens = False  # whether it wants to be told what moves scored
        self.farewell: Bye | None = None
        self.gone = asyncio.Event()
        self._limit = limit
        self._box: deque[str] = deque()
        self._some = asyncio.Event()

    def look(self, eyes: Eyes) -> None:
        """Sees the table with these eyes from now on; other eyes begin with a whole position."""
        if eyes != self.eyes:
            self.eyes, self.sent = eyes, None

    def push(self, message: str) -> None:
        """Puts a message into the queue; never waits."""
        if self.farewell is not None:
            return
        if len(self._box) >= self._limit:
            self.drop(SLOW)
            return
        self._box.append(message)
        self._some.set()

    def drop(self, why: Bye) -> None:
        """The connection ends; what is still queued is not sent."""
        if self.farewell is None:
            self.farewell = why
            self._box.clear()
            self.gone.set()
            self._some.set()

    async def next(self) -> str | None:
        """The next message; None when there will be no more."""
        while not self._box:
            if self.farewell is not None:
                return None
            self._some.clear()
            await self._some.wait()
        return self._box.popleft()
