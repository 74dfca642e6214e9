"""Training the network by self-play: threads that play and learn, a learning curve, checkpoints, a resume.

There are two courses. `SELF_PLAY` begins with random weights: lambda is 1 at first, so that results reach
every position, then 0.9, and falls towards the end; the rate falls along a cosine. Both depend on the share
of the time that has passed. `AHEAD` goes on from the shipped weights with targets that look at all 21 rolls;
its rate depends on the positions learnt, so that it can be cut into pieces.

`train` writes weights, the state to go on from and the learning curve into a folder (course.py).
"""

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np

from ludoteka.games.abak.rules.boards import cells_of, starting_board
from ludoteka.games.abak.types import CELLS, Setup, default_limit
from ludoteka.players.abak import course as courses
from ludoteka.players.abak import lookahead, selfplay
from ludoteka.players.abak.course import Point, cosine, kept_share, new_point
from ludoteka.players.abak.duel import duel
from ludoteka.players.abak.network import (
    RESULTS,
    Floats,
    Floats32,
    Units,
    net_of,
    units_of,
    weight_count,
)
from ludoteka.players.abak.races import race_table
from ludoteka.players.abak.selfplay import Method, Progress
from ludoteka.players.abak.weights import WIDTHS, shipped_weights

GAMES_A_CALL = 4
HIGH_RATE, LOW_RATE = 7e-4, 1e-5
CHECKPOINT_S, AVERAGE_S = 60.0, 0.25
AHEAD_RATE, AHEAD_HALF = (
    2e-4,
    3e6,
)  # the rate at first, and the positions learnt after which it is half of that
AHEAD_TRUST = 0.8
DUEL_GAMES = 200


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
    return warm * cosine(HIGH_RATE, LOW_RATE, share)


@dataclass(frozen=True, slots=True)
class Course:
    """A way to learn."""

    suffix: str  # of the subject, after the set-up
    method: Method
    keep: float  # the share of itself that the average of the weights keeps, four times a second
    starts_shipped: bool
    trust: Callable[["Run"], float]
    rate: Callable[["Run"], float]


@dataclass
class Run:
    """What the threads of a training share."""

    setup: Setup
    flat: Floats32
    seconds: float
    course: Course
    before: float = 0.0  # seconds trained in earlier runs that this one goes on from
    learnt: float = 0.0  # positions, in all runs
    began: float = field(default_factory=monotonic)
    is_over: bool = False

    @property
    def subject(self) -> str:
        """What the files are called."""
        return self.setup + self.course.suffix

    @property
    def width(self) -> int:
        """The block of a point."""
        return WIDTHS[self.setup]

    @property
    def units(self) -> Units:
        """The hidden units."""
        return units_of(len(self.flat), self.width)

    @property
    def share(self) -> float:
        """How much of the time has passed."""
        return (self.before + monotonic() - self.began) / max(self.before + self.seconds, 1e-9)


def _ahead_rate(run: Run) -> float:
    return AHEAD_RATE / (1.0 + run.learnt / AHEAD_HALF)


SELF_PLAY = Course(
    suffix="",
    method=Method(ring=1 << 15, reuse=2, ahead=0, stray=0),
    keep=0.97,
    starts_shipped=False,
    trust=lambda run: trust_at(run.share),
    rate=lambda run: rate_at(run.share),
)
AHEAD = Course(
    suffix="-ahead",
    method=Method(ring=1 << 18, reuse=8, ahead=1, stray=10),
    keep=0.998,
    starts_shipped=True,
    trust=lambda _: AHEAD_TRUST,
    rate=_ahead_rate,
)


def new_weights(width: int, seed: int) -> Floats32:
    """Small random weights: what a feature says before it was ever seen must not weigh."""
    rng = np.random.default_rng(seed)
    flat = np.zeros(weight_count(width), np.float32)
    net = net_of(flat, width)
    net.first[:] = rng.standard_normal(net.first.shape) * 0.03
    net.first_bias[:] = rng.uniform(-0.3, 0.5, len(net.first_bias))
    net.second[:] = rng.standard_normal(net.second.shape) * np.sqrt(2.0 / len(net.second))
    net.third[:] = rng.standard_normal(net.third.shape) * 0.01
    return flat


class Worker:
    """One thread's memory, and its loop."""

    def __init__(self, run: Run, seed: int) -> None:
        self.run = run
        self.memory = new_memory(seed, run.course.method.ring)
        size = len(run.flat)
        first, second = run.units
        self.learner = selfplay.Learner(
            np.zeros(size, np.float32),
            np.zeros(size, np.float32),
            np.zeros(size, np.float32),
            np.zeros(second, np.float32),
            np.zeros(first, np.float32),
            np.zeros((second, first), np.float32),
            np.ones(2),
        )
        self.desk = lookahead.new_desk(run.units)
        self.desk.rules[:] = default_limit(run.setup), 1, run.width
        self.start = np.array(cells_of(starting_board(run.setup)), np.int64)
        self.failure: BaseException | None = None

    def work(self) -> None:
        """Plays and learns until the run is over."""
        run = self.run
        try:
            while not run.is_over:
                self.once(GAMES_A_CALL, run.course.trust(run), run.course.rate(run))
        except BaseException as error:  # noqa: BLE001 - the main thread raises it
            self.failure = error

    def once(self, games: int, trust: float, rate: float) -> None:
        """One call of the kernel."""
        run = self.run
        selfplay.play_and_learn(
            net_of(run.flat, run.width, race_table()),
            run.flat,
            net_of(self.learner.gradient, run.width),
            self.desk,
            self.memory,
            self.learner,
            self.start,
            games,
            trust,
            rate,
            run.course.method,
        )

    def kept(self) -> dict[str, Any]:
        """The arrays that a resume needs; the counts come first, so that all that a copy counts is there."""
        memory, learner = self.memory, self.learner
        arrays = (memory.counts, memory.ring, memory.targets, learner.mean, learner.square, learner.powers)
        return dict(zip(KEPT, arrays, strict=True))


