"""Games of the network against itself, and learning from them: kernels, one call per batch and thread.

A game's positions get lambda-returns as targets: from the end backward, a share of what came of it and a
share of what the network thought one turn later, seen from the other side. They go into a ring of recent
positions; batches from it move the weights (Adam). All threads share the weights without a lock; everything
else is a thread's own.
"""

from math import log, sqrt
from typing import NamedTuple

import numpy as np

from ludoteka.core.kernel import kernel
from ludoteka.games.abak.fast.game import make_turn
from ludoteka.games.abak.fast.listing import Rows, find_turns
from ludoteka.games.abak.rules.sequences import Ints
from ludoteka.games.abak.rules.steps import Cells
from ludoteka.games.abak.types import CELLS
from ludoteka.players.abak.network import (
    MONEY,
    RESULTS,
    Floats,
    Floats32,
    Net,
    Scratch,
    best_of,
    evaluate,
    finish,
    judge_turns,
    sum_board,
)

MOST_PLIES = 1000  # longer games are left out
RING = 1 << 15  # positions
BATCH = 512
REUSE = 2  # how often a position is learnt from, on average
DECAY, SQUARE_DECAY = 0.9, 0.999
EPSILON = 1e-4  # not tiny: a feature that is rarely seen must not jump when it is
WILD_GAMES, WILD_TURNS = 8, 8  # one game in so many begins with up to so many random turns

# What a thread counts, for the learning curve.
GAMES, PLIES, GAMMONS, BACKGAMMONS, POSITIONS, LOSS, SEEN_WINS, TOLD_WINS, SEEN_GAMMONS, TOLD_GAMMONS = range(
    10
)
COUNTERS = 10


class Memory(NamedTuple):
    """What a thread remembers: the game that it plays, and the ring of positions to learn from."""

    boards: Rows  # (MOST_PLIES, 28): after each turn
    seats: Ints  # (MOST_PLIES,): who made it
    values: Floats  # (MOST_PLIES, 6): what the network thought of it, from the mover's side
    exact: Ints  # (MOST_PLIES,): 1 where that is known: a game won, a race in the table
    ring: Rows  # (RING, 29): board and seat
    targets: Floats32  # (RING, 6)
    counts: Ints  # (2,): positions ever put into the ring, and learnt from
    tally: Floats  # (COUNTERS,)
    random: Ints  # (1,): the state of the random numbers


class Learner(NamedTuple):
    """A thread's gradients and moments, flat as the weights, and scratch for the way back."""

    gradient: Floats32
    mean: Floats32
    square: Floats32
    back_second: Floats32  # (SECOND,)
    back_first: Floats32  # (FIRST,)
    turned: Floats32  # (SECOND, FIRST): the second layer transposed
    powers: Floats  # (2,): of the two decays, so far


# --- chance ------------------------------------------------------------------------------------


@kernel
def below(random: Ints, bound: int) -> int:
    """A random number below `bound` (xorshift)."""
    state = random[0]
    state ^= state << 13
    state ^= (state >> 7) & 0x01FF_FFFF_FFFF_FFFF
    state ^= state << 17
    random[0] = state
    return int((state >> 20) & 0x7FFF_FFFF) % bound


# --- a game ------------------------------------------------------------------------------------


@kernel
def choose_turn(
    net: Net, scratch: Scratch, nodes: Rows, leaves: Ints, count: int, me: int, width: int, worths: Floats
) -> int:
    """The turn that the network likes best."""
    judge_turns(net, scratch, nodes, leaves, count, me, width, MONEY, worths)
    return best_of(worths, count)


