"""HTTP: duplicate with one rack for all. Everybody hands in a move, the best one is laid for all."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi import Path as InPath

from ludoteka.server.messages.puzzles import PuzzleAsked, PuzzleQuestion
from ludoteka.server.messages.sittings import HandIn, NewSitting, SittingSheet, SittingTurn, WholeTurn
from ludoteka.server.web.context import Context, actor
from ludoteka.server.web.http_puzzles import Solver
from ludoteka.server.web.http_shared import PROBLEMS, Bodiless, context_of

router = APIRouter(prefix="/api/sittings", tags=["groups"], responses=PROBLEMS)
InContext = Annotated[Context, Depends(context_of)]
SittingPath = Annotated[str, InPath(max_length=24, pattern="^[a-z0-9]+$")]
TurnPath = Annotated[int, InPath(ge=1, le=10_000)]
Seen = Annotated[int | None, Query(ge=0, le=2**31)]


@router.post("", status_code=201)
async def open_sitting(
    body: NewSitting, request: Request, response: Response, context: InContext
) -> SittingSheet:
    """Opens a sitting; whoever has its link can join."""
    guest = await context.guest(request, response)
    context.limits.check("tables", guest.id, context.settings.rates.tables)
    name = await context.host.sittings.open(actor(guest), body)
    return await context.host.sittings.sheet(name, guest.id)


@router.get("/{sitting}")
async def get_sitting(
    sitting: SittingPath, guest: Solver, context: InContext, seen: Seen = None
) -> SittingSheet:
    """A sitting. With `seen`, the `seq` that I know, the answer waits up to 20 seconds for a newer one."""
    return await context.host.sittings.sheet(sitting, guest, seen)


@router.get("/{sitting}/turns")
async def turns(sitting: SittingPath, _: Solver, context: InContext) -> list[SittingTurn]:
    """Every turn that is over: what was laid, what was best, who got how much."""
    return await context.host.sittings.turns(sitting)


@router.get("/{sitting}/turns/{turn}")
async def turn(sitting: SittingPath, turn: TurnPath, _: Solver, context: InContext) -> WholeTurn:
    """One of them, with everybody's moves and the board as it was."""
    return await context.host.sittings.turn(sitting, turn)


@router.post("/{sitting}/join")
async def join(
    sitting: SittingPath, _: Bodiless, request: Request, response: Response, context: InContext
) -> SittingSheet:
    """Takes part, or comes back. No account is needed."""
    guest = await context.guest(request, response)
    await context.host.sittings.join(actor(guest), sitting)
    return await context.host.sittings.sheet(sitting, guest.id)


@router.post("/{sitting}/leave")
async def leave(
    sitting: SittingPath, _: Bodiless, request: Request, response: Response, context: InContext
) -> SittingSheet:
    """Leaves: nobody waits for me any more, and my points stay."""
    guest = await context.guest(request, response)
    await context.host.sittings.leave(actor(guest), sitting)
    return await context.host.sittings.sheet(sitting, guest.id)


@router.post("/{sitting}/begin")
async def begin(
    sitting: SittingPath, _: Bodiless, request: Request, response: Response, context: InContext
) -> SittingSheet:
    """Begins the first turn of a sitting that I opened, or the next one where I set the pace."""
    guest = await context.guest(request, response)
    await context.host.sittings.begin(actor(guest), sitting)
    return await context.host.sittings.sheet(sitting, guest.id)


@router.post("/{sitting}/stop")
async def stop(
    sitting: SittingPath, _: Bodiless, request: Request, response: Response, context: InContext
) -> SittingSheet:
    """Ends a sitting that I opened."""
    guest = await context.guest(request, response)
    await context.host.sittings.stop(actor(guest), sitting)
    return await context.host.sittings.sheet(sitting, guest.id)


@router.post("/{sitting}/move")
async def hand_in(
    sitting: SittingPath, body: HandIn, request: Request, response: Response, context: InContext
) -> SittingSheet:
    """Hands in my move for a turn, in place of one that I handed in before."""
    guest = await context.guest(request, response)
    context.limits.check("sitting", guest.id, context.settings.rates.puzzles)
    await context.host.sittings.hand(actor(guest), sitting, body.turn, body.move)
    return await context.host.sittings.sheet(sitting, guest.id)


@router.post("/{sitting}/ask")
async def ask(sitting: SittingPath, body: PuzzleQuestion, guest: Solver, context: InContext) -> PuzzleAsked:
    """What a half-entered move would bring; for players. The moves are not listed."""
    return await context.host.sittings.ask(guest, sitting, body)
