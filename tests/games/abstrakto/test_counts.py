"""The count tables of the rules document (tests/counts/abstrakto.toml)."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from ludoteka.core.game import Played
from ludoteka.games.abstrakto.engine import GAME
from ludoteka.games.abstrakto.fast.match import FastMatch
from ludoteka.games.abstrakto.types import State

TABLES: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parents[2] / "counts" / "abstrakto.toml").read_text(encoding="utf-8")
)["count"]


def after(state: State) -> list[State]:
    if state.turn is None:
        return []
    return [GAME.apply(state, Played(state.turn, move)) for move in GAME.legal(state, state.turn)]


@pytest.mark.parametrize("table", TABLES, ids=[table["name"] for table in TABLES])
def test_counts(table: dict[str, Any]) -> None:
    level = [GAME.notation.load(table["position"])]
    found = []
    for _ in table["counts"]:
        level = [later for state in level for later in after(state)]
        found.append([len(level), len(set(level))])
    assert found == table["counts"]


@pytest.mark.parametrize("table", TABLES, ids=[table["name"] for table in TABLES])
def test_counts_of_fast_matches(table: dict[str, Any]) -> None:
    """The kernels reach as many positions as the rules."""
    reached = [FastMatch(GAME.notation.load(table["position"]))]
    for sequences, _ in table["counts"]:
        grown = []
        for match in reached:
            for move in match.legal().tolist():
                later = FastMatch.of(match.desk)
                later.step(move)
                grown.append(later)
        reached = grown
        assert len(reached) == sequences
