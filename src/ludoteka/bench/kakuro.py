"""Kakuro: the solver on stored positions, and whole games of instant solvers.

Many games at once, compiled: instant solvers race, by the engine's own laws.

In each round the seats see the sum tile at the same moment and a random one of them is the first to speak; it
claims its best row, or says `impossible` and the next one looks. If nobody has a row, the tile has failed. So
a game is a log of rounds, which `events` turns into the moves that the engine would have been given.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib import resources

import numpy as np

from ludoteka.bench.timing import Figure, Figures, each, quantiles, rate
from ludoteka.core.game import Drawn, Event, Played
from ludoteka.core.kernel import kernel
from ludoteka.games.kakuro.engine import GAME
from ludoteka.games.kakuro.fast import solver
from ludoteka.games.kakuro.fast.kernels import (
    KINDS,
    MOST_ROWS,
    PAIRS,
    PLAN,
    Bytes,
    Ints,
    best_of,
    digit_sets,
    plan_claim,
    solve,
)
from ludoteka.games.kakuro.fast.solver import claim_of
from ludoteka.games.kakuro.rules.board import covered, used
from ludoteka.games.kakuro.rules.claims import points_for
from ludoteka.games.kakuro.rules.rounds import failures_complete, takes_tiles
from ludoteka.games.kakuro.types import (
    ACROSS,
    ACTION_TILES,
    DOWN,
    EXTRA_TILES,
    FACES,
    LAID_SUM_SQUARE,
    MOST_SEATS,
    NUMBER_TILES_OF_EACH_DIGIT,
    SQUARES,
    SUM_TILES,
    USED_ACROSS,
    USED_DOWN,
    Move,
    Options,
    Row,
    State,
    Word,
)

GAMES = 200
SEATS = 3


def figures() -> Figures:
    """`solve` with up to 4 action tiles, `solve8` with 8, whole games of three seats."""
    positions = list(stored())
    yield from _solving("kakuro.solve", [s for s in positions if len(s.pools[0]) <= 4])
    yield from _solving("kakuro.solve8", [s for s in positions if len(s.pools[0]) == 8])
    yield _games()


def stored() -> Iterator[State]:
    """The positions of the data file; seat 0 is to solve."""
    text = (resources.files("ludoteka.bench") / "data" / "kakuro.txt").read_text(encoding="utf-8")
    return (GAME.notation.load(line) for line in text.splitlines() if line and not line.startswith("#"))


def _solving(name: str, states: list[State]) -> Figures:
    cases: list[Callable[[], object]] = [partial(solver.rows, state, 0) for state in states]
    yield from quantiles(name, 1e3, each(cases))


def _games() -> Figure:
    def play() -> int:
        simulate(GAMES, SEATS, seed=2007)
        return GAMES

    return rate("kakuro.games_per_s", play)


# --- whole games in one kernel ----------------------------------------------------------------

FAILURES = Options().failures
WORD = (1 << 32) - 1

# a line of the log: the sum, the seat that claims (-1: nobody), step, first square and length of the row,
# then the plan of the claim, then a tile for each seat (-1: none)
TOTAL, SEAT, STEP, FIRST, LENGTH, PLANNED = range(6)
TAKEN = PLANNED + PLAN
LINE = TAKEN + MOST_SEATS
ROUNDS = len(SUM_TILES)
NOBODY = -1


# --- chance, for the simulation only: matches draw from the verifiable source -------------------


@kernel
def shake(dice: Ints) -> int:
    """Marsaglia's xorshift on 32 bits; the state is the one number of `dice`, never 0."""
    x = int(dice[0])
    x ^= (x << 13) & WORD
    x ^= x >> 17
    x ^= (x << 5) & WORD
    dice[0] = x
    return x


@kernel
def below(dice: Ints, bound: int) -> int:
    """A number from 0 to bound-1."""
    return (shake(dice) * bound) >> 32


