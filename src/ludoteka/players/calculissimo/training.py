"""What a thread that learns Calculissimo's worths of chips works with."""

import numpy as np

from ludoteka.games.calculissimo.fast.work_layout import KINDS, LIST
from ludoteka.games.calculissimo.moves import lines_of, premiums, task
from ludoteka.games.calculissimo.options import board_named, chips_named
from ludoteka.games.calculissimo.types import Options
from ludoteka.players._lines.racks import Floats
from ludoteka.players.calculissimo import playouts
from ludoteka.players.calculissimo.table import JOKERS_AHEAD

ROOM = 1 << 15


class CalculissimoWorker:
    """The default game."""

    kinds, most = KINDS, playouts.LEFT

    def __init__(self) -> None:
        options = Options()
        grid = board_named(options.board)
        self.law = (premiums(grid), lines_of(grid).numbers, task(grid, options, LIST))
        self.pool = np.array(chips_named(options.chips), np.int64)
        self.sheet = playouts.new_sheet(ROOM)

    def gather(self, leaves: Floats, seed: int, tallies: Floats) -> int:
        """Fills a board and credits its racks; returns the number of turns."""
        return playouts.gather(*self.law, leaves, self.pool, JOKERS_AHEAD, seed, self.sheet, tallies)

    def duel(self, leaves: Floats, seed: int) -> tuple[float, float]:
        """The scores of two seats, each with its own table, in one game."""
        scores = np.zeros(2)
        playouts.duel(*self.law, leaves, self.pool, JOKERS_AHEAD, seed, self.sheet, scores)
        return float(scores[0]), float(scores[1])
