"""Vectorised play: steps a second of many lanes at once, with observations and legal actions, on all cores.

Wall time, since several threads work. The peers do the same with one state at a time: OpenSpiel lists the
legal actions and makes one; PettingZoo's connect four observes and masks at every step.
"""

import os
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from time import perf_counter
from typing import Any

from ludoteka import vector
from ludoteka.bench.timing import Figure, Figures

THREADS = min(2, os.cpu_count() or 1)
SECONDS = 1.0
REPEATS = 3


def figures() -> Figures:
    """Ours, then the peers that are installed."""
    for name, game, lanes, options in (
        ("abstrakto", "abstrakto", 1024, {}),
        ("abak", "abak", 1024, {}),
        ("abak_classic", "abak", 1024, {"setup": "classic"}),
        ("abaku", "abaku", 16, {}),
        ("calculissimo", "calculissimo", 16, {}),
        ("kakuro", "kakuro", 64, {}),
    ):
        yield wall_rate(f"vector.{name}.steps_per_s", _stepping(game, lanes, options))
    if find_spec("pyspiel") is not None:
        for game in ("othello", "backgammon"):
            yield wall_rate(f"vector.peer_open_spiel_{game}.steps_per_s", _open_spiel(game))
    if find_spec("pettingzoo") is not None and find_spec("pygame") is not None:
        yield wall_rate("vector.peer_pettingzoo_connect_four.steps_per_s", _connect_four())


def wall_rate(name: str, work: Callable[[], int]) -> Figure:
    """How many steps a second; best of the repeats."""
    work()  # compiles, fills caches
    rates = []
    for _ in range(REPEATS):
        start, done = perf_counter(), 0
        while perf_counter() - start < SECONDS:
            done += work()
        rates.append(done / (perf_counter() - start))
    return Figure(name, max(rates), max(rates) - min(rates))


def _stepping(game: str, n: int, options: dict[str, Any]) -> Callable[[], int]:
    lanes = vector.make(game, n, seed=1, threads=THREADS, **options)
    lanes.reset()

    def step() -> int:
        lanes.step(lanes.sample())
        return n

    return step


def _open_spiel(name: str) -> Callable[[], int]:
    """Random games of a peer: legal actions and an observation at every decision, chance drawn on the way."""
    game: Any = import_module("pyspiel").load_game(name)
    random: Any = import_module("random").Random(1)
    observes = game.get_type().provides_observation_tensor

    def play() -> int:
        state, done = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, chances)[0])
                continue
            if observes:
                state.observation_tensor(state.current_player())
            state.apply_action(random.choice(state.legal_actions()))
            done += 1
        return done

    return play


def _connect_four() -> Callable[[], int]:
    env: Any = import_module("pettingzoo.classic.connect_four_v3").env()
    random: Any = import_module("random").Random(1)

    def play() -> int:
        env.reset(seed=1)
        done = 0
        for _ in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            env.step(random.choice([n for n, allowed in enumerate(seen["action_mask"]) if allowed]))
            done += 1
        return done

    return play
