"""Reviews of finished matches: made once for everybody who asks, in parts, by whichever worker is free.

A part is short, so that bots and others who ask get their turns in between; what is ready can be shown at
once. The whole is kept with the table.
"""

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import accumulate, pairwise

import structlog
from sqlalchemy.exc import SQLAlchemyError

from ludoteka.core.game import Json, Seat
from ludoteka.core.refusals import Refusal
from ludoteka.server.catalogue import Catalogue
from ludoteka.server.live.bots import STRANGERS, BotFailed, Bots
from ludoteka.server.live.errands import JoinReview, ReviewPart
from ludoteka.server.live.preparation import Preparation
from ludoteka.server.messages.bodies import ReviewSheet
from ludoteka.server.messages.errors import Later, NotFound
from ludoteka.server.store import reviews
from ludoteka.server.store.store import Store
from ludoteka.server.table.ledger import Ledger

log = structlog.get_logger()
FIRST = (1, 2, 3)  # events of the first parts: whoever opens a review sees something at once
EVENTS = 6  # of the others
LOOK_S = 0.3
FAILED_S = 60  # so long it is known that one failed
WAIT_S = 0.5  # for whoever has seen all parts so far
LATER = "The review could not be made just now. Please try again."


@dataclass(slots=True)
class Making:
    """A review on its way."""

    game: str
    text: str
    last: int  # events of the match
    people: Mapping[Seat, str]  # whose skills it shows
    parts: list[Json] = field(default_factory=list)
    task: "asyncio.Task[Json] | None" = None

    more: asyncio.Event = field(default_factory=asyncio.Event)  # a part has come, or the end

    def add(self, part: Json) -> None:
        """One more part; whoever waits for it hears of it."""
        self.parts.append(part)
        self.wake()

    def wake(self) -> None:
        self.more.set()
        self.more = asyncio.Event()

    async def news(self, seconds: float) -> None:
        """Waits a little for the next part."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.more.wait(), seconds)

    @property
    def done(self) -> int:
        """Up to which event it has come."""
        return 0 if len(self.parts) < 2 else cuts(self.last)[len(self.parts) - 2][1]


def cuts(last: int) -> list[tuple[int, int]]:
    """From which event to which each part of a review goes."""
    ends = [0, *accumulate(FIRST)]
    ends += range(ends[-1] + EVENTS, last + EVENTS, EVENTS)
    return list(pairwise(dict.fromkeys(min(end, last) for end in ends)))


def _own_play(ledger: Ledger) -> dict[Seat, str]:
    """The guests by their seats: not those who share a device, nor where the moves are another match's.

    What was taken back goes on at another table, which has the moves up to there, too: they count there.
    """
    if ledger.began_with is not None or ledger.standing.goes_on:
        return {}
    seats = {row.seat: row.guest for row in ledger.people if row.guest is not None}
    return {seat: guest for seat, guest in seats.items() if list(seats.values()).count(guest) == 1}


class Reviews:
    """Everything that is being reviewed in this process."""

    def __init__(self, catalogue: Catalogue, bots: Bots, store: Store, preparation: Preparation) -> None:
        self._service = catalogue.reviews
        self._preparation = preparation
        self._bots = bots
        self._store = store
        self._making: dict[str, Making] = {}

    def identity(self, game: str) -> str:
        """Who judges a game; raises `NotFound` where nobody does."""
        name = "" if self._service is None else self._service.identity(game)
        if not name:
            raise NotFound("Matches of this game are not reviewed.")
        return name

    async def ask(
        self, ledger: Ledger, text: Callable[[], str], last: int, owner: str | None, since: int
    ) -> ReviewSheet:
        """The parts after the first `since`; it goes on whether or not somebody asks again.

        `text` writes the record, which is needed only where a review is begun.
        """
        table, game = ledger.table.id, ledger.table.game
        identity = self.identity(game)
        making = self._making.get(table)
        if making is None:
            found = await reviews.kept(self._store, table, identity)
            if found is not None:
                return ReviewSheet(done=last, of=last, parts=[], review=found)
            fresh = Making(game, await asyncio.to_thread(text), last, _own_play(ledger))
            making = self._making.setdefault(table, fresh)
        if making.task is None:
            work = self._make(table, identity, making, owner or STRANGERS)
            making.task = asyncio.create_task(work, name=f"review-{table}")
            making.task.add_done_callback(lambda _: self._forget(table, making))
        if len(making.parts) <= since and not making.task.done():
            await making.news(WAIT_S)
        return self._sheet(table, making, since)

    def _sheet(self, table: str, making: Making, since: int) -> ReviewSheet:
        task = making.task
        if task is None or not task.done():
            return ReviewSheet(done=making.done, of=making.last, parts=making.parts[since:], review=None)
        try:
            return ReviewSheet(done=making.last, of=making.last, parts=[], review=task.result())
        except (BotFailed, Refusal) as failure:
            self._drop(table, making)  # the next one to ask has it made anew
            raise Later(LATER) from failure

    async def _make(self, table: str, identity: str, making: Making, owner: str) -> Json:
        while not self._preparation.is_ready(making.game):  # uncompiled it would take a hundred times as long
            await asyncio.sleep(LOOK_S)
        making.add(await self._bots.ask(owner, ReviewPart(making.game, making.text)))
        for first, end in cuts(making.last):
            errand = ReviewPart(making.game, making.text, first, end)
            making.add(await self._bots.ask(owner, errand))
        whole = await self._bots.ask(owner, JoinReview(making.game, making.text, tuple(making.parts)))
        try:
            await reviews.keep(self._store, table, identity, whole, making.people)
        except (SQLAlchemyError, Refusal) as error:  # it can be made again; whoever waits gets it now
            log.warning("review.not_kept", table=table, error=type(error).__name__)
        return whole

    def _forget(self, table: str, making: Making) -> None:
        """What is made is kept by the store; of what failed, whoever asks next hears."""
        making.wake()
        assert making.task is not None
        if making.task.cancelled() or making.task.exception() is None:
            self._drop(table, making)
            return
        log.warning("review.failed", table=table, error=type(making.task.exception()).__name__)
        asyncio.get_running_loop().call_later(FAILED_S, self._drop, table, making)

    def _drop(self, table: str, making: Making) -> None:
        if self._making.get(table) is making:
            del self._making[table]

    async def stop(self) -> None:
        """Ends what is being made: it can be made again."""
        tasks = [making.task for making in self._making.values() if making.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
