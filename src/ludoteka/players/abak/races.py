"""Races home: in how many rolls a seat bears off, for every way in which its checkers can lie at home.

The table is one-sided: a seat plays for the fewest rolls on average, whatever the other one does. It is
exact for soldiers; guards, general and druid run like soldiers once all are home, the wounded do not and
have no place in it. A position of up to 15 checkers on the points 1-6 has a number; all 54,264 of them are
worked out in order of pips when the table is first needed, within a second.
"""

from functools import lru_cache
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ludoteka.core.kernel import kernel
from ludoteka.games.abak.fast.listing import Rows
from ludoteka.games.abak.rules.sequences import Ints
from ludoteka.games.abak.rules.steps import BELOW_TOP, Cells, count_kinds, spot
from ludoteka.games.abak.types import CHECKERS, EVEN, HOME, TRAY

Floats32: TypeAlias = npt.NDArray[np.float32]
Floats: TypeAlias = npt.NDArray[np.float64]

MOST_ROLLS = 32  # nobody needs more
POSITIONS = 54_264  # 15 checkers on six points and off: 21 choose 6
NO_RACES: Floats32 = np.zeros((0, MOST_ROLLS), np.float32)
SAFE_ROLLS = 3  # a loser with all 15 left is gammoned only by somebody this near; the network judges that


def _binomials() -> Ints:
    """n over k, for the numbers of positions."""
    table = np.zeros((CHECKERS + HOME + 1, HOME + 1), np.int64)
    table[:, 0] = 1
    for n in range(1, len(table)):
        table[n, 1:] = table[n - 1, 1:] + table[n - 1, :-1]
    return table


CHOOSE = _binomials()


@kernel
def number_of(counts: Ints) -> int:
    """The number of a position: `counts[p]` checkers on point p, 1..6."""
    total, number = 0, 0
    for point in range(1, HOME + 1):
        total += counts[point]
        number += CHOOSE[total + point - 1, point]
    return number


@kernel
def step_home(counts: Ints, die: int, source: int) -> int:
    """Makes one step if it can be made; returns its target, or -1."""
    if counts[source] == 0:
        return -1
    target = source - die
    if target < 0:
        for point in range(source + 1, HOME + 1):
            if counts[point] != 0:
                return -1
        target = 0
    counts[source] -= 1
    counts[target] += 1
    return target


@kernel
def best_end(counts: Ints, die: int, ends: Ints, means: Floats, best: int) -> int:
    """Where the best step with a die leads in the end: `ends` says it for each position one step on.

    `best` is the best end known before, or -1.
    """
    for source in range(1, HOME + 1):
        target = step_home(counts, die, source)
        if target >= 0:
            end = ends[number_of(counts)]
            if best < 0 or means[end] < means[best]:
                best = end
            counts[source] += 1
            counts[target] -= 1
    return best


@kernel
def solve_position(counts: Ints, number: int, ends: Rows, means: Floats, rolls: Floats32) -> None:
    """Works out one position; all those with fewer pips are known.

    `ends[5 * die + k - 5, n]`: where k steps with a die lead from position n.
    """
    for die in range(1, 7):
        for steps in range(1, 5):
            row = 5 * die + steps - 5
            ends[row, number] = best_end(counts, die, ends[row - 1], means, -1)
    mean = 1.0
    for first in range(1, 7):
        for second in range(1, first + 1):
            if first == second:
                end, share = ends[5 * first - 1, number], 1.0 / 36.0
            else:
                end = best_end(counts, first, ends[5 * second - 4], means, -1)
                end, share = best_end(counts, second, ends[5 * first - 4], means, end), 2.0 / 36.0
            mean += share * means[end]
            for roll in range(1, MOST_ROLLS):
                rolls[number, roll] += share * rolls[end, roll - 1]
    means[number] = mean


@kernel
def solve_all(layouts: Rows, ends: Rows, means: Floats, rolls: Floats32) -> None:
    """Works out all positions; `layouts` are their counts in order of pips, the empty one first."""
    rolls[0, 0] = 1.0
    for place in range(1, len(layouts)):
        counts = layouts[place]
        solve_position(counts, number_of(counts), ends, means, rolls)


def layouts() -> Rows:
    """Every way to have 0..15 checkers on six points, by pips: rows of seven, the first column unused."""
    found: list[tuple[int, ...]] = [()]
    for _ in range(HOME):
        found = [(*row, n) for row in found for n in range(CHECKERS + 1 - sum(row))]
    rows = np.zeros((len(found), HOME + 1), np.int64)
    rows[:, 1:] = found
    return rows[np.argsort(rows @ np.arange(HOME + 1), kind="stable")]


def race_table() -> Floats32:
    """`table[n, r]`: the chance that position n needs exactly r rolls; empty while kernels run uncompiled."""
    return _solved() if solve_all.runs_compiled else NO_RACES


@lru_cache(maxsize=1)
def _solved() -> Floats32:
    rolls = np.zeros((POSITIONS, MOST_ROLLS), np.float32)
    ends = np.tile(np.arange(POSITIONS), (30, 1))
    solve_all(layouts(), ends, np.zeros(POSITIONS), rolls)
    return rolls


# --- a race on a board -------------------------------------------------------------------------


@kernel
def race_number(board: Cells, seat: int, counts: Ints) -> int:
    """The number of a seat's position if all its checkers are home or off and none is wounded, else -1."""
    home = count_kinds(board[TRAY + seat])
    for point in range(1, HOME + 1):
        stack = board[spot(point, seat)]
        counts[point] = 0
        while stack != 0:
            if (stack & 15) >> 3 != seat or stack & 7 >= EVEN:
                return -1
            counts[point] += 1
            stack = (stack >> 4) & BELOW_TOP
        home += counts[point]
    return number_of(counts) if home == CHECKERS else -1


@kernel
def race_results(races: Floats32, board: Cells, me: int, counts: Ints, results: Floats) -> bool:
    """The chances of a race, the other seat about to roll; False: the table does not know this board."""
    if len(races) == 0:
        return False
    mine = race_number(board, me, counts)
    theirs = race_number(board, 1 - me, counts) if mine >= 0 else -1
    if mine < 0 or theirs < 0:
        return False
    if board[TRAY + me] == 0 or board[TRAY + 1 - me] == 0:  # somebody can still lose a gammon
        for roll in range(SAFE_ROLLS + 1):
            if races[mine, roll] > 0 or races[theirs, roll] > 0:
                return False
    won, later = 0.0, 1.0  # `later`: the chance that the other seat needs more rolls than so many
    for roll in range(MOST_ROLLS):
        later -= races[theirs, roll]
        won += races[mine, roll] * max(later, 0.0)
    for result in range(len(results)):
        results[result] = 0.0
    results[0], results[3] = won, 1.0 - won
    return True
