"""Positions looked at, harder and harder: short errands in fair turns, as long as somebody listens.

Nobody gets help with a match that they are playing: whoever sits at a running table of the game with other
people, or where hints are not allowed, is refused.
"""

import asyncio
import json
from collections.abc import AsyncIterator

from ludoteka.core.game import Json
from ludoteka.core.match import load
from ludoteka.core.refusals import BadRequest
from ludoteka.server.live.bots import STRANGERS, BotFailed
from ludoteka.server.live.errands import LookAt
from ludoteka.server.live.host import Host
from ludoteka.server.messages.bodies import Analysis
from ludoteka.server.messages.errors import Later, NotFound
from ludoteka.server.store import studying
from ludoteka.server.table.study import PLAYING

MOST_EFFORT = 16  # a look is a few seconds at most: others want their turns, too


async def begin(host: Host, wish: Analysis, guest: str | None) -> Json:
    """The first look; raises a `Refusal` for what cannot be looked at."""
    game = host.game(wish.game)
    known = host.catalogue.reviews
    if host.catalogue.analyse is None or known is None or not known.identity(wish.game):
        raise NotFound("Positions of this game are not analysed.")
    await check_free(host, wish.game, guest)
    match = await asyncio.to_thread(load, game, wish.position)
    if wish.seat is not None and wish.seat >= match.opening.seats:
        raise BadRequest("There is no such seat on this board.")
    if not host.preparation.is_ready(wish.game):  # uncompiled it would take a hundred times as long
        host.preparation.want(wish.game)
        raise Later("This game is still being prepared for this machine. Please try again in a moment.")
    try:
        return await _look(host, wish, guest, 1)
    except BotFailed as failure:
        raise Later("That could not be worked out just now. Please try again.") from failure


async def check_free(host: Host, game: str, guest: str | None) -> None:
    """Refuses whoever is playing this game with others, or where hints are not allowed."""
    if guest is not None and await studying.is_playing(host.store, guest, game, host.time):
        raise BadRequest(PLAYING)


async def lines(host: Host, wish: Analysis, guest: str | None, first: Json) -> AsyncIterator[str]:
    """Every look as a line, until a harder one finds nothing else, or nobody listens any more."""
    before, effort = first, 1
    yield _line(first)
    while not before["final"] and effort < MOST_EFFORT:
        effort *= 2
        try:
            await asyncio.shield(host.spawn(check_free(host, wish.game, guest)))  # hanging up cuts no query
            seen = await _look(host, wish, guest, effort)
        except (BotFailed, BadRequest):
            return  # what was seen so far stays
        yield _line(seen)
        if effort > 2 and _moves(seen) == _moves(before):
            return
        before = seen


async def _look(host: Host, wish: Analysis, guest: str | None, effort: int) -> Json:
    errand = LookAt(wish.game, wish.position, wish.seat, effort)
    return await host.bots.ask(guest or STRANGERS, errand)


def _moves(seen: Json) -> list[tuple[str, float]]:
    return [(one["move"], one["value"]) for one in seen["moves"]]


def _line(seen: Json) -> str:
    return json.dumps(seen, ensure_ascii=False, separators=(",", ":")) + "\n"
