"""[AB-7.3] What tiles and segments are worth under each scoring, and the bonuses of squares, as arrays."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludoteka.games.abaku import boards
from ludoteka.games.abaku.judging import BASE, NEW_WORTH, OLD_WORTH, SCALE_LENGTH
from ludoteka.games.abaku.scoring import base_points, has_bonuses, tile_worth
from ludoteka.games.abaku.types import Options

Numbers = NDArray[np.int64]


class Scale(NamedTuple):
    """The scoring of a match for the kernels."""

    scale: Numbers
    letter: Numbers  # what a square multiplies a new tile by
    word: Numbers  # what it multiplies an equation by


@lru_cache(maxsize=64)
def scale(options: Options) -> Scale:
    """The arrays of these options."""
    numbers = np.zeros(SCALE_LENGTH, dtype=np.int64)
    numbers[BASE] = base_points(options.scoring)
    for digit in range(10):
        numbers[OLD_WORTH + digit] = tile_worth(options.scoring, digit, is_new=False)
        numbers[NEW_WORTH + digit] = tile_worth(options.scoring, digit, is_new=True)
    symbols = boards.bonuses(options.board) if has_bonuses(options) else boards.PLAIN * 225
    letter = np.array([boards.TILE_BONUS.get(symbol, 1) for symbol in symbols], dtype=np.int64)
    word = np.array([boards.EQUATION_BONUS.get(symbol, 1) for symbol in symbols], dtype=np.int64)
    return Scale(numbers, letter, word)


def bonuses_now(numbers: Scale, options: Options, replaced: tuple[int, ...]) -> tuple[Numbers, Numbers]:
    """[AB-6.6] The bonuses of the squares, without those under a Joker that is replaced (our reading)."""
    letter, word = numbers.letter, numbers.word
    if replaced and options.replace_bonus == "off":
        letter, word = letter.copy(), word.copy()
        letter[list(replaced)] = word[list(replaced)] = 1
    return letter, word
