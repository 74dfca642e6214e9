"""A tree of games played out from one position, in kernels: the best move is what most of them begin with.

Each playout walks down the tree by what its moves have brought so far, goes on to the end of the game and
tells the way it came. Two things make a few hundred playouts say something about two hundred moves:

- Tiles stay where they are laid, so a move also learns from all playouts in which its tile was laid later
  (`SEEN`, `LIKED`: all moves as first). A move's own playouts count more and more (`TRUST`).
- Below the tree a seat draws `TRIES` legal moves and makes the one that has brought it most so far, wherever
  in a game it was made (`fame`).

A tree is two arrays with a row for each move of each position looked at. Results are in [0, 1]. There is no
logarithm anywhere: square roots and quotients are the same on every machine.
"""

import numpy as np
from numpy.typing import NDArray

from ludoteka.core.kernel import kernel
from ludoteka.games.abstrakto.fast.kernels import (
    ACROSS,
    BLUE,
    DESK,
    FREE,
    HANDS,
    KIND_ROWS,
    SCRATCH,
    SIZE,
    STRIDE,
    SWAP,
    TALLY,
    TURN,
    Ints,
    can_seat_swap,
    exchange,
    lay,
    ones,
    slots_row,
    weigh,
)
from ludoteka.games.abstrakto.rules.geometry import kind_at
from ludoteka.games.abstrakto.types import LARGEST

Floats = NDArray[np.float64]

# Chosen by duels of 2,000 playouts a move: see docs/players/abstrakto.md.
RIPE = 4  # so many playouts before the moves after a move are looked at
TRUST = 500.0  # so many of its own playouts make a move's own result count as much as the shared one
TRIES = 4
SHARE = 0.1  # of a result that is the lead in areas; the rest is who wins
WIDEST = 8  # a greater lead in areas counts as this one

MOVE, FIRST, COUNT, MOVER, LINKS = range(5)  # a row of `links`; FIRST is 0 where nothing is below
# A row of `sums`, as the seat sees it whose move it is; the first row, which is no move's, as blue does.
VISITS, WON, LEADS, SQUARES, SEEN, LIKED, SUMS = range(7)
USED, PLAYED, SEED, PROGRESS = range(4)
COUNTED = 2  # `fame`: results of both seats' moves, then how many there are of each
DEEPEST = (LARGEST + 1) ** 2 + 4
ROWS = 2 * LARGEST + 1


@kernel
def shuffled(seed: int) -> int:
    """The next number of Marsaglia's 32-bit xorshift; never 0."""
    seed ^= seed << 13 & 0xFFFFFFFF
    seed ^= seed >> 17
    return seed ^ (seed << 5 & 0xFFFFFFFF)


@kernel
def copied(source: Ints, target: Ints) -> None:
    """Makes one array a copy of another."""
    for place in range(len(source)):
        target[place] = source[place]


