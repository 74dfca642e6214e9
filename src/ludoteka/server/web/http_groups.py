"""HTTP: duplicate play in groups."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response
from fastapi import Path as InPath

from ludoteka.server.messages.series import Compared, GroupSheet, NewGroup
from ludoteka.server.web.context import Context, actor
from ludoteka.server.web.http_shared import PROBLEMS, Bodiless, context_of

router = APIRouter(prefix="/api/groups", tags=["groups"], responses=PROBLEMS)
InContext = Annotated[Context, Depends(context_of)]
GroupPath = Annotated[str, InPath(max_length=24, pattern="^[a-z0-9]+$")]


@router.post("", status_code=201)
async def open_group(body: NewGroup, request: Request, response: Response, context: InContext) -> GroupSheet:
    """Opens a group: every member plays with the same draws and the same bots."""
    guest = await context.guest(request, response)
    context.limits.check("tables", guest.id, context.settings.rates.tables)
    name = await context.host.groups.open(actor(guest), body)
    return await context.host.groups.sheet(name, guest.id)


@router.get("/{group}")
async def get_group(group: GroupPath, request: Request, context: InContext) -> GroupSheet:
    """A group and its members, as you may know them."""
    guest, _ = await context.who(request)
    return await context.host.groups.sheet(group, None if guest is None else guest.id)


@router.post("/{group}/try")
async def begin(
    group: GroupPath, _: Bodiless, request: Request, response: Response, context: InContext
) -> GroupSheet:
    """Begins my try, or finds the one that has begun: `mine.table` is its table."""
    guest = await context.guest(request, response)
    context.limits.check("tables", guest.id, context.settings.rates.tables)
    await context.host.groups.begin(actor(guest), group)
    return await context.host.groups.sheet(group, guest.id)


@router.post("/{group}/close")
async def close(
    group: GroupPath, _: Bodiless, request: Request, response: Response, context: InContext
) -> GroupSheet:
    """Ends a group that I opened: from now on everything is told."""
    guest = await context.guest(request, response)
    await context.host.groups.close(actor(guest), group)
    return await context.host.groups.sheet(group, guest.id)


@router.get("/{group}/compared")
async def compared(group: GroupPath, request: Request, context: InContext) -> Compared:
    """Everybody's moves side by side, once the group is closed."""
    guest, _ = await context.who(request)
    context.limits.check("study", "spectators" if guest is None else guest.id, context.settings.rates.study)
    return await context.host.groups.compared(group, None if guest is None else guest.id)
