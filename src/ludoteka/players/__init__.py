"""Who plays what: the skill of each game's players, loaded when asked for.

A game's players live in `ludoteka.players.<id>` (third parties: entry point group `ludoteka.players`), a
module that declares `SKILL`: levels with names, and optionally a solver, an evaluator, a reference for
reviews and trainings. Level 0 is random and plays any game, unless the game declares its own.
"""

from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec

from ludoteka.core.game import AnyGame
from ludoteka.core.player import AnyPlayer, Level, Skill
from ludoteka.core.refusals import BadRequest
from ludoteka.players.random import RandomPlayer

GROUP = "ludoteka.players"
RANDOM = Level("random", "Plays any legal move.", RandomPlayer, "🎲")
NONE = Skill({})


@lru_cache(maxsize=64)
def skill(game: str) -> Skill:
    """What the players of a game declare."""
    from importlib.metadata import entry_points  # slow to import, and `--help` does not need it

    found = {point.name: point for point in entry_points(group=GROUP)}
    if game in found:
        declared: Skill = found[game].load()
        return declared
    if find_spec(f"{__name__}.{game}") is None:
        return NONE
    own: Skill = import_module(f"{__name__}.{game}").SKILL
    return own


def levels(game: str) -> Mapping[int, Level]:
    """The levels that play this game, weakest first."""
    return dict(sorted({0: RANDOM, **skill(game).levels}.items()))


@lru_cache(maxsize=64)
def ladder(game: str) -> Mapping[int, tuple[float, float]]:
    """What the arena found about the levels of a game: rating and deviation, where they were measured."""
    from importlib.resources import files  # as above
    from json import loads

    name = f"{__name__}.{game}"
    if find_spec(name) is None:
        return {}
    table = files(name) / "ladder.json"
    if not table.is_file():
        return {}
    found: dict[str, tuple[float, float]] = loads(table.read_text(encoding="utf-8"))
    return {int(level): (float(rating), float(deviation)) for level, (rating, deviation) in found.items()}


def player_for(game: AnyGame, level: int | None = None) -> AnyPlayer:
    """The player of a level, the strongest if none is named; raises `BadRequest`."""
    there = levels(game.info.id)
    chosen = max(there) if level is None else level
    if chosen not in there:
        names = ", ".join(map(str, there))
        text = "{game} has no player of level {level}, only {levels}."
        raise BadRequest(text, game=game.info.title, level=str(chosen), levels=names)
    return there[chosen].player()
