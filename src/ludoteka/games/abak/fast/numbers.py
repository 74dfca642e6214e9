"""Boards and turns as numbers for learners: what `encoding` asks for at every step, compiled."""

import numpy as np
from numpy.typing import NDArray

from ludoteka.core.kernel import kernel
from ludoteka.games.abak.rules.sequences import Ints
from ludoteka.games.abak.rules.steps import Cells, pip_count
from ludoteka.games.abak.types import BAR, LETTERS, POINTS, TRAY, WORDS

Floats = NDArray[np.float32]

KINDS = len(LETTERS)
LAYERS = 3
PLANES = 2 * KINDS * (1 + LAYERS) + 2  # all checkers, the top three of each stack, and both top runs
COUNTS = 4 * KINDS + 2  # bars and trays by class, own before the other's, and both pip counts
REST = (1 << 60) - 1  # what a shift leaves of a stack, whatever its sign

WAYS = 4  # with the higher die, with the lower one; then both backwards
FIRST_STEP = 1 + len(WORDS)  # 0: no more steps
DIGITS = FIRST_STEP + (POINTS + KINDS) * WAYS  # sources: every point, and the bar with each class


@kernel
def draw_points(cells: Cells, seat: int, planes: Floats) -> None:
    """Fills the planes, in the seat's own numbering and with its own checkers first."""
    for point in range(1, POINTS + 1):
        column = POINTS - point if seat == 1 else point - 1
        stack, depth, run = cells[point], 0, 0
        top = stack >> 3 & 1
        while stack != 0:
            side = stack >> 3 & 1
            kind = (stack & 7) - 1 + (0 if side == seat else KINDS)
            planes[kind, column] += 1
            if depth < LAYERS:
                planes[2 * KINDS * (1 + depth) + kind, column] = 1
            if side == top and run == depth:
                run += 1
            stack, depth = stack >> 4 & REST, depth + 1
        planes[PLANES - 2 if top == seat else PLANES - 1, column] = run


@kernel
def count_beside(cells: Cells, seat: int, vector: Floats) -> None:
    """Fills in the bars and trays by class, then the pips, own numbers first."""
    for order in range(2):
        whose = seat if order == 0 else 1 - seat
        bar = cells[0 if whose == 1 else BAR]
        tray = cells[TRAY + whose]
        for kind in range(KINDS):
            vector[order * KINDS + kind] = bar >> 4 * kind & 15
            vector[(2 + order) * KINDS + kind] = tray >> 4 * kind & 15
        vector[4 * KINDS + order] = pip_count(cells, whose)


@kernel
def number_turns(paths: Ints, high: int, actions: Ints) -> None:
    """The actions of turns, each a row of `paths`: the number of its steps, then their codes."""
    for turn in range(len(paths)):
        action = 0
        for place in range(4):
            action *= DIGITS
            if place < paths[turn, 0]:
                action += step_digit(paths[turn, place + 1], high)
        actions[turn] = action


@kernel
def step_digit(code: int, high: int) -> int:
    """The digit of a step: its source, its die and its direction; the class matters only on the bar."""
    source, target, die = code & 31, code >> 5 & 31, code >> 13 & 7
    place = POINTS + (code >> 10 & 7) - 1 if source == BAR else source - 1
    way = (0 if die == high else 1) + (2 if target > source else 0)
    return FIRST_STEP + place * WAYS + way
