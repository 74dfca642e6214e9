"""Timings of Abaku: legal moves with their scores, greedy games in the kernel and through `Match`.

Whole games of two greedy seats in one kernel, for statistics and timings: default options, all rules. Tiles
are laid and racks counted by the kernels of the players' playouts.

The log of a game holds what `Match` needs to replay it: a row for the deal, then one for each turn.
"""

from collections.abc import Callable
from functools import partial
from importlib.resources import files

import numpy as np

from ludoteka.bench.timing import Figures, each, quantiles, rate
from ludoteka.core import match
from ludoteka.core.chance import Source, seed_from
from ludoteka.core.game import Played, Turn
from ludoteka.core.kernel import kernel
from ludoteka.core.player import Budget
from ludoteka.games.abaku.engine import GAME
from ludoteka.games.abaku.fast.found import BEST_ONLY, FOUND, NUMBER, POINTS, TEXT, WORDS
from ludoteka.games.abaku.fast.generate import list_placements
from ludoteka.games.abaku.fast.long_equations import generator_law
from ludoteka.games.abaku.fast.sequences import JOKER_KIND, MOST_NEW
from ludoteka.games.abaku.moves import scored_placements
from ludoteka.games.abaku.rules.ends import (
    has_finished,
    has_lost,
    has_skipped_twice,
    is_stale,
    tiles_to_draw,
)
from ludoteka.games.abaku.rules.lines import Bytes, Numbers
from ludoteka.games.abaku.types import EMPTY, RACK, SQUARES, Options, State
from ludoteka.players._lines.racks import advance, set_aside
from ludoteka.players.abaku import SKILL
from ludoteka.players.abaku.levels import Greedy
from ludoteka.players.abaku.playouts import TILE_KINDS, cost_of, joker_on, lay_row, reward_of, take_from

BATCH = 20
MATCHES = 4
NODES = 50  # playouts of the levels that look ahead: by their own time they take two seconds, whatever we do


def figures() -> Figures:
    """The figures of Abaku; `best` is a move by a player of any level, with a few playouts."""
    plain, joker = _states()
    yield from quantiles("abaku.legal", 1e3, each([_listing(state) for state in plain]))
    yield from quantiles("abaku.legal_joker", 1e3, each([_listing(state) for state in joker]), p99=False)
    yield from quantiles("abaku.best", 1e3, each(_choices(plain + joker)))
    yield rate("abaku.greedy.games_per_s", lambda: len(play_games(BATCH, seed=1)[0]), repeats=3)
    yield rate("abaku.match.games_per_s", _matches, repeats=3)


def _states() -> tuple[list[State], list[State]]:
    """The stored positions: digits only, and with the Joker."""
    text = files("ludoteka.bench").joinpath("data", "abaku.txt").read_text("utf-8")
    parts = [part.splitlines() for part in text.strip().split("\n\n")]
    plain, joker = ([GAME.notation.load(line) for line in part if line[0] != "#"] for part in parts)
    return plain, joker


def _listing(state: State) -> Callable[[], object]:
    """What lists the scored placements of a position."""
    return partial(scored_placements, state.options, state.board, state.rack)


def _choices(states: list[State]) -> list[Callable[[], object]]:
    """What asks a player of each level for a move in each position."""
    rng = Source(seed_from("bench"))
    return [
        partial(level.player().choose, GAME.view(state, state.seat), (), Budget(nodes=NODES), rng)
        for level in SKILL.levels.values()
        for state in states
    ]


def _matches() -> int:
    """Greedy two-seat games through the public API."""
    player = Greedy()
    for number in range(MATCHES):
        seed = seed_from(f"bench {number}")
        rng = Source(seed)
        game = match.settle(match.new(GAME, 2, {}), seed)
        while isinstance(game.awaiting, Turn):
            (seat,) = game.awaiting.seats
            move = player.choose(GAME.view(game.state, seat), (), Budget(nodes=NODES), rng).move
            game = match.settle(game.then(Played(seat, move, game.now)), seed)
    return MATCHES


# --- whole games in one kernel ----------------------------------------------------------------

TEN = 10  # tiles of each digit
MOST_TURNS = 400

# A row of the log, bytes: the move's text, then how many tiles of each kind were drawn.
LOG = TEXT + TILE_KINDS


