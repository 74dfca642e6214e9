"""Players of Calculissimo: a friendly beginner and a greedy one."""

from collections.abc import Callable

from ludoteka.core.player import Player
from ludoteka.games.calculissimo.types import Move
from ludoteka.players.calculissimo.levels import Beginner, Greedy

LEVELS: dict[int, Callable[[], Player[Move]]] = {1: Beginner, 2: Greedy}
