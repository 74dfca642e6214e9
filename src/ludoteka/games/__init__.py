"""The registry: one lazy line per game; third parties use the entry point group `ludoteka.games`."""

from functools import lru_cache
from importlib import import_module

from ludoteka.core.game import AnyGame
from ludoteka.core.refusals import BadRequest
from ludoteka.core.sentences import quoted

GAMES: dict[str, str] = {
    "abaku": "ludoteka.games.abaku.engine:GAME",
    "calculissimo": "ludoteka.games.calculissimo.engine:GAME",
    "kakuro": "ludoteka.games.kakuro.engine:GAME",
    "abstrakto": "ludoteka.games.abstrakto.engine:GAME",
    "abak": "ludoteka.games.abak.engine:GAME",
}
GROUP = "ludoteka.games"


def ids() -> list[str]:
    """The ids of all games, ours first."""
    return list(_places())


def get(game: str) -> AnyGame:
    """The game with this id; raises `BadRequest`."""
    if game not in _places():
        known = ", ".join(_places())
        raise BadRequest("There is no game {game} here, only {known}.", game=quoted(game), known=known)
    return _load(game)


@lru_cache(maxsize=1)
def _places() -> dict[str, str]:
    from importlib.metadata import entry_points  # slow to import, and `--help` does not need it

    found = {point.name: point.value for point in entry_points(group=GROUP)}
    return GAMES | {name: place for name, place in found.items() if name not in GAMES}


@lru_cache(maxsize=64)
def _load(game: str) -> AnyGame:
    module, _, name = _places()[game].partition(":")
    loaded: AnyGame = getattr(import_module(module), name)
    return loaded
