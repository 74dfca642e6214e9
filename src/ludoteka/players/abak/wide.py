"""The long course for classic: threads list the boards of many games, a brain judges them and learns.

It goes on from a network of the folder or from the shipped one, made wider without changing what it says. The
threads play crowds of games (crowd.py); the boards that all 21 rolls can lead to are judged by the average of
the weights, on an accelerator if there is one (accelerator.py). Targets are free of the luck of the dice. The
rate falls along a cosine of the share of the time that has passed. Decision 310 says why.
"""

import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, SimpleQueue
from time import monotonic
from typing import TypeAlias

import numpy as np

from ludoteka.players.abak import course as courses
from ludoteka.players.abak import crowd as crowds
from ludoteka.players.abak.accelerator import new_brain
from ludoteka.players.abak.brain import Brain, IsDone, Scale, widened
from ludoteka.players.abak.course import Notes, Point, cosine, new_point
from ludoteka.players.abak.crowd import Bytes, list_boards, new_crowd, play_best
from ludoteka.players.abak.duel import duel
from ludoteka.players.abak.features import NARROW
from ludoteka.players.abak.network import LARGE, Floats, Floats32, Units
from ludoteka.players.abak.races import race_table
from ludoteka.players.abak.selfplay import Progress
from ludoteka.players.abak.weights import read_weights, shipped_notes, shipped_weights

SUBJECT, START = "classic-wide", "classic"
WARM_S = 15.0  # the run-up of the rate
CHECKPOINT_S, DUEL_S = 30.0, 120.0
DUEL_GAMES = 200
REFRESHED = 10  # after so many steps the boards are judged by the average as it is then
SWITCH_S = 0.0005  # how long a thread may keep others from Python
AT_ONCE = 8  # crowds judged between two steps of learning, at most

Lesson: TypeAlias = tuple[Bytes, Floats32]


def trust_at(share: float) -> float:
    """Lambda after a share of the time."""
    return 0.85 if share < 0.5 else 0.7


def rate_at(share: float, learning_s: float, scale: Scale) -> float:
    """The learning rate after a share of the time: a cosine, with a run-up in seconds."""
    return cosine(scale.rate, scale.low_rate, share) * min(1.0, max(learning_s, 0.0) / WARM_S)


@dataclass
class Run:
    """What the threads of a run share."""

    seconds: float
    scale: Scale
    before: float = 0.0  # seconds trained in earlier runs that this one goes on from
    began: float = field(default_factory=monotonic)
    is_over: bool = False
    failure: BaseException | None = None

    @property
    def passed(self) -> float:
        """Seconds since this run began."""
        return monotonic() - self.began

    @property
    def share(self) -> float:
        """How much of the time has passed."""
        return (self.before + self.passed) / max(self.before + self.seconds, 1e-9)


class Group:
    """A crowd of games, and the memory that the brain reads and writes."""

    def __init__(self, brain: Brain, games: int, seed: int) -> None:
        self.sheet = brain.sheet(games * crowds.ROWS_A_GAME + crowds.ROOM)
        self.crowd = new_crowd(games, seed, self.sheet.rows, self.sheet.results)
        self.judged = threading.Event()
        self.is_done: IsDone = lambda: False


class Worker:
    """A thread that plays two crowds in turns: one is listed while the other is judged."""

    def __init__(
        self, run: Run, brain: Brain, seed: int, todo: "SimpleQueue[Group]", out: "SimpleQueue[Lesson]"
    ) -> None:
        self.run, self.todo, self.out = run, todo, out
        self.groups = [Group(brain, run.scale.games, seed * 2 + number) for number in range(2)]

    def work(self) -> None:
        """Plays until the run is over."""
        try:
            for group in self.groups:
                self.list(group)
            while not self.run.is_over:
                for group in self.groups:
                    if group.judged.wait(1.0):
                        self.play_best(group)
                        self.list(group)
        except BaseException as error:  # noqa: BLE001 - the main thread raises it
            self.run.failure = error

    def list(self, group: Group) -> None:
        """Lists boards and hands them over."""
        list_boards(group.crowd, race_table())
        group.judged.clear()
        self.todo.put(group)

    def play_best(self, group: Group) -> None:
        """Makes the turns, and hands over the positions of games that have ended."""
        crowd = group.crowd
        play_best(crowd, trust_at(self.run.share), self.run.scale.stray)
        known = int(crowd.counts[1])
        if known:
            self.out.put((crowd.out_codes[:known].copy(), crowd.out_targets[:known].copy()))
            crowd.counts[1] = 0


