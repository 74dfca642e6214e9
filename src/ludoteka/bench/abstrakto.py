"""Abstrakto: random games in the batch kernel, steps through the fast Python API, areas of full boards."""

from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from random import Random
from typing import Any

import numpy as np

from ludoteka.bench.abstrakto_games import random_verdicts
from ludoteka.bench.timing import Figure, Figures, rate
from ludoteka.core import match as matches
from ludoteka.core.game import Drawn
from ludoteka.core.kernel import kernel
from ludoteka.games.abstrakto.engine import GAME
from ludoteka.games.abstrakto.fast.kernels import SCRATCH, TALLY, Ints, pack, weigh
from ludoteka.games.abstrakto.fast.match import FastMatch
from ludoteka.games.abstrakto.types import State

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
