"""Players of Abstrakto, a solver that proves endings and small boards, and random games in one kernel."""

from collections.abc import Callable

from ludoteka.core.player import AnyPlayer
from ludoteka.players.abstrakto.levels import Balanced, Beginner

LEVELS: dict[int, Callable[[], AnyPlayer]] = {1: Beginner, 2: Balanced}
