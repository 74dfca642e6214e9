"""Abstrakto as a game: five functions, a notation and the capabilities."""

from collections.abc import Iterable
from dataclasses import replace

from ludoteka.core.chance import Bag, Choice, Source
from ludoteka.core.game import (
    Draw,
    Drawn,
    Event,
    GameInfo,
    Left,
    Over,
    Played,
    Result,
    Score,
    Seat,
    Ticked,
    Turn,
    View,
)
from ludoteka.core.leaving import RULE as LEFT
from ludoteka.core.leaving import leave, ranks
from ludoteka.games.abstrakto import preparation, rules
from ludoteka.games.abstrakto.areas import standing
from ludoteka.games.abstrakto.imagining import imagine
from ludoteka.games.abstrakto.notation import AbstraktoNotation
from ludoteka.games.abstrakto.text import board_text
from ludoteka.games.abstrakto.types import (
    COLOURS,
    DISCARDED,
    KINDS,
    AbstraktoView,
    Counts,
    Discard,
    Move,
    Options,
    State,
)
from ludoteka.games.abstrakto.views import is_over, touched_views, view, winner_of

INFO = GameInfo(
    id="abstrakto",
    title="Abstrakto",
    seats=(2, 2),
    rules=1,
    traits=frozenset({"chance", "hidden", "simultaneous"}),
    options=preparation.OPTIONS,
    options_rule=preparation.RULE,
    seats_rule=preparation.RULE,
    summary="Lay tiles, close off areas, and have more tiles around them than the other player.",
    minutes=(15, 30),
)


class Abstrakto:
    """The game. Stateless."""

    info = INFO
    notation = AbstraktoNotation()
    options = Options

    def start(self, options: Options, seats: int) -> State:
        return preparation.start(options)

    def awaiting(self, state: State) -> Turn[Move] | Draw | Over:
        if is_over(state):
            return Over(result(state))
        if state.turn is not None:
            return Turn(frozenset((state.turn,)))
        if state.phase == "start":
            return START
        return discarding(state)

    def legal(self, state: State, seat: Seat) -> Iterable[Move]:
        return rules.legal(state, seat)

    def apply(self, state: State, event: Event[Move]) -> State:
        if isinstance(event, Played):
            return rules.played(state, event.seat, event.move)
        if isinstance(event, Drawn):
            return drawn(state, event)
        if isinstance(event, Left):
            return left(state, event)
        assert isinstance(event, Ticked)  # Abstrakto knows no time limit, so nothing ever expires
        return state

    def view(self, state: State, seat: Seat | None) -> AbstraktoView:
        return view(state, seat)

    def score(self, state: State, seat: Seat, move: Move) -> Score:
        """[AS-12.1] What the areas of the mover, less those of the other, gain by the move."""
        after = rules.played(state, seat, move)
        if isinstance(move, Discard):
            return Score(0)
        points = _lead(after, seat) - _lead(state, seat)
        return Score(points, touched_views(_as_known(state, after), seat, move))

    def tell(self, state: State, event: Event[Move], seat: Seat | None) -> str:
        """[AS-11.1] The text of an event; others are told of a secret choice as `discard`."""
        if isinstance(event, Played):
            if isinstance(event.move, Discard) and event.seat != seat:
                return "discard"
            return self.notation.write(state, event.seat, event.move)
        if isinstance(event, Drawn):
            return self.notation.write_outcome(state, event.outcome)
        return "leave" if isinstance(event, Left) else "time"

    def imagine(self, view: View, rng: Source) -> State:
        return imagine(view, rng)

    def text(self, view: View) -> str:
        return board_text(view)


START = Draw(Choice(tuple((colour, 1) for colour in COLOURS)), {"event": "start"}, "AS-2.5")


def discarding(state: State) -> Turn[Move] | Draw:
    """[AS-2.4] In `secret` both seats are awaited at once; [AS-2.3] in `random` chance takes three tiles."""
    if state.discard == "secret":
        return Turn(frozenset(seat for seat in (0, 1) if not rules.has_discarded(state, seat)))
    contents = tuple(zip(KINDS, state.tiles, strict=True))
    what = {"event": "discard", "seat": rules.next_to_discard(state)}
    return Draw(Bag(contents, (DISCARDED,)), what, "AS-2.3")


def drawn(state: State, event: Drawn) -> State:
    """[AS-2.3] Chance took three tiles of a seat, or [AS-2.5] gave the starting seat."""
    if isinstance(event.outcome, str):
        return rules.turn_to(replace(state, last=None), COLOURS.index(event.outcome))
    kinds = event.outcome[0]
    assert isinstance(kinds, tuple)
    solids, lines, crosses = (kinds.count(kind) for kind in KINDS)
    tiles: Counts = (solids, lines, crosses)
    return rules.without(state, rules.next_to_discard(state), tiles)


def left(state: State, event: Left) -> State:
    """[AS-5.3] A seat leaves: the game is over, and the position shows where it ended."""
    gone = () if state.left is None else (state.left,)
    seat = leave(gone, event.seat, state.seats)[-1]
    return replace(state, left=seat, last=None)


def result(state: State) -> Result:
    """[AS-7.1] The areas controlled, and who won by them, or [AS-5.3] because the other left."""
    now = standing(state.board, state.size)
    if state.left is not None:
        return Result(now.controlled, ranks(now.controlled, (state.left,)), LEFT)
    winner = winner_of(state)
    return Result(now.controlled, ranks([int(seat == winner) for seat in (0, 1)]), now.rule)


def _as_known(state: State, after: State) -> State:
    """[AS-12.2] The state after a move, as the mover knows it before making it (our reading).

    Nothing may tell whether the other's hidden hand can answer: that shows only once the move is made.
    """
    if state.discard != "secret":
        return after
    return replace(after, phase=state.phase, turn=state.turn, skipped=state.skipped)


def _lead(state: State, seat: Seat) -> int:
    controlled = standing(state.board, state.size).controlled
    return controlled[seat] - controlled[1 - seat]


GAME = Abstrakto()
