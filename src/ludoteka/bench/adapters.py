"""What learners wait for: steps with observations and masks, and the first step of a process."""

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from functools import partial
from importlib.util import find_spec
from time import perf_counter
from typing import Any

import numpy as np

from ludoteka import games
from ludoteka.adapters.desk import Desk, Race, game_of, is_race
from ludoteka.bench import peers
from ludoteka.bench.timing import Figure, Figures, each, rate
from ludoteka.core.chance import Source
from ludoteka.core.game import Turn
from ludoteka.encoding.encoder import AnyEncoder

STEPS = 3000
SEED = bytes(range(32))
FIRST = """
from ludoteka.adapters.pettingzoo import env
match = env({game!r})
match.reset(seed=1)
match.step(int(match.last()[0]["action_mask"].argmax()))
match.last()
"""


def figures() -> Figures:
    """The figures of the adapters; PettingZoo's only where it is installed, its own games beside ours."""
    measured = {}
    for name in games.GAMES:
        yield from _parts(name)
        yield rate(f"sampler.{name}.moves_per_s", partial(_sampled, name))
        if find_spec("pettingzoo") is not None:
            figure = rate(f"pettingzoo.{name}.steps_per_s", partial(_steps, name))
            measured[name] = figure.value
            yield figure
            yield Figure(f"pettingzoo.{name}.first_step_s", min(_first_step(name) for _ in range(3)))
    for peer in ("connect_four", "chess"):
        yield from _beside(peer, measured)


def _beside(peer: str, ours: Mapping[str, float]) -> Figures:
    """An environment of PettingZoo's own, and how many times as fast ours are."""
    for work in peers.pettingzoo(peer):
        theirs = rate(f"pettingzoo.peer.{peer}.steps_per_s", work)
        yield theirs
        for name, value in ours.items():
            yield Figure(f"pettingzoo.{name}.to_{peer}.ratio", value / theirs.value)


def _steps(name: str) -> int:
    """Random choices from the mask, as a learner would make them."""
    from ludoteka.adapters.pettingzoo import env

    match, rng, count = env(name), np.random.default_rng(1), 0
    while count < STEPS:
        match.reset(seed=count)
        for _ in match.agent_iter():
            seen, _, terminated, truncated, _ = match.last()
            if terminated or truncated or seen is None:
                match.step(None)
                continue
            offered = seen["action_mask"].nonzero()[0]
            match.step(int(offered[int(rng.random() * len(offered))]))
            count += 1
    return count


def _sampled(name: str) -> int:
    """Whole moves that the quick sampler gives, without lists and masks, with an observation before each."""
    table, count = _table(name), 0
    while count < STEPS // 4:
        table.begin(bytes([count % 256]) * 32)
        while isinstance(turn := table.match.awaiting, Turn) and count < STEPS // 4:
            seat, state = min(turn.seats), table.match.state
            table.encoder.observe(state, seat)
            rng = Source(SEED, count.to_bytes(8, "big"))
            table.play(seat, table.encoder.some(state, seat, rng))
            count += 1
    return count


def _table(name: str) -> Desk | Race:
    game = game_of(name)
    return Race(game) if is_race(game) else Desk(game)


def _parts(name: str) -> Figures:
    """What a turn is made of, in microseconds: the list of moves, some move, the observation, and so on."""
    encoder, moments = _moments(name)
    work: dict[str, Callable[[Any, int, int], object]] = {
        "actions": lambda state, seat, _: encoder.actions(state, seat),
        "some": lambda state, seat, _: encoder.some(state, seat, Source(SEED)),
        "observe": lambda state, seat, _: encoder.observe(state, seat),
        "move_of": encoder.move_of,
    }
    for part, call in work.items():
        times = each([partial(call, *moment) for moment in moments])
        yield Figure(f"encoder.{name}.{part}_us", 1e6 * sum(times) / len(times))


def _moments(name: str) -> tuple[AnyEncoder, list[tuple[Any, int, int]]]:
    """The first turns of a match: states, seats, and an action for each."""
    table = _table(name)
    moments: list[tuple[Any, int, int]] = []
    table.begin(SEED)
    while isinstance(turn := table.match.awaiting, Turn) and len(moments) < 20:
        seat, state = min(turn.seats), table.match.state
        actions = table.encoder.actions(state, seat)
        moments.append((state, seat, int(actions[len(actions) // 2])))
        table.play(*moments[-1][1:])
    return table.encoder, moments


def _first_step(name: str) -> float:
    """Seconds from the start of a process to its first step, minus those of a process that does nothing.

    Python may keep what it compiles, as kernels do: without that every start would compile Numba's sources.
    """
    kept = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    start = perf_counter()
    first = [sys.executable, "-c", FIRST.format(game=name)]
    subprocess.run(first, check=True, env=kept)  # noqa: S603 - our own words
    middle = perf_counter()
    subprocess.run([sys.executable, "-c", "pass"], check=True, env=kept)
    return middle - start - (perf_counter() - middle)
