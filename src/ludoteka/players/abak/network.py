"""The evaluation network: two hidden layers over the features of a board, six results.

It sees the board that a turn leads to, from the side of the seat that has just moved (the other one is about
to roll), and gives the chances of six results: won single, gammon, backgammon, lost single, gammon,
backgammon. Inputs are binary and few of them are active: the first layer is a sum of rows, and for the turns
of a roll only the cells that differ from the board before are added and taken away. Races home are looked up
(races.py).
"""

from math import exp
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from ludoteka.core.kernel import kernel
from ludoteka.games.abak.fast.listing import Rows
from ludoteka.games.abak.rules.sequences import Ints
from ludoteka.games.abak.rules.steps import BELOW_TOP, Cells, is_won, spot
from ludoteka.games.abak.types import BAR, CELLS, HOME, POINTS, TRAY
from ludoteka.players.abak.features import MOST, board_features, cell_features, feature_count
from ludoteka.players.abak.races import NO_RACES, race_results

Floats32: TypeAlias = npt.NDArray[np.float32]
Floats: TypeAlias = npt.NDArray[np.float64]

RESULTS = 6
MONEY: Floats = np.array([1.0, 2.0, 3.0, -1.0, -2.0, -3.0])  # [AK-11.5] worths of the results, cube aside
Units: TypeAlias = tuple[int, int]  # hidden units of the first layer and of the second
SMALL, LARGE = (256, 64), (768, 128)
KNOWN: tuple[Units, ...] = (SMALL, LARGE)
IMPOSSIBLE = -1e30


class Net(NamedTuple):
    """The weights: views of one flat array, so that a trainer can go through all of them."""

    first: Floats32  # (features, first)
    first_bias: Floats32
    second: Floats32  # (first, second)
    second_bias: Floats32
    third: Floats32  # (second, 6)
    third_bias: Floats32
    races: Floats32  # (positions, rolls), or empty: see races.py


class Scratch(NamedTuple):
    """What an evaluation writes on; one per thread."""

    root: Floats32  # (first,): the sums of the board before the turn
    sums: Floats32  # (first,)
    hidden: Floats32  # (second,)
    results: Floats  # (6,)
    active: Ints  # features of a cell, or of a board
    units: Ints  # (first,): units that are active


def shapes(width: int, units: Units = SMALL) -> list[tuple[int, ...]]:
    """The shapes of the weights, in their order."""
    first, second = units
    return [
        (feature_count(width), first),
        (first,),
        (first, second),
        (second,),
        (second, RESULTS),
        (RESULTS,),
    ]


def weight_count(width: int, units: Units = SMALL) -> int:
    """How many weights a network has."""
    return sum(int(np.prod(shape)) for shape in shapes(width, units))


def units_of(weights: int, width: int) -> Units:
    """The hidden units of a network with so many weights."""
    known = {weight_count(width, units): units for units in KNOWN}
    if weights not in known:
        sizes = " or ".join(f"{size:,}" for size in known)
        raise ValueError(f"A network for this set-up has {sizes} weights, not {weights:,}.")
    return known[weights]


def net_of(flat: Floats32, width: int, races: Floats32 = NO_RACES) -> Net:
    """The layers as views of a flat array."""
    views: list[Floats32] = []
    begin = 0
    for shape in shapes(width, units_of(len(flat), width)):
        end = begin + int(np.prod(shape))
        views.append(flat[begin:end].reshape(shape))
        begin = end
    first, first_bias, second, second_bias, third, third_bias = views
    return Net(first, first_bias, second, second_bias, third, third_bias, races)


def new_scratch(units: Units) -> Scratch:
    """Memory for evaluations by a network with these hidden units."""
    first, second = units
    return Scratch(
        np.zeros(first, np.float32),
        np.zeros(first, np.float32),
        np.zeros(second, np.float32),
        np.zeros(RESULTS, np.float64),
        np.zeros(CELLS * MOST, np.int64),
        np.zeros(first, np.int64),
    )


def hidden_units(net: Net) -> Units:
    """How many hidden units a network has."""
    first, second = net.second.shape
    return first, second


# --- the end of a game -------------------------------------------------------------------------


@kernel
def win_worth(board: Cells, winner: int) -> int:
    """[AK-11.5] 1, 2 or 3: what a won board is worth, cube aside (`kind_of_win`, for kernels)."""
    loser = 1 - winner
    if board[TRAY + loser] != 0:
        return 1
    if board[spot(BAR, loser)] != 0:
        return 3
    for point in range(POINTS - HOME + 1, POINTS + 1):
        stack = board[spot(point, loser)]
        while stack != 0:
            if (stack & 15) >> 3 == loser:
                return 3
            stack = (stack >> 4) & BELOW_TOP
    return 2


# --- layers ------------------------------------------------------------------------------------


@kernel
def add_rows(first: Floats32, active: Ints, count: int, sums: Floats32) -> None:
    """Adds the rows of some features."""
    for number in range(count):
        row = first[active[number]]
        for unit in range(len(sums)):
            sums[unit] += row[unit]


@kernel
def remove_rows(first: Floats32, active: Ints, count: int, sums: Floats32) -> None:
    """Takes the rows of some features away."""
    for number in range(count):
        row = first[active[number]]
        for unit in range(len(sums)):
            sums[unit] -= row[unit]


