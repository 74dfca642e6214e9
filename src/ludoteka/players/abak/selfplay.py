"""Games of the network against itself, and learning from them: kernels, one call per batch and thread.

A game's positions get lambda-returns as targets: from the end backward, a share of what came of it and a
share of what the network thought one turn later, seen from the other side; or, looking ahead, what it thinks
one turn later on average over all 21 rolls, corrected by a share of how wrong it was further on, so that the
luck of the dice is not learnt. They go into a ring of recent positions; batches from it move the weights
(Adam). All threads share the weights without a lock; everything else is a thread's own.
"""

from collections.abc import Callable
from math import log, sqrt
from typing import NamedTuple, TypeAlias

import numpy as np

from ludoteka.core.kernel import kernel
from ludoteka.games.abak.fast.game import make_turn
from ludoteka.games.abak.fast.listing import Rows, find_turns
from ludoteka.games.abak.rules.sequences import Ints
from ludoteka.games.abak.rules.steps import Cells
from ludoteka.games.abak.types import CELLS
from ludoteka.players.abak.lookahead import Desk, look_once
from ludoteka.players.abak.network import (
    MONEY,
    RESULTS,
    Floats,
    Floats32,
    Net,
    Scratch,
    best_of,
    evaluate,
    expected,
    finish,
    judge_turns,
    sum_board,
)

Progress: TypeAlias = Callable[[dict[str, float]], None]  # hears of each point of a learning curve

MOST_PLIES = 1000  # longer games are left out
BATCH = 512
FILLED = 8  # learning begins when one place in so many of the ring is filled
DECAY, SQUARE_DECAY = 0.9, 0.999
EPSILON = 1e-4  # not tiny: a feature that is rarely seen must not jump when it is
WILD_GAMES, WILD_TURNS = 8, 8  # one game in so many begins with up to so many random turns
NEAR = 0.15  # a turn to stray to is at most so many points behind the best one

# What a thread counts, for the learning curve.
GAMES, PLIES, GAMMONS, BACKGAMMONS, POSITIONS, LOSS, SEEN_WINS, TOLD_WINS, SEEN_GAMMONS, TOLD_GAMMONS = range(
    10
)
LOOKED, OFF = 10, 11  # positions looked further from, and the squares of how far the network was off there
COUNTERS = 12


class Memory(NamedTuple):
    """What a thread remembers: the game that it plays, and the ring of positions to learn from."""

    boards: Rows  # (MOST_PLIES, 28): after each turn
    seats: Ints  # (MOST_PLIES,): who made it
    values: Floats  # (MOST_PLIES, 6): what the network thought of it, from the mover's side
    exact: Ints  # (MOST_PLIES,): 1 where that is known: a game won, a race in the table
    strayed: Ints  # (MOST_PLIES,): 1 where it is not the turn that the network likes best
    ring: Rows  # (ring, 29): board and seat
    targets: Floats32  # (ring, 6)
    counts: Ints  # (2,): positions ever put into the ring, and learnt from
    tally: Floats  # (COUNTERS,)
    random: Ints  # (1,): the state of the random numbers


class Method(NamedTuple):
    """How games are played and what is learnt from them."""

    ring: int  # positions kept
    reuse: int  # how often a position is learnt from, on average
    ahead: int  # 1: targets look at all 21 rolls; 0: at the one that was rolled
    stray: int  # one turn in so many is the second best, if it is near; 0: none


class Learner(NamedTuple):
    """A thread's gradients and moments, flat as the weights, and scratch for the way back."""

    gradient: Floats32
    mean: Floats32
    square: Floats32
    back_second: Floats32  # (second,)
    back_first: Floats32  # (first,)
    turned: Floats32  # (second, first): the second layer transposed
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
def second_of(worths: Floats, count: int, best: int) -> int:
    """The second best among the first `count`, or the best where no other is near."""
    second = best
    for number in range(count):
        is_near = number != best and worths[number] > worths[best] - NEAR
        if is_near and (second == best or worths[number] > worths[second]):
            second = number
    return second


