"""OpenSpiel's own simulation on every game, chance that adds up, and information states that keep secrets."""

import random
from typing import Any

import pytest

from ludoteka import games
from ludoteka.core.refusals import BadRequest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is built for Linux alone")
import ludoteka.adapters.openspiel as adapter  # noqa: E402 - it needs pyspiel

GAMES = list(games.GAMES)
SHORT = {
    "abaku": "idle_rounds=1",
    "calculissimo": "board=mini;chips=mini",
    "kakuro": "failures=1",
    "abstrakto": "size=2;discard=secret",
    "abak": "",
}


def load(game: str, options: str | None = None, seats: int = 2) -> Any:
    params = {"seats": seats, "options": SHORT[game] if options is None else options}
    return pyspiel.load_game(adapter.PREFIX + game, params)


@pytest.mark.parametrize("game", GAMES)
def test_simulation(game: str) -> None:
    pyspiel.random_sim_test(load(game), num_sims=1, serialize=False, verbose=False)


def walk(state: Any, rng: random.Random, most: int) -> Any:
    """Plays at random and stops at a player's node after some choices, or at the end."""
    for _ in range(most):
        if state.is_terminal():
            break
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert abs(sum(chance for _, chance in outcomes) - 1) < 1e-9
            picks, chances = zip(*outcomes, strict=True)
            state.apply_action(rng.choices(picks, chances)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("game", GAMES)
def test_a_history_leads_to_the_same_state(game: str) -> None:
    loaded = load(game)
    state = walk(loaded.new_initial_state(), random.Random(2), 150)
    again = loaded.deserialize_state(state.serialize())
    assert str(again) == str(state)
    assert again.legal_actions() == state.legal_actions()


@pytest.mark.parametrize("game", GAMES)
def test_resampled_states_have_the_same_information(game: str) -> None:
    rng = random.Random(5)
    state = load(game).new_initial_state()
    looked = 0
    while not state.is_terminal() and looked < 12:
        player = state.current_player()
        if player >= 0:
            other = state.resample_from_infostate(player, rng.random)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.observation_string(player) == state.observation_string(player)
            assert other.observation_tensor(player) == state.observation_tensor(player)
            assert other.legal_actions() == state.legal_actions()
            looked += 1
        walk(state, rng, 1)
    assert looked > 3


def test_information_states_keep_secrets() -> None:
    """In Abaku others are told only how many tiles were drawn."""
    rng, state = random.Random(1), load("abaku").new_initial_state()
    while state.is_chance_node():
        walk(state, rng, 1)
    racks = state.node.match.state.racks
    for player in (0, 1):
        known = state.information_state_string(player)
        assert racks[player] in known
        assert racks[1 - player] not in known
        assert "#5" in known


def test_alone_the_points_count() -> None:
    state = load("kakuro", "failures=1", seats=1).new_initial_state()
    walk(state, random.Random(3), 5000)
    assert state.is_terminal()
    assert state.returns() == [float(state.node.match.state.scores[0])]


def test_wrong_parameters_are_refused() -> None:
    with pytest.raises((BadRequest, pyspiel.SpielError), match="key=value"):
        load("abak", "classic")
