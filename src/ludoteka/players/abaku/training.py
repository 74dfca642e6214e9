"""What a thread that learns Abaku's worths of tiles works with."""

import numpy as np

from ludoteka.games.abaku.fast.found import FOUND
from ludoteka.games.abaku.fast.long_equations import generator_law
from ludoteka.games.abaku.options import tile_set
from ludoteka.games.abaku.types import Options, Scoring
from ludoteka.players._lines.racks import Floats
from ludoteka.players.abaku import playouts
from ludoteka.players.abaku.table import ROOM, numbers_of


class AbakuWorker:
    """The default game with one way of scoring."""

    kinds, most = playouts.TILE_KINDS, playouts.LEFT

    def __init__(self, scoring: Scoring) -> None:
        options = Options(scoring=scoring)
        self.law, self.bits = generator_law(options, ())
        self.pool = numbers_of(tile_set(options.joker))
        self.by_values = int(scoring == "values")
        self.found, self.worths = np.zeros((ROOM + 1, FOUND), np.int64), np.zeros(ROOM + 1)

    def gather(self, leaves: Floats, seed: int, tallies: Floats) -> int:
        """Fills a board and credits its racks; returns the number of turns."""
        law, bits, pool, room = self.law, self.bits, self.pool, (self.found, self.worths)
        return playouts.gather(law, bits, leaves, pool, self.by_values, seed, *room, tallies)

    def duel(self, leaves: Floats, seed: int) -> tuple[float, float]:
        """The scores of two seats, each with its own table, in one game."""
        scores, room = np.zeros(2), (self.found, self.worths)
        playouts.duel(self.law, self.bits, leaves, self.pool, self.by_values, seed, *room, scores)
        return float(scores[0]), float(scores[1])
