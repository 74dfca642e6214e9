"""What one pair of eyes may see of a table: the only door from the ledger to the wire.

Everything about the match goes through the game's `view` and `tell`; the seed goes out once it is over.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from ludoteka.core.chance import commitment
from ludoteka.core.game import (
    Awaiting,
    Draw,
    Drawable,
    Event,
    Left,
    Millis,
    Over,
    Played,
    Scores,
    Seat,
    Ticked,
    Turn,
    awaited,
    described,
)
from ludoteka.core.match import hides
from ludoteka.core.refusals import BadRequest, Refusal
from ludoteka.server.messages.differences import difference
from ludoteka.server.messages.errors import NotYours
from ludoteka.server.messages.models import (
    EMOTES,
    PHRASES,
    Described,
    DrawAwaited,
    Entry,
    MatchOver,
    Offer,
    Position,
    ResultSheet,
    SeatSheet,
    SeatView,
    TableSheet,
    Takeback,
    TurnAwaited,
    described_sheet,
)
from ludoteka.server.messages.wire import Changed, FreshEntry, News, Scored, Welcome
from ludoteka.server.table.branching import last_takeback
from ludoteka.server.table.clock_face import clock_face
from ludoteka.server.table.ledger import AnyMatch, Ledger, Line, Standing
from ludoteka.server.table.rows import SeatRow

Shown: TypeAlias = dict[str, Any]  # a position as it went out
PLAYERS_ONLY = "This table is for its players only."
PEOPLE = frozenset({"seated", "stood", "started", "stood-in", "returned", "ended", "followed"})


@dataclass(frozen=True, slots=True)
class Eyes:
    """Who is looking: a guest (or nobody) and the seats they hold at this table."""

    guest: str | None = None
    seats: tuple[Seat, ...] = ()

    @property
    def seat(self) -> Seat | None:
        """Whose knowledge the move list shows: several people on one device see what all may see."""
        return self.seats[0] if len(self.seats) == 1 else None


@dataclass(frozen=True, slots=True)
class Sight:
    """What one pair of eyes may be shown of a table now. Every door asks for it; none decides by itself."""

    eyes: Eyes
    is_welcome: bool  # whether they may follow the table at all
    last: int  # the last entry that they may know
    known: Standing  # how the table stood then
    is_whole: bool  # the match has ended for them, also where it went on: nothing is hidden any more
    is_sealed: bool = False  # others still play with the same draws: nothing that would help them is told

    def shows(self, seat: Seat | None) -> bool:
        """Whether the table may be shown as this seat saw it."""
        return seat is None or seat in self.eyes.seats or self.is_whole


# --- when and to whom ----------------------------------------------------------------------------


def is_delayed(ledger: Ledger, eyes: Eyes) -> bool:
    """Spectators may see everything later than the players."""
    return not eyes.seats and ledger.frame.allows.delay > 0


def is_sealed(ledger: Ledger, now: Millis) -> bool:
    """Whether others still play with the same draws at this wall time."""
    return ledger.table.sealed_until is not None and now < ledger.table.sealed_until


def horizon(ledger: Ledger, eyes: Eyes, now: Millis) -> int:
    """The last seq these eyes may know at this wall time: of a sealed match, that it has begun."""
    if not eyes.seats and is_sealed(ledger, now):
        return ledger.began
    return ledger.horizon(now - ledger.frame.allows.delay * 1000) if is_delayed(ledger, eyes) else ledger.seq


def sight(ledger: Ledger, eyes: Eyes, now: Millis, elsewhere: Millis | None = None) -> Sight:
    """What these eyes may be shown at a wall time.

    A match that was taken back goes on at another table with the same hands and the same draws to come: until
    it has ended there (`elsewhere` is when it did), this table keeps its secrets too. A sealed one keeps them
    as well, and only its players follow it.
    """
    last = horizon(ledger, eyes, now)
    known = ledger.standing_at(last)
    delay = ledger.frame.allows.delay * 1000 if is_delayed(ledger, eyes) else 0
    sealed = is_sealed(ledger, now)
    open_to_all = not sealed and (ledger.frame.allows.spectators or ledger.standing.state == "open")
    ended_there = elsewhere is not None and elsewhere <= now - delay
    is_whole = known.is_over and (ended_there if known.goes_on else last == ledger.seq) and not sealed
    return Sight(eyes, bool(eyes.seats) or open_to_all, last, known, is_whole, sealed)


def check_welcome(sight: Sight) -> None:
    """Refuses whoever has no seat where only the players may look."""
    if not sight.is_welcome:
        raise NotYours(PLAYERS_ONLY)


def check_unsealed(sight: Sight) -> None:
    """Refuses what would help those who still play with the same draws."""
    if sight.is_sealed:
        raise BadRequest("Others still play with the same draws: that is told when everybody's time is over.")


def about_people(lines: Sequence[Line]) -> bool:
    """Whether somebody came, went, or the match began or ended by the host."""
    return any(line.row.kind in PEOPLE for line in lines)


def with_table(lines: Sequence[Line]) -> bool:
    """Whether these lines change what the table's sheet says."""
    return about_people(lines) or lines[-1].standing.is_over


