"""Plays the first moves of a game for nobody, so that importing and compiling are done when people come."""

from collections.abc import Iterable
from typing import Any

from ludoteka.core.chance import Source
from ludoteka.core.game import AnyGame, Played, Scores, Turn
from ludoteka.core.kernel import announce_compiled, compilations
from ludoteka.core.match import Match, new, settle
from ludoteka.core.player import AnyPlayer, Budget, ask

MOVES = 3
THOUGHTS = 5  # at most, of a player for whom something had to be compiled
SEED = bytes(32)


def warm(game: AnyGame) -> Match[Any, Any]:
    """Calls every function of the game that a host calls, on a real match, and returns that match."""
    fewest, most = game.info.seats
    match = settle(new(game, min(max(2, fewest), most)), SEED)
    for _ in range(MOVES):
        turn = match.awaiting
        if not isinstance(turn, Turn):
            break
        seat = min(turn.seats)
        move = next(iter(game.legal(match.state, seat)))
        if isinstance(game, Scores):
            game.score(match.state, seat, move)
        match = settle(match.then(Played(seat, move, match.now)), SEED)
        game.view(match.state, None)
    return match


def warm_player(game: AnyGame, player: AnyPlayer) -> None:
    """Lets a player think about the position after those moves, until it has nothing left to compile.

    A player that thinks for two seconds may spend them waiting for the compiler: what it would have looked
    at after that is compiled when it thinks again.
    """
    match = warm(game)
    if not isinstance(match.awaiting, Turn):
        return
    for _ in range(THOUGHTS):
        before = compilations()
        ask(player, game, match.state, min(match.awaiting.seats), Budget(), Source(SEED))
        if compilations() == before:
            return


def compile_for_all(game: AnyGame, players: Iterable[AnyPlayer]) -> None:
    """Compiles a game and its players into the cache, and tells the processes that are waiting for it."""
    warm(game)
    for player in players:
        warm_player(game, player)
    announce_compiled()
