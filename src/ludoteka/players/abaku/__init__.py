"""Players of Abaku: a friendly beginner and a greedy one. Stronger levels have room above."""

from collections.abc import Callable

from ludoteka.core.player import AnyPlayer
from ludoteka.players.abaku.levels import Beginner, Greedy

LEVELS: dict[int, Callable[[], AnyPlayer]] = {1: Beginner, 2: Greedy}
