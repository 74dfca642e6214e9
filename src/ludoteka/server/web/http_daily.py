"""HTTP: the board of the day."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response
from fastapi import Path as InPath

from ludoteka.server.messages.errors import NotFound
from ludoteka.server.messages.series import DayCard, DaySheet
from ludoteka.server.web.context import Context, actor
from ludoteka.server.web.http_shared import PROBLEMS, Bodiless, context_of

router = APIRouter(prefix="/api", tags=["daily"], responses=PROBLEMS)
InContext = Annotated[Context, Depends(context_of)]
GamePath = Annotated[str, InPath(max_length=40)]
DayPath = Annotated[str, InPath(max_length=10)]


@router.get("/daily")
async def get_today(request: Request, context: InContext) -> list[DayCard]:
    """Today's board of every game that has one, in short."""
    guest, _ = await context.who(request)
    found = []
    for game in context.host.catalogue.ids():
        try:
            found.append(await context.host.dailies.card(game, None if guest is None else guest.id))
        except NotFound:
            continue  # nobody would play against you
    return found


@router.post("/daily/{game}")
async def begin(
    game: GamePath, _: Bodiless, request: Request, response: Response, context: InContext
) -> DaySheet:
    """Begins today's try, or finds the one that has begun: `mine.table` is its table."""
    guest = await context.guest(request, response)
    context.limits.check("tables", guest.id, context.settings.rates.tables)
    day = await context.host.dailies.begin(actor(guest), game)
    return await context.host.dailies.sheet(game, day, guest.id)


@router.get("/daily/{game}/{day}")
async def get_day(game: GamePath, day: DayPath, request: Request, context: InContext) -> DaySheet:
    """The board of a day (`today`, or year-month-day) with its results."""
    guest, _ = await context.who(request)
    dailies = context.host.dailies
    named = dailies.calendar.named(day, context.host.time.now())
    return await dailies.sheet(game, named, None if guest is None else guest.id)
