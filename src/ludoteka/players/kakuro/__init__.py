"""The players of Kakuro; level 0 is here too, since a random player in a race needs a reaction time."""

from collections.abc import Callable

from ludoteka.core.player import Player
from ludoteka.games.kakuro.types import Move
from ludoteka.players.kakuro.levels import Beginner, Dreamer, QuickEye

LEVELS: dict[int, Callable[[], Player[Move]]] = {0: Dreamer, 1: Beginner, 2: QuickEye}
