"""Alpha-beta to the end of the game, in one kernel that can be paused and resumed.

Values are those of the result: 1 blue wins, 0 drawn, -1 orange wins. Positions met before are recognised
by a hash that is the same for all eight symmetries of the board and for exchanged colours.

One search is a `Memory` (the positions met, with bounds on their values as the seat to move sees them)
and a stack of plies. All arrays are int64.
"""

import numpy as np

from ludoteka.core.kernel import kernel
from ludoteka.games.abstrakto.fast.kernels import (
    ACROSS,
    BLUE,
    HANDS,
    LAID,
    PIE,
    SIZE,
    STRIDE,
    SWAP,
    SWAPPED,
    TURN,
    Ints,
    exchange,
    lay,
    list_moves,
    weigh,
)
from ludoteka.games.abstrakto.types import LARGEST, MOST_TILES

POINTS = ACROSS * ACROSS
DEEPEST = (LARGEST + 1) ** 2 + 3  # no more tiles fit, then the swap and the end

# One row of `plies` for each ply of the stack.
STAGE, ALPHA, BETA, LOW, HIGH, BEST, CHOSEN, MOVE, COUNT, INDEX, KEY, IMAGE, FIELDS = range(13)
FRESH, OPEN = 0, 1  # stages of a ply

PLY, NODES = 0, 1  # `progress`: where the search is, and how many positions it has seen


def symmetries(size: int) -> Ints:
    """[image, point]: where each of the eight symmetries of the board takes a point."""
    side = 2 * size + 1
    images = np.zeros((8, POINTS), np.int64)
    for y in range(side):
        for x in range(side):
            for image, (u, v) in enumerate(_images(x, y, side - 1)):
                images[image, y * ACROSS + x] = v * ACROSS + u
    return images


def _images(x: int, y: int, last: int) -> list[tuple[int, int]]:
    turned = [(x, y), (last - y, x), (last - x, last - y), (y, last - x)]
    return turned + [(v, u) for u, v in turned]


def _codes() -> tuple[Ints, Ints, int]:
    """Random numbers for a tile (own or not, point), a count of tiles in a hand, and an open swap."""
    numbers = np.random.default_rng(20).integers(1, 1 << 62, 2 * POINTS + 6 * (MOST_TILES + 1) + 1)
    tiles = numbers[: 2 * POINTS].reshape(2, POINTS)
    hands = numbers[2 * POINTS : -1].reshape(2, 3, MOST_TILES + 1)
    return tiles, hands, int(numbers[-1])


TILE_CODES, HAND_CODES, SWAP_CODE = _codes()


@kernel
def note_tile(keys: Ints, images: Ints, colour: int, point: int) -> None:
    """Adds a tile to the sixteen hashes of a board: [who counts as own, image]."""
    for image in range(8):
        there = images[image, point]
        keys[0, image] ^= TILE_CODES[colour, there]
        keys[1, image] ^= TILE_CODES[1 - colour, there]


@kernel
def hash_board(desk: Ints, images: Ints, keys: Ints) -> None:
    """The sixteen hashes of a board, from nothing."""
    keys[:] = 0
    for colour in range(2):
        for y in range(2 * desk[SIZE] + 1):
            row = desk[BLUE + STRIDE * colour + y + 1]
            for x in range(2 * desk[SIZE] + 1):
                if row >> x & 1:
                    note_tile(keys, images, colour, y * ACROSS + x)


@kernel
def key_of(desk: Ints, keys: Ints, ply: Ints) -> None:
    """The hash of a position as the seat to move sees it, the same for all images, and which one it is."""
    own = desk[TURN]
    image = 0
    for other in range(1, 8):
        if keys[own, other] < keys[own, image]:
            image = other
    key = keys[own, image]
    for kind in range(3):
        key ^= HAND_CODES[0, kind, desk[HANDS + 3 * own + kind]]
        key ^= HAND_CODES[1, kind, desk[HANDS + 3 - 3 * own + kind]]
    if desk[PIE] != 0 and desk[SWAPPED] == 0 and desk[LAID] + desk[LAID + 1] < 2:
        key ^= SWAP_CODE
    ply[KEY] = key
    ply[IMAGE] = image


@kernel
def slot_of(memory: Ints, key: int) -> int:
    """Where a position is kept: the second of its two places if it is there, otherwise the first."""
    slot = key & memory.shape[0] - 2
    return int(slot + 1 if memory[slot + 1, 0] == key else slot)


@kernel
def recall(memory: Ints, ply: Ints, own: int, images: Ints) -> int:
    """Fills in the remembered bounds; returns the move remembered as best, or -1."""
    slot = slot_of(memory, ply[KEY])
    ply[LOW], ply[HIGH] = -1, 1
    if memory[slot, 0] != ply[KEY]:
        return -1
    known = memory[slot, 1]
    low, high = (known & 3) - 1, (known >> 2 & 3) - 1
    ply[LOW], ply[HIGH] = (low, high) if own == 0 else (-high, -low)
    move = known >> 4 & 511
    if move >= SWAP:
        return int(move)
    point = 0
    while images[ply[IMAGE], point] != move:
        point += 1
    return point


