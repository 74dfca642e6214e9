"""The board of the day: one for each game, with the same draws for everybody and one try for each guest."""

import json
from collections.abc import Sequence
from datetime import date
from typing import Any, Protocol

import structlog

from ludoteka.core.chance import commitment
from ludoteka.core.game import AnyGame
from ludoteka.drawing.results import Achieved
from ludoteka.server.messages import bodies
from ludoteka.server.messages.errors import Later, NotFound
from ludoteka.server.messages.models import Allows
from ludoteka.server.messages.series import Bar, DayCard, DaySheet, MyTry, PlayedDay, TrySheet
from ludoteka.server.settings import Settings
from ludoteka.server.store import series
from ludoteka.server.store.series import Ranking, SeriesRow
from ludoteka.server.store.store import Store
from ludoteka.server.table import days
from ludoteka.server.table.actions import Actor
from ludoteka.server.table.days import ONE, Calendar
from ludoteka.server.table.rows import TryRow
from ludoteka.server.table.sharing import Shared
from ludoteka.server.table.timekeeping import Timekeeper

log = structlog.get_logger()
BARS = 12  # of a distribution, at most
LEADERS = 10
CALENDAR = 400  # days that somebody is shown
COUNTED = Allows(takeback=False, hints=False, grace=0)  # nobody is helped in a try that counts


class House(Protocol):
    """What boards of the day need from the process they are played in."""

    time: Timekeeper
    settings: Settings
    store: Store

    def game(self, name: str) -> AnyGame: ...
    def stand_in_level(self, game: str) -> int | None: ...
    async def open_try(self, actor: Actor, wish: bodies.NewTable, shared: Shared) -> str: ...


