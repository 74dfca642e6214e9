"""What the command line hands to the server: games, bots, hints and alternatives.

All functions live in this module, so that worker processes can import them. No game is named here.
"""

from collections.abc import Sequence
from typing import Any

from ludoteka import games, players
from ludoteka.analysis.alternatives import what_else
from ludoteka.analysis.hints import steps_to_a_good_move
from ludoteka.core.game import Alternative, AnyGame, Millis, Seat, View
from ludoteka.core.player import AnyPlayer, Hint
from ludoteka.server.catalogue import BotLevel, Catalogue


def level_names(game: str) -> Sequence[BotLevel]:
    """The levels of a game, weakest first, with the names of their players."""
    there = players.levels(game).items()
    return [BotLevel(number, level.name, level.about, level.face) for number, level in there]


def player(game: str, level: int) -> AnyPlayer:
    """A player of this level."""
    return players.player_for(games.get(game), level)


def get_game(game: str) -> AnyGame:
    """The game with this id."""
    return games.get(game)


def hints(game: AnyGame, view: View, seat: Seat, legal: Sequence[Any]) -> Sequence[Hint]:
    """Up to three steps towards a good move, from what a seat sees."""
    return steps_to_a_good_move(game, view, seat, legal)


def alternatives(game: AnyGame, state: Any, seat: Seat | None, ms: Millis) -> Sequence[Alternative]:
    """What else was there, best first."""
    return what_else(game, state, seat, ms)


def build() -> Catalogue:
    """Everything that is installed here."""
    return Catalogue(games.ids, get_game, level_names, player, hints, alternatives)
