"""Duplicate with one rack for all: the host of its sittings. The rules are docs/rules/duplicate.md.

The log in the database is the truth; what is kept here is its fold. Of two who act at once, one is taken,
and the other reads what was written and tries again. How turns end is in `sitting_turns`.
"""

import asyncio
import contextlib
import json
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine
from itertools import islice
from typing import Any, Protocol, TypeVar

from ludoteka.core import sitting as one_rack
from ludoteka.core.chance import commitment
from ludoteka.core.game import AnyGame
from ludoteka.core.refusals import BadRequest
from ludoteka.core.sitting import SEAT
from ludoteka.server.live.bots import Bots
from ludoteka.server.live.preparation import Preparation
from ludoteka.server.live.puzzles import answers_to
from ludoteka.server.live.sitting_glances import Glances, SittingGlance, glance_at
from ludoteka.server.live.sitting_turns import KeptSitting, Turns
from ludoteka.server.messages.errors import Later, NotFound, NotYours, Occupied, Stale
from ludoteka.server.messages.puzzles import PuzzleAsked, PuzzleQuestion
from ludoteka.server.messages.sittings import NewSitting, SittingSheet, SittingTurn, WholeTurn
from ludoteka.server.settings import Settings
from ludoteka.server.store import sittings as stored
from ludoteka.server.store.sittings import SitterRow, SittingRow
from ludoteka.server.store.store import Store
from ludoteka.server.table import sitting_sheets as sheets
from ludoteka.server.table.actions import Actor
from ludoteka.server.table.naming import new_id
from ludoteka.server.table.rows import Conflict
from ludoteka.server.table.sitting_log import Draft, Logged, folded
from ludoteka.server.table.timekeeping import Timekeeper

MOST = 200  # players of a sitting
TRIES = 8
WAIT_S = 20.0  # how long somebody waits for news at most
WAITING = 500  # people who wait for news of one sitting
KEPT = 200  # sittings in memory
DAY = 86_400_000
T = TypeVar("T")


class SittingPremises(Protocol):
    """What sittings need from the process they are in."""

    time: Timekeeper
    store: Store
    bots: Bots
    settings: Settings
    preparation: Preparation
    is_closing: bool

    def game(self, name: str) -> AnyGame: ...
    def spawn(self, work: Coroutine[Any, Any, T]) -> "asyncio.Task[T]": ...


Change = Callable[[Draft], Awaitable[SitterRow | None]]


