"""Looking ahead: what a board is worth after one more roll of the other seat, or after two.

The other seat is thought to play the turn that the network likes best. One roll ahead all 21 rolls are tried
and the boards that they lead to are judged; two rolls ahead each best reply is judged by looking one roll
further.
"""

import threading
from typing import NamedTuple

import numpy as np

from ludoteka.core.kernel import kernel
from ludoteka.games.abak.fast.listing import MOST_NODES, Rows, WorkSpace, find_turns
from ludoteka.games.abak.rules.sequences import Ints
from ludoteka.games.abak.rules.steps import Cells, is_won
from ludoteka.games.abak.types import CELLS, TRAY
from ludoteka.players.abak.network import (
    RESULTS,
    Floats,
    Net,
    Scratch,
    Units,
    best_of,
    evaluate,
    hidden_units,
    judge_turns,
    new_scratch,
    win_worth,
)

ROLLS = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]


class Desk(NamedTuple):
    """What a search writes on; one per thread."""

    nodes: Rows
    table: Ints
    leaves: Ints
    worths: Floats
    scratch: Scratch
    reply: Ints  # (28,): the board after the best turn
    rules: Ints  # (3,): stack limit, whether druids are exposed, width of the network's blocks
    judged: Ints  # (1,): boards judged so far
    chances: Floats  # (6,): summed over rolls


_local = threading.local()


def desk(net: Net) -> Desk:
    """This thread's desk for networks of this size."""
    desks: dict[Units, Desk] = _local.__dict__.setdefault("desks", {})
    units = hidden_units(net)
    if units not in desks:
        desks[units] = new_desk(units)
    return desks[units]


def new_desk(units: Units) -> Desk:
    """Memory for a search."""
    space = WorkSpace()
    return Desk(
        space.nodes,
        space.table,
        space.leaves,
        np.empty(MOST_NODES),
        new_scratch(units),
        np.zeros(CELLS, np.int64),
        np.zeros(3, np.int64),
        np.zeros(1, np.int64),
        np.zeros(RESULTS),
    )


@kernel
def best_reply(net: Net, desk: Desk, board: Cells, me: int, high: int, low: int, stakes: Floats) -> float:
    """Plays a roll as the network likes best: the board into `desk.reply`; what it promises the seat `me`."""
    nodes, leaves, rules = desk.nodes, desk.leaves, desk.rules
    for cell in range(CELLS):
        nodes[0, cell] = board[cell]
    count = find_turns(nodes, desk.table, leaves, me, high, low, rules[0], rules[1]) >> 3
    judge_turns(net, desk.scratch, nodes, leaves, count, me, rules[2], stakes, desk.worths)
    desk.judged[0] += count
    best = best_of(desk.worths, count)
    for cell in range(CELLS):
        desk.reply[cell] = nodes[leaves[best], cell]
    return float(desk.worths[best])


@kernel
def look_once(
    net: Net, desk: Desk, board: Cells, me: int, stakes: Floats, others: Floats, with_chances: int
) -> float:
    """What a board on which `me` has just moved promises it, looking at every roll of the other seat.

    `stakes` are the worths of the six results for `me`, `others` those of the other seat. With chances, those
    of the six results for `me` are summed into `desk.chances`.
    """
    if is_won(board[TRAY + me]):
        return float(stakes[win_worth(board, me) - 1])
    total = 0.0
    for high in range(1, 7):
        for low in range(1, high + 1):
            share = 1.0 / 36.0 if high == low else 2.0 / 36.0
            total += share * best_reply(net, desk, board, 1 - me, high, low, others)
            if with_chances != 0:
                evaluate(net, desk.scratch, desk.reply, 1 - me, desk.rules[2])
                for result in range(RESULTS):
                    desk.chances[result] += share * desk.scratch.results[(result + 3) % RESULTS]
    return -total


@kernel
def look_twice(
    net: Net, desk: Desk, board: Cells, me: int, high: int, low: int, stakes: Floats, others: Floats
) -> float:
    """What `me` can expect when the other seat rolls this: its best reply, judged one roll further."""
    worth = best_reply(net, desk, board, 1 - me, high, low, others)
    if is_won(desk.reply[TRAY + 1 - me]):
        return -worth
    reply = desk.reply.copy()
    return -look_once(net, desk, reply, 1 - me, others, stakes, 0)


@kernel
def luck(net: Net, desk: Desk, board: Cells, me: int, high: int, low: int, stakes: Floats) -> float:
    """How much better a roll is for the seat that rolls it than all rolls on average; 0 on average."""
    rolled, total = 0.0, 0.0
    for first in range(1, 7):
        for second in range(1, first + 1):
            worth = best_reply(net, desk, board, me, first, second, stakes)
            total += worth * (1.0 if first == second else 2.0)
            if first == high and second == low:
                rolled = worth
    return rolled - total / 36.0


def turned(stakes: Floats) -> Floats:
    """The worths of the six results as the other seat sees them."""
    return -np.roll(stakes, 3)
