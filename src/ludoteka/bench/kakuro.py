"""Kakuro: the solver on stored positions, and whole games of instant solvers."""

from collections.abc import Callable, Iterator
from functools import partial
from importlib import resources

from ludoteka.bench import kakuro_games
from ludoteka.bench.timing import Figure, Figures, each, quantiles, rate
from ludoteka.games.kakuro.engine import GAME
from ludoteka.games.kakuro.fast import solver
from ludoteka.games.kakuro.types import State

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
        kakuro_games.simulate(GAMES, SEATS, seed=2007)
        return GAMES

    return rate("kakuro.games_per_s", play)
