"""Players of the toy Nim: level 0 is random, 1 always takes one stone, 2 plays perfectly."""

from collections.abc import Callable, Sequence
from typing import Any

from ludoteka.core.chance import Source
from ludoteka.core.game import AnyGame, View
from ludoteka.core.player import Answer, AnyPlayer, Budget
from ludoteka.core.refusals import BadRequest
from ludoteka.players.random import RandomPlayer


class Modest:
    name = "modest"

    def choose(self, view: View, legal: Sequence[Any], budget: Budget, rng: Source) -> Answer[Any]:
        return Answer(legal[0])


class Perfect:
    name = "perfect"

    def choose(self, view: View, legal: Sequence[Any], budget: Budget, rng: Source) -> Answer[Any]:
        return Answer(view["stones"] % 4 or rng.choose(legal))


class Cheat:
    name = "cheat"

    def choose(self, view: View, legal: Sequence[Any], budget: Budget, rng: Source) -> Answer[Any]:
        return Answer(9)


def player_for(game: AnyGame, level: int | None) -> AnyPlayer:
    makers: list[Callable[[], AnyPlayer]] = [RandomPlayer, Modest, Perfect, Cheat]
    if level is None or level >= len(makers):
        raise BadRequest("There is no such player.")
    return makers[level]()
