"""HTTP: my games, my statistics, everybody's ratings."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request
from fastapi import Path as InPath
from fastapi.responses import FileResponse
from starlette.background import BackgroundTask

from ludoteka.core.game import Turn
from ludoteka.core.refusals import BadRequest
from ludoteka.ratings.fold import ESTABLISHED, MEETINGS, OPPONENTS, Form
from ludoteka.server.live import sittings_of
from ludoteka.server.live.ratings import sheet_of
from ludoteka.server.live.room import Room
from ludoteka.server.messages.errors import WhoAreYou
from ludoteka.server.messages.mine import (
    BoardLine,
    FinishedGame,
    FinishedPage,
    FinishedSeat,
    Leaderboard,
    MyGames,
    MyOutcome,
    MyRating,
    Pace,
    RunningGame,
    Stakes,
    Statistics,
)
from ludoteka.server.messages.models import TableId
from ludoteka.server.store import mine
from ludoteka.server.store.guests import GuestRow
from ludoteka.server.store.mine import Kept, MatchFilter
from ludoteka.server.store.standings import form_of
from ludoteka.server.table.statistics import Outing, statistics
from ludoteka.server.table.visibility import table_sheet
from ludoteka.server.web import parcels
from ludoteka.server.web.context import Context
from ludoteka.server.web.http_challenges import sheets
from ludoteka.server.web.http_shared import PROBLEMS, context_of
from ludoteka.server.web.http_tables import Watched

router = APIRouter(prefix="/api", tags=["my games"], responses=PROBLEMS)
InContext = Annotated[Context, Depends(context_of)]
GamePath = Annotated[str, InPath(max_length=40)]
MINE = 60  # tables shown that are not over
DOWNLOADS = (0.05, 6)  # of one guest: each reads many logs
FILE = {"schema": {"type": "string", "format": "binary"}}
ZIP: dict[int | str, dict[str, Any]] = {200: {"content": {"application/zip": FILE}}}


async def somebody(request: Request, context: InContext) -> GuestRow:
    """Whoever asks must be somebody."""
    guest, _ = await context.who(request)
    if guest is None:
        raise WhoAreYou("Nobody has played here from this device yet.")
    return guest


Somebody = Annotated[GuestRow, Depends(somebody)]


# --- what goes on --------------------------------------------------------------------------------


@router.get("/me/games")
async def my_games(request: Request, context: InContext) -> MyGames:
    """My tables that are not over: those that wait for me first, then by how little time is left."""
    guest, _ = await context.who(request)
    if guest is None:
        return MyGames(waiting=0, games=[], challenges=[], sittings=[])
    asked = await sheets(context, guest.id)
    apart = {one.table.id for one in asked}
    found = []
    for table in await context.host.store.tables_of(guest.id, MINE, going_on=True):
        room = None if table in apart else await context.host.room_if_any(table)
        if room is not None and room.ledger.standing.state != "over":
            found.append(_running(room, guest.id))
    found.sort(key=lambda one: (not one.waits, one.left is None, one.left or 0))
    sittings = await sittings_of.running(context.host, guest.id)
    waiting = sum(one.waits for one in found) + sum(one.waits for one in sittings)
    waiting += sum(not one.mine for one in asked)
    return MyGames(waiting=waiting, games=found, challenges=asked, sittings=sittings)


def _running(room: Room, guest: str) -> RunningGame:
    eyes, standing = room.eyes_of(guest), room.ledger.standing
    awaiting = None if standing.match is None else standing.match.awaiting
    due = [seat for seat in eyes.seats if isinstance(awaiting, Turn) and seat in awaiting.seats]
    due = [seat for seat in due if seat not in standing.left]
    clock = standing.clock
    left = min((clock.at(seat, room.at) for seat in due), default=None) if clock is not None else None
    return RunningGame(table=table_sheet(room.ledger, eyes), waits=bool(due), left=left)


# --- what is over --------------------------------------------------------------------------------


@router.get("/me/finished")
async def my_finished(
    guest: Somebody,
    context: InContext,
    game: Annotated[str | None, Query(max_length=40)] = None,
    pace: Pace | None = None,
    opponent: Annotated[str | None, Query(max_length=40)] = None,
    outcome: MyOutcome | None = None,
    rated: bool | None = None,
    table: TableId | None = None,
    offset: Annotated[int, Query(ge=0, le=10**6)] = 0,
    limit: Annotated[int, Query(ge=1, le=100)] = 30,
) -> FinishedPage:
    """My finished matches, the latest first."""
    question = MatchFilter(guest.id, game, pace, opponent, outcome, rated, table)
    found, total = await mine.page(context.host.store, question, offset, limit)
    return FinishedPage(games=[finished_sheet(one, guest.id) for one in found], total=total)


def finished_sheet(one: Kept, guest: str) -> FinishedGame:
    """A finished match as one of its people sees it."""
    seats = [
        FinishedSeat(
            seat=row.seat,
            name=row.name,
            mine=row.guest == guest,
            level=row.level,
            rank=row.rank,
            score=row.score,
            rating=None if row.rating is None else round(row.rating),
            change=None if row.rated is None else round(row.rated) - round(row.rating),
        )
        for row in one.seats
    ]
    match = one.match._mapping
    named = {name: match[name] for name in ("table", "game", "pace", "ended", "how", "plies", "lasted")}
    return FinishedGame(**named, rated=match["counts"], outcome=one.outcome, seats=seats)


@router.get("/me/records", response_model=None, responses=ZIP)
async def my_records(
    guest: Somebody, context: InContext, game: Annotated[str | None, Query(max_length=40)] = None
) -> FileResponse:
    """The records of my finished matches in one file."""
    context.limits.check("download", guest.id, DOWNLOADS)
    found, _ = await mine.page(context.host.store, MatchFilter(guest.id, game), 0, parcels.RECORDS)
    if not found:
        raise BadRequest("You have no finished matches yet.")
    with parcels.packed() as (path, parcel):
        for one in found:
            await parcels.add_record(parcel, context.host, guest.id, one.match.table)
    return zipped(path, "ludoteka-records.zip")


def zipped(path: str, name: str) -> FileResponse:
    """A file that goes once it is sent."""
    gone = BackgroundTask(parcels.remove, path)
    return FileResponse(path, media_type="application/zip", filename=name, background=gone)


@router.get("/me/statistics")
async def my_statistics(guest: Somebody, context: InContext) -> Statistics:
    """My matches in numbers."""
    store = context.host.store
    kept = await mine.everything(store, guest.id)
    rated = [(row.game, row.pace, row.ended, row.rated) for row in await mine.rated_at(store, guest.id)]
    return statistics([_played(one, guest.id) for one in kept], rated)


def _played(one: Kept, guest: str) -> Outing:
    others = tuple((row.name, row.level) for row in one.seats if row.guest != guest)
    return Outing(one.match.game, one.match.ended, one.match.lasted, one.outcome, others)


# --- ratings -------------------------------------------------------------------------------------


@router.get("/me/ratings")
async def my_ratings(request: Request, context: InContext) -> list[MyRating]:
    """All my ratings."""
    guest, _ = await context.who(request)
    if guest is None:
        return []
    store, now, found = context.host.store, context.host.time.now(), []
    for row in await mine.ratings_of(store, guest.id):
        form = form_of(row).at_time(now)
        places = await context.host.ratings.places(row.game, row.pace, now) if form.is_on_board else ()
        place = next((one.place for one in places if one.guest == guest.id), None)
        shown = sheet_of(form).model_dump()
        found.append(MyRating(**shown, game=row.game, pace=row.pace, place=place, opponents=form.opponents))
    return found


@router.get("/ratings/{game}/{pace}")
async def leaderboard(
    game: GamePath,
    pace: Pace,
    request: Request,
    context: InContext,
    limit: Annotated[int, Query(ge=1, le=200)] = 100,
) -> Leaderboard:
    """The strongest people of a game at a pace."""
    context.host.game(game)
    guest, _ = await context.who(request)
    places = await context.host.ratings.places(game, pace, context.host.time.now())
    lines = [
        BoardLine(
            place=one.place,
            name=one.name,
            rating=round(one.form.board.rating),
            deviation=round(one.form.board.deviation),
            matches=one.form.board_matches,
            opponents=one.form.opponents,
            mine=guest is not None and one.guest == guest.id,
        )
        for one in places[:limit]
    ]
    rule = {"established": round(ESTABLISHED), "meetings": MEETINGS, "opponents": OPPONENTS}
    return Leaderboard(game=game, pace=pace, lines=lines, **rule)


@router.get("/ratings/{game}/{pace}/stakes")
async def stakes(
    game: GamePath,
    pace: Pace,
    request: Request,
    context: InContext,
    level: Annotated[list[int], Query(max_length=15)] = [],  # noqa: B006  # FastAPI copies it
) -> Stakes:
    """What I would win or lose against bots of these levels; none: against somebody as strong as I am."""
    context.host.game(game)
    guest, _ = await context.who(request)
    ratings = context.host.ratings
    for one in level:
        ratings.check_bot(game, one)
    now = context.host.time.now()
    me = Form() if guest is None else await ratings.form(guest.id, game, pace, now)
    bots = [ratings.ladder(game)[one] for one in level]
    return ratings.stakes(me, bots or [me.rating], pace, game)


@router.get("/tables/{table}/stakes", tags=["tables"])
async def stakes_at(watched: Watched, context: InContext) -> Stakes:
    """What I win or lose at this table (if I sit down there, where I do not yet)."""
    room, sight = watched
    if not room.ledger.frame.allows.rated:
        raise BadRequest("This match is not rated.")
    return await context.host.ratings.at_table(sight.eyes.guest, room.ledger, context.host.time.now())
