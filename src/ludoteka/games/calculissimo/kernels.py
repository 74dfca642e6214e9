"""Every legal placement of a rack, found by one walk along each line. Kernels over flat arrays.

A walk starts at a free square and lays chips one after the other, in the order of their texts, so the
placements come out in text order (CA-10.5). What is legal and what it earns is decided by the rules of
`arithmetic.py`; this module only skips what cannot lead to a legal placement.

Arrays, all contiguous: `board` uint8 (n*n), 0 free, face, or face + 16; `factors` and `powers` int64
(n*n), the premiums of CA-5.2 and CA-5.3; `rack` int64 (14), chips of each kind in the order `123456789+-x/*`.
"""

import numpy as np
from numpy.typing import NDArray

from ludoteka.core.kernel import kernel
from ludoteka.games.calculissimo.arithmetic import (
    BROKEN,
    NO_RUN,
    Ints,
    alternates,
    best_total,
    fits,
    times_signs,
    value,
)
from ludoteka.games.calculissimo.types import NUMBERS, ON_JOKER, RACK, TIMES

Bytes = NDArray[np.uint8]

FACE_COUNT = 13
JOKER_KIND = 13  # the joker's place in the order of chips
MOST_SIZE = 25
STAR, DOT, BREAK = 42, 46, 10  # "*", ".", a line break

# how a walk tries chips: jokers first, then chips, each in text order (+ - / 1..9 x); no joker for x (CA-3.4)
TRY_FACE = np.array([10, 11, 13, *range(1, 10), 10, 11, 13, *range(1, 10), 12], np.int64)
TRY_JOKER = np.array([1] * 12 + [0] * 13, np.int64)
TRIES = 25
SIGN = np.array([0, *b"123456789+-x/"], np.uint8)  # the sign of each face

LIST, BEST, ANY = 0, 1, 2  # what a search is for: all placements, the first best one, whether there is one


@kernel
def crossing_table(
    board: Bytes, factors: Ints, size: int, down: bool, plain: Ints, raised: Ints, scratch: Ints
) -> None:
    """For each free square and face: the run that a chip there makes in one direction.

    `plain` int64 (n*n*14): its value by faces, `NO_RUN`, or `BROKEN` by CA-4.2 to 4.4; `raised`: its value
    with the number premium of the square. `scratch` int64 (2, n).
    """
    faces, worth = scratch[0], scratch[1]
    step = size if down else 1
    for square in range(size * size):
        if board[square] != 0:
            continue
        here = square // size if down else square % size
        first, last = here, here
        while first > 0 and board[square - (here - first + 1) * step] != 0:
            first -= 1
        while last < size - 1 and board[square + (last - here + 1) * step] != 0:
            last += 1
        length = last - first + 1
        for k in range(length):
            faces[k] = board[square + (first + k - here) * step] % ON_JOKER
            worth[k] = faces[k]
        place = here - first
        for face in range(1, FACE_COUNT + 1):
            entry = square * (FACE_COUNT + 1) + face
            plain[entry], raised[entry] = NO_RUN, NO_RUN
            if length > 1:
                faces[place], worth[place] = face, face
                plain[entry], raised[entry] = BROKEN, BROKEN
                if alternates(faces, length) and times_signs(faces, length) <= 1:
                    plain[entry] = value(faces, worth, length)
                    worth[place] = face * (factors[square] if face <= NUMBERS else 1)
                    raised[entry] = value(faces, worth, length)


@kernel
def anchors(board: Bytes, size: int, logo: int, anchor: Bytes) -> None:
    """[CA-3.5] [CA-3.6] The squares of which a placement must cover one: the logo, or beside an old chip."""
    is_empty = True
    for square in range(size * size):
        anchor[square] = 0
        if board[square] != 0:
            is_empty = False
    if is_empty:
        anchor[logo] = 1
        return
    for square in range(size * size):
        row, column = square // size, square % size
        if board[square] == 0 and (
            (column > 0 and board[square - 1] != 0)
            or (column < size - 1 and board[square + 1] != 0)
            or (row > 0 and board[square - size] != 0)
            or (row < size - 1 and board[square + size] != 0)
        ):
            anchor[square] = 1


