"""Puzzles on the wire: what is asked and shown comes first, answers and reasons with the verdict alone."""

from typing import Any

from pydantic import Field

from ludoteka.server.messages.models import Awaiting, Described, Incoming, MoveText, Outgoing, Spoken
from ludoteka.server.messages.wire import Examined, Moves, Refused, Scored, StepList


class PuzzleQuestion(Incoming):
    """A question about the position of a puzzle: previews, legal moves, steps."""

    score: MoveText | None = None
    examine: MoveText | None = None
    legal: int | None = Field(strict=True, default=None, ge=0, le=1000)  # list at most so many moves
    steps: MoveText | None = None  # the prefix


class PuzzleMove(Incoming):
    """The answer of somebody who solves: a move as the game writes it; null: they give up."""

    move: MoveText | None


class PuzzleStanding(Outgoing):
    """How far somebody has come in one game; `sure` once the rating is known well."""

    game: str
    rating: int
    sure: bool
    tried: int
    solved: int
    streak: int  # solved one after another, up to now
    best: int  # the longest streak
    of: int  # puzzles of this game


class PuzzleSheet(Outgoing):
    """A puzzle to solve: nothing of its answer is here. `counts` is false when it comes again."""

    id: str
    game: str
    seat: int
    asks: Spoken
    rating: int
    counts: bool
    awaiting: Awaiting
    view: Any
    plain: str | None
    standing: PuzzleStanding


class PuzzleAsked(Outgoing):
    """What was asked about the position."""

    score: Scored | Refused | None = None
    examined: Examined | Refused | None = None
    legal: Moves | Refused | None = None
    steps: StepList | Refused | None = None


class PuzzleWay(Outgoing):
    """A move: as text, in words, and the squares that it lights."""

    move: str
    where: list[str]
    described: Described | None


class PuzzleReason(Spoken):
    """Why the answer is better, with the squares that it is about."""

    where: list[str]


class PuzzleVerdict(Outgoing):
    """Whether it was right, what was best and why; `after` is the view after the best move.

    `others` says how many further moves are as good. `change` is what the rating gained or lost; null: it did
    not count, because this puzzle was tried before.
    """

    right: bool
    played: PuzzleWay | None  # null: given up
    best: PuzzleWay
    others: int
    tells: Spoken
    why: list[PuzzleReason]
    after: Any
    change: int | None
    standing: PuzzleStanding
