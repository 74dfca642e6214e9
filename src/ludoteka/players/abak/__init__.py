"""Players of Abak: a careful beginner (1) and the best final position by a hand-made evaluation (2)."""

from ludoteka.players.abak.levels import Beginner, Captain

LEVELS = {1: Beginner, 2: Captain}