@kernel
def shuffle(dice: Ints, items: Ints) -> None:
    """Fisher-Yates, in place."""
    for last in range(len(items) - 1, 0, -1):
        other = below(dice, last + 1)
        items[last], items[other] = items[other], items[last]


@kernel
def take_tile(dice: Ints, pile: Ints, pool: Ints) -> int:
    """Moves one tile from the pile to a pool, blindly; returns its rank."""
    left = below(dice, pile.sum())
    rank = 0
    while left >= pile[rank]:
        left -= pile[rank]
        rank += 1
    pile[rank] -= 1
    pool[rank] += 1
    return rank


# --- one game --------------------------------------------------------------------------------


@kernel
def set_up(dice: Ints, numbers: Ints, board: Bytes, pile: Ints, pools: Ints, extra: int) -> None:
    """Lays out the numbers and deals: a `D` and the extra tiles for each seat (KA-2)."""
    shuffle(dice, numbers)
    for square in range(SQUARES):
        board[square] = numbers[square]
    pools[:] = 0
    pools[:, 0] = 1
    pile[0] -= len(pools)
    for seat in range(len(pools)):
        for _ in range(extra):
            take_tile(dice, pile, pools[seat])


@kernel
def make_row(board: Bytes, pool: Ints, row: Ints, plan: Bytes) -> None:
    """Carries out a planned claim: its tools act, its squares are used, its tiles go (KA-5.8, KA-6.1)."""
    place = PAIRS
    for _ in range(plan[0]):
        one, other = plan[place], plan[place + 1]
        board[one], board[other] = board[other], board[one]
        pool[1] -= 1
        place += 2
    for _ in range(plan[1]):
        board[plan[place]] = covered(int(plan[place + 1]))
        pool[plan[place + 1] + 1] -= 1
        place += 2
    for _ in range(plan[2]):
        board[plan[place]] = LAID_SUM_SQUARE
        pool[plan[place + 1]] -= 1
        place += 2
    pool[0] -= plan[3]
    mark = USED_ACROSS if row[0] == 1 else USED_DOWN
    for i in range(row[2]):
        square = row[1] + i * row[0]
        board[square] = used(int(board[square]), mark)


@kernel
def race(
    dice: Ints, board: Bytes, pools: Ints, total: int, sets: Ints, starts: Ints, found: Ints, line: Ints
) -> int:
    """One round: the seat that makes a row, or -1; the line of the log says how."""
    order = np.arange(len(pools))
    shuffle(dice, order)
    line[:] = NOBODY
    line[TOTAL] = total
    plan = np.zeros(PLAN, np.uint8)
    for seat in order:
        number = solve(board, pools[seat], total, sets, starts, True, found)  # noqa: FBT003 - no names in kernels
        best = best_of(found, number)
        if best >= 0:
            row = found[best]
            plan_claim(board, pools[seat], row, plan)
            make_row(board, pools[seat], row, plan)
            line[SEAT] = seat
            line[STEP:PLANNED] = row[:3]
            line[PLANNED:TAKEN] = plan
            return int(seat)
    return NOBODY


@kernel
def play_rounds(
    dice: Ints,
    board: Bytes,
    sums: Ints,
    pile: Ints,
    pools: Ints,
    sets: Ints,
    starts: Ints,
    scores: Ints,
    log: Ints,
) -> int:
    """Plays the rounds of one game that has been set up; returns how many."""
    found = np.zeros((MOST_ROWS, 6), np.int64)
    seats, failures = len(pools), 0
    shuffle(dice, sums)
    for number in range(len(sums)):
        total, line = int(sums[number]), log[number]
        seat = race(dice, board, pools, total, sets, starts, found, line)
        if seat >= 0:
            scores[seat] += points_for(int(line[LENGTH]))
        else:
            failures += 1
            if failures_complete(failures, FAILURES):
                return number + 1
        if takes_tiles(total, seats, int(pools.sum()), int(pile.sum())):
            for taker in range(seats):
                line[TAKEN + taker] = take_tile(dice, pile, pools[taker])
    return len(sums)


