"""What tables, people, games and log entries look like on the wire: the parts of every message.

The page's TypeScript types are made from `models`, `bodies` and `wire`, by `schema`.
"""

from typing import Annotated, Any, Literal, TypeAlias, get_args

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StringConstraints, TypeAdapter

from ludoteka.core.description import Description
from ludoteka.core.sentences import Sentence

PROTOCOL = 1
MESSAGE_BYTES = 8192  # the largest message or body a client may send (the study body: STUDY_BYTES)
STUDY_BYTES = 65536

TableId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9]{4,24}$")]
Key = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=24)]
Password = Annotated[str, StringConstraints(min_length=8, max_length=200)]
MoveText = Annotated[str, StringConstraints(max_length=2000)]
SeatNumber = Annotated[int, Field(strict=True, ge=0, le=15)]
Seq = Annotated[int, Field(strict=True, ge=0, le=2**53)]
RequestId = Annotated[int, Field(strict=True, ge=0, le=2**53)]
OptionValue: TypeAlias = str | Annotated[int, Field(strict=True)]  # JSON's true is not a number

Phrase = Literal[
    "hello",
    "good-luck",
    "well-played",
    "thanks",
    "sorry",
    "one-moment",
    "your-turn",
    "good-game",
    "again",
    "bye",
]
Emote = Literal["smile", "think", "wow", "clap", "sad", "heart"]
PHRASES: tuple[str, ...] = get_args(Phrase)
EMOTES: tuple[str, ...] = get_args(Emote)
TableState = Literal["open", "running", "over"]
Proposal = Literal["draw", "abort", "takeback", "rematch"]


class Outgoing(BaseModel):
    """What the server says; it is ours, so it is not checked again in detail."""

    model_config = ConfigDict(frozen=True)


class Incoming(BaseModel):
    """What a client says: strict, and nothing beside the named fields."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Spoken(Outgoing):
    """A sentence for people: `text` is English, `template` and `values` are for other languages.

    A value is a number, a text for every language, a sentence of its own, or a `list` with its `joint`.
    """

    text: str
    template: str
    values: dict[str, Any]


def sentence_fields(sentence: Sentence) -> dict[str, Any]:
    """The fields of `Spoken`."""
    return {"text": sentence.text, **sentence.json()}


class Said(Outgoing):
    """A sentence without its English text; `one` is its English template where its number is one."""

    template: str
    values: dict[str, Any]
    one: str | None = Field(default=None, exclude_if=lambda value: value is None)


class DescribedItem(Outgoing):
    """One thing that an event consists of: `maths` is mathematics as text, `said` words.

    `notes` make the points add up; `seat` is whose points they are, where not those of whoever acted.
    """

    maths: str
    said: Said | None
    points: int | None
    notes: list[Said]
    where: list[str]
    seat: int | None


class Described(Outgoing):
    """An event in people's words: put the name of `seat` before `said`; null: it stands by itself."""

    said: Said
    items: list[DescribedItem]
    points: int | None
    where: list[str]
    seat: int | None


def described_sheet(description: Description | None) -> Described | None:
    """A description on the wire."""
    return None if description is None else Described(**description.json())


# --- time controls ---


class NoControl(Incoming):
    """No clock of the host."""

    kind: Literal["none"] = "none"


class PerMove(Incoming):
    """Each turn has so many seconds."""

    kind: Literal["move"]
    seconds: int = Field(strict=True, ge=5, le=86_400)


class Bank(Incoming):
    """A bank of seconds for the whole match; every turn adds the increment."""

    kind: Literal["bank"]
    seconds: int = Field(strict=True, ge=10, le=86_400)
    increment: int = Field(strict=True, default=0, ge=0, le=600)


class Days(Incoming):
    """Correspondence: so many days for each turn."""

    kind: Literal["days"]
    days: int = Field(strict=True, ge=1, le=30)


AnyControl: TypeAlias = NoControl | PerMove | Bank | Days
Control = Annotated[AnyControl, Field(discriminator="kind")]
CONTROL: TypeAdapter[AnyControl] = TypeAdapter(Control)


# --- games, people, tables ---


class Level(Outgoing):
    """A bot that can be asked to play, with a sentence about it and one character for its face.

    `rating` is what contests found; null: it was not measured, and cannot play rated matches.
    """

    level: int
    name: str
    about: str
    face: str
    rating: int | None = None


class PresetSheet(Outgoing):
    """Options that go well together, by key; the first is the rulebook's way to play."""

    key: str
    text: str
    options: dict[str, OptionValue]


class OptionSheet(Outgoing):
    """One option of a game, in plain words. `values` empty: a number, or a free text."""

    key: str
    text: str
    default: OptionValue | None
    values: list[str] = []
    labels: dict[str, str] = {}
    low: int | None = None
    high: int | None = None
    free: bool = False


class GameSheet(Outgoing):
    """What the page needs to offer a game; `example` is a position for its picture ("": it has none).

    `can` names the questions that are answered: score, examine, steps, hint, alternatives.
    """

    id: str
    title: str
    summary: str
    seats: tuple[int, int]
    minutes: tuple[int, int]
    rules: int
    traits: list[str]
    options: list[OptionSheet]
    presets: list[PresetSheet]
    example: str
    levels: list[Level]
    can: list[str]
    limits: bool = False  # it limits turns itself as it is usually played: a rated match needs no clock


