"""The count tables of the rules document."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from ludoteka.core.game import Played, Turn
from ludoteka.core.match import load
from ludoteka.games.calculissimo.engine import GAME
from ludoteka.games.calculissimo.types import Placement

COUNTS = tomllib.loads((Path(__file__).parents[2] / "counts" / "calculissimo.toml").read_text("utf-8"))[
    "count"
]


@pytest.mark.parametrize("count", COUNTS, ids=lambda count: count["name"])
def test_legal_moves(count: dict[str, Any]) -> None:
    state = GAME.notation.load(count["position"])
    moves = list(GAME.legal(state, 0))
    assert sum(isinstance(move, Placement) for move in moves) == count["placements"]
    assert len(moves) == count["moves"]


@pytest.mark.parametrize("count", [c for c in COUNTS if "sequences" in c], ids=lambda count: count["name"])
def test_sequences_of_two(count: dict[str, Any]) -> None:
    match = load(GAME, count["position"])
    sequences, reached = 0, set()
    for first in GAME.legal(match.state, 0):
        then = match.then(Played(0, first))
        if not isinstance(then.awaiting, Turn):
            continue
        (seat,) = then.awaiting.seats
        for second in GAME.legal(then.state, seat):
            sequences += 1
            reached.add(GAME.notation.dump(then.then(Played(seat, second)).state))
    assert (sequences, len(reached)) == (count["sequences"], count["positions"])
