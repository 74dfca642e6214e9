"""Players of Abstrakto, and a solver that proves endings and small boards."""

from collections.abc import Callable

from ludoteka.core.player import AnyPlayer
from ludoteka.players.abstrakto.levels import Balanced, Beginner

LEVELS: dict[int, Callable[[], AnyPlayer]] = {1: Beginner, 2: Balanced}