@kernel
def remember(memory: Ints, ply: Ints, own: int, laid: int, images: Ints) -> None:
    """Keeps what the search of a ply has shown, as the seat to move sees it: a value or a bound.

    The first place keeps the position with fewer tiles, which took longer; the second the newest.
    """
    low, high, best = ply[LOW], ply[HIGH], ply[BEST]
    if best > ply[ALPHA]:  # otherwise some better line was cut off before it could be seen
        low = max(low, best)
    if best < ply[BETA]:
        high = min(high, best)
    if own == 1:
        low, high = -high, -low
    move = ply[CHOSEN]
    if move < SWAP:
        move = images[ply[IMAGE], move]
    slot = slot_of(memory, ply[KEY])
    if memory[slot, 0] != ply[KEY] and memory[slot, 0] != 0 and memory[slot, 1] >> 13 < laid:
        slot += 1
    memory[slot, 0] = ply[KEY]
    memory[slot, 1] = (low + 1) | (high + 1) << 2 | move << 4 | laid << 13


@kernel
def put_in_order(moves: Ints, count: int, merits: Ints, history: Ints, first: int) -> None:
    """The remembered move first, then those that cut off most often before."""
    for index in range(count):
        move = moves[index]
        merit = history[move] if move != first else 1 << 60
        place = index
        while place > 0 and merits[place - 1] < merit:
            merits[place] = merits[place - 1]
            moves[place] = moves[place - 1]
            place -= 1
        merits[place] = merit
        moves[place] = move


@kernel
def is_decided(ply: Ints) -> bool:
    """Whether the bounds of a ply answer the question that its window asks; then `BEST` is the answer."""
    if ply[LOW] >= ply[BETA] or ply[LOW] == ply[HIGH]:
        ply[BEST] = ply[LOW]
        return True
    if ply[HIGH] <= ply[ALPHA]:
        ply[BEST] = ply[HIGH]
        return True
    return False


@kernel
def open_ply(
    number: int, desks: Ints, keys: Ints, plies: Ints, moves: Ints, images: Ints, memory: Ints, history: Ints
) -> bool:
    """Looks a ply up and lists its moves; False if its value is known already."""
    desk, ply = desks[number], plies[number]
    own = desk[TURN]
    key_of(desk, keys[number], ply)
    first = recall(memory, ply, own, images)
    if is_decided(ply):
        ply[CHOSEN] = first
        return False
    count = list_moves(desk, moves[number])
    put_in_order(moves[number], count, moves[DEEPEST], history[own], first)
    ply[COUNT], ply[INDEX], ply[STAGE] = count, 0, OPEN
    ply[BEST] = -2 if own == 0 else 2
    return True


@kernel
def hand_down(upper: Ints, lower: Ints) -> None:
    """Starts one row as a copy of another."""
    for place in range(len(upper)):
        lower[place] = upper[place]


@kernel
def descend(number: int, desks: Ints, keys: Ints, plies: Ints, move: int, images: Ints) -> None:
    """Makes the next ply by a move, with the remaining window."""
    ply, below = plies[number], plies[number + 1]
    own = desks[number, TURN]
    hand_down(desks[number], desks[number + 1])
    if move == SWAP:
        exchange(desks[number + 1])
        hash_board(desks[number + 1], images, keys[number + 1])
    else:
        for own_is in range(2):
            hand_down(keys[number, own_is], keys[number + 1, own_is])
        note_tile(keys[number + 1], images, own, move)
        lay(desks[number + 1], move % ACROSS, move // ACROSS)
    below[STAGE] = FRESH
    below[ALPHA] = max(ply[ALPHA], ply[BEST]) if own == 0 else ply[ALPHA]
    below[BETA] = min(ply[BETA], ply[BEST]) if own == 1 else ply[BETA]


@kernel
def is_ply_done(ply: Ints, own: int) -> bool:
    """All moves have been tried, or the best so far is as good as it can or need be."""
    if ply[INDEX] == ply[COUNT]:
        return True
    if own == 0:
        return bool(ply[BEST] >= min(ply[BETA], ply[HIGH]))
    return bool(ply[BEST] <= max(ply[ALPHA], ply[LOW]))


@kernel
def hand_up(number: int, value: int, own: int, plies: Ints, history: Ints) -> None:
    """Tells the ply above, whose move it was, what the move just tried is worth."""
    ply = plies[number]
    move = ply[MOVE]
    if (own == 0 and value > ply[BEST]) or (own == 1 and value < ply[BEST]):
        ply[BEST] = value
        ply[CHOSEN] = move
        if ply[INDEX] < ply[COUNT] and is_ply_done(ply, own):
            history[own, move] += ply[COUNT] - ply[INDEX]


@kernel
def run(
    progress: Ints,
    limit: int,
    desks: Ints,
    keys: Ints,
    plies: Ints,
    moves: Ints,
    images: Ints,
    memory: Ints,
    history: Ints,
    scratch: Ints,
    tally: Ints,
) -> bool:
    """Continues the search until it is done or has seen `limit` positions; True when the value is proved."""
    number = progress[PLY]
    while number >= 0 and progress[NODES] < limit:
        ply, own = plies[number], desks[number, TURN]
        if ply[STAGE] == FRESH:
            progress[NODES] += 1
            if own < 0:
                ply[BEST] = np.sign(weigh(desks[number], scratch, tally))
            elif open_ply(number, desks, keys, plies, moves, images, memory, history):
                continue
        elif not is_ply_done(ply, own):
            ply[MOVE] = moves[number, ply[INDEX]]
            ply[INDEX] += 1
            descend(number, desks, keys, plies, ply[MOVE], images)
            number += 1
            continue
        else:
            laid = desks[number, LAID] + desks[number, LAID + 1]
            remember(memory, ply, own, laid, images)
        number -= 1
        if number >= 0:
            hand_up(number, ply[BEST], desks[number, TURN], plies, history)
    progress[PLY] = number
    return bool(number < 0)
