"""Duplicate with one rack for all: everybody hands in a move, the best one is laid, each scores their own.

The rules are docs/rules/duplicate.md. A sitting is the fold of `apply` over its events; the match in it is
one of the game's own, for one seat. Nothing here knows a clock: whoever hosts a sitting says when a turn
begins and ends, samples its draws and finds the best move that there was.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeAlias, TypeVar, runtime_checkable

from ludoteka.core import options as optionlib
from ludoteka.core.game import AnyGame, Draw, Drawn, Over, Played, Score, Seat
from ludoteka.core.leaving import ranks
from ludoteka.core.match import Match, Opening
from ludoteka.core.options import Option
from ludoteka.core.refusals import BadRequest
from ludoteka.core.values import replace

S = TypeVar("S")
M = TypeVar("M")
AnyMatch: TypeAlias = Match[Any, Any]

SEAT: Seat = 0  # of the rack that is everybody's
IDLE_TURNS = 3  # DU-5.3
DAY = 86_400

OPTIONS = (
    Option("turns", 0, "How many turns are played; 0: to the end of the game.", low=0, high=99),
    Option("seconds", 180, "Seconds for a turn; a day has 86400.", low=10, high=30 * DAY),
    Option(
        "pace",
        "clock",
        "What begins the next turn: the end of the one before, or whoever opened the sitting.",
        ("clock", "host"),
        labels={"clock": "at once", "host": "when whoever opened it says so"},
    ),
)


@runtime_checkable
class SharesRack(Protocol):
    """A game that can be played with one rack for all: begins for one seat, changes a rack, knows the best.

    `alone` raises `BadRequest` for options that need opponents or time. `changed` is the move that gives the
    whole rack back where the game allows it, else a pass. `most` is the first of the moves with the most
    points; None: no move brings any.
    """

    def alone(self, options: Any) -> Any: ...
    def changed(self, state: Any) -> Any: ...
    def most(self, state: Any) -> Any: ...
    def score(self, state: Any, seat: Seat, move: Any) -> Score: ...


# --- events --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Joined:
    """Somebody takes part: a new player with the next number, or one who had left."""

    player: int


@dataclass(frozen=True, slots=True)
class Begun:
    """A turn begins: the rack is open to all."""


@dataclass(frozen=True, slots=True)
class Handed(Generic[M]):
    """A player hands in a move, in place of one that was handed in before."""

    player: int
    move: M


@dataclass(frozen=True, slots=True)
class TurnEnded(Generic[M]):
    """The turn ends; `best` is the best move that there was, None if none brings points."""

    best: M | None


@dataclass(frozen=True, slots=True)
class Departed:
    """A player leaves."""

    player: int


@dataclass(frozen=True, slots=True)
class CalledOff:
    """Whoever opened the sitting ends it."""


SittingEvent: TypeAlias = Joined | Begun | Handed[Any] | TurnEnded[Any] | Drawn | Departed | CalledOff


# --- the state -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Terms:
    """How a sitting is played: the options of `OPTIONS`, checked."""

    turns: int
    seconds: int
    pace: str


@dataclass(frozen=True, slots=True)
class Found:
    """A move with its text and what it brings."""

    move: Any
    text: str
    points: int


@dataclass(frozen=True, slots=True)
class Participant:
    """Somebody in this turn: what they handed in, and whether the turn waits for them (DU-2.4)."""

    handed: Found | None = None
    is_awaited: bool = True
    has_left: bool = False


@dataclass(frozen=True, slots=True)
class TurnOver:
    """A turn that has ended: the match before it, what was found by each player, what was laid, the best."""

    before: AnyMatch
    found: tuple[Found | None, ...]
    laid: Found
    best: Found | None

    @property
    def is_change(self) -> bool:
        """[DU-3.4] Nobody found points: the rack was changed."""
        return self.laid.points <= 0

    @property
    def most(self) -> int:
        """[DU-4.1] What the best move would have brought."""
        return 0 if self.best is None else self.best.points

    def points(self, player: int) -> int:
        """[DU-3.1] What a player's own move brings; [DU-2.5] nothing where none was handed in."""
        found = self.found[player] if player < len(self.found) else None
        return 0 if found is None else found.points


