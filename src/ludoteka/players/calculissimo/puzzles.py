"""Puzzles of Calculissimo: the most points now."""

from collections.abc import Sequence
from typing import ClassVar

from ludoteka.core.game import AnyGame, Seat
from ludoteka.games.calculissimo.engine import GAME
from ludoteka.games.calculissimo.moves import placements_of
from ludoteka.games.calculissimo.types import JOKER, Move, State
from ludoteka.players._lines.puzzles import LinesPuzzler, asked_for_most

MOST_JOKERS = 1  # with more of them there are too many placements for people to think of


class CalculissimoPuzzler(LinesPuzzler[Move]):
    """Asks where the program watches over the rules."""

    game: ClassVar[AnyGame] = GAME
    empty = 0
    home = "ludoteka.players.calculissimo"
    questions = asked_for_most(8.0)

    def placements(self, state: State, seat: Seat) -> Sequence[tuple[Move, int]] | None:
        rack = state.racks[seat]
        if state.options.referee != "auto" or rack.count(JOKER) > MOST_JOKERS:
            return None
        found = placements_of(state.grid, state.options, state.board, rack)
        return list(zip(found.placements, found.points.tolist(), strict=True))

    def bonuses(self, state: State) -> Sequence[str]:
        return state.grid.rows
