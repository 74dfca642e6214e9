"""Other projects that do what ours does, measured beside it where they are installed (the group `peers`).

All play at random and look at every position as a learner would. OpenSpiel and PettingZoo step one match at a
time, Pgx many at once in compiled code that takes half a minute to make.
"""

import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from typing import Any

LANES = 1024
STEPS = 50  # of all lanes in one call
NEWEST = {"connect_four": "connect_four_v3", "chess": "chess_v6"}
Work = Callable[[], int]


def open_spiel(name: str) -> Iterator[Work]:
    """Legal actions and an observation at every decision, chance drawn on the way."""
    if find_spec("pyspiel") is not None:
        game: Any = import_module("pyspiel").load_game(name)
        yield lambda: _spieled(game, random.Random(1))  # noqa: S311 - nothing depends on it


def _spieled(game: Any, rng: random.Random) -> int:
    observes = game.get_type().provides_observation_tensor
    state, done = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, chances)[0])
            continue
        if observes:
            state.observation_tensor(state.current_player())
        state.apply_action(rng.choice(state.legal_actions()))
        done += 1
    return done


def pettingzoo(name: str) -> Iterator[Work]:
    """A classic environment of PettingZoo's own, with masks; it needs pygame even where nothing is drawn."""
    if find_spec("pettingzoo") is None or find_spec("pygame") is None:
        return
    with suppress(ImportError):  # some need more than that
        env: Any = getattr(import_module("pettingzoo.classic"), NEWEST[name]).env()
        yield lambda: _agents(env, random.Random(1))  # noqa: S311 - nothing depends on it


def _agents(env: Any, rng: random.Random) -> int:
    env.reset(seed=1)
    done = 0
    for _ in env.agent_iter():
        seen, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        env.step(rng.choice(seen["action_mask"].nonzero()[0]))
        done += 1
    return done


def pgx(name: str) -> Iterator[Work]:
    """Many lanes that begin anew by themselves, with observations and masks."""
    if find_spec("pgx") is not None and find_spec("jax") is not None:
        yield _lanes(import_module("pgx").make(name))


def _lanes(env: Any) -> Work:
    jax: Any = import_module("jax")
    begin = jax.jit(jax.vmap(env.init))
    restarting = import_module("pgx.experimental").auto_reset
    step = jax.vmap(restarting(env.step, env.init))

    def once(carried: Any, _: Any) -> Any:
        states, key = carried
        key, choosing, stepping = jax.random.split(key, 3)
        logits = jax.numpy.where(states.legal_action_mask, 0.0, -jax.numpy.inf)
        actions = jax.random.categorical(choosing, logits)
        return (step(states, actions, jax.random.split(stepping, LANES)), key), states.observation.sum()

    many = jax.jit(lambda carried: jax.lax.scan(once, carried, None, length=STEPS))
    held = [(begin(jax.random.split(jax.random.PRNGKey(1), LANES)), jax.random.PRNGKey(2))]

    def work() -> int:
        held[0], seen = many(held[0])
        seen.block_until_ready()
        return LANES * STEPS

    return work
