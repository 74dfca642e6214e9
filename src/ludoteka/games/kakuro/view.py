"""What a seat sees and is told, which in Kakuro is everything: views, told events, scores (KA-11, KA-15)."""

from typing import Literal

from ludoteka.core.game import Alternative, Drawn, Event, Left, Played, Score, Seat
from ludoteka.games.kakuro.notation import write_move, write_outcome
from ludoteka.games.kakuro.rules.board import (
    digits_of,
    is_silver,
    named,
    placed,
    row_name,
    squares_of,
    start_name,
)
from ludoteka.games.kakuro.rules.claims import judge, paid, points_for
from ludoteka.games.kakuro.turns import check_move
from ludoteka.games.kakuro.types import (
    DIGIT_BITS,
    DIGIT_TILE,
    GAME_ID,
    LAID_SUM_SQUARE,
    SIZE,
    SQUARES,
    USED_ACROSS,
    USED_DOWN,
    Cell,
    Claim,
    Judged,
    KakuroView,
    Last,
    Move,
    Options,
    Placed,
    ShownOptions,
    State,
    Word,
)

# --- what is seen ----------------------------------------------------------------------------


def view(state: State, seat: Seat | None) -> KakuroView:
    """[KA-15.2] Nothing is hidden except the order of the piles, which the state does not have."""
    return KakuroView(
        game=GAME_ID,
        you=seat,
        seats=state.seats,
        phase=state.phase.value,
        board=_board(state.board),
        sums=_sums(state.board),
        open=state.open,
        aside=list(state.aside),
        sum_pile=list(state.sum_pile),
        sum_pile_size=len(state.sum_pile),
        action_pile=state.action_pile,
        action_pile_size=len(state.action_pile),
        pools=list(state.pools),
        scores=list(state.scores),
        out=sorted(state.out),
        votes=sorted(state.votes),
        buzzer=state.buzzer,
        now=state.now,
        until=state.until,
        sand=state.sand,
        options=_options(state.options),
        last=_last(state.last),
        left=list(state.left),
    )


def _board(board: bytes) -> list[list[Cell]] | None:
    if not board:
        return None
    return [[_cell(cell) for cell in board[first : first + SIZE]] for first in range(0, SQUARES, SIZE)]


def _cell(cell: int) -> Cell:
    """[KA-1.5] What lies under a digit tile or a sum square no longer matters: it is not shown."""
    if cell == LAID_SUM_SQUARE:
        return Cell(tile="sum", digit=None, red=True, across=False, down=False)
    across, down = bool(cell & USED_ACROSS), bool(cell & USED_DOWN)
    tile: Literal["digit", "number"] = "digit" if cell & DIGIT_TILE else "number"
    return Cell(tile=tile, digit=cell & DIGIT_BITS, red=cell > DIGIT_BITS, across=across, down=down)


def _sums(board: bytes) -> list[Placed]:
    """[KA-1.8] The placed sum tiles, across first, each by the first square of its row."""
    return [
        Placed(
            start=start_name(row),
            direction=row.direction,
            value=sum(digits_of(board, row)),
            squares=list(named(squares_of(row))),
        )
        for row in (placed(board) if board else ())
    ]


def _options(options: Options) -> ShownOptions:
    return ShownOptions(
        buzz=options.buzz,
        wrong=options.wrong,
        hourglass_seconds=options.hourglass_seconds,
        claim_seconds=options.claim_seconds,
        solo_timer=options.solo_timer,
        failures=options.failures,
        flip=options.flip,
    )


def _last(last: Judged | None) -> Last | None:
    """[KA-15.3] Null before any claim was judged and after `load`."""
    if last is None:
        return None
    return Last(seat=last.seat, move=last.move, rule=last.rule, points=last.points)


# --- what is told ----------------------------------------------------------------------------


def tell(state: State, event: Event[Move], _seat: Seat | None) -> str:
    """[KA-11.3] Nothing is hidden: the canonical text, `time` for a deadline that passed."""
    if isinstance(event, Played):
        return write_move(event.move)
    if isinstance(event, Drawn):
        return write_outcome(state, event.outcome)
    return "leave" if isinstance(event, Left) else "time"


def where(_state: State, _seat: Seat, move: Move) -> tuple[str, ...]:
    """The squares to light: the row's, then those of its tiles in the order of the text; a word has none."""
    return () if isinstance(move, Word) else _squares(move)


def _squares(claim: Claim) -> tuple[str, ...]:
    swapped = (square for pair in claim.exchanges for square in pair)
    laid = (square for square, _ in (*claim.digit_tiles, *claim.sum_squares))
    return named(dict.fromkeys((*squares_of(claim.row), *swapped, *laid)))


def score(state: State, seat: Seat, move: Move) -> Score:
    """[KA-15.1] What a right claim scores; an irregular one is refused under either value of `wrong`."""
    check_move(state, seat, move)
    if isinstance(move, Word):
        return Score(0)
    assert state.open is not None
    return _score(state.board, judge(state.board, state.open, move), move)


def _score(board: bytes, changed: bytes, claim: Claim) -> Score:
    """[KA-15.1] The one object of the detail."""
    squares, digits = squares_of(claim.row), digits_of(changed, claim.row)
    points = points_for(claim.row.length)
    detail = {
        "row": row_name(claim.row),
        "start": start_name(claim.row),
        "squares": list(named(squares)),
        "digits": list(digits),
        "sum": sum(digits),
        "paid": paid(claim),
        "turned": list(named(square for square in squares if is_silver(board[square]))),
        "points": points,
    }
    return Score(points, [detail])


def all_there_was(state: State) -> list[Alternative]:
    """All rows that were possible in a round, written out, with their points and squares."""
    from ludoteka.games.kakuro.fast import solver  # its kernels are imported only for a review

    found = solver.all_there_was(state)
    return [Alternative(one.text, one.points, _squares(one.claim)) for one in found]
