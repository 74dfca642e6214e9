"""The count tables of the rules document (tests/counts/abak.toml)."""

import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ludoteka.core.game import Drawn, Played
from ludoteka.games.abak import moves
from ludoteka.games.abak.engine import GAME
from ludoteka.games.abak.types import NOBODY, Options, Setup, State

TABLES: dict[str, Any] = tomllib.loads(
    (Path(__file__).parents[2] / "counts" / "abak.toml").read_text(encoding="utf-8")
)
ROLLS = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]


def _start(setup: Setup) -> State:
    return replace(GAME.start(Options(setup), 2), seat=0)


def _roll(text: str) -> tuple[int, ...]:
    return tuple(int(die) for die in text.split("-"))


def _after(state: State) -> Iterator[State]:
    """The other seat's turn after each turn of this one, `pass` included."""
    known = moves.turns(state)
    boards = [known.board(n) for n in range(len(known.moves))] or [state.board]
    return (replace(state, board=board, seat=1 - state.seat, dice=()) for board in boards)


def _over_all_rolls(state: State) -> int:
    return sum(len(list(GAME.legal(replace(state, dice=roll), state.seat))) for roll in ROLLS)


@pytest.mark.parametrize("setup", ["abak", "classic"])
def test_moves_from_the_start(setup: Setup) -> None:
    table = TABLES["start"][setup]
    found = {
        roll: len(moves.turns(replace(_start(setup), dice=_roll(roll))).moves) for roll in table["rolls"]
    }
    assert found == table["rolls"]
    assert len(found) == 21
    assert sum(found.values()) == table["sum"]


@pytest.mark.parametrize("setup", ["abak", "classic"])
def test_two_turns_from_the_start(setup: Setup) -> None:
    table = TABLES["start"][setup]
    after = [state for roll in ROLLS for state in _after(replace(_start(setup), dice=roll))]
    assert sum(map(_over_all_rolls, after)) == table["depth2"]
    assert len(set(after)) == table["distinct"]


@pytest.mark.parametrize("setup", ["abak", "classic"])
def test_distinct_positions_after_two_turns(setup: Setup) -> None:
    found = {}
    for rolls in TABLES["start"][setup]["two_turns"]:
        white, black = map(_roll, rolls.split())
        first = _after(replace(_start(setup), dice=white))
        found[rolls] = len({end for state in first for end in _after(replace(state, dice=black))})
    assert found == TABLES["start"][setup]["two_turns"]


@pytest.mark.parametrize("row", TABLES["position"], ids=lambda row: row["text"][:20])
def test_other_positions(row: dict[str, Any]) -> None:
    state = GAME.notation.load(row["text"])
    assert len(list(GAME.legal(state, state.seat))) == row["moves"]
    assert _over_all_rolls(state) == row["rolls"]
    assert sum(map(_over_all_rolls, _after(state))) == row["depth2"]


def test_the_opening_roll_leads_to_the_counted_position() -> None:
    """The tables start with seat 0 to move: that is what the opening roll gives."""
    start = GAME.start(Options(), 2)
    assert start.seat == NOBODY
    state = GAME.apply(start, Drawn((3, 1)))
    assert (state.seat, state.dice) == (0, (3, 1))
    state = GAME.apply(state, Played(0, next(iter(GAME.legal(state, 0)))))
    assert state.seat == 1
