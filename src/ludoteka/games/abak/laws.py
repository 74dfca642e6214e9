"""The law around the turns: the end of a game, the cube, the match. Plain Python, nothing here is hot."""

from dataclasses import replace

from ludoteka.core.game import Result, Seat
from ludoteka.core.leaving import RULE as LEFT
from ludoteka.core.leaving import ranks
from ludoteka.games.abak.board import (
    HOME,
    POINTS,
    bar_cell,
    cells_of,
    kind_letters,
    point_letters,
    starting_board,
)
from ludoteka.games.abak.types import CHECKERS, CUBE_LIMIT, NOBODY, TRAY, Options, State

WINS = {"AK-11.2": ("single", 1), "AK-11.3": ("gammon", 2), "AK-11.4": ("backgammon", 3)}
DROPPED = "AK-12.5"


# --- the end of a game -------------------------------------------------------------------------


def borne_off(board: bytes, seat: Seat) -> int:
    """How many checkers lie in a seat's tray."""
    return len(kind_letters(cells_of(board)[TRAY + seat], seat))


def winner_of(board: bytes) -> Seat | None:
    """[AK-11.1] The seat that has borne off its 15th checker has won."""
    return next((seat for seat in (0, 1) if borne_off(board, seat) == CHECKERS), None)


def is_stranded(board: bytes, loser: Seat) -> bool:
    """[AK-11.4] Whether a checker of the loser is on the bar or in the winner's home."""
    points = point_letters(board)
    home = points[:HOME] if loser else points[POINTS - HOME :]
    mine = str.islower if loser else str.isupper
    return cells_of(board)[bar_cell(loser)] != 0 or any(mine(x) for letters in home for x in letters)


def kind_of_win(state: State, board: bytes, winner: Seat) -> str:
    """[AK-11.2] A single game, [AK-11.3] a gammon or [AK-11.4] a backgammon: the rule that says which."""
    if borne_off(board, 1 - winner) or is_jacoby(state):
        return "AK-11.2"
    return "AK-11.4" if is_stranded(board, 1 - winner) else "AK-11.3"


def is_jacoby(state: State) -> bool:
    """[AK-11.6] With Jacoby every win is single while the cube is still at 1, in a money game with a cube."""
    options = state.options
    effective = options.jacoby == "yes" and options.match == 0 and options.cube == "on"
    return effective and state.cube_value == 1


def worth(state: State, board: bytes, winner: Seat) -> int:
    """[AK-11.5] What a won game brings: its number times the cube's value."""
    return WINS[kind_of_win(state, board, winner)][1] * state.cube_value


# --- the cube ----------------------------------------------------------------------------------


def may_double(state: State, seat: Seat) -> bool:
    """[AK-12.2] Whether a seat may double before its roll."""
    options = state.options
    if options.cube != "on" or state.cube_owner not in (NOBODY, seat) or is_crawford(state):
        return False
    is_dead = options.match > 0 and state.scores[seat] + state.cube_value >= options.match
    return not is_dead and state.cube_value < CUBE_LIMIT


def is_crawford(state: State) -> bool:
    """[AK-13.4] The first game in which a seat needs one more point is played without doubling."""
    options = state.options
    if options.crawford != "yes" or options.cube != "on" or options.match < 2:
        return False
    return not state.is_postcrawford and max(state.scores) == options.match - 1


def with_turn(state: State, seat: Seat) -> State:
    """[AK-2.4] A turn begins with the cube decision if there is one, then the roll."""
    return replace(state, seat=seat, dice=(), stage="ask" if may_double(state, seat) else "normal")


def with_taken(state: State) -> State:
    """[AK-12.4] The value is doubled, the taker owns the cube, the doubler rolls."""
    return replace(state, cube_value=2 * state.cube_value, cube_owner=1 - state.seat, stage="normal")


# --- the match ---------------------------------------------------------------------------------


def with_win(state: State, board: bytes, winner: Seat, points: int) -> State:
    """[AK-13.1] The winner gets the points: enough of them end the match, or [AK-13.3] one game does."""
    scores = list(state.scores)
    scores[winner] += points
    won = replace(state, board=board, seat=NOBODY, dice=(), scores=(scores[0], scores[1]))
    if scores[winner] >= state.options.match:
        return replace(won, stage="over")
    return with_next_game(won, is_postcrawford=state.is_postcrawford or is_crawford(state))


def with_next_game(state: State, *, is_postcrawford: bool) -> State:
    """[AK-13.2] The board is set up again, the cube is nobody's at 1 ([AK-12.1]), an opening roll follows."""
    board = starting_board(state.options.setup)
    return State(state.options, board, scores=state.scores, is_postcrawford=is_postcrawford)


def new_match(options: Options) -> State:
    """[AK-2.1] A game begins with the opening roll."""
    return State(options, starting_board(options.setup))


def result(state: State) -> Result | None:
    """[AK-13.5] How the match ended, if it has; [AK-13.6] who leaves loses it whatever the board says."""
    if state.left:
        return Result(state.scores, ranks(state.scores, state.left), LEFT)
    if state.stage != "over":
        return None
    winner = winner_of(state.board)
    rule = DROPPED if winner is None else kind_of_win(state, state.board, winner)
    return Result(state.scores, ranks(state.scores), rule)