def welcome(ledger: Ledger, eyes: Eyes, since: int, last: int, at: Millis) -> Welcome:
    """Everything after `since` that these eyes may know: up to `last`, at match time `at`."""
    first = since if 0 <= since <= last else 0
    return Welcome(
        table=table_sheet(ledger, eyes, last),
        position=position(ledger, eyes, last, at),
        entries=[entry(line, eyes) for line in ledger.lines[first:last]],
        phrases=list(PHRASES),
        emotes=list(EMOTES),
    )


def news(ledger: Ledger, lines: Sequence[Line], eyes: Eyes, at: Millis, key: str | None) -> News:
    """Lines that are durable now, and how the table stands after them."""
    seq = lines[-1].row.seq
    return News(
        entries=[entry(line, eyes) for line in lines],
        position=position(ledger, eyes, seq, at),
        table=table_sheet(ledger, eyes, seq) if with_table(lines) else None,
        key=key,
    )


def changes(
    ledger: Ledger, lines: Sequence[Line], eyes: Eyes, sent: Shown, now: Shown, key: str | None, listens: bool
) -> Changed:
    """The same as `news`, for whoever was `sent` the position before: these eyes were, and nobody else's."""
    return Changed(
        entries=[fresh(line, eyes, listens) for line in lines],
        since=sent["seq"],
        position=between(sent, now),
        table=table_sheet(ledger, eyes, lines[-1].row.seq) if with_table(lines) else None,
        key=key,
    )


def between(sent: Shown, now: Shown) -> dict[str, Any]:
    """What changed from one position to the next."""
    found = difference(sent, now)
    assert isinstance(found, dict)  # both are objects
    return found


# --- what happened -------------------------------------------------------------------------------


def told(match: AnyMatch, event: Event[Any], seat: Seat | None) -> str:
    """What this seat may know of an event that happened in this match."""
    if isinstance(event, Left):
        return "leave"
    if isinstance(event, Ticked):
        return "time"
    tell = getattr(match.game, "tell", None)  # a protocol check here would cost more than the call
    if tell is not None:
        text: str = tell(match.state, event, seat)
        return text
    if "hidden" in match.game.info.traits:
        return ""  # a game with secrets but no `tell` says nothing
    notation = match.game.notation
    if isinstance(event, Played):
        return notation.write(match.state, event.seat, event.move)
    return notation.write_outcome(match.state, event.outcome)


def in_words(match: AnyMatch, event: Event[Any], seat: Seat | None) -> Described | None:
    """The same in people's words."""
    return described_sheet(described(match.game, match.state, event, seat))


def is_told_in_full(match: AnyMatch, event: Event[Any], seat: Seat | None) -> bool:
    """Whether this seat may know all of a move."""
    if not isinstance(event, Played):
        return False
    return told(match, event, seat) == match.game.notation.write(match.state, event.seat, event.move)


def squares(match: AnyMatch, event: Event[Any]) -> tuple[str, ...]:
    """The squares of a move, for those who may know all of it."""
    where = getattr(match.game, "where", None)  # as above
    if where is None or not isinstance(event, Played):
        return ()
    found: tuple[str, ...] = where(match.state, event.seat, event.move)
    return found


def entry(line: Line, eyes: Eyes) -> Entry:
    """One line of the log, as these eyes may know it."""
    return Entry(**_fields(line, eyes))


def fresh(line: Line, eyes: Eyes, listens: bool) -> FreshEntry:
    """A line that has just been written; whoever listens is told what a move scored."""
    match = line.standing.match
    found = scored(match, eyes.seat) if listens and line.is_event and match is not None else None
    fields = _fields(line, eyes)
    if fields["described"] is not None and list(fields["where"]) == fields["described"].where:
        fields["where"] = ()
    return FreshEntry(**fields, scored=found)


def _fields(line: Line, eyes: Eyes) -> dict[str, Any]:
    row, text = line.row, line.row.text
    where: tuple[str, ...] = ()
    words: Described | None = None
    if line.is_event:
        match = line.standing.match
        assert match is not None
        assert match.before is not None
        assert match.event is not None
        text = told(match.before, match.event, eyes.seat)
        where = squares(match.before, match.event) if text == row.text else ()
        words = in_words(match.before, match.event, eyes.seat)
    fields: dict[str, Any] = {**_NOTHING, **line.more}
    fields |= {"seq": row.seq, "kind": row.kind, "at": row.at, "seat": row.seat}
    fields |= {"text": text, "where": where, "described": words}
    if row.ply is not None:
        fields["ply"] = row.ply
    return fields


