"""HTTP: games, the lobby, tables, replays, records, study boards."""

import asyncio
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi import Path as InPath
from fastapi.responses import PlainTextResponse, StreamingResponse

from ludoteka.core import record
from ludoteka.core.chance import commitment
from ludoteka.core.duplicate import DUPLICATE
from ludoteka.core.game import Seat
from ludoteka.core.record import Record
from ludoteka.core.refusals import BadRequest
from ludoteka.server.live import again, analyses, answers
from ludoteka.server.live.room import Room
from ludoteka.server.messages import wire
from ludoteka.server.messages.bodies import (
    Analysis,
    AtPly,
    FillSeat,
    Finding,
    LogPage,
    NewTable,
    Pairing,
    PositionNow,
    ReviewSheet,
    SeatForMe,
    SitDown,
    Studied,
    Study,
    TryAgain,
    Verification,
)
from ludoteka.server.messages.errors import NotFound, NotYours
from ludoteka.server.messages.models import Lobby, TableId, TableSheet
from ludoteka.server.store import studying
from ludoteka.server.table import seating, visibility
from ludoteka.server.table.actions import own_key_of
from ludoteka.server.table.ledger import AnyMatch, Ledger
from ludoteka.server.table.study import lists, study
from ludoteka.server.table.visibility import Eyes, Sight, table_sheet
from ludoteka.server.web.context import Context, actor, address_of
from ludoteka.server.web.http_shared import PROBLEMS, context_of

router = APIRouter(prefix="/api", tags=["tables"], responses=PROBLEMS)
InContext = Annotated[Context, Depends(context_of)]
SeatPath = Annotated[int, InPath(ge=0, le=15)]
PlyPath = Annotated[int, InPath(ge=0, le=10**6)]
ENDINGS = {"draw": "drawn by agreement", "abort": "aborted", "takeback": "taken back", "closed": "closed"}


@router.get("/lobby")
async def lobby(request: Request, context: InContext) -> Lobby:
    """The public tables."""
    guest, _ = await context.who(request)
    return await context.lobby.sheet(None if guest is None else guest.id)


# --- one table -----------------------------------------------------------------------------------


async def room_and_sight(table: TableId, request: Request, context: InContext) -> tuple[Room, Sight]:
    """A table, and what whoever asks may be shown of it."""
    guest, _ = await context.who(request)
    room = await context.host.room(table)
    room.look()
    return room, await room.sight(room.eyes_of(None if guest is None else guest.id))


Looked = Annotated[tuple[Room, Sight], Depends(room_and_sight)]


async def may_watch(looked: Looked) -> tuple[Room, Sight]:
    """Anyone without a seat may watch only where the table lets them."""
    visibility.check_welcome(looked[1])
    return looked


Watched = Annotated[tuple[Room, Sight], Depends(may_watch)]


@router.post("/tables", status_code=201)
async def open_table(body: NewTable, request: Request, response: Response, context: InContext) -> TableSheet:
    """Opens a table; the match starts when every seat is taken."""
    guest = await context.guest(request, response)
    context.limits.check("tables", guest.id, context.settings.rates.tables)
    for seat in body.seats:
        if isinstance(seat, SeatForMe) and seat.name:
            await context.people.check_free(guest, seat.name)
    room = await context.host.open_table(actor(guest), body)
    return table_sheet(room.ledger, room.eyes_of(guest.id))


@router.post("/pair")
async def pair(body: Pairing, request: Request, response: Response, context: InContext) -> TableSheet:
    """Quick pairing."""
    guest = await context.guest(request, response)
    context.limits.check("tables", guest.id, context.settings.rates.tables)
    room = await context.pairer.pair(actor(guest), body)
    return table_sheet(room.ledger, room.eyes_of(guest.id))


@router.get("/tables/{table}")
async def get_table(looked: Looked) -> TableSheet:
    """A table as you may know it."""
    room, sight = looked
    return table_sheet(room.ledger, sight.eyes, sight.last)


@router.get("/codes/{code}")
async def by_code(
    code: Annotated[str, InPath(max_length=12)], request: Request, context: InContext
) -> TableSheet:
    """The table with this code."""
    context.limits.check("codes", address_of(request), context.settings.rates.newcomers)
    table = await context.host.store.with_code(code.strip().upper())
    if table is None:
        raise NotFound("There is no table with this code.")
    return await get_table(await room_and_sight(table, request, context))


@router.post("/tables/{table}/seats")
async def sit_down(
    table: TableId, body: SitDown, request: Request, response: Response, context: InContext
) -> TableSheet:
    """Takes an open seat."""
    guest = await context.guest(request, response)
    if body.name:
        await context.people.check_free(guest, body.name)
    room = await context.host.room(table)
    await context.host.sit(room, actor(guest), body)
    return table_sheet(room.ledger, room.eyes_of(guest.id))


