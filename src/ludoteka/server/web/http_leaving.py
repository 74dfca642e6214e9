"""HTTP: everything about me as one file, and the end of it."""

import json
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import FileResponse

from ludoteka.server.live import farewell
from ludoteka.server.messages.errors import NotYours
from ludoteka.server.messages.mine import ForgetMe
from ludoteka.server.messages.models import Me
from ludoteka.server.store import forgetting, mine
from ludoteka.server.store.guests import GuestRow
from ludoteka.server.store.mine import MatchFilter
from ludoteka.server.web import parcels
from ludoteka.server.web.auth import COOKIE
from ludoteka.server.web.context import Context, me
from ludoteka.server.web.http_mine import DOWNLOADS, ZIP, Somebody, finished_sheet, zipped
from ludoteka.server.web.http_shared import PROBLEMS, context_of

router = APIRouter(prefix="/api", tags=["people"], responses=PROBLEMS)
InContext = Annotated[Context, Depends(context_of)]


@router.get("/me/export", response_model=None, responses=ZIP)
async def export(guest: Somebody, context: InContext) -> FileResponse:
    """Everything that is known about me: who I am, my games, their logs and records."""
    context.limits.check("download", guest.id, DOWNLOADS)
    host = context.host
    logs = await host.store.reading(partial(forgetting.known, guest=guest.id))
    found, _ = await mine.page(host.store, MatchFilter(guest.id), 0, parcels.EVERY)
    with parcels.packed() as (path, parcel):
        games = [finished_sheet(one, guest.id).model_dump(mode="json") for one in found]
        parcel.writestr("about.json", json.dumps(await _about(guest, context), indent=1))
        parcel.writestr("games.json", json.dumps(games, indent=1))
        for table in logs:
            await parcels.add_log(parcel, host, guest.id, table)
        for one in found:
            await parcels.add_record(parcel, host, guest.id, one.match.table)
    return zipped(path, "ludoteka-everything.zip")


async def _about(guest: GuestRow, context: Context) -> dict[str, Any]:
    """Who I am; secrets are kept as digests only, and stay here."""
    store, people = context.host.store, context.people
    devices = [
        {"since": row.created, "seen": row.seen, "device": row.device}
        for row in await people.sessions_of(guest)
    ]
    bots = [
        {"id": row.id, "name": row.name, "created": row.created}
        for row in await store.bots_of(guest.id, dismissed=True)
    ]
    more = await store.reading(lambda connection: forgetting.rows_about(connection, guest.id))
    return more | {
        "id": guest.id,
        "name": guest.name,
        "claimed": guest.name_key is not None,
        "created": guest.created,
        "devices": devices,
        "bots": bots,
        "ratings": [dict(row._mapping) for row in await mine.ratings_of(store, guest.id)],
    }


@router.post("/me/forget")
async def forget(
    body: ForgetMe, guest: Somebody, request: Request, response: Response, context: InContext
) -> Me:
    """Deletes everything about me, at once. Others keep their games; my place in them has no name."""
    if guest.is_bot:
        raise NotYours("A bot account goes with its owner.")
    context.check_password(request, guest.name)
    await context.people.check_leaving(guest, body.name, body.password)
    await farewell.forget(context.host, guest)
    context.people.forget(guest)
    response.delete_cookie(COOKIE, path="/")
    return me(None)
