"""Vectorised play: lane i is the single environment, step by step, whatever does the work."""

from typing import Any

import numpy as np
import pytest
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, VectorEnv

from ludoteka import games, vector
from ludoteka.adapters.gymnasium import vector_env
from ludoteka.core.game import Played, Result
from ludoteka.encoding.encoder import Encodes
from ludoteka.encoding.quick_chance import SPAN, QuickSource, advance, below, stream_of
from ludoteka.encoding.rewards import rewards_of
from ludoteka.library import new
from ludoteka.vector.lane import Lane
from ludoteka.vector.loop import MatchLanes
from ludoteka.vector.workers import WorkerLanes

NATIVE: list[tuple[str, dict[str, Any], int]] = [
    ("abstrakto", {}, 60),
    ("abstrakto", {"size": 4, "pie": "on", "first": "orange"}, 60),
    ("abak", {}, 80),
    ("abak", {"setup": "classic", "match": 0}, 120),
    ("abak", {"stack_limit": 15, "druid_exposed": "no"}, 110),
]
LANES = 12


def lane_of(game: str, options: dict[str, Any], number: int, seed: int = 3) -> Lane:
    lane = Lane(new(game, seed=None, **options), np.array(stream_of(seed, number), np.int64))
    lane.reset()
    return lane


def assert_equal(
    lanes: vector.VectorEnvironment, info: dict[str, Any], seen: Any, number: int, lane: Lane
) -> None:
    assert (info["seat"][number], info["count"][number]) == (lane.seat, len(lane.actions))
    assert np.array_equal(lanes.legal(number), lane.actions)
    assert np.array_equal(lanes.masks()[number], lane.encoder.choices.mask(lane.actions))
    for key, array in lane.observe().items():
        assert np.array_equal(seen[key][number], array), key


@pytest.mark.parametrize(("game", "options", "steps"), NATIVE)
def test_lanes_in_kernels_equal_the_single_environment(
    game: str, options: dict[str, Any], steps: int
) -> None:
    lanes = vector.make(game, LANES, seed=3, threads=2, **options)
    assert not isinstance(lanes._lanes, MatchLanes)
    seen, info = lanes.reset()
    singles = [lane_of(game, options, number) for number in range(LANES)]
    ended = 0
    for step in range(steps):
        for number in (step % LANES, (step + 5) % LANES):
            assert_equal(lanes, info, seen, number, singles[number])
        actions = lanes.sample().copy()
        seen, rewards, terminated, truncated, info = lanes.step(actions)
        results = [single.step(int(action)) for single, action in zip(singles, actions, strict=True)]
        assert [result is not None for result in results] == terminated.tolist()
        assert not truncated.any()
        for number, result in enumerate(results):
            expected = [0.0, 0.0] if result is None else rewards_of(result)
            assert rewards[number].tolist() == expected
            assert tuple(info["scores"][number]) == ((0, 0) if result is None else result.scores)
        ended += int(terminated.sum())
    lanes.close()
    assert ended > 0


@pytest.mark.parametrize("game", ["abaku", "calculissimo", "kakuro"])
def test_every_other_game_is_the_single_environment(game: str) -> None:
    lanes = vector.make(game, 2, seed=3)
    seen, info = lanes.reset()
    singles = [lane_of(game, {}, number) for number in range(2)]
    for _ in range(4):
        for number, single in enumerate(singles):
            assert_equal(lanes, info, seen, number, single)
        actions = lanes.sample().copy()
        seen, _, _, _, info = lanes.step(actions)
        for single, action in zip(singles, actions, strict=True):
            single.step(int(action))
    lanes.close()


@pytest.mark.parametrize("game", ["abaku", "kakuro"])
def test_processes_give_the_same_as_one(game: str) -> None:
    alone, shared = vector.make(game, 3, seed=3), vector.make(game, 3, seed=3, processes=2)
    assert isinstance(shared._lanes, WorkerLanes)
    seen, info = alone.reset()
    others, other_info = shared.reset()
    for _ in range(4):
        for key, array in {**seen, **info}.items():
            assert np.array_equal({**others, **other_info}[key], array), key
        for lane in range(3):
            assert np.array_equal(alone.legal(lane), shared.legal(lane))
        assert np.array_equal(alone.masks(), shared.masks())
        actions = alone.sample().copy()
        assert np.array_equal(shared.sample(), actions)
        seen, rewards, _, _, info = alone.step(actions)
        others, other_rewards, _, _, other_info = shared.step(actions)
        assert np.array_equal(rewards, other_rewards)
    actions = shared.sample().copy()
    actions[2] = -1
    with pytest.raises(ValueError, match="not legal in lane 2"):
        shared.step(actions)
    shared.close()


def test_a_process_that_has_ended_is_reported() -> None:
    lanes = vector.make("kakuro", 2, processes=2)
    lanes.reset()
    assert isinstance(lanes._lanes, WorkerLanes)
    lanes._lanes._processes[0].terminate()
    lanes._lanes._processes[0].join()
    with pytest.raises((RuntimeError, OSError)):
        lanes.step(lanes.sample())
    lanes.close()


