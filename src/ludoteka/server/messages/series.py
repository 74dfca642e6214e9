"""What is told about series: tables that many play with the same draws."""

from typing import Literal

from ludoteka.server.messages.models import OptionValue, Outgoing


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
