"""A network that judges rows of codes and learns from a ring of positions, in plain NumPy.

It is what the long course (wide.py) runs on where there is no PyTorch, and the measure of the one on an
accelerator (accelerator.py), which does the same. Rows are boards of classic as codes (crowd.py). The loss is
that of the six results plus the square of the error in expected points.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

import numpy as np

from ludoteka.games.abak.types import BAR, CELLS, SOLDIER, TRAY
from ludoteka.players.abak.course import kept_share
from ludoteka.players.abak.crowd import CODES, THEIRS, Bytes
from ludoteka.players.abak.features import MOST, NARROW, cell_features, feature_count
from ludoteka.players.abak.network import (
    MONEY,
    RESULTS,
    Floats32,
    Units,
    net_of,
    units_of,
    weight_count,
)
from ludoteka.players.abak.selfplay import DECAY, SQUARE_DECAY

EPSILON = 1e-5  # smaller than in selfplay.py: a batch of thousands has every feature many times
KEEP = 0.999  # the share of itself that the average keeps at a step
IMPOSSIBLE = -1e4
LEAST_LOG = -30.0
NEW_FIRST = 0.05  # how large the first weights of new units are

IsDone: TypeAlias = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class Scale:
    """How much is done at once, and how fast."""

    games: int = 256  # in a crowd; a thread has two
    ring: int = 3 << 20  # positions kept
    first: int = 1 << 18  # positions there before learning begins
    batch: int = 8192
    rate: float = 7e-4
    low_rate: float = 1e-6
    stray: int = 10  # one turn in so many is the second best, if it is near


@dataclass(frozen=True, slots=True)
class Sheet:
    """Memory for rows of codes and what is said of them; `handle` is the brain's own view of it."""

    rows: Bytes
    results: Floats32
    handle: Any = None


class Brain(Protocol):
    """What the long course asks of a network."""

    scale: Scale
    steps: int
    facts: Mapping[str, str]  # what it runs on

    def sheet(self, room: int) -> Sheet: ...

    def judge(self, sheet: Sheet, count: int) -> IsDone:
        """Begins to judge the first rows by the average of the weights as it was refreshed last."""

    def keep(self, codes: Bytes, targets: Floats32) -> None: ...

    @property
    def can_learn(self) -> bool: ...

    def learn(self, rate: float) -> None: ...

    def refresh(self) -> None: ...

    def losses(self) -> tuple[float, float]:
        """The mean loss, and the error in points, since they were asked for last."""

    def weights(self) -> Floats32:
        """The average."""

    def state(self) -> dict[str, Any]: ...

    def go_on(self, state: Mapping[str, Any]) -> None: ...


# --- what both brains know -----------------------------------------------------------------------


def widened(flat: Floats32, seed: int, units: Units) -> Floats32:
    """The same network with more units: what the new ones say weighs nothing yet."""
    if units_of(len(flat), NARROW) == units:
        return flat.copy()
    rng = np.random.default_rng(seed)
    wide = np.zeros(weight_count(NARROW, units), np.float32)
    old, new = net_of(flat, NARROW), net_of(wide, NARROW)
    first, second = old.second.shape
    spread, (more_first, more_second) = np.sqrt(1.0 / units[0]), (units[0] - first, units[1] - second)
    new.first[:] = rng.standard_normal(new.first.shape) * NEW_FIRST
    new.first_bias[:] = rng.uniform(-0.3, 0.5, units[0])
    new.first[:, :first], new.first_bias[:first] = old.first, old.first_bias
    new.second[:first, second:] = rng.standard_normal((first, more_second)) * spread
    new.second[first:, second:] = rng.standard_normal((more_first, more_second)) * spread
    new.second[:first, :second], new.second_bias[:second] = old.second, old.second_bias
    new.third[:second], new.third_bias[:] = old.third, old.third_bias
    return wide


def content_of(column: int, code: int) -> int:
    """What a cell holds that has this code in this column, as White sees it."""
    if column in (0, BAR) or column >= TRAY:
        return code
    number, checker = (code, SOLDIER) if code <= THEIRS else (code - THEIRS, SOLDIER | 1 << 3)
    return sum(checker << (4 * place) for place in range(number))


def features_of_codes() -> Floats32:
    """Which features each code of each column stands for: shape (28 x 32, features), of zeros and ones."""
    table = np.zeros((CELLS, CODES, feature_count(NARROW)), np.float32)
    active = np.zeros(CELLS * MOST, np.int64)
    for column in range(CELLS):
        is_point = 0 < column < BAR
        for code in range(1, 2 * THEIRS + 1 if is_point else THEIRS + 1):
            count = cell_features(column, content_of(column, code), 0, NARROW, active)
            table[column, code, active[:count]] = 1.0
    return table.reshape(CELLS * CODES, -1)


def layers_of(flat: Floats32) -> Sequence[Floats32]:
    """The six arrays of a network, as views."""
    return net_of(flat, NARROW)[:-1]


# --- in NumPy ------------------------------------------------------------------------------------