class Loop:
    """The main thread's part: has boards judged, keeps what arrives, has the brain learn."""

    def __init__(self, run: Run, brain: Brain, threads: int, seed: int) -> None:
        self.run, self.brain = run, brain
        self.todo: SimpleQueue[Group] = SimpleQueue()
        self.out: SimpleQueue[Lesson] = SimpleQueue()
        self.workers = [Worker(run, brain, seed + number, self.todo, self.out) for number in range(threads)]
        self.waiting: list[Group] = []
        self.learns_since: float | None = None

    def once(self) -> None:
        """One round."""
        for _ in range(AT_ONCE):
            if not self._judge_next():
                break
        self._release()
        self._keep()
        if self.brain.can_learn:
            self._learn()

    def _judge_next(self) -> bool:
        """Has the next crowd judged; waits a little for one where there is nothing else to do."""
        is_idle = not self.waiting and not self.brain.can_learn
        try:
            group = self.todo.get(timeout=0.01) if is_idle else self.todo.get_nowait()
        except Empty:
            return False
        group.is_done = self.brain.judge(group.sheet, int(group.crowd.counts[0]))
        self.waiting.append(group)
        return True

    def _release(self) -> None:
        """Crowds that are judged go back to their threads."""
        for group in [one for one in self.waiting if one.is_done()]:
            self.waiting.remove(group)
            group.judged.set()

    def _keep(self) -> None:
        """What has arrived goes into the ring, all at once: every trip to an accelerator costs."""
        found: list[Lesson] = []
        while not self.out.empty():
            found.append(self.out.get_nowait())
        if found:
            codes, targets = zip(*found, strict=True)
            self.brain.keep(np.concatenate(codes), np.concatenate(targets))

    def _learn(self) -> None:
        if self.learns_since is None:
            self.learns_since = self.run.passed
        self.brain.learn(rate_at(self.run.share, self.run.passed - self.learns_since, self.run.scale))
        if self.brain.steps % REFRESHED == 0:
            self.brain.refresh()

    def tally(self) -> Floats:
        """What all crowds have counted."""
        found = [group.crowd.tally for worker in self.workers for group in worker.groups]
        return np.asarray(np.sum(found, axis=0))


# --- the run ---------------------------------------------------------------------------------------


def train(
    out: Path,
    seconds: float,
    threads: int = 2,
    seed: int = 1,
    resume: bool = False,
    progress: Progress | None = None,
    scale: Scale | None = None,
    units: Units = LARGE,
    made: Callable[[Floats32, Scale, int], Brain] = new_brain,
) -> Path:
    """Trains for some seconds (compiling not counted) and returns the file of the weights."""
    out.mkdir(parents=True, exist_ok=True)
    run = Run(seconds, scale or Scale())
    start, notes = _start(out)
    brain = made(widened(start, seed, units), run.scale, seed)
    diary = Diary(out, seed, threads, units, progress, notes)
    if resume:
        run.before = diary.go_on(brain)
    loop = Loop(run, brain, threads, 1000 * seed + 7 * len(diary.curve))
    _compile(brain, seed)
    before = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_S)
    try:
        _watch(loop, diary)
    finally:
        sys.setswitchinterval(before)
    return out / f"{SUBJECT}.npz"


def _start(out: Path) -> tuple[Floats32, Notes]:
    """The network to go on from, with its notes: that of `classic` in the folder, or the shipped one."""
    weights, notes = out / f"{START}.npz", out / f"{START}.json"
    if not weights.is_file():
        return shipped_weights("classic"), shipped_notes("classic")
    with weights.open("rb") as file:
        return read_weights(file), courses.read_notes(notes) if notes.is_file() else {}


