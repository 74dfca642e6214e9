"""What the listing leaves out before it looks is what it would have dropped afterwards."""

from random import Random

import numpy as np

from ludoteka.games.abak.fast.game import FastGame
from ludoteka.games.abak.fast.listing import (
    CODE,
    COLUMNS,
    STATUS,
    branch,
    commutes,
    find_turns,
    has_only_soldiers,
    worth_trying,
)
from ludoteka.games.abak.fast.steps import next_steps
from ludoteka.games.abak.rules.boards import cells_of, starting_board
from ludoteka.games.abak.rules.sequences import MOST_STEPS, Ints, opening_status
from ludoteka.games.abak.types import CELLS


def steps_from(row: Ints, seat: int, high: int, low: int, status: int) -> list[int]:
    out = np.empty(2 * MOST_STEPS, np.int64)
    count = next_steps(row, seat, high, low, status, 0, 1, out)
    return [int(code) for code in out[:count]]


def second_steps(board: bytes, seat: int, high: int, low: int) -> tuple[int, int]:
    """How many second steps of a turn there are, and how many are left out; each of these commutes."""
    row, child = np.zeros(COLUMNS, np.int64), np.zeros(COLUMNS, np.int64)
    row[:CELLS] = np.frombuffer(board, np.int64)
    row[STATUS] = opening_status(row, seat, high, low)
    total, left_out = 0, 0
    for code in steps_from(row, seat, high, low, int(row[STATUS])):
        branch(row, child, seat, code, high)
        status, before = int(child[STATUS]), int(child[CODE])
        everything = steps_from(child, seat, high, low, status)
        tried = steps_from(child, seat, high, low, int(worth_trying(status, before, high, low)))
        dropped = [step for step in everything if step not in tried]
        assert [step for step in everything if step not in dropped] == tried
        assert all(commutes(before, step) for step in dropped)
        total, left_out = total + len(everything), left_out + len(dropped)
    return total, left_out


def test_only_steps_that_commute_are_left_out() -> None:
    rng, game = Random(5), FastGame("classic")
    total, left_out = 0, 0
    for _ in range(12):
        game.reset()
        seat, won = 0, False
        while not won:
            first, second = rng.randint(1, 6), rng.randint(1, 6)
            high, low, seat = max(first, second), min(first, second), 1 - seat
            some, dropped = second_steps(game.board, seat, high, low)
            total, left_out = total + some, left_out + dropped
            won = game.play(rng.randrange(game.roll(seat, high, low)), seat)
    assert total > 10_000
    assert left_out > total / 4


def test_soldiers_are_told_from_others_wherever_they_are() -> None:
    classic = np.array(cells_of(starting_board("classic")), np.int64)
    assert has_only_soldiers(classic)
    assert not has_only_soldiers(np.array(cells_of(starting_board("abak")), np.int64))
    for place, stack in ((0, 2), (25, 15), (24, 0x1111)):
        there = classic.copy()
        there[place] = stack
        assert has_only_soldiers(there), (place, stack)
    for place, stack in ((0, 1 << 4), (25, 1 << 20), (24, 0x1121), (1, 0x4), (12, 0xB)):
        there = classic.copy()
        there[place] = stack
        assert not has_only_soldiers(there), (place, stack)


def test_the_listing_makes_no_arrays() -> None:
    assert not find_turns.makes_arrays  # it would all be compiled with reference counting
