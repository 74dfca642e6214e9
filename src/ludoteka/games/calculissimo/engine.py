"""Calculissimo: the game that the registry loads."""

from collections.abc import Iterable, Mapping

from ludoteka.core.chance import Source
from ludoteka.core.game import (
    Awaiting,
    Drawn,
    Event,
    GameInfo,
    Outcome,
    Played,
    Score,
    Seat,
    Ticked,
    View,
)
from ludoteka.games.calculissimo import notation, position, turns, view
from ludoteka.games.calculissimo.options import OPTIONS, PRESETS, annex
from ludoteka.games.calculissimo.types import CalculissimoView, Move, Options, State

EXAMPLE = (
    ".............../.............6./.............+./.............4./.............-./.....3x4-1+1+3./"
    ".......-...x.+./.....6:2+9.7.5./.......+...+.../.......3...5.../.............../.............../"
    ".............../.............../............... 2479+-:|1 123456789+-x:* 146,19 0"
)
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


class CalculissimoNotation:
    """The texts of Calculissimo."""

    def read(self, state: State, seat: Seat, text: str) -> Move:
        return notation.read_move(text, state.size)

    def write(self, state: State, seat: Seat, move: Move) -> str:
        return notation.write_move(move)

    def read_outcome(self, state: State, text: str) -> Outcome:
        return notation.read_drawn(state, text)

    def write_outcome(self, state: State, outcome: Outcome) -> str:
        return notation.write_drawn(outcome)

    def dump(self, state: State) -> str:
        return position.dump(state)

    def load(self, text: str) -> State:
        return position.load(text)


class Calculissimo:
    """Five pure functions, a notation and the capabilities."""

    info = INFO
    notation = CalculissimoNotation()
    options = Options

    def start(self, options: Options, seats: int) -> State:
        return turns.begin(options, seats)

    def awaiting(self, state: State) -> Awaiting[Move]:
        return turns.awaiting(state)

    def legal(self, state: State, seat: Seat) -> Iterable[Move]:
        from ludoteka.games.calculissimo import moves  # kernels are imported only when moves are listed

        return moves.legal(state, seat)

    def apply(self, state: State, event: Event[Move]) -> State:
        if isinstance(event, Played):
            return turns.play(state, event.seat, event.move, event.at)
        if isinstance(event, Drawn):
            return turns.drawn(state, event)
        if isinstance(event, Ticked):
            return turns.expire(state, event.at)
        return turns.leaves(state, event.seat, event.at)

    def view(self, state: State, seat: Seat | None) -> CalculissimoView:
        return view.view(state, seat)

    def score(self, state: State, seat: Seat, move: Move) -> Score:
        return turns.score(state, seat, move)

    def tell(self, state: State, event: Event[Move], seat: Seat | None) -> str:
        return view.tell(state, event, seat)

    def where(self, state: State, seat: Seat, move: Move) -> tuple[str, ...]:
        return view.where(state, move)

    def text(self, view: View) -> str:
        from ludoteka.games.calculissimo.text import board_text

        return board_text(view)

    def imagine(self, view: View, rng: Source) -> State:
        from ludoteka.games.calculissimo.imagine import imagine

        return imagine(view, rng)

    def annex(self, state: State) -> Mapping[str, str]:
        return annex(state.options.board, state.options.chips, state.grid)


GAME = Calculissimo()
