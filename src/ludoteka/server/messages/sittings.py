"""Sittings on the wire: duplicate with one rack for all (docs/rules/duplicate.md)."""

from typing import Any, Literal

from pydantic import Field

from ludoteka.server.messages.models import Described, Incoming, MoveText, OptionValue, Outgoing


class NewSitting(Incoming):
    """A new sitting: `options` of the game, `form` of the sitting (turns, seconds, pace)."""

    game: str = Field(max_length=40)
    options: dict[str, OptionValue] = Field(default={}, max_length=64)
    form: dict[str, OptionValue] = Field(default={}, max_length=8)


class HandIn(Incoming):
    """My move in a turn. A turn that is over takes none any more."""

    turn: int = Field(strict=True, ge=1, le=10_000)
    move: MoveText


class SittingForm(Outgoing):
    """How a sitting is played; `turns` 0: to the end of the game."""

    turns: int
    seconds: int
    pace: Literal["clock", "host"]


class MoveSheet(Outgoing):
    """A move: as text, in words, what it brings, and the squares that it lights."""

    text: str
    described: Described | None
    points: int
    where: list[str]


class SitterSheet(Outgoing):
    """Somebody who takes part. `handed` says that they have handed in, never what.

    `tops` counts the turns in which they found as much as there was; `percent` is of the most possible.
    """

    name: str
    state: Literal["here", "away", "left"]  # away: the turn does not wait for them
    handed: bool
    points: int
    percent: int | None
    tops: int
    rank: int


class SittingTurn(Outgoing):
    """A turn that is over. `by` are the players who handed in what was laid; `points` are by player.

    `change`: nobody found points, so the rack was changed. A null in `points`: nothing was handed in.
    """

    number: int
    laid: MoveSheet
    change: bool
    by: list[int]
    best: MoveSheet | None
    points: list[int | None]


class WholeTurn(SittingTurn):
    """The same with everybody's moves, by player; board and rack before it, and `after` the move was laid."""

    found: list[MoveSheet | None]
    view: Any
    after: Any
    plain: str | None  # `after` as text


class MyChair(Outgoing):
    """My own part: my number among the players, and what I have handed in this turn."""

    player: int
    state: Literal["here", "away", "left"]
    handed: MoveSheet | None


class RunningSitting(Outgoing):
    """A sitting of mine that goes on; `waits`: for my move, or for me to begin the next turn."""

    id: str
    game: str
    state: Literal["waiting", "turn", "between"]
    turn: int
    turns: int  # 0: to the end of the game
    players: int
    host: bool  # you opened it
    waits: bool


class SittingSheet(Outgoing):
    """A sitting, as whoever asks may know it. Board and rack are everybody's; moves are told afterwards.

    `turn` is the one that goes on, or the last one; `until` is when its time is over. `seq` grows with every
    change: who asks with `seen` is answered when there is something newer.
    """

    id: str
    game: str
    options: dict[str, OptionValue]
    form: SittingForm
    state: Literal["waiting", "turn", "between", "over"]
    host: bool  # you opened it
    seq: int
    now: int
    until: int | None
    turn: int
    view: Any
    plain: str | None
    most: int
    mine: MyChair | None
    players: list[SitterSheet]
    last: SittingTurn | None
    rule: str | None  # the one that ended it
    commitment: str
    seed: str | None
