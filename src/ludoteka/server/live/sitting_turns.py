"""One sitting in memory, and how its turns end.

Nothing wakes up when the time of a turn is over. Whoever looks at the sitting next ends the turn, and the
log says that it ended when its time was over (decision 271).
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from ludoteka.core import sitting as one_rack
from ludoteka.core.game import Millis
from ludoteka.core.sitting import SEAT, Terms
from ludoteka.server.live.bots import BotFailed, Bots
from ludoteka.server.live.errands import FindBest
from ludoteka.server.store.sittings import SittingRow
from ludoteka.server.table import sitting_sheets as sheets
from ludoteka.server.table.sitting_log import Draft, Logged
from ludoteka.server.table.timekeeping import Timekeeper

MOMENT_S = 5.0  # how long somebody waits for a turn that ends
T = TypeVar("T")


class TurnPremises(Protocol):
    """What turns need from the process they are in."""

    time: Timekeeper
    bots: Bots

    def spawn(self, work: Coroutine[Any, Any, T]) -> "asyncio.Task[T]": ...


@dataclass
class KeptSitting:
    """A sitting in memory."""

    row: SittingRow
    log: Logged
    is_read: bool = False
    acting: asyncio.Lock = field(default_factory=asyncio.Lock)
    reading: asyncio.Lock = field(default_factory=asyncio.Lock)
    news: asyncio.Event = field(default_factory=asyncio.Event)
    waiting: int = 0
    ending: "asyncio.Task[None] | None" = None
    best: "tuple[int, asyncio.Task[str | None]] | None" = None  # of a turn, by its number

    @property
    def is_idle(self) -> bool:
        """Nobody waits for its news, acts in it or ends a turn of it."""
        is_ending = self.ending is not None and not self.ending.done()
        return not (self.waiting or self.acting.locked() or is_ending)

    def learn(self, log: Logged) -> None:
        """The log has grown; whoever waits for news hears of it."""
        if log.seq > self.log.seq:
            self.log = log
            self.news.set()
            self.news = asyncio.Event()


def until(time: Timekeeper, since: Millis, form: Terms) -> Millis:
    """[DU-2.4] When the time of a turn is over that began at `since`."""
    return time.wall_time(since, 1000 * form.seconds)


def is_due(time: Timekeeper, since: Millis, form: Terms, *, is_complete: bool) -> bool:
    """[DU-2.4] Whether a turn should have ended: its time is over, or everybody has handed in."""
    return is_complete or time.now() >= until(time, since, form)


Write = Callable[[KeptSitting, Draft], Awaitable[bool]]


class Turns:
    """Ends the turns of sittings; `write` makes durable what that means."""

    def __init__(self, host: TurnPremises, write: Write) -> None:
        self._host = host
        self._write = write

    def until(self, log: Logged) -> Millis | None:
        """[DU-2.4] When the time of the turn is over; while no server is there, no time passes."""
        return until(self._host.time, log.since, log.sitting.form) if log.sitting.is_open else None

    def _is_due(self, log: Logged) -> bool:
        sitting = log.sitting
        return sitting.is_open and is_due(
            self._host.time, log.since, sitting.form, is_complete=sitting.is_complete
        )

    async def end(self, kept: KeptSitting) -> None:
        """Ends what is over. Whoever asked waits a moment for it, not until workers have time."""
        if not self._is_due(kept.log):
            return
        if kept.ending is None or kept.ending.done():
            kept.ending = self._host.spawn(self._settled(kept))
        await asyncio.wait({kept.ending}, timeout=MOMENT_S)

    async def _settled(self, kept: KeptSitting) -> None:
        async with kept.acting:
            await self.settle(kept)

    async def settle(self, kept: KeptSitting) -> None:
        """[DU-2.4] Ends every turn that is over by now, at the time when it was over."""
        while self._is_due(kept.log):
            best = await asyncio.shield(self.look_ahead(kept))
            last = self.until(kept.log)
            if last is None:
                return
            draft = Draft(kept.log, min(self._host.time.now(), last))
            await asyncio.to_thread(draft.end, best, kept.row.seed)
            await self._write(kept, draft)

    def look_ahead(self, kept: KeptSitting) -> "asyncio.Task[str | None]":
        """[DU-4.1] The best move is looked for while people think, so that nobody waits for it afterwards."""
        turn = sheets.turn_of(kept.log.sitting)
        if kept.best is None or kept.best[0] != turn:
            kept.best = turn, self._host.spawn(self._best(kept))
        return kept.best[1]

    async def _best(self, kept: KeptSitting) -> str | None:
        """Found by a worker, or here if none can."""
        match = kept.log.sitting.match
        errand = FindBest(match.game.info.id, match.state)
        try:
            best: str | None = await self._host.bots.ask(kept.row.id, errand)
        except BotFailed:
            move = await asyncio.to_thread(one_rack.best_of, match)
            best = None if move is None else match.game.notation.write(match.state, SEAT, move)
        return best
