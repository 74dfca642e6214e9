"""A match: the log of events of one game, and the checks that no game should repeat.

`Match` is a value. `then` gives the next one and leaves the old one as it was, so undo, branches and
study trees are free: keep the old value. `play`, `draw` and `leave` are shorter ways to say `then`.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Generic, TypeVar

from ludoteka.core import options as optionlib
from ludoteka.core.chance import Outcome, Source
from ludoteka.core.game import (
    VIEWER,
    AnyGame,
    Awaiting,
    Draw,
    Drawable,
    Drawn,
    Event,
    Game,
    Left,
    Millis,
    Over,
    Played,
    Result,
    Seat,
    Ticked,
    Turn,
    View,
)
from ludoteka.core.refusals import BadRequest, IllegalMove
from ludoteka.core.sentences import Sentence
from ludoteka.core.values import replace

S = TypeVar("S")
M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class Opening:
    """How a match began: by `new` with options and seats, or by `load` of a position."""

    seats: int
    options: Mapping[str, optionlib.Value] = field(default_factory=dict)  # those that differ from the default
    position: str | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Match(Generic[S, M]):
    """One match at one moment. Create it with `new` or `load`, go on with `then` or `play`."""

    game: Game[Any, S, M, View]
    opening: Opening
    state: S
    awaiting: Awaiting[M]
    now: Millis  # the time of the event before; after `load`, the time that the position holds
    ply: int = 0
    event: Event[M] | None = None  # the event that led here
    before: "Match[S, M] | None" = None
    seed: bytes | None = None  # where it is known, `play`, `draw` and `leave` settle chance by it

    def then(self, event: Event[M]) -> "Match[S, M]":
        """The match after one more event; raises a `Refusal` and changes nothing if it cannot happen.

        A tick that makes nothing expire is not an event: the same match is returned.
        """
        if isinstance(event, Played):
            self.admits(event.seat, event.at)
            self._in_time(event)
        elif isinstance(event, Drawn):
            event = self._drawn(event)
        elif isinstance(event, Left):
            self._may_leave(event)
        elif not self._expires(event):
            return self
        state = self._applied(event)
        return replace(
            self,
            state=state,
            awaiting=self.game.awaiting(state),
            now=event.at,
            ply=self.ply + 1,
            event=event,
            before=self,
        )

    def admits(self, seat: Seat, at: Millis | None = None) -> None:
        """Refuses (`BadRequest`) a seat that may not act now, and time running backwards.

        Called before a move text is read, so that a text is judged only for a seat that may act.
        """
        turn = self.awaiting
        if isinstance(turn, Over):
            raise BadRequest("The match is over: no more moves can be made.")
        if isinstance(turn, Draw):
            raise BadRequest("Chance comes first: a draw is awaited, not a move.")
        if seat not in turn.seats:
            text = "It is not the turn of seat {seat}, but of {others}."
            raise BadRequest(text, seat=seat, others=_named(turn))
        self._not_before_now(at)

    # --- the short way ---------------------------------------------------------------------------

    @property
    def seat(self) -> Seat | None:
        """The seat that may act, the first where several may; None while chance is awaited and at the end."""
        return min(self.awaiting.seats) if isinstance(self.awaiting, Turn) else None

    @property
    def is_over(self) -> bool:
        return isinstance(self.awaiting, Over)

    @property
    def result(self) -> Result | None:
        """Scores, ranks and the rule that ended the match; None before the end."""
        return self.awaiting.result if isinstance(self.awaiting, Over) else None

    def legal(self, seat: Seat | None = None) -> list[M]:
        """The legal moves of a seat, by default of the one that may act; none while nobody may."""
        actor = self.seat if seat is None else seat
        is_awaited = isinstance(self.awaiting, Turn) and actor in self.awaiting.seats
        return list(self.game.legal(self.state, actor)) if actor is not None and is_awaited else []

    def play(self, move: M | str, seat: Seat | None = None, at: Millis | None = None) -> "Match[S, M]":
        """The match after a move, given as a value or as its text, and after what chance adds to it.

        Whose move it is need not be said; where several seats may act, it is the first of them.
        """
        actor, when = self._actor(seat), self.now if at is None else at
        self.admits(actor, when)
        value = self.game.notation.read(self.state, actor, move) if isinstance(move, str) else move
        return self.then(Played(actor, value, when)).settled()

    def draw(self, outcome: Outcome | None = None) -> "Match[S, M]":
        """The match after the awaited draw: an outcome of your choice, or the one that the seed gives."""
        if outcome is not None:
            return self.then(Drawn(outcome, self.now)).settled()
        if self.seed is None:
            raise BadRequest("Without a seed chance has to be told: give an outcome, or a seed to the match.")
        return sample(self, self.seed).settled()

    def leave(self, seat: Seat | None = None, at: Millis | None = None) -> "Match[S, M]":
        """The match after a seat resigned."""
        return self.then(Left(self._actor(seat), self.now if at is None else at)).settled()

    def outcomes(self) -> Iterator[tuple[Outcome, Fraction]]:
        """Everything that the awaited draw can bring, with its probability; nothing where none is awaited."""
        return self.awaiting.chance.weighted() if isinstance(self.awaiting, Draw) else iter(())

    def settled(self) -> "Match[S, M]":
        """The match when a choice is awaited next, as far as the seed is known."""
        return self if self.seed is None else settle(self, self.seed)

    def _actor(self, seat: Seat | None) -> Seat:
        found = self.seat if seat is None else seat
        if found is None:
            raise BadRequest("Nobody is to act now.")
        return found

    def view(self, seat: Seat | None = None) -> View:
        """What a seat may know, as JSON; None: a spectator."""
        return self.game.view(self.state, seat)

    def text(self, move: M, seat: Seat | None = None) -> str:
        """The canonical text of a move."""
        return self.game.notation.write(self.state, self._actor(seat), move)

    def board(self, seat: Seat | None = None) -> str:
        """The board as plain text, as a seat sees it; None: a spectator."""
        return self.game.text(self.view(seat)) if isinstance(self.game, Drawable) else repr(self)

    def at(self, ply: int) -> "Match[S, M]":
        """The match as it stood after `ply` events; negative numbers count from the end, as in a list."""
        wanted = ply if ply >= 0 else self.ply + 1 + ply
        if not 0 <= wanted <= self.ply:
            raise IndexError(f"This match has {self.ply} events: there is no event {ply}.")
        return next(match for match in self._back() if match.ply == wanted)

    def __str__(self) -> str:
        return self.board()

    # --- the log ---------------------------------------------------------------------------------

    def __iter__(self) -> Iterator["Match[S, M]"]:
        """Every match on the way here, from the opening to this one."""
        return reversed(list(self._back()))

    def _back(self) -> Iterator["Match[S, M]"]:
        match: Match[S, M] | None = self
        while match is not None:
            yield match
            match = match.before

    @property
    def events(self) -> tuple[Event[M], ...]:
        return tuple(match.event for match in self if match.event is not None)

    def __eq__(self, other: object) -> bool:
        """Equal opening, equal log, equal state: histories are compared, not objects."""
        if not isinstance(other, Match):
            return NotImplemented
        return (
            self.game.info.id == other.game.info.id
            and self.ply == other.ply
            and self.opening == other.opening
            and self.state == other.state
            and self.events == other.events
        )

    def __hash__(self) -> int:
        return hash((self.game.info.id, self.ply, self.state))

    def __repr__(self) -> str:
        return f"<Match of {self.game.info.id}, ply {self.ply}>"  # no state: it may hold secrets

    def _applied(self, event: Event[M]) -> S:
        try:
            return self.game.apply(self.state, event)
        except (AttributeError, TypeError) as error:
            if isinstance(event, Played) and isinstance(event.move, str):
                text = "`Played` holds a move of the game's own type; `Match.play` reads texts."
                raise BadRequest(text) from error
            raise

    def _not_before_now(self, at: Millis | None) -> None:
        if at is not None and at < self.now:
            raise BadRequest("Time runs forward: {at} ms is before {now} ms.", at=str(at), now=str(self.now))

    def _in_time(self, event: Played[M]) -> None:
        turn = self.awaiting
        if isinstance(turn, Turn) and turn.until is not None and event.at >= turn.until:
            text = "Too late: the time ran out at {until} ms, and this came at {at} ms."
            raise IllegalMove(text, turn.late, until=str(turn.until), at=str(event.at))

    def _drawn(self, event: Drawn) -> Drawn:
        """Chance takes no time: a draw has the time of the event before it."""
        draw = self.awaiting
        if not isinstance(draw, Draw):
            raise BadRequest("No draw is awaited now.")
        if not draw.chance.allows(event.outcome):
            raise IllegalMove("Chance cannot bring this: it is not there to be drawn.", draw.rule)
        return replace(event, at=self.now)

    def _may_leave(self, event: Left) -> None:
        if not isinstance(self.awaiting, Turn):
            raise BadRequest("A seat can leave only while a turn is awaited.")
        self._not_before_now(event.at)

    def _expires(self, event: Ticked) -> bool:
        self._not_before_now(event.at)
        turn = self.awaiting
        return isinstance(turn, Turn) and turn.until is not None and event.at >= turn.until


def new(game: Game[Any, S, M, View], seats: int, given: Mapping[str, object] | None = None) -> Match[S, M]:
    """A match at its very beginning; raises `BadRequest` for wrong options or a wrong number of seats."""
    info = game.info
    values = optionlib.check(info.options, {} if given is None else given, info.options_rule)
    fewest, most = info.seats
    if not optionlib.is_whole(seats) or not fewest <= seats <= most:
        raise BadRequest(
            "{game} is for {number} seats, not {given}."
            if fewest == most
            else "{game} is for {fewest} to {most} seats, not {given}.",
            info.seats_rule,
            game=info.title,
            number=fewest,
            fewest=fewest,
            most=most,
            given=str(seats)[:20],
        )
    state = game.start(game.options(**values), seats)
    chosen = {o.key: v for o in info.options if (v := values[o.key]) is not None and v != o.default}
    return _begin(game, Opening(seats, chosen), state)


def load(game: Game[Any, S, M, View], position: str) -> Match[S, M]:
    """A match that begins with a position; raises `BadNotation`."""
    state = game.notation.load(position)
    dumped = game.notation.dump(state)
    seats = _seats(game, state)
    return _begin(game, Opening(seats, {}, dumped), state)


def settle(match: Match[S, M], seed: bytes) -> Match[S, M]:
    """Samples every awaited draw from the seed, and plays forced moves, until a choice is awaited."""
    return settle_by(match, lambda ply: Source.for_draw(seed, ply))


def settle_by(match: Match[S, M], source: Callable[[int], Source]) -> Match[S, M]:
    """The same with sources of one's own: `source` is asked with the number of the event that is drawn."""
    while True:
        awaited = match.awaiting
        if isinstance(awaited, Draw):
            outcome = awaited.chance.sample(source(match.ply + 1))
            match = match.then(Drawn(outcome, match.now))
        elif isinstance(awaited, Turn) and awaited.forced is not None:
            (seat,) = awaited.seats
            match = match.then(Played(seat, awaited.forced, match.now))
        else:
            return match


