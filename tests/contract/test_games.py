"""Every registered game keeps every law of the protocol, compiled and uncompiled."""

import os
import subprocess
import sys

import pytest
from hypothesis import HealthCheck, settings

from ludoteka import games
from ludoteka.core.conformance import Effort, check_game, machine
from ludoteka.engine import Engine


@pytest.mark.parametrize("game", games.ids())
def test_laws(game: str) -> None:
    check_game(games.get(game), Effort(matches=6, looks=12, moves=8))


@pytest.mark.parametrize("game", games.ids())
def test_state_machine(game: str) -> None:
    test = machine(games.get(game)).TestCase
    checks = [HealthCheck.too_slow, HealthCheck.data_too_large]
    test.settings = settings(
        max_examples=8, stateful_step_count=20, deadline=None, suppress_health_check=checks
    )
    test().runTest()


UNCOMPILED = """
import sys
from ludoteka import games
from ludoteka.core import match as matches
from ludoteka.core.chance import Source, seed_from
from ludoteka.core.conformance import check_state, random_event
from ludoteka.core.conformance_looks import Look
game = games.get(sys.argv[1])
rng = Source(seed_from("uncompiled"))
match = matches.new(game, max(2, game.info.seats[0]))
for _ in range(6):
    match = match.then(random_event(match, rng))
check_state(Look(match, rng, moves=2))
assert "numba" not in sys.modules
"""


@pytest.mark.parametrize("game", games.ids())
def test_laws_uncompiled(game: str) -> None:
    """A few moves and one look: plain Python is a hundred times slower."""
    found = subprocess.run(
        [sys.executable, "-c", UNCOMPILED, game],
        env={**os.environ, "LUDOTEKA_KERNEL": "python"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stderr


@pytest.mark.parametrize("game", games.ids())
def test_the_same_seed_gives_the_same_match(game: str) -> None:
    assert _played(game, "one seed") == _played(game, "one seed")
    assert _played(game, "one seed") != _played(game, "another")


def _played(game: str, seed: str) -> str:
    """The record of a match between players of level 0, cut after 60 events."""
    engine = Engine()
    seats = max(2, games.get(game).info.seats[0])
    status = engine.answer({"do": "new", "game": game, "seats": seats, "seed": seed})
    handle = status["match"]
    for number in range(60):
        if status["awaiting"]["kind"] != "turn":
            break
        ask = {"match": handle, "seat": status["awaiting"]["seats"][0]}
        best = engine.answer({"do": "best", **ask, "level": 0, "seed": f"{seed} {number}"})
        status = engine.answer({"do": "play", **ask, "move": best["move"]})
        assert status["ok"], status
    record = engine.answer({"do": "record", "match": handle})["record"]
    assert isinstance(record, str)
    return record
