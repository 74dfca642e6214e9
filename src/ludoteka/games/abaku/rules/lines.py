"""The law of placements on flat arrays: one look along each line that new tiles touch.

`look_along` is the one function that knows which equations a line holds, what they score (AB-7.1) and which
pairs of a new and an old tile they join (AB-5.5 to 5.7). The referee (`judge`) and the generator both ask it.

Kernels pass few arrays: `law` is one int64 array of the options and the bonuses (see `law_of`), `bits` the
lexicon's bit set, `run` scratch for a line.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ludoteka.core.kernel import inlined, kernel
from ludoteka.games.abaku.rules.lexicon import gauges, is_long_equation, lexicon
from ludoteka.games.abaku.rules.scoring import base_points, open_bonuses, segment_points, tile_worth
from ludoteka.games.abaku.types import (
    COLUMN_STEP,
    EQUATION_BONUS,
    OLD_JOKER,
    ROW_STEP,
    SIZE,
    SQUARES,
    STEP,
    TILE_BONUS,
    Options,
)

Numbers = NDArray[np.int64]
Floats = NDArray[np.float64]
Bytes = NDArray[np.uint8]

# --- the options as one array --------------------------------------------------------------------

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


# --- along a line --------------------------------------------------------------------------------

STEPS = np.array(STEP, dtype=np.int64)
ROW_STEPS = np.array(ROW_STEP, dtype=np.int64)
COLUMN_STEPS = np.array(COLUMN_STEP, dtype=np.int64)

# The rows of a `run`, an int64 array of 5 x 16: tiles on consecutive squares, in reading order.
DIGIT = 0  # 0-9
FRESH = 1  # 1: a new tile, 0: an old one
WORTH = 2  # what the tile counts in a segment
TIMES = 3  # what it multiplies the segment by
REACH = 4  # scratch: the last tile of the longest equation that starts here
RUN_ROWS = 5
RUN_LENGTH = 16


@kernel
def look_along(  # noqa: C901 - the hot loop asks the bit set itself
    run: Numbers, length: int, law: Numbers, bits: Bytes
) -> tuple[int, int, int, int]:
    """[AB-7.1] All equations of a run that hold a new tile: points, and what AB-5.5 to 5.7 ask of this line.

    Returns the points; 1 if one equation holds all new tiles of the run (AB-5.5); 1 if some pair of a new and
    an old neighbour is in an equation (AB-5.7); the index of the first tile of a pair of neighbours, one new
    and one old, neither of them 0, that is in no equation (AB-5.6), or -1.
    """
    longest, used, side, base = law[LONGEST], law[USED], law[SIDE], law[BASE]
    packed, last = 0, 0
    for place in range(length):
        packed |= run[DIGIT, place] << 4 * place
        run[REACH, place] = -1
        if run[FRESH, place]:
            last = place
    points, whole, first, near = 0, 0, -1, 0
    for start in range(last + 1):
        near = max(near, start)
        while run[FRESH, near] == 0:  # the first new tile from here on
            near += 1
        first = near if first < 0 else first
        code = 1
        for place in range(start, max(near, start + 1)):
            code = code * 10 + run[DIGIT, place]
        for end in range(max(near, start + 1), length):
            code = code * 10 + run[DIGIT, end]
            if end - start < longest:
                if bits[np.uint64(code >> 3)] >> np.uint64(code & 7) & 1 == 0:
                    continue
            elif not is_long_equation(packed, start, end - start + 1, used, side):
                continue
            points += points_along(run, start, end, base)
            run[REACH, start] = end
            if start <= first and end >= last:
                whole = 1
    linked, broken = pairs_along(run, length)
    return points, whole, linked, broken


@kernel
def points_along(run: Numbers, start: int, end: int, base: int) -> int:
    """What the equation from one tile of a run to another scores."""
    worth, times = 0, 1
    for place in range(start, end + 1):
        worth += run[WORTH, place]
        times *= run[TIMES, place]
    return segment_points(base, worth, times)


@kernel
def pairs_along(run: Numbers, length: int) -> tuple[int, int]:
    """[AB-5.6] Pairs of a new and an old neighbour: is one joined, and which is the first to break the rule.

    A pair is joined by an equation of the line that holds both; a pair with a 0 need not be.
    """
    linked = 0
    broken = -1
    reach = -1
    for place in range(length - 1):
        reach = max(reach, run[REACH, place])
        if run[FRESH, place] == run[FRESH, place + 1]:
            continue
        if reach > place:
            linked = 1
        elif broken < 0 and run[DIGIT, place] != 0 and run[DIGIT, place + 1] != 0:
            broken = place
    return linked, broken


@inlined
def is_on_board(row: int, column: int) -> bool:
    """[AB-1.1] Rows and columns 0 to 14."""
    return 0 <= row < SIZE and 0 <= column < SIZE


@inlined
def put(run: Numbers, place: int, digit: int, fresh: int, square: int, law: Numbers) -> None:
    """[AB-7.7] A tile of a run: a bonus acts only under a tile that is new in this move."""
    run[DIGIT, place] = digit
    run[FRESH, place] = fresh
    if fresh:
        run[WORTH, place] = law[NEW_WORTH + digit] * law[LETTER + square]
        run[TIMES, place] = law[WORD + square]
    else:
        run[WORTH, place] = law[OLD_WORTH + digit]
        run[TIMES, place] = 1


@kernel
def gather(board: Bytes, fresh: Bytes, square: int, kind: int, law: Numbers, run: Numbers) -> tuple[int, int]:
    """[AB-4.1] Writes the run through a square into `run`: its first square and its length.

    An empty square, an old Joker and the edge end it.
    """
    row, column = square // SIZE, square % SIZE
    row_step, column_step = ROW_STEPS[kind], COLUMN_STEPS[kind]
    while (
        is_on_board(row - row_step, column - column_step)
        and board[(row - row_step) * SIZE + column - column_step] < OLD_JOKER
    ):
        row -= row_step
        column -= column_step
    start = row * SIZE + column
    length = 0
    while is_on_board(row, column) and board[row * SIZE + column] < OLD_JOKER:
        at = row * SIZE + column
        put(run, length, board[at], fresh[at], at, law)
        length += 1
        row += row_step
        column += column_step
    return start, length


# What `judge` finds, an int64 array of 5.
POINTS = 0  # AB-7
WHOLE = 1  # 1: AB-5.5 is kept
LINKED = 2  # 1: AB-5.7 is kept
FROM = 3  # the squares of the first pair that breaks AB-5.6, or -1
TO = 4
FINDINGS = 5


@kernel
def judge(
    board: Bytes,
    fresh: Bytes,
    squares: Numbers,
    kind: int,
    law: Numbers,
    bits: Bytes,
    run: Numbers,
    found: Numbers,
) -> None:
    """[AB-5.5] Looks along every line through the new tiles, which lie on `board` and are marked in `fresh`.

    With a single new tile, an equation along any line is enough.
    """
    found[POINTS] = found[WHOLE] = found[LINKED] = 0
    found[FROM] = found[TO] = -1
    single = len(squares) == 1
    for along in range(law[KINDS]):
        for index in range(len(squares)):
            if along == kind and index > 0:
                break
            start, length = gather(board, fresh, squares[index], along, law, run)
            if length < 2:
                continue
            points, whole, linked, broken = look_along(run, length, law, bits)
            found[POINTS] += points
            found[LINKED] |= linked
            if along == kind or single:
                found[WHOLE] |= whole
            if broken >= 0 and along < 2 and found[FROM] < 0:
                found[FROM] = start + broken * STEPS[along]
                found[TO] = found[FROM] + STEPS[along]