def sample(match: Match[S, M], seed: bytes) -> Match[S, M]:
    """Plays the one draw that is awaited, as the seed gives it."""
    if not isinstance(match.awaiting, Draw):
        raise BadRequest("No draw is awaited now.")
    outcome = match.awaiting.chance.sample(Source.for_draw(seed, match.ply + 1))
    return match.then(Drawn(outcome, match.now))


def _begin(game: Game[Any, S, M, View], opening: Opening, state: S) -> Match[S, M]:
    awaiting = game.awaiting(state)
    return Match(game, opening, state, awaiting, awaiting.since)


def _seats(game: AnyGame, state: object) -> int:
    seats = getattr(state, "seats", None)
    return seats if isinstance(seats, int) else game.info.seats[1]


def _named(turn: Turn[Any]) -> Sentence:
    """The seats that may act, in words."""
    names = ", ".join(str(seat) for seat in sorted(turn.seats))
    return Sentence("seat {seats}" if len(turn.seats) == 1 else "seats {seats}", seats=names)


def hides(match: Match[Any, Any]) -> bool:
    """Whether a seat sees something that a spectator does not, or several choose in secret.

    This is about one moment: some games have secrets only with some options.
    """
    if "hidden" not in match.game.info.traits:
        return False
    turn = match.awaiting
    if isinstance(turn, Turn) and len(turn.seats) > 1 and not turn.live:
        return True
    everybody = seen_by(match, None)
    return any(seen_by(match, seat) != everybody for seat in range(match.opening.seats))


def seen_by(match: Match[Any, Any], seat: int | None) -> dict[str, Any]:
    """The view without the viewer's own seat, which is not a secret."""
    return {key: value for key, value in match.game.view(match.state, seat).items() if key != VIEWER}
