"""Classic backgammon beside OpenSpiel's, an implementation that shares nothing with ours.

OpenSpiel's player 1 (`o`) runs like our White, player 0 (`x`) like our Black; its point i is our point i+1.
It plays doubles as two turns of two dice each, so both halves are followed.
"""

import random
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from ludoteka.games.abak.moves import find_turns
from ludoteka.games.abak.rules.boards import build
from ludoteka.games.abak.types import CELLS, TRAY

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is on Linux only: see pyproject.toml")

Counts = npt.NDArray[np.int64]  # rows of 50 numbers: Black's points, White's points, both trays
ROLLS = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]
MIXED = [(high, low) for high, low in ROLLS if high > low]  # doubles take OpenSpiel most of the time


def _counts(tensors: list[tuple[float, ...]]) -> Counts:
    """OpenSpiel's observations: four numbers a point for one, two, three checkers and those beyond three."""
    rows = np.array(tensors)
    units = rows[:, :192].reshape(len(rows), 48, 4)
    beyond = np.where(units[:, :, 3] > 0, units[:, :, 3] + 3, 0)
    points = units[:, :, 0] + 2 * units[:, :, 1] + 3 * units[:, :, 2] + beyond
    return np.hstack([points, rows[:, [193, 196]]]).astype(np.int64)


def _our_counts(boards: bytes) -> Counts:
    rows = np.frombuffer(boards, np.int64).reshape(-1, CELLS)
    stacks = rows[:, 1:25]
    heights = sum((stacks >> 4 * n & 15 != 0).astype(np.int64) for n in range(15))
    black = np.where(stacks & 8 != 0, heights, 0)
    return np.hstack([black, heights - black, rows[:, [TRAY + 1, TRAY]]])


def _board(counts: Counts) -> bytes:
    """The board of one row; the bars follow from the rest."""
    black, white, off = counts[:24], counts[24:48], counts[48:]
    letters = ["S" * int(w) + "s" * int(b) for w, b in zip(white, black, strict=True)]
    bar = "S" * int(15 - white.sum() - off[1]) + "s" * int(15 - black.sum() - off[0])
    return build(letters, bar, "classic")


def _seen(state: Any) -> tuple[float, ...]:
    return tuple(state.observation_tensor(0))


@lru_cache(maxsize=1)
def _actions() -> dict[tuple[int, int], int]:
    """Which chance action is which roll: the state after it says so."""
    state = pyspiel.load_game("backgammon").new_initial_state()
    state.apply_action(0)
    state.apply_action(state.legal_actions()[0])
    found = {}
    for action, _ in state.chance_outcomes():
        low, high = sorted(int(die) for die in _seen(state.child(action))[198:])
        found[high, low] = action
    assert sorted(found) == sorted(ROLLS)
    return found


def _ends(state: Any, player: int) -> dict[str, Any]:
    """The states when the other player is to roll, or the game is over, by what they print."""
    found: dict[str, Any] = {}
    halves: dict[str, Any] = {}
    for action in state.legal_actions():
        child = state.child(action)
        is_half = not child.is_terminal() and child.current_player() == player
        (halves if is_half else found)[str(child)] = child
    for half in halves.values():
        found |= _ends(half, player)
    return found


def _positions(rng: random.Random) -> Iterator[tuple[Any, int]]:
    """States of random games before a roll, and who rolls."""
    game = pyspiel.load_game("backgammon")
    while True:
        state = game.new_initial_state()
        state.apply_action(rng.choice(state.chance_outcomes())[0])  # the opening roll
        while not state.is_terminal():
            if not state.is_chance_node():
                state.apply_action(rng.choice(state.legal_actions()))
                continue
            after = state.child(state.chance_outcomes()[0][0])
            if rng.randrange(5) == 0:
                yield state.clone(), after.current_player()
            state.apply_action(rng.choice(state.chance_outcomes())[0])


def _rows(counts: Counts) -> set[bytes]:
    return {row.tobytes() for row in np.ascontiguousarray(counts)}


@pytest.mark.parametrize("positions", [50, pytest.param(2000, marks=pytest.mark.slow)])
def test_the_same_positions_after_every_roll(positions: int) -> None:
    source = _positions(random.Random(f"openspiel {positions}"))
    for number in range(positions):
        state, player = next(source)
        counts = _counts([_seen(state)])
        board = _board(counts[0])
        for roll in ROLLS if number % 4 == 0 else MIXED:
            known = find_turns(board, 1 - player, *roll, 0, 1)
            boards = b"".join(known.board(n) for n in range(len(known.moves))) or board
            ends = _ends(state.child(_actions()[roll]), player).values()
            theirs = _counts([_seen(end) for end in ends])
            assert _rows(_our_counts(boards)) == _rows(theirs), (counts.tolist(), roll, player)
