"""The table of races beside a naive count of every roll."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from ludoteka.games.abak.engine import GAME
from ludoteka.games.abak.types import State
from ludoteka.players.abak import races

Counts = tuple[int, ...]  # checkers on points 1..6


def after_step(counts: Counts, die: int) -> Iterator[Counts]:
    """Everything that one die can do when all checkers are home."""
    highest = max((point for point in range(1, 7) if counts[point - 1]), default=0)
    for point in range(1, 7):
        if counts[point - 1] and (point >= die or point == highest):
            left = list(counts)
            left[point - 1] -= 1
            if point > die:
                left[point - die - 1] += 1
            yield tuple(left)


def ends(counts: Counts, dice: tuple[int, ...]) -> set[Counts]:
    """Where a roll can lead, the dice in this order."""
    found = {counts}
    for die in dice:
        found = {after for one in found for after in (list(after_step(one, die)) or [one])}
    return found


@cache
def mean_rolls(counts: Counts) -> Fraction:
    """The fewest rolls on average, by trying everything."""
    if not any(counts):
        return Fraction(0)
    total = Fraction(0)
    for first in range(1, 7):
        for second in range(1, 7):
            orders = [(first,) * 4] if first == second else [(first, second), (second, first)]
            total += min(mean_rolls(end) for order in orders for end in ends(counts, order))
    return 1 + total / 36


@pytest.mark.parametrize(
    "counts", [(1, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 1), (0, 1, 0, 0, 1, 1), (2, 0, 1, 1, 0, 1)]
)
def test_the_table_plays_for_the_fewest_rolls(counts: Counts) -> None:
    table = races.race_table()
    row = table[races.number_of(np.array((0, *counts), np.int64))]
    assert row.sum() == pytest.approx(1, abs=1e-5)
    assert float(row @ np.arange(races.MOST_ROLLS)) == pytest.approx(float(mean_rolls(counts)), abs=1e-4)


def test_every_position_has_its_own_number() -> None:
    rows = races.layouts()
    assert {int(races.number_of(row)) for row in rows} == set(range(races.POSITIONS))


@pytest.mark.parametrize(
    ("position", "won"),
    [  # White has just moved, Black rolls
        ("S/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/s/-/-/-/-/- - 14,14 1 - setup=classic", 9 / 36),
        ("-/-/-/-/-/S/-/-/-/-/-/-/-/-/-/-/-/-/s/-/-/-/-/- - 14,14 1 - setup=classic", 9 / 36 * 27 / 36),
        (
            "S/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/o/-/-/-/-/- - 14,14 1 -",
            None,
        ),  # a wounded one has its own ways
        ("S/-/-/-/-/-/s/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/- - 14,14 1 - setup=classic", None),  # not yet home
    ],
)
def test_a_race_on_a_board(position: str, won: float | None) -> None:
    state: State = GAME.notation.load(position)
    results, counts = np.zeros(6), np.zeros(8, np.int64)
    board = np.frombuffer(state.board, np.int64).copy()
    assert races.race_results(races.race_table(), board, 0, counts, results) is (won is not None)
    if won is not None:
        assert results == pytest.approx([won, 0, 0, 1 - won, 0, 0], abs=1e-2 if won < 0.2 else 1e-5)
