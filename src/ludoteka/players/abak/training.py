"""Training the network by self-play: threads that play and learn, a learning curve, checkpoints, a resume.

`train` writes `<setup>.npz` (the averaged weights, half precision, with figures) and `<setup>.state.npz`
(the weights at full precision, to go on from) into a folder, and the learning curve as `<setup>.json`. The
schedule depends on the share of the time that has passed: lambda is 1 at first, so that results reach every
position, then 0.9, and falls towards the end; the rate falls along a cosine.
"""

import json
import platform
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from math import cos, pi
from pathlib import Path
from time import monotonic

import numpy as np

from ludoteka.games.abak.fast.listing import MOST_NODES, WorkSpace
from ludoteka.games.abak.rules.boards import cells_of, starting_board
from ludoteka.games.abak.types import CELLS, Setup, default_limit
from ludoteka.players.abak import selfplay
from ludoteka.players.abak.duel import duel
from ludoteka.players.abak.network import (
    FIRST,
    RESULTS,
    SECOND,
    Floats,
    Floats32,
    net_of,
    new_scratch,
    weight_count,
)
from ludoteka.players.abak.races import race_table
from ludoteka.players.abak.weights import WIDTHS

GAMES_A_CALL = 4
HIGH_RATE, LOW_RATE = 7e-4, 1e-5
CHECKPOINT_S, AVERAGE_S = 60.0, 0.25
KEEP, EARLY = 0.97, 10.0  # the average keeps so much of itself each time, and less of it early on
DUEL_GAMES = 200

Progress = Callable[[dict[str, float]], None]


def trust_at(share: float) -> float:
    """Lambda after a share of the time."""
    if share < 0.03:
        return 1.0
    if share < 0.45:
        return 0.9
    return 0.7 if share < 0.75 else 0.5


def rate_at(share: float) -> float:
    """The learning rate after a share of the time: a cosine from high to low, with a short run-up."""
    warm = min(1.0, share / 0.01)
    return warm * (LOW_RATE + (HIGH_RATE - LOW_RATE) * (1.0 + cos(pi * min(share, 1.0))) / 2.0)


def new_weights(width: int, seed: int) -> Floats32:
    """Small random weights: what a feature says before it was ever seen must not weigh."""
    rng = np.random.default_rng(seed)
    flat = np.zeros(weight_count(width), np.float32)
    net = net_of(flat, width)
    net.first[:] = rng.standard_normal(net.first.shape) * 0.03
    net.first_bias[:] = rng.uniform(-0.3, 0.5, FIRST)
    net.second[:] = rng.standard_normal(net.second.shape) * np.sqrt(2.0 / FIRST)
    net.third[:] = rng.standard_normal(net.third.shape) * 0.01
    return flat


@dataclass
class Run:
    """What the threads of a training share."""

    setup: Setup
    flat: Floats32
    seconds: float
    before: float = 0.0  # seconds trained in earlier runs that this one goes on from
    began: float = field(default_factory=monotonic)
    is_over: bool = False

    @property
    def width(self) -> int:
        """The block of a point."""
        return WIDTHS[self.setup]

    @property
    def share(self) -> float:
        """How much of the time has passed."""
        return (self.before + monotonic() - self.began) / max(self.before + self.seconds, 1e-9)


class Worker:
    """One thread's memory, and its loop."""

    def __init__(self, run: Run, seed: int) -> None:
        self.run = run
        self.memory = new_memory(seed)
        size = len(run.flat)
        self.learner = selfplay.Learner(
            np.zeros(size, np.float32),
            np.zeros(size, np.float32),
            np.zeros(size, np.float32),
            np.zeros(SECOND, np.float32),
            np.zeros(FIRST, np.float32),
            np.zeros((SECOND, FIRST), np.float32),
            np.ones(2),
        )
        self.space = WorkSpace()
        self.worths = np.empty(MOST_NODES)
        self.scratch = new_scratch()
        self.start = np.array(cells_of(starting_board(run.setup)), np.int64)
        self.failure: BaseException | None = None

    def work(self) -> None:
        """Plays and learns until the run is over."""
        try:
            while not self.run.is_over:
                self.once(GAMES_A_CALL, trust_at(self.run.share), rate_at(self.run.share))
        except BaseException as error:  # noqa: BLE001 - the main thread raises it
            self.failure = error

    def once(self, games: int, trust: float, rate: float) -> None:
        """One call of the kernel."""
        run, space = self.run, self.space
        selfplay.play_and_learn(
            net_of(run.flat, run.width, race_table()),
            run.flat,
            net_of(self.learner.gradient, run.width),
            self.scratch,
            space.nodes,
            space.table,
            space.leaves,
            self.worths,
            self.memory,
            self.learner,
            self.start,
            default_limit(run.setup),
            run.width,
            games,
            trust,
            rate,
        )


def new_memory(seed: int) -> selfplay.Memory:
    """An empty memory with its own random numbers."""
    return selfplay.Memory(
        np.zeros((selfplay.MOST_PLIES, CELLS), np.int64),
        np.zeros(selfplay.MOST_PLIES, np.int64),
        np.zeros((selfplay.MOST_PLIES, RESULTS)),
        np.zeros(selfplay.MOST_PLIES, np.int64),
        np.zeros((selfplay.RING, CELLS + 1), np.int64),
        np.zeros((selfplay.RING, RESULTS), np.float32),
        np.zeros(2, np.int64),
        np.zeros(selfplay.COUNTERS),
        np.array([np.random.default_rng(seed).integers(1, 1 << 62)], np.int64),
    )