@kernel
def play_game(
    net: Net,
    scratch: Scratch,
    nodes: Rows,
    table: Ints,
    leaves: Ints,
    worths: Floats,
    memory: Memory,
    start: Cells,
    limit: int,
    width: int,
    wild: int,
) -> int:
    """Plays a game into `memory`; the first `wild` turns are random. Returns its turns, 0: too long."""
    random = memory.random
    for cell in range(CELLS):
        nodes[0, cell] = start[cell]
    me = below(random, 2)
    for ply in range(MOST_PLIES):
        first, second = below(random, 6) + 1, below(random, 6) + 1
        while ply == 0 and first == second:
            second = below(random, 6) + 1
        count = find_turns(nodes, table, leaves, me, max(first, second), min(first, second), limit, 1) >> 3
        if ply < wild:
            chosen = below(random, count)
        elif count > 1:
            chosen = choose_turn(net, scratch, nodes, leaves, count, me, width, worths)
        else:
            chosen = 0
        is_over = make_turn(nodes, leaves, chosen, me)
        memory.exact[ply] = evaluate(net, scratch, nodes[0], me, width)
        for cell in range(CELLS):
            memory.boards[ply, cell] = nodes[0, cell]
        memory.seats[ply] = me
        for result in range(RESULTS):
            memory.values[ply, result] = scratch.results[result]
        if is_over:
            return ply + 1
        me = 1 - me
    return 0


@kernel
def remember(memory: Memory, plies: int, wild: int, trust: float) -> None:
    """Puts a game's positions into the ring with their lambda-returns; `trust` is lambda.

    What is known of a position takes the place of what came of it by chance.
    """
    target = np.empty(RESULTS)
    for result in range(RESULTS):
        target[result] = memory.values[plies - 1, result]
    for ply in range(plies - 2, wild - 1, -1):
        later = memory.values[ply + 1]
        for result in range(3):
            mine = later[result] + trust * (target[result] - later[result])
            theirs = later[result + 3] + trust * (target[result + 3] - later[result + 3])
            target[result], target[result + 3] = theirs, mine
        if memory.exact[ply] != 0:
            for result in range(RESULTS):
                target[result] = memory.values[ply, result]
        place = memory.counts[0] % RING
        memory.counts[0] += 1
        for cell in range(CELLS):
            memory.ring[place, cell] = memory.boards[ply, cell]
        memory.ring[place, CELLS] = memory.seats[ply]
        for result in range(RESULTS):
            memory.targets[place, result] = target[result]


@kernel
def tally_game(memory: Memory, plies: int, wild: int) -> None:
    """Counts a game: how it ended, and what the network had foreseen at each turn."""
    tally = memory.tally
    last = plies - 1
    worth = 1 + best_of(memory.values[last], 3)
    winner = memory.seats[last]
    tally[GAMES] += 1
    tally[PLIES] += plies
    tally[GAMMONS] += worth == 2
    tally[BACKGAMMONS] += worth == 3
    for ply in range(wild, last):
        values = memory.values[ply]
        has_won = memory.seats[ply] == winner
        tally[POSITIONS] += 1
        tally[LOSS] -= log(max(values[worth - 1 if has_won else worth + 2], 1e-9))
        tally[SEEN_WINS] += has_won
        tally[TOLD_WINS] += values[0] + values[1] + values[2]
        tally[SEEN_GAMMONS] += worth > 1
        tally[TOLD_GAMMONS] += values[1] + values[2] + values[4] + values[5]


# --- learning ----------------------------------------------------------------------------------


@kernel
def learn_position(
    net: Net,
    slopes: Net,
    scratch: Scratch,
    learner: Learner,
    board: Cells,
    me: int,
    width: int,
    target: Floats32,
) -> None:
    """Adds the gradient of one position's loss."""
    count = sum_board(net, board, me, width, scratch.active, scratch.sums)
    finish(net, scratch, board, me)
    back_second, back_first = learner.back_second, learner.back_first
    for source in range(len(back_second)):
        back_second[source] = 0
    for result in range(RESULTS):
        error = np.float32(scratch.results[result] - target[result])
        slopes.third_bias[result] += error
        for source in range(len(back_second)):
            slopes.third[source, result] += error * scratch.hidden[source]
            back_second[source] += error * net.third[source, result]
    for unit in range(len(back_first)):
        back_first[unit] = 0
    for source in range(len(back_second)):
        if scratch.hidden[source] > 0:
            error = back_second[source]
            row = learner.turned[source]
            for unit in range(len(back_first)):
                back_first[unit] += error * row[unit]
        else:
            back_second[source] = 0
    for source in range(len(back_second)):
        slopes.second_bias[source] += back_second[source]
    learn_first(slopes, scratch, back_first, back_second, count)


