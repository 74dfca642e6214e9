"""The law around the turns: how a game is won and what it is worth, the cube, the match."""

from typing import Literal

from ludoteka.core.game import Seat
from ludoteka.games.abak.rules.boards import bar_cell, cells_of, point_letters
from ludoteka.games.abak.rules.steps import count_kinds, is_won
from ludoteka.games.abak.types import CUBE_LIMIT, HOME, NOBODY, POINTS, TRAY, Options, State

Win = Literal["AK-11.2", "AK-11.3", "AK-11.4"]
KINDS: dict[Win, Literal["single", "gammon", "backgammon"]] = {
    "AK-11.2": "single",
    "AK-11.3": "gammon",
    "AK-11.4": "backgammon",
}
TIMES: dict[Win, int] = {"AK-11.2": 1, "AK-11.3": 2, "AK-11.4": 3}  # [AK-11.5]


# --- the end of a game -------------------------------------------------------------------------


def borne_off(board: bytes, seat: Seat) -> int:
    """[AK-1.8] How many checkers lie in a seat's tray."""
    return count_kinds(cells_of(board)[TRAY + seat])


def winner_of(board: bytes) -> Seat | None:
    """[AK-11.1] The seat that has borne off all its checkers, if one has."""
    cells = cells_of(board)
    return next((seat for seat in (0, 1) if is_won(cells[TRAY + seat])), None)


def is_stranded(board: bytes, loser: Seat) -> bool:
    """[AK-11.4] Whether a checker of the loser is on the bar or in the winner's home."""
    points = point_letters(board)
    home = points[:HOME] if loser else points[POINTS - HOME :]
    mine = str.islower if loser else str.isupper
    return cells_of(board)[bar_cell(loser)] != 0 or any(mine(x) for letters in home for x in letters)


def kind_of_win(state: State, board: bytes, winner: Seat) -> Win:
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
    """[AK-11.5] What a won game is worth: its number times the cube's value."""
    return TIMES[kind_of_win(state, board, winner)] * state.cube_value


def points_of(state: State, board: bytes) -> int:
    """[AK-11.5] What a turn that ends with this board scores for the mover: 0 unless it wins the game."""
    return worth(state, board, state.seat) if winner_of(board) == state.seat else 0


def dropped_worth(state: State) -> int:
    """[AK-12.5] A dropped double earns the doubler the value before the offer, whatever the board."""
    return state.cube_value


# --- the cube ----------------------------------------------------------------------------------


def may_double(state: State, seat: Seat) -> bool:
    """[AK-12.2] Whether a seat may double before its roll."""
    options = state.options
    if options.cube != "on" or state.cube_owner not in (NOBODY, seat) or is_crawford(state):
        return False
    is_dead = options.match > 0 and state.scores[seat] + state.cube_value >= options.match
    return not is_dead and state.cube_value < CUBE_LIMIT


def answering(state: State) -> Seat:
    """[AK-12.3] The other seat answers an offered double."""
    return 1 - state.seat if state.stage == "offered" else state.seat


# --- the match ---------------------------------------------------------------------------------


def has_crawford(options: Options) -> bool:
    """[AK-13.4] Whether a match has a Crawford game at all."""
    return options.crawford == "yes" and options.cube == "on" and options.match >= 2


def is_crawford(state: State) -> bool:
    """[AK-13.4] The first game in which a seat needs one more point is played without doubling."""
    options = state.options
    return has_crawford(options) and not state.is_postcrawford and max(state.scores) == options.match - 1


def is_decided(score: int, options: Options) -> bool:
    """[AK-13.1] Enough points end the match; [AK-13.3] in a game for points any win does."""
    return score >= max(options.match, 1)
