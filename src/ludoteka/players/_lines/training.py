"""Learning what the tiles that stay on a rack are worth, by self-play: rounds of boards, tallies, a fit.

In each round threads fill boards with racks that are drawn anew for every turn, each placed by the table so
far, and credit every part of a rack with what the rack was worth. Then the table is fitted again. Older
rounds count less (`KEEP`), since they were played with an older table.

`train` writes `<name>.npz` (the table), `<name>.state.npz` (the tallies, to go on from) and the curve as
`<name>.json`.
"""

import json
import platform
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Protocol

import numpy as np

from ludoteka.players._lines.leaves import fit
from ludoteka.players._lines.racks import Floats, places

ROUND_S = 20.0
ROUNDS = 4  # at least so many, however short the training
KEEP = 0.5  # of the tallies from round to round
PAIRS = 40  # of games against a seat that looks at points alone, after each round
SEED_STEP = 1_000_003

Progress = Callable[[Mapping[str, float]], None]


class Worker(Protocol):
    """One thread's arrays: boards to learn from, and games to see what was learned."""

    kinds: int
    most: int

    def gather(self, leaves: Floats, seed: int, tallies: Floats) -> int:
        """Fills a board and credits its racks; returns the number of turns."""
        ...

    def duel(self, leaves: Floats, seed: int) -> tuple[float, float]:
        """The scores of two seats, each with its own table, in one game."""
        ...


@dataclass
class Run:
    """What a training has learned so far."""

    name: str
    seed: int
    leaves: Floats
    tallies: Floats
    seconds: float = 0.0
    turns: int = 0
    curve: list[dict[str, float]] = field(default_factory=list)


def train(
    name: str,
    worker: Callable[[], Worker],
    out: Path,
    seconds: float,
    threads: int = 1,
    seed: int = 1,
    resume: bool = False,
    progress: Progress | None = None,
) -> Path:
    """Trains for some seconds (compiling not counted) and returns the file of the table."""
    out.mkdir(parents=True, exist_ok=True)
    workers = [worker() for _ in range(threads)]
    size = places(workers[0].kinds, workers[0].most)
    run = _begin(out, name, seed, resume, size)
    workers[0].gather(run.leaves, seed, np.zeros((2, size)))  # compiles
    workers[0].duel(np.stack([run.leaves, run.leaves]), seed)
    rounds = max(ROUNDS, round(seconds / ROUND_S))
    for _ in range(rounds):
        learn_once(run, workers, seconds / rounds)
        run.curve.append(measured(run, workers[0]))
        _write(out, run, threads)
        if progress is not None:
            progress(run.curve[-1])
    return out / f"{name}.npz"


def _begin(out: Path, name: str, seed: int, resume: bool, size: int) -> Run:
    """A table of noughts, or what a run has learned that is to go on."""
    state = out / f"{name}.state.npz"
    if not resume or not state.exists():
        return Run(name, seed, np.zeros(size), np.zeros((2, size)))
    with np.load(state) as kept:
        curve = json.loads((out / f"{name}.json").read_text(encoding="utf-8"))["curve"]
        seconds, turns = float(kept["seconds"]), int(kept["turns"])
        return Run(name, seed, kept["leaves"], kept["tallies"], seconds, turns, curve)


def learn_once(run: Run, workers: list[Worker], seconds: float) -> None:
    """One round: boards from all threads for some seconds, then a new table."""
    end = monotonic() + seconds
    found = [np.zeros_like(run.tallies) for _ in workers]
    turns = [0] * len(workers)

    def work(number: int) -> None:
        board = run.seed * SEED_STEP + run.turns * len(workers) + number
        while monotonic() < end or turns[number] == 0:
            turns[number] += workers[number].gather(run.leaves, board, found[number])
            board += len(workers) * SEED_STEP

    threads = [threading.Thread(target=work, args=(number,), daemon=True) for number in range(len(workers))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    run.tallies = KEEP * run.tallies + np.sum(found, axis=0)
    run.leaves = fit(run.tallies, workers[0].kinds, workers[0].most)
    run.seconds, run.turns = run.seconds + seconds, run.turns + sum(turns)


def measured(run: Run, worker: Worker) -> dict[str, float]:
    """How the table does against a seat that looks at points alone: pairs of games with the same tiles."""
    tables = np.stack([run.leaves, np.zeros_like(run.leaves)])
    leads = []
    for pair in range(PAIRS):
        one, other = worker.duel(tables, pair), worker.duel(tables[::-1].copy(), pair)
        leads += [one[0] - one[1], other[1] - other[0]]
    return {
        "seconds": round(run.seconds, 1),
        "turns": float(run.turns),
        "margin": round(float(np.mean(leads)), 2),
        "won": float(np.mean(np.sign(leads)) / 2 + 0.5),
        "spread": round(float(np.std(leads)), 1),
    }


def _write(out: Path, run: Run, threads: int) -> None:
    """The table to play with, the state to go on from, the curve with seed and versions."""
    _replace(out / f"{run.name}.npz", leaves=run.leaves.astype(np.float16))
    state = {"leaves": run.leaves, "tallies": run.tallies, "seconds": run.seconds, "turns": run.turns}
    _replace(out / f"{run.name}.state.npz", **state)
    facts = {
        "table": run.name,
        "seed": run.seed,
        "threads": threads,
        "python": platform.python_version(),
        "numpy": np.__version__,
        "curve": run.curve,
    }
    (out / f"{run.name}.json").write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")


def _replace(path: Path, **arrays: object) -> None:
    """Writes beside the file and then over it: who stops the run keeps the last one."""
    fresh = path.with_suffix(".new.npz")
    np.savez_compressed(fresh, **arrays)  # type: ignore[arg-type]
    fresh.replace(path)
