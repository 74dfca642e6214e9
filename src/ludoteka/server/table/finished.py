"""What remains of a match that has ended: who, how, how long, and whether it counts for ratings.

A decision that was tried again is no match of its own: nothing of it remains but its table.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from ludoteka.core.game import Left, Millis, Over, Played, Seat
from ludoteka.ratings.fold import Place, RatedMatch
from ludoteka.ratings.glicko import Rating
from ludoteka.server.messages import models
from ludoteka.server.table.ledger import EVENTS, AnyMatch, Ledger, began_with
from ludoteka.server.table.rows import Ended, Loaded, SeatRow, TableRow

Pace: TypeAlias = Literal["quick", "long", "days"]
ENDS = ("game", "draw", "abort")
UNPLAYED = "unplayed"  # somebody left, or both agreed, before everybody had made a move
QUICK_S = 600  # for a whole match; a turn of at most 30 s is quick too
TURNS = 40  # a match has about so many of one player
Anchors: TypeAlias = Callable[[str, int], Rating | None]  # of a game and a level


@dataclass(frozen=True, slots=True)
class EndedSeat:
    """Who sat there; `anchor` is a bot's rating as it was measured."""

    seat: Seat
    guest: str | None
    level: int | None
    name: str
    rank: int
    score: int | None
    anchor: Rating | None = None


@dataclass(frozen=True, slots=True)
class Course:
    """What the events of a match tell about it."""

    plies: int
    lasted: Millis
    moved: frozenset[Seat]  # who made a move
    is_left: bool  # the last thing that happened is that somebody left

    def is_unplayed(self, how: str, people: Sequence[SeatRow]) -> bool:
        """Whether it was over before it had begun for one of the people; the end by the rules is an end."""
        given_up = how == "draw" or (how == "game" and self.is_left)
        return given_up and any(row.guest is not None and row.seat not in self.moved for row in people)


def course_of(match: AnyMatch) -> Course:
    """The same out of a match."""
    moved = frozenset(one.event.seat for one in match if isinstance(one.event, Played))
    return Course(match.ply, match.now, moved, isinstance(match.event, Left))


@dataclass(frozen=True, slots=True)
class EndedMatch:
    """A match that has ended."""

    table: str
    game: str
    pace: Pace
    ended: Millis
    how: str
    plies: int
    lasted: Millis
    counts: bool
    seats: tuple[EndedSeat, ...] = field(default=())

    @property
    def result(self) -> RatedMatch:
        """The match as the fold of ratings reads it."""
        return RatedMatch(
            self.table, self.ended, tuple(Place(one.guest, one.rank, one.anchor) for one in self.seats)
        )


def pace_of(control: models.AnyControl) -> Pace:
    """The kind of time: strength at one says little about another."""
    if isinstance(control, models.Days):
        return "days"
    if isinstance(control, models.PerMove):
        return "quick" if control.seconds * TURNS <= 2 * QUICK_S else "long"
    if isinstance(control, models.Bank):
        return "quick" if control.seconds + control.increment * TURNS <= QUICK_S else "long"
    return "quick"  # the game's own limits


def of_end(ended: Ended, anchors: Anchors) -> EndedMatch | None:
    """What remains of a match that is just ending; None: nothing."""
    if ended.began_with is not None:
        return None
    result = {"how": ended.how, "ranks": ended.ranks, "scores": ended.scores}
    return _finished(ended.table, ended.people, result, course_of(ended.match), anchors)


def of_log(ledger: Ledger, anchors: Anchors) -> EndedMatch | None:
    """The same out of the log of a table; None: no match ended there."""
    match, standing, at = ledger.standing.match, ledger.standing, ledger.table.ended
    if match is None or not standing.is_over or at is None:
        return None
    result: dict[str, Any] = {"how": standing.ended, "ranks": [1] * ledger.table.seats, "scores": []}
    if isinstance(match.awaiting, Over):
        over = match.awaiting.result
        result = {"how": "game", "ranks": list(over.ranks), "scores": list(over.scores)}
    if result["how"] not in ENDS or ledger.began_with is not None:
        return None
    return _finished(ledger.table, ledger.people, result, course_of(match), anchors)


def of_rows(loaded: Loaded, result: dict[str, Any], anchors: Anchors) -> EndedMatch | None:
    """The same without knowing the game: its row has the result."""
    if began_with(loaded.entries) is not None:
        return None
    events = [row for row in loaded.entries if row.kind in EVENTS]
    course = Course(
        max((row.ply or 0 for row in events), default=0),
        max((row.at for row in events), default=0),
        frozenset(row.seat for row in events if row.kind == "played" and row.seat is not None),
        bool(events) and events[-1].kind == "left",
    )
    return _finished(loaded.table, loaded.seats, result, course, anchors)


def _finished(
    table: TableRow,
    people: Sequence[SeatRow],
    result: dict[str, Any],
    course: Course,
    anchors: Anchors,
) -> EndedMatch:
    assert table.ended is not None
    scores = result["scores"]
    seats = tuple(
        EndedSeat(
            seat=row.seat,
            guest=row.guest,
            level=row.level,
            name=row.name,
            rank=result["ranks"][row.seat],
            score=scores[row.seat] if scores else None,
            anchor=anchors(table.game, row.level) if row.kind == "bot" and row.level is not None else None,
        )
        for row in people
    )
    allows = models.Allows.model_validate_json(table.allows)
    # bots agree to whatever a person wants
    is_agreed = result["how"] == "draw" and any(seat.anchor is not None for seat in seats)
    rated = is_rated(allows, people) and all(map(_is_rateable, seats))
    how = UNPLAYED if rated and course.is_unplayed(result["how"], people) else result["how"]
    counts = rated and how in ("game", "draw") and not is_agreed
    pace = pace_of(models.CONTROL.validate_json(table.control))
    return EndedMatch(
        table.id, table.game, pace, table.ended, how, course.plies, course.lasted, counts, seats
    )


def _is_rateable(seat: EndedSeat) -> bool:
    return seat.guest is not None or seat.anchor is not None


def is_rated(allows: models.Allows, people: Sequence[SeatRow]) -> bool:
    """Nobody was helped, nothing taken back, and everybody played one seat, alone."""
    alone = [row.guest for row in people if row.guest is not None]
    helped = allows.hints or allows.takeback or allows.alternatives
    is_fair = not helped and all(row.stand_in is None for row in people)
    return allows.rated and is_fair and len(alone) == len(set(alone)) and bool(alone) and len(people) > 1
