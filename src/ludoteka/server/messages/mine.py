"""Bodies about somebody's own games, ratings, statistics and challenges."""

from typing import Annotated, Literal

from pydantic import Field, StrictBool, StringConstraints

from ludoteka.server.messages.models import (
    Control,
    Incoming,
    Name,
    NoControl,
    OptionValue,
    Outgoing,
    Password,
    SeatNumber,
    TableId,
    TableSheet,
)
from ludoteka.server.messages.sittings import RunningSitting

Pace = Literal["quick", "long", "days"]
MyOutcome = Literal["won", "drawn", "lost", "aborted", "several", "alone"]


class RatingNumbers(Outgoing):
    """A rating: with 95 % certainty within two deviations."""

    rating: int
    deviation: int


class FormSheet(Outgoing):
    """How strong somebody is in a game at a pace; `provisional` until enough is known."""

    rating: int
    deviation: int
    provisional: bool
    matches: int


class Stakes(Outgoing):
    """What a rated match does to my rating: if I win, draw or lose against all `others`.

    Where a seat is still open, somebody of my own strength is assumed. `level` is the bot that fits me.
    """

    pace: Pace
    mine: FormSheet
    others: list[RatingNumbers]
    win: int
    draw: int
    loss: int
    level: int | None


class MyRating(FormSheet):
    """A rating of mine; `place` is mine on the leaderboard, null: I do not stand on it.

    It takes `opponents` different ones that counted: see the leaderboard's rule.
    """

    game: str
    pace: Pace
    place: int | None
    opponents: int


class BoardLine(Outgoing):
    """Somebody on a leaderboard, ordered by what their rating is at least."""

    place: int
    name: str
    rating: int
    deviation: int
    matches: int
    opponents: int
    mine: bool


class Leaderboard(Outgoing):
    """The strongest people of a game at a pace.

    Only matches between people count, against those whose rating is established (a deviation of at most
    `established`), and of those with one opponent the first `meetings` in thirty days. Whoever has claimed
    their name, has met `opponents` different ones and is established stands on it.
    """

    game: str
    pace: Pace
    lines: list[BoardLine]
    established: int
    meetings: int
    opponents: int


class FinishedSeat(Outgoing):
    """Who sat there; `change` is what the match did to their rating."""

    seat: int
    name: str
    mine: bool
    level: int | None
    rank: int
    score: int | None
    rating: int | None
    change: int | None


class FinishedGame(Outgoing):
    """A finished match of mine. `several`: I played more than one seat of it; `alone`: there was only one."""

    table: str
    game: str
    pace: Pace
    ended: int
    how: Literal["game", "draw", "abort", "unplayed"]
    plies: int
    lasted: int
    rated: bool
    outcome: MyOutcome
    seats: list[FinishedSeat]


class FinishedPage(Outgoing):
    """Some of my finished matches, the latest first; `total` of them fit the question."""

    games: list[FinishedGame]
    total: int


class RunningGame(Outgoing):
    """A table of mine that is not over; `waits`: it is my turn. `left`: how long I have (null: no clock)."""

    table: TableSheet
    waits: bool
    left: int | None


class ChallengeSheet(Outgoing):
    """A match that somebody asked for: with `name`, by me or by them."""

    table: TableSheet
    name: str
    mine: bool
    stakes: Stakes | None


class MyGames(Outgoing):
    """What goes on: what waits for me comes first."""

    waiting: int
    games: list[RunningGame]
    challenges: list[ChallengeSheet]
    sittings: list[RunningSitting]


class Tally(Outgoing):
    """How matches went."""

    won: int
    drawn: int
    lost: int


class TallyAt(Tally):
    """The matches from `since` on, until the next one of the list."""

    since: int


class TallyIn(Tally):
    """The matches of one game, and how long they lasted together, in milliseconds."""

    game: str
    lasted: int


class TallyWith(Tally):
    """The matches with one opponent (a bot has a `level`)."""

    name: str
    level: int | None


class RatingAt(Outgoing):
    """A rating after a match."""

    at: int
    rating: int


class RatingHistory(Outgoing):
    """How a rating went."""

    game: str
    pace: Pace
    points: list[RatingAt]


class Statistics(Outgoing):
    """My matches in numbers: over time, by game, by opponent, and my ratings."""

    total: Tally
    over_time: list[TallyAt]
    by_game: list[TallyIn]
    by_opponent: list[TallyWith]
    ratings: list[RatingHistory]


class ForgetMe(Incoming):
    """Deletes everything about me. `name` is mine, to be sure; a claimed name needs its password."""

    name: Annotated[str, StringConstraints(max_length=24)]
    password: Password | None = None


class ChallengeWish(Incoming):
    """Asks somebody for a match: a claimed `name`, or who sat on `seat` of `table` with me."""

    name: Name | None = None
    table: TableId | None = None
    seat: SeatNumber | None = None
    game: str = Field(max_length=40)
    options: dict[str, OptionValue] = Field(default={}, max_length=64)
    control: Control = NoControl()
    rated: StrictBool = False
