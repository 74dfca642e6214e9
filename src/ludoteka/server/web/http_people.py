"""HTTP: me, my names, my tables, my bot accounts."""

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request, Response

from ludoteka.server.live import farewell
from ludoteka.server.messages.bodies import (
    BotSheet,
    Claim,
    NewBot,
    Rename,
    ReviewedMatches,
    SessionSheet,
    SkillsSheet,
)
from ludoteka.server.messages.errors import WhoAreYou
from ludoteka.server.messages.models import Me, TableSheet
from ludoteka.server.store import reviews
from ludoteka.server.store.guests import GuestRow
from ludoteka.server.table.coaching import skill_sheets
from ludoteka.server.table.visibility import table_sheet
from ludoteka.server.web.auth import COOKIE
from ludoteka.server.web.context import Context, me
from ludoteka.server.web.http_shared import PROBLEMS, Bodiless, context_of

router = APIRouter(prefix="/api", tags=["people"], responses=PROBLEMS)
InContext = Annotated[Context, Depends(context_of)]
MINE = 60  # tables shown


@router.get("/me")
async def get_me(request: Request, context: InContext) -> Me:
    """Who I am; `id` null: nobody yet."""
    guest, _ = await context.who(request)
    return me(guest)


@router.post("/me")
async def set_me(body: Rename, request: Request, response: Response, context: InContext) -> Me:
    """Makes a guest if there is none, and takes a name for display."""
    guest = await context.guest(request, response)
    if body.name is not None:
        guest = await context.people.rename(guest, body.name)
    return me(guest)


@router.post("/me/claim")
async def claim(body: Claim, request: Request, response: Response, context: InContext) -> Me:
    """Keeps a name with a password."""
    guest = await context.guest(request, response)
    context.check_password(request, body.name)
    return me(await context.people.claim(guest, body.name, body.password))


@router.post("/me/enter")
async def enter(body: Claim, request: Request, response: Response, context: InContext) -> Me:
    """Comes back as the person who claimed this name."""
    context.check_password(request, body.name)
    guest = await context.people.enter(body.name, body.password)
    await context.give_cookie(request, response, guest)
    return me(guest)


@router.post("/me/exit")
async def leave(_: Bodiless, request: Request, response: Response, context: InContext) -> Me:
    """Ends this device's session: its cookie stops working, also where somebody has a copy."""
    guest, _old = await context.who(request)
    session = None if guest is None else await context.people.session_of(request.cookies.get(COOKIE), guest)
    if guest is not None and session is not None:
        await context.end_session(guest, session)
    response.delete_cookie(COOKIE, path="/")
    return me(None)


@router.get("/me/sessions")
async def my_sessions(request: Request, context: InContext) -> list[SessionSheet]:
    """The devices that know me, the latest first."""
    guest, _ = await context.who(request)
    if guest is None:
        return []
    here = await context.people.session_of(request.cookies.get(COOKIE), guest)
    return [
        SessionSheet(id=row.id, created=row.created, seen=row.seen, device=row.device, here=row.id == here)
        for row in await context.people.sessions_of(guest)
    ]


@router.delete("/me/sessions/{session}", status_code=204)
async def end_session(session: str, request: Request, context: InContext) -> None:
    """Ends a session of mine, on whatever device it is."""
    guest, _ = await context.who(request)
    if guest is None:
        raise WhoAreYou("You have no sessions yet.")
    await context.end_session(guest, session[:30])


@router.get("/me/tables")
async def my_tables(request: Request, context: InContext) -> list[TableSheet]:
    """My tables: those that go on first, then the latest finished."""
    guest, _ = await context.who(request)
    if guest is None:
        return []
    found = []
    for table in await context.host.store.tables_of(guest.id, MINE):
        room = await context.host.room_if_any(table)
        if room is not None:
            found.append(table_sheet(room.ledger, room.eyes_of(guest.id)))
    return found


@router.get("/me/skills")
async def my_reviewed(request: Request, context: InContext) -> list[ReviewedMatches]:
    """In how many reviewed matches I can see what I find and miss, by game; without those that have none."""
    guest, _ = await context.who(request)
    counted = {} if guest is None else await reviews.reviewed(context.host.store, guest.id)
    return [ReviewedMatches(game=game, matches=counted[game]) for game in sorted(counted)]


@router.get("/me/skills/{game}")
async def my_skills(
    game: Annotated[str, Path(max_length=40)], request: Request, context: InContext
) -> SkillsSheet:
    """What I find and miss, over all my matches that were reviewed."""
    name = context.host.game(game).info.id
    guest, _ = await context.who(request)
    if guest is None:
        return SkillsSheet(game=name, matches=0, skills=[])
    matches, counts = await reviews.found_and_missed(context.host.store, guest.id, name)
    return SkillsSheet(game=name, matches=matches, skills=skill_sheets(counts))


async def owner(request: Request, context: InContext) -> GuestRow:
    """Who asks about bot accounts: somebody, not a newcomer."""
    guest, _ = await context.who(request)
    if guest is None:
        raise WhoAreYou("Claim your name first.")
    return guest


Owner = Annotated[GuestRow, Depends(owner)]


@router.get("/bots")
async def bots(guest: Owner, context: InContext) -> list[BotSheet]:
    """My bot accounts."""
    return [BotSheet(id=row.id, name=row.name) for row in await context.people.bots(guest)]


@router.post("/bots", status_code=201)
async def new_bot(body: NewBot, guest: Owner, context: InContext) -> BotSheet:
    """Opens a bot account; the token is shown this once."""
    context.limits.check("guest", guest.id, context.settings.rates.guest)
    row, token = await context.people.new_bot(guest, body.name)
    return BotSheet(id=row.id, name=row.name, token=token)


@router.delete("/bots/{bot}", status_code=204)
async def dismiss(bot: str, guest: Owner, context: InContext) -> None:
    """The token of this bot account stops working, and its sockets close."""
    await context.people.dismiss(guest, bot)
    await farewell.dismiss(context.host, bot)
