"""Ratings of this server: they hear of every match that ends, and answer how strong somebody is."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

import structlog
from sqlalchemy import Connection, Table, and_, select

from ludoteka.core.game import AnyGame, Millis, Turn
from ludoteka.core.match import new, settle
from ludoteka.core.refusals import BadRequest
from ludoteka.ratings.fold import Form, at_stake, fitting
from ludoteka.ratings.glicko import Rating
from ludoteka.server.catalogue import Catalogue
from ludoteka.server.messages import bodies, mine
from ludoteka.server.messages.models import NoControl, OptionValue
from ludoteka.server.store import archive, standings
from ludoteka.server.store.mine import on_board
from ludoteka.server.store.store import Store
from ludoteka.server.store.tables import archive as kept_tables
from ludoteka.server.store.tables import ratings, tables
from ludoteka.server.store.transacting import lock_at_once
from ludoteka.server.table import finished
from ludoteka.server.table.actions import Actor
from ludoteka.server.table.ledger import Ledger
from ludoteka.server.table.rows import Ended, SeatRow
from ludoteka.server.table.seating import BOTS_UNRATED, ONE_SEAT

log = structlog.get_logger()
BOARD_MS = 5000  # everybody who looks at a leaderboard meanwhile sees the same one
AT_ONCE = 20  # matches that are entered later, in one transaction
UNHELPED = {"takeback": False, "hints": False, "alternatives": False, "grace": 0}


@dataclass(frozen=True, slots=True)
class BoardPlace:
    """Somebody on a leaderboard."""

    place: int
    guest: str
    name: str
    form: Form


class Ratings:
    """What the results of rated matches tell."""

    def __init__(self, catalogue: Catalogue, store: Store) -> None:
        self._catalogue = catalogue
        self._store = store
        self.boards: dict[standings.Bucket, tuple[Millis, Sequence[BoardPlace]]] = {}
        self.anchor = lru_cache(maxsize=256)(self._anchor)
        store.on_ended(self._hear)

    def _anchor(self, game: str, level: int) -> Rating | None:
        return self.ladder(game).get(level)

    def ladder(self, game: str) -> dict[int, Rating]:
        """The bots of a game that were measured."""
        if game not in self._catalogue.ids():
            return {}
        found = self._catalogue.levels(game)
        return {one.level: Rating(*one.rating) for one in found if one.rating is not None}

    # --- matches that end ------------------------------------------------------------------------

    def _hear(self, connection: Connection, ended: Ended) -> None:
        match = finished.of_end(ended, self.anchor)
        if match is not None:
            standings.enter(connection, match)
            self.boards.pop((match.game, match.pace), None)

    async def catch_up(self) -> int:
        """Enters matches that ended before there were ratings, or whose entering failed; how many.

        The oldest first: what comes in the order of the ends need not be folded again.
        """
        entered = 0
        try:
            for kept in (kept_tables, tables):
                entered += await self._catch_up(kept)
        except Exception:  # nobody waits for this: whoever runs the server hears of it here, or never
            log.exception("ratings.not_caught_up")
        if entered:
            log.info("ratings.caught_up", matches=entered)
        return entered

    async def _catch_up(self, kept: Table) -> int:
        entered, last = 0, standings.EARLIEST
        while found := await self._store.read(standings.missing(kept, last, AT_ONCE)):
            last = found[-1].ended, found[-1].id
            entered += await self._enter([row.id for row in found])
        return entered

    async def _enter(self, found: Sequence[str]) -> int:
        try:
            return await self._store.save(partial(self._enter_some, found))
        except Exception:  # the others can still be entered, and these at the next start
            log.exception("ratings.not_entered", tables=found)
            return 0

    def _enter_some(self, found: Sequence[str], connection: Connection) -> int:
        lock_at_once(connection)
        standings.lock(connection)
        late: set[standings.Bucket] = set()
        entered = sum(self._enter_one(connection, table, late) for table in found)
        for bucket in sorted(late):
            standings.refold(connection, bucket)
        return entered

    def _enter_one(self, connection: Connection, table: str, late: set[standings.Bucket]) -> bool:
        """One that cannot be entered is told, and in nobody's way."""
        try:
            with connection.begin_nested():
                match = self._match_at(connection, table)
                return match is not None and standings.enter(connection, match, late)
        except Exception:
            log.exception("ratings.not_entered", tables=[table])
            return False

    def _match_at(self, connection: Connection, table: str) -> finished.EndedMatch | None:
        loaded = archive.load(connection, table, 0)
        if loaded is None or loaded.table.result is None:
            return None
        return finished.of_rows(loaded, json.loads(loaded.table.result), self.anchor)

    # --- before a match --------------------------------------------------------------------------

    def agreed(self, actor: Actor, wish: bodies.NewTable, game: AnyGame) -> bodies.NewTable:
        """A table as it is opened: a rated one has no help; raises `BadRequest` where it cannot be rated."""
        if not wish.allows.rated:
            return wish
        if actor.is_bot:
            raise BadRequest(BOTS_UNRATED)
        if sum(seat.kind == "me" for seat in wish.seats) != 1 or len(wish.seats) < 2:
            raise BadRequest(ONE_SEAT)
        for seat in wish.seats:
            if isinstance(seat, bodies.SeatForBot):
                self.check_bot(wish.game, seat.level)
        ways = [dict(preset.options) for preset in game.info.presets]
        if wish.options and wish.options not in ways:
            raise BadRequest("Rated matches are played in one of the game's usual ways.")
        if isinstance(wish.control, NoControl) and not has_own_limits(game, len(wish.seats), wish.options):
            raise BadRequest("A rated match needs a clock.")
        return wish.model_copy(update={"allows": wish.allows.model_copy(update=UNHELPED)})

    def check_bot(self, game: str, level: int) -> None:
        """Only bots that were measured play rated matches."""
        if self.anchor(game, level) is None:
            raise BadRequest("This bot has no rating yet: choose another one, or play unrated.")

    # --- leaderboards ----------------------------------------------------------------------------

    async def places(self, game: str, pace: str, now: Millis) -> Sequence[BoardPlace]:
        """Everybody on a leaderboard, by what the rating is at least; as it was a moment ago, at most."""
        known = self.boards.get((game, pace))
        if known is not None and 0 <= now - known[0] < BOARD_MS:
            return known[1]
        rows = await on_board(self._store, game, pace)
        forms = [(row.guest, row.name, standings.form_of(row).at_time(now)) for row in rows]
        there = [one for one in forms if one[2].is_on_board]
        there.sort(key=lambda one: (-one[2].board.low, one[1]))
        places = tuple(BoardPlace(number, *one) for number, one in enumerate(there, start=1))
        self.boards[game, pace] = now, places
        return places

    # --- how strong ------------------------------------------------------------------------------

    async def form(self, guest: str, game: str, pace: str, now: Millis) -> Form:
        """What is known about somebody now."""
        found = await self.forms([guest], game, pace, now)
        return found[guest]

    async def forms(self, guests: Sequence[str], game: str, pace: str, now: Millis) -> dict[str, Form]:
        """The same for several people."""
        here = and_(ratings.c.game == game, ratings.c.pace == pace, ratings.c.guest.in_(guests))
        found = {
            row.guest: standings.form_of(row).at_time(now)
            for row in await self._store.read(select(ratings).where(here))
        }
        return {guest: found.get(guest, Form()) for guest in guests}

    async def at_table(self, guest: str | None, ledger: Ledger, now: Millis) -> mine.Stakes:
        """What this guest wins or loses against the others at a table."""
        game, pace = ledger.table.game, finished.pace_of(ledger.frame.control)
        rows = [row for row in ledger.people if guest is None or row.guest != guest]
        if not ledger.seats_of(guest):  # whoever asks would take an open seat
            rows.remove(next((row for row in rows if row.kind == "open"), rows[0]))
        people = [row.guest for row in rows if row.guest is not None]
        known = await self.forms([*people, guest or ""], game, pace, now)
        me = known[guest or ""]
        return self.stakes(me, [self._opponent(row, game, known, me) for row in rows], pace, game)

    def _opponent(self, row: SeatRow, game: str, known: dict[str, Form], me: Form) -> Rating:
        """Nobody is there yet: somebody like me."""
        if row.guest is not None:
            return known[row.guest].rating
        anchor = None if row.level is None else self.anchor(game, row.level)
        return anchor or me.rating

    def stakes(self, me: Form, others: Sequence[Rating], pace: finished.Pace, game: str) -> mine.Stakes:
        """What a match against these would do."""
        win, draw, loss = at_stake(me, others)
        return mine.Stakes(
            pace=pace,
            mine=sheet_of(me),
            others=[rating_numbers(one) for one in others],
            win=win,
            draw=draw,
            loss=loss,
            level=fitting(self.ladder(game), me),
        )


def has_own_limits(game: AnyGame, seats: int, options: Mapping[str, OptionValue]) -> bool:
    """Whether the game itself keeps time in its first turn."""
    if "timed" not in game.info.traits:
        return False
    match = settle(new(game, seats, options), bytes(32))
    return isinstance(match.awaiting, Turn) and match.awaiting.until is not None


def rating_numbers(one: Rating) -> mine.RatingNumbers:
    """A rating in whole numbers."""
    return mine.RatingNumbers(rating=round(one.rating), deviation=round(one.deviation))


def sheet_of(form: Form) -> mine.FormSheet:
    """A form as people see it: whole numbers."""
    return mine.FormSheet(
        rating=round(form.rating.rating),
        deviation=round(form.rating.deviation),
        provisional=form.is_provisional,
        matches=form.matches,
    )