def test_gymnasium_knows_the_lanes_as_a_vector_environment() -> None:
    env = vector_env("abstrakto", 4, size=4, seed=3)
    assert isinstance(env, VectorEnv)
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    seen, info = env.reset(seed=1)
    assert env.observation_space.contains(seen)
    ended = 0
    while not ended:
        acting, actions = info["seat"], env.lanes.sample()
        assert env.action_space.contains(actions)
        seen, rewards, terminated, truncated, info = env.step(actions)
        assert rewards.shape == terminated.shape == truncated.shape == (4,)
        assert rewards.tolist() == [info["rewards"][lane, seat] for lane, seat in enumerate(acting)]
        ended = int(terminated.sum())
    assert env.single_observation_space.contains({key: array[0] for key, array in seen.items()})
    assert env.single_action_space == Discrete(env.lanes.choices.actions)
    with pytest.raises(ValueError, match="One seed"):
        env.reset(seed=[1, 2, 3, 4])
    env.close()


def test_a_lane_is_the_match_that_its_actions_spell() -> None:
    lane = lane_of("abak", {}, 0)
    game = games.get("abak")
    assert isinstance(game, Encodes)
    before = lane.match
    action = int(lane.actions[-1])
    seat = lane.seat
    move = game.encoder(before.state).move_of(before.state, seat, action)
    lane.step(action)
    assert before.then(Played(seat, move)) in list(lane.match)


def test_unusual_options_go_through_the_match() -> None:
    for game, options in (("abak", {"cube": "on", "match": 3}), ("abstrakto", {"discard": "secret"})):
        lanes = vector.make(game, 2, **options)
        assert isinstance(lanes._lanes, MatchLanes)
        lanes.reset()
        lanes.step(lanes.sample())


def test_the_same_seed_brings_the_same_and_another_does_not() -> None:
    def played(seed: int) -> bytes:
        lanes = vector.make("abstrakto", 4, seed=seed)
        lanes.reset()
        return b"".join(lanes.step(lanes.sample())[0]["planes"].tobytes() for _ in range(5))

    assert played(1) == played(1)
    assert played(1) != played(2)
    lanes = vector.make("abak", 3)
    first = lanes.reset(seed=5)[0]["planes"].copy()
    lanes.step(lanes.sample())
    assert np.array_equal(lanes.reset(seed=5)[0]["planes"], first)


@pytest.mark.parametrize("native", [True, False])
@pytest.mark.parametrize("game", ["abstrakto", "abak"])
def test_an_action_that_is_not_legal_changes_nothing(game: str, native: bool) -> None:
    lanes = vector.make(game, 3, native=native)
    seen, _ = lanes.reset()
    before = {key: array.copy() for key, array in seen.items()}
    actions = lanes.sample().copy()
    for wrong in (-1, int(actions[1]) + 10**9):
        actions[1] = wrong
        with pytest.raises(ValueError, match=f"Action {wrong} is not legal in lane 1"):
            lanes.step(actions)
    with pytest.raises(ValueError, match="One action for each of 3 lanes"):
        lanes.step([0])
    assert all(np.array_equal(seen[key], before[key]) for key in before)
    lanes.step(lanes.sample())


def test_lists_that_are_too_long_to_keep_are_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    from ludoteka.games.abak.fast import lanes as native

    lanes = vector.make("abak", 64, seed=9)
    lanes.reset()
    longest = 0
    for _ in range(60):
        seen, _, _, _, info = lanes.step(lanes.sample())
        longest = max(longest, int(info["count"].max()))
        if longest > native.KEPT:
            break
    lane = int(info["count"].argmax())
    assert longest > native.KEPT
    assert len(lanes.legal(lane)) == info["count"][lane]
    assert lanes.masks()[lane].sum() > 0
    actions = lanes.sample().copy()
    actions[lane] = lanes.legal(lane)[-1]
    assert lanes.step(actions)[0] is seen


@pytest.mark.parametrize("wrong", [{"n": 0}, {"n": 1, "threads": 0}, {"n": 1, "processes": 0}])
def test_there_is_at_least_one_lane_and_thread(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="at least one lane"):
        vector.make("abak", **wrong)


def test_rewards_are_zero_sum_and_ties_share() -> None:
    assert rewards_of(Result((3, 1), (1, 2), "")) == [1, -1]
    assert rewards_of(Result((1, 1), (1, 1), "")) == [0, 0]
    assert rewards_of(Result((5, 3, 3), (1, 2, 2), "")) == [1, -0.5, -0.5]
    assert rewards_of(Result((42,), (1,), "")) == [42]


def test_quick_chance_is_even_and_the_same_everywhere() -> None:
    stream = np.array(stream_of(7), np.int64)
    first = [int(advance(stream)) for _ in range(3)]
    by_hand = [stream_of(7)[0], stream_of(7)[1]]
    for expected in first:
        by_hand = [by_hand[0] * 40_014 % 2_147_483_563, by_hand[1] * 40_692 % 2_147_483_399]
        assert expected == (by_hand[0] - by_hand[1]) % SPAN
    counts = np.bincount([below(stream, 6) for _ in range(60_000)])
    assert abs(counts - 10_000).max() < 450  # five standard deviations
    large = QuickSource(stream)
    assert all(0 <= large.below(10**12) < 10**12 for _ in range(100))
    with pytest.raises(ValueError, match="at least 1"):
        large.below(0)
