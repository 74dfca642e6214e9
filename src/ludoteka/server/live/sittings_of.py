"""Somebody's sittings, in short: what goes on, and what of it waits for them."""

from typing import Protocol

from ludoteka.server.live.sittings import DAY, KeptSitting, Sittings
from ludoteka.server.messages.sittings import RunningSitting
from ludoteka.server.store import sittings as stored
from ludoteka.server.store.store import Store
from ludoteka.server.table import sitting_sheets as sheets
from ludoteka.server.table.timekeeping import Timekeeper

LISTED = 20
OPENED_MS = 7 * DAY  # nobody ends a link that was sent and forgotten


class Premises(Protocol):
    """Where sittings are."""

    time: Timekeeper
    store: Store
    sittings: Sittings


async def running(host: Premises, guest: str) -> list[RunningSitting]:
    """The sittings of somebody that go on: those that wait for them first, then the newest."""
    rows = await stored.latest(host.store, guest, host.time.now() - OPENED_MS, LISTED)
    found = []
    for row in rows:
        people = await stored.players(host.store, row.id)
        player = next((one.player for one in people if one.guest == guest), None)
        if (sheet := _sheet(await host.sittings.known(row.id), guest, player)) is not None:
            found.append(sheet)
    return sorted(found, key=lambda one: not one.waits)


def _sheet(kept: KeptSitting, guest: str, player: int | None) -> RunningSitting | None:
    """None: it is over, or this guest has left it and does not host it."""
    sitting, is_host = kept.log.sitting, kept.row.host == guest
    phase = sheets.phase_of(sitting)
    mine = None if player is None or player >= len(sitting.players) else sitting.players[player]
    takes_part = mine is not None and not mine.has_left
    if phase == "over" or not (takes_part or is_host):
        return None
    is_due = phase == "turn" and mine is not None and takes_part and mine.handed is None
    return RunningSitting(
        id=kept.row.id,
        game=kept.row.game,
        state=phase,
        turn=sheets.turn_of(sitting),
        turns=sitting.form.turns,
        players=sum(not one.has_left for one in sitting.players),
        host=is_host,
        waits=is_due or (is_host and phase == "between"),
    )