class Sittings:
    """Every sitting of this server."""

    def __init__(self, host: SittingPremises) -> None:
        self._host = host
        self._kept: OrderedDict[str, KeptSitting] = OrderedDict()
        self._turns = Turns(host, self._written)
        self._glances = Glances(self._folded)

    # --- what people do --------------------------------------------------------------------------

    async def open(self, actor: Actor, wish: NewSitting) -> str:
        """[DU-1.1] A new sitting; the answer is its id. Raises `BadRequest` for what cannot be played so."""
        form = one_rack.form_of(wish.form)
        one_rack.new(self._host.game(wish.game), form, wish.options)
        now, seed, name = self._host.time.now(), secrets.token_bytes(32), new_id()
        most = self._host.settings.tables_held
        if await stored.held(self._host.store, actor.guest, now - DAY) >= most:
            raise BadRequest("You have {n} sittings open already: end one first.", n=most)
        options, played = json.dumps(wish.options, sort_keys=True), json.dumps(wish.form, sort_keys=True)
        row = SittingRow(name, wish.game, actor.guest, options, played, seed, commitment(seed), now)
        await stored.add(self._host.store, row)
        self._host.preparation.want(wish.game)
        return name

    async def join(self, actor: Actor, name: str) -> None:
        """[DU-1.3] Takes part, or comes back."""

        async def change(draft: Draft) -> SitterRow | None:
            player = await self._player(name, actor.guest)
            players = draft.sitting.players
            if player is not None and not players[player].has_left:
                return None
            if player is not None:
                draft.add("joined", player)
                return None
            if len(players) >= MOST:
                raise Occupied("This sitting is full.")
            draft.add("joined", len(players))
            return SitterRow(name, len(players), actor.guest, actor.name)

        await self._act(name, change)

    async def leave(self, actor: Actor, name: str) -> None:
        """[DU-5.5] Leaves; points and rank stay."""

        async def change(draft: Draft) -> None:
            draft.add("quit", await self._taking_part(name, actor.guest))

        await self._act(name, change)

    async def begin(self, actor: Actor, name: str) -> None:
        """[DU-2.1] The host begins the first turn or, by their own pace, the next one."""

        async def change(draft: Draft) -> None:
            row = await self._check_host(actor, name)
            self._check_ready(row.game)
            if not draft.sitting.is_open:  # asked twice, or the clock was faster
                await asyncio.to_thread(draft.begin, row.seed)

        await self._act(name, change)

    async def stop(self, actor: Actor, name: str) -> None:
        """[DU-5.4] The host ends the sitting."""

        async def change(draft: Draft) -> None:
            await self._check_host(actor, name)
            draft.add("stopped")

        await self._act(name, change)

    async def hand(self, actor: Actor, name: str, turn: int, text: str) -> None:
        """[DU-2.1] [DU-2.2] Hands in a move; when this returns it is durable."""

        async def change(draft: Draft) -> None:
            player = await self._taking_part(name, actor.guest)
            if not draft.sitting.is_open or turn != sheets.turn_of(draft.sitting):
                raise Stale("This turn is over.", "DU-2.4")
            await asyncio.to_thread(draft.hand, player, text)

        await self._act(name, change)

    async def ask(self, guest: str | None, name: str, wish: PuzzleQuestion) -> PuzzleAsked:
        """What a half-entered move would bring; the moves are not listed: to find one is the game."""
        kept = await self._current(name)
        one_rack.check_plays(kept.log.sitting, await self._taking_part(name, guest))
        return await asyncio.to_thread(answers_to, kept.log.sitting.match, SEAT, wish, lists=False)

    # --- what people are told --------------------------------------------------------------------

    async def sheet(self, name: str, guest: str | None, seen: int | None = None) -> SittingSheet:
        """A sitting as this guest may know it; who has `seen` it all waits a while for something newer."""
        kept = await self._current(name)
        if seen is not None and kept.log.seq <= seen and await self._news(kept):
            kept = await self._current(name)
        people = await stored.players(self._host.store, name)
        sitting, log = kept.log.sitting, kept.log
        mine = next((one.player for one in people if guest is not None and one.guest == guest), None)
        (view, plain), is_over = sheets.board_of(sitting.match), sitting.over is not None
        return SittingSheet(
            id=name,
            game=kept.row.game,
            options=json.loads(kept.row.options),
            form=sheets.form_sheet(sitting),
            state=sheets.phase_of(sitting),
            host=guest is not None and kept.row.host == guest,
            seq=log.seq,
            now=self._host.time.now(),
            until=self._turns.until(log),
            turn=sheets.turn_of(sitting),
            view=view,
            plain=plain,
            most=sitting.most,
            mine=None if mine is None or mine >= len(sitting.players) else sheets.chair(sitting, mine),
            players=sheets.sitters(sitting, [one.name for one in people]),
            last=sheets.turn_sheet(sitting.past[-1], len(sitting.past)) if sitting.past else None,
            rule=sitting.over,
            commitment=kept.row.commitment,
            seed=kept.row.seed.hex() if is_over else None,
        )

    async def glance(self, row: SittingRow, seq: int) -> SittingGlance:
        """What lists tell of a sitting whose log has grown to `seq`. To be listed keeps nothing in memory."""
        kept = self._kept.get(row.id)
        if kept is None:
            return await self._glances.of(row, seq)
        if kept.log.seq < seq:
            await self._read(kept)
        return glance_at(kept.log)

    def look(self, name: str) -> None:
        """What is due in a sitting is done, and nobody waits for it."""
        self._host.spawn(self._current(name))

    async def turns(self, name: str) -> list[SittingTurn]:
        """Every turn that is over."""
        past = (await self._current(name)).log.sitting.past
        return await asyncio.to_thread(
            lambda: [sheets.turn_sheet(turn, number) for number, turn in enumerate(past, start=1)]
        )

    async def turn(self, name: str, number: int) -> WholeTurn:
        """One of them, with everybody's moves."""
        past = (await self._current(name)).log.sitting.past
        if not 1 <= number <= len(past):
            raise NotFound("There is no such turn, or it is not over.")
        return await asyncio.to_thread(sheets.whole_turn, past[number - 1], number)

    async def _news(self, kept: KeptSitting) -> bool:
        """Waits until the log has grown or a turn's time is over; False: there is nothing to wait for."""
        until, news = self._turns.until(kept.log), kept.news
        if kept.log.sitting.over is not None or self._host.is_closing or kept.waiting >= WAITING:
            return False
        if self._kept.get(kept.row.id) is not kept:
            return True  # put aside since it was asked for: no news would come to it
        left = WAIT_S if until is None else min(WAIT_S, max(0, until - self._host.time.now()) / 1000)
        kept.waiting += 1
        try:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(left):
                    await news.wait()
        finally:
            kept.waiting -= 1
        return True

    def wake(self) -> None:
        """Nobody waits any longer: the server closes."""
        for kept in self._kept.values():
            kept.news.set()

    # --- the log ---------------------------------------------------------------------------------

    async def heard(self, name: str) -> None:
        """Another process has added to a log."""
        if name in self._kept:
            await self._read(self._kept[name])

    async def _find(self, name: str) -> KeptSitting:
        if name in self._kept:
            self._kept.move_to_end(name)
            return self._kept[name]
        row = await stored.find(self._host.store, name)
        if row is None:
            raise NotFound("There is no such sitting.")
        kept = self._kept.setdefault(name, KeptSitting(row, self._fresh(row)))
        self._put_aside(kept)
        return kept

    def _fresh(self, row: SittingRow) -> Logged:
        form = one_rack.form_of(json.loads(row.form))
        return Logged(one_rack.new(self._host.game(row.game), form, json.loads(row.options)))

    async def _folded(self, row: SittingRow) -> Logged:
        """A sitting as its log tells it, which is not kept."""
        added = await stored.entries(self._host.store, row.id, 0)
        return await asyncio.to_thread(folded, self._fresh(row), added)

    def _put_aside(self, fresh: KeptSitting) -> None:
        """Beyond `KEPT`, the sittings that nobody has asked for longest go; never those in use."""
        idle = (name for name, kept in self._kept.items() if kept is not fresh and kept.is_idle)
        for name in list(islice(idle, max(0, len(self._kept) - KEPT))):
            del self._kept[name]

    async def _read(self, kept: KeptSitting) -> None:
        async with kept.reading:
            added = await stored.entries(self._host.store, kept.row.id, kept.log.seq)
            if added:
                kept.learn(await asyncio.to_thread(folded, kept.log, added))
            kept.is_read = True

    async def _refreshed(self, kept: KeptSitting) -> KeptSitting:
        """The very same, with what other processes wrote, even if it was put aside meanwhile."""
        if self._host.store.is_postgres or not kept.is_read:
            await self._read(kept)
        return kept

    async def _current(self, name: str) -> KeptSitting:
        """A sitting as it is now: what is due is done."""
        kept = await self._refreshed(await self._find(name))
        await self._turns.end(kept)
        return kept

    async def _act(self, name: str, change: Change) -> None:
        """What is due first, then a change, then what is due after it; each is durable before the next."""
        kept = await self._find(name)
        async with kept.acting:
            await self._refreshed(kept)
            await self._turns.settle(kept)
            await self._append(kept, change)
        await self._turns.end(kept)

    async def _append(self, kept: KeptSitting, change: Change) -> None:
        for _ in range(TRIES):
            draft = Draft(kept.log, self._host.time.now())
            sitter = await change(draft)
            if not draft.entries or await self._written(kept, draft, sitter):
                return
        raise Later("Too many act at once here. Please try again in a moment.")

    async def _written(self, kept: KeptSitting, draft: Draft, sitter: SitterRow | None = None) -> bool:
        """Whether it is durable now; else the log had moved on, and is read again."""
        ended = draft.at if draft.sitting.over is not None else None
        try:
            await stored.append(self._host.store, kept.row.id, draft.entries, sitter, ended)
        except Conflict:
            await self._read(kept)
            return False
        kept.learn(draft.logged)
        if kept.log.sitting.is_open:
            self._turns.look_ahead(kept)
        if self._kept.get(kept.row.id) is not kept:
            await self.heard(kept.row.id)  # it was put aside while somebody acted in it, and found again
        return True

    # --- who -------------------------------------------------------------------------------------

    async def _player(self, name: str, guest: str | None) -> int | None:
        people = await stored.players(self._host.store, name)
        return next((one.player for one in people if guest is not None and one.guest == guest), None)

    async def _taking_part(self, name: str, guest: str | None) -> int:
        player = await self._player(name, guest)
        if player is None:
            raise NotYours("Only whoever takes part can do that: join first.", "DU-1.3")
        return player

    async def _check_host(self, actor: Actor, name: str) -> SittingRow:
        row = (await self._find(name)).row
        if row.host != actor.guest:
            raise NotYours("Only whoever opened the sitting can do that.", "DU-5.4")
        return row

    def _check_ready(self, game: str) -> None:
        """Before the game is compiled, nobody could wait for the best move of a turn."""
        if not self._host.preparation.is_ready(game):
            self._host.preparation.want(game)
            raise Later("This game is still being prepared for this machine. Please try again in a moment.")