@kernel
def play_games(
    dice: Ints,
    games: int,
    numbers: Ints,
    sums: Ints,
    box: Ints,
    extra: int,
    sets: Ints,
    starts: Ints,
    totals: Ints,
) -> int:
    """Many games; adds up the scores by seat and returns the number of rounds."""
    pools = np.zeros((len(totals), KINDS), np.int64)
    board = np.zeros(SQUARES, np.uint8)
    log = np.zeros((ROUNDS, LINE), np.int64)
    rounds = 0
    for _ in range(games):
        pile = box.copy()
        set_up(dice, numbers, board, pile, pools, extra)
        rounds += play_rounds(dice, board, sums, pile, pools, sets, starts, totals, log)
    return rounds


# --- for Python ------------------------------------------------------------------------------


def box_numbers() -> Ints:
    """The 72 number tiles."""
    return np.repeat(np.arange(1, 10), NUMBER_TILES_OF_EACH_DIGIT)


def box_tiles() -> Ints:
    """The 40 action tiles, by rank of their face."""
    return np.array([ACTION_TILES[face] for face in FACES], np.int64)


def dice_of(seed: int) -> Ints:
    """A random state that is never 0."""
    return np.array([seed * 2654435761 % WORD + 1], np.int64)


def simulate(games: int, seats: int, seed: int) -> tuple[int, list[int]]:
    """Plays many games of instant solvers; returns the number of rounds and the total points of each seat."""
    totals = np.zeros(seats, np.int64)
    sums, extra = np.array(SUM_TILES, np.int64), EXTRA_TILES[seats]
    rounds = play_games(dice_of(seed), games, box_numbers(), sums, box_tiles(), extra, *digit_sets(), totals)
    return int(rounds), totals.tolist()


@dataclass(frozen=True, slots=True)
class Simulated:
    """One simulated game, as it can be given to the engine."""

    events: tuple[Event[Move], ...]
    board: bytes
    scores: tuple[int, ...]
    pools: tuple[str, ...]


def simulate_one(seats: int, seed: int) -> Simulated:
    """One game, with the events that the engine would have been given."""
    dice, board = dice_of(seed), np.zeros(SQUARES, np.uint8)
    pools, scores = np.zeros((seats, KINDS), np.int64), np.zeros(seats, np.int64)
    pile, log = box_tiles(), np.zeros((ROUNDS, LINE), np.int64)
    set_up(dice, box_numbers(), board, pile, pools, EXTRA_TILES[seats])
    events: list[Event[Move]] = [Drawn(tuple((str(digit),) for digit in board.tolist()))]
    events.append(Drawn(tuple(tuple(_tiles(pool)[1:]) for pool in pools)))
    sums = np.array(SUM_TILES, np.int64)
    rounds = play_rounds(dice, board, sums, pile, pools, *digit_sets(), scores, log)
    events += [event for line in log[:rounds].tolist() for event in _events(line, seats)]
    return Simulated(tuple(events), board.tobytes(), tuple(scores.tolist()), tuple(map(_tiles, pools)))


def _tiles(pool: Ints) -> str:
    return "".join(face * int(number) for face, number in zip(FACES, pool, strict=True))


def _events(line: list[int], seats: int) -> Iterator[Event[Move]]:
    yield Drawn(str(line[TOTAL]))
    if line[SEAT] == NOBODY:
        for seat in range(seats):
            yield Played(seat, Word.IMPOSSIBLE)
    else:
        row = Row(ACROSS if line[STEP] == 1 else DOWN, line[FIRST], line[LENGTH])
        yield Played(line[SEAT], claim_of(row, bytes(line[PLANNED:TAKEN])))
    if line[TAKEN] != NOBODY:
        yield Drawn(tuple((FACES[rank],) for rank in line[TAKEN : TAKEN + seats]))
