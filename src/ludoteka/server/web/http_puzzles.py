"""HTTP: puzzles, one after another, for anybody. Whoever answers becomes a guest; no account is needed."""

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request, Response

from ludoteka.server.messages.puzzles import (
    PuzzleAsked,
    PuzzleMove,
    PuzzleQuestion,
    PuzzleSheet,
    PuzzleStanding,
    PuzzleVerdict,
)
from ludoteka.server.web.context import Context, address_of
from ludoteka.server.web.http_shared import PROBLEMS, context_of

router = APIRouter(prefix="/api/puzzles", tags=["puzzles"], responses=PROBLEMS)
InContext = Annotated[Context, Depends(context_of)]
GameName = Annotated[str, Path(max_length=40)]
PuzzleName = Annotated[str, Path(max_length=16)]


async def solver(request: Request, context: InContext) -> str | None:
    """Who looks at puzzles, if anybody known, and not too fast."""
    guest, _ = await context.who(request)
    rates = context.settings.rates
    if guest is None:
        context.limits.check("visitors", address_of(request), rates.visitors)
        return None
    context.limits.check("study", guest.id, rates.study)
    return guest.id


Solver = Annotated[str | None, Depends(solver)]


@router.get("")
async def standings(guest: Solver, context: InContext) -> list[PuzzleStanding]:
    """The games with puzzles, and how far I have come in each."""
    return await context.host.puzzles.standings(guest)


@router.get("/{game}/next")
async def next_puzzle(game: GameName, guest: Solver, context: InContext) -> PuzzleSheet:
    """A puzzle that suits me; the same one until I have answered it."""
    return await context.host.puzzles.next(game, guest)


@router.post("/{game}/{puzzle}/ask")
async def ask(
    game: GameName, puzzle: PuzzleName, body: PuzzleQuestion, _: Solver, context: InContext
) -> PuzzleAsked:
    """What a half-entered move would bring, which moves there are: as at a table."""
    return await context.host.puzzles.ask(game, puzzle, body)


@router.post("/{game}/{puzzle}")
async def answer(
    game: GameName,
    puzzle: PuzzleName,
    body: PuzzleMove,
    request: Request,
    response: Response,
    context: InContext,
) -> PuzzleVerdict:
    """My answer, and the verdict with the best move and the reasons. The first one for each puzzle counts."""
    guest = await context.guest(request, response)
    context.limits.check("puzzles", guest.id, context.settings.rates.puzzles)
    return await context.host.puzzles.answer(game, puzzle, guest.id, body.move)