def _compile(brain: Brain, seed: int) -> None:
    """Compiles what a run needs."""
    group = Group(brain, 2, seed)
    list_boards(group.crowd, race_table())
    play_best(group.crowd, 0.0, 0)
    duel(brain.weights(), NARROW, "classic", 1, seed)


def _watch(loop: Loop, diary: "Diary") -> None:
    """Lets the threads work until the time is over. Whatever goes wrong here, no thread plays on."""
    run = loop.run
    running = [threading.Thread(target=worker.work, daemon=True) for worker in loop.workers]
    run.began = monotonic()
    for thread in running:
        thread.start()
    try:
        _go_round(loop, diary)
    finally:
        run.is_over = True
        for thread in running:
            thread.join()
    if run.failure is not None:
        raise run.failure


def _go_round(loop: Loop, diary: "Diary") -> None:
    """The main thread's rounds; a point of the curve and all files now and then."""
    run, told = loop.run, 0.0
    while not run.is_over:
        loop.once()
        run.is_over = run.passed >= run.seconds or run.failure is not None
        if run.is_over or run.passed - told >= CHECKPOINT_S:
            told = run.passed
            diary.add(loop)


@dataclass
class Diary:
    """What a run writes into its folder: weights, the state to go on from, and the learning curve."""

    out: Path
    seed: int
    threads: int
    units: Units
    progress: Progress | None
    goes_on_from: Notes  # of the network that this one began as
    curve: list[Point] = field(default_factory=list)
    seen: Floats = field(default_factory=lambda: np.zeros(crowds.COUNTERS))
    dueled: float = 0.0

    def go_on(self, brain: Brain) -> float:
        """Puts an earlier run's state back, if there is one; returns its seconds."""
        notes, state = courses.earlier(self.out, SUBJECT)
        if not state:
            return 0.0
        self.curve, self.goes_on_from = notes["curve"], notes.get("goes_on_from", self.goes_on_from)
        brain.go_on(state)
        return self.curve[-1]["seconds"]

    def add(self, loop: Loop) -> None:
        """A point of the curve, and all files."""
        run, brain, tally = loop.run, loop.brain, loop.tally()
        loss, wrong = brain.losses()
        point = new_point(self.curve, run.before + run.passed, _figures(tally - self.seen))
        point |= {"steps": float(brain.steps), "loss": round(loss, 5), "wrong": round(wrong, 5)}
        self.seen = tally
        if run.is_over or run.passed - self.dueled >= DUEL_S:
            self.dueled = run.passed
            point |= duel(brain.weights(), NARROW, "classic", DUEL_GAMES, self.seed)
        self.curve.append(point)
        self._write(brain)
        if self.progress is not None:
            self.progress(point)

    def _write(self, brain: Brain) -> None:
        facts = {
            "setup": "classic",
            "seed": self.seed,
            "threads": self.threads,
            "units": list(self.units),
            **brain.facts,
            "goes_on_from": self.goes_on_from,
        }
        courses.write(self.out, SUBJECT, brain.weights(), brain.state(), facts, self.curve)


def _figures(tally: Floats) -> Point:
    """What the games since the last point were like; what was seen and told is over the same positions."""
    games, positions = max(float(tally[crowds.GAMES]), 1.0), max(float(tally[crowds.POSITIONS]), 1.0)
    return {
        "games": float(tally[crowds.GAMES]),
        "plies": round(float(tally[crowds.TURNS]) / games, 1),
        "gammons": round(float(tally[crowds.GAMMONS]) / games, 4),
        "gammons_seen": round(float(tally[crowds.SEEN_GAMMONS]) / positions, 4),
        "gammons_told": round(float(tally[crowds.TOLD_GAMMONS]) / positions, 4),
        "positions": float(tally[crowds.LISTED]),
        "left_out": float(tally[crowds.LEFT_OUT]),
        "off": round(float(tally[crowds.SQUARES] / max(tally[crowds.LISTED], 1.0)) ** 0.5, 5),
    }
