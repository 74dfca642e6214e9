"""The count tables of AB-18."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from ludoteka.core import match
from ludoteka.core.game import Over, Played, Turn
from ludoteka.games.abaku.engine import GAME

TABLE = Path(__file__).parents[2] / "counts" / "abaku.toml"
COUNTS = tomllib.loads(TABLE.read_text("utf-8"))["count"]


@pytest.mark.parametrize("count", COUNTS)
def test_counts(count: dict[str, Any]) -> None:
    game = match.load(GAME, count["position"])
    moves = list(GAME.legal(game.state, 0))
    assert len(moves) == count["moves"]
    if "pairs" in count:
        assert sum(_replies(game.then(Played(0, move, 0))) for move in moves) == count["pairs"]


def _replies(game: match.Match[Any, Any]) -> int:
    if isinstance(game.awaiting, Over):
        return 0
    assert isinstance(game.awaiting, Turn)
    (seat,) = game.awaiting.seats
    return len(list(GAME.legal(game.state, seat)))
