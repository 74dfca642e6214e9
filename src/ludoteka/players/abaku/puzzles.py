"""Puzzles of Abaku: the most points now."""

from collections.abc import Sequence
from typing import ClassVar

from ludoteka.core.game import AnyGame, Seat
from ludoteka.games.abaku.engine import GAME
from ludoteka.games.abaku.moves import scored_placements
from ludoteka.games.abaku.options import as_rows
from ludoteka.games.abaku.types import EMPTY, Move, State
from ludoteka.players._lines.puzzles import LinesPuzzler, asked_for_most


class AbakuPuzzler(LinesPuzzler[Move]):
    """Asks in the standard game, where the program watches over the rules."""

    game: ClassVar[AnyGame] = GAME
    empty = EMPTY
    home = "ludoteka.players.abaku"
    questions = asked_for_most(3.0)

    def placements(self, state: State, seat: Seat) -> Sequence[tuple[Move, int]] | None:
        options = state.options
        if options.mode != "standard" or options.referee != "auto" or options.declare != "auto":
            return None
        return list(scored_placements(options, state.board, state.racks[seat]))

    def bonuses(self, state: State) -> Sequence[str]:
        return as_rows(state.options.board).split("/")