@kernel
def learn_first(
    slopes: Net, scratch: Scratch, back_first: Floats32, back_second: Floats32, count: int
) -> None:
    """The gradient of the second layer's weights and of the first layer's active rows."""
    for unit in range(len(back_first)):
        value = scratch.sums[unit]
        if value > 0:
            row = slopes.second[unit]
            for source in range(len(back_second)):
                row[source] += value * back_second[source]
        else:
            back_first[unit] = 0
    for unit in range(len(back_first)):
        slopes.first_bias[unit] += back_first[unit]
    for number in range(count):
        row = slopes.first[scratch.active[number]]
        for unit in range(len(back_first)):
            row[unit] += back_first[unit]


@kernel
def learn_batch(
    net: Net,
    flat: Floats32,
    slopes: Net,
    scratch: Scratch,
    learner: Learner,
    memory: Memory,
    width: int,
    rate: float,
) -> None:
    """Learns from a batch of positions of the ring."""
    for source in range(len(learner.back_second)):
        for unit in range(len(learner.back_first)):
            learner.turned[source, unit] = net.second[unit, source]
    known = min(memory.counts[0], RING)
    for _ in range(BATCH):
        place = below(memory.random, known)
        row = memory.ring[place]
        learn_position(net, slopes, scratch, learner, row, row[CELLS], width, memory.targets[place])
    memory.counts[1] += BATCH
    move_weights(flat, learner, rate)


@kernel
def move_weights(flat: Floats32, learner: Learner, rate: float) -> None:
    """One step of Adam; resets the gradient."""
    powers = learner.powers
    powers[0] *= DECAY
    powers[1] *= SQUARE_DECAY
    keep, keep_square = np.float32(DECAY), np.float32(SQUARE_DECAY)
    new, new_square = np.float32(1.0 - DECAY), np.float32(1.0 - SQUARE_DECAY)
    step = np.float32(rate * sqrt(1.0 - powers[1]) / (1.0 - powers[0]))
    share, least, nothing = np.float32(1.0 / BATCH), np.float32(EPSILON), np.float32(0.0)
    gradient, mean, square = learner.gradient, learner.mean, learner.square
    for place in range(len(flat)):
        slope = gradient[place] * share
        mean[place] = keep * mean[place] + new * slope
        square[place] = keep_square * square[place] + new_square * slope * slope
        flat[place] -= step * mean[place] / (np.sqrt(square[place]) + least)
        gradient[place] = nothing


@kernel
def play_and_learn(
    net: Net,
    flat: Floats32,
    slopes: Net,
    scratch: Scratch,
    nodes: Rows,
    table: Ints,
    leaves: Ints,
    worths: Floats,
    memory: Memory,
    learner: Learner,
    start: Cells,
    limit: int,
    width: int,
    games: int,
    trust: float,
    rate: float,
) -> None:
    """Plays some games and learns from them. A few of them begin with random turns."""
    for _ in range(games):
        wild = 0
        if below(memory.random, WILD_GAMES) == 0:
            wild = 1 + below(memory.random, WILD_TURNS)
        plies = play_game(net, scratch, nodes, table, leaves, worths, memory, start, limit, width, wild)
        if plies > wild + 1:
            tally_game(memory, plies, wild)
            remember(memory, plies, wild, trust)
        while memory.counts[0] >= 8 * BATCH and memory.counts[1] + BATCH <= REUSE * memory.counts[0]:
            learn_batch(net, flat, slopes, scratch, learner, memory, width, rate)
