"""One table out of another: a rematch, or a match branched at an earlier ply.

The log only grows, so a take-back never rewrites it: the old table ends, and a new one begins with the same
seed and a copy of the events up to that ply.
"""

import json
import secrets
from collections.abc import Container, Sequence
from dataclasses import replace

from ludoteka.core.game import Draw, Drawn, Left, Played, Seat, Ticked, Turn
from ludoteka.core.match import hides
from ludoteka.core.refusals import BadRequest
from ludoteka.server.messages.models import Allows, NoControl, Said, Takeback
from ludoteka.server.table.draft import Draft, opened, seated_entry
from ludoteka.server.table.ledger import AnyMatch, Ledger
from ludoteka.server.table.naming import new_code, new_id
from ludoteka.server.table.rows import EntryRow, Loaded, SeatRow, TableRow
from ludoteka.server.table.timekeeping import Timekeeper


def check_takeback(match: AnyMatch, seat: Seat, ply: int | None) -> None:
    """Refuses a take-back past chance, a deadline, a departure or a reveal.

    Where hands are hidden, what another seat did reveals something about its hand, and the last of several
    secret choices reveals all of them: neither can be unseen.
    """
    if ply is None or not 0 <= ply < match.ply:
        raise BadRequest("Say how far to take back: the number of events that stay.")
    since = _since(match, ply)
    for moment in since:
        event, before = moment.event, moment.before
        assert before is not None
        if isinstance(event, Drawn | Ticked | Left):
            raise BadRequest("What chance or the clock brought, or somebody's leaving, cannot be taken back.")
        shows = isinstance(event, Played) and (event.seat != seat or _among_several(before, seat))
        if shows and hides(before):
            raise BadRequest("Something hidden was shown since: that cannot be unseen.")
    stands = since[0].before
    if stands is not None and isinstance(stands.awaiting, Draw):
        raise BadRequest("Chance comes right after that: it cannot be taken back.")


def _since(match: AnyMatch, ply: int) -> list[AnyMatch]:
    """The match after each event that came after `ply` events."""
    found: list[AnyMatch] = []
    moment: AnyMatch | None = match
    while moment is not None and moment.ply > ply:
        found.append(moment)
        moment = moment.before
    return found[::-1]


def last_takeback(match: AnyMatch, seats: Container[Seat]) -> Takeback | None:
    """Whether the last move of these seats can be taken back, said before anybody asks for it."""
    moment: AnyMatch | None = match
    while moment is not None:
        event = moment.event
        if isinstance(event, Played) and event.seat in seats:
            return _takeback_to(match, event.seat, moment.ply - 1)
        moment = moment.before
    return None


def _takeback_to(match: AnyMatch, seat: Seat, ply: int) -> Takeback:
    try:
        check_takeback(match, seat, ply)
    except BadRequest as refusal:
        return Takeback(ply=ply, why=Said(**refusal.sentence.json()))
    return Takeback(ply=ply, why=None)


def _among_several(match: AnyMatch, seat: Seat) -> bool:
    """Whether the seat's choice is one of several made at the same time, even if it is the last of them."""
    moment: AnyMatch | None = match
    while moment is not None and isinstance(moment.awaiting, Turn) and seat in moment.awaiting.seats:
        if len(moment.awaiting.seats) > 1:
            return True
        moment = moment.before
    return False


def takeback(draft: Draft, ply: int) -> None:
    """Ends this table and opens one that has the same events up to `ply`."""
    table = replace(_successor(draft, draft.ledger.table.seed), series=draft.ledger.table.series)
    seats = [replace(row, table=table.id, process=None, away=draft.wall) for row in draft.everyone()]
    match = draft.standing.match
    assert match is not None
    stands = next(moment for moment in match if moment.ply == ply)
    table = replace(table, started=draft.time.start_for(draft.wall, stands.now), state="running")
    rows = [line.row for line in draft.ledger.lines if line.is_event and (line.row.ply or 0) <= ply]
    entries = [seated_entry(table.id, row, draft.wall) for row in seats]
    entries += [EntryRow(table.id, 0, "started", 0, draft.wall, more=_origin(draft.ledger))]
    entries += [replace_entry(row, table.id, draft.wall) for row in rows]
    draft.add("ended", what="takeback")
    _follow(draft, Loaded(table, seats, entries), "takeback")


