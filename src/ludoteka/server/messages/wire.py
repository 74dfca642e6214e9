"""The messages on a table's socket: typed here, and read and written by nothing else.

What a client sends is strict: unknown fields, wrong types and oversized texts never get further.
"""

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field, StrictBool, StringConstraints, TypeAdapter

from ludoteka.server.messages.models import (
    PROTOCOL,
    Described,
    Emote,
    Entry,
    Incoming,
    Key,
    MoveText,
    Outgoing,
    Phrase,
    Position,
    Proposal,
    RequestId,
    SeatNumber,
    Seq,
    Spoken,
    TableSheet,
)


class Alternative(Outgoing):
    """A move that was there, with what it would have brought, its squares and its words."""

    move: str
    points: int | None = None
    where: tuple[str, ...] = ()
    described: Described | None = None


class Welcome(Outgoing):
    """The first message on a socket: the table, how it stands, and every entry after `since`."""

    kind: Literal["welcome"] = "welcome"
    protocol: int = PROTOCOL
    table: TableSheet
    position: Position
    entries: list[Entry]
    phrases: list[str]
    emotes: list[str]


class News(Outgoing):
    """Entries that are durable now, and how the table stands after them.

    `key` names your own action that brought them about. `table` is sent along when people changed.
    """

    kind: Literal["news"] = "news"
    entries: list[Entry]
    position: Position
    table: TableSheet | None = None
    key: str | None = None


class Scored(Outgoing):
    """What a half-entered move would score, or a played one scored.

    `described` says it in words, where a question is answered: a played move has them in its entry.
    """

    kind: Literal["scored"] = "scored"
    points: int
    detail: list[Any]
    id: int = 0
    described: Described | None = None


Rare = Field(default=None, exclude_if=lambda value: value is None)


class FreshEntry(Entry):
    """An entry that has just happened, small: what would be null is left out.

    `where` is left out where `described` has the same. `scored` is for those who `listen` and may know the
    whole move.
    """

    where: list[str] = Field(default=[], exclude_if=lambda value: not value)
    name: str | None = Rare
    level: int | None = Rare
    phrase: Phrase | None = Rare
    emote: Emote | None = Rare
    what: str | None = Rare
    ref: int | None = Rare
    accept: bool | None = Rare
    table: str | None = Rare
    scored: Scored | None = Rare


class Changed(Outgoing):
    """The same as `news`, for a client that asked for differences.

    `position` is what changed in the position that this client was sent last, the one after `since`: in
    brackets a new value (nothing in them: the key is gone), in braces what changed inside, by key or number.
    """

    kind: Literal["changed"] = "changed"
    entries: list[FreshEntry]
    since: int
    position: dict[str, Any]
    table: TableSheet | None = Rare
    key: str | None = Rare


class Done(Outgoing):
    """Your action was played before (the key is known): it stands at `seq`."""

    kind: Literal["done"] = "done"
    key: str
    seq: int


Why = Literal["illegal-move", "bad-notation", "bad-request", "stale", "too-fast", "internal"]


class Refused(Spoken):
    """No, and why; nothing has changed. `stale`: the table moved on before your action came."""

    kind: Literal["refused"] = "refused"
    why: Why
    rule: str | None
    where: list[str]
    key: str | None = None
    id: int | None = None


class Presence(Outgoing):
    """Who is here now; not in the log."""

    kind: Literal["presence"] = "presence"
    seats: list[bool]
    spectators: int
    thinking: list[int]


class Moves(Outgoing):
    """Legal moves; `count` of them in all."""

    kind: Literal["moves"] = "moves"
    moves: list[str]
    count: int
    id: int = 0


class Checked(Spoken):
    """One condition of a half-entered move, and whether it holds."""

    holds: bool
    rule: str
    where: list[str]


class Examined(Outgoing):
    """The conditions of a half-entered move; `points` once all of them hold."""

    kind: Literal["examined"] = "examined"
    checks: list[Checked]
    points: int | None
    id: int = 0


class StepList(Outgoing):
    """Steps that can follow a prefix."""

    kind: Literal["steps"] = "steps"
    steps: list[str]
    complete: bool
    board: Any
    moves: list[str]
    id: int = 0


