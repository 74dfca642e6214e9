"""A learner in NumPy alone: it plays Abstrakto on a small board against itself, and gets better.

    python examples/learner.py --plot learning.svg

256 matches at once (`ludoteka.vector`), a network with one hidden layer, and REINFORCE: what led to a win
becomes likelier, what led to a loss less likely. A minute or two on two cores.
"""

import argparse
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteka import vector
from ludoteka.arena.drawing import curve
from ludoteka.vector import VectorEnvironment

Floats = NDArray[np.float32]
Numbers = NDArray[np.int64]

LANES = 256
HORIZON = 24  # steps of all lanes between two updates
HIDDEN = 96
RATE = 0.003
SHOWN = (0, 1, 5)  # the planes that change: own tiles, the other's, free points


class Policy:
    """Probabilities of actions: one hidden layer, updated by Adam."""

    def __init__(self, inputs: int, actions: int, rng: np.random.Generator) -> None:
        self.rng = rng
        first = rng.normal(0, 1 / np.sqrt(inputs), (inputs, HIDDEN)).astype(np.float32)
        self.weights = [first, np.zeros((HIDDEN, actions), np.float32)]
        self.means = [np.zeros_like(one) for one in self.weights]
        self.squares = [np.zeros_like(one) for one in self.weights]
        self.updates = 0

    def probabilities(self, inputs: Floats, masks: NDArray[np.int8]) -> tuple[Floats, Floats]:
        """The hidden layer, and how likely each action is; what the mask excludes never happens."""
        hidden = np.tanh(inputs @ self.weights[0])
        logits = np.where(masks > 0, hidden @ self.weights[1], -np.inf)
        logits -= logits.max(1, keepdims=True)
        likely = np.exp(logits)
        return hidden, (likely / likely.sum(1, keepdims=True)).astype(np.float32)

    def choose(self, inputs: Floats, masks: NDArray[np.int8]) -> Numbers:
        """An action for each row, by chance."""
        _, likely = self.probabilities(inputs, masks)
        drawn = self.rng.random(len(likely), np.float32)[:, None]
        chosen: Numbers = (likely.cumsum(1) < drawn * likely.sum(1, keepdims=True)).sum(1)
        return chosen

    def learn(self, inputs: Floats, masks: NDArray[np.int8], actions: Numbers, rewards: Floats) -> None:
        """One step of gradient ascent: rewarded actions become likelier."""
        hidden, likely = self.probabilities(inputs, masks)
        push = -likely
        push[np.arange(len(actions)), actions] += 1
        push *= (rewards / len(rewards))[:, None]
        back = (push @ self.weights[1].T) * (1 - hidden**2)
        self._ascend([inputs.T @ back, hidden.T @ push])

    def _ascend(self, gradients: list[Floats]) -> None:
        self.updates += 1
        for weight, mean, square, gradient in zip(
            self.weights, self.means, self.squares, gradients, strict=True
        ):
            mean += 0.1 * (gradient - mean)
            square += 0.01 * (gradient**2 - square)
            scaled = mean / (1 - 0.9**self.updates)
            weight += RATE * scaled / (np.sqrt(square / (1 - 0.99**self.updates)) + 1e-8)


def inputs_of(seen: dict[str, Floats]) -> Floats:
    """What the network gets: the planes that change, the vector, and a constant."""
    n = len(seen["vector"])
    planes = seen["planes"][:, SHOWN].reshape(n, -1)
    return np.concatenate([planes, seen["vector"] / 8, np.ones((n, 1), np.float32)], 1)


class Memory:
    """The steps of the matches that are still going on, lane by lane."""

    def __init__(self) -> None:
        self.steps: list[tuple[Floats, NDArray[np.int8], Numbers, Numbers]] = []
        self.first = np.zeros(LANES, np.int64)  # the first step of each lane's match
        self.rewards: list[Floats] = []

    def add(self, inputs: Floats, masks: NDArray[np.int8], actions: Numbers, seats: Numbers) -> None:
        self.steps.append((inputs, masks.copy(), actions, seats.copy()))
        self.rewards.append(np.zeros(LANES, np.float32))

    def ended(self, terminated: NDArray[np.bool_], rewards: Floats) -> None:
        """Everybody's steps in a match are worth what its end was worth to that seat."""
        for lane in terminated.nonzero()[0]:
            for step in range(self.first[lane], len(self.steps)):
                self.rewards[step][lane] = rewards[lane, self.steps[step][3][lane]]
            self.first[lane] = len(self.steps)

    def batch(self) -> tuple[Floats, NDArray[np.int8], Numbers, Floats]:
        """All steps whose match has ended; the others are forgotten."""
        known = np.concatenate([self.first > step for step in range(len(self.steps))])
        inputs, masks, actions, _ = (np.concatenate(part) for part in zip(*self.steps, strict=True))
        return inputs[known], masks[known], actions[known], np.concatenate(self.rewards)[known]


def train(lanes: VectorEnvironment, policy: Policy, seen: dict[str, Floats], info: dict[str, Any]) -> None:
    """Plays on in all lanes for a while, and learns from it."""
    memory = Memory()
    for _ in range(HORIZON):
        inputs, masks = inputs_of(seen), lanes.masks()
        actions = policy.choose(inputs, masks)
        memory.add(inputs, masks, actions, info["seat"])
        seen, rewards, terminated, _, info = lanes.step(actions)
        memory.ended(terminated, rewards)
    policy.learn(*memory.batch())


def win_rate(lanes: VectorEnvironment, policy: Policy, matches: int = 1000) -> float:
    """Against random play, as first and as second player alike."""
    mine = np.arange(lanes.num_envs) % 2
    seen, info = lanes.reset(seed=99)
    won = played = 0.0
    while played < matches:
        actions = policy.choose(inputs_of(seen), lanes.masks())
        actions = np.where(info["seat"] == mine, actions, lanes.sample())
        seen, rewards, terminated, _, info = lanes.step(actions)
        own = rewards[np.arange(len(mine)), mine]
        won += float(((own[terminated] + 1) / 2).sum())
        played += int(terminated.sum())
    return won / played


def learn(rounds: int, seed: int = 1, size: int = 4) -> list[tuple[float, float]]:
    """Trains, and says how good it was on the way: (updates, part of matches won)."""
    lanes = vector.make("abstrakto", LANES, seed=seed, threads=2, size=size)
    proof = vector.make("abstrakto", LANES, size=size)
    seen, info = lanes.reset()
    policy = Policy(inputs_of(seen).shape[1], lanes.choices.count, np.random.default_rng(seed))
    points = [(0.0, win_rate(proof, policy))]
    for number in range(1, rounds + 1):
        train(lanes, policy, seen, info)
        if number % max(1, rounds // 10) == 0:
            points.append((float(number), win_rate(proof, policy)))
            print(f"round {number:4}: {100 * points[-1][1]:.1f} % won against random play", flush=True)
    lanes.close()
    return points


def main() -> None:
    """Learns, and draws how it went."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=80, help="how often the network is updated")
    parser.add_argument("--plot", type=Path, help="where to draw the learning curve (SVG)")
    given = parser.parse_args()
    points = learn(given.rounds)
    print(f"before: {100 * points[0][1]:.1f} %, after: {100 * points[-1][1]:.1f} %")
    if given.plot:
        given.plot.write_text(curve(points, "updates", "Part of matches won against random play"))


if __name__ == "__main__":
    main()
