"""What is told about series: tables that many play with the same draws."""

from typing import Literal

from pydantic import Field

from ludoteka.server.messages.bodies import SeatForBot, SeatForMe
from ludoteka.server.messages.models import Described, Incoming, OptionValue, Outgoing


class Bar(Outgoing):
    """How many results lie between two scores, both included."""

    low: int
    high: int
    count: int


class TrySheet(Outgoing):
    """A result among others. `table` is told once its secrets are: it can then be replayed."""

    name: str
    score: int
    rank: int
    mine: bool
    table: str | None


class MyTry(Outgoing):
    """My own try; without a score it is still `running`, was `left`, or came too `late` to count."""

    table: str
    state: Literal["running", "finished", "left", "late"]
    score: int | None
    rank: int | None


class PlayedDay(Outgoing):
    """A day on which I finished, with my score."""

    day: str
    score: int


class DaySheet(Outgoing):
    """The board of a day. Others' results are told to those who have finished, and to all when it is over.

    `score` is by how many points a try was ahead of the bot (`level`), or simply its points (`level` null).
    The `seed` of a day that is over gives its `commitment`, which was known the day before.
    """

    game: str
    day: str
    state: Literal["coming", "open", "over"]
    begins: int  # milliseconds since 1970
    ends: int
    now: int
    zone: str
    level: int | None
    options: dict[str, OptionValue]
    commitment: str
    seed: str | None
    next_commitment: str | None
    begun: int
    finished: int
    mine: MyTry | None
    bars: list[Bar]
    leaders: list[TrySheet]
    streak: int
    days: list[PlayedDay]


class DayCard(Outgoing):
    """Today's board of a game in short."""

    game: str
    day: str
    ends: int
    now: int
    level: int | None
    finished: int
    mine: MyTry | None
    streak: int


# --- groups --------------------------------------------------------------------------------------


class NewGroup(Incoming):
    """The same draws and the same bots for a group. `seats` are those of every table: me once, and bots."""

    game: str = Field(max_length=40)
    seats: list[SeatForMe | SeatForBot] = Field(min_length=1, max_length=16)
    options: dict[str, OptionValue] = Field(default={}, max_length=64)
    hours: int = Field(strict=True, default=24, ge=1, le=720)


class Member(Outgoing):
    """Somebody's try in a group; scores and places are told when it is over."""

    name: str
    state: Literal["running", "finished", "left", "late"]
    score: int | None
    rank: int | None
    mine: bool
    table: str | None


class GroupSheet(Outgoing):
    """A group that plays the same. When it is over, everything of it is told."""

    id: str
    game: str
    options: dict[str, OptionValue]
    levels: list[int]  # of the bots at each table
    state: Literal["open", "over"]
    host: bool  # you opened it
    closes: int
    now: int
    commitment: str
    seed: str | None
    mine: MyTry | None
    members: list[Member]


class MoveFound(Outgoing):
    """What somebody did at a turn: `points` it brought, `total` after it; `ply` leads to the replay."""

    ply: int
    text: str
    described: Described | None
    points: int
    total: int
    best: bool  # nobody got more out of this turn


class Compared(Outgoing):
    """A group's tries side by side, the best first: `turns[n][m]` is what member m did at turn n, or null."""

    members: list[Member]
    turns: list[list[MoveFound | None]]
