"""Calculissimo: complete move lists with points, and whole games in one kernel.

Whole games of Calculissimo between greedy players, inside one kernel.

They play with the referee, without a clock, and seat 0 starts; the search and the law's kernels decide what
is legal, what is drawn and lost, and when it ends; chips are laid by the kernels of the players' playouts. A
test replays such games through `Match`.
"""

import tomllib
from dataclasses import dataclass
from functools import partial
from importlib.resources import files

import numpy as np

from ludoteka.bench.timing import Figures, each, quantiles, rate
from ludoteka.core.kernel import kernel
from ludoteka.games.calculissimo import moves
from ludoteka.games.calculissimo.engine import GAME
from ludoteka.games.calculissimo.fast.search import search
from ludoteka.games.calculissimo.fast.work_layout import BEST, JOKER_KIND, KINDS, POINTS, SIZE
from ludoteka.games.calculissimo.moves import lines_of, premiums, task
from ludoteka.games.calculissimo.options import board_named, chips_named
from ludoteka.games.calculissimo.rules.arithmetic import Ints
from ludoteka.games.calculissimo.rules.turn import (
    PASSED,
    PLACED,
    SWAPPED,
    counters,
    ending,
    plays_again,
    refill,
)
from ludoteka.games.calculissimo.types import RACK, Options, State
from ludoteka.players.calculissimo.levels import KEPT
from ludoteka.players.calculissimo.playouts import Sheet, cost_of, lay_row, new_sheet, take_from
from ludoteka.players.calculissimo.table import JOKERS_AT_ONCE

GAMES = 60


def figures() -> Figures:
    """The figures of Calculissimo, over stored mid-game positions."""
    for name, states in positions().items():
        times = each([partial(listed, state) for state in states])
        yield from quantiles(f"calculissimo.{name}", 1e3, times, p99=name == "legal")
    yield rate("calculissimo.greedy.games_per_s", partial(batch, GAMES))


def positions() -> dict[str, list[State]]:
    """Stored positions by the name of their figure."""
    text = files("ludoteka.bench").joinpath("data", "calculissimo.toml").read_text("utf-8")
    stored: dict[str, list[str]] = tomllib.loads(text)
    return {name: [GAME.notation.load(position) for position in found] for name, found in stored.items()}


def listed(state: State) -> int:
    """The full list of moves in text order, and the points of every placement."""
    assert state.seat is not None
    found = moves.placements_of(state.grid, state.options, state.board, state.racks[state.seat])
    points = found.points.tolist()
    return len(list(zip(found.placements, points, strict=True))) + len(
        moves.swaps(state.racks[state.seat], len(state.bag))
    )


def batch(number: int) -> int:
    """Whole games between two greedy players."""
    return len(greedy_games(number, 1).scores)


# --- whole games in one kernel ----------------------------------------------------------------

MOST_EVENTS = 2000  # far more than a game can have: a chip is laid at least every 4n turns
WORD = 0xFFFFFFFF
ROOM = 16  # of a list of placements: only the best is wanted

# columns of the log: what happened, whose turn, and the chips that were swapped or drawn, of each kind
DREW = 3  # beside `PLACED`, `SWAPPED` and `PASSED` of the law
WIDTH = 2 + KINDS


@dataclass(frozen=True, slots=True)
class Batch:
    """Final scores (games, seats), the rule that ended each game (1: CA-8.1), turns, and logs if asked."""

    scores: Ints
    endings: Ints
    turns: Ints
    logs: list[Ints]


@kernel
def random_below(seed: Ints, bound: int) -> int:
    """A number from 0 to bound - 1 (xorshift, 32 bits; the bias is far below what games can show)."""
    number = seed[0]
    number ^= (number << 13) & WORD
    number ^= number >> 17
    number ^= (number << 5) & WORD
    seed[0] = number
    return int(number % bound)


@kernel
def draw_chips(bag: Ints, rack: Ints, count: int, seed: Ints, row: Ints) -> None:
    """Moves chips from the bag to a rack, each equally likely, and logs them."""
    row[0] = DREW
    for _ in range(count):
        left = random_below(seed, bag.sum())
        kind = 0
        while left >= bag[kind]:
            left -= bag[kind]
            kind += 1
        bag[kind] -= 1
        rack[kind] += 1
        row[2 + kind] += 1


