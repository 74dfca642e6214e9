"""Rollouts: a position played on many times with the network's turns, then judged; the error can be stated.

Every candidate gets the same dice, so that what is compared is the difference of two turns and not of their
luck. A rollout ends after some turns with what the network thinks then, or earlier where the result is known.
"""

from dataclasses import dataclass
from math import sqrt

import numpy as np

from ludoteka.core.kernel import kernel
from ludoteka.games.abak.fast.game import make_turn
from ludoteka.games.abak.fast.listing import find_turns
from ludoteka.games.abak.rules.boards import cells_of
from ludoteka.games.abak.rules.sequences import Ints
from ludoteka.games.abak.rules.steps import Cells
from ludoteka.games.abak.types import CELLS
from ludoteka.players.abak.lookahead import Desk
from ludoteka.players.abak.network import RESULTS, Floats, Net, best_of, evaluate, judge_turns
from ludoteka.players.abak.search import Mind
from ludoteka.players.abak.selfplay import below

TURNS = 12  # of a rollout; an even number: it ends as it began, with the other seat about to roll
TRUST = 1.96  # standard errors: 95 %


@kernel
def roll_out(
    net: Net, desk: Desk, board: Cells, me: int, random: Ints, stakes: Floats, others: Floats, turns: int
) -> None:
    """Plays on from a board on which `me` has just moved; the chances of `me` go into `scratch.results`."""
    nodes, leaves, rules, scratch = desk.nodes, desk.leaves, desk.rules, desk.scratch
    for cell in range(CELLS):
        nodes[0, cell] = board[cell]
    seat = me
    for _ in range(turns):
        if evaluate(net, scratch, nodes[0], seat, rules[2]):
            break
        seat = 1 - seat
        first, second = below(random, 6) + 1, below(random, 6) + 1
        high, low = max(first, second), min(first, second)
        count = find_turns(nodes, desk.table, leaves, seat, high, low, rules[0], rules[1]) >> 3
        chosen = 0
        if count > 1:
            worths = stakes if seat == me else others
            judge_turns(net, scratch, nodes, leaves, count, seat, rules[2], worths, desk.worths)
            chosen = best_of(desk.worths, count)
        make_turn(nodes, leaves, chosen, seat)
    evaluate(net, scratch, nodes[0], seat, rules[2])
    if seat != me:
        for result in range(RESULTS // 2):
            won = scratch.results[result]
            scratch.results[result] = scratch.results[result + RESULTS // 2]
            scratch.results[result + RESULTS // 2] = won


def rolled_out(mind: Mind, board: bytes, me: int, trials: int, seed: int) -> Floats:
    """The chances of the six results, trial by trial, for the seat that has just moved: (trials, 6)."""
    cells = np.array(cells_of(board), np.int64)
    found = np.empty((trials, RESULTS))
    for trial in range(trials):
        random = np.array(
            [(seed * 1_000_003 + trial + 1) * 2_862_933_555_777_941_757 & (1 << 62) - 1], np.int64
        )
        for _ in range(4):
            below(random, 6)  # numbers of neighbouring seeds differ after some steps
        roll_out(mind.net, mind.desk, cells, me, random, mind.stakes, mind.others, TURNS)
        found[trial] = mind.desk.scratch.results
    return found


@dataclass(frozen=True, slots=True)
class Compared:
    """What one board promises more than another, with its error (95 %)."""

    more: float
    error: float


def compared(one: Floats, other: Floats) -> Compared:
    """The mean difference of two rows of worths, trial by trial."""
    difference = one - other
    spread = float(difference.std(ddof=1))
    return Compared(float(difference.mean()), TRUST * spread / sqrt(len(difference)))
