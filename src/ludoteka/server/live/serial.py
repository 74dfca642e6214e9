"""One at a time, the earliest arrival first: the queue in which changes of a table wait for each other."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from heapq import heappop, heappush
from itertools import count

from ludoteka.core.game import Millis


class Serial:
    """A lock that goes next to whoever arrived at the server first, not to whoever reached the lock first.

    A holder is not overtaken; arrivals in the same millisecond keep the order in which they came.
    """

    def __init__(self) -> None:
        self.is_busy = False
        self._waiting: list[tuple[Millis, int, asyncio.Future[None]]] = []
        self._numbers = count()

    @asynccontextmanager
    async def turn(self, arrived: Millis) -> AsyncIterator[None]:
        """Waits in line, and holds the lock until the block ends."""
        await self._enter(arrived)
        try:
            yield
        finally:
            self._leave()

    async def _enter(self, arrived: Millis) -> None:
        if not self.is_busy:
            self.is_busy = True
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heappush(self._waiting, (arrived, next(self._numbers), turn))
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # it was already our turn: pass it on
                self._leave()
            raise

    def _leave(self) -> None:
        while self._waiting:
            _, _, turn = heappop(self._waiting)
            if not turn.cancelled():
                turn.set_result(None)
                return
        self.is_busy = False