@router.delete("/tables/{table}/seats/{seat}")
async def stand_up(
    table: TableId, seat: SeatPath, request: Request, response: Response, context: InContext
) -> TableSheet:
    """Frees a seat before the match starts."""
    guest = await context.guest(request, response)
    room = await context.host.room(table)
    who = actor(guest)
    await room.change(lambda draft: seating.stand_up(draft, who, seat), key=own_key_of(who))
    return table_sheet(room.ledger, room.eyes_of(guest.id))


@router.post("/tables/{table}/seats/{seat}/bot")
async def fill_seat(
    table: TableId, seat: SeatPath, body: FillSeat, request: Request, response: Response, context: InContext
) -> TableSheet:
    """Puts a bot on an open seat."""
    guest = await context.guest(request, response)
    room = await context.host.room(table)
    name = context.host.level_name(room.ledger.table.game, body.level)
    if room.ledger.frame.allows.rated:
        context.host.ratings.check_bot(room.ledger.table.game, body.level)
    await room.change(lambda draft: seating.fill(draft, actor(guest), seat, body.level, name))
    return table_sheet(room.ledger, room.eyes_of(guest.id))


@router.post("/tables/{table}/actions")
async def act(
    table: TableId,
    body: wire.TaggedAction,
    request: Request,
    response: Response,
    context: InContext,
) -> wire.News | wire.Done:
    """An action, for programs without a socket."""
    arrived = context.host.time.now()
    guest = await context.guest(request, response)
    room = await context.host.room(table)
    await may_watch((room, await room.sight(room.eyes_of(guest.id))))
    request.state.key = body.key  # a refusal names the action that it refuses
    await context.check_action(actor(guest), room, body)
    return await room.act_once(actor(guest), body, arrived)


@router.get("/tables/{table}/position")
async def get_position(
    watched: Watched,
    seat: Annotated[int | None, Query(ge=0, le=15)] = None,
    legal: Annotated[int | None, Query(ge=0, le=1000)] = None,
) -> PositionNow:
    """How the table stands, with at most `legal` moves of your seat, for programs without a socket."""
    room, sight = watched
    now = visibility.position(room.ledger, sight.eyes, sight.last, room.at)
    if legal is None:
        return PositionNow(position=now)
    actor = sight.eyes.seat if seat is None else seat
    if actor is None:
        raise BadRequest("Say for which of your seats with 'seat'.")
    return PositionNow(position=now, legal=await answers.legal(room, sight.eyes, actor, legal, 0))


@router.get("/tables/{table}/log")
async def get_log(watched: Watched, since: Annotated[int, Query(ge=0, le=10**9)] = 0) -> LogPage:
    """The entries after `since`, as you may know them."""
    room, sight = watched
    entries = [visibility.entry(line, sight.eyes) for line in room.ledger.lines[since : sight.last]]
    return LogPage(seq=sight.last, entries=entries)


# --- after and beside ----------------------------------------------------------------------------


@router.get("/tables/{table}/at/{ply}")
async def at_ply(
    watched: Watched,
    ply: PlyPath,
    seat: Annotated[int | None, Query(ge=0, le=15)] = None,
    plain: bool = False,
) -> AtPly:
    """The table as it stood after `ply` events."""
    room, sight = watched
    ledger, eyes = room.ledger, sight.eyes
    if seat is None and len(eyes.seats) == 1:
        seat = eyes.seats[0]
    if seat is not None and seat >= ledger.table.seats:
        raise NotFound("There is no such seat at this table.")
    if not sight.shows(seat):
        raise NotYours("Another's view is shown when the match is over.")
    last = sight.known.match
    if last is None or ply > last.ply:
        raise NotFound("The match has not come that far.")
    moment = next(one for one in last if one.ply == ply)
    line = next((one for one in ledger.lines if one.row.ply == ply and one.is_event), None)
    return AtPly(
        ply=ply,
        last=last.ply,
        at=moment.now,
        awaiting=visibility.awaiting_sheet(moment.awaiting),
        seat=seat,
        view=moment.game.view(moment.state, seat),
        entry=None if line is None or ply == 0 else visibility.entry(line, _looking(eyes, seat)),
        scored=visibility.scored(moment, seat),
        plain=visibility.plain(moment, seat) if plain else None,
        position=moment.game.notation.dump(moment.state) if sight.is_whole else None,
    )


def _looking(eyes: Eyes, seat: Seat | None) -> Eyes:
    """Whoever looks through a seat hears what that seat heard."""
    return eyes if seat is None else Eyes(eyes.guest, (seat,))


