"""The state that a view describes: nothing is hidden, so there is exactly one."""

from ludoteka.core.chance import Source
from ludoteka.core.game import View
from ludoteka.games.kakuro.rules.board import covered
from ludoteka.games.kakuro.types import (
    LAID_SUM_SQUARE,
    USED_ACROSS,
    USED_DOWN,
    Cell,
    Judged,
    Options,
    Phase,
    State,
)


def imagine(view: View, _rng: Source) -> State:
    """Everything is open, so nothing is left to chance."""
    return shown_state(view)


def shown_state(view: View) -> State:
    """[KA-15.2] The state behind the view; only the option `layout`, which the board shows, is not in it."""
    last = view["last"]
    return State(
        options=Options(**view["options"]),
        board=board_of(view),
        phase=Phase(view["phase"]),
        sum_pile=tuple(view["sum_pile"]),
        action_pile=view["action_pile"],
        pools=tuple(view["pools"]),
        scores=tuple(view["scores"]),
        open=view["open"],
        aside=tuple(view["aside"]),
        out=frozenset(view["out"]),
        votes=frozenset(view["votes"]),
        buzzer=view["buzzer"],
        now=view["now"],
        until=view["until"],
        sand=view["sand"],
        left=tuple(view["left"]),
        last=None if last is None else Judged(**last),
    )


def board_of(view: View) -> bytes:
    """The board that a view shows, as the state holds it."""
    return bytes(_byte(cell) for row in view["board"] or () for cell in row)


def _byte(cell: Cell) -> int:
    if cell["digit"] is None:
        return LAID_SUM_SQUARE
    shown = covered(cell["digit"]) if cell["tile"] == "digit" else cell["digit"]
    return shown | USED_ACROSS * cell["across"] | USED_DOWN * cell["down"]