def play_games(games: int, seed: int) -> tuple[Numbers, Numbers, Bytes]:
    """Final scores [games, 2], turns and first seat [games, 2], and the log of the last game."""
    law, bits = generator_law(Options(), ())
    scores = np.zeros((games, 2), dtype=np.int64)
    turns = np.zeros((games, 2), dtype=np.int64)
    log = np.zeros((MOST_TURNS, LOG), dtype=np.uint8)
    for game in range(games):
        play_game(seed + game, law.copy(), bits, Options().idle_rounds, scores[game], turns[game], log)
    return scores, turns, log


@kernel
def draw(bag: Numbers, rack: Numbers, number: int, state: int, drawn: Bytes) -> int:
    """Draws tiles into a rack and logs them; returns the generator's new state."""
    for _ in range(number):
        state = advance(state)
        index = (state >> 31) % bag.sum()
        kind = 0
        while index >= bag[kind]:
            index -= bag[kind]
            kind += 1
        bag[kind] -= 1
        rack[kind] += 1
        drawn[TEXT + kind] += 1
    return state


@kernel
def spell_out(found: Numbers, text: Bytes) -> None:
    """The bytes of the best move's text."""
    for word in range(WORDS):
        for byte in range(8):
            text[8 * word + byte] = found[0, word] >> 8 * (7 - byte) & 255


@kernel
def change(rack: Numbers, bag: Numbers, number: int, state: int, row: Bytes) -> int:
    """[AB-8.1] The first tiles of the rack are set aside, as many drawn, then they go into the bag."""
    aside = set_aside(rack, number)
    for index, sign in enumerate((99, 104, 97, 110, 103, 101, 32)):
        row[index] = sign
    at = 7
    for kind in range(TILE_KINDS):
        for _ in range(aside[kind]):
            row[at] = 42 if kind == JOKER_KIND else 48 + kind
            at += 1
    state = draw(bag, rack, number, state, row)
    bag += aside
    return state


@kernel
def play_game(
    seed: int, law: Numbers, bits: Bytes, idle_rounds: int, scores: Numbers, turns: Numbers, log: Bytes
) -> None:
    """One game from the deal to the end."""
    board = np.full(SQUARES, EMPTY, dtype=np.uint8)
    bag = np.full(TILE_KINDS, TEN, dtype=np.int64)
    bag[JOKER_KIND] = 1
    racks = np.zeros((2, TILE_KINDS), dtype=np.int64)
    skips, seen = np.zeros(2, dtype=np.int64), np.zeros(2, dtype=np.int64)
    found = np.zeros((2, FOUND), dtype=np.int64)
    log[:] = 0
    state = advance(advance(seed))
    seat = (state >> 40) & 1  # stands for the draw of AB-2.1: either seat is equally likely
    turns[1] = seat
    state = draw(bag, racks[0], RACK, state, log[0])
    state = draw(bag, racks[1], RACK, state, log[1])
    idle, joker_at, turn = 0, -1, 1
    while turn + 1 < MOST_TURNS:
        turn += 1
        turns[0] = turn - 1
        found[1, NUMBER], found[1, BEST_ONLY] = 0, 1
        list_placements(board, racks[seat], joker_at, MOST_NEW, law, bits, found)
        number = min(racks[seat].sum(), bag.sum())
        if found[1, NUMBER] > 0:
            spell_out(found, log[turn])
            take_from(found, 0, racks[seat], -1)
            lay_row(found, 0, board, law, 0)
            joker_at = joker_on(board)
            scores[seat] += found[0, POINTS]
            idle, skips[seat], seen[seat] = 0, 0, 0
            seen[1 - seat] = 1 if skips[1 - seat] > 0 else 0
            if has_finished(racks[seat].sum(), bag.sum()):
                scores[1 - seat] -= cost_of(racks[1 - seat], 0)
                scores[seat] += reward_of(racks[1 - seat], 0)
                return
            state = draw(bag, racks[seat], tiles_to_draw(racks[seat].sum(), bag.sum()), state, log[turn])
        elif number > 0:
            idle, skips[seat], seen[seat] = idle + 1, 0, 0
            state = change(racks[seat], bag, number, state, log[turn])
        else:
            idle += 1
            skips[seat] += 1
            for index, sign in enumerate((115, 107, 105, 112)):
                log[turn, index] = sign
        if has_lost(skips[seat], seen[seat], bag.sum()):  # AB-10.3: the other seat is left alone
            return
        if has_skipped_twice(min(skips[0], skips[1])) or is_stale(idle, idle_rounds, 2):
            scores[0] -= cost_of(racks[0], 0)
            scores[1] -= cost_of(racks[1], 0)
            return
        seat = 1 - seat