# --- the run -----------------------------------------------------------------------------------


def train(
    out: Path,
    seconds: float,
    threads: int = 2,
    seed: int = 1,
    setup: Setup = "classic",
    resume: bool = False,
    progress: Progress | None = None,
) -> Path:
    """Trains for some seconds (compiling not counted) and returns the file of the weights."""
    out.mkdir(parents=True, exist_ok=True)
    flat, curve, before = _begin(out, setup, seed, resume)
    run = Run(setup, flat, seconds, before)
    workers = [Worker(run, seed * 1000 + 7 * len(curve) + n) for n in range(threads)]
    workers[0].once(1, 1.0, 0.0)  # compiles
    duel(flat, run.width, setup, 1, seed)
    run.began = monotonic()
    running = [threading.Thread(target=worker.work, daemon=True) for worker in workers]
    for thread in running:
        thread.start()
    _watch(run, workers, out, curve, seed, progress)
    for thread in running:
        thread.join()
    return out / f"{setup}.npz"


def _begin(
    out: Path, setup: Setup, seed: int, resume: bool
) -> tuple[Floats32, list[dict[str, float]], float]:
    """New weights, or those of a run to go on from with its curve and its seconds."""
    state = out / f"{setup}.state.npz"
    if resume and state.exists():
        with np.load(state) as kept:
            curve = json.loads((out / f"{setup}.json").read_text(encoding="utf-8"))["curve"]
            return kept["flat"].astype(np.float32), curve, float(kept["seconds"])
    return new_weights(WIDTHS[setup], seed), [], 0.0


def _watch(
    run: Run,
    workers: list[Worker],
    out: Path,
    curve: list[dict[str, float]],
    seed: int,
    progress: Progress | None,
) -> None:
    """Averages the weights while the threads work; a point of the curve and a checkpoint each minute."""
    average = run.flat.copy()
    pause = threading.Event()
    seen = np.zeros(selfplay.COUNTERS)
    told, times = 0.0, 0
    while not run.is_over:
        pause.wait(AVERAGE_S)
        times += 1
        average += np.float32(1.0 - min(KEEP, times / (times + EARLY))) * (run.flat - average)
        passed = monotonic() - run.began
        run.is_over = passed >= run.seconds or any(worker.failure for worker in workers)
        if run.is_over or passed - told >= CHECKPOINT_S:
            told = passed
            tally = np.sum([worker.memory.tally for worker in workers], axis=0)
            point = {"seconds": round(run.before + passed, 1), **_figures(tally - seen)}
            point["games_in_all"] = float(tally[selfplay.GAMES])
            point |= duel(average, run.width, run.setup, DUEL_GAMES, seed)
            seen = tally
            curve.append(point)
            _write(out, run, average, curve, len(workers), seed)
            if progress is not None:
                progress(point)
    for worker in workers:
        if worker.failure is not None:
            raise worker.failure


def _figures(tally: Floats) -> dict[str, float]:
    """What the games since the last point were like: results, and predictions beside them."""
    games, positions = max(float(tally[selfplay.GAMES]), 1.0), max(float(tally[selfplay.POSITIONS]), 1.0)
    return {
        "games": float(tally[selfplay.GAMES]),
        "plies": round(float(tally[selfplay.PLIES]) / games, 1),
        "gammons": round(float(tally[selfplay.GAMMONS]) / games, 4),
        "backgammons": round(float(tally[selfplay.BACKGAMMONS]) / games, 4),
        "loss": round(float(tally[selfplay.LOSS]) / positions, 4),
        "wins_seen": round(float(tally[selfplay.SEEN_WINS]) / positions, 4),
        "wins_told": round(float(tally[selfplay.TOLD_WINS]) / positions, 4),
        "gammons_seen": round(float(tally[selfplay.SEEN_GAMMONS]) / positions, 4),
        "gammons_told": round(float(tally[selfplay.TOLD_GAMMONS]) / positions, 4),
    }


def _write(
    out: Path, run: Run, average: Floats32, curve: list[dict[str, float]], threads: int, seed: int
) -> None:
    """The averaged weights to play with, the state to go on from, the curve with seed and versions."""
    facts = {
        "setup": run.setup,
        "seed": seed,
        "threads": threads,
        "units": [FIRST, SECOND],
        "python": platform.python_version(),
        "numpy": np.__version__,
    }
    _replace(out / f"{run.setup}.npz", {"weights": average.astype(np.float16)})
    _replace(out / f"{run.setup}.state.npz", {"flat": run.flat, "seconds": np.float64(curve[-1]["seconds"])})
    text = json.dumps({**facts, "curve": curve}, indent=1) + "\n"
    (out / f"{run.setup}.json").write_text(text, encoding="utf-8")


def _replace(path: Path, arrays: dict[str, object]) -> None:
    """Writes beside the file and then over it: whoever stops the run keeps the last one."""
    fresh = path.with_suffix(".new.npz")
    np.savez_compressed(fresh, **arrays)  # type: ignore[arg-type]
    fresh.replace(path)
