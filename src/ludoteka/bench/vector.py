"""Vectorised play: steps a second of many lanes at once, with observations and legal actions.

`steps_per_s` is wall time on two cores, by threads or processes, and says little on a busy machine;
`steps_per_cpu_s` is what one second of one core does. Beside ours stand games of other projects that are
about as large, and how many times as fast ours are, by the latter.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import closing
from time import perf_counter, process_time
from typing import Any

from ludoteka import vector
from ludoteka.bench import peers
from ludoteka.bench.peers import Work
from ludoteka.bench.timing import Figure, Figures

WORKERS = min(2, os.cpu_count() or 1)
SECONDS = 0.5
REPEATS = 5

# our lanes: name, game, how many, options
OURS: tuple[tuple[str, str, int, dict[str, Any]], ...] = (
    ("abstrakto", "abstrakto", 1024, {}),
    ("abak", "abak", 1024, {}),
    ("abak_classic", "abak", 1024, {"setup": "classic"}),
    ("abaku", "abaku", 256, {}),
    ("calculissimo", "calculissimo", 256, {}),
    ("kakuro", "kakuro", 256, {}),
)
# theirs, and which of ours is beside them
PEERS: tuple[tuple[str, str, Callable[[str], Iterator[Work]], str], ...] = (
    ("open_spiel_othello", "othello", peers.open_spiel, "abstrakto"),
    ("open_spiel_backgammon", "backgammon", peers.open_spiel, "abak_classic"),
    ("pgx_othello", "othello", peers.pgx, "abstrakto"),
    ("pgx_backgammon", "backgammon", peers.pgx, "abak_classic"),
)


def figures() -> Figures:
    """Ours, then the peers that are installed."""
    measured = {}
    for name, game, n, options in OURS:
        with closing(vector.make(game, n, seed=1, threads=WORKERS, processes=WORKERS, **options)) as lanes:
            yield wall_rate(f"vector.{name}.steps_per_s", _stepping(lanes))
        with closing(vector.make(game, n, seed=1, **options)) as lanes:
            figure = cpu_rate(f"vector.{name}.steps_per_cpu_s", _stepping(lanes))
        measured[name] = figure.value
        yield figure
    for name, theirs, make, ours in PEERS:
        for work in make(theirs):
            yield wall_rate(f"vector.peer.{name}.steps_per_s", work)
            figure = cpu_rate(f"vector.peer.{name}.steps_per_cpu_s", work)
            yield figure
            yield Figure(f"vector.{ours}.to_{name}.ratio", measured[ours] / figure.value)


def wall_rate(name: str, work: Work) -> Figure:
    """How many steps a second; best of the repeats."""
    return _rate(name, work, perf_counter)


def cpu_rate(name: str, work: Work) -> Figure:
    """How many steps in a second of CPU time, all threads counted; best of the repeats."""
    return _rate(name, work, process_time)


def _rate(name: str, work: Work, clock: Callable[[], float]) -> Figure:
    work()  # compiles, fills caches
    rates = []
    for _ in range(REPEATS):
        start, done = clock(), 0
        while clock() - start < SECONDS:
            done += work()
        rates.append(done / (clock() - start))
    return Figure(name, max(rates), max(rates) - min(rates))


def _stepping(lanes: vector.VectorEnvironment) -> Work:
    lanes.reset()

    def step() -> int:
        lanes.step(lanes.sample())
        return lanes.num_envs

    return step