@kernel
def sum_board(net: Net, board: Cells, me: int, width: int, active: Ints, sums: Floats32) -> int:
    """The first layer of a whole board, before its rectifier; returns how many features are active."""
    count = board_features(board, me, width, active)
    for unit in range(len(sums)):
        sums[unit] = net.first_bias[unit]
    add_rows(net.first, active, count, sums)
    return count


@kernel
def sum_change(net: Net, scratch: Scratch, before: Cells, after: Cells, me: int, width: int) -> None:
    """The first layer of a board that differs little from the one whose sums are in `scratch.root`."""
    sums = scratch.sums
    for unit in range(len(sums)):
        sums[unit] = scratch.root[unit]
    for cell in range(CELLS):
        if before[cell] != after[cell]:
            count = cell_features(cell, before[cell], me, width, scratch.active)
            remove_rows(net.first, scratch.active, count, sums)
            count = cell_features(cell, after[cell], me, width, scratch.active)
            add_rows(net.first, scratch.active, count, sums)


@kernel
def second_layer(net: Net, sums: Floats32, hidden: Floats32, active: Ints) -> None:
    """The second layer, rectified; a unit of the first one that is not active costs nothing.

    Four rows at a time: fewer trips to memory for what they are added to.
    """
    count = 0
    for source in range(len(sums)):
        if sums[source] > 0:
            active[count] = source
            count += 1
    for unit in range(len(hidden)):
        hidden[unit] = net.second_bias[unit]
    for number in range(0, count - 3, 4):
        a, b, c, d = active[number], active[number + 1], active[number + 2], active[number + 3]
        first, second, third, fourth = net.second[a], net.second[b], net.second[c], net.second[d]
        by_first, by_second, by_third, by_fourth = sums[a], sums[b], sums[c], sums[d]
        for unit in range(len(hidden)):
            one = by_first * first[unit] + by_second * second[unit]
            hidden[unit] += one + (by_third * third[unit] + by_fourth * fourth[unit])
    for number in range(count & ~3, count):
        row, value = net.second[active[number]], sums[active[number]]
        for unit in range(len(hidden)):
            hidden[unit] += value * row[unit]
    for unit in range(len(hidden)):
        if hidden[unit] < 0:
            hidden[unit] = 0


@kernel
def finish(net: Net, scratch: Scratch, board: Cells, me: int) -> None:
    """From `scratch.sums` to the chances in `scratch.results`; whoever has borne off cannot lose a gammon."""
    second_layer(net, scratch.sums, scratch.hidden, scratch.units)
    results = scratch.results
    for result in range(RESULTS):
        results[result] = net.third_bias[result]
    for source in range(len(scratch.hidden)):
        value = scratch.hidden[source]
        if value > 0:
            for result in range(RESULTS):
                results[result] += value * net.third[source, result]
    if board[TRAY + 1 - me] != 0:
        results[1] = results[2] = IMPOSSIBLE
    if board[TRAY + me] != 0:
        results[4] = results[5] = IMPOSSIBLE
    softmax(results)


@kernel
def softmax(results: Floats) -> None:
    """Scores become chances."""
    most = max(results[0], results[3])
    for result in range(RESULTS):
        most = max(most, results[result])
    total = 0.0
    for result in range(RESULTS):
        results[result] = exp(max(results[result] - most, -80.0)) if results[result] > IMPOSSIBLE else 0.0
        total += results[result]
    for result in range(RESULTS):
        results[result] /= total


@kernel
def expected(results: Floats, stakes: Floats) -> float:
    """What the chances are worth where the six results have these worths."""
    worth = 0.0
    for result in range(RESULTS):
        worth += results[result] * stakes[result]
    return worth


# --- boards ------------------------------------------------------------------------------------


@kernel
def evaluate(net: Net, scratch: Scratch, board: Cells, me: int, width: int) -> bool:
    """The chances of a board on which the seat `me` has just moved, into `scratch.results`.

    True: they are exact, because the game is over or a race that the table knows.
    """
    if is_won(board[TRAY + me]):
        set_won(scratch.results, win_worth(board, me))
        return True
    if race_results(net.races, board, me, scratch.units, scratch.results):
        return True
    sum_board(net, board, me, width, scratch.active, scratch.sums)
    finish(net, scratch, board, me)
    return False


@kernel
def set_won(results: Floats, worth: int) -> None:
    """A won game as chances."""
    for result in range(RESULTS):
        results[result] = 0.0
    results[worth - 1] = 1.0


@kernel
def judge_turns(
    net: Net,
    scratch: Scratch,
    nodes: Rows,
    leaves: Ints,
    count: int,
    me: int,
    width: int,
    stakes: Floats,
    worths: Floats,
) -> None:
    """`worths[n]`: what each turn that `find_turns` has listed promises the seat that makes it."""
    before = nodes[0]
    sum_board(net, before, me, width, scratch.active, scratch.root)
    for number in range(count):
        after = nodes[leaves[number]]
        if is_won(after[TRAY + me]):
            worths[number] = stakes[win_worth(after, me) - 1]
            continue
        if not race_results(net.races, after, me, scratch.units, scratch.results):
            sum_change(net, scratch, before, after, me, width)
            finish(net, scratch, after, me)
        worths[number] = expected(scratch.results, stakes)


@kernel
def best_of(worths: Floats, count: int) -> int:
    """The first of the greatest among the first `count`."""
    best = 0
    for number in range(1, count):
        if worths[number] > worths[best]:
            best = number
    return best
