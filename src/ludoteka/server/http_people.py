"""HTTP: me, my names, my tables, my bot accounts."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response

from ludoteka.server.bodies import BotSheet, Claim, NewBot, Rename
from ludoteka.server.desk import Desk, address_of, me
from ludoteka.server.http_shared import PROBLEMS, Bodiless, desk_of
from ludoteka.server.refusing import WhoAreYou
from ludoteka.server.sheets import Me, TableSheet
from ludoteka.server.store.rows import GuestRow
from ludoteka.server.telling import table_sheet

router = APIRouter(prefix="/api", tags=["people"], responses=PROBLEMS)
AtDesk = Annotated[Desk, Depends(desk_of)]
MINE = 60  # tables shown


@router.get("/me")
async def get_me(request: Request, desk: AtDesk) -> Me:
    """Who I am; `id` null: nobody yet."""
    guest, _ = await desk.who(request)
    return me(guest)


@router.post("/me")
async def set_me(body: Rename, request: Request, response: Response, desk: AtDesk) -> Me:
    """Makes a guest if there is none, and takes a name for display."""
    guest = await desk.guest(request, response)
    if body.name is not None:
        guest = await desk.people.rename(guest, body.name)
    return me(guest)


@router.post("/me/claim")
async def claim(body: Claim, request: Request, response: Response, desk: AtDesk) -> Me:
    """Keeps a name with a password."""
    guest = await desk.guest(request, response)
    _slow_down(desk, request, body.name)
    return me(await desk.people.claim(guest, body.name, body.password))


@router.post("/me/enter")
async def enter(body: Claim, request: Request, response: Response, desk: AtDesk) -> Me:
    """Comes back as the person who claimed this name."""
    _slow_down(desk, request, body.name)
    guest = await desk.people.enter(body.name, body.password)
    desk.give_cookie(response, guest)
    return me(guest)


@router.post("/me/exit")
async def leave(_: Bodiless, response: Response) -> Me:
    """Forgets this device."""
    response.delete_cookie("ludoteka_guest", path="/")
    return me(None)


def _slow_down(desk: Desk, request: Request, name: str) -> None:
    rate = desk.settings.rates.passwords
    desk.limits.check("password", address_of(request), (rate[0] * 5, rate[1] * 5))
    desk.limits.check("password of", name.casefold(), rate)


@router.get("/me/tables")
async def my_tables(request: Request, desk: AtDesk) -> list[TableSheet]:
    """My tables: those that go on first, then the latest finished."""
    guest, _ = await desk.who(request)
    if guest is None:
        return []
    found = []
    for table in await desk.house.store.tables_of(guest.id, MINE):
        room = await desk.house.room(table)
        found.append(table_sheet(room.ledger, room.eyes_of(guest.id)))
    return found


async def owner(request: Request, desk: AtDesk) -> GuestRow:
    """Who asks about bot accounts: somebody, not a newcomer."""
    guest, _ = await desk.who(request)
    if guest is None:
        raise WhoAreYou("Claim your name first.")
    return guest


Owner = Annotated[GuestRow, Depends(owner)]


@router.get("/bots")
async def bots(guest: Owner, desk: AtDesk) -> list[BotSheet]:
    """My bot accounts."""
    return [BotSheet(id=row.id, name=row.name) for row in await desk.people.bots(guest)]


@router.post("/bots", status_code=201)
async def new_bot(body: NewBot, guest: Owner, desk: AtDesk) -> BotSheet:
    """Opens a bot account; the token is shown this once."""
    desk.limits.check("guest", guest.id, desk.settings.rates.guest)
    row, token = await desk.people.new_bot(guest, body.name)
    return BotSheet(id=row.id, name=row.name, token=token)


@router.delete("/bots/{bot}", status_code=204)
async def dismiss(bot: str, guest: Owner, desk: AtDesk) -> None:
    """The token of this bot account stops working."""
    await desk.people.dismiss(guest, bot)