def scored(after: AnyMatch, seat: Seat | None) -> Scored | None:
    """What the move that led here scored, where this seat knows the whole move."""
    before, event = after.before, after.event
    if before is None or not isinstance(event, Played) or not isinstance(after.game, Scores):
        return None
    if not is_told_in_full(before, event, seat):
        return None
    try:
        found = after.game.score(before.state, event.seat, event.move)
        return Scored(points=found.points, detail=list(found.detail))
    except Refusal:
        return None  # a mistake may be played where the players are their own referees


_NOTHING = {name: None for name, item in Entry.model_fields.items() if not item.is_required()}


# --- how it stands -------------------------------------------------------------------------------


def plain(match: AnyMatch, seat: Seat | None) -> str | None:
    """What a seat (None: a spectator) sees, as plain text; None where the game does not offer that."""
    if not isinstance(match.game, Drawable):
        return None
    return match.game.text(match.game.view(match.state, seat))


def awaiting_sheet(awaiting: Awaiting[Any]) -> TurnAwaited | DrawAwaited | MatchOver:
    """What is awaited, on the wire."""
    found = awaited(awaiting)
    if isinstance(awaiting, Turn):
        return TurnAwaited(**found, live=awaiting.live)
    return DrawAwaited(**found) if isinstance(awaiting, Draw) else MatchOver(**found)


def views(match: AnyMatch | None, eyes: Eyes) -> list[SeatView]:
    """A view for each seat these eyes may look through, or a spectator's."""
    if match is None:
        return []
    through: tuple[Seat | None, ...] = eyes.seats or (None,)
    return [SeatView(seat=seat, view=match.game.view(match.state, seat)) for seat in through]


def position(ledger: Ledger, eyes: Eyes, seq: int, at: Millis) -> Position:
    """How the table stood after `seq`, at match time `at`; for a delayed spectator time stops there."""
    standing = ledger.standing_at(seq)
    match = standing.match
    if is_delayed(ledger, eyes) and seq > 0:
        at = ledger.lines[seq - 1].row.at
    return Position(
        seq=seq,
        ply=0 if match is None else match.ply,
        state=standing.state,
        awaiting=None if match is None else awaiting_sheet(match.awaiting),
        clock=clock_face(standing.clock, match, at, ledger.table.seats),
        views=views(match, eyes),
        hides=match is not None and not isinstance(match.awaiting, Over) and hides(match),
        offers=[_offer(pending) for pending in standing.offers] if standing.offers else [],
        takeback=_takeback(ledger, standing, eyes),
    )


def _takeback(ledger: Ledger, standing: Standing, eyes: Eyes) -> Takeback | None:
    if standing.match is None or standing.is_over or not eyes.seats or not ledger.frame.allows.takeback:
        return None
    return last_takeback(standing.match, eyes.seats)


def shown(ledger: Ledger, eyes: Eyes, seq: int, at: Millis) -> Shown:
    """A position as JSON: what the next difference starts from."""
    return position(ledger, eyes, seq, at).model_dump(mode="json")


def _offer(pending: Any) -> Offer:
    return Offer(
        seq=pending.seq,
        what=pending.what,
        seat=pending.seat,
        ply=pending.ply,
        accepted=sorted(pending.accepted),
    )


def seat_sheet(row: SeatRow, guest: str | None) -> SeatSheet:
    """Who sits on a seat; no guest's id leaves the server."""
    return SeatSheet(
        seat=row.seat,
        kind=_kind(row.kind),
        name=row.name,
        mine=guest is not None and row.guest == guest,
        level=row.level,
        present=row.kind == "bot" or row.process is not None,
        stand_in=row.stand_in,
    )


def _kind(kind: str) -> Any:
    return {"me": "person"}.get(kind, kind)


def table_sheet(ledger: Ledger, eyes: Eyes, seq: int | None = None) -> TableSheet:
    """The table for these eyes, as it stood after `seq` (now, if none is given)."""
    table = ledger.table
    standing = ledger.standing if seq is None else ledger.standing_at(seq)
    return TableSheet(
        id=table.id,
        code=table.code,
        game=table.game,
        options=ledger.frame.options,
        control=ledger.frame.control,
        allows=ledger.frame.allows,
        public=table.public,
        state=standing.state,
        seats=[seat_sheet(row, eyes.guest) for row in ledger.people],
        host=eyes.guest is not None and table.host == eyes.guest,
        created=table.created,
        ply=0 if standing.match is None else standing.match.ply,
        commitment=commitment(table.seed),
        # never of a series, with which others may still play: the record tells it in time
        seed=table.seed.hex() if standing.is_over and not (standing.goes_on or table.series) else None,
        result=_result(ledger, standing),
        follows=table.follows,
        followed_by=standing.followed,
        series=table.series if table.is_try else None,
    )


def _result(ledger: Ledger, standing: Standing) -> ResultSheet | None:
    if not standing.is_over or ledger.table.result is None:
        return None
    return ResultSheet(**json.loads(ledger.table.result))
