"""Every legal placement of a rack, found by a walk along each line. Kernels over the arrays of `work_layout`.

A walk starts at a free square and lays chips one after the other, in the order of their texts, so the
placements come out in text order (CA-10.5). What is legal and what it earns is decided by the law's
`arithmetic`; this module only skips what cannot lead to a legal placement. Only `search` makes arrays, and
what runs at every step is inlined: passing its arrays on would double the time.
"""

import numpy as np

from ludoteka.core.kernel import inlined, kernel
from ludoteka.games.calculissimo.fast.survey import Bytes, survey
from ludoteka.games.calculissimo.fast.work_layout import (
    AIM,
    ANCHOR,
    ANY,
    AT,
    BEST,
    CHIPS,
    CROSSING,
    DOWN,
    FACTOR,
    FIRST,
    FOUND,
    HAND,
    IS_ALONE,
    IS_EVERY,
    IS_FULL,
    JOKER_KIND,
    KINDS,
    LINES,
    LYING,
    MOST,
    NUMBER,
    ON,
    POINTS,
    POWER,
    RAISED_CROSSING,
    SCENE,
    SIZE,
    SPELT,
    SQUARE,
    STEP,
    TASK,
    TEXT,
    TIMES_SIGNS,
    TOUCHED,
    TRIED,
    USED,
    WORK_ROWS,
    WORK_WIDTH,
    WRITTEN,
)
from ludoteka.games.calculissimo.rules.arithmetic import (
    BROKEN,
    FACES,
    FACTORS,
    NO_RUN,
    NOT_ADMISSIBLE,
    PLACES,
    PLAIN,
    POWERS,
    RAISED,
    WORTH,
    Ints,
    best_total,
    fits,
    is_multiplied,
    value,
)
from ludoteka.games.calculissimo.rules.placement import may_stand_for
from ludoteka.games.calculissimo.types import FACES as SIGNS
from ludoteka.games.calculissimo.types import TIMES, face_of

STAR, DOT, BREAK = b"*.\n"
SIGN = np.array([0, *SIGNS.encode()], np.int64)  # the sign of each face

# How a walk tries chips: jokers first, then chips, each in text order. A try has a face and a kind of chip.
_FACES = [face_of(sign) for sign in sorted(SIGNS)]
_ANNOUNCED = [face_of(sign) for sign in sorted(SIGNS) if may_stand_for(sign)]
TRY_FACE = np.array([*_ANNOUNCED, *_FACES], np.int64)
TRY_KIND = np.array([*(JOKER_KIND for _ in _ANNOUNCED), *(face - 1 for face in _FACES)], np.int64)
TRIES = len(TRY_FACE)
NOTHING = -1  # has been tried
NOWHERE = -1  # no run ends here


@kernel
def search(
    board: Bytes, grid: Ints, lines: Ints, rack: Ints, task: Ints, signs: Bytes, listed: Ints
) -> tuple[int, int]:
    """All placements (or the best, or any) of a rack; returns how many, and how many signs their items have.

    `board` uint8 (n*n), `grid` and `task` as in `work_layout`; `rack` int64 (14), chips of each kind; `lines`
    int64: every line, as 2 * square + down, in text order. Placement k is written to column k of `listed` and
    its items to `signs`, each followed by a line break; what no longer fits in there is only counted.
    """
    squares = np.empty((len(board), SQUARE), np.int64)
    work = np.zeros((WORK_ROWS, WORK_WIDTH), np.int64)
    scene = np.zeros(SCENE, np.int64)
    set_scene(task, rack, scene, work)
    survey(board, grid, scene, squares, work)
    walk_lines(squares, lines, scene, work, signs, listed)
    return scene[FOUND], scene[USED]


@kernel
def set_scene(task: Ints, rack: Ints, scene: Ints, work: Ints) -> None:
    """What does not change while the lines are walked."""
    for what in range(TASK):
        scene[what] = task[what]
    for kind in range(KINDS):
        work[HAND, kind] = rack[kind]
        scene[CHIPS] += rack[kind]
    scene[MOST] = NOT_ADMISSIBLE


