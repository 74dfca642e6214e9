"""Matches that have ended and the ratings that follow from them, in the database.

A match is entered in the transaction that ends it, and its name is a primary key: none is lost, none counts
twice, whatever dies when. Ratings are a fold in the order of the ends. Where two matches of one person end
out of order, which two processes can bring about, their game is folded again from the beginning.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, Row, and_, bindparam, delete, exists, insert, or_, select, text, update

from ludoteka.core.game import Millis
from ludoteka.ratings.fold import Change, Form, Met, Pair, Place, RatedMatch, Standings, entered, month
from ludoteka.ratings.glicko import Rating
from ludoteka.server.store.tables import finished, finished_seats, meetings, ratings
from ludoteka.server.store.transacting import lock_at_once
from ludoteka.server.table.finished import EndedMatch

LOCK = 8_136_528  # any number: one rated match is entered at a time
Bucket = tuple[str, str]  # a game and a pace
EARLIEST: tuple[Millis, str] = 0, ""  # before every end and every table


def enter(connection: Connection, match: EndedMatch, late: set[Bucket] | None = None) -> bool:
    """Keeps a finished match and counts it; False: it was entered before.

    Who enters many gives a set for the games in which one came late, and folds those at the end, once.
    """
    if match.counts:
        lock(connection)
    if connection.execute(select(finished.c.table).where(finished.c.table == match.table)).first():
        return False
    keep(connection, match)
    if match.counts and (match.game, match.pace) not in (late or ()):
        _enter_result(connection, match, late)
    return True


def _enter_result(connection: Connection, match: EndedMatch, late: set[Bucket] | None) -> None:
    bucket = match.game, match.pace
    if not _comes_late(connection, match):
        _count(connection, bucket, match.result)
    elif late is None:
        refold(connection, bucket)
    else:
        late.add(bucket)


def lock(connection: Connection) -> None:
    """SQLite has one writer; PostgreSQL lets one transaction at a time enter matches."""
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))


def hold(connection: Connection) -> None:
    """At the beginning of a transaction: until its end nobody enters a match, and the logs stay as they are.

    The tables in the order in which everybody writes them, and not `lock`: whoever enters a match has that
    one first, and would wait for the tables while this waits for the lock.
    """
    lock_at_once(connection)
    if connection.dialect.name == "postgresql":
        connection.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"))
        names = ", ".join(table.name for table in (finished, finished_seats, ratings, meetings))
        connection.execute(text(f"LOCK TABLE {names} IN SHARE ROW EXCLUSIVE MODE"))


def keep(connection: Connection, match: EndedMatch) -> None:
    """The rows of a match, before anything is counted."""
    row = {name: getattr(match, name) for name in finished.c.keys()}  # noqa: SIM118  # columns, not a dict
    connection.execute(insert(finished).values(**row))
    rows = [
        {
            "table": match.table,
            "seat": one.seat,
            "guest": one.guest,
            "level": one.level,
            "name": one.name,
            "rank": one.rank,
            "score": one.score,
            "rating": None if one.anchor is None else one.anchor.rating,
            "deviation": None if one.anchor is None else one.anchor.deviation,
        }
        for one in match.seats
    ]
    connection.execute(insert(finished_seats), rows)


def _comes_late(connection: Connection, match: EndedMatch) -> bool:
    """Whether somebody here has a later match in the same game and pace."""
    at = match.ended
    later = or_(ratings.c.at > at, and_(ratings.c.at == at, ratings.c.last > match.table))
    mine = and_(_in(ratings, (match.game, match.pace)), ratings.c.guest.in_(match.result.people))
    return connection.execute(select(ratings.c.guest).where(mine, later).limit(1)).first() is not None


def _in(table: Any, bucket: Bucket) -> Any:
    return and_(table.c.game == bucket[0], table.c.pace == bucket[1])


# --- one more match ------------------------------------------------------------------------------


def _count(connection: Connection, bucket: Bucket, result: RatedMatch) -> None:
    forms = forms_of(connection, bucket, result.people)
    met = _met(connection, bucket, result)
    change = entered(result, forms, met)
    known = set(forms)
    for who, form in change.after.items():
        _set_form(connection, bucket, who, form, is_new=who not in known)
    for pair in met:
        _meet(connection, bucket, pair, month(result.at), counted=pair in change.counted)
    connection.execute(_TELL_SEAT, list(_told(result, change)))


def forms_of(connection: Connection, bucket: Bucket, people: Sequence[str]) -> dict[str, Form]:
    """What is known about these people; who has not played yet is not there."""
    query = select(ratings).where(_in(ratings, bucket), ratings.c.guest.in_(people))
    return {row.guest: form_of(row) for row in connection.execute(query)}


def form_of(row: Row[Any]) -> Form:
    """A row of `ratings` as a value."""
    return Form(
        Rating(row.rating, row.deviation, row.volatility),
        Rating(row.board, row.board_deviation, row.board_volatility),
        row.matches,
        row.board_matches,
        row.opponents,
        row.at,
        row.last,
    )


def _columns(form: Form) -> dict[str, Any]:
    return {
        "rating": form.rating.rating,
        "deviation": form.rating.deviation,
        "volatility": form.rating.volatility,
        "board": form.board.rating,
        "board_deviation": form.board.deviation,
        "board_volatility": form.board.volatility,
        "matches": form.matches,
        "board_matches": form.board_matches,
        "opponents": form.opponents,
        "at": form.at,
        "last": form.last,
    }


def _set_form(connection: Connection, bucket: Bucket, who: str, form: Form, *, is_new: bool) -> None:
    key = {"game": bucket[0], "pace": bucket[1], "guest": who}
    if is_new:
        connection.execute(insert(ratings).values(**key, **_columns(form)))
    else:
        mine = and_(_in(ratings, bucket), ratings.c.guest == who)
        connection.execute(update(ratings).where(mine).values(**_columns(form)))


def _met(connection: Connection, bucket: Bucket, result: RatedMatch) -> dict[Pair, Met]:
    """How often the people of a match met before it."""
    people = result.people
    query = select(meetings).where(
        _in(meetings, bucket), meetings.c.guest.in_(people), meetings.c.opponent.in_(people)
    )
    found = {(a, b): Met() for a in people for b in people if a != b}
    for row in connection.execute(query):
        before = found[row.guest, row.opponent]
        here = row.matches if row.month == month(result.at) else 0
        found[row.guest, row.opponent] = Met(before.this_month + here, before.counted + row.counted)
    return found


def _meet(connection: Connection, bucket: Bucket, pair: Pair, when: int, *, counted: bool) -> None:
    here = and_(
        _in(meetings, bucket),
        meetings.c.guest == pair[0],
        meetings.c.opponent == pair[1],
        meetings.c.month == when,
    )
    more = {"matches": meetings.c.matches + 1, "counted": meetings.c.counted + int(counted)}
    if not connection.execute(update(meetings).where(here).values(**more)).rowcount:
        connection.execute(
            insert(meetings).values(
                game=bucket[0],
                pace=bucket[1],
                guest=pair[0],
                opponent=pair[1],
                month=when,
                matches=1,
                counted=int(counted),
            )
        )


_TELL_SEAT = (
    update(finished_seats)
    .where(finished_seats.c.table == bindparam("b_table"), finished_seats.c.guest == bindparam("b_guest"))
    .values({name: bindparam(f"b_{name}") for name in ("rating", "deviation", "rated")})
)


def _told(result: RatedMatch, change: Change) -> Iterator[dict[str, Any]]:
    """What a match did to the ratings of its people, for their seats."""
    for who, form in change.after.items():
        before = change.before[who].rating
        yield {
            "b_table": result.match,
            "b_guest": who,
            "b_rating": before.rating,
            "b_deviation": before.deviation,
            "b_rated": form.rating.rating,
        }


# --- all of them again ---------------------------------------------------------------------------


def refold(connection: Connection, bucket: Bucket) -> None:
    """Counts every match of a game and a pace again."""
    standings = Standings()
    for table in (ratings, meetings):
        connection.execute(delete(table).where(_in(table, bucket)))
    found = results_of(connection, bucket)
    told = [row for result in found for row in _told(result, standings.enter(result))]
    if told:
        connection.execute(_TELL_SEAT, told)
    key = {"game": bucket[0], "pace": bucket[1]}
    forms = [{**key, "guest": who, **_columns(form)} for who, form in standings.forms.items()]
    if forms:
        connection.execute(insert(ratings), forms)
    pairs = [
        {**key, "guest": a, "opponent": b, "month": when, "matches": times, "counted": counted}
        for (a, b), months in standings.meetings.items()
        for when, (times, counted) in months.items()
    ]
    if pairs:
        connection.execute(insert(meetings), pairs)


def results_of(connection: Connection, bucket: Bucket) -> list[RatedMatch]:
    """The rated matches of a game and a pace, in the order of the fold."""
    rows = connection.execute(
        select(finished.c.ended, finished_seats)
        .join(finished_seats, finished_seats.c.table == finished.c.table)
        .where(_in(finished, bucket), finished.c.counts.is_(True))
        .order_by(finished.c.ended, finished.c.table, finished_seats.c.seat)
    ).all()
    return [
        RatedMatch(table, seats[0].ended, tuple(_place(row) for row in seats))
        for table, found in groupby(rows, lambda row: row.table)
        for seats in [list(found)]
    ]


def _place(row: Row[Any]) -> Place:
    anchor = Rating(row.rating, row.deviation) if row.guest is None else None
    return Place(row.guest, row.rank, anchor)


def buckets(connection: Connection) -> list[Bucket]:
    """Every game and pace with rated matches."""
    query = select(finished.c.game, finished.c.pace).where(finished.c.counts.is_(True)).distinct()
    return [(row.game, row.pace) for row in connection.execute(query.order_by(*query.selected_columns))]


def all_forms(connection: Connection) -> Mapping[Bucket, dict[str, Form]]:
    """Everything that is known about anybody, as it is kept."""
    found: dict[Bucket, dict[str, Form]] = {}
    for row in connection.execute(select(ratings)):
        found.setdefault((row.game, row.pace), {})[row.guest] = form_of(row)
    return found


def anchors_of(connection: Connection, table: str) -> dict[int, Rating]:
    """By level: the ratings of the bots of a match as they were when it was entered."""
    query = select(finished_seats).where(finished_seats.c.table == table, finished_seats.c.guest.is_(None))
    return {
        row.level: Rating(row.rating, row.deviation)
        for row in connection.execute(query)
        if row.rating is not None
    }


def missing(kept: Any, last: tuple[Millis, str], limit: int) -> Any:
    """Tables (or archived ones) after the `last` one whose match has ended and was not entered."""
    later = or_(kept.c.ended > last[0], and_(kept.c.ended == last[0], kept.c.id > last[1]))
    known = exists().where(finished.c.table == kept.c.id)
    ends = or_(*(kept.c.result.like(f'{{"how": "{how}"%') for how in ("game", "draw", "abort")))
    found = select(kept.c.id, kept.c.ended).where(later, ends, ~known)
    return found.order_by(kept.c.ended, kept.c.id).limit(limit)
