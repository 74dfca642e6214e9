"""Stones: Nim that draws itself as plain text and builds its moves step by step."""

from dataclasses import replace
from typing import Any

from tests.toys.nim import Nim, State

from ludoteka.core.game import Steps
from ludoteka.core.refusals import BadNotation


class Stones(Nim):
    info = replace(Nim.info, id="stones", title="Stones", example="seats=2 stones=7 seat=0 left=-")

    def text(self, view: dict[str, Any]) -> str:
        return f"{'o ' * view['stones']}\n{view['stones']} lie there; seat {view['seat']} takes some."

    def steps(self, state: State, seat: int, prefix: str) -> Steps[int]:
        """[NIM-1] First the word, then the number."""
        words = prefix.split()
        moves = tuple(self.legal(state, seat))
        if not words:
            return Steps(("take",), complete=False, board=state.stones, moves=moves)
        if words == ["take"]:
            return Steps(tuple(map(str, moves)), complete=False, board=state.stones, moves=moves)
        move = self.notation.read(state, seat, prefix)
        if move not in moves:
            raise BadNotation("No such step.", "NIM-1")
        return Steps((), complete=True, board=state.stones - move, moves=(move,))


GAME = Stones()
