"""Kakuro as a `Game`: its rooms, put together. It has no state and no clock (KA-7.7)."""

from collections.abc import Iterable

from ludoteka.core.chance import Outcome, Source
from ludoteka.core.game import Alternative, Awaiting, Event, GameInfo, Score, Seat, View
from ludoteka.games.kakuro import moves, notation, position, turns
from ludoteka.games.kakuro import view as views
from ludoteka.games.kakuro.imagine import imagine
from ludoteka.games.kakuro.options import OPTIONS, PRESETS, chosen_layout
from ludoteka.games.kakuro.types import FEWEST_SEATS, GAME_ID, MOST_SEATS, KakuroView, Move, Options, State

EXAMPLE = (
    "84159v273/39276v415/15867v329/76#2>5+1>8>4>/42693v851/5371#642/28431967/97584236 "
    "race 24 7,12,12 - DX5 DX/DD5 10/0 now=90000"
)
INFO = GameInfo(
    id=GAME_ID,
    title="Kakuro",
    seats=(FEWEST_SEATS, MOST_SEATS),
    rules=1,
    traits=frozenset({"chance", "timed", "simultaneous", "open", "representative"}),
    options=OPTIONS,
    seats_rule="KA-1.6",
    summary="Be the first to find a row of numbers that makes the open sum.",
    minutes=(15, 40),
    presets=PRESETS,
    example=EXAMPLE,
)


class KakuroNotation:
    """Reading is lenient about case and spacing; writing is canonical."""

    def read(self, state: State, seat: Seat, text: str) -> Move:
        return notation.read_move(text)

    def write(self, state: State, seat: Seat, move: Move) -> str:
        return notation.write_move(move)

    def read_outcome(self, state: State, text: str) -> Outcome:
        return notation.read_outcome(state, text)

    def write_outcome(self, state: State, outcome: Outcome) -> str:
        return notation.write_outcome(state, outcome)

    def dump(self, state: State) -> str:
        return position.dump(state)

    def load(self, text: str) -> State:
        return position.load(text)


class Kakuro:
    """The game: the five functions, then the capabilities."""

    info = INFO
    notation = KakuroNotation()
    options = Options

    def start(self, options: Options, seats: int) -> State:
        """[KA-1.6] [KA-2.1] 1 to 5 seats; option `layout` gives a chosen layout."""
        state, layout = turns.begin(options, seats), chosen_layout(options)
        return state if layout is None else turns.lay_out(state, layout)

    def awaiting(self, state: State) -> Awaiting[Move]:
        return turns.awaiting(state)

    def legal(self, state: State, seat: Seat) -> Iterable[Move]:
        return moves.legal(state, seat)

    def apply(self, state: State, event: Event[Move]) -> State:
        return turns.apply(state, event)

    def view(self, state: State, seat: Seat | None) -> KakuroView:
        return views.view(state, seat)

    def score(self, state: State, seat: Seat, move: Move) -> Score:
        return views.score(state, seat, move)

    def tell(self, state: State, event: Event[Move], seat: Seat | None) -> str:
        return views.tell(state, event)

    def where(self, state: State, seat: Seat, move: Move) -> tuple[str, ...]:
        return views.where(move)

    def imagine(self, view: View, rng: Source) -> State:
        """Everything is open: the one state that the view describes."""
        return imagine(view)

    def all_there_was(self, state: State) -> Iterable[Alternative]:
        """All rows that were possible in a round, written out, with their points and squares."""
        from ludoteka.games.kakuro.fast import solver  # its kernels are imported only for a review

        found = solver.all_there_was(state)
        return [Alternative(one.text, one.points, views.where(one.claim)) for one in found]

    def text(self, view: View) -> str:
        from ludoteka.games.kakuro.text import text  # imported only when a terminal needs it

        return text(view)


GAME = Kakuro()
