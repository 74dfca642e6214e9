"""Abstrakto as a game: five functions, a notation and the capabilities."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ludoteka.core.chance import Source
from ludoteka.core.description import Description
from ludoteka.core.game import Draw, Event, GameInfo, Over, Score, Seat, Turn, View
from ludoteka.core.painting import Painting
from ludoteka.core.picture import Marked, Picture
from ludoteka.games.abstrakto import imagine, moves, text, turns, view
from ludoteka.games.abstrakto.notation import Notation
from ludoteka.games.abstrakto.options import EXAMPLE, OPTIONS, PRESETS, RULE
from ludoteka.games.abstrakto.types import GAME_ID, AbstraktoView, Move, Options, State

if TYPE_CHECKING:
    from ludoteka.encoding.encoder import AnyEncoder
    from ludoteka.games.abstrakto.fast.lanes import AbstraktoLanes

INFO = GameInfo(
    id=GAME_ID,
    title="Abstrakto",
    seats=(2, 2),
    rules=1,
    traits=frozenset({"chance", "hidden", "simultaneous"}),
    options=OPTIONS,
    options_rule=RULE,
    seats_rule=RULE,
    summary="Lay tiles, close off areas, and have more tiles around them than the other player.",
    minutes=(15, 30),
    presets=PRESETS,
    example=EXAMPLE,
)


class Abstrakto:
    """The game. Stateless."""

    info = INFO
    notation = Notation()
    options = Options

    def start(self, options: Options, seats: int) -> State:
        return turns.start(options, seats)

    def awaiting(self, state: State) -> Turn[Move] | Draw | Over:
        return turns.awaiting(state)

    def legal(self, state: State, seat: Seat) -> Iterable[Move]:
        return moves.legal(state, seat)

    def apply(self, state: State, event: Event[Move]) -> State:
        return turns.apply(state, event)

    def view(self, state: State, seat: Seat | None) -> AbstraktoView:
        return view.view(state, seat)

    def score(self, state: State, seat: Seat, move: Move) -> Score:
        return view.score(state, seat, move)

    def tell(self, state: State, event: Event[Move], seat: Seat | None) -> str:
        return view.tell(state, event, seat)

    def where(self, state: State, seat: Seat, move: Move) -> tuple[str, ...]:
        return view.where(state, seat, move)

    def imagine(self, view: View, rng: Source) -> State:
        return imagine.imagine(view, rng)

    def describe(self, state: State, event: Event[Move], seat: Seat | None) -> Description:
        from ludoteka.games.abstrakto import describe

        return describe.describe(state, event, seat)

    def text(self, view: View) -> str:
        return text.text(view)

    def paint(self, view: View, seat: int | None) -> Painting:
        return text.paint(view, seat)

    def encoder(self, state: State) -> "AnyEncoder":
        """Positions and moves as numbers, for learners."""
        from ludoteka.games.abstrakto import encoding  # NumPy is imported only when needed

        return encoding.encoder(state)

    def lanes(self, state: State, n: int) -> "AbstraktoLanes | None":
        from ludoteka.games.abstrakto.fast.lanes import lanes_of

        return lanes_of(state, n)

    def picture(self, view: View, last: Marked | None) -> Picture:
        from ludoteka.games.abstrakto import drawing  # shapes are imported only when somebody looks

        return drawing.picture(view, last)


GAME = Abstrakto()