def recorded(sight: Sight) -> AnyMatch:
    """A finished match whose record may be given out: it is the whole truth, so never before the end."""
    visibility.check_unsealed(sight)
    if sight.known.match is None or not sight.is_whole:
        raise BadRequest("The record is given out when the match is over.")
    return sight.known.match


def record_text(ledger: Ledger, sight: Sight) -> str:
    """The record of a finished match; a long one takes a while, so not on the event loop."""
    match, known = recorded(sight), sight.known
    names = tuple(row.name for row in ledger.people)
    notes = {record.ENDED: ENDINGS[known.ended]} if known.ended is not None else {}
    if ledger.table.series is not None:
        notes[record.DRAWS] = DUPLICATE
    return record.write(Record(match, names, ledger.table.seed, notes))


@router.get(
    "/tables/{table}/record",
    response_model=None,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def get_record(watched: Watched) -> PlainTextResponse:
    """The whole match as text."""
    room, sight = watched
    name = f"{room.ledger.table.game}-{room.id}.txt"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    text = await asyncio.to_thread(record_text, room.ledger, sight)
    return PlainTextResponse(text, headers=headers)


@router.get("/tables/{table}/verify")
async def verify(watched: Watched, context: InContext) -> Verification:
    """Derives every draw again from the revealed seed."""
    room, sight = watched
    text = await asyncio.to_thread(record_text, room.ledger, sight)
    report = await asyncio.to_thread(record.verify, text, context.host.game)
    seed = room.ledger.table.seed
    return Verification(
        commitment=commitment(seed),
        seed=seed.hex(),
        clean=report.is_clean,
        draws=report.draws,
        findings=[Finding(line=one.line, text=one.text) for one in report.findings],
    )


@router.get("/tables/{table}/alternatives/{ply}")
async def alternatives(watched: Watched, ply: PlyPath, context: InContext) -> wire.Alternatives:
    """What else was there in place of event `ply` + 1."""
    room, sight = watched
    context.limits.check("study", sight.eyes.guest or "spectators", context.settings.rates.study)
    return await answers.alternatives(room, context.host.bots, sight, ply)


@router.get("/tables/{table}/review")
async def get_review(
    watched: Watched, context: InContext, since: Annotated[int, Query(ge=0, le=10**6)] = 0
) -> ReviewSheet:
    """What a finished match teaches: the parts after the first `since`, and the whole once it is there."""
    room, sight = watched
    context.limits.check("study", sight.eyes.guest or "spectators", context.settings.rates.study)
    text, last = partial(record_text, room.ledger, sight), recorded(sight).ply
    owner = sight.eyes.guest if sight.eyes.seats else None
    return await context.host.reviews.ask(room.ledger, text, last, owner, since)


@router.post("/tables/{table}/again", status_code=201)
async def try_again(
    body: TryAgain, watched: Watched, request: Request, response: Response, context: InContext
) -> TableSheet:
    """A private table that goes on from before a decision of a finished match, against bots."""
    room, sight = watched
    if sight.known.match is None or not sight.is_whole:
        raise BadRequest("A match can be tried again when it is over.")
    guest = await context.guest(request, response)
    context.limits.check("tables", guest.id, context.settings.rates.tables)
    fresh = await again.try_again(context.host, actor(guest), room, sight.known.match, body)
    return table_sheet(fresh.ledger, fresh.eyes_of(guest.id))


@router.post(
    "/analyse",
    response_class=StreamingResponse,
    responses={200: {"content": {"application/x-ndjson": {"schema": {"type": "string"}}}}},
)
async def analyse(body: Analysis, request: Request, context: InContext) -> StreamingResponse:
    """A position looked at harder and harder: a line of JSON for each look, until nothing changes."""
    guest = await _student(request, context)
    first = await analyses.begin(context.host, body, guest)
    lines = analyses.lines(context.host, body, guest, first)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}  # a proxy passes on every line
    return StreamingResponse(lines, media_type="application/x-ndjson", headers=headers)


async def _student(request: Request, context: Context) -> str | None:
    """Who studies, within what everybody may ask for; None: nobody known."""
    guest, _ = await context.who(request)
    if guest is None:
        context.limits.check("visitors", address_of(request), context.settings.rates.visitors)
        return None
    context.limits.check("study", guest.id, context.settings.rates.study)
    return guest.id


@router.post("/study")
async def study_board(body: Study, request: Request, context: InContext) -> Studied:
    """A board without a table."""
    guest = await _student(request, context)
    game = context.host.game(body.game)
    is_playing, is_sitting, host = False, False, context.host
    if guest is not None and lists(body):
        is_playing = await studying.is_at_table(host.store, guest, body.game, host.time.now())
        is_sitting = await studying.is_sitting(host.store, guest, body.game, host.time)
    return await asyncio.to_thread(study, game, body, is_playing, is_sitting)