KEPT = ("counts", "ring", "targets", "mean", "square", "powers")


def new_memory(seed: int, ring: int) -> selfplay.Memory:
    """An empty memory with its own random numbers."""
    return selfplay.Memory(
        np.zeros((selfplay.MOST_PLIES, CELLS), np.int64),
        np.zeros(selfplay.MOST_PLIES, np.int64),
        np.zeros((selfplay.MOST_PLIES, RESULTS)),
        np.zeros(selfplay.MOST_PLIES, np.int64),
        np.zeros(selfplay.MOST_PLIES, np.int64),
        np.zeros((ring, CELLS + 1), np.int64),
        np.zeros((ring, RESULTS), np.float32),
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
    course: Course = SELF_PLAY,
) -> Path:
    """Trains for some seconds (compiling not counted) and returns the file of the weights."""
    out.mkdir(parents=True, exist_ok=True)
    flat = shipped_weights(setup).copy() if course.starts_shipped else new_weights(WIDTHS[setup], seed)
    run = Run(setup, flat, seconds, course)
    notes, state = courses.earlier(out, run.subject) if resume else ({"curve": []}, {})
    curve: list[Point] = notes["curve"]
    workers = [Worker(run, seed * 1000 + 7 * len(curve) + n) for n in range(threads)]
    _compile(run, seed)
    average = _go_on(run, workers, state)
    running = [threading.Thread(target=worker.work, daemon=True) for worker in workers]
    run.began = monotonic()
    for thread in running:
        thread.start()
    _watch(Watch(run, workers, out, curve, seed, progress), average)
    for thread in running:
        thread.join()
    return out / f"{run.subject}.npz"


def _compile(run: Run, seed: int) -> None:
    """Compiles what a run needs, without learning."""
    Worker(run, seed).once(1, 1.0, 0.0)
    duel(run.flat, run.width, run.setup, 1, seed)


def _go_on(run: Run, workers: list[Worker], state: Mapping[str, Any]) -> Floats32:
    """Puts a state back, thread by thread; returns the average of the weights."""
    if not state:
        return run.flat.copy()
    run.flat[:] = state["flat"]
    run.before, run.learnt = float(state["seconds"]), float(state["learnt"])
    for number, worker in enumerate(workers):
        for name, array in worker.kept().items():
            if f"{name}{number}" in state:
                array[:] = state[f"{name}{number}"]
    average: Floats32 = state["average"].astype(np.float32)
    return average


@dataclass
class Watch:
    """What the main thread needs while the others work."""

    run: Run
    workers: list[Worker]
    out: Path
    curve: list[Point]
    seed: int
    progress: Progress | None

    def learnt(self) -> float:
        """Positions that the threads' memories say were learnt from."""
        return float(sum(worker.memory.counts[1] for worker in self.workers))

    def tally(self) -> Floats:
        """What all threads have counted."""
        return np.sum([worker.memory.tally for worker in self.workers], axis=0)  # type: ignore[no-any-return]


def _watch(watch: Watch, average: Floats32) -> None:
    """Averages the weights while the threads work; a point of the curve and a checkpoint each minute."""
    run, pause, seen = watch.run, threading.Event(), np.zeros(selfplay.COUNTERS)
    earlier = run.learnt - watch.learnt()
    told, times = 0.0, int(run.before / AVERAGE_S)
    while not run.is_over:
        pause.wait(AVERAGE_S)
        times += 1
        run.learnt = earlier + watch.learnt()
        average += np.float32(1.0 - kept_share(run.course.keep, times)) * (run.flat - average)
        passed = monotonic() - run.began
        run.is_over = passed >= run.seconds or any(worker.failure for worker in watch.workers)
        if run.is_over or passed - told >= CHECKPOINT_S:
            told, tally = passed, watch.tally()
            _checkpoint(watch, average, passed, tally - seen)
            seen = tally
    for worker in watch.workers:
        if worker.failure is not None:
            raise worker.failure


def _checkpoint(watch: Watch, average: Floats32, passed: float, tally: Floats) -> None:
    """A point of the curve, and all files."""
    run, curve = watch.run, watch.curve
    point = new_point(curve, run.before + passed, _figures(tally))
    point["learnt"] = run.learnt
    point |= duel(average, run.width, run.setup, DUEL_GAMES, watch.seed)
    curve.append(point)
    _write(watch, average)
    if watch.progress is not None:
        watch.progress(point)


def _figures(tally: Floats) -> Point:
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
        "off": round(float(tally[selfplay.OFF] / max(tally[selfplay.LOOKED], 1.0)) ** 0.5, 4),
    }


def _write(watch: Watch, average: Floats32) -> None:
    """The averaged weights to play with, the state to go on from, the curve with seed and versions."""
    run = watch.run
    facts = {
        "setup": run.setup,
        "seed": watch.seed,
        "threads": len(watch.workers),
        "units": list(run.units),
    }
    state = {
        "flat": run.flat,
        "average": average,
        "seconds": watch.curve[-1]["seconds"],
        "learnt": run.learnt,
    }
    for number, worker in enumerate(watch.workers):
        state |= {f"{name}{number}": array.copy() for name, array in worker.kept().items()}
    courses.write(watch.out, run.subject, average, state, facts, watch.curve)
