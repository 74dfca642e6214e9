"""Abaku as a `Game`: its rooms, put together."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from ludoteka.core.chance import Source
from ludoteka.core.description import Description
from ludoteka.core.game import Awaiting, Event, GameInfo, Score, View
from ludoteka.core.painting import Painting
from ludoteka.core.picture import Marked, Picture
from ludoteka.games.abaku import common, turns, view
from ludoteka.games.abaku.notation import Notation
from ludoteka.games.abaku.options import EXAMPLE, OPTIONS, PRESETS, annex
from ludoteka.games.abaku.types import AbakuView, Move, Options, State

if TYPE_CHECKING:
    from ludoteka.encoding.encoder import AnyEncoder


class Abaku:
    """[AB-3.1] The game of equations: a turn is a placement, a change or a skip."""

    info = GameInfo(
        id="abaku",
        title="Abaku",
        seats=(1, 4),  # AB-1.3
        rules=1,
        traits=frozenset({"chance", "hidden", "simultaneous", "timed", "representative"}),
        options=OPTIONS,
        seats_rule="AB-1.3",
        summary="Lay digits crosswise to make equations: 1248 holds 12 − 4 = 8, 2² = 4 and 2 × 4 = 8.",
        minutes=(20, 60),
        presets=PRESETS,
        example=EXAMPLE,
    )
    notation = Notation()
    options = Options

    def start(self, options: Options, seats: int) -> State:
        return turns.start(options, seats)

    def awaiting(self, state: State) -> Awaiting[Move]:
        return turns.awaiting(state)

    def legal(self, state: State, seat: int) -> Iterable[Move]:
        from ludoteka.games.abaku import moves  # NumPy is imported only when needed

        return moves.legal(state, seat)

    def apply(self, state: State, event: Event[Move]) -> State:
        return turns.apply(state, event)

    def view(self, state: State, seat: int | None) -> AbakuView:
        return view.view(state, seat)

    def score(self, state: State, seat: int, move: Move) -> Score:
        return view.score(state, seat, move)

    def where(self, state: State, seat: int, move: Move) -> tuple[str, ...]:
        return view.where(state, seat, move)

    def tell(self, state: State, event: Event[Move], seat: int | None) -> str:
        return view.tell(state, event, seat)

    def describe(self, state: State, event: Event[Move], seat: int | None) -> Description:
        from ludoteka.games.abaku import describe

        return describe.describe(state, event, seat)

    def text(self, view: View) -> str:
        from ludoteka.games.abaku import text

        return text.text(view)

    def paint(self, view: View, seat: int | None) -> Painting:
        from ludoteka.games.abaku import text

        return text.paint(view, seat)

    def picture(self, view: View, last: Marked | None) -> Picture:
        from ludoteka.games.abaku import drawing  # shapes are imported only when somebody looks

        return drawing.picture(view, last)

    def imagine(self, view: View, rng: Source) -> State:
        from ludoteka.games.abaku import imagine

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
        from ludoteka.games.abaku import encoding  # NumPy is imported only when needed

        return encoding.encoder(state)


GAME = Abaku()