@kernel
def play_game(net: Net, desk: Desk, memory: Memory, start: Cells, wild: int, stray: int) -> int:
    """Plays a game into `memory`; the first `wild` turns are random. Returns its turns, 0: too long."""
    random, nodes, leaves = memory.random, desk.nodes, desk.leaves
    limit, exposed, width = desk.rules
    for cell in range(CELLS):
        nodes[0, cell] = start[cell]
    me = below(random, 2)
    for ply in range(MOST_PLIES):
        first, second = below(random, 6) + 1, below(random, 6) + 1
        while ply == 0 and first == second:
            second = below(random, 6) + 1
        high, low = max(first, second), min(first, second)
        count = find_turns(nodes, desk.table, leaves, me, high, low, limit, exposed) >> 3
        chosen, best = 0, 0
        if ply < wild:
            chosen = below(random, count)
        elif count > 1:
            best = choose_turn(net, desk.scratch, nodes, leaves, count, me, width, desk.worths)
            chosen = best
            if stray > 0 and below(random, stray) == 0:
                chosen = second_of(desk.worths, count, best)
        memory.strayed[ply] = chosen != best
        is_over = make_turn(nodes, leaves, chosen, me)
        note_turn(net, desk.scratch, memory, nodes[0], ply, me, width)
        if is_over:
            return ply + 1
        me = 1 - me
    return 0


@kernel
def note_turn(
    net: Net, scratch: Scratch, memory: Memory, board: Cells, ply: int, me: int, width: int
) -> None:
    """Remembers a turn's board and what the network thinks of it."""
    memory.exact[ply] = evaluate(net, scratch, board, me, width)
    for cell in range(CELLS):
        memory.boards[ply, cell] = board[cell]
    memory.seats[ply] = me
    for result in range(RESULTS):
        memory.values[ply, result] = scratch.results[result]


@kernel
def remember(net: Net, desk: Desk, memory: Memory, plies: int, wild: int, trust: float, ahead: int) -> None:
    """Puts a game's positions into the ring with their lambda-returns; `trust` is lambda.

    What is known of a position takes the place of what came of it by chance. `target` is the later turn's
    until it is turned round to become this one's.
    """
    target, seen = np.empty(RESULTS), np.empty(RESULTS)
    for result in range(RESULTS):
        target[result] = memory.values[plies - 1, result]
    for ply in range(plies - 2, wild - 1, -1):
        look_further(net, desk, memory, ply, ahead, seen)
        share = 0.0 if ahead != 0 and memory.strayed[ply + 1] != 0 else trust
        later = memory.values[ply + 1]
        for result in range(3):
            mine = share * (target[result] - later[result])
            theirs = share * (target[result + 3] - later[result + 3])
            target[result], target[result + 3] = seen[result] + theirs, seen[result + 3] + mine
        if memory.exact[ply] != 0:
            for result in range(RESULTS):
                target[result] = memory.values[ply, result]
        keep_position(memory, ply, target)


@kernel
def look_further(net: Net, desk: Desk, memory: Memory, ply: int, ahead: int, seen: Floats) -> None:
    """What the network thinks of a position one turn later: after the turn made, or after all 21 rolls."""
    if ahead == 0 or memory.exact[ply] != 0:
        for result in range(RESULTS):
            seen[result] = memory.values[ply + 1, (result + 3) % RESULTS]
        return
    for result in range(RESULTS):
        desk.chances[result] = 0.0
    look_once(net, desk, memory.boards[ply], memory.seats[ply], MONEY, MONEY, 1)
    for result in range(RESULTS):
        seen[result] = desk.chances[result]
    memory.tally[LOOKED] += 1
    memory.tally[OFF] += (expected(seen, MONEY) - expected(memory.values[ply], MONEY)) ** 2


@kernel
def keep_position(memory: Memory, ply: int, target: Floats) -> None:
    """A position of the game goes into the ring."""
    place = memory.counts[0] % len(memory.ring)
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
    known = min(memory.counts[0], len(memory.ring))
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
    desk: Desk,
    memory: Memory,
    learner: Learner,
    start: Cells,
    games: int,
    trust: float,
    rate: float,
    method: Method,
) -> None:
    """Plays some games and learns from them. A few of them begin with random turns."""
    for _ in range(games):
        wild = 0
        if below(memory.random, WILD_GAMES) == 0:
            wild = 1 + below(memory.random, WILD_TURNS)
        plies = play_game(net, desk, memory, start, wild, method.stray)
        if plies > wild + 1:
            tally_game(memory, plies, wild)
            remember(net, desk, memory, plies, wild, trust, method.ahead)
        known = memory.counts[0] - len(memory.ring) // FILLED
        while known > 0 and memory.counts[1] + BATCH <= method.reuse * known:
            learn_batch(net, flat, slopes, desk.scratch, learner, memory, desk.rules[2], rate)
