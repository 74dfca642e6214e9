"""Who sits where: sitting down, standing up, bots on empty seats, bots for people who are gone."""

from dataclasses import replace
from typing import Any

from ludoteka.core.game import Seat
from ludoteka.core.refusals import BadRequest
from ludoteka.server.messages.errors import NotFound, NotYours, Occupied
from ludoteka.server.table.actions import Actor
from ludoteka.server.table.draft import Draft
from ludoteka.server.table.rows import SeatRow

ONE_SEAT = "In a rated match everybody plays one seat, against others."
BOTS_UNRATED = "Bot accounts play unrated matches."


def sit(draft: Draft, actor: Actor, seat: Seat | None, name: str) -> None:
    """Takes an open seat."""
    _still_open(draft)
    if draft.ledger.table.public and draft.ledger.seats_of(actor.guest):
        raise BadRequest("At a public table everybody has one seat.")
    if draft.ledger.frame.allows.rated:
        _check_rated(draft, actor)
    free = [row.seat for row in draft.ledger.people if row.kind == "open"]
    if not free:
        raise Occupied("All seats are taken.")
    if seat is not None and seat not in free:
        raise Occupied("That seat is taken.")
    chosen = free[0] if seat is None else seat
    # away until a page of theirs has come: whoever was paired may have gone meanwhile
    _seat(draft, SeatRow(draft.ledger.table.id, chosen, "person", actor.guest, name, away=draft.wall))


def _check_rated(draft: Draft, actor: Actor) -> None:
    """Ratings are of people: one seat each, and no bot accounts."""
    if actor.is_bot:
        raise BadRequest(BOTS_UNRATED)
    if draft.ledger.seats_of(actor.guest):
        raise BadRequest(ONE_SEAT)


def fill(draft: Draft, actor: Actor, seat: Seat, level: int, name: str) -> None:
    """The host puts a bot on an open seat."""
    _still_open(draft)
    if draft.ledger.table.host != actor.guest:
        raise NotYours("Only whoever opened the table can do that.")
    if _row(draft, seat).kind != "open":
        raise Occupied("That seat is taken.")
    _seat(draft, SeatRow(draft.ledger.table.id, seat, "bot", None, name, level))


def stand_up(draft: Draft, actor: Actor, seat: Seat) -> None:
    """Frees a seat before the match starts; a table that its host has left is closed."""
    _still_open(draft)
    row, host = _row(draft, seat), draft.ledger.table.host
    if row.kind == "open":
        raise BadRequest("Nobody sits there.")
    if actor.guest not in (row.guest, host):
        raise NotYours("That is not your seat.")
    draft.seat(SeatRow(row.table, seat, "open"))
    draft.add("stood", seat, name=row.name)
    if row.guest == host and not any(other.guest == host for other in draft.everyone()):
        close(draft)


def close(draft: Draft, why: str = "closed") -> None:
    """The table ends without a match."""
    draft.add("ended", what=why)


def stand_in(draft: Draft, seat: Seat, level: int) -> None:
    """A bot plays for a person who is gone; it is still the person's seat."""
    row = _row(draft, seat)
    draft.seat(replace(row, stand_in=level))
    draft.add("stood-in", seat, name=row.name, level=level)


def come_back(draft: Draft, seat: Seat, process: str) -> None:
    """The person is back and plays again."""
    row = _row(draft, seat)
    draft.seat(replace(row, stand_in=None, process=process, away=None))
    draft.add("returned", seat, name=row.name)


def _seat(draft: Draft, row: SeatRow) -> None:
    draft.seat(row)
    more: dict[str, Any] = {"name": row.name} | ({"level": row.level} if row.level is not None else {})
    draft.add("seated", row.seat, **more)
    if all(other.kind != "open" for other in draft.everyone()):
        draft.start()


def _still_open(draft: Draft) -> None:
    if draft.standing.state != "open":
        raise BadRequest("The match has started already.")


def _row(draft: Draft, seat: Seat) -> SeatRow:
    people = draft.everyone()
    if not 0 <= seat < len(people):
        raise NotFound("There is no such seat at this table.")
    return people[seat]
