"""When the host must act at a table, and on what: a question about the standing, answered without acting."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ludoteka.core.game import Millis, Seat, Turn
from ludoteka.server.messages.models import Days
from ludoteka.server.table.ledger import Frame, Ledger, Standing
from ludoteka.server.table.rows import SeatRow
from ludoteka.server.table.timekeeping import Timekeeper

FOR_SOMEBODY = frozenset({"think", "stand-in"})  # kinds that need somebody who cares; time passes anyway


@dataclass(frozen=True, slots=True)
class Duty:
    """What is to be done, and from which wall time on."""

    kind: str  # tick, flag, think, stand-in
    due: Millis
    seat: Seat | None = None


def level_of(row: SeatRow) -> int | None:
    """The bot that plays this seat now, if one does."""
    return row.level if row.kind == "bot" else row.stand_in


def duties(
    frame: Frame, standing: Standing, people: Sequence[SeatRow], started: Millis | None, time: Timekeeper
) -> list[Duty]:
    """Everything the host has to do at this table, now or later."""
    match = standing.match
    if standing.state != "running" or match is None or started is None:
        return []
    turn = match.awaiting
    if not isinstance(turn, Turn):
        return []
    found = [
        Duty("think", 0, row.seat) for row in people if row.seat in turn.seats and level_of(row) is not None
    ]
    if turn.until is not None:
        found.append(Duty("tick", time.wall_time(started, turn.until)))
    if standing.clock is not None and (flag := standing.clock.flag) is not None:
        found.append(Duty("flag", time.wall_time(started, flag[0]), flag[1]))
    return found + _stand_ins(frame, standing, people)


def _stand_ins(frame: Frame, standing: Standing, people: Sequence[SeatRow]) -> list[Duty]:
    """For somebody absent, where another person sits and waits: a game against bots alone is kept."""
    grace = frame.allows.grace * 1000
    if grace == 0 or isinstance(frame.control, Days):
        return []
    return [
        Duty("stand-in", row.away + grace, row.seat)
        for row in people
        if row.kind == "person"
        and row.stand_in is None
        and row.away is not None
        and row.seat not in standing.left
        and any(_waits(other, row) for other in people)
    ]


def _waits(other: SeatRow, row: SeatRow) -> bool:
    return other.kind == "person" and other.away is None and other.guest != row.guest


def of(ledger: Ledger, time: Timekeeper) -> list[Duty]:
    """The duties at a table as it stands."""
    return duties(ledger.frame, ledger.standing, ledger.people, ledger.table.started, time)


def due_of(found: Iterable[Duty]) -> Millis | None:
    """When the first of them is due."""
    return min((duty.due for duty in found), default=None)
