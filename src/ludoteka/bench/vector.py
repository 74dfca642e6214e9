"""Vectorised play: steps a second of many lanes at once, with observations and legal actions, on two cores.

Wall time, since several threads or processes work. Beside ours stand games of other projects that are about
as large, and how many times as fast ours are.
"""

import os
from collections.abc import Callable, Iterator
from time import perf_counter
from typing import Any

from ludoteka import vector
from ludoteka.bench import peers
from ludoteka.bench.timing import Figure, Figures

WORKERS = min(2, os.cpu_count() or 1)
SECONDS = 1.0
REPEATS = 3

# our lanes: name, game, how many, options
OURS: tuple[tuple[str, str, int, dict[str, Any]], ...] = (
    ("abstrakto", "abstrakto", 1024, {}),
    ("abak", "abak", 1024, {}),
    ("abak_classic", "abak", 1024, {"setup": "classic"}),
    ("abaku", "abaku", 32, {}),
    ("calculissimo", "calculissimo", 32, {}),
    ("kakuro", "kakuro", 64, {}),
)
# theirs, and which of ours is beside them
PEERS: tuple[tuple[str, str, Callable[[str], Iterator[peers.Work]], str], ...] = (
    ("open_spiel_othello", "othello", peers.open_spiel, "abstrakto"),
    ("open_spiel_backgammon", "backgammon", peers.open_spiel, "abak_classic"),
    ("pgx_othello", "othello", peers.pgx, "abstrakto"),
    ("pgx_backgammon", "backgammon", peers.pgx, "abak_classic"),
)


def figures() -> Figures:
    """Ours, then the peers that are installed."""
    measured = {}
    for name, game, lanes, options in OURS:
        figure = _stepping(name, game, lanes, options)
        measured[name] = figure.value
        yield figure
    for name, theirs, make, ours in PEERS:
        for work in make(theirs):
            figure = wall_rate(f"vector.peer.{name}.steps_per_s", work)
            yield figure
            yield Figure(f"vector.{ours}.to_{name}.ratio", measured[ours] / figure.value)


def wall_rate(name: str, work: Callable[[], int]) -> Figure:
    """How many steps a second; best of the repeats."""
    work()  # compiles, fills caches
    rates = []
    for _ in range(REPEATS):
        start, done = perf_counter(), 0
        while perf_counter() - start < SECONDS:
            done += work()
        rates.append(done / (perf_counter() - start))
    return Figure(name, max(rates), max(rates) - min(rates))


def _stepping(name: str, game: str, n: int, options: dict[str, Any]) -> Figure:
    lanes = vector.make(game, n, seed=1, threads=WORKERS, processes=WORKERS, **options)
    lanes.reset()

    def step() -> int:
        lanes.step(lanes.sample())
        return n

    figure = wall_rate(f"vector.{name}.steps_per_s", step)
    lanes.close()
    return figure
