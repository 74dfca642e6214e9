"""Kakuro as a `Game`: what is awaited, what an event does, what a move would bring (KA-3, KA-15, KA-16)."""

from collections import Counter
from collections.abc import Callable, Iterable

from ludoteka.core.chance import Bag, Choice, Groups, Outcome, Source
from ludoteka.core.game import (
    Awaiting,
    Draw,
    Drawn,
    Event,
    GameInfo,
    Left,
    Millis,
    Over,
    Played,
    Score,
    Seat,
    Turn,
    View,
)
from ludoteka.core.refusals import BadNotation, BadRequest, IllegalMove
from ludoteka.games.kakuro import moves, rounds, rules
from ludoteka.games.kakuro.board import digits_of, is_silver, named, row_name, squares_of, start_name
from ludoteka.games.kakuro.notation import KakuroNotation, read_layout, write_move, write_outcome
from ludoteka.games.kakuro.options import OPTIONS
from ludoteka.games.kakuro.types import (
    DIGITS,
    FEWEST_SEATS,
    GAME_ID,
    MOST_SEATS,
    NUMBER_TILES_OF_EACH_DIGIT,
    SHUFFLED,
    SQUARES,
    Claim,
    Move,
    Options,
    Phase,
    State,
    Word,
)
from ludoteka.games.kakuro.views import KakuroView, state_of, view

LATE = "KA-7.8"
NOT_THERE = "KA-11.2"
NUMBER_TILES = tuple((digit, NUMBER_TILES_OF_EACH_DIGIT) for digit in DIGITS)
PHASE_OF_WORD = {
    Word.FLIP: Phase.READY,
    Word.KAKURO: Phase.RACE,
    Word.IMPOSSIBLE: Phase.RACE,
    Word.POSSIBLE: Phase.RACE,
    Word.RETRACT: Phase.CLAIM,
}

WHAT_NOW = {
    Phase.READY: "First say flip to turn over a sum tile.",
    Phase.RACE: "Claim a row, or say kakuro! or impossible.",
    Phase.CLAIM: "Claim your row, or retract.",
}

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
)


class Kakuro:
    """The game. It has no state and no clock: time enters only as `at` (KA-7.7)."""

    info = INFO
    notation = KakuroNotation()
    options = Options

    def start(self, options: Options, seats: int) -> State:
        """[KA-1.6] [KA-2.1] 1 to 5 seats; option `layout` gives a chosen layout."""
        state = rounds.begin(options, seats)
        return state if options.layout == SHUFFLED else rounds.lay_out(state, chosen_layout(options.layout))

    def awaiting(self, state: State) -> Awaiting[Move]:
        """The table of KA-3."""
        if (result := rounds.result(state)) is not None:
            return Over(result, state.now)
        if (chance := _CHANCES.get(state.phase)) is not None:
            return chance(state)
        seats = frozenset(_seats_to_act(state))
        return Turn(seats, state.now, state.until, LATE, live=True)

    def legal(self, state: State, seat: Seat) -> Iterable[Move]:
        return moves.legal(state, seat)

    def apply(self, state: State, event: Event[Move]) -> State:
        if isinstance(event, Played):
            check_move(state, event.seat, event.move)
            return _play(state, event.seat, event.move, event.at)
        if isinstance(event, Drawn):
            return _drawn(state, event.outcome)
        if isinstance(event, Left):
            return rounds.leave(state, event.seat, event.at)
        return rounds.time_over(state, event.at)

    def view(self, state: State, seat: Seat | None) -> KakuroView:
        return view(state, seat)

    def score(self, state: State, seat: Seat, move: Move) -> Score:
        """[KA-15.1] What a right claim brings; an irregular one is refused under either value of `wrong`."""
        check_move(state, seat, move)
        if isinstance(move, Word):
            return Score(0)
        assert state.open is not None
        board = rules.judge(state.board, state.open, move)
        return _score(state.board, board, move)

    def tell(self, state: State, event: Event[Move], seat: Seat | None) -> str:
        """[KA-11.3] Nothing is hidden: the canonical text, `time` for a deadline that passed."""
        if isinstance(event, Played):
            return write_move(event.move)
        if isinstance(event, Drawn):
            return write_outcome(state, event.outcome)
        return "leave" if isinstance(event, Left) else "time"

    def imagine(self, view: View, rng: Source) -> State:
        """Everything is open: the one state that the view tells of."""
        return state_of(view)

    def review(self, state: State) -> Iterable[tuple[str, int]]:
        """All rows that there were in a round, written out, with their points."""
        from ludoteka.games.kakuro.solver import review  # its kernels are loaded when a round is reviewed

        return [(found.text, found.points) for found in review(state)]

    def text(self, view: View) -> str:
        from ludoteka.games.kakuro.text import text  # loaded when a terminal asks for it

        return text(view)


# --- what is awaited -------------------------------------------------------------------------