class PlainBrain:
    """Judges and learns on the spot."""

    def __init__(self, flat: Floats32, scale: Scale, seed: int) -> None:
        self.facts: Mapping[str, str] = {"device": "none"}
        self.scale, self.steps = scale, 0
        self._features = features_of_codes()
        self._flat, self._average = flat.copy(), flat.copy()
        self._mean, self._square = np.zeros_like(flat), np.zeros_like(flat)
        self._codes = np.zeros((scale.ring, CELLS), np.uint8)
        self._targets = np.zeros((scale.ring, RESULTS), np.float32)
        self._put, self._sums = 0, np.zeros(3)
        self._rng = np.random.default_rng(seed)
        self.refresh()

    def sheet(self, room: int) -> Sheet:
        return Sheet(np.zeros((room, CELLS), np.uint8), np.zeros((room, RESULTS), np.float32))

    def refresh(self) -> None:
        self._judging = self._average.copy()

    def judge(self, sheet: Sheet, count: int) -> IsDone:
        sheet.results[:count] = self._forward(sheet.rows[:count], self._judging)[0]
        return lambda: True

    def keep(self, codes: Bytes, targets: Floats32) -> None:
        places = (np.arange(len(codes)) + self._put) % self.scale.ring
        self._codes[places], self._targets[places] = codes, targets
        self._put += len(codes)

    @property
    def can_learn(self) -> bool:
        return self._put >= self.scale.first

    def learn(self, rate: float) -> None:
        places = self._rng.integers(min(self._put, self.scale.ring), size=self.scale.batch)
        slope = self.gradient(self._codes[places], self._targets[places])
        self.steps += 1
        self._mean += np.float32(1.0 - DECAY) * (slope - self._mean)
        self._square += np.float32(1.0 - SQUARE_DECAY) * (slope * slope - self._square)
        mean = self._mean / (1.0 - DECAY**self.steps)
        square = self._square / (1.0 - SQUARE_DECAY**self.steps)
        self._flat -= (rate * mean / (np.sqrt(square) + EPSILON)).astype(np.float32)
        self._average += np.float32(1.0 - kept_share(KEEP, self.steps)) * (self._flat - self._average)

    def gradient(self, codes: Bytes, targets: Floats32) -> Floats32:
        """Of the mean loss of some positions, flat as the weights; the loss is counted."""
        chances, inputs, first, second = self._forward(codes, self._flat)
        _, _, by_second, _, by_third, _ = layers_of(self._flat)
        wrong = (chances - targets) @ MONEY
        self._count(chances, targets, wrong)
        worth = (chances @ MONEY)[:, None]
        scores = chances - targets + 2.0 * wrong[:, None] * chances * (MONEY - worth)
        scores = (scores / len(codes)).astype(np.float32)
        back_second = (scores @ by_third.T) * (second > 0)
        back_first = (back_second @ by_second.T) * (first > 0)
        parts = (
            inputs.T @ back_first,
            back_first.sum(axis=0),
            first.T @ back_second,
            back_second.sum(axis=0),
            second.T @ scores,
            scores.sum(axis=0),
        )
        return np.concatenate([part.ravel() for part in parts])

    def _forward(self, codes: Bytes, flat: Floats32) -> tuple[Floats32, Floats32, Floats32, Floats32]:
        """The chances, and what they come from, layer by layer."""
        by_first, first_bias, by_second, second_bias, by_third, third_bias = layers_of(flat)
        inputs = sum(self._features[column * CODES + codes[:, column].astype(int)] for column in range(CELLS))
        first = np.maximum(inputs @ by_first + first_bias, 0.0)
        second = np.maximum(first @ by_second + second_bias, 0.0)
        scores = second @ by_third + third_bias
        scores[codes[:, TRAY + 1] != 0, 1:3] = IMPOSSIBLE
        scores[codes[:, TRAY] != 0, 4:6] = IMPOSSIBLE
        shares = np.exp(scores - scores.max(axis=1, keepdims=True))
        return shares / shares.sum(axis=1, keepdims=True), np.asarray(inputs), first, second

    def _count(self, chances: Floats32, targets: Floats32, wrong: Any) -> None:
        logs = np.log(np.maximum(chances, np.exp(LEAST_LOG)))
        self._sums += -(targets * logs).sum(axis=1).mean(), (wrong**2).mean(), 1.0

    def losses(self) -> tuple[float, float]:
        loss, squares, _ = self._sums / max(self._sums[2], 1.0)
        self._sums[:] = 0.0
        return float(loss), float(squares) ** 0.5

    def weights(self) -> Floats32:
        return self._average.copy()

    def state(self) -> dict[str, Any]:
        """What it takes to go on, the ring left out."""
        arrays = {"flat": self._flat, "average": self._average, "mean": self._mean, "square": self._square}
        return {**arrays, "steps": self.steps}

    def go_on(self, state: Mapping[str, Any]) -> None:
        self.steps = int(state["steps"])
        self._flat, self._average = state["flat"].copy(), state["average"].copy()
        self._mean, self._square = state["mean"].copy(), state["square"].copy()
        self.refresh()
