"""Abak, measured: lists of turns from mid-game positions, evaluations, and random games.

The games run in one kernel call and from Python; the same seed gives the same games.
"""

from collections.abc import Callable
from functools import partial
from importlib.resources import files
from random import Random

import numpy as np

from ludoteka.bench.timing import Figures, each, quantiles, rate
from ludoteka.core.kernel import kernel
from ludoteka.games.abak import moves as listing
from ludoteka.games.abak.engine import GAME
from ludoteka.games.abak.fast.game import FastGame, make_turn
from ludoteka.games.abak.fast.listing import MOST_NODES, Rows, WorkSpace, find_turns
from ludoteka.games.abak.rules.boards import cells_of, starting_board
from ludoteka.games.abak.rules.sequences import Ints
from ludoteka.games.abak.types import CELLS, Setup, State, default_limit
from ludoteka.players.abak.levels import Captain
from ludoteka.players.abak.lookahead import ROLLS
from ludoteka.players.abak.network import MONEY, hidden_units, judge_turns, new_scratch
from ludoteka.players.abak.weights import WIDTHS, shipped

BATCH, SINGLE = 400, 60  # games per repeat


def figures() -> Figures:
    """The figures of Abak."""
    states = stored()
    for name, is_double in (("abak.legal", False), ("abak.legal_double", True)):
        chosen = [s for s in states if (s.dice[0] == s.dice[1]) is is_double]
        yield from quantiles(name, 1e6, each([_listing(state) for state in chosen]))
    yield from quantiles("abak.best", 1e3, each([_choosing(state) for state in states[::5]]))
    yield rate("abak.network.evaluations_per_s", partial(_evaluations, "abak"))
    yield rate("abak.classic_network.evaluations_per_s", partial(_evaluations, "classic"))
    yield rate("abak.classic_random.games_per_s", partial(_batch, "classic"))
    yield rate("abak.random.games_per_s", partial(_batch, "abak"))
    yield rate("abak.api.games_per_s", partial(_through_api, "abak"))
    yield rate("abak.classic_api.games_per_s", partial(_through_api, "classic"))


def stored() -> list[State]:
    """Mid-game positions of random play, each with its roll."""
    text = (files("ludoteka.bench") / "data" / "abak.txt").read_text(encoding="ascii")
    return [GAME.notation.load(line) for line in text.splitlines()]


def _listing(state: State) -> Callable[[], object]:
    """All distinct turns as moves, computed afresh: the cache of recent positions is bypassed."""
    high, low = state.dice
    return partial(
        listing.find_turns, state.board, state.seat, high, low, state.options.limit, state.options.exposed
    )


def _choosing(state: State) -> Callable[[], object]:
    from ludoteka.core.chance import Source, seed_from
    from ludoteka.core.player import Budget

    view = GAME.view(state, state.seat)
    moves = list(GAME.legal(state, state.seat))
    return lambda: Captain().choose(view, moves, Budget(), Source(seed_from("bench")))


def _evaluations(setup: Setup) -> int:
    """Judges all turns of many rolls from the start of a game, as a player does; how many boards."""
    net, width, space = shipped(setup), WIDTHS[setup], WorkSpace()
    scratch = new_scratch(hidden_units(net))
    worths, total = np.empty(MOST_NODES), 0
    for high, low in ROLLS * 20:
        space.nodes[0, :CELLS] = cells_of(starting_board(setup))
        limit = default_limit(setup)
        count = find_turns(space.nodes, space.table, space.leaves, 0, high, low, limit, 1) >> 3
        judge_turns(net, scratch, space.nodes, space.leaves, count, 0, width, MONEY, worths)
        total += count
    return total


def _batch(setup: Setup) -> int:
    white, black, _ = random_games(setup, BATCH, seed=11)
    return white + black


def _through_api(setup: Setup) -> int:
    """Random games turn by turn from Python: roll, choose a number, play it."""
    game, below = FastGame(setup), Random(7).random  # noqa: S311  # a benchmark's dice are not secret
    for _ in range(SINGLE):
        game.reset()
        seat, won = int(below() * 2), False
        while not won:
            first, second = int(below() * 6) + 1, int(below() * 6) + 1
            high, low = (first, second) if first > second else (second, first)
            seat = 1 - seat
            won = game.play(int(below() * game.roll(seat, high, low)), seat)
    return SINGLE


# --- whole games in one kernel ----------------------------------------------------------------

MODULUS, MULTIPLIER = 2_147_483_647, 48_271  # Lehmer's generator: its products stay far below 2**63


@kernel
def next_random(seed: int) -> int:
    """The next number of a Lehmer sequence, from 1 to MODULUS - 1."""
    return seed * MULTIPLIER % MODULUS


@kernel
def play_game(
    nodes: Rows, table: Ints, leaves: Ints, start: Ints, seed: int, limit: int, exposed: int, counts: Ints
) -> int:
    """Plays one random game; adds to `counts` White's wins, Black's wins and turns; returns the next seed."""
    for cell in range(CELLS):
        nodes[0, cell] = start[cell]
    high = low = 0
    while high == low:
        seed = next_random(seed)
        high = seed // 8 % 6 + 1
        seed = next_random(seed)
        low = seed // 8 % 6 + 1
    me = 0 if high > low else 1
    while True:
        counts[2] += 1
        found = find_turns(nodes, table, leaves, me, max(high, low), min(high, low), limit, exposed)
        seed = next_random(seed)
        if make_turn(nodes, leaves, seed // 8 % (found >> 3), me):
            counts[me] += 1
            return seed
        me = 1 - me
        seed = next_random(seed)
        high = seed // 8 % 6 + 1
        seed = next_random(seed)
        low = seed // 8 % 6 + 1


@kernel
def play_games(
    nodes: Rows,
    table: Ints,
    leaves: Ints,
    start: Ints,
    seed: int,
    games: int,
    limit: int,
    exposed: int,
    counts: Ints,
) -> None:
    """Plays random games one after the other."""
    for _ in range(games):
        seed = play_game(nodes, table, leaves, start, seed, limit, exposed, counts)


def random_games(setup: Setup, games: int, seed: int = 1) -> tuple[int, int, int]:
    """White's wins, Black's wins and all turns of so many random games, in one call of a kernel."""
    space = WorkSpace()
    counts = np.zeros(3, np.int64)
    start = np.array(cells_of(starting_board(setup)), np.int64)
    first = seed % (MODULUS - 1) + 1
    play_games(space.nodes, space.table, space.leaves, start, first, games, default_limit(setup), 1, counts)
    white, black, turns = (int(number) for number in counts)
    return white, black, turns