class Me(Outgoing):
    """The guest of this cookie (or token); `id` null: nobody yet."""

    id: str | None
    name: str
    claimed: bool
    bot: bool


class Allows(Incoming):
    """What the table lets its players do, chosen by whoever opens it."""

    takeback: StrictBool = True
    hints: StrictBool = True
    alternatives: StrictBool = True  # "what else was there?" after a move or a round
    rated: StrictBool = False  # it counts for ratings: then there is no help, no take-back, no stand-in
    free_chat: StrictBool = False
    spectators: StrictBool = True
    delay: int = Field(
        strict=True, default=0, ge=0, le=600
    )  # seconds by which spectators see everything later
    grace: int = Field(
        strict=True, default=90, ge=0, le=86_400
    )  # seconds until a bot plays for somebody absent; 0: never


class SeatSheet(Outgoing):
    """Who sits where. A person who is away may have a bot of level `stand_in` playing for them."""

    seat: int
    kind: Literal["open", "person", "bot"]
    name: str
    mine: bool
    level: int | None = None
    present: bool = False
    stand_in: int | None = None


class ResultSheet(Outgoing):
    """How the match ended; `how` tells a result of the game from an agreement at the table."""

    how: Literal["game", "draw", "abort", "takeback", "closed", "declined"]
    scores: list[int]
    ranks: list[int]
    rule: str


class TableSheet(Outgoing):
    """A table: one match and the people around it. A rematch or a take-back is a new table."""

    id: str
    code: str
    game: str
    options: dict[str, OptionValue]
    control: Control
    allows: Allows
    public: bool
    state: TableState
    seats: list[SeatSheet]
    host: bool  # you opened it
    created: int  # milliseconds since 1970
    ply: int
    commitment: str
    seed: str | None  # known once the match is over
    result: ResultSheet | None
    follows: str | None
    followed_by: str | None
    series: str | None  # whose draws it shares: `daily/GAME/DAY` or `group/ID`


class Lobby(Outgoing):
    """Public tables: `open` ones wait for people, `running` ones can be watched; `here` people are about."""

    kind: Literal["lobby"] = "lobby"
    open: list[TableSheet]
    running: list[TableSheet]
    here: int = 0


# --- what happens at a table ---


class TurnAwaited(Outgoing):
    """A move of one of `seats`; `until` is the game's own limit in match time."""

    kind: Literal["turn"] = "turn"
    seats: list[int]
    until: int | None
    live: bool


class DrawAwaited(Outgoing):
    """Chance is awaited (seen in replays only: the server samples at once)."""

    kind: Literal["draw"] = "draw"
    what: Any


class MatchOver(Outgoing):
    """Nothing is awaited any more."""

    kind: Literal["over"] = "over"
    scores: list[int]
    ranks: list[int]
    rule: str


Awaiting = Annotated[TurnAwaited | DrawAwaited | MatchOver, Field(discriminator="kind")]

EntryKind = Literal[
    "seated", "stood", "started", "played", "drawn", "ticked", "left", "stood-in", "returned",
    "said", "offered", "answered", "ended", "followed",
]  # fmt: skip


class Entry(Outgoing):
    """One line of a table's log, as this client may know it. `seq` counts all of them, `ply` the events.

    played, drawn, ticked, left   events of the match; `text` is the move, outcome, `time` or `leave`,
                                  `described` says it in words, where the game has them
                                  (left with `what` time: the table's clock ran out);
                                  `where` are the squares of a move that you may know in full
    seated, stood                 `seat`, and who (`name`, `level` for a bot)
    stood-in, returned            a bot of `level` plays for an absent person; the person is back
    said                          `phrase`, `emote` or `text`, by `seat` or, without one, by `name`
    offered, answered             `what`, by `seat`; an answer says `accept` to the offer numbered `ref`
    ended                         by agreement or by the host: `what`
    followed                      the game goes on at another `table`: `what` is rematch, takeback or
                                  pairing (somebody was found who waited there)
    """

    seq: int
    kind: EntryKind
    at: int
    ply: int | None = None
    seat: int | None = None
    text: str | None = None
    where: list[str] = []
    name: str | None = None
    level: int | None = None
    phrase: Phrase | None = None
    emote: Emote | None = None
    what: str | None = None
    ref: int | None = None
    accept: bool | None = None
    table: str | None = None
    described: Described | None = None


class SeatView(Outgoing):
    """What a seat (null: a spectator) may know, as the game's rules document says."""

    seat: int | None
    view: Any


class ClockFace(Outgoing):
    """`at` is the match time now; `left` is what each seat had at that moment, `running` whose time runs."""

    at: int
    left: list[int | None]
    running: list[int]


class Offer(Outgoing):
    """A proposal on the table; it stands until everyone has answered or the match moves on."""

    seq: int
    what: Proposal
    seat: int
    ply: int | None
    accepted: list[int]


class Takeback(Outgoing):
    """Your last move: it can be taken back to `ply` events, or `why` tells that it cannot."""

    ply: int
    why: Said | None


class Position(Outgoing):
    """How the table stands: the same in `welcome` and in `news`.

    `takeback` is null where you have nothing to take back, or the table does not allow it.
    """

    seq: int
    ply: int
    state: TableState
    awaiting: Awaiting | None  # null: not started
    clock: ClockFace | None
    views: list[SeatView]
    hides: bool  # a seat sees something that a spectator does not: turn the device away from the others
    offers: list[Offer]
    takeback: Takeback | None