@dataclass(frozen=True, slots=True)
class DuplicateSitting:
    """A sitting at one moment."""

    form: Terms
    match: AnyMatch
    players: tuple[Participant, ...] = ()
    past: tuple[TurnOver, ...] = ()
    is_open: bool = False  # a turn is going on
    over: str | None = None  # the rule that ended it

    @property
    def is_complete(self) -> bool:
        """[DU-2.4] Everybody for whom the turn waits has handed in, and there is somebody."""
        awaited = [one for one in self.players if one.is_awaited and not one.has_left]
        return self.is_open and bool(awaited) and all(one.handed is not None for one in awaited)

    def points(self, player: int) -> int:
        """[DU-3.1] A player's points so far; [DU-1.3] nothing for turns before they joined."""
        return sum(turn.points(player) for turn in self.past)

    @property
    def most(self) -> int:
        """[DU-4.1] What the best moves of all turns would have brought."""
        return sum(turn.most for turn in self.past)

    def percent(self, player: int) -> int | None:
        """[DU-4.2] A player's points in whole percent of the most possible, rounded down."""
        return 100 * self.points(player) // self.most if self.most else None

    @property
    def places(self) -> tuple[int, ...]:
        """[DU-5.5] More points come first, equal points share a place; whoever left keeps theirs."""
        return ranks([self.points(player) for player in range(len(self.players))])


# --- the fold ------------------------------------------------------------------------------------


def form_of(given: Mapping[str, object]) -> Terms:
    """[DU-1.4] The options of a sitting; raises `BadRequest`."""
    values = optionlib.check(OPTIONS, given, "DU-1.4")
    return Terms(**values)  # type: ignore[arg-type]  # checked just now


def new(game: AnyGame, form: Terms, given: Mapping[str, object] | None = None) -> DuplicateSitting:
    """[DU-1.1] [DU-1.2] A sitting before its first draw; raises `BadRequest` for what the game cannot do."""
    info = game.info
    values = optionlib.check(info.options, {} if given is None else given, info.options_rule)
    state = sharing(game).alone(game.options(**values))
    chosen = {o.key: v for o in info.options if (v := values[o.key]) is not None and v != o.default}
    awaiting = game.awaiting(state)
    return DuplicateSitting(form, Match(game, Opening(1, chosen), state, awaiting, awaiting.since))


def sharing(game: AnyGame) -> SharesRack:
    """[DU-1.1] The game, if it can be played with one rack for all."""
    if not isinstance(game, SharesRack):
        raise BadRequest("{game} cannot be played with one rack for all.", "DU-1.1", game=game.info.title)
    return game


def best_of(match: AnyMatch) -> Any:
    """[DU-4.1] The first of the moves with the most points; None if none brings any."""
    return sharing(match.game).most(match.state)


def apply(sitting: DuplicateSitting, event: SittingEvent) -> DuplicateSitting:
    """The sitting after an event; raises a `Refusal` and changes nothing if it cannot happen."""
    _check_going_on(sitting)
    match event:
        case Joined():
            return _joined(sitting, event.player)
        case Departed():
            return _with_player(sitting, event.player, replace(_there(sitting, event.player), has_left=True))
        case Begun():
            return _begun(sitting)
        case Handed():
            return _handed(sitting, event)
        case TurnEnded():
            return _ended(sitting, event.best)
        case Drawn():
            return _drawn(sitting, event)
        case CalledOff():
            return replace(sitting, is_open=False, over="DU-5.4")


def _joined(sitting: DuplicateSitting, player: int) -> DuplicateSitting:
    """[DU-1.3] Anybody may join until the end; the turn that goes on waits for them."""
    if player == len(sitting.players):
        return replace(sitting, players=(*sitting.players, Participant()))
    if not 0 <= player < len(sitting.players) or not sitting.players[player].has_left:
        raise BadRequest("This player takes part already.", "DU-1.3")
    back = replace(sitting.players[player], has_left=False, is_awaited=True)
    return _with_player(sitting, player, back)


