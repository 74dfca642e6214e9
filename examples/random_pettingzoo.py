"""A random agent on PettingZoo: seats one after the other, and a race in which all act at once."""

import numpy as np

from ludoteka.adapters.pettingzoo import env, parallel_env


def turns(rng: np.random.Generator) -> dict[str, float]:
    """One match of Abstrakto; what each agent got."""
    match = env("abstrakto", options={"size": 4})
    match.reset(seed=1)
    rewards = dict.fromkeys(match.agents, 0.0)
    for agent in match.agent_iter():
        seen, reward, terminated, truncated, _ = match.last()
        rewards[agent] = float(reward)
        if seen is None or terminated or truncated:
            match.step(None)
        else:
            match.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    return rewards


def race(rng: np.random.Generator) -> int:
    """Kakuro for a hundred moments at most; how many there were."""
    together = parallel_env("kakuro", seats=3, max_cycles=100)
    seen, _ = together.reset(seed=1)
    moments = 0
    while together.agents:
        chosen: dict[str, int | None] = {}
        for agent in together.agents:
            chosen[agent] = int(rng.choice(np.flatnonzero(seen[agent]["action_mask"])))
        seen, *_ = together.step(chosen)
        moments += 1
    return moments


def main() -> None:
    """Both."""
    rng = np.random.default_rng(1)
    print("Abstrakto:", turns(rng))
    print("Kakuro:", race(rng), "moments")


if __name__ == "__main__":
    main()
