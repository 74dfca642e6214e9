"""A random agent on Gymnasium: against a player of ours, and many matches at once."""

import gymnasium
import numpy as np

from ludoteka.adapters.gymnasium import vector_env


def against_a_player(rng: np.random.Generator) -> float:
    """One match of Abak against level 1; what the learner got."""
    learner = gymnasium.make("ludoteka/Abak-v1", level=1, options={"setup": "classic"})
    seen, _ = learner.reset(seed=1)
    over, reward = False, 0.0
    while not over:
        offered = np.flatnonzero(seen["action_mask"])
        seen, given, over, _, _ = learner.step(np.int64(rng.choice(offered)))
        reward = float(given)
    return reward


def many_at_once(steps: int) -> int:
    """Abstrakto in 64 lanes; how many matches were played."""
    lanes = vector_env("abstrakto", 64, size=4)
    lanes.reset(seed=1)
    ended = 0
    for _ in range(steps):
        _, _, terminated, _, _ = lanes.step(lanes.lanes.sample())
        ended += int(terminated.sum())
    lanes.close()
    return ended


def main() -> None:
    """Both."""
    print("against level 1:", against_a_player(np.random.default_rng(1)))
    print("matches in 64 lanes:", many_at_once(100))


if __name__ == "__main__":
    main()
