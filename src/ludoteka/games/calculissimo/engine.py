"""Calculissimo: the game that the registry loads."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from ludoteka.core.chance import Source
from ludoteka.core.description import Description
from ludoteka.core.game import Awaiting, Event, GameInfo, Score, Seat, View
from ludoteka.core.painting import Painting
from ludoteka.core.picture import Marked, Picture
from ludoteka.games.calculissimo import common, turns, view
from ludoteka.games.calculissimo.notation import Notation
from ludoteka.games.calculissimo.options import EXAMPLE, OPTIONS, PRESETS, annex
from ludoteka.games.calculissimo.types import CalculissimoView, Move, Options, State

if TYPE_CHECKING:
    from ludoteka.encoding.encoder import AnyEncoder

INFO = GameInfo(
    id="calculissimo",
    title="Calculissimo",
    seats=(2, 4),
    rules=1,
    traits=frozenset({"chance", "hidden", "simultaneous", "timed", "representative"}),
    options=OPTIONS,
    seats_rule="CA-2.1",
    summary="Lay numbers and signs crosswise: every line is a calculation, and its result is your score.",
    minutes=(30, 60),
    presets=PRESETS,
    example=EXAMPLE,
)


class Calculissimo:
    """Five pure functions, a notation and the capabilities."""

    info = INFO
    notation = Notation()
    options = Options

    def start(self, options: Options, seats: int) -> State:
        return turns.start(options, seats)

    def awaiting(self, state: State) -> Awaiting[Move]:
        return turns.awaiting(state)

    def legal(self, state: State, seat: Seat) -> Iterable[Move]:
        from ludoteka.games.calculissimo import moves  # kernels are imported only when moves are listed

        return moves.legal(state, seat)

    def apply(self, state: State, event: Event[Move]) -> State:
        return turns.apply(state, event)

    def view(self, state: State, seat: Seat | None) -> CalculissimoView:
        return view.view(state, seat)

    def score(self, state: State, seat: Seat, move: Move) -> Score:
        return view.score(state, seat, move)

    def tell(self, state: State, event: Event[Move], seat: Seat | None) -> str:
        return view.tell(state, event, seat)

    def where(self, state: State, seat: Seat, move: Move) -> tuple[str, ...]:
        return view.where(state, seat, move)

    def describe(self, state: State, event: Event[Move], seat: Seat | None) -> Description:
        from ludoteka.games.calculissimo import describe

        return describe.describe(state, event, seat)

    def text(self, view: View) -> str:
        from ludoteka.games.calculissimo import text

        return text.text(view)

    def paint(self, view: View, seat: int | None) -> Painting:
        from ludoteka.games.calculissimo import text

        return text.paint(view, seat)

    def picture(self, view: View, last: Marked | None) -> Picture:
        from ludoteka.games.calculissimo import drawing  # shapes are imported only when somebody looks

        return drawing.picture(view, last)

    def imagine(self, view: View, rng: Source) -> State:
        from ludoteka.games.calculissimo import imagine

        return imagine.imagine(view, rng)

    def alone(self, options: Options) -> State:
        return common.alone(options)

    def changed(self, state: State) -> Move:
        return common.changed(state)

    def most(self, state: State) -> Move | None:
        return common.most(state)

    def annex(self, state: State) -> Mapping[str, str]:
        return annex(state)

    def encoder(self, state: State) -> "AnyEncoder":
        """Positions and moves as numbers, for learners."""
        from ludoteka.games.calculissimo import encoding  # NumPy is imported only when needed

        return encoding.encoder(state)


GAME = Calculissimo()
