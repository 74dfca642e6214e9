"""Bodies of HTTP requests and answers."""

from typing import Annotated, Any, Literal

from pydantic import Field, StrictBool, StringConstraints

from ludoteka.server.messages.models import (
    Allows,
    Awaiting,
    Control,
    Described,
    Entry,
    Incoming,
    MoveText,
    Name,
    NoControl,
    OptionValue,
    Outgoing,
    Password,
    Position,
    SeatNumber,
)
from ludoteka.server.messages.wire import Examined, Moves, Refused, Scored, StepList


class SeatForMe(Incoming):
    """I sit here; several of these are several people on one device, with names of their own."""

    kind: Literal["me"]
    name: Name | None = None


class SeatForAnyone(Incoming):
    """Waits for a person."""

    kind: Literal["open"]


class SeatForBot(Incoming):
    """A bot of this level sits here."""

    kind: Literal["bot"]
    level: int = Field(strict=True, ge=0, le=100)


SeatWish = Annotated[SeatForMe | SeatForAnyone | SeatForBot, Field(discriminator="kind")]


class NewTable(Incoming):
    """Opens a table; the match starts when every seat is taken."""

    game: str = Field(max_length=40)
    seats: list[SeatWish] = Field(min_length=1, max_length=16)
    options: dict[str, OptionValue] = Field(default={}, max_length=64)
    control: Control = NoControl()
    allows: Allows = Allows()
    public: StrictBool = False


class Pairing(Incoming):
    """Quick pairing: sits down at a waiting public table like this one, with somebody about as strong, or
    opens it; the server goes on looking while it waits."""

    game: str = Field(max_length=40)
    seats: int = Field(strict=True, default=2, ge=1, le=16)
    options: dict[str, OptionValue] = Field(default={}, max_length=64)
    control: Control = NoControl()
    rated: StrictBool = False


class SitDown(Incoming):
    """Takes an open seat (any, if none is named)."""

    seat: SeatNumber | None = None
    name: Name | None = None


class FillSeat(Incoming):
    """Puts a bot on an open seat."""

    level: int = Field(strict=True, ge=0, le=100)


class TryAgain(Incoming):
    """Plays on from before event `ply` of a finished match; `level` null: bots stay as they were."""

    ply: int = Field(strict=True, ge=1, le=10**6)
    level: int | None = Field(strict=True, default=None, ge=0, le=100)


class Rename(Incoming):
    """A name to be shown; null: keep it."""

    name: Name | None = None


class Claim(Incoming):
    """Name and password: to keep a name, or to come back from another device."""

    name: Name
    password: Password


class NewBot(Incoming):
    """Opens a bot account for an outside program."""

    name: Name


class SessionSheet(Outgoing):
    """A device that knows me: since when, when it was last here, and whether it is this one."""

    id: str
    created: int
    seen: int
    device: str
    here: bool


class BotSheet(Outgoing):
    """A bot account; its token is shown once, when it is made."""

    id: str
    name: str
    token: str | None = None


class StudyEvent(Incoming):
    """One event on a study board: a move of a seat, an outcome of chance, or a leaving."""

    seat: SeatNumber | None = None
    move: MoveText | None = None
    outcome: MoveText | None = None
    leave: StrictBool = False
    at: Annotated[int, Field(strict=True, ge=0, le=2**53)] | None = None


class Study(Incoming):
    """A board without a table: a position (or a fresh match), some events, and questions about it."""

    game: str = Field(max_length=40)
    position: Annotated[str, StringConstraints(max_length=8000)] | None = None
    seats: int = Field(strict=True, default=2, ge=1, le=16)
    options: dict[str, OptionValue] = Field(default={}, max_length=64)
    seed: Annotated[str, StringConstraints(max_length=200)] | None = None  # given: chance is sampled
    events: list[StudyEvent] = Field(default=[], max_length=1000)
    seat: SeatNumber | None = None  # whose view; null: a spectator's
    score: MoveText | None = None
    examine: MoveText | None = None
    legal: int | None = Field(strict=True, default=None, ge=0, le=1000)  # list at most so many moves
    steps: MoveText | None = None  # the prefix
    plain: StrictBool = False  # also the view as plain text


class Analysis(Incoming):
    """A position to be looked at; `seat`: whose moves, where several may act."""

    game: str = Field(max_length=40)
    position: Annotated[str, StringConstraints(max_length=8000)]
    seat: SeatNumber | None = None


class Studied(Outgoing):
    """The study board after its events; `refused` is set, and the board stands before it, if one failed."""

    position: str
    ply: int
    awaiting: Awaiting
    view: Any
    told: list[str]
    described: list[Described | None]  # each event in words, where the game has them
    where: list[list[str]]  # the squares of each event that is told in full
    refused: Refused | None = None
    failed: int | None = None  # the number of the event that was refused, from 0
    score: Scored | Refused | None = None
    examined: Examined | Refused | None = None
    legal: Moves | Refused | None = None
    steps: StepList | Refused | None = None
    plain: str | None = None  # the view as plain text, where it was asked for and the game can draw it so


class AtPly(Outgoing):
    """The table after `ply` events, for one pair of eyes; `scored` is what the last move brought.

    `plain` is the view as plain text, where it was asked for and the game can draw it so. `position` is the
    whole state as text, once nothing is hidden any more.
    """

    ply: int
    last: int
    at: int
    awaiting: Awaiting
    seat: int | None
    view: Any
    entry: Entry | None
    scored: Scored | None = None
    plain: str | None = None
    position: str | None = None


class PositionNow(Outgoing):
    """How the table stands; with some legal moves of your seat, where they were asked for."""

    position: Position
    legal: Moves | None = None


class LogPage(Outgoing):
    """A piece of the log, as this client may know it."""

    seq: int
    entries: list[Entry]


class Finding(Outgoing):
    """Something in a record that does not fit."""

    line: int
    text: str


class Verification(Outgoing):
    """Whether the draws follow from the seed that was committed to before the first event."""

    commitment: str
    seed: str
    clean: bool
    draws: int  # draws that were derived again
    findings: list[Finding]


class ReviewSheet(Outgoing):
    """A review on its way: `done` of so many events are judged, and `parts` hold what was found so far.

    `review` is the whole, once it is there. What both hold is described in docs/guide/study.md.
    """

    done: int
    of: int
    parts: list[dict[str, Any]]
    review: dict[str, Any] | None


class SkillSheet(Outgoing):
    """How often plays that needed a skill were found and missed; the share found with its interval, 95 %."""

    skill: str
    found: int
    missed: int
    share: float
    low: float
    high: float
    known: bool  # there were chances enough to say something
    weak: bool  # missed more often than the others, beyond chance


class SkillsSheet(Outgoing):
    """What I find and miss in a game, over all my reviewed matches."""

    game: str
    matches: int
    skills: list[SkillSheet]


class ReviewedMatches(Outgoing):
    """How many of my matches in a game were reviewed."""

    game: str
    matches: int


class Problem(Outgoing):
    """An HTTP answer that says no."""

    error: Refused


class Preparing(Outgoing):
    """What is being compiled for this machine, the first time only; everything can be played meanwhile.

    `share` of `game` is done, then come those that are `waiting`; `game` null: nothing is left to do.
    """

    game: str | None
    share: float
    waiting: list[str]
