"""Pictures of tables for links: as spectators may see them now, made by workers, kept for a while.

Whoever asks, the picture is the spectator's: it is cached and passed on. Only views leave for the worker.
"""

import asyncio
import hashlib
import json
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

from ludoteka.core.game import AnyGame, Pictured
from ludoteka.core.refusals import BadRequest
from ludoteka.drawing.matches import last_move, moments
from ludoteka.drawing.results import Achieved, Outline
from ludoteka.server.live.bots import STRANGERS, BotFailed, Bots
from ludoteka.server.live.errands import DrawCard, DrawFilm, DrawResult, Shot
from ludoteka.server.live.room import Room
from ludoteka.server.messages.errors import Later, NotFound
from ludoteka.server.messages.series import Bar
from ludoteka.server.table.ledger import AnyMatch
from ludoteka.server.table.visibility import Eyes, Sight, check_welcome
from ludoteka.version import __version__

CARD_WIDTH, FILM_WIDTH = 1200, 480
FRAMES = 60  # of an animation: a worker is busy for some seconds
KEPT_BYTES = 32 << 20


@dataclass(frozen=True, slots=True)
class Wanted:
    """A picture to be made, and the tag that names exactly this one."""

    tag: str
    errand: DrawCard | DrawFilm | DrawResult


# --- what is shown -------------------------------------------------------------------------------


async def card(room: Room, ply: int | None) -> Wanted:
    """The table now, or as it stood after `ply` events."""
    sight = await _spectator(room)
    names = tuple(row.name for row in room.ledger.people)
    match = _moment(sight, ply)
    game = room.ledger.frame.game
    shot = _example(game) if match is None else _shot(match)
    errand = DrawCard(game.info.id, shot, names, CARD_WIDTH, has_scores=match is not None)
    return Wanted(_tag(room, "card", None if match is None else match.ply, names), errand)


async def film(room: Room) -> Wanted:
    """The whole match, once it is over."""
    sight = await _spectator(room)
    match = sight.known.match
    if match is None or not sight.is_whole:
        raise BadRequest("The animation is given out when the match is over.")
    shots = await asyncio.to_thread(lambda: tuple(map(_shot, moments(match, FRAMES))))
    return Wanted(_tag(room, "film", match.ply, ()), DrawFilm(match.game.info.id, shots, FILM_WIDTH))


def result(game: str, day: str, mine: Achieved | None, bars: Sequence[Bar]) -> Wanted:
    """A result of a day, or the day alone."""
    reached = None if mine is None else mine.score
    outlines = tuple(
        Outline(bar.low, bar.high, bar.count, reached is not None and bar.low <= reached <= bar.high)
        for bar in bars
    )
    errand = DrawResult(game, day, mine, outlines, CARD_WIDTH)
    told = repr((__version__, errand))
    return Wanted(hashlib.sha256(told.encode()).hexdigest()[:32], errand)


async def _spectator(room: Room) -> Sight:
    """What anybody without a seat may see: for a picture, also those who have one see no more."""
    if not isinstance(room.ledger.frame.game, Pictured):
        raise NotFound("This game has no pictures.")
    sight = await room.sight(Eyes())
    check_welcome(sight)
    return sight


def _moment(sight: Sight, ply: int | None) -> AnyMatch | None:
    match = sight.known.match
    if ply is None:
        return match
    if match is None or ply > match.ply:
        raise NotFound("The match has not come that far.")
    return next(one for one in match if one.ply == ply)


def _shot(match: AnyMatch) -> Shot:
    return Shot(match.game.view(match.state, None), last_move(match, None))


def _example(game: AnyGame) -> Shot:
    """Before a match begins: what the game looks like."""
    return Shot(game.view(game.notation.load(game.info.example), None))


def _tag(room: Room, kind: str, ply: int | None, names: tuple[str, ...]) -> str:
    """Events never change once they are told, so a table's id and ply name a position."""
    told = json.dumps([__version__, room.id, kind, ply, names])
    return hashlib.sha256(told.encode()).hexdigest()[:32]


# --- how it is made ------------------------------------------------------------------------------


class Pictures:
    """Makes each picture once, however many ask, and keeps the latest up to a number of bytes."""

    def __init__(self, bots: Bots) -> None:
        self._bots = bots
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._making: dict[str, asyncio.Task[bytes]] = {}
        self._size = 0

    async def get(self, wanted: Wanted) -> bytes:
        """The picture; raises `Later` where no worker can make it now."""
        if wanted.tag in self._kept:
            self._kept.move_to_end(wanted.tag)
            return self._kept[wanted.tag]
        task = self._making.get(wanted.tag)
        if task is None:
            task = self._making[wanted.tag] = asyncio.create_task(self._make(wanted))
        return await asyncio.shield(task)

    async def _make(self, wanted: Wanted) -> bytes:
        try:
            made: bytes = await self._bots.ask(STRANGERS, wanted.errand)
        except BotFailed as failure:
            raise Later("The picture could not be made just now. Please try again.") from failure
        finally:
            del self._making[wanted.tag]
        self._keep(wanted.tag, made)
        return made

    def _keep(self, tag: str, made: bytes) -> None:
        self._kept[tag] = made
        self._size += len(made)
        while self._size > KEPT_BYTES and len(self._kept) > 1:
            self._size -= len(self._kept.popitem(last=False)[1])
