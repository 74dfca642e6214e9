"""PettingZoo's own suites on every game, and what they do not look at."""

from functools import partial
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from ludoteka import games
from ludoteka.adapters.pettingzoo import TurnEnv, env, parallel_env
from ludoteka.core.refusals import BadRequest

# PettingZoo lists by name the environments, all its own, whose observations may be dictionaries with a mask;
# and the mask of whoever is not to move, or done, has nothing in it.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]
GAMES = list(games.GAMES)
SUITES: Any = import_module("pettingzoo.test")  # it has no types


@pytest.mark.parametrize("game", GAMES)
def test_api(game: str) -> None:
    SUITES.api_test(env(game), num_cycles=60)


@pytest.mark.parametrize("game", GAMES)
def test_seeds(game: str) -> None:
    SUITES.seed_test(partial(env, game), num_cycles=25)


@pytest.mark.parametrize("game", GAMES)
def test_rendering(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    SUITES.render_test(partial(env, game))
    assert capsys.readouterr().out.strip()


def test_a_race_is_parallel() -> None:
    SUITES.parallel_api_test(parallel_env("kakuro"), num_cycles=60)
    SUITES.parallel_seed_test(partial(parallel_env, "kakuro"), num_cycles=60)


def test_a_race_ends_after_its_cycles() -> None:
    SUITES.max_cycles_test(
        SimpleNamespace(env=partial(env, "kakuro"), parallel_env=partial(parallel_env, "kakuro"))
    )


def test_turns_are_not_parallel() -> None:
    with pytest.raises(BadRequest, match="turns"):
        parallel_env("abak")


def test_turns_end_after_their_cycles() -> None:
    match = env("abstrakto", max_cycles=3)
    match.reset(seed=1)
    counts = dict.fromkeys(match.agents, 0)
    for agent in match.agent_iter():
        seen, _, terminated, truncated, _ = match.last()
        counts[agent] += not truncated
        assert not terminated
        match.step(None if truncated else first_of(seen))
    assert max(counts.values()) == 3


def first_of(seen: Any) -> int:
    return int(np.argmax(seen["action_mask"]))


@pytest.mark.parametrize("game", [game for game in GAMES if game != "kakuro"])
def test_whole_matches_end_with_a_result(game: str) -> None:
    match = env(game)
    assert isinstance(match, TurnEnv)
    match.reset(seed=3)
    rng, totals = np.random.default_rng(3), dict.fromkeys(match.possible_agents, 0.0)
    for agent in match.agent_iter():
        seen, reward, terminated, _, _ = match.last()
        assert seen is not None
        totals[agent] += reward
        match.step(None if terminated else int(rng.choice(seen["action_mask"].nonzero()[0])))
    assert match.desk.result is not None
    assert sum(totals.values()) == 0
    assert [totals[agent] for agent in match.possible_agents] == [match.desk.reward(seat) for seat in (0, 1)]


def test_a_choice_outside_the_mask_loses() -> None:
    match = env("abak")
    match.reset(seed=1)
    loser = match.agent_selection
    match.step(0)  # no move begins with "no more"
    assert match.terminations == {"player_0": True, "player_1": True}
    assert match.rewards == {agent: -1.0 if agent == loser else 0.0 for agent in match.agents}


def test_choices_make_a_move() -> None:
    """In Abak a turn is made step by step; the seat stays until the turn is determined."""
    match = env("abak", options={"setup": "classic"})
    assert isinstance(match, TurnEnv)
    match.reset(seed=5)
    mover, ply = match.agent_selection, match.desk.match.ply
    match.step(first_of(match.observe(mover)))
    seen = match.observe(mover)
    assert match.agent_selection == mover
    assert match.desk.match.ply == ply
    assert seen["observation"]["chosen"].tolist()[1:] == [-1, -1]
    assert seen["observation"]["chosen"][0] > 0
    match.step(first_of(seen))
    assert match.agent_selection != mover
    assert match.desk.match.ply > ply
