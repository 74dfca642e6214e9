"""Abak, measured: lists of turns from mid-game positions, and random games in the kernel and from Python."""

from collections.abc import Callable
from functools import partial
from importlib.resources import files
from random import Random

from ludoteka.bench.abak_games import random_games
from ludoteka.bench.timing import Figures, each, quantiles, rate
from ludoteka.games.abak.engine import GAME
from ludoteka.games.abak.fast.game import FastGame
from ludoteka.games.abak.moves import find_turns
from ludoteka.games.abak.options import Setup
from ludoteka.games.abak.types import State
from ludoteka.players.abak.levels import Captain

BATCH, SINGLE = 400, 60  # games per repeat


def figures() -> Figures:
    """The figures of Abak."""
    states = stored()
    for name, is_double in (("abak.legal", False), ("abak.legal_double", True)):
        chosen = [s for s in states if (s.dice[0] == s.dice[1]) is is_double]
        yield from quantiles(name, 1e6, each([_listing(state) for state in chosen]))
    yield from quantiles("abak.best", 1e3, each([_choosing(state) for state in states[::5]]))
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
    return partial(find_turns, state.board, state.seat, high, low, state.options.limit, state.options.exposed)


def _choosing(state: State) -> Callable[[], object]:
    from ludoteka.core.chance import Source, seed_from
    from ludoteka.core.player import Budget

    view = GAME.view(state, state.seat)
    moves = list(GAME.legal(state, state.seat))
    return lambda: Captain().choose(view, moves, Budget(), Source(seed_from("bench")))


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
