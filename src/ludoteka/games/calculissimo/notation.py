"""The notation of Calculissimo: moves and outcomes (`signs.py`), positions (`position.py`)."""

from ludoteka.core.game import Outcome, Seat
from ludoteka.games.calculissimo import position
from ludoteka.games.calculissimo.signs import read_drawn, read_move, write_move
from ludoteka.games.calculissimo.types import Move, State


class CalculissimoNotation:
    """The texts of Calculissimo."""

    def read(self, state: State, seat: Seat, text: str) -> Move:
        return read_move(text, state.size)

    def write(self, state: State, seat: Seat, move: Move) -> str:
        return write_move(move)

    def read_outcome(self, state: State, text: str) -> Outcome:
        return read_drawn(state, text)

    def write_outcome(self, state: State, outcome: Outcome) -> str:
        """All groups one after the other: a chip a seat, or one set."""
        return "".join(chip for group in outcome if isinstance(group, tuple) for chip in group)

    def dump(self, state: State) -> str:
        return position.dump(state)

    def load(self, text: str) -> State:
        return position.load(text)
