"""Gymnasium's own check on every game, matches against players and alone."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import ludoteka.adapters.gymnasium as adapter
from ludoteka import games
from ludoteka.core.refusals import BadRequest

IDS = [f"ludoteka/{games.get(game).info.title}-v1" for game in games.GAMES]
ALONE: list[tuple[str, dict[str, Any]]] = [
    ("kakuro", {"failures": 1}),
    ("abaku", {}),
    ("abaku", {"mode": "sandbox"}),
]


@pytest.mark.parametrize("name", IDS)
def test_check(name: str) -> None:
    assert adapter.PlayerEnv is not None
    check_env(gymnasium.make(name, level=0).unwrapped, skip_render_check=True)


def play(env: adapter.PlayerEnv, seed: int, most: int) -> tuple[int, float, bool]:
    """A match of random choices: how many there were, the last reward, and whether it is over."""
    seen, _ = env.reset(seed=seed)
    rng, reward, over, count = np.random.default_rng(seed), 0.0, False, 0
    while not over and count < most:
        assert (seen["action_mask"].astype(bool) == env.action_masks()).all()
        seen, reward, over, _, info = env.step(rng.choice(seen["action_mask"].nonzero()[0]))
        assert not info
        count += 1
    return count, reward, over


@pytest.mark.parametrize("game", ["abstrakto", "abak", "calculissimo"])
def test_whole_matches_against_a_player(game: str) -> None:
    env = adapter.PlayerEnv(game, level=1)
    _, reward, over = play(env, 4, 2000)
    assert over
    assert reward in (-1, 0, 1)
    result = env.table.result
    assert result is not None
    assert (reward > 0) == (result.ranks[env.seat] < result.ranks[1 - env.seat])


def test_a_race_against_players() -> None:
    env = adapter.PlayerEnv("kakuro", level=2, seats=3, options={"failures": 9})
    play(env, 1, 400)
    others = [score for seat, score in enumerate(env.table.match.state.scores) if seat != env.seat]
    assert max(others) > 0  # they are awake


@pytest.mark.parametrize(("game", "options"), ALONE)
def test_alone(game: str, options: dict[str, Any]) -> None:
    env = adapter.PlayerEnv(game, seats=1, options=options)
    count, reward, over = play(env, 2, 400)
    assert count > 1
    result = env.table.result
    assert over == (result is not None)
    assert result is None or reward == result.scores[0]


def test_the_same_seed_brings_the_same_match() -> None:
    first, second = (adapter.PlayerEnv("abak", level=1) for _ in range(2))
    assert play(first, 7, 40) == play(second, 7, 40)
    assert first.seat == second.seat
    assert first.table.match == second.table.match


def test_a_seat_can_be_chosen() -> None:
    env = adapter.PlayerEnv("abstrakto", seat=1, level=0)
    env.reset(seed=1)
    assert env.seat == 1
    with pytest.raises(BadRequest, match="no seat 2"):
        adapter.PlayerEnv("abstrakto", seat=2)


def test_rendering() -> None:
    env = adapter.PlayerEnv("abstrakto", level=0, render_mode="rgb_array")
    env.reset(seed=1)
    picture = env.render()
    assert picture.dtype == np.uint8
    assert picture.shape[2] == 3
    text = adapter.PlayerEnv("abaku", level=0, seat=0, render_mode="ansi")
    text.reset(seed=1)
    assert "your rack" in text.render()
