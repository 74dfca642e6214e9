"""HTTP: pictures of tables, for links. Everybody gets the spectator's."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi import Path as InPath

from ludoteka.server.live import pictures
from ludoteka.server.live.pictures import Wanted
from ludoteka.server.live.room import Room
from ludoteka.server.messages.models import TableId
from ludoteka.server.web.context import Context, address_of
from ludoteka.server.web.http_shared import PROBLEMS, context_of

router = APIRouter(prefix="/api", tags=["pictures"], responses=PROBLEMS)
InContext = Annotated[Context, Depends(context_of)]
# A picture may be kept, but it is asked each time whether the table has moved on: that costs no drawing.
CACHING = "public, no-cache"
ELSEWHERE = "cross-origin"  # a picture is there to be shown on other pages


async def looked_at(table: TableId, request: Request, context: InContext) -> Room:
    """The table, for somebody who does not ask too often."""
    context.limits.check("pictures", address_of(request), context.settings.rates.pictures)
    return await context.host.room(table)


Shown = Annotated[Room, Depends(looked_at)]


@router.get(
    "/tables/{table}/picture.png",
    response_class=Response,
    responses={200: {"content": {"image/png": {}}}, 304: {"description": "You have it."}},
)
async def get_card(
    room: Shown,
    request: Request,
    context: InContext,
    ply: Annotated[int | None, Query(ge=0, le=10**6)] = None,
) -> Response:
    """The table with names and scores, 1200 by 630 pixels: now, or after `ply` events."""
    return await _answer(request, context, await pictures.card(room, ply), "image/png")


@router.get(
    "/tables/{table}/picture.gif",
    response_class=Response,
    responses={200: {"content": {"image/gif": {}}}, 304: {"description": "You have it."}},
)
async def get_film(room: Shown, request: Request, context: InContext) -> Response:
    """The whole match as an animation, once it is over."""
    return await _answer(request, context, await pictures.film(room), "image/gif")


@router.get(
    "/daily/{game}/{day}/picture.png",
    response_class=Response,
    responses={200: {"content": {"image/png": {}}}, 304: {"description": "You have it."}},
)
async def get_result(
    game: Annotated[str, InPath(max_length=40)],
    day: Annotated[str, InPath(max_length=10)],
    request: Request,
    context: InContext,
    table: Annotated[str, Query(alias="try", max_length=24)] = "",
) -> Response:
    """A result of a day (`try` is its table) beside everybody's, 1200 by 630 pixels."""
    context.limits.check("pictures", address_of(request), context.settings.rates.pictures)
    dailies = context.host.dailies
    named = dailies.calendar.named(day, context.host.time.now())
    mine, bars = await dailies.achieved(game, named, table)
    return await _answer(request, context, pictures.result(game, named.isoformat(), mine, bars), "image/png")


async def _answer(request: Request, context: Context, wanted: Wanted, kind: str) -> Response:
    tag = f'"{wanted.tag}"'
    headers = {"ETag": tag, "Cache-Control": CACHING, "Cross-Origin-Resource-Policy": ELSEWHERE}
    known = request.headers.get("if-none-match", "")
    if tag in (one.strip().removeprefix("W/") for one in known.split(",")):
        return Response(status_code=304, headers=headers)
    return Response(await context.host.pictures.get(wanted), headers=headers, media_type=kind)
