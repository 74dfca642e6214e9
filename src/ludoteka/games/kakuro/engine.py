"""Kakuro as a `Game`: its rooms, put together. It has no state and no clock (KA-7.7)."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ludoteka.core.chance import Source
from ludoteka.core.description import Description
from ludoteka.core.game import Alternative, Awaiting, Event, Examination, GameInfo, Score, Seat, View
from ludoteka.core.painting import Painting
from ludoteka.core.picture import Marked, Picture
from ludoteka.games.kakuro import examine, imagine, moves, turns, view
from ludoteka.games.kakuro.notation import Notation
from ludoteka.games.kakuro.options import EXAMPLE, OPTIONS, PRESETS
from ludoteka.games.kakuro.types import FEWEST_SEATS, GAME_ID, MOST_SEATS, KakuroView, Move, Options, State

if TYPE_CHECKING:
    from ludoteka.encoding.encoder import AnyEncoder

INFO = GameInfo(
    id=GAME_ID,
    title="Kakuro",
    seats=(FEWEST_SEATS, MOST_SEATS),
    rules=1,
    traits=frozenset({"chance", "timed", "simultaneous", "open", "representative"}),
    options=OPTIONS,
    seats_rule="KA-1.6",
    summary="Be the first to find a row of numbers that makes the open sum.",
    minutes=(15, 40),
    presets=PRESETS,
    example=EXAMPLE,
)


class Kakuro:
    """The game: the five functions, then the capabilities."""

    info = INFO
    notation = Notation()
    options = Options

    def start(self, options: Options, seats: int) -> State:
        return turns.start(options, seats)

    def awaiting(self, state: State) -> Awaiting[Move]:
        return turns.awaiting(state)

    def legal(self, state: State, seat: Seat) -> Iterable[Move]:
        return moves.legal(state, seat)

    def apply(self, state: State, event: Event[Move]) -> State:
        return turns.apply(state, event)

    def view(self, state: State, seat: Seat | None) -> KakuroView:
        return view.view(state, seat)

    def score(self, state: State, seat: Seat, move: Move) -> Score:
        return view.score(state, seat, move)

    def examine(self, state: State, seat: Seat, move: Move) -> Examination:
        return examine.examine(state, seat, move)

    def tell(self, state: State, event: Event[Move], seat: Seat | None) -> str:
        return view.tell(state, event, seat)

    def where(self, state: State, seat: Seat, move: Move) -> tuple[str, ...]:
        return view.where(state, seat, move)

    def imagine(self, view: View, rng: Source) -> State:
        """Everything is open: the one state that the view describes."""
        return imagine.imagine(view, rng)

    def all_there_was(self, state: State) -> Iterable[Alternative]:
        return view.all_there_was(state)

    def describe(self, state: State, event: Event[Move], seat: Seat | None) -> Description:
        from ludoteka.games.kakuro import describe

        return describe.describe(state, event, seat)

    def text(self, view: View) -> str:
        from ludoteka.games.kakuro import text  # imported only when a terminal needs it

        return text.text(view)

    def paint(self, view: View, seat: int | None) -> Painting:
        from ludoteka.games.kakuro import text

        return text.paint(view, seat)

    def encoder(self, state: State) -> "AnyEncoder":
        """Positions and moves as numbers, for learners."""
        from ludoteka.games.kakuro import encoding  # NumPy is imported only when needed

        return encoding.encoder(state)

    def picture(self, view: View, last: Marked | None) -> Picture:
        from ludoteka.games.kakuro import drawing  # shapes are imported only when somebody looks

        return drawing.picture(view, last)


GAME = Kakuro()
