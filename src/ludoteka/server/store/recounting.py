"""Ratings counted again from the logs, and compared with what is kept."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sqlalchemy import Connection, delete, select

from ludoteka.core.game import AnyGame
from ludoteka.ratings.fold import Form, fold
from ludoteka.server.store import archive, standings
from ludoteka.server.store.standings import Bucket
from ludoteka.server.store.tables import archive as kept_tables
from ludoteka.server.store.tables import finished, finished_seats, meetings, ratings, tables
from ludoteka.server.table.finished import Anchors, EndedMatch, of_log
from ludoteka.server.table.ledger import Ledger

GameOf = Callable[[str], AnyGame | None]  # None: it is not installed here


@dataclass(frozen=True, slots=True)
class Recount:
    """How many matches there are, and whose ratings were kept otherwise than they follow."""

    matches: int
    wrong: tuple[tuple[Bucket, str], ...]


def from_logs(connection: Connection, game_of: GameOf, anchors: Anchors) -> Iterator[EndedMatch]:
    """Every match that has ended, from its log alone; bots as they were rated then, if that is known."""
    for kept in (tables, kept_tables):
        query = select(kept.c.id).where(kept.c.ended.is_not(None)).order_by(kept.c.ended)
        for (table,) in connection.execute(query).all():
            loaded = archive.load(connection, table, 0)
            game = None if loaded is None else game_of(loaded.table.game)
            if loaded is None or game is None:
                continue
            match = of_log(Ledger(loaded, game), _as_then(connection, table, anchors))
            if match is not None:
                yield match


def _as_then(connection: Connection, table: str, anchors: Anchors) -> Anchors:
    then = standings.anchors_of(connection, table)
    return lambda game, level: then.get(level) or anchors(game, level)


def folded(matches: list[EndedMatch]) -> dict[Bucket, dict[str, Form]]:
    """The ratings that follow from these matches."""
    counted = [match for match in matches if match.counts]
    games = {(match.game, match.pace) for match in counted}
    return {
        bucket: fold(match.result for match in counted if (match.game, match.pace) == bucket)[0].forms
        for bucket in games
    }


def recount(connection: Connection, game_of: GameOf, anchors: Anchors) -> Recount:
    """Puts everything that follows from the logs in place of what is kept, also beside a running server."""
    standings.hold(connection)
    matches = list(from_logs(connection, game_of, anchors))
    before, now = standings.all_forms(connection), folded(matches)
    wrong = [
        (bucket, who)
        for bucket in sorted(before.keys() | now.keys())
        for who in sorted(before.get(bucket, {}).keys() | now.get(bucket, {}).keys())
        if before.get(bucket, {}).get(who) != now.get(bucket, {}).get(who)
    ]
    for table in (finished, finished_seats, ratings, meetings):
        connection.execute(delete(table))
    for match in matches:
        standings.keep(connection, match)
    for bucket in standings.buckets(connection):
        standings.refold(connection, bucket)
    return Recount(len(matches), tuple(wrong))
