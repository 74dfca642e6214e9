"""Who plays what: levels of each game's players, loaded when asked for.

A game's players live in `ludoteka.players.<id>` (third parties: entry point group `ludoteka.players`), a
module with `LEVELS`, level to maker: `{1: Beginner, 2: Greedy}`. Level 0 is random and plays any game.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec

from ludoteka.core.game import AnyGame
from ludoteka.core.player import AnyPlayer
from ludoteka.core.refusals import BadRequest
from ludoteka.players.random import RandomPlayer

GROUP = "ludoteka.players"


@lru_cache(maxsize=64)
def levels(game: str) -> Mapping[int, Callable[[], AnyPlayer]]:
    """The levels that play this game, weakest first."""
    from importlib.metadata import entry_points  # slow to load: `--help` does without it

    found = {point.name: point for point in entry_points(group=GROUP)}
    own: Mapping[int, Callable[[], AnyPlayer]] = {}
    if game in found:
        own = found[game].load()
    elif find_spec(f"{__name__}.{game}") is not None:
        own = import_module(f"{__name__}.{game}").LEVELS
    return {0: RandomPlayer, **own}


def player_for(game: AnyGame, level: int | None = None) -> AnyPlayer:
    """The player of a level, the strongest if none is named; raises `BadRequest`."""
    there = levels(game.info.id)
    chosen = max(there) if level is None else level
    if chosen not in there:
        names = ", ".join(str(number) for number in sorted(there))
        raise BadRequest(f"{game.info.title} has no player of level {chosen}, but {names}.")
    return there[chosen]()
