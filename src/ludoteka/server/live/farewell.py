"""Somebody leaves a device, or for good: then their matches end, and everything about them goes."""

import asyncio
import contextlib
from functools import partial

from sqlalchemy import Connection

from ludoteka.core.game import Seat
from ludoteka.core.refusals import BadRequest, Refusal
from ludoteka.server.live import bus
from ludoteka.server.live.host import ENDED, FORGOTTEN, PARTED, Host
from ludoteka.server.live.room import Room
from ludoteka.server.messages.errors import NotFound
from ludoteka.server.store import forgetting, sessions, sittings
from ludoteka.server.store.forgetting import Gone
from ludoteka.server.store.guests import GuestRow
from ludoteka.server.table import actions, seating
from ludoteka.server.table.actions import Actor
from ludoteka.server.table.draft import Draft
from ludoteka.server.table.naming import new_id

EVERY = 1_000_000
AGAIN_S = (1.0, 10.0, 60.0)


async def end_session(host: Host, guest: str, session: str) -> bool:
    """The session's cookie stops working and its sockets close, on all processes; False: there is none."""

    def work(connection: Connection) -> bool:
        is_theirs = sessions.end(connection, session, guest)
        if is_theirs:
            _tell(host, connection, [f"{ENDED}{session}"])
        return is_theirs

    is_theirs = await host.store.save(work)
    if is_theirs:
        host.end(session)
    return is_theirs


async def dismiss(host: Host, bot: str) -> None:
    """A bot account's token has stopped working: its sockets close, on all processes."""
    await host.store.save(lambda connection: _tell(host, connection, [f"{ENDED}{bot}"]))
    host.end(bot)


def _tell(host: Host, connection: Connection, what: list[str]) -> None:
    if host.store.is_postgres:
        bus.publish(connection, host.process, what)


async def forget(host: Host, guest: GuestRow) -> int:
    """Everything about a guest and their bot accounts, at once; how many tables knew them."""
    people = [guest, *await host.store.bots_of(guest.id, dismissed=True)]
    for one in people:
        await _part(host, one)
    touched: set[str] = set()
    for one in people:
        gone = Gone(one.id, one.name, f"gone{new_id()}")
        touched |= await _forget(host, gone)
        host.linger(_look_again(host, gone))
    await _reread(host, touched)
    return len(touched)


async def _look_again(host: Host, gone: Gone) -> None:
    """What was on its way while somebody was forgotten has arrived by then."""
    for seconds in AGAIN_S:
        await asyncio.sleep(seconds)
        if await host.store.reading(partial(forgetting.known, guest=gone.guest)):
            await _reread(host, await _forget(host, gone))


async def _reread(host: Host, touched: set[str]) -> None:
    for table in touched:
        await host.reread(table)
    host.ratings.boards.clear()
    host.lobby_changed()


async def _part(host: Host, guest: GuestRow) -> None:
    """Matches that go on are resigned; tables that wait are left, and so are sittings."""
    actor = Actor(guest.id, guest.name)
    await _leave_sittings(host, actor)
    for table in await host.store.tables_of(guest.id, EVERY, going_on=True):
        room = await host.room_if_any(table)  # a match of a game that is gone cannot be resigned
        for seat in () if room is None else room.ledger.seats_of(guest.id):
            if room is not None and room.ledger.standing.state != "over":
                await _stand_up(room, actor, seat)
    host.send_away(guest.id)


async def _leave_sittings(host: Host, actor: Actor) -> None:
    """[DU-5.4] Sittings that they host end; [DU-5.5] others they leave, so that nobody waits for them."""
    hosted, joined = await sittings.going_on(host.store, actor.guest)
    partings = [(host.sittings.stop, name) for name in hosted] + [
        (host.sittings.leave, name) for name in joined
    ]
    for part, name in partings:
        # It has ended by itself just now, they had left before, or its game is gone.
        with contextlib.suppress(BadRequest, NotFound):
            await part(actor, name)


async def _stand_up(room: Room, actor: Actor, seat: Seat) -> None:
    def fill(draft: Draft) -> None:
        if draft.standing.state == "open":
            seating.stand_up(draft, actor, seat)
        elif draft.standing.state == "running" and seat not in draft.standing.left:
            actions.leave(draft, seat)

    try:
        await room.change(fill)
    except Refusal:
        if room.ledger.standing.state != "over":  # otherwise it has just ended by itself
            raise


async def _forget(host: Host, gone: Gone) -> set[str]:
    """The logs are searched before anything is locked; again, as long as somebody is found in one."""
    touched: set[str] = set()
    is_first = True
    while (known := await host.store.reading(partial(forgetting.known, guest=gone.guest))) or is_first:
        touched |= set(await host.store.save(partial(_write, host, gone, known)))
        is_first = False
    return touched


def _write(host: Host, gone: Gone, known: list[str], connection: Connection) -> list[str]:
    touched = forgetting.forget(connection, gone, known)
    _tell(host, connection, [f"{PARTED}{gone.guest}", *(f"{FORGOTTEN}{table}" for table in touched)])
    return touched
