"""[AB-7.3] The options as one array for the kernels: what tiles are worth, the bonuses of the squares."""

from functools import lru_cache

import numpy as np

from ludoteka.games.abaku import boards
from ludoteka.games.abaku.cutting import cut_table
from ludoteka.games.abaku.judging import (
    BASE,
    CEILING,
    CUTS,
    GAPPED,
    GAUGED,
    KINDS,
    LETTER,
    LONGEST,
    NAMED,
    NEW_WORTH,
    OLD_WORTH,
    SIDE,
    USED,
    WORD,
    Bytes,
    Numbers,
)
from ludoteka.games.abaku.lexicon import gauges, lexicon
from ludoteka.games.abaku.scoring import base_points, has_bonuses, tile_worth
from ludoteka.games.abaku.types import SQUARES, Options


@lru_cache(maxsize=256)
def law_of(options: Options, replaced: tuple[int, ...]) -> tuple[Numbers, Bytes]:
    """`law` and `bits` as `judging` describes them, with squares where a Joker is replaced."""
    words = lexicon(options.operations, options.result_side)
    cuts = cut_table(words)
    law = np.zeros(CUTS + len(cuts), dtype=np.int64)
    law[CUTS:] = cuts
    law[KINDS], law[BASE] = options.kinds, base_points(options.scoring)
    law[LONGEST], law[USED], law[SIDE] = words.longest, words.used, words.side
    law[NAMED], law[GAPPED], law[GAUGED] = words.named, words.gapped, words.gauged
    for length in range(2, words.named + 1):
        law[CEILING + length] = gauges(words, length).max()
    for digit in range(10):
        law[OLD_WORTH + digit] = tile_worth(options.scoring, digit, is_new=False)
        law[NEW_WORTH + digit] = tile_worth(options.scoring, digit, is_new=True)
    symbols = squares_now(options, replaced)
    law[LETTER : LETTER + SQUARES] = [boards.TILE_BONUS.get(symbol, 1) for symbol in symbols]
    law[WORD : WORD + SQUARES] = [boards.EQUATION_BONUS.get(symbol, 1) for symbol in symbols]
    return law, words.bits


def squares_now(options: Options, replaced: tuple[int, ...]) -> list[str]:
    """[AB-6.6] The bonuses of the squares, without those under a Joker that is replaced (our reading)."""
    if not has_bonuses(options):
        return [boards.PLAIN] * SQUARES
    symbols = list(boards.bonuses(options.board))
    if options.replace_bonus == "off":
        for square in replaced:
            symbols[square] = boards.PLAIN
    return symbols
