"""Calculissimo: the game that the registry loads."""

from collections.abc import Iterable, Mapping

from ludoteka.core.chance import Bag, Source
from ludoteka.core.game import (
    Awaiting,
    Draw,
    Drawn,
    Event,
    GameInfo,
    Json,
    Over,
    Played,
    Result,
    Score,
    Seat,
    Ticked,
    Turn,
    View,
)
from ludoteka.core.leaving import RULE as LEFT
from ludoteka.games._lines.multisets import contents
from ludoteka.games.calculissimo import placement as ca3
from ludoteka.games.calculissimo import turns, views
from ludoteka.games.calculissimo.notation import CalculissimoNotation
from ludoteka.games.calculissimo.options import OPTIONS
from ludoteka.games.calculissimo.types import (
    CHIPS,
    RACK,
    CalculissimoView,
    Move,
    Options,
    Placement,
    State,
    Swap,
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
)
_DRAW_RULES = {"first": "CA-2.2", "deal": "CA-2.3"}


class Calculissimo:
    """Five pure functions, a notation, and what else the game can do."""

    info = INFO
    notation = CalculissimoNotation()
    options = Options

    def start(self, options: Options, seats: int) -> State:
        return turns.begin(options, seats)

    def awaiting(self, state: State) -> Awaiting[Move]:
        if turns.is_over(state):
            result = Result(state.scores, turns.placing(state), state.over or LEFT)
            return Over(result, state.clock)
        if state.due is not None:
            return _draw(state)
        seats = state.asked if state.claim is not None else (state.seat,)
        awaited = frozenset(seat for seat in seats if seat is not None)
        return Turn(awaited, state.clock, turns.until(state), "CA-7.5")

    def legal(self, state: State, seat: Seat) -> Iterable[Move]:
        from ludoteka.games.calculissimo import moves  # kernels are loaded only when moves are listed

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
        return views.view(state, seat)

    def score(self, state: State, seat: Seat, move: Move) -> Score:
        """[CA-10.6] Points and one object a run; a move that `play` would refuse gets the same refusal."""
        turns.check_kind(state, move)
        if isinstance(move, Placement):
            return _score(state, seat, move)
        if isinstance(move, Swap):
            turns.check_swap(state, seat, move)
        return Score(0, [])

    def tell(self, state: State, event: Event[Move], seat: Seat | None) -> str:
        return views.tell(state, event, seat)

    def text(self, view: View) -> str:
        from ludoteka.games.calculissimo.text import board_text

        return board_text(view)

    def imagine(self, view: View, rng: Source) -> State:
        from ludoteka.games.calculissimo.imagining import imagine

        return imagine(view, rng)

    def annex(self, state: State) -> Mapping[str, str]:
        from ludoteka.games.calculissimo.sets import annex

        return annex(state.options.board, state.options.chips, state.grid)


def _draw(state: State) -> Draw:
    """[CA-2.2] [CA-2.3] [CA-6.2] Chips from the bag, each equally likely."""
    due, told = state.due, views.what(state)
    assert due is not None
    assert told is not None
    count = RACK if due.event == "deal" else due.count
    groups = (1,) * len(due.seats) if due.event == "first" else (count,)
    what: dict[str, Json] = told
    return Draw(
        Bag(contents(state.bag, CHIPS), groups), what, _DRAW_RULES.get(due.event, "CA-6.2"), state.clock
    )


def _score(state: State, seat: Seat, move: Placement) -> Score:
    from ludoteka.games.calculissimo import scoring  # numpy is loaded only when chips are laid

    ca3.check(state.grid, state.board, state.racks[seat], move)
    reckoning = scoring.reckon(state.grid, state.options, state.board, move)
    if not state.options.is_disputed:
        scoring.check(state.size, move, reckoning)
    return Score(reckoning.points, list(reckoning.detail))


GAME = Calculissimo()