@kernel
def make(desk: Ints, move: int) -> None:
    """Makes a legal move by its number."""
    if move == SWAP:
        exchange(desk)
    else:
        lay(desk, move % ACROSS, move // ACROSS)


# --- below the tree ----------------------------------------------------------------------------


@kernel
def nth_slot(rows: Ints, number: int) -> int:
    """The point of the slot with this number, in reading order."""
    y = 0
    here = ones(rows[0])
    while number >= here:
        number -= here
        y += 1
        here = ones(rows[y])
    row = rows[y]
    for _ in range(number):
        row &= row - 1
    return y * ACROSS + ones((row & -row) - 1)


@kernel
def play_out(desk: Ints, rows: Ints, fame: Floats, seed: int) -> int:
    """Plays to the end, each move the most famous of a few; returns the seed for the next time.

    Nobody swaps here: once in a match, and the tree looks at that.
    """
    side = 2 * desk[SIZE] + 1
    while desk[TURN] >= 0:
        seat = desk[TURN]
        count = 0
        for y in range(side):
            rows[y] = slots_row(desk, seat, y + 1)
            count += ones(rows[y])
        best = -1.0
        move = 0
        for _ in range(TRIES):
            seed = shuffled(seed)
            found = nth_slot(rows, seed * count >> 32)
            if fame[seat, found] > best:
                best = fame[seat, found]
                move = found
        lay(desk, move % ACROSS, move // ACROSS)
    return seed


@kernel
def note_fame(start: Ints, desk: Ints, fame: Floats, won: float) -> None:
    """Every tile laid since the start has brought its seat this result."""
    for seat in range(2):
        own = won if seat == 0 else 1.0 - won
        for y in range(2 * desk[SIZE] + 1):
            place = BLUE + STRIDE * seat + y + 1
            row = desk[place] & ~start[place]
            while row:
                lowest = row & -row
                row ^= lowest
                move = y * ACROSS + ones(lowest - 1)
                fame[COUNTED + seat, move] += 1.0
                fame[seat, move] += (own - fame[seat, move]) / fame[COUNTED + seat, move]


# --- in the tree -------------------------------------------------------------------------------


@kernel
def slots_to_try(desk: Ints, spare: Ints, row: int) -> int:
    """The slots of row y + 1 that the seat to move can take with any of the hands that it may hold.

    `spare` says how many more of each type than in the hand at hand that may be.
    """
    seat = desk[TURN]
    kinds = 0
    for kind in range(3):
        if desk[HANDS + 3 * seat + kind] + spare[3 * seat + kind] > 0:
            kinds |= KIND_ROWS[desk[SIZE], kind, row]
    return int(desk[FREE + row] & kinds)


@kernel
def add_row(links: Ints, sums: Floats, place: int, move: int) -> int:
    """A fresh row for a move; returns the place of the next one."""
    links[place, MOVE] = move
    links[place, FIRST] = 0
    for number in range(SUMS):
        sums[place, number] = 0.0
    return place + 1


@kernel
def grow(number: int, desk: Ints, spare: Ints, links: Ints, sums: Floats, progress: Ints) -> bool:
    """Adds a row for each move after a row's move; False if there is no room."""
    first = progress[USED]
    place = first
    if first + SWAP >= len(links):
        return False
    for y in range(2 * desk[SIZE] + 1):
        row = slots_to_try(desk, spare, y + 1)
        while row:
            lowest = row & -row
            row ^= lowest
            place = add_row(links, sums, place, y * ACROSS + ones(lowest - 1))
    if can_seat_swap(desk):
        place = add_row(links, sums, place, SWAP)
    progress[USED] = place
    links[number, FIRST], links[number, COUNT] = first, place - first
    links[number, MOVER] = desk[TURN]
    return True


@kernel
def holds(desk: Ints, move: int) -> bool:
    """Whether the seat to move has the tile for a move."""
    if move == SWAP:
        return True
    kind = kind_at(move % ACROSS, move // ACROSS, desk[SIZE])
    return bool(desk[HANDS + 3 * desk[TURN] + kind] > 0)


@kernel
def promise(sums: Floats) -> float:
    """What a move promises: its own result and that of all moves as first, by how much each is trusted."""
    visits, seen = sums[VISITS], sums[SEEN]
    liked = sums[LIKED] / seen if seen > 0.0 else 0.5
    if visits == 0.0:
        return liked
    shared = seen / (seen + visits + visits * seen / TRUST)
    return float((1.0 - shared) * sums[WON] / visits + shared * liked)


@kernel
def pick(number: int, desk: Ints, links: Ints, sums: Floats, seed: int) -> int:
    """The row of the most promising move; equals are tried from a random one on. -1: none fits the hand."""
    first, count = links[number, FIRST], links[number, COUNT]
    begin = seed * count >> 32
    best = -1.0
    chosen = -1
    for step in range(count):
        place = first + (begin + step) % count
        if not holds(desk, links[place, MOVE]):
            continue
        value = promise(sums[place])
        if value > best:
            best = value
            chosen = place
    return int(chosen)


@kernel
def descend(desk: Ints, spare: Ints, links: Ints, sums: Floats, progress: Ints, path: Ints) -> int:
    """Walks down to where the tree ends, and lets it grow; returns how many moves that were.

    With a hidden hand the other seat may be to move here: then this is the end, too.
    """
    number = length = 0
    seed = progress[SEED]
    while desk[TURN] >= 0:
        if links[number, FIRST] == 0 and (
            (length > 0 and sums[number, VISITS] < RIPE)
            or not grow(number, desk, spare, links, sums, progress)
        ):
            break
        if links[number, MOVER] != desk[TURN]:
            break
        seed = shuffled(seed)
        number = pick(number, desk, links, sums, seed)
        if number < 0:
            break
        make(desk, links[number, MOVE])
        length += 1
        path[length] = number
    progress[SEED] = seed
    return length


@kernel
def note_result(sums: Floats, won: float, lead: float) -> None:
    """One playout more in a row."""
    sums[VISITS] += 1.0
    sums[WON] += won
    sums[LEADS] += lead
    sums[SQUARES] += lead * lead


@kernel
def learn(desk: Ints, links: Ints, sums: Floats, path: Ints, length: int, won: float, lead: float) -> None:
    """Tells the moves of a path, and those whose tiles were laid later, what a playout has brought blue."""
    note_result(sums[0], won, lead)
    for step in range(length):
        above = path[step]
        mover = links[above, MOVER]
        own = won if mover == 0 else 1.0 - won
        note_result(sums[path[step + 1]], own, lead if mover == 0 else -lead)
        first = links[above, FIRST]
        tiles = BLUE + STRIDE * mover + 1
        for place in range(first, first + links[above, COUNT]):
            move = links[place, MOVE]
            if move != SWAP and desk[tiles + move // ACROSS] >> move % ACROSS & 1:
                sums[place, SEEN] += 1.0
                sums[place, LIKED] += own


@kernel
def go(
    starts: Ints, spares: Ints, links: Ints, sums: Floats, fame: Floats, progress: Ints, until: int
) -> None:
    """Plays out games until there are so many in all; with several starts each has its turn."""
    desk, rows, path = np.zeros(DESK, np.int64), np.zeros(ROWS, np.int64), np.zeros(DEEPEST, np.int64)
    scratch, tally = np.zeros(SCRATCH, np.int64), np.zeros(TALLY, np.int64)
    while progress[PLAYED] < until:
        which = progress[PLAYED] % len(starts)
        progress[PLAYED] += 1
        copied(starts[which], desk)
        length = descend(desk, spares[which], links, sums, progress, path)
        progress[SEED] = play_out(desk, rows, fame, progress[SEED])
        verdict = weigh(desk, scratch, tally)
        lead = max(-WIDEST, min(WIDEST, tally[0] - tally[1]))
        won = 0.5 if verdict == 0 else 1.0 if verdict > 0 else 0.0
        won = (1.0 - SHARE) * won + SHARE * (0.5 + 0.5 * lead / WIDEST)
        note_fame(starts[which], desk, fame, won)
        learn(desk, links, sums, path, length, won, float(lead))