def _origin(ledger: Ledger) -> str | None:
    """What the start of a table says: the moves of another match are still another's after a take-back."""
    return next(line.row.more for line in ledger.lines if line.row.kind == "started")


def rematch(draft: Draft) -> None:
    """Opens a table with the same people, each moved on by one seat, and a new seed."""
    table = _successor(draft, secrets.token_bytes(32))
    people = draft.everyone()
    seats = [
        replace(row, table=table.id, seat=seat, stand_in=None, process=None, away=draft.wall)
        for seat, row in enumerate([*people[1:], people[0]])
    ]
    entries = [seated_entry(table.id, row, draft.wall) for row in seats]
    _follow(draft, Loaded(table, seats, entries), "rematch")


# --- once more, from a decision of a match that is over -------------------------------------------


def decided(match: AnyMatch, ply: int) -> tuple[AnyMatch, Seat]:
    """The match before a decision, and whose it was; in a race, before the race began."""
    after = next((moment for moment in match if moment.ply == ply), None)
    if after is None or after.before is None or not isinstance(after.event, Played | Left):
        raise BadRequest("Nobody decided anything there: choose a move.")
    before = after.before
    while _is_live(before) and before.before is not None and _is_live(before.before):
        before = before.before
    return before, after.event.seat


def _is_live(match: AnyMatch) -> bool:
    return isinstance(match.awaiting, Turn) and match.awaiting.live


def tried_again(ledger: Ledger, stands: AnyMatch, people: Sequence[SeatRow], time: Timekeeper) -> Loaded:
    """A private table at which a finished match goes on from an earlier moment, with other people.

    Hands and draws are those of the record, which is open to whoever asks: the question is what would have
    come of another move. The seed is the same, too, so that the new record can be verified like every other.
    A table of a series has its draws from it still, but it is nobody's try: nothing is sealed.
    """
    wall, old = time.now(), ledger.table
    table = replace(
        old,
        id=people[0].table,
        code=new_code(),
        control=NoControl().model_dump_json(),
        allows=Allows().model_dump_json(),
        public=False,
        host=next(row.guest for row in people if row.guest is not None),
        state="running",
        created=wall,
        started=time.start_for(wall, stands.now),
        ended=None,
        follows=None,
        followed_by=None,
        result=None,
        due=None,
        leased_by=None,
        leased_until=None,
        sealed_until=None,
    )
    rows = [line.row for line in ledger.lines if line.is_event and (line.row.ply or 0) <= stands.ply]
    entries = [seated_entry(table.id, row, wall) for row in people]
    entries += [
        EntryRow(table.id, 0, "started", 0, wall, more=json.dumps({"what": "again", "table": old.id}))
    ]
    entries += [replace_entry(row, table.id, wall) for row in rows]
    return opened(Loaded(table, list(people), entries), ledger.frame.game, time)


def lead_to(draft: Draft, table: str) -> None:
    """Closes a table without a match: whoever waits here plays at another one."""
    draft.add("ended", what="closed")
    draft.add("followed", what="pairing", table=table)


def _successor(draft: Draft, seed: bytes) -> TableRow:
    old = draft.ledger.table
    return TableRow(
        id=new_id(),
        code=new_code(),
        game=old.game,
        seats=old.seats,
        options=old.options,
        control=old.control,
        allows=old.allows,
        public=old.public,
        seed=seed,
        host=old.host,
        state="open",
        created=draft.wall,
        follows=old.id,
    )


def replace_entry(row: EntryRow, table: str, wall: int) -> EntryRow:
    """The same event at another table."""
    return EntryRow(table, 0, row.kind, row.at, wall, row.ply, row.seat, row.text, row.more)


def _follow(draft: Draft, successor: Loaded, what: str) -> None:
    draft.opens = opened(successor, draft.ledger.frame.game, draft.time)
    draft.add("followed", what=what, table=successor.table.id)