@kernel
def first_of_run(board: Bytes, start: int, begin: int, step: int) -> int:
    """The first place of the run that a chip at `begin` of its line lengthens."""
    first = begin
    while first > 0 and board[start - (begin - first + 1) * step] != 0:
        first -= 1
    return first


@kernel
def take_up(board: Bytes, start: int, step: int, length: int, faces: Ints, worth: Ints) -> int:
    """Takes up the old chips before the first new one; gives their times signs, 2 if no run begins so."""
    times = 0
    for place in range(length):
        face = board[start + place * step] % ON_JOKER
        faces[place], worth[place] = face, face
        if not fits(face, place):
            return 2
        times += 1 if face == TIMES else 0
    return times


@kernel
def reaches_anchor(board: Bytes, anchor: Bytes, start: int, step: int, length: int, chips: int) -> bool:
    """Whether so many chips, laid one after the other on this part of a line, cover an anchor."""
    for place in range(length):
        square = start + place * step
        if board[square] == 0:
            chips -= 1
            if anchor[square] != 0:
                return chips >= 0
    return False


@kernel
def search(
    board: Bytes,
    factors: Ints,
    powers: Ints,
    size: int,
    logo: int,
    rack: Ints,
    is_every: bool,
    is_full: bool,
    lines: Ints,
    aim: int,
    signs: Bytes,
    points: Ints,
    starts: Ints,
) -> tuple[int, int]:
    """All placements (or the best, or any) of a rack; gives how many, and how many signs their items have.

    `lines` int64: every line, as 2 * square + down, in text order. Placement k is written to `points[k]`,
    `starts[k]` (its line) and its items to `signs`, each followed by a line break; what no longer fits into
    these arrays is only counted. One long loop: handing its arrays on at every step doubled the time.
    """
    squares = size * size
    anchor = np.empty(squares, np.uint8)
    anchors(board, size, logo, anchor)
    plains = np.empty((2, squares * (FACE_COUNT + 1)), np.int64)
    raises = np.empty((2, squares * (FACE_COUNT + 1)), np.int64)
    scratch = np.empty((2, MOST_SIZE), np.int64)
    is_along, is_lenient = True, False
    crossing_table(board, factors, size, is_along, plains[0], raises[0], scratch)
    crossing_table(board, factors, size, not is_along, plains[1], raises[1], scratch)
    hand = rack.copy()
    chips = 0
    for kind in range(JOKER_KIND + 1):
        chips += hand[kind]

    faces = np.zeros(MOST_SIZE + 1, np.int64)
    worth = np.zeros(MOST_SIZE + 1, np.int64)
    text = np.empty(3 * MOST_SIZE, np.uint8)
    # of new chip d: its place in the run, premiums and crossing run; where its square is, what was tried
    # there, and what the walk had reached before it: signs of the text, times signs, touched
    places = np.zeros(RACK + 1, np.int64)
    factor = np.ones(RACK + 1, np.int64)
    power = np.ones(RACK + 1, np.int64)
    plain = np.zeros(RACK + 1, np.int64)
    raised = np.zeros(RACK + 1, np.int64)
    spot = np.zeros(RACK + 1, np.int64)
    tried = np.zeros(RACK + 1, np.int64)
    written = np.zeros(RACK + 1, np.int64)
    signs_x = np.zeros(RACK + 1, np.int64)
    touched = np.zeros(RACK + 2, np.int64)

    found, used, best = 0, 0, -1
    for number in range(len(lines)):
        line = lines[number]
        down = line % 2
        start = line // 2
        if board[start] != 0:
            continue
        step = size if down == 1 else 1
        begin = start // size if down == 1 else start % size
        base = start - begin * step
        first = first_of_run(board, start, begin, step)
        times_before = take_up(board, start - (begin - first) * step, step, begin - first, faces, worth)
        if times_before > 1 or not reaches_anchor(board, anchor, start, step, size - begin, chips):
            continue
        depth = 0
        spot[0], tried[0], written[0], signs_x[0], touched[0] = begin, -1, 0, times_before, 0
        while depth >= 0:
            at = spot[depth]
            square = base + at * step
            place = at - first
            if tried[depth] >= 0:  # take back the chip tried before
                before = tried[depth]
                hand[JOKER_KIND if TRY_JOKER[before] == 1 else TRY_FACE[before] - 1] += 1
            attempt = tried[depth] + 1
            is_alone = (
                depth == 0 and first == begin and down == 0 and (at == size - 1 or board[square + step] == 0)
            )
            while attempt < TRIES:
                face = TRY_FACE[attempt]
                if (
                    hand[JOKER_KIND if TRY_JOKER[attempt] == 1 else face - 1] > 0
                    and (is_alone or fits(face, place))
                    and plains[down, square * (FACE_COUNT + 1) + face] != BROKEN
                    and (face != TIMES or signs_x[depth] == 0)
                ):
                    break
                attempt += 1
            if attempt == TRIES:
                depth -= 1
                continue
            # lay the chip
            tried[depth] = attempt
            face, is_joker = TRY_FACE[attempt], TRY_JOKER[attempt] == 1
            hand[JOKER_KIND if is_joker else face - 1] -= 1
            entry = square * (FACE_COUNT + 1) + face
            faces[place], worth[place] = face, face
            places[depth] = place
            acts = face <= NUMBERS and (is_full or not is_joker)
            factor[depth] = factors[square] if acts else 1
            power[depth] = powers[square]
            plain[depth] = plains[down, entry]
            raised[depth] = raises[down, entry] if acts else plain[depth]
            wide = written[depth]
            if is_joker:
                text[wide] = STAR
                wide += 1
            text[wide] = SIGN[face]
            wide += 1
            touched[depth + 1] = 1 if touched[depth] == 1 or anchor[square] != 0 else 0
            times_here = signs_x[depth] + (1 if face == TIMES else 0)
            # the old chips that follow belong to the run
            after = at + 1
            is_dead = not fits(face, place)
            while after < size and board[base + after * step] != 0:
                face = board[base + after * step] % ON_JOKER
                faces[after - first], worth[after - first] = face, face
                if not fits(face, after - first):
                    is_dead = True
                    break
                if face == TIMES:
                    times_here += 1
                after += 1
            if times_here > 1:
                is_dead = True
            length = after - first
            is_run = length > 1
            if is_dead and (is_run or not is_alone):
                continue
            if touched[depth + 1] == 1 and (depth > 0 or down == 0):
                total = -1
                if not is_run:
                    if plain[depth] != NO_RUN:
                        total, _, _ = best_total(
                            faces, worth, 0, is_along, places, factor, power, plain, raised,
                            1, down == 1, is_every, is_lenient,
                        )  # fmt: skip
                elif length % 2 == 1 and value(faces, worth, length) != BROKEN:
                    total, _, _ = best_total(
                        faces, worth, length, is_along, places, factor, power, plain, raised,
                        depth + 1, down == 1, is_every, is_lenient,
                    )  # fmt: skip
                if total >= 0:
                    if aim == ANY:
                        return 1, 0
                    if aim == BEST and total > best:
                        best, found, used = total, 0, 0
                    if aim == LIST or (total == best and found == 0):
                        if found < len(points) and used + wide < len(signs):
                            for k in range(wide):
                                signs[used + k] = text[k]
                            signs[used + wide] = BREAK
                            points[found] = total
                            starts[found] = number
                        found += 1
                        used += wide + 1
            # go on behind them
            chips_left = depth + 1 < chips
            if chips_left and after < size and not is_dead:
                for k in range(after - at - 1):
                    text[wide + k] = DOT
                depth += 1
                spot[depth], tried[depth] = after, -1
                written[depth] = wide + after - at - 1
                signs_x[depth] = times_here
    return found, used
