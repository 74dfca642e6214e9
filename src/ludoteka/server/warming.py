"""Plays the first moves of a game for nobody, so that imports and compilers are done when people come."""

from itertools import islice

from ludoteka.core.game import AnyGame, Played, Scores, Turn
from ludoteka.core.match import new, settle
from ludoteka.core.refusals import Refusal

MOVES = 3


def warm(game: AnyGame) -> None:
    """Every function of the game that the server calls, called on a real match."""
    fewest, most = game.info.seats
    match = settle(new(game, min(max(2, fewest), most)), bytes(32))
    for _ in range(MOVES):
        turn = match.awaiting
        if not isinstance(turn, Turn):
            return
        seat = min(turn.seats)
        moves = list(islice(iter(game.legal(match.state, seat)), 1))
        if not moves:
            return
        try:
            if isinstance(game, Scores):
                game.score(match.state, seat, moves[0])
            match = settle(match.then(Played(seat, moves[0], match.now)), bytes(32))
        except Refusal:
            return
        game.view(match.state, None)
