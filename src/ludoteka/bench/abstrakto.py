"""Abstrakto: random games in the batch kernel, steps through the fast Python API, areas of full boards.

Many random games of Abstrakto in one kernel call, with the moves of the fast match.
"""

from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from random import Random
from typing import Any

import numpy as np

from ludoteka.bench.timing import Figure, Figures, rate
from ludoteka.core import match as matches
from ludoteka.core.game import Drawn
from ludoteka.core.kernel import kernel
from ludoteka.games.abstrakto.engine import GAME
from ludoteka.games.abstrakto.fast.kernels import (
    SCRATCH,
    SIZE,
    TALLY,
    TURN,
    Ints,
    can_seat_swap,
    exchange,
    lay,
    ones,
    pack,
    slots_row,
    weigh,
)
from ludoteka.games.abstrakto.fast.match import FastMatch
from ludoteka.games.abstrakto.types import LARGEST, State

GAMES = 4000
STEPS = 30_000
ROUNDS = 200


def figures() -> Figures:
    """Games, steps and areas."""
    state = opening()
    yield rate("abstrakto.random.games_per_s", lambda: len(random_verdicts(state, GAMES, 7)))
    yield rate("abstrakto.steps_per_s", lambda: steps(FastMatch(state), STEPS))
    yield areas()
    if find_spec("pyspiel") is not None:
        yield rate("abstrakto.peer_othello.steps_per_s", lambda: peer_steps("othello", STEPS))


def opening() -> State:
    """The rulebook's game, blue to start."""
    return matches.new(GAME, 2).then(Drawn("blue")).state


def steps(match: FastMatch, number: int) -> int:
    """Whole random games through the fast API: list the moves, choose one, make it."""
    chance = Random(11).random  # noqa: S311 (a bench needs speed, not secrets)
    done = 0
    while done < number:
        match.reset()
        goes_on = True
        while goes_on:
            moves = match.legal()
            goes_on = match.step(moves[int(chance() * len(moves))])
            done += 1
    return done


def peer_steps(game: str, number: int) -> int:
    """The same loop through OpenSpiel (C++, called from Python): what a peer achieves on this machine."""
    peer: Any = import_module("pyspiel").load_game(game)
    chance = Random(11).random  # noqa: S311 (a bench needs speed, not secrets)
    done = 0
    while done < number:
        state = peer.new_initial_state()
        while not state.is_terminal():
            moves = state.legal_actions()
            state.apply_action(moves[int(chance() * len(moves))])
            done += 1
    return done


def areas() -> Figure:
    """Microseconds for all areas of a finished 7 x 7 board, in the kernel."""
    boards = finished()
    scored = rate("", lambda: weigh_all(boards, ROUNDS))
    slowest = 1e6 / (scored.value - scored.spread)
    return Figure("abstrakto.areas.us", 1e6 / scored.value, slowest - 1e6 / scored.value)


def finished() -> Ints:
    """The stored boards: the ends of games between a random and a greedy player."""
    stored = files("ludoteka.bench") / "data" / "abstrakto-finished.txt"
    positions = stored.read_text(encoding="utf-8").splitlines()
    return np.array([pack(GAME.notation.load(position)) for position in positions])


@kernel
def weigh_all(boards: Ints, rounds: int) -> int:
    """Scores every board, again and again; returns how many it scored."""
    scratch, tally = np.zeros(SCRATCH, np.int64), np.zeros(TALLY, np.int64)
    for _ in range(rounds):
        for board in range(boards.shape[0]):
            weigh(boards[board], scratch, tally)
    return int(rounds * boards.shape[0])


# --- whole games in one kernel ----------------------------------------------------------------

SEED_LIMIT = 1 << 32


@kernel
def shuffled(seed: int) -> int:
    """The next number of Marsaglia's 32-bit xorshift; never 0."""
    seed ^= seed << 13 & 0xFFFFFFFF
    seed ^= seed >> 17
    return seed ^ (seed << 5 & 0xFFFFFFFF)


@kernel
def play_random(desk: Ints, rows: Ints, seed: int) -> int:
    """Plays a match to its end, each legal move equally likely; returns the seed for the next one."""
    side = 2 * desk[SIZE] + 1
    while desk[TURN] >= 0:
        count = 0
        for y in range(side):
            row = slots_row(desk, desk[TURN], y + 1)
            rows[y] = row
            count += ones(row)
        swaps = 1 if can_seat_swap(desk) else 0
        seed = shuffled(seed)
        chosen = seed * (count + swaps) >> 32
        if chosen == count:
            exchange(desk)
            continue
        y = 0
        here = ones(rows[0])
        while chosen >= here:
            chosen -= here
            y += 1
            here = ones(rows[y])
        row = rows[y]
        for _ in range(chosen):
            row &= row - 1
        lay(desk, ones((row & -row) - 1), y)
    return seed


@kernel
def play_many(start: Ints, games: int, seed: int, verdicts: Ints) -> None:
    """Random games from one position; `verdicts` gets the verdict of each."""
    desk = start.copy()
    rows = np.zeros(2 * LARGEST + 1, np.int64)
    scratch = np.zeros(SCRATCH, np.int64)
    tally = np.zeros(TALLY, np.int64)
    for game in range(games):
        desk[:] = start
        seed = play_random(desk, rows, seed)
        verdicts[game] = weigh(desk, scratch, tally)


def random_verdicts(state: State, games: int, seed: int) -> Ints:
    """The verdicts of random games from a state in play: positive for blue, negative for orange."""
    verdicts = np.zeros(games, np.int64)
    play_many(pack(state), games, seed % (SEED_LIMIT - 1) + 1, verdicts)
    return verdicts