def _begun(sitting: DuplicateSitting) -> DuplicateSitting:
    """[DU-2.1] The rack lies before all."""
    if sitting.is_open:
        raise BadRequest("A turn is going on already.", "DU-2.1")
    if isinstance(sitting.match.awaiting, Draw):
        raise BadRequest("Chance comes first: a draw is awaited, not a move.")
    return replace(sitting, is_open=True)


def _handed(sitting: DuplicateSitting, event: Handed[Any]) -> DuplicateSitting:
    """[DU-2.1] Any legal move of the position; [DU-2.2] the last one that a player hands in counts."""
    _check_open(sitting)
    player = _there(sitting, event.player)
    found = found_in(sitting.match, event.move)
    return _with_player(sitting, event.player, replace(player, handed=found, is_awaited=True))


def found_in(match: AnyMatch, move: Any) -> Found:
    """A move with its points; raises what makes it none of this position."""
    match.then(Played(SEAT, move, match.now))
    points = sharing(match.game).score(match.state, SEAT, move).points
    return Found(move, match.game.notation.write(match.state, SEAT, move), points)


def _ended(sitting: DuplicateSitting, best: Any) -> DuplicateSitting:
    """[DU-2.4] The turn is over: what was found counts, the master move is laid."""
    _check_open(sitting)
    match = sitting.match
    found = tuple(player.handed for player in sitting.players)
    laid = laid_of(match, found)
    top = None if best is None else found_in(match, best)
    if laid.points > (0 if top is None else top.points):
        raise BadRequest("The best move cannot bring less than what was found.", "DU-4.1")
    nobody = all(one is None for one in found)
    players = tuple(
        Participant(None, nobody or one.handed is not None, one.has_left) for one in sitting.players
    )
    after = match.then(Played(SEAT, laid.move, match.now))
    past = (*sitting.past, TurnOver(match, found, laid, top))
    return _checked(replace(sitting, match=after, players=players, past=past, is_open=False))


def laid_of(match: AnyMatch, found: tuple[Found | None, ...]) -> Found:
    """[DU-3.2] Most points, then the first text; [DU-3.4] where nobody found any, the rack is changed."""
    scoring = [one for one in found if one is not None and one.points > 0]
    if scoring:
        return min(scoring, key=lambda one: (-one.points, one.text))
    return found_in(match, sharing(match.game).changed(match.state))


def _drawn(sitting: DuplicateSitting, event: Drawn) -> DuplicateSitting:
    """[DU-3.3] The rack is filled as the game says."""
    return _checked(replace(sitting, match=sitting.match.then(event)))


def _checked(sitting: DuplicateSitting) -> DuplicateSitting:
    """[DU-5.1] [DU-5.2] [DU-5.3] The first of them that ends the sitting; nothing else is deducted."""
    idle = [turn.is_change for turn in sitting.past[-IDLE_TURNS:]]
    if isinstance(sitting.match.awaiting, Over):
        return replace(sitting, over="DU-5.1")
    if sitting.form.turns and len(sitting.past) >= sitting.form.turns:
        return replace(sitting, over="DU-5.2")
    return replace(sitting, over="DU-5.3") if len(idle) == IDLE_TURNS and all(idle) else sitting


def check_plays(sitting: DuplicateSitting, player: int) -> None:
    """Refuses whoever does not take part, or not any more, and everybody after the end."""
    _check_going_on(sitting)
    _there(sitting, player)


def _check_going_on(sitting: DuplicateSitting) -> None:
    if sitting.over is not None:
        raise BadRequest("This sitting is over.", sitting.over)


def _check_open(sitting: DuplicateSitting) -> None:
    if not sitting.is_open:
        raise BadRequest("No turn is going on now.", "DU-2.1")


def _there(sitting: DuplicateSitting, player: int) -> Participant:
    if not 0 <= player < len(sitting.players) or sitting.players[player].has_left:
        raise BadRequest("Only whoever takes part can do that: join first.", "DU-1.3")
    return sitting.players[player]


def _with_player(sitting: DuplicateSitting, player: int, one: Participant) -> DuplicateSitting:
    players = sitting.players
    return replace(sitting, players=(*players[:player], one, *players[player + 1 :]))
