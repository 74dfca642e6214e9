"""Calculissimo: complete move lists with points, and whole games in one kernel."""

import tomllib
from functools import partial
from importlib.resources import files

from ludoteka.bench.calculissimo_games import greedy_games
from ludoteka.bench.timing import Figures, each, quantiles, rate
from ludoteka.games.calculissimo import moves
from ludoteka.games.calculissimo.engine import GAME
from ludoteka.games.calculissimo.types import State

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
