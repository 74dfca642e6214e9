"""Puzzles for whoever comes: the next one that suits them, questions about it, and the verdict.

The position lies here and never leaves as text: people see the view of the seat that is to move. Whether a
move is an answer, and why, is worked out by a worker; nothing of it is said before somebody has answered.
"""

import asyncio
from collections.abc import Mapping
from typing import Any

from ludoteka.core.chance import Source, seed_from
from ludoteka.core.game import Drawable, Played, Seat
from ludoteka.core.match import load
from ludoteka.core.puzzle import suiting
from ludoteka.core.refusals import BadRequest, Refusal
from ludoteka.server.catalogue import Catalogue, PosedPuzzle
from ludoteka.server.live.bots import BotFailed, Bots
from ludoteka.server.live.errands import JudgeAnswer
from ludoteka.server.messages.errors import Later, NotFound, refused
from ludoteka.server.messages.models import Spoken, sentence_fields
from ludoteka.server.messages.puzzles import (
    PuzzleAsked,
    PuzzleQuestion,
    PuzzleSheet,
    PuzzleStanding,
    PuzzleVerdict,
)
from ludoteka.server.store import puzzles as kept
from ludoteka.server.store.puzzles import PuzzleTry, SolverRow
from ludoteka.server.store.store import Store
from ludoteka.server.table import questions, visibility
from ludoteka.server.table.ledger import AnyMatch
from ludoteka.server.table.timekeeping import Timekeeper

NONE = "There are no puzzles of this game."
UNLISTED = "Here the moves are not listed: to find one is the puzzle."
LATER = "The answer could not be judged just now. Please try again."
SURE = 110.0  # a deviation below which a rating is well known
NOBODY = ""


class Puzzles:
    """The puzzles of all games, for this server's guests."""

    def __init__(self, catalogue: Catalogue, bots: Bots, store: Store, time: Timekeeper) -> None:
        self._catalogue, self._service = catalogue, catalogue.puzzles
        self._bots, self._store, self._time = bots, store, time

    def ratings(self, game: str) -> Mapping[str, float]:
        """All puzzles of a game with the difficulty that they came with; raises `NotFound`."""
        known = game in self._catalogue.ids() and self._service is not None
        found = self._service.ratings(game) if known and self._service is not None else {}
        if not found:
            raise NotFound(NONE)
        return found

    async def standings(self, guest: str | None) -> list[PuzzleStanding]:
        """Every game with puzzles, and how far the guest has come there."""
        rows = {} if guest is None else await kept.solvers(self._store, guest)
        there = ((game, self._service.ratings(game)) for game in self._catalogue.ids() if self._service)
        return [
            _standing(rows.get(game) or SolverRow(NOBODY, game), len(found)) for game, found in there if found
        ]

    async def next(self, game: str, guest: str | None) -> PuzzleSheet:
        """A puzzle that suits the guest, the same one until it is answered; at last they come again."""
        shipped = self.ratings(game)
        mine = await self._solver(game, guest)
        seen = [] if guest is None else await kept.tried(self._store, guest, game)
        rng = Source(seed_from(f"{guest or NOBODY} {game} {mine.tried}"))
        fresh = suiting(shipped, mine.rating, seen, rng)  # as they came: others' tries change nothing
        again = [one for one in seen if one in shipped]
        chosen = fresh if fresh is not None else again[0]
        rating = await kept.rating(self._store, game, chosen) or shipped[chosen]
        return await asyncio.to_thread(self._sheet, game, chosen, rating, mine, fresh is not None)

    def _sheet(self, game: str, name: str, rating: float, mine: SolverRow, counts: bool) -> PuzzleSheet:
        posed, match = self._posed(game, name)
        view = match.game.view(match.state, posed.seat)
        return PuzzleSheet(
            id=name,
            game=game,
            seat=posed.seat,
            asks=Spoken(**sentence_fields(posed.asks)),
            rating=round(rating),
            counts=counts,
            awaiting=visibility.awaiting_sheet(match.awaiting),
            view=view,
            plain=match.game.text(view) if isinstance(match.game, Drawable) else None,
            standing=_standing(mine, len(self.ratings(game))),
        )

    async def ask(self, game: str, name: str, wish: PuzzleQuestion) -> PuzzleAsked:
        """What a half-entered move would bring, or what can be played."""
        self._check(game, name)
        return await asyncio.to_thread(self._asked, game, name, wish)

    def _asked(self, game: str, name: str, wish: PuzzleQuestion) -> PuzzleAsked:
        posed, match = self._posed(game, name)
        return answers_to(match, posed.seat, wish, lists=posed.lists)

    async def answer(self, game: str, name: str, guest: str, text: str | None) -> PuzzleVerdict:
        """The verdict; the first one counts. What the rules refuse is no answer, and can be tried again."""
        self._check(game, name)
        if text is not None:
            await asyncio.to_thread(self._try_out, game, name, text)
        try:
            judged = await self._bots.ask(guest, JudgeAnswer(game, name, text))
        except BotFailed as failure:
            raise Later(LATER) from failure
        shipped = self.ratings(game)
        one = PuzzleTry(guest, game, name, bool(judged["right"]), self._time.now(), shipped[name])
        before, mine, counted = await kept.enter(self._store, one)
        change = round(mine.rating) - round(before.rating) if counted else None
        return PuzzleVerdict(**judged, change=change, standing=_standing(mine, len(shipped)))

    def _try_out(self, game: str, name: str, text: str) -> None:
        """Raises what makes a text no move, or a move that the rules forbid."""
        posed, match = self._posed(game, name)
        match.admits(posed.seat)
        match.then(Played(posed.seat, match.game.notation.read(match.state, posed.seat, text), match.now))

    # --- what is known --------------------------------------------------------------------------

    def _check(self, game: str, name: str) -> None:
        if name not in self.ratings(game):
            raise NotFound("There is no such puzzle.")

    def _posed(self, game: str, name: str) -> tuple[PosedPuzzle, AnyMatch]:
        assert self._service is not None
        posed = self._service.posed(game, name)
        return posed, load(self._catalogue.game(game), posed.position)

    async def _solver(self, game: str, guest: str | None) -> SolverRow:
        return SolverRow(NOBODY, game) if guest is None else await kept.solver(self._store, guest, game)


def answers_to(match: AnyMatch, seat: Seat, wish: PuzzleQuestion, *, lists: bool) -> PuzzleAsked:
    """What is asked about a half-entered move; `lists`: the moves may be listed."""
    asked = {
        "score": (wish.score, questions.score_of),
        "examined": (wish.examine, questions.examine_of),
        "legal": (wish.legal, questions.legal_of),
        "steps": (wish.steps, questions.steps_of),
    }
    hows = {
        key: _unlisted if how in questions.LISTS and not lists else how for key, (_, how) in asked.items()
    }
    return PuzzleAsked(
        **{key: _answer(match, seat, what, hows[key]) for key, (what, _) in asked.items() if what is not None}
    )


def _unlisted(*_: Any) -> Any:
    raise BadRequest(UNLISTED)


def _answer(match: AnyMatch, seat: Seat, asked: Any, how: Any) -> Any:
    try:
        return how(match, seat, asked)
    except Refusal as refusal:
        return refused(refusal)


def _standing(row: SolverRow, count: int) -> PuzzleStanding:
    return PuzzleStanding(
        game=row.game,
        rating=round(row.rating),
        sure=row.deviation < SURE,
        tried=row.tried,
        solved=row.solved,
        streak=row.streak,
        best=row.best,
        of=count,
    )
