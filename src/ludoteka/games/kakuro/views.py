"""Views: what a seat may know, which in Kakuro is everything (KA-15), and the state a view tells of."""

from typing import TypedDict

from ludoteka.core.game import Millis, Seat, View
from ludoteka.games.kakuro.board import NAMES, digits_of, placed, squares_of, start_name
from ludoteka.games.kakuro.types import (
    DIGIT_BITS,
    DIGIT_TILE,
    GAME_ID,
    LAID_SUM_SQUARE,
    SIZE,
    SQUARES,
    USED_ACROSS,
    USED_DOWN,
    Judged,
    Options,
    Phase,
    State,
)


class Cell(TypedDict):
    """One square."""

    tile: str  # number, digit or sum
    digit: int | None
    red: bool
    across: bool
    down: bool


class Placed(TypedDict):
    """A placed sum tile."""

    start: str
    direction: str
    value: int
    squares: list[str]


class Last(TypedDict):
    """The latest judged claim."""

    seat: Seat
    move: str | None
    rule: str | None
    points: int


class KakuroView(TypedDict):
    """[KA-15.2] The same for all seats and spectators, but for `you`."""

    game: str
    you: Seat | None
    seats: int
    phase: str
    board: list[list[Cell]] | None
    sums: list[Placed]
    open: int | None
    aside: list[int]
    sum_pile: list[int]
    sum_pile_size: int
    action_pile: str
    action_pile_size: int
    pools: list[str]
    scores: list[int]
    out: list[Seat]
    votes: list[Seat]
    buzzer: Seat | None
    now: Millis
    until: Millis | None
    sand: Millis | None
    options: dict[str, str | int]
    last: Last | None
    left: list[Seat]


def view(state: State, seat: Seat | None) -> KakuroView:
    """[KA-15.2] Nothing is hidden but the order of the piles, which does not exist in the state."""
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
    """[KA-1.5] What lies under a digit tile or a sum square does not matter any more: it is not there."""
    if cell == LAID_SUM_SQUARE:
        return Cell(tile="sum", digit=None, red=True, across=False, down=False)
    across, down = bool(cell & USED_ACROSS), bool(cell & USED_DOWN)
    tile = "digit" if cell & DIGIT_TILE else "number"
    return Cell(tile=tile, digit=cell & DIGIT_BITS, red=cell > DIGIT_BITS, across=across, down=down)


def _sums(board: bytes) -> list[Placed]:
    """[KA-1.8] The placed sum tiles, across first, each by the first square of its row."""
    return [
        Placed(
            start=start_name(row),
            direction=row.direction,
            value=sum(digits_of(board, row)),
            squares=[NAMES[square] for square in squares_of(row)],
        )
        for row in (placed(board) if board else ())
    ]


def _options(options: Options) -> dict[str, str | int]:
    return {
        "buzz": options.buzz,
        "wrong": options.wrong,
        "hourglass_seconds": options.hourglass_seconds,
        "claim_seconds": options.claim_seconds,
        "solo_timer": options.solo_timer,
        "failures": options.failures,
        "flip": options.flip,
    }


def _last(last: Judged | None) -> Last | None:
    """[KA-15.3] Null before any claim was judged and after `load`."""
    if last is None:
        return None
    return Last(seat=last.seat, move=last.move, rule=last.rule, points=last.points)


# --- from a view back ------------------------------------------------------------------------


def board_of(view: View) -> bytes:
    """The board that a view shows, as the state holds it."""
    return bytes(_byte(cell) for row in view["board"] or () for cell in row)


def _byte(cell: Cell) -> int:
    if cell["digit"] is None:
        return LAID_SUM_SQUARE
    marks = USED_ACROSS * cell["across"] | USED_DOWN * cell["down"]
    return cell["digit"] | marks | DIGIT_TILE * (cell["tile"] == "digit")


def state_of(view: View) -> State:
    """The state that a view tells of: nothing is hidden, so there is exactly one."""
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
