"""Plays the first moves of a game for nobody, so that imports and compilers are done when people come."""

from typing import Any

from ludoteka.core.game import AnyGame, Played, Scores, Turn
from ludoteka.core.match import Match, new, settle

MOVES = 3


def warm(game: AnyGame) -> Match[Any, Any]:
    """Calls every function of the game that the server calls, on a real match, and gives that match."""
    fewest, most = game.info.seats
    match = settle(new(game, min(max(2, fewest), most)), bytes(32))
    for _ in range(MOVES):
        turn = match.awaiting
        if not isinstance(turn, Turn):
            break
        seat = min(turn.seats)
        move = next(iter(game.legal(match.state, seat)))
        if isinstance(game, Scores):
            game.score(match.state, seat, move)
        match = settle(match.then(Played(seat, move, match.now)), bytes(32))
        game.view(match.state, None)
    return match
