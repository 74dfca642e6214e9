"""Answers to questions at a table: at once, off the event loop, or by a worker."""

import asyncio
from typing import Any

from ludoteka.core import game
from ludoteka.core.game import Drawn, Left, Over, Played, Seat, Turn
from ludoteka.core.match import hides
from ludoteka.core.player import Hint
from ludoteka.core.refusals import BadRequest, Refusal
from ludoteka.server.live.bots import STRANGERS, BotFailed, Bots
from ludoteka.server.live.errands import AskForAlternatives, AskForHints
from ludoteka.server.live.room import Room
from ludoteka.server.messages.errors import NotYours
from ludoteka.server.messages.models import described_sheet, sentence_fields
from ludoteka.server.messages.wire import Alternative, Alternatives, Examined, Hinted, Moves, Scored, StepList
from ludoteka.server.table import actions
from ludoteka.server.table.ledger import AnyMatch
from ludoteka.server.table.questions import examine_of, legal_of, score_of, steps_of
from ludoteka.server.table.visibility import Eyes, Sight, check_unsealed

THINK_MS = 3000


def _match(room: Room, eyes: Eyes, seat: Seat) -> AnyMatch:
    """The match, for a seat of the asker that is to act."""
    if seat not in eyes.seats:
        raise NotYours("That is not your seat.")
    match = actions.running(room.ledger.standing)
    match.admits(seat)
    return match


async def score(room: Room, eyes: Eyes, seat: Seat, text: str, number: int) -> Scored:
    """A preview: quick, so it is answered at once."""
    return score_of(_match(room, eyes, seat), seat, text, number)


async def examine(room: Room, eyes: Eyes, seat: Seat, text: str, number: int) -> Examined:
    """The conditions of a half-entered move: as quick as a preview."""
    return examine_of(_match(room, eyes, seat), seat, text, number)


async def legal(room: Room, eyes: Eyes, seat: Seat, limit: int, number: int) -> Moves:
    """Listing moves may take long: it is done off the event loop."""
    match = _listable(room, eyes, seat)
    return await asyncio.to_thread(legal_of, match, seat, limit, number)


async def steps(room: Room, eyes: Eyes, seat: Seat, prefix: str, number: int) -> StepList:
    """The next steps, worked out off the event loop."""
    return await asyncio.to_thread(steps_of, _listable(room, eyes, seat), seat, prefix, number)


def _listable(room: Room, eyes: Eyes, seat: Seat) -> AnyMatch:
    """The match, where moves are listed, whole or step by step: in a race the list is what all look for."""
    match = _match(room, eyes, seat)
    is_race = isinstance(match.awaiting, Turn) and match.awaiting.live
    if is_race and not room.ledger.frame.allows.hints:
        raise BadRequest("There are no hints at this table.")
    return match


# --- services of the catalogue -------------------------------------------------------------------


async def hint(room: Room, bots: Bots, eyes: Eyes, seat: Seat, step: int, number: int) -> Hinted:
    """One of three steps towards a good move, from what the seat sees."""
    match = _match(room, eyes, seat)
    if not room.ledger.frame.allows.hints:
        raise BadRequest("There are no hints at this table.")
    found = await _hints(room, bots, eyes, match, seat)
    if not found:
        raise BadRequest("There is no hint for this position.")
    reached = min(step, len(found))  # where waiting is all, that is the only one
    chosen = found[reached - 1]
    return Hinted(
        step=reached,
        where=list(chosen.where),
        move=chosen.move,
        points=chosen.points,
        described=described_sheet(chosen.described),
        id=number,
        **sentence_fields(chosen.sentence),
    )


async def _hints(room: Room, bots: Bots, eyes: Eyes, match: AnyMatch, seat: Seat) -> list[Hint]:
    """Worked out once per position: the further steps then come at once."""
    kept = room.hinted.get(seat)
    if kept is not None and kept[0] is match:
        return kept[1]
    found: list[Hint] = await _ask(bots, eyes, AskForHints(room.ledger.table.game, match.state, seat))
    room.hinted[seat] = match, found
    return found


async def alternatives(room: Room, bots: Bots, sight: Sight, ply: int, number: int = 0) -> Alternatives:
    """What else was there in place of event `ply` + 1."""
    if not room.ledger.frame.allows.alternatives:
        raise BadRequest("At this table nobody is told what else there was.")
    check_unsealed(sight)
    before, seat = _moment(sight, ply)
    errand = AskForAlternatives(room.ledger.table.game, before.state, seat, THINK_MS, sight.eyes.seat)
    found = await _ask(bots, sight.eyes, errand)
    return Alternatives(ply=ply, moves=[_alternative(one) for one in found], id=number)


def _alternative(one: game.Alternative) -> Alternative:
    words = described_sheet(one.described)
    return Alternative(move=one.move, points=one.points, where=one.where, described=words)


async def _ask(bots: Bots, eyes: Eyes, errand: Any) -> Any:
    try:
        return await bots.ask(eyes.guest if eyes.guest and eyes.seats else STRANGERS, errand)
    except BotFailed as failure:
        raise Refusal("That could not be worked out just now. Please try again.") from failure


def _moment(sight: Sight, ply: int) -> tuple[AnyMatch, Seat | None]:
    """The match before an event that is past and done with, and the seat that acted."""
    last = sight.known.match
    if last is None or not 0 <= ply < last.ply:
        raise BadRequest("There is no such event in this match yet.")
    after = next(moment for moment in last if moment.ply == ply + 1)
    before = after.before
    assert before is not None
    seat = after.event.seat if isinstance(after.event, Played | Left) else None
    if not sight.is_whole:
        _keep_secrets(sight, last, before, seat)
    return before, seat


def _keep_secrets(sight: Sight, last: AnyMatch, before: AnyMatch, seat: Seat | None) -> None:
    """What would help in a running match is not told: others' hands, and a race that is still open."""
    if sight.known.is_over:
        raise BadRequest("The match goes on at another table: that is told when it is over.")
    if seat not in sight.eyes.seats and hides(before):
        raise NotYours("That is told when the match is over: it would show another's hand.")
    live = isinstance(before.awaiting, Turn) and before.awaiting.live
    since = (moment.event for moment in last if moment.ply > before.ply)
    if live and not any(isinstance(event, Drawn) for event in since) and not isinstance(last.awaiting, Over):
        raise BadRequest("That is told when the round is over.")