class Hinted(Spoken):
    """Step 1 says what to look for (`points`: what it brings), step 2 where, step 3 the move.

    `described` is the move of step 3 in words, `move` its text, to be played.
    """

    kind: Literal["hint"] = "hint"
    step: int
    where: list[str]
    move: str | None
    points: int | None = None
    described: Described | None = None
    id: int


class Alternatives(Outgoing):
    """What else was there at that ply (the number of events before it)."""

    kind: Literal["alternatives"] = "alternatives"
    ply: int
    moves: list[Alternative]
    id: int = 0


class Pong(Outgoing):
    """Answer to a ping, with the match time."""

    kind: Literal["pong"] = "pong"
    id: int
    at: int


Goodbye = Literal["shutdown", "slow", "too-fast", "busy", "bad-message", "gone"]


class Bye(Spoken):
    """The last message: why the server closes. `retry`: come back with `since`, but not before `after` s."""

    kind: Literal["bye"] = "bye"
    why: Goodbye
    retry: bool
    after: float = 0


FromServer: TypeAlias = (
    Welcome
    | News
    | Changed
    | Done
    | Refused
    | Presence
    | Scored
    | Examined
    | Moves
    | StepList
    | Hinted
    | Alternatives
    | Pong
    | Bye
)


# --- what a client says on a socket ---


class Action(Incoming):
    """Changes the table: `seen` is the last seq this client knew, `key` makes it happen once."""

    seen: Seq
    key: Key


class Play(Action):
    """Makes a move."""

    do: Literal["play"]
    seat: SeatNumber
    move: MoveText


class Leave(Action):
    """Resigns: the seat is gone for good."""

    do: Literal["leave"]
    seat: SeatNumber


class Say(Action):
    """A phrase, an emote, or (where the table has free chat) a text."""

    do: Literal["say"]
    seat: SeatNumber | None = None
    phrase: Phrase | None = None
    emote: Emote | None = None
    text: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=300)] | None = None


class Propose(Action):
    """Proposes a draw, an abort, a take-back to `ply` events, or a rematch."""

    do: Literal["propose"]
    seat: SeatNumber
    what: Proposal
    ply: Seq | None = None


class Respond(Action):
    """Accepts or declines the offer numbered `ref`; its own proposer declining withdraws it."""

    do: Literal["respond"]
    seat: SeatNumber
    ref: Seq
    accept: StrictBool


class AskScore(Incoming):
    """A preview of a half-entered move."""

    do: Literal["score"]
    id: RequestId
    seat: SeatNumber
    move: MoveText


class AskExamine(Incoming):
    """Which conditions of a half-entered move hold."""

    do: Literal["examine"]
    id: RequestId
    seat: SeatNumber
    move: MoveText


class AskLegal(Incoming):
    """The legal moves of a seat of yours."""

    do: Literal["legal"]
    id: RequestId
    seat: SeatNumber
    limit: int = Field(strict=True, default=200, ge=0, le=2000)


class AskSteps(Incoming):
    """What can follow the steps chosen so far."""

    do: Literal["steps"]
    id: RequestId
    seat: SeatNumber
    prefix: MoveText = ""


class AskHint(Incoming):
    """A hint, in three steps."""

    do: Literal["hint"]
    id: RequestId
    seat: SeatNumber
    step: int = Field(strict=True, ge=1, le=3)


class AskAlternatives(Incoming):
    """What else was there before event number `ply` + 1."""

    do: Literal["alternatives"]
    id: RequestId
    ply: Seq


class Ping(Incoming):
    """Is anybody there?"""

    do: Literal["ping"]
    id: RequestId


class Listen(Incoming):
    """Whether `changed` should tell what each move scored; there is no answer."""

    do: Literal["listen"]
    scored: StrictBool


AnyAction: TypeAlias = Play | Leave | Say | Propose | Respond
TaggedAction = Annotated[AnyAction, Field(discriminator="do")]
FromClient = Annotated[
    Play
    | Leave
    | Say
    | Propose
    | Respond
    | AskScore
    | AskExamine
    | AskLegal
    | AskSteps
    | AskHint
    | AskAlternatives
    | Listen
    | Ping,
    Field(discriminator="do"),
]

FROM_CLIENT: TypeAdapter[
    Play
    | Leave
    | Say
    | Propose
    | Respond
    | AskScore
    | AskExamine
    | AskLegal
    | AskSteps
    | AskHint
    | AskAlternatives
    | Listen
    | Ping
] = TypeAdapter(FromClient)