def _seats_to_act(state: State) -> tuple[Seat, ...]:
    """[KA-3.2] Only the seats awaited may act; the order of the events decides who is first."""
    if state.phase is Phase.CLAIM and state.buzzer is not None:
        return (state.buzzer,)
    return rounds.staying(state) if state.phase is Phase.READY else rounds.seats_in(state)


def _await_layout(state: State) -> Draw:
    """[KA-2.1] 64 squares in order, from the 72 number tiles."""
    return Draw(Bag(NUMBER_TILES, (1,) * SQUARES), {"event": "layout"}, NOT_THERE, state.now)


def _await_deal(state: State) -> Draw:
    """[KA-11.2] Piles are multisets: each seat draws its extra tiles from what is there."""
    each = rounds.extra_tiles(state)
    bag = Bag(rounds.tiles_by_face(state.action_pile), (each,) * state.seats)
    return Draw(bag, {"event": "deal", "each": each}, NOT_THERE, state.now)


def _await_sum(state: State) -> Draw:
    """[KA-11.2] One tile of the sum pile."""
    weights = tuple((str(value), number) for value, number in sorted(Counter(state.sum_pile).items()))
    return Draw(Choice(weights), {"event": "sum"}, NOT_THERE, state.now)


def _await_tiles(state: State) -> Draw:
    """[KA-8.4] One tile for each seat that stays."""
    bag = Bag(rounds.tiles_by_face(state.action_pile), (1,) * len(rounds.staying(state)))
    return Draw(bag, {"event": "tiles"}, NOT_THERE, state.now)


_CHANCES: dict[Phase, Callable[[State], Draw]] = {
    Phase.LAYOUT: _await_layout,
    Phase.DEAL: _await_deal,
    Phase.SUM: _await_sum,
    Phase.TILES: _await_tiles,
}


def chosen_layout(text: str) -> bytes:
    """[KA-2.1] The layout of the option: an outcome text of KA-11 that the 72 tiles can give."""
    try:
        digits = read_layout(text)
    except BadNotation as refusal:
        raise BadRequest(f"Option layout: {refusal.text}", "KA-2.1") from None
    if max(Counter(digits).values()) > NUMBER_TILES_OF_EACH_DIGIT:
        raise BadRequest("Option layout: there are only eight tiles of each digit.", "KA-2.1")
    return bytes(map(int, digits))


# --- events ----------------------------------------------------------------------------------


def _drawn(state: State, outcome: Outcome) -> State:
    """[KA-7.7] What chance did; it takes no time."""
    if isinstance(outcome, str):
        return rounds.turn_over(state, int(outcome))
    groups: Groups = tuple(group for group in outcome if isinstance(group, tuple))
    if state.phase is Phase.LAYOUT:
        return rounds.lay_out(state, bytes(int(digit) for (digit,) in groups))
    return rounds.deal(state, groups) if state.phase is Phase.DEAL else rounds.take_tiles(state, groups)


def check_move(state: State, seat: Seat, move: Move) -> None:
    """[KA-3.1] [KA-7.1] [KA-7.4] [KA-7.5] [KA-5.1] Refuses what the phase, the votes or the pool forbid."""
    phases = (Phase.RACE, Phase.CLAIM) if isinstance(move, Claim) else (PHASE_OF_WORD[move],)
    if state.phase not in phases:
        raise IllegalMove(f"You cannot play this now. {WHAT_NOW[state.phase]}", "KA-3.1")
    if isinstance(move, Claim):
        rules.check_pool(state.pools[seat], move)
    elif move is Word.KAKURO and state.options.buzz == "one-step":
        raise IllegalMove("At this table you claim a row directly, without saying kakuro! first.", "KA-7.1")
    elif move is Word.IMPOSSIBLE and seat in state.votes:
        raise IllegalMove("You have said impossible already.", "KA-7.4")
    elif move is Word.POSSIBLE and seat not in state.votes:
        raise IllegalMove("You have not said impossible, so there is nothing to take back.", "KA-7.5")


def _play(state: State, seat: Seat, move: Move, at: Millis) -> State:
    if isinstance(move, Claim):
        return rounds.claimed(state, seat, move, write_move(move), at)
    if move is Word.FLIP:
        return rounds.flip(state, at)
    if move is Word.KAKURO:
        return rounds.buzz(state, seat, at)
    if move is Word.RETRACT:
        return rounds.retract(state, seat, write_move(move), at)
    return rounds.vote(state, seat, at) if move is Word.IMPOSSIBLE else rounds.withdraw(state, seat, at)


def _score(board: bytes, changed: bytes, claim: Claim) -> Score:
    """[KA-15.1] The one object of the detail."""
    squares, digits = squares_of(claim.row), digits_of(changed, claim.row)
    points = rules.points_for.plain(claim.row.length)
    detail = {
        "row": row_name(claim.row),
        "start": start_name(claim.row),
        "squares": list(named(squares)),
        "digits": list(digits),
        "sum": sum(digits),
        "paid": rules.paid(claim),
        "turned": [
            name for s, name in zip(squares, named(squares), strict=True) if is_silver.plain(board[s])
        ],
        "points": points,
    }
    return Score(points, [detail])


GAME = Kakuro()