class Dailies:
    """Today's boards, and those of the days before."""

    def __init__(self, host: House) -> None:
        self._host = host
        self.calendar = Calendar(host.settings.timezone)
        self._key: bytes | None = None
        host.store.on_ended(series.note_end)

    @property
    def today(self) -> date:
        return self.calendar.day_at(self._host.time.now())

    # --- what a day is ---------------------------------------------------------------------------

    async def seed(self, game: str, day: date) -> bytes:
        """The seed of a board; for the host alone until the day is over."""
        if self._key is None:
            stored = await series.daily_secret(self._host.store)
            self._key = days.key_of(stored, self._host.settings.daily_secret)
        return days.seed_of(self._key, game, day)

    async def row(self, game: str, day: date) -> SeriesRow:
        """A board as it was announced; announced now, if nobody has asked before."""
        known = self._host.game(game)
        if day > self.today + ONE:
            raise NotFound("That day has not been announced yet.")
        found = await series.find(self._host.store, days.series_of(game, day))
        if found is None and day < self.today:
            raise NotFound("There was no board on that day.")
        return found or await self._announce(known, day)

    async def _announce(self, game: AnyGame, day: date) -> SeriesRow:
        name = game.info.id
        fresh = SeriesRow(
            id=days.series_of(name, day),
            game=name,
            host=None,
            wish=self._wish(game).model_dump_json(),
            seed=None,
            commitment=commitment(await self.seed(name, day)),
            opened=self.calendar.begins(day),
            closes=self.calendar.ends(day),
        )
        return await series.announce(self._host.store, fresh)

    def _wish(self, game: AnyGame) -> bodies.NewTable:
        """Alone where the game can be played alone, otherwise against the house bot; the usual options."""
        seats: list[bodies.SeatWish] = [bodies.SeatForMe(kind="me")]
        level = self._host.stand_in_level(game.info.id)
        for _ in range(game.info.seats[0] - 1):
            if level is None:
                raise NotFound("This game has no board of the day: nobody would play against you.")
            seats.append(bodies.SeatForBot(kind="bot", level=level))
        return bodies.NewTable(game=game.info.id, seats=seats, allows=COUNTED)

    # --- playing ---------------------------------------------------------------------------------

    async def begin(self, actor: Actor, game: str) -> date:
        """Begins today's try, or finds the one that has begun; the answer is its day."""
        day = self.today
        row = await self.row(game, day)
        if await series.try_of(self._host.store, row.id, actor.guest) is None:
            seed = await self.seed(game, day)
            if commitment(seed) != row.commitment:
                log.error("daily.secret_changed", game=game, day=day.isoformat())
                raise Later("This board was announced with another secret: it cannot be played.")
            wish = bodies.NewTable.model_validate_json(row.wish)
            await self._host.open_try(actor, wish, Shared(row.id, seed, row.closes))
        return day

    # --- telling ---------------------------------------------------------------------------------

    async def card(self, game: str, guest: str | None) -> DayCard:
        """Today's board in short."""
        row = await self.row(game, self.today)
        mine = await series.try_of(self._host.store, row.id, guest)
        tally = await series.tally(self._host.store, row.id)
        now = self._host.time.now()
        return DayCard(
            game=game,
            day=self.today.isoformat(),
            ends=row.closes,
            now=now,
            level=level_of(row),
            finished=tally.finished,
            mine=None if mine is None else my_try(mine, tally, is_over=now >= row.closes),
            streak=days.streak(
                {days.day_of(name) for name, _ in await self._played(game, guest)}, self.today
            ),
        )

    async def sheet(self, game: str, day: date, guest: str | None) -> DaySheet:
        """A board with its results, as this guest may know them."""
        row, now = await self.row(game, day), self._host.time.now()
        is_over = now >= row.closes
        mine = await series.try_of(self._host.store, row.id, guest)
        tally = await series.tally(self._host.store, row.id)
        has_finished = mine is not None and mine.ended is not None
        played = await self._played(game, guest)
        return DaySheet(
            game=game,
            day=day.isoformat(),
            state="over" if is_over else "open" if now >= row.opened else "coming",
            begins=row.opened,
            ends=row.closes,
            now=now,
            zone=self.calendar.zone,
            level=level_of(row),
            options=json.loads(row.wish)["options"],
            commitment=row.commitment,
            seed=await self._revealed(row, game, day) if is_over else None,
            next_commitment=await self._next(game, day),
            begun=tally.begun,
            finished=tally.finished,
            mine=None if mine is None else my_try(mine, tally, is_over=is_over),
            bars=bars(tally.scores) if is_over or has_finished else [],
            leaders=await self._leaders(row.id, tally, guest, is_over) if is_over or has_finished else [],
            streak=days.streak({days.day_of(name) for name, _ in played}, self.today),
            days=[PlayedDay(day=days.day_of(name).isoformat(), score=score) for name, score in played],
        )

    async def achieved(self, game: str, day: date, table: str) -> tuple[Achieved | None, list[Bar]]:
        """The result that somebody passes on, named by its table, and everybody's beside it.

        Without one, everybody's are told when the day is over.
        """
        row = await self.row(game, day)
        tally = await series.tally(self._host.store, row.id)
        found = await series.try_at(self._host.store, row.id, table) if table else None
        if found is None or found.score is None:
            return None, bars(tally.scores) if self._host.time.now() >= row.closes else []
        mine = Achieved(found.name, found.score, tally.rank(found.score), tally.finished)
        return mine, bars(tally.scores)

    async def _played(self, game: str, guest: str | None) -> Sequence[Any]:
        if guest is None:
            return ()
        return await series.finished_by(self._host.store, guest, f"{days.DAILY}/{game}/", CALENDAR)

    async def _revealed(self, row: SeriesRow, game: str, day: date) -> str | None:
        """The seed of a day that is over; None if the secret has changed since."""
        seed = await self.seed(game, day)
        return seed.hex() if commitment(seed) == row.commitment else None

    async def _next(self, game: str, day: date) -> str | None:
        return (await self.row(game, day + ONE)).commitment if day == self.today else None

    async def _leaders(self, name: str, tally: Ranking, guest: str | None, is_over: bool) -> list[TrySheet]:
        return [
            TrySheet(
                name=one.name,
                score=one.score,
                rank=tally.rank(one.score),
                mine=one.guest == guest,
                table=one.table if is_over or one.guest == guest else None,
            )
            for one in await series.leaders(self._host.store, name, LEADERS)
            if one.score is not None
        ]


def level_of(row: SeriesRow) -> int | None:
    """The bot of a series; None: it is played alone."""
    wish = bodies.NewTable.model_validate_json(row.wish)
    return next((seat.level for seat in wish.seats if isinstance(seat, bodies.SeatForBot)), None)


def my_try(mine: TryRow, tally: Ranking, *, is_over: bool) -> MyTry:
    """A try as its guest is told about it."""
    if mine.score is not None:
        return MyTry(table=mine.table, state="finished", score=mine.score, rank=tally.rank(mine.score))
    if mine.ended is not None:
        return MyTry(table=mine.table, state="left", score=None, rank=None)
    return MyTry(table=mine.table, state="late" if is_over else "running", score=None, rank=None)


def bars(scores: Sequence[tuple[int, int]]) -> list[Bar]:
    """The distribution of results in at most `BARS` bars of the same width, the lowest first."""
    if not scores:
        return []
    low, high = min(score for score, _ in scores), max(score for score, _ in scores)
    width = max(1, -(-(high - low + 1) // BARS))
    count = -(-(high - low + 1) // width)
    found = [0] * count
    for score, number in scores:
        found[(score - low) // width] += number
    return [
        Bar(low=low + width * n, high=low + width * (n + 1) - 1, count=number)
        for n, number in enumerate(found)
    ]
