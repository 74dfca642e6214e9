"""What a game is: events, what is awaited, results, refusals, and the `Game` protocol.

Start reading here. A match is a log of events; a state is the fold of `Game.apply` over it.
Nothing in this module knows a particular game, a clock or a random source.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeAlias, TypeVar, runtime_checkable

from ludoteka.core.chance import Chance, Outcome, Source
from ludoteka.core.description import Description
from ludoteka.core.options import Option, Value
from ludoteka.core.painting import Painting
from ludoteka.core.picture import Marked, Picture
from ludoteka.core.refusals import BadNotation, BadRequest, IllegalMove
from ludoteka.core.sentences import Sentence

__all__ = [
    "Alternative",
    "BadNotation",
    "BadRequest",
    "Check",
    "Draw",
    "Drawn",
    "Event",
    "Examination",
    "Game",
    "GameInfo",
    "IllegalMove",
    "Json",
    "Left",
    "Millis",
    "Notation",
    "Outcome",
    "Over",
    "Played",
    "Preset",
    "Result",
    "Score",
    "Seat",
    "Steps",
    "Ticked",
    "Turn",
    "View",
]

Seat: TypeAlias = int
Millis: TypeAlias = int
Json: TypeAlias = Any  # what `json.dumps` accepts; a recursive alias would rule out TypedDict views
View: TypeAlias = Mapping[str, Json]
VIEWER = "you"  # where a view names the seat that looks, it does so under this key

O = TypeVar("O")  # options: a frozen dataclass whose fields are the option keys
S = TypeVar("S")  # state: a frozen dataclass of ints, strings, bytes, tuples
M = TypeVar("M")  # move
V_co = TypeVar("V_co", bound=View, covariant=True)


# --- events: what happened -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Played(Generic[M]):
    """A seat made a move, `at` milliseconds after the start."""

    seat: Seat
    move: M
    at: Millis = 0


@dataclass(frozen=True, slots=True)
class Drawn:
    """Chance produced one of the outcomes that the `Draw` described."""

    outcome: Outcome
    at: Millis = 0


@dataclass(frozen=True, slots=True)
class Ticked:
    """A deadline passed and nobody acted."""

    at: Millis


@dataclass(frozen=True, slots=True)
class Left:
    """A seat resigned or is gone for good."""

    seat: Seat
    at: Millis = 0


Event: TypeAlias = Played[M] | Drawn | Ticked | Left


# --- what is awaited -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Turn(Generic[M]):
    """A move by one of `seats` is awaited."""

    seats: frozenset[Seat]
    since: Millis = 0  # the time the state itself holds: nothing happens before it
    until: Millis | None = None  # the first moment that is too late ...
    late: str = ""  # ... and the rule that says so
    live: bool = False  # a race: the host stamps the time, and the order of arrival decides
    forced: M | None = None  # the only thing the seat can do: whoever samples chance plays it too


@dataclass(frozen=True, slots=True)
class Draw:
    """Chance is awaited: described here, sampled by the host."""

    chance: Chance
    what: Mapping[str, Json]  # for the status, as the rules document says
    rule: str  # refuses an outcome that chance could not produce
    since: Millis = 0


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended. Rank 1 is best; equal results share a rank."""

    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    rule: str  # the rule that ended it, or "left"


@dataclass(frozen=True, slots=True)
class Over:
    """Nothing is awaited any more."""

    result: Result
    since: Millis = 0


Awaiting: TypeAlias = Turn[M] | Draw | Over


def awaited(awaiting: Awaiting[Any]) -> dict[str, Json]:
    """What is awaited as JSON, for every protocol: `kind` (turn, draw or over) and what goes with it."""
    if isinstance(awaiting, Turn):
        return {"kind": "turn", "seats": sorted(awaiting.seats), "until": awaiting.until}
    if isinstance(awaiting, Draw):
        return {"kind": "draw", "what": dict(awaiting.what)}
    result = awaiting.result
    return {"kind": "over", "scores": list(result.scores), "ranks": list(result.ranks), "rule": result.rule}


# --- answers of the capabilities -------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Score:
    """What a move would score if it were played; `detail` is JSON, as the rules document says."""

    points: int
    detail: Sequence[Json] = ()


@dataclass(frozen=True, slots=True)
class Steps(Generic[M]):
    """What can follow the steps of a move chosen so far (`Game.steps`)."""

    steps: tuple[str, ...]  # canonical texts of the single steps that can follow
    complete: bool  # the prefix is a legal move as it stands
    board: Json  # what the board looks like after the prefix
    moves: Sequence[M]  # the moves that can still be reached


@dataclass(frozen=True, slots=True)
class Check:
    """One condition of a move, in a few words: "makes 33", or "makes 34, one too many"."""

    said: Sentence
    holds: bool
    rule: str
    where: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Examination:
    """The conditions of a half-entered move; `points` once all of them hold.

    A refusal names the first thing that is wrong; whoever is building a move wants to see all its conditions
    at once, including those that hold already.
    """

    checks: tuple[Check, ...]
    points: int | None = None


