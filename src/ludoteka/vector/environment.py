"""The vector of lanes that users hold: arrays in, arrays out, as Gymnasium's vector environments do it."""

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from importlib import import_module
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ludoteka.core.game import AnyGame
from ludoteka.encoding.choices import Actions, Choices, Mask
from ludoteka.encoding.encoder import Box, Observation
from ludoteka.encoding.quick_chance import stream_of
from ludoteka.library import new
from ludoteka.vector.loop import MatchLanes
from ludoteka.vector.workers import WorkerLanes, bounds

Seats = NDArray[np.int64]
Info = dict[str, Any]
SAMPLING = -1  # the lane number whose stream a lane's own sampler is derived from


class Lanes(Protocol):
    """What does the work: n matches in arrays. `begin` and `end` bound the lanes that a call is about."""

    boxes: Mapping[str, Box]
    choices: Choices
    seats: int
    seat: Seats  # who is to act in each lane
    counts: Seats  # how many actions are legal
    observations: Observation  # arrays of n rows
    rewards: NDArray[np.float32]  # of the last step: (n, seats)
    terminated: NDArray[np.bool_]
    scores: NDArray[np.int64]  # of the matches that ended in the last step: (n, seats)

    def reset(self, streams: NDArray[np.int64], begin: int, end: int) -> None: ...
    def wrong(self, actions: Actions) -> int: ...  # the first lane whose action is not legal, or -1
    def step(self, actions: Actions, begin: int, end: int) -> None: ...
    def finish(self) -> None: ...  # after all parts of a step: what is not for kernels
    def legal(self, lane: int) -> Actions: ...
    def sample(self, streams: NDArray[np.int64], actions: Actions, begin: int, end: int) -> None: ...
    def fill_masks(self, masks: Mask) -> None: ...


@runtime_checkable
class Vectorised(Protocol):
    """`lanes`: n matches in kernels that begin with a state; None where its options are too unusual."""

    def lanes(self, state: Any, n: int) -> Lanes | None: ...


class VectorEnvironment:
    """`n` matches at once. In each lane somebody is to act (`info["seat"]`); a finished lane begins anew.

    Observations, rewards and `info` are arrays that the next step overwrites: copy what you keep. Where
    Gymnasium is installed, the four spaces of its vector environments are there too.
    """

    metadata: Mapping[str, Any] = {"autoreset_mode": "SameStep"}

    def __init__(self, lanes: Lanes, n: int, seed: int, threads: int) -> None:
        self._lanes = lanes
        self.num_envs = n
        self.boxes, self.choices, self.seats = lanes.boxes, lanes.choices, lanes.seats
        self._parts = bounds(n, threads)
        self._pool = ThreadPoolExecutor(threads) if len(self._parts) > 1 else None
        self._truncated = np.zeros(n, np.bool_)
        self._actions = np.zeros(n, np.int64)
        self._masks: Mask | None = None
        self.seed(seed)

    def seed(self, seed: int) -> None:
        """Lane i draws from its own stream of this seed, and samples from another one."""
        numbers = range(self.num_envs)
        self._streams = np.array([stream_of(seed, lane) for lane in numbers], np.int64)
        self._samplers = np.array([stream_of(seed, SAMPLING - lane) for lane in numbers], np.int64)

    def reset(self, *, seed: int | None = None) -> tuple[Observation, Info]:
        """New matches in all lanes."""
        if seed is not None:
            self.seed(seed)
        self._in_parts(lambda begin, end: self._lanes.reset(self._streams, begin, end))
        return self._lanes.observations, self._info()

    def step(
        self, actions: ArrayLike
    ) -> tuple[Observation, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], Info]:
        """One action in every lane. Observations are those of the next decision, rewards (n, seats).

        Raises ValueError, and changes nothing, if one of them is not legal. Where a match ended, the lane has
        begun a new one, and `info["scores"]` has the scores of the one before.
        """
        given = np.ascontiguousarray(actions, np.int64)
        if given.shape != (self.num_envs,):
            raise ValueError(f"One action for each of {self.num_envs} lanes is needed.")
        lane = self._lanes.wrong(given)
        if lane >= 0:
            raise ValueError(f"Action {given[lane]} is not legal in lane {lane}.")
        self._in_parts(lambda begin, end: self._lanes.step(given, begin, end))
        self._lanes.finish()
        lanes = self._lanes
        return lanes.observations, lanes.rewards, lanes.terminated, self._truncated, self._info()

    def sample(self) -> Actions:
        """A legal action for each lane, each equally likely; valid until the next call."""
        self._in_parts(lambda begin, end: self._lanes.sample(self._samplers, self._actions, begin, end))
        return self._actions

    def legal(self, lane: int) -> Actions:
        """The legal actions of a lane, ascending."""
        return self._lanes.legal(lane)

    def masks(self) -> Mask:
        """Which first choices are legal in each lane: (n, choices.count)."""
        if self._masks is None:
            self._masks = np.zeros((self.num_envs, self.choices.count), np.int8)
        self._lanes.fill_masks(self._masks)
        return self._masks

    @cached_property
    def single_observation_space(self) -> Any:
        """What one lane shows."""
        return import_module("ludoteka.vector.spaces").observation_space(self.boxes)

    @cached_property
    def single_action_space(self) -> Any:
        """What can be done in one lane: an action below `choices.actions`, of which few are legal."""
        return import_module("ludoteka.vector.spaces").action_space(self.choices)

    @cached_property
    def observation_space(self) -> Any:
        """What all lanes show."""
        return import_module("ludoteka.vector.spaces").batched(self.single_observation_space, self.num_envs)

    @cached_property
    def action_space(self) -> Any:
        """What can be done in all lanes."""
        return import_module("ludoteka.vector.spaces").batched(self.single_action_space, self.num_envs)

    def close(self) -> None:
        """Ends the threads and processes."""
        if self._pool is not None:
            self._pool.shutdown()
        if isinstance(self._lanes, WorkerLanes):
            self._lanes.close()

    def _info(self) -> Info:
        lanes = self._lanes
        return {"seat": lanes.seat, "count": lanes.counts, "scores": lanes.scores}

    def _in_parts(self, work: Callable[[int, int], None]) -> None:
        if self._pool is None:
            work(*self._parts[0])
        else:
            list(self._pool.map(lambda part: work(*part), self._parts))


def make(
    game: str | AnyGame,
    n: int,
    *,
    seats: int | None = None,
    seed: int = 0,
    threads: int = 1,
    processes: int = 1,
    native: bool = True,
    **options: str | int,
) -> VectorEnvironment:
    """`n` matches of a game at once.

    Lanes in kernels use `threads`. All others, and `native=False`, go through `Match` and use `processes`,
    which import the main module as those of `multiprocessing` do: a script that asks for them needs an
    `if __name__ == "__main__":`.
    """
    if n < 1 or threads < 1 or processes < 1:
        raise ValueError("There is at least one lane, one thread and one process.")
    opening = new(game, seats, seed=None, **options)
    if native and isinstance(opening.game, Vectorised):
        found = opening.game.lanes(opening.state, n)
        if found is not None:
            return VectorEnvironment(found, n, seed, threads)
    lanes = WorkerLanes(opening, n, processes) if processes > 1 else MatchLanes(opening, n)
    return VectorEnvironment(lanes, n, seed, threads=1)
