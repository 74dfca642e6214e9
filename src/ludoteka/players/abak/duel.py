"""The network against the hand-made evaluation, one game after another: the yardstick of a learning curve."""

import numpy as np

from ludoteka.core.kernel import kernel
from ludoteka.games.abak.fast.game import make_turn
from ludoteka.games.abak.fast.listing import MOST_NODES, Rows, WorkSpace, find_turns
from ludoteka.games.abak.rules.boards import cells_of, starting_board
from ludoteka.games.abak.rules.sequences import Ints
from ludoteka.games.abak.rules.steps import Cells
from ludoteka.games.abak.types import CELLS, Setup, default_limit
from ludoteka.players.abak import handmade
from ludoteka.players.abak.network import (
    Floats,
    Floats32,
    Net,
    Scratch,
    best_of,
    hidden_units,
    net_of,
    new_scratch,
    win_worth,
)
from ludoteka.players.abak.selfplay import MOST_PLIES, below, choose_turn

weigh = handmade.evaluate


@kernel
def choose_by_hand(nodes: Rows, leaves: Ints, count: int, me: int, worths: Floats, losses: Floats) -> int:
    """The turn that the hand-made evaluation likes best."""
    for number in range(count):
        worths[number] = weigh(nodes[leaves[number]], me, losses)
    return best_of(worths, count)


@kernel
def duel_game(
    net: Net,
    scratch: Scratch,
    nodes: Rows,
    table: Ints,
    leaves: Ints,
    worths: Floats,
    losses: Floats,
    random: Ints,
    start: Cells,
    limit: int,
    width: int,
) -> int:
    """One game, the network playing seat 0; the points that it wins."""
    for cell in range(CELLS):
        nodes[0, cell] = start[cell]
    me = below(random, 2)
    for ply in range(MOST_PLIES):
        first, second = below(random, 6) + 1, below(random, 6) + 1
        while ply == 0 and first == second:
            second = below(random, 6) + 1
        count = find_turns(nodes, table, leaves, me, max(first, second), min(first, second), limit, 1) >> 3
        if me == 0:
            chosen = choose_turn(net, scratch, nodes, leaves, count, me, width, worths)
        else:
            chosen = choose_by_hand(nodes, leaves, count, me, worths, losses)
        if make_turn(nodes, leaves, chosen, me):
            worth = win_worth(nodes[0], me)
            return worth if me == 0 else -worth
        me = 1 - me
    return 0


def duel(flat: Floats32, width: int, setup: Setup, games: int, seed: int) -> dict[str, float]:
    """Points per game for the network against the hand-made evaluation, with half the 95 % interval."""
    net, limit = net_of(flat, width), default_limit(setup)
    scratch = new_scratch(hidden_units(net))
    space, worths, losses = WorkSpace(), np.empty(MOST_NODES), np.zeros(36)
    random = np.array([np.random.default_rng(seed).integers(1, 1 << 62)], np.int64)
    start = np.array(cells_of(starting_board(setup)), np.int64)
    points = np.array(
        [
            duel_game(
                net,
                scratch,
                space.nodes,
                space.table,
                space.leaves,
                worths,
                losses,
                random,
                start,
                limit,
                width,
            )
            for _ in range(games)
        ]
    )
    error = 1.96 * float(points.std()) / games**0.5
    return {"hand": round(float(points.mean()), 3), "hand_error": round(error, 3)}