@kernel
def swap_out(bag: Ints, rack: Ints, row: Ints) -> int:
    """Puts back as many chips as the bag can replace, keeping a joker; returns how many."""
    room, swapped = bag.sum(), 0
    for kind in range(KINDS):
        spare = rack[kind] - (KEPT if kind == JOKER_KIND else 0)
        count = max(0, min(spare, room - swapped))
        rack[kind] -= count
        bag[kind] += count
        row[2 + kind] = count
        swapped += count
    return swapped


@kernel
def deal(bag: Ints, racks: Ints, seed: Ints, log: Ints) -> None:
    """Deals seven chips to each seat, with one row of the log each."""
    for seat in range(len(racks)):
        log[seat, 1] = seat
        draw_chips(bag, racks[seat], RACK, seed, log[seat])


@kernel
def play_game(
    grid: Ints,
    lines: Ints,
    task: Ints,
    ends_with_bag: bool,
    bag: Ints,
    scores: Ints,
    seed: Ints,
    sheet: Sheet,
    log: Ints,
) -> tuple[int, int, int]:
    """One game of greedy players; returns the rule that ended it and the numbers of turns and log rows."""
    seats = len(scores)
    board = np.zeros(grid.shape[1], np.uint8)
    racks = np.zeros((seats, KINDS), np.int64)
    deal(bag, racks, seed, log)
    events, turns, passes, idle, seat, rule = seats, 0, 0, 0, 0, 0
    while rule == 0:
        rack, row = racks[seat], log[events]
        hand = rack.copy()
        hand[JOKER_KIND] = min(hand[JOKER_KIND], JOKERS_AT_ONCE)
        found, _ = search(board, grid, lines, hand, task, sheet.signs, sheet.listed)
        is_again = False
        if found > 0:
            row[0] = PLACED
            scores[seat] += sheet.listed[POINTS, 0]
            laid = take_from(sheet, 0, rack, -1)
            lay_row(sheet, 0, board, lines, task[SIZE])
            count, is_again = refill(laid, bag.sum()), plays_again(laid, bag.sum())
        else:
            count = swap_out(bag, rack, row)
            row[0] = SWAPPED if count > 0 else PASSED
        row[1] = seat
        passes, idle = counters(passes, idle, row[0])
        is_out = row[0] == PLACED and rack.sum() == 0 and count == 0
        events += 1
        if count > 0:
            log[events, 1] = seat
            draw_chips(bag, rack, count, seed, log[events])
            events += 1
        rule = ending(bag.sum(), is_out, ends_with_bag, passes, idle, seats)
        turns += 1
        if not is_again:
            seat = (seat + 1) % seats
    for loser in range(seats):
        scores[loser] -= cost_of(racks[loser])
    return rule, turns, events


def greedy_games(
    number: int, seed: int, options: Options | None = None, seats: int = 2, keep_logs: bool = False
) -> Batch:
    """Plays games of greedy players; the same seed gives the same games."""
    chosen = Options(start="seat0") if options is None else options
    grid = board_named(chosen.board)
    asked = task(grid, chosen, BEST)
    counts = np.array(chips_named(chosen.chips), np.int64)
    source = np.array([(seed * 2654435761 + 88675123) % WORD + 1], np.int64)
    scores = np.zeros((number, seats), np.int64)
    rules, turns, logs = np.zeros(number, np.int64), np.zeros(number, np.int64), []
    sheet = new_sheet(ROOM)
    for game in range(number):
        log = np.zeros((MOST_EVENTS, WIDTH), np.int64)
        rules[game], turns[game], events = play_game(
            premiums(grid), lines_of(grid).numbers, asked, chosen.ends_with_bag,
            counts.copy(), scores[game], source, sheet, log,
        )  # fmt: skip
        if keep_logs:
            logs.append(log[:events].copy())
    return Batch(scores, rules, turns, logs)