# --- the game --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Alternative:
    """A move that could have been made ("what else was there?"), with its points, squares and words."""

    move: str
    points: int | None = None
    where: tuple[str, ...] = ()
    described: Description | None = None


@dataclass(frozen=True, slots=True)
class Preset:
    """A way to play: options that go well together, under a name for people."""

    key: str
    text: str
    options: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class GameInfo:
    """What a game says about itself, as data."""

    id: str
    title: str
    seats: tuple[int, int]  # fewest, most
    rules: int  # version of the rules document
    traits: frozenset[str]  # chance, hidden | open, simultaneous, timed, representative
    options: tuple[Option, ...] = ()
    options_rule: str | None = None  # cited when an option is unknown or has a wrong value
    seats_rule: str | None = None  # cited when the number of seats is wrong
    summary: str = ""  # one sentence for people
    minutes: tuple[int, int] = (10, 30)
    presets: tuple[Preset, ...] = ()  # the rulebook's way first
    example: str = ""  # a position that shows what the game looks like


class Notation(Protocol[S, M]):
    """Texts of moves, outcomes and positions. `read` and `load` raise `BadNotation`."""

    def read(self, state: S, seat: Seat, text: str) -> M: ...
    def write(self, state: S, seat: Seat, move: M) -> str: ...
    def read_outcome(self, state: S, text: str) -> Outcome: ...
    def write_outcome(self, state: S, outcome: Outcome) -> str: ...
    def dump(self, state: S) -> str: ...
    def load(self, text: str) -> S: ...


class Game(Protocol[O, S, M, V_co]):
    """Five pure functions and a notation. A game is stateless; every capability is optional."""

    @property
    def info(self) -> GameInfo: ...
    @property
    def notation(self) -> Notation[S, M]: ...
    @property
    def options(self) -> type[O]: ...  # the options dataclass, built with every key given

    def start(self, options: O, seats: int) -> S: ...
    def awaiting(self, state: S) -> Awaiting[M]: ...
    def legal(self, state: S, seat: Seat) -> Iterable[M]: ...
    def apply(self, state: S, event: Event[M]) -> S: ...
    def view(self, state: S, seat: Seat | None) -> V_co: ...


AnyGame: TypeAlias = Game[Any, Any, Any, View]


# --- named capabilities: found by name, typed here -------------------------------------------


@runtime_checkable
class Scores(Protocol):
    """`score`: what a move would score; raises what `apply` would raise, apart from time limits."""

    def score(self, state: Any, seat: Seat, move: Any) -> Score: ...


@runtime_checkable
class Tells(Protocol):
    """`tell`: what a seat (None: a spectator) may know of an event that happens in a state."""

    def tell(self, state: Any, event: Event[Any], seat: Seat | None) -> str: ...


@runtime_checkable
class Describes(Protocol):
    """`describe`: the same as `tell`, in people's words; it raises nothing for an event that can happen."""

    def describe(self, state: Any, event: Event[Any], seat: Seat | None) -> Description: ...


def described(game: Any, state: Any, event: Event[Any], seat: Seat | None) -> Description | None:
    """An event in words as a seat may know it; None where the game has none."""
    describe = getattr(game, "describe", None)  # a protocol check would cost more than the call
    return None if describe is None else describe(state, event, seat)


@runtime_checkable
class Located(Protocol):
    """`where`: the squares to light for a move, in the move's order, named as in the refusals.

    Empty for a move that is a word, and for anything that a seat may keep secret.
    """

    def where(self, state: Any, seat: Seat, move: Any) -> tuple[str, ...]: ...


@runtime_checkable
class AllThereWas(Protocol):
    """`all_there_was`: everything that anybody could have done in a race, best first."""

    def all_there_was(self, state: Any) -> Iterable[Alternative]: ...


@runtime_checkable
class StepWise(Protocol):
    """`steps`: a move built step by step; `prefix` is the text of the steps chosen so far."""

    def steps(self, state: Any, seat: Seat, prefix: str) -> Steps[Any]: ...


@runtime_checkable
class Examines(Protocol):
    """`examine`: the conditions of a move that may be irregular; raises what makes it no move at all now."""

    def examine(self, state: Any, seat: Seat, move: Any) -> Examination: ...


@runtime_checkable
class Imagines(Protocol):
    """`imagine`: some state that fits a view, for players that search."""

    def imagine(self, view: View, rng: Source) -> Any: ...


@runtime_checkable
class Annexed(Protocol):
    """`annex`: extra header lines for a record (the contents of custom data files)."""

    def annex(self, state: Any) -> Mapping[str, str]: ...


@runtime_checkable
class Drawable(Protocol):
    """`text`: a view as a plain-text board for the terminal."""

    def text(self, view: View) -> str: ...


@runtime_checkable
class Pictured(Protocol):
    """`picture`: a view as a picture; nothing but the view and the last move that its viewer knows."""

    def picture(self, view: View, last: Marked | None) -> Picture: ...


@runtime_checkable
class Paints(Protocol):
    """`paint`: a view for a terminal with colours, as the seat (None: a spectator) sits before the board."""

    def paint(self, view: View, seat: Seat | None) -> Painting: ...