@kernel
def walk_lines(squares: Ints, lines: Ints, scene: Ints, work: Ints, signs: Bytes, listed: Ints) -> None:
    """Walks along all lines, in their order."""
    for number in range(len(lines)):
        scene[NUMBER] = number
        if sets_out(squares, scene, work, lines[number] // 2, lines[number] % 2):
            walk(squares, scene, work, signs, listed)
            if scene[AIM] == ANY and scene[FOUND] > 0:
                return


# --- where a walk begins -----------------------------------------------------------------------


@kernel
def sets_out(squares: Ints, scene: Ints, work: Ints, start: int, down: int) -> bool:
    """Goes to the first square of a line; False if no placement can start there."""
    if squares[start, LYING] != 0:
        return False
    size = scene[SIZE]
    step = size if down == 1 else 1
    begin = start // size if down == 1 else start % size
    first = begin
    while first > 0 and squares[start - (begin - first + 1) * step, LYING] != 0:
        first -= 1
    scene[DOWN], scene[STEP], scene[FIRST] = down, step, first
    is_free = begin == size - 1 or squares[start + step, LYING] == 0
    scene[IS_ALONE] = 1 if first == begin and down == 0 and is_free else 0
    times = take_up(squares, work, start - (begin - first) * step, step, begin - first)
    if times > 1 or not reaches_anchor(squares, start, step, size - begin, scene[CHIPS]):
        return False
    work[TOUCHED, 0], work[TIMES_SIGNS, 0] = 0, times
    goes_to(scene, work, 0, begin, start, 0)
    return True


@inlined
def take_up(squares: Ints, work: Ints, start: int, step: int, length: int) -> int:
    """Takes in the old chips before the first new one; returns their times signs, 2 if no run begins so."""
    times = 0
    for place in range(length):
        face = squares[start + place * step, LYING]
        work[FACES, place], work[WORTH, place] = face, face
        if not fits(face, place):
            return 2
        times += 1 if face == TIMES else 0
    return times


@inlined
def reaches_anchor(squares: Ints, start: int, step: int, length: int, chips: int) -> bool:
    """Whether this many chips, laid one after the other on this part of a line, cover an anchor."""
    for place in range(length):
        square = start + place * step
        if squares[square, LYING] == 0:
            chips -= 1
            if squares[square, ANCHOR] != 0:
                return chips >= 0
    return False


# --- the walk ----------------------------------------------------------------------------------


@kernel
def walk(squares: Ints, scene: Ints, work: Ints, signs: Bytes, listed: Ints) -> None:
    """Notes every placement that starts where the walk has set out, in text order."""
    depth = 0  # new chips before the one that is tried
    while depth >= 0:
        if not lays_next(squares, scene, work, depth):
            depth -= 1
            continue
        end = take_up_behind(squares, scene, work, depth)
        if end == NOWHERE:
            continue
        points = points_of(scene, work, depth, end)
        if points != NOT_ADMISSIBLE:
            note(scene, work, signs, listed, points)
            if scene[AIM] == ANY:
                return
        if can_go_on(scene, work, depth, end):
            go_on(scene, work, depth, end)
            depth += 1


@inlined
def lays_next(squares: Ints, scene: Ints, work: Ints, depth: int) -> bool:
    """Takes back the chip that was tried, and lays the next one that fits; False if there is none."""
    before = work[TRIED, depth]
    if before != NOTHING:
        work[HAND, TRY_KIND[before]] += 1
    attempt = next_try(squares, scene, work, depth, before + 1)
    if attempt == TRIES:
        return False
    work[TRIED, depth] = attempt
    work[HAND, TRY_KIND[attempt]] -= 1
    lay(squares, scene, work, depth, TRY_FACE[attempt], TRY_KIND[attempt] == JOKER_KIND)
    return True


@inlined
def next_try(squares: Ints, scene: Ints, work: Ints, depth: int, attempt: int) -> int:
    """The first try from this one on that is in the hand, fits the run and breaks no crossing run."""
    place = work[PLACES, depth]
    crossing = CROSSING + scene[DOWN] * KINDS
    square = work[ON, depth]
    is_alone = depth == 0 and scene[IS_ALONE] == 1
    has_times = work[TIMES_SIGNS, depth] > 0
    while attempt < TRIES:
        face = TRY_FACE[attempt]
        if (
            work[HAND, TRY_KIND[attempt]] > 0
            and (is_alone or fits(face, place))
            and squares[square, crossing + face] != BROKEN
            and not (has_times and face == TIMES)
        ):
            break
        attempt += 1
    return attempt


@inlined
def lay(squares: Ints, scene: Ints, work: Ints, depth: int, face: int, is_joker: bool) -> None:
    """Lays a chip, with what its square and its crossing run score, and writes its signs."""
    place, square, entry = work[PLACES, depth], work[ON, depth], scene[DOWN] * KINDS + face
    work[FACES, place], work[WORTH, place] = face, face
    plain = squares[square, CROSSING + entry]
    acts = is_multiplied(face, is_joker, scene[IS_FULL] == 1)
    work[FACTORS, depth] = squares[square, FACTOR] if acts else 1
    work[POWERS, depth] = squares[square, POWER]
    work[PLAIN, depth] = plain
    work[RAISED, depth] = squares[square, RAISED_CROSSING + entry] if acts else plain
    work[TOUCHED, depth + 1] = work[TOUCHED, depth] | squares[square, ANCHOR]
    work[TIMES_SIGNS, depth + 1] = work[TIMES_SIGNS, depth] + (1 if face == TIMES else 0)
    written = work[SPELT, depth]
    if is_joker:
        work[TEXT, written] = STAR
        written += 1
    work[TEXT, written] = SIGN[face]
    scene[WRITTEN] = written + 1


@inlined
def take_up_behind(squares: Ints, scene: Ints, work: Ints, depth: int) -> int:
    """Takes in the old chips after the new one; returns where in the line they end, or `NOWHERE`."""
    end, square, times = work[AT, depth] + 1, work[ON, depth] + scene[STEP], work[TIMES_SIGNS, depth + 1]
    while end < scene[SIZE] and squares[square, LYING] != 0:
        face, place = squares[square, LYING], end - scene[FIRST]
        if not fits(face, place):
            return NOWHERE
        work[FACES, place], work[WORTH, place] = face, face
        times += 1 if face == TIMES else 0
        end += 1
        square += scene[STEP]
    work[TIMES_SIGNS, depth + 1] = times
    return end if times <= 1 else NOWHERE


@inlined
def points_of(scene: Ints, work: Ints, depth: int, end: int) -> int:
    """What the chips laid so far score as a placement; `NOT_ADMISSIBLE` if they are not one."""
    is_lone_down = depth == 0 and scene[DOWN] == 1  # [CA-10.2] one new chip is written across
    if work[TOUCHED, depth + 1] == 0 or is_lone_down:
        return NOT_ADMISSIBLE
    length = end - scene[FIRST]
    if length == 1:
        length = 0
        if work[PLAIN, depth] == NO_RUN:
            return NOT_ADMISSIBLE
    elif length % 2 == 0 or value(work, length) == BROKEN:
        return NOT_ADMISSIBLE
    is_down, is_every = scene[DOWN] == 1, scene[IS_EVERY] == 1
    points, _, _ = best_total(
        work, length, depth + 1, is_sound=True, is_down=is_down, is_every=is_every, is_lenient=False
    )
    return points


@inlined
def can_go_on(scene: Ints, work: Ints, depth: int, end: int) -> bool:
    """Whether another chip can follow: there is one, there is room, and the run may go on."""
    place = work[PLACES, depth]
    return depth + 1 < scene[CHIPS] and end < scene[SIZE] and fits(work[FACES, place], place)


@inlined
def go_on(scene: Ints, work: Ints, depth: int, end: int) -> None:
    """Goes to the next free square, past old chips, which are written as dots."""
    written, ahead = scene[WRITTEN], end - work[AT, depth]
    for k in range(ahead - 1):
        work[TEXT, written + k] = DOT
    goes_to(scene, work, depth + 1, end, work[ON, depth] + ahead * scene[STEP], written + ahead - 1)


@inlined
def goes_to(scene: Ints, work: Ints, depth: int, at: int, square: int, written: int) -> None:
    """The walk is at a free square, where nothing has been tried."""
    work[AT, depth], work[ON, depth], work[PLACES, depth] = at, square, at - scene[FIRST]
    work[TRIED, depth], work[SPELT, depth] = NOTHING, written


# --- what it finds -----------------------------------------------------------------------------


@inlined
def note(scene: Ints, work: Ints, signs: Bytes, listed: Ints, points: int) -> None:
    """Counts the placement and writes it where there is room; for `BEST`, over any worse one."""
    if scene[AIM] == BEST:
        if points <= scene[MOST]:
            return
        scene[MOST], scene[FOUND], scene[USED] = points, 0, 0
    found, used, written = scene[FOUND], scene[USED], scene[WRITTEN]
    if found < listed.shape[1] and used + written < len(signs):
        for k in range(written):
            signs[used + k] = work[TEXT, k]
        signs[used + written] = BREAK
        listed[POINTS, found], listed[LINES, found] = points, scene[NUMBER]
    scene[FOUND], scene[USED] = found + 1, used + written + 1
