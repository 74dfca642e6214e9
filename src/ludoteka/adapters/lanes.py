"""Gymnasium's vector environments over `ludoteka.vector`: one learner plays all seats of every lane."""

from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from numpy.typing import NDArray

from ludoteka.encoding.choices import Actions
from ludoteka.encoding.encoder import Observation
from ludoteka.vector import VectorEnvironment


class LanesEnv(VectorEnv[Observation, Actions, NDArray[Any]]):
    """The reward is that of the seat that acted; `info["rewards"]` has those of all seats.

    A lane that ended has begun anew in the same step. What its last position looked like is not kept: nobody
    decides anything there, and the result is the reward.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012 - Gymnasium's

    def __init__(self, lanes: VectorEnvironment) -> None:
        self.lanes = lanes
        self.num_envs = lanes.num_envs
        self.single_observation_space, self.observation_space = (
            lanes.single_observation_space,
            lanes.observation_space,
        )
        self.single_action_space, self.action_space = lanes.single_action_space, lanes.action_space
        self._numbers = np.arange(self.num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """New matches; one seed is enough for all lanes."""
        if isinstance(seed, list):
            raise ValueError("One seed is for all lanes: each has a stream of its own.")
        seen, info = self.lanes.reset(seed=seed)
        self._acting = info["seat"].copy()
        return _copied(seen), _copied(info)

    def step(
        self, actions: Actions
    ) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """One action in every lane, from `lanes.sample()`, `lanes.legal(lane)` or a learner."""
        seen, rewards, terminated, truncated, info = self.lanes.step(actions)
        own = rewards[self._numbers, self._acting].astype(np.float64)
        self._acting = info["seat"].copy()
        told = {**_copied(info), "rewards": rewards.copy()}
        return _copied(seen), own, terminated.copy(), truncated.copy(), told

    def close_extras(self, **kwargs: Any) -> None:
        """Ends the threads and processes."""
        self.lanes.close()


def _copied(arrays: dict[str, Any]) -> dict[str, Any]:
    """Gymnasium's users keep what they are given."""
    return {key: array.copy() for key, array in arrays.items()}
