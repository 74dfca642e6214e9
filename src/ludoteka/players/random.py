"""Any legal move, each equally likely: the weakest player, and the one that plays every game."""

from collections.abc import Sequence
from typing import Any

from ludoteka.core.chance import Source
from ludoteka.core.game import View
from ludoteka.core.player import Answer, Budget


class RandomPlayer:
    """Level 0."""

    name = "random"

    def choose(self, view: View, legal: Sequence[Any], budget: Budget, rng: Source) -> Answer[Any]:
        return Answer(rng.choose(legal))
