"""Abaku as a `Game`: its rooms, put together."""

from collections.abc import Iterable, Mapping

from ludoteka.core.chance import Outcome, Source
from ludoteka.core.game import Awaiting, Event, GameInfo, Score, View
from ludoteka.core.refusals import BadRequest
from ludoteka.games.abaku import notation, position, turns, view
from ludoteka.games.abaku.options import BOARDS, OPTIONS, PRESETS, as_rows
from ludoteka.games.abaku.position import EXAMPLE
from ludoteka.games.abaku.rules.placement import where
from ludoteka.games.abaku.rules.referee import judged, points
from ludoteka.games.abaku.rules.scoring import scored
from ludoteka.games.abaku.types import AbakuView, Move, Options, State, Unfit


class AbakuNotation:
    """[AB-14.1] Texts of moves, outcomes and positions."""

    def read(self, state: State, seat: int, text: str) -> Move:
        return notation.read_move(state.options, text)

    def write(self, state: State, seat: int, move: Move) -> str:
        return notation.write_move(move)

    def read_outcome(self, state: State, text: str) -> Outcome:
        return notation.read_outcome(state, text)

    def write_outcome(self, state: State, outcome: Outcome) -> str:
        return notation.write_outcome(state, outcome)

    def dump(self, state: State) -> str:
        return position.dump(state)

    def load(self, text: str) -> State:
        return position.load(text)


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
    notation = AbakuNotation()
    options = Options

    def start(self, options: Options, seats: int) -> State:
        try:
            return turns.start(options, seats)
        except Unfit as unfit:
            raise BadRequest(unfit.sentence, unfit.rule) from None

    def awaiting(self, state: State) -> Awaiting[Move]:
        return turns.awaiting(state)

    def legal(self, state: State, seat: int) -> Iterable[Move]:
        from ludoteka.games.abaku.moves import legal  # NumPy is imported only when needed

        return legal(state, seat)

    def apply(self, state: State, event: Event[Move]) -> State:
        return turns.happen(state, event)

    def view(self, state: State, seat: int | None) -> AbakuView:
        return view.view(state, seat)

    def score(self, state: State, seat: int, move: Move) -> Score:
        """[AB-16] What the move would score, each scored segment with all its readings."""
        laid = judged(state, seat, move)
        if laid is None:
            return Score(0)
        options = state.options
        return Score(points(options, laid), [part.as_json() for part in scored(options, laid)])

    def where(self, state: State, seat: int, move: Move) -> tuple[str, ...]:
        return where(move)

    def tell(self, state: State, event: Event[Move], seat: int | None) -> str:
        return view.tell(state, event, seat)

    def text(self, view: View) -> str:
        from ludoteka.games.abaku.text import board_text

        return board_text(view)

    def imagine(self, view: View, rng: Source) -> State:
        from ludoteka.games.abaku.imagine import imagine

        return imagine(view, rng)

    def annex(self, state: State) -> Mapping[str, str]:
        """[AB-1.4] The squares of a custom board, for readers of a record."""
        name = state.options.board
        return {"board": as_rows(name)} if BOARDS.is_added(name) else {}


GAME = Abaku()
