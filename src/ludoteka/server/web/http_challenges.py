"""HTTP: asking somebody for a match."""

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response

from ludoteka.core.refusals import BadRequest
from ludoteka.server.messages.bodies import NewTable, SeatForAnyone, SeatForMe
from ludoteka.server.messages.errors import NotFound
from ludoteka.server.messages.mine import ChallengeSheet, ChallengeWish
from ludoteka.server.messages.models import Allows, TableId, TableSheet
from ludoteka.server.store import challenges, mine
from ludoteka.server.table import seating
from ludoteka.server.table.draft import Draft
from ludoteka.server.table.visibility import table_sheet
from ludoteka.server.web.context import Context, actor
from ludoteka.server.web.http_shared import PROBLEMS, context_of

router = APIRouter(prefix="/api", tags=["my games"], responses=PROBLEMS)
InContext = Annotated[Context, Depends(context_of)]


@router.post("/challenges", status_code=201)
async def challenge(
    body: ChallengeWish, request: Request, response: Response, context: InContext
) -> TableSheet:
    """Opens a table with a seat for somebody, who is told so."""
    guest = await context.guest(request, response)
    context.limits.check("tables", guest.id, context.settings.rates.tables)
    opponent = await _asked(context, body, guest.id)
    store = context.host.store
    await store.reading(partial(challenges.check, guest=guest.id, opponent=opponent))
    wish = NewTable(
        game=body.game,
        seats=[SeatForMe(kind="me"), SeatForAnyone(kind="open")],
        options=body.options,
        control=body.control,
        allows=Allows(rated=body.rated),
    )
    room = await context.host.open_table(actor(guest), wish)
    try:
        await challenges.add(store, room.id, guest.id, opponent, context.host.time.now())
    except BadRequest:  # somebody else, or the same person elsewhere, was faster
        await room.change(seating.close)
        raise
    return table_sheet(room.ledger, room.eyes_of(guest.id))


async def _asked(context: Context, body: ChallengeWish, guest: str) -> str:
    """Who is asked; raises `NotFound`."""
    store, found = context.host.store, None
    if body.name is not None:
        found = await mine.somebody(store, body.name)
    elif body.table is not None and body.seat is not None:
        found = await mine.who_sat(store, body.table, body.seat, beside=guest)
    if found is None or await store.guest(found) is None:
        raise NotFound("Nobody of that name can be asked: they must have kept it, or played with you.")
    if found == guest:
        raise BadRequest("You cannot ask yourself.")
    return found


@router.delete("/challenges/{table}", status_code=204)
async def decline(table: TableId, request: Request, response: Response, context: InContext) -> None:
    """Declines a challenge, or takes it back: its table closes."""
    guest = await context.guest(request, response)
    store = context.host.store
    found = [row for row in await challenges.of(store, guest.id) if row.table == table]
    if not found:
        raise NotFound("There is no such challenge any more.")
    await challenges.drop(store, table)
    room = await context.host.room(table)
    await room.change(partial(_close, found[0].opponent == guest.id))


def _close(is_declined: bool, draft: Draft) -> None:
    """The table says which of the two it was: whoever asked wants an answer."""
    if draft.standing.state == "open":
        seating.close(draft, "declined" if is_declined else "closed")


async def sheets(context: Context, guest: str) -> list[ChallengeSheet]:
    """The challenges of somebody, and to them."""
    found = []
    for row in await challenges.of(context.host.store, guest):
        room = await context.host.room_if_any(row.table)
        if room is None:
            continue
        rated = room.ledger.frame.allows.rated
        now = context.host.time.now()
        stakes = await context.host.ratings.at_table(guest, room.ledger, now) if rated else None
        table = table_sheet(room.ledger, room.eyes_of(guest))
        found.append(ChallengeSheet(table=table, name=row.name, mine=row.guest == guest, stakes=stakes))
    return found
