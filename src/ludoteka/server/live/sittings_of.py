"""Somebody's sittings, in short: what goes on, and what of it waits for them."""

from typing import Protocol

from ludoteka.server.live.sitting_glances import SittingGlance
from ludoteka.server.live.sitting_turns import is_due
from ludoteka.server.live.sittings import DAY, Sittings
from ludoteka.server.messages.sittings import RunningSitting
from ludoteka.server.store import sittings as stored
from ludoteka.server.store.sittings import ListedSitting
from ludoteka.server.store.store import Store
from ludoteka.server.table.timekeeping import Timekeeper

LISTED = 20
OPENED_MS = 7 * DAY  # nobody ends a link that was sent and forgotten


class HostOfSittings(Protocol):
    """Where sittings are."""

    time: Timekeeper
    store: Store
    sittings: Sittings


async def running(host: HostOfSittings, guest: str) -> list[RunningSitting]:
    """The sittings of somebody that go on: those that wait for them first, then the newest."""
    found = []
    for one in await stored.latest(host.store, guest, host.time.now() - OPENED_MS, LISTED):
        glance = await host.sittings.glance(one.row, one.seq)
        if has_ended := _has_ended(host.time, glance):
            host.sittings.look(one.row.id)  # the next turn may wait for this guest
        if (sheet := _sheet(one, glance, guest, has_ended=has_ended)) is not None:
            found.append(sheet)
    return sorted(found, key=lambda one: not one.waits)


def _has_ended(time: Timekeeper, glance: SittingGlance) -> bool:
    """[DU-2.4] Nobody has looked since the time of the turn was over."""
    is_open = glance.phase == "turn"
    return is_open and is_due(time, glance.since, glance.form, is_complete=glance.is_complete)


def _sheet(
    one: ListedSitting, glance: SittingGlance, guest: str, *, has_ended: bool
) -> RunningSitting | None:
    """None: it is over, or this guest has left it and does not host it."""
    is_host = one.row.host == guest
    is_known = one.player is not None and one.player < len(glance.parts)
    part = glance.parts[one.player] if one.player is not None and is_known else "left"
    phase = glance.phase
    if has_ended and glance.form.pace == "host":
        phase = "between"
    if phase == "over" or (has_ended and glance.is_last) or (part == "left" and not is_host):
        return None
    return RunningSitting(
        id=one.row.id,
        game=one.row.game,
        state=phase,
        turn=glance.turn,
        turns=glance.form.turns,
        players=sum(part != "left" for part in glance.parts),
        host=is_host,
        waits=(phase == "turn" and part == "thinks" and not has_ended) or (phase == "between" and is_host),
    )
