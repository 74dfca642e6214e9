"""A decision tried again: a private table that goes on from there, with bots for everybody else."""

import contextlib

from ludoteka.core.game import Seat
from ludoteka.core.refusals import BadRequest
from ludoteka.server.live.host import Host
from ludoteka.server.live.room import TRIES, Room
from ludoteka.server.messages.bodies import TryAgain
from ludoteka.server.messages.errors import Later
from ludoteka.server.table import branching
from ludoteka.server.table.actions import Actor
from ludoteka.server.table.ledger import AnyMatch, Ledger
from ludoteka.server.table.naming import new_id
from ludoteka.server.table.rows import Conflict, SeatRow


async def try_again(host: Host, actor: Actor, room: Room, known: AnyMatch, wish: TryAgain) -> Room:
    """The table at which a finished match goes on from before a decision."""
    await host.holdings.check(actor)
    stands, seat = branching.decided(known, wish.ply)
    for _ in range(TRIES):
        people = _people(host, actor, room.ledger, seat, wish.level)
        with contextlib.suppress(Conflict):
            await host.store.open(branching.tried_again(room.ledger, stands, people, host.time))
            host.expect(0)
            return await host.room(people[0].table)
    raise Later("The server is full just now. Please try again in a moment.")


def _people(host: Host, actor: Actor, ledger: Ledger, mine: Seat, level: int | None) -> list[SeatRow]:
    """Whoever asks sits where the decision was. Bots stay and people become bots, unless a level is named."""
    table, game, now = new_id(), ledger.table.game, host.time.now()
    rows = []
    for old in ledger.people:
        if old.seat == mine:
            rows.append(SeatRow(table, mine, "person", actor.guest, actor.name, away=now))
            continue
        usual = host.stand_in_level(game) if old.level is None else old.level
        chosen = usual if level is None else level
        if chosen is None:
            raise BadRequest("No bot plays this game.")
        rows.append(SeatRow(table, old.seat, "bot", None, host.level_name(game, chosen), chosen))
    return rows
