"""Filling the windows of a line: see `kernels`, which prepares what is asked here."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludoteka.core.kernel import kernel
from ludoteka.games.abaku.judging import BASE, RUN_LENGTH, RUN_ROWS, STEPS, look_along, put
from ludoteka.games.abaku.kernels import (
    ALL,
    JOKER_KIND,
    LINE_LENGTHS,
    LINE_NUMBERS,
    LINE_STARTS,
    MOST_CODES,
    MOST_NEW,
    MOST_SPELLED,
    TEXT,
    Crossing,
    Law,
    Listed,
    Spelled,
    combine,
    keep,
    kind_of,
    single_tiles,
    spell,
    survey,
)
from ludoteka.games.abaku.lexicon import POWERS, is_equation
from ludoteka.games.abaku.placement import are_neighbours
from ludoteka.games.abaku.types import CENTRE, DOWN, EMPTY, OLD_JOKER, SIZE, SQUARES


class Slots(NamedTuple):
    """The squares of a line that a window from some square on could fill, in order; int64 arrays of 16."""

    place: NDArray[np.int64]  # where in the line
    may: NDArray[np.int64]  # the digits (bits) that fit the crossing lines
    power: NDArray[np.int64]  # 10 to the number of squares since the slot before, this one included
    passed: NDArray[np.int64]  # the old digits passed since then, with a 0 for this square
    tail: NDArray[np.int64]  # how many old digits follow the slot
    is_mixed: NDArray[np.int64]  # 1: a window that ends here has an old tile in line
    is_ready: NDArray[
        np.int64
    ]  # 1: it can touch an old tile, covers H8 in the opening, takes the Joker it must


class Scene(NamedTuple):
    """What does not change while the lines are filled."""

    board: NDArray[np.uint8]
    counts: NDArray[np.int64]  # tiles of each kind that can be laid
    joker_at: int  # the square of an old Joker, -1: none
    is_replacing: int  # 1: windows go through the old Joker and take it; 0: it is a hole
    is_opening: int
    most: int  # new tiles


@kernel
def list_placements(
    board: NDArray[np.uint8],
    counts: NDArray[np.int64],
    joker_at: int,
    most: int,
    law: Law,
    listed: Listed,
) -> None:
    """All legal placements of at most `most` new tiles (6 at most)."""
    shape = (law.kinds, SQUARES)
    cross = Crossing(
        np.empty(shape, dtype=np.int64),
        np.empty(shape, dtype=np.int64),
        np.empty(shape, dtype=np.int64),
        np.empty((law.kinds, SQUARES, 10), dtype=np.int64),
    )
    across = Crossing(
        np.empty(shape, dtype=np.int64),
        np.empty(shape, dtype=np.int64),
        cross.whole,
        np.empty((law.kinds, SQUARES, 10), dtype=np.int64),
    )
    spare = np.zeros(TEXT, dtype=np.uint8)
    is_opening = 1
    for square in range(SQUARES):
        if board[square] != EMPTY:
            is_opening = 0
            break
    survey(board, joker_at, digits_at_hand(counts, joker_at), law, cross)
    single_tiles(board, counts, joker_at, law, cross, listed, spare)
    combine(cross, law.kinds, across)
    fill_lines(Scene(board, counts, joker_at, 0, is_opening, most), law, across, listed, spare)
    if joker_at >= 0:
        more = counts.copy()
        more[JOKER_KIND] += 1
        fill_lines(Scene(board, more, joker_at, 1, 0, most), law, across, listed, spare)


@kernel
def digits_at_hand(counts: NDArray[np.int64], joker_at: int) -> int:
    """The digits (bits) that can be laid: all of them with a Joker on the rack or to be taken."""
    if counts[JOKER_KIND] > 0 or joker_at >= 0:
        return ALL
    digits = 0
    for digit in range(10):
        if counts[digit] > 0:
            digits |= 1 << digit
    return digits


@kernel
def fill_lines(scene: Scene, law: Law, across: Crossing, listed: Listed, spare: NDArray[np.uint8]) -> None:
    """Every line of every kind; to replace a Joker only those through it."""
    spelled = Spelled(
        np.empty((MOST_SPELLED, MOST_NEW), dtype=np.uint8), np.zeros(MOST_NEW + 2, dtype=np.int64)
    )
    most = min(scene.most, scene.counts.sum())
    spell(scene.counts, most, law, spelled)
    slots = Slots(
        np.empty(16, dtype=np.int64),
        np.empty(16, dtype=np.int64),
        np.empty(16, dtype=np.int64),
        np.empty(16, dtype=np.int64),
        np.empty(16, dtype=np.int64),
        np.empty(16, dtype=np.int64),
        np.empty(16, dtype=np.int64),
    )
    line = np.empty(SIZE + 1, dtype=np.int64)
    run = np.empty((RUN_ROWS, RUN_LENGTH), dtype=np.int64)
    codes = np.empty(MOST_NEW, dtype=np.int64)
    for kind in range(law.kinds):
        for index in range(LINE_NUMBERS[kind]):
            start, length = LINE_STARTS[kind, index], LINE_LENGTHS[kind, index]
            if not is_worth_filling(scene, across, start, length, kind, line):
                continue
            for first in range(length):
                number = find_slots(scene, across, line, length, start, kind, first, most, slots)
                if number < 2:
                    continue
                spell_windows(
                    scene, law, across, listed, line, start, kind, number, spelled, slots, run, codes, spare
                )
                fill_window(
                    scene, law, across, listed, line, start, kind, first, number, slots, run, codes, spare
                )


@kernel
def is_worth_filling(
    scene: Scene, across: Crossing, start: int, length: int, kind: int, line: NDArray[np.int64]
) -> bool:
    """Reads the line; whether any window of it can be legal: something to touch, H8, the Joker to take."""
    touches, has_centre, has_joker = False, False, False
    for place in range(length):
        square = start + place * STEPS[kind]
        line[place] = scene.board[square]
        touches |= line[place] < OLD_JOKER or across.link[kind, square] != 0
        has_centre |= square == CENTRE
        has_joker |= square == scene.joker_at
    line[length] = EMPTY
    if scene.is_replacing:
        return has_joker
    return has_centre if scene.is_opening else touches


@kernel
def find_slots(
    scene: Scene,
    across: Crossing,
    line: NDArray[np.int64],
    length: int,
    start: int,
    kind: int,
    first: int,
    most: int,
    slots: Slots,
) -> int:
    """The slots of windows that start at `first`, as many as can matter; 0: no window starts there."""
    step = STEPS[kind]
    if not is_slot(scene, line[first], start + first * step):
        return 0
    number = 0
    power, passed = 1, 0
    mixed = first > 0 and line[first - 1] < OLD_JOKER
    touches = mixed
    centre, joker = False, False
    useful = 0
    for place in range(first, length):
        square = start + place * step
        power *= 10
        if line[place] < OLD_JOKER:
            passed = passed * 10 + line[place]
            mixed = True
            continue
        if number == most or not is_slot(scene, line[place], square):
            break
        may = across.may[kind, square]
        if scene.joker_at >= 0 and not scene.is_replacing and are_neighbours(square, scene.joker_at):
            may &= 1  # AB-6.3
        if may == 0:
            break
        tail = 0
        while place + tail + 1 < length and line[place + tail + 1] < OLD_JOKER:
            tail += 1
        touches |= mixed or tail > 0 or across.link[kind, square] != 0
        centre |= square == CENTRE
        joker |= square == scene.joker_at
        slots.place[number] = place
        slots.may[number] = may
        slots.power[number] = power
        slots.passed[number] = passed * 10
        slots.tail[number] = tail
        slots.is_mixed[number] = mixed or tail > 0
        ready = centre if scene.is_opening else touches
        slots.is_ready[number] = ready and (joker or not scene.is_replacing)
        number += 1
        if slots.is_ready[number - 1]:
            useful = number
        power, passed = 1, 0
    return useful


@kernel
def is_slot(scene: Scene, there: int, square: int) -> bool:
    """[AB-5.2] A new tile goes on an empty square, or replaces the old Joker."""
    return there == EMPTY or (scene.is_replacing == 1 and square == scene.joker_at)


@kernel
def spell_windows(
    scene: Scene,
    law: Law,
    across: Crossing,
    listed: Listed,
    line: NDArray[np.int64],
    start: int,
    kind: int,
    number: int,
    spelled: Spelled,
    slots: Slots,
    run: NDArray[np.int64],
    codes: NDArray[np.int64],
    spare: NDArray[np.uint8],
) -> None:
    """Windows without an old tile in line: only what the rack alone spells can be an equation of all."""
    for size in range(2, number + 1):
        if slots.is_mixed[size - 1]:
            return
        if not slots.is_ready[size - 1]:
            continue
        for index in range(spelled.first[size], spelled.first[size + 1]):
            fitting = True
            for slot in range(size):
                code = spelled.codes[index, slot]
                square = start + slots.place[slot] * STEPS[kind]
                if slots.may[slot] >> (code % 10) & 1 == 0 or (
                    square == scene.joker_at and code >= JOKER_KIND
                ):
                    fitting = False
                    break
                codes[slot] = code
            if fitting:
                decide(scene, law, across, listed, line, start, kind, size, slots, run, codes, spare)


@kernel
def decide(
    scene: Scene,
    law: Law,
    across: Crossing,
    listed: Listed,
    line: NDArray[np.int64],
    start: int,
    kind: int,
    size: int,
    slots: Slots,
    run: NDArray[np.int64],
    codes: NDArray[np.int64],
    spare: NDArray[np.uint8],
) -> None:
    """Asks the law about a filled window, and keeps it if it is legal (crossing lines were asked before)."""
    step = STEPS[kind]
    low = slots.place[0]
    while low > 0 and line[low - 1] < OLD_JOKER:
        low -= 1
    high = slots.place[size - 1] + slots.tail[size - 1]
    slot, length, points, linked = 0, 0, 0, scene.is_opening
    for place in range(low, high + 1):
        square = start + place * step
        if slot < size and place == slots.place[slot]:
            digit = codes[slot] % 10
            put(run, length, digit, 1, law.scale, law.letter[square], law.word[square])
            linked |= across.link[kind, square] >> digit & 1
            points += across.gain[kind, square, digit]
            slot += 1
        else:
            put(run, length, line[place], 0, law.scale, 1, 1)
        length += 1
    along, whole, joined, broken = look_along(
        run, length, law.scale[BASE], law.bits, law.longest, law.used, law.side
    )
    if whole and (linked or joined) and (broken < 0 or kind > DOWN):
        first = start + slots.place[0] * step
        keep(listed, first, kind, scene.board, codes, size, scene.joker_at, points + along, spare)


@kernel
def fill_window(
    scene: Scene,
    law: Law,
    across: Crossing,
    listed: Listed,
    line: NDArray[np.int64],
    start: int,
    kind: int,
    first: int,
    number: int,
    slots: Slots,
    run: NDArray[np.int64],
    codes: NDArray[np.int64],
    spare: NDArray[np.uint8],
) -> None:
    """Windows with old tiles in line, depth first; `text` holds the string from each possible start."""
    if not slots.is_mixed[number - 1]:
        return
    heads, head = read_heads(line, first)
    left = scene.counts.copy()
    chosen = np.zeros(MOST_NEW + 1, dtype=np.int64)
    text = np.empty((MOST_NEW + 1, SIZE), dtype=np.int64)
    for index in range(heads):
        text[0, index] = head[index]
    depth = 0
    while depth >= 0:
        code = chosen[depth]
        if code == MOST_CODES:
            depth -= 1
            if depth >= 0:
                left[kind_of(codes[depth])] += 1
            continue
        chosen[depth] = code + 1
        digit = code % 10
        if left[kind_of(code)] == 0 or slots.may[depth] >> digit & 1 == 0:
            continue
        if code >= JOKER_KIND and start + slots.place[depth] * STEPS[kind] == scene.joker_at:
            continue
        codes[depth] = code
        for index in range(heads):
            text[depth + 1, index] = text[depth, index] * slots.power[depth] + slots.passed[depth] + digit
        if is_promising(law, line, first, heads, depth, slots, text):
            decide(scene, law, across, listed, line, start, kind, depth + 1, slots, run, codes, spare)
        if depth + 1 < number:
            left[kind_of(code)] -= 1
            depth += 1
            chosen[depth] = 0


@kernel
def read_heads(line: NDArray[np.int64], first: int) -> tuple[int, NDArray[np.int64]]:
    """The codes of the old digits right before a window: none of them, the last one, the last two, ..."""
    head = np.empty(SIZE, dtype=np.int64)
    head[0] = 1
    number = 1
    value = 0
    while first - number >= 0 and line[first - number] < OLD_JOKER:
        value += line[first - number] * POWERS[number - 1]
        head[number] = POWERS[number] + value
        number += 1
    return number, head


@kernel
def is_promising(
    law: Law,
    line: NDArray[np.int64],
    first: int,
    heads: int,
    depth: int,
    slots: Slots,
    text: NDArray[np.int64],
) -> bool:
    """[AB-5.5] Whether some equation holds all new tiles: from any head to any end of the tail."""
    if depth == 0 or not slots.is_mixed[depth] or not slots.is_ready[depth]:
        return False
    place = slots.place[depth]
    length = place - first + 1
    for index in range(heads):
        code = text[depth + 1, index]
        if is_equation(code, length + index, law.bits, law.longest, law.used, law.side):
            return True
        for more in range(1, slots.tail[depth] + 1):
            code = code * 10 + line[place + more]
            if is_equation(code, length + index + more, law.bits, law.longest, law.used, law.side):
                return True
    return False
