"""Stones: Nim that draws itself as plain text, has words, and builds its moves step by step."""

from dataclasses import replace
from typing import Any

from tests.toys.nim import Nim, State

from ludoteka.core.description import Description, Item
from ludoteka.core.game import Event, Left, Played, Steps
from ludoteka.core.refusals import BadNotation
from ludoteka.core.sentences import Sentence, counted


class Stones(Nim):
    info = replace(Nim.info, id="stones", title="Stones", example="seats=2 stones=7 seat=0 left=-")

    def text(self, view: dict[str, Any]) -> str:
        return f"{'o ' * view['stones']}\n{view['stones']} lie there; seat {view['seat']} takes some."

    def describe(self, state: State, event: Event[int], seat: int | None) -> Description:
        if isinstance(event, Left):
            return Description(Sentence("leaves"), seat=event.seat)
        assert isinstance(event, Played)
        said = counted(event.move, "takes {n} stone", "takes {n} stones")
        won = int(event.move == state.stones)
        return Description(said, (Item("1", points=1),) * won, won, ("heap",), event.seat)

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
