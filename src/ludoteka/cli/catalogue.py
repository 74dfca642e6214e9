"""What the command line hands to the server: games, bots, and the services that some games' players offer.

All functions live in this module, so that worker processes can import them. A service is found by its name in
`ludoteka.players.<id>`: no game is named here.
"""

from collections.abc import Sequence

from ludoteka import games, players
from ludoteka.core.game import AnyGame
from ludoteka.core.player import AnyPlayer
from ludoteka.server.catalogue import BotLevel, Catalogue


def level_names(game: str) -> Sequence[BotLevel]:
    """The levels of a game, weakest first, with the names of their players."""
    return [BotLevel(level, maker().name) for level, maker in sorted(players.levels(game).items())]


def player(game: str, level: int) -> AnyPlayer:
    """The player of a level."""
    return players.player_for(games.get(game), level)


def get_game(game: str) -> AnyGame:
    """The game of an id."""
    return games.get(game)


def build() -> Catalogue:
    """Everything that is installed here."""
    return Catalogue(ids=games.ids, game=get_game, levels=level_names, player=player)
