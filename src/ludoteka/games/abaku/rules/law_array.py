"""The options as one array for the kernels: lines and operations in use, worth of tiles, bonuses."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ludoteka.games.abaku.rules.lexicon import gauges, lexicon
from ludoteka.games.abaku.rules.scoring import base_points, open_bonuses, tile_worth
from ludoteka.games.abaku.types import EQUATION_BONUS, SQUARES, TILE_BONUS, Options

Numbers = NDArray[np.int64]
Floats = NDArray[np.float64]
Bytes = NDArray[np.uint8]

# The places of `law`.
KINDS = 0  # kinds of line in use: 2 or 4
LONGEST = 1  # digits of the longest strings in the bit set
USED = 2  # the operations in use, as bits
SIDE = 3  # the result side
BASE = 4  # what each segment scores
NAMED = 5  # digits of the longest strings with a gap in the bit set
GAPPED = 6  # where these begin in it
GAUGED = 7  # and where the bounds of short strings begin
CEILING = 8  # the greatest of them for strings of 0, 1, 2, ... digits: seven numbers
OLD_WORTH = 15  # ten numbers: an old digit 0-9
NEW_WORTH = 25  # ten numbers: a new digit 0-9
LETTER = 35  # what each square multiplies a new tile by
WORD = LETTER + SQUARES  # what it multiplies an equation by
LAW_LENGTH = WORD + SQUARES  # what follows, if anything, is the generator's own


@lru_cache(maxsize=256)
def law_of(options: Options, replaced: tuple[int, ...]) -> tuple[Numbers, Bytes]:
    """[AB-7.3] `law`, with the squares where a Joker is replaced, and `bits`, the lexicon's bit set."""
    words = lexicon(options.operations, options.result_side)
    law = np.zeros(LAW_LENGTH, dtype=np.int64)
    law[KINDS], law[BASE] = options.kinds, base_points(options.scoring)
    law[LONGEST], law[USED], law[SIDE] = words.longest, words.used, words.side
    law[NAMED], law[GAPPED], law[GAUGED] = words.named, words.gapped, words.gauged
    for length in range(2, words.named + 1):
        law[CEILING + length] = gauges(words, length).max()
    for digit in range(10):
        law[OLD_WORTH + digit] = tile_worth(options.scoring, digit, is_new=False)
        law[NEW_WORTH + digit] = tile_worth(options.scoring, digit, is_new=True)
    symbols = open_bonuses(options, replaced)
    law[LETTER : LETTER + SQUARES] = [TILE_BONUS.get(symbol, 1) for symbol in symbols]
    law[WORD : WORD + SQUARES] = [EQUATION_BONUS.get(symbol, 1) for symbol in symbols]
    return law, words.bits
