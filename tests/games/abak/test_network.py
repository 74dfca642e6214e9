"""The network and its training: the kernels beside plain NumPy, slopes beside differences, choices beside
loops.
"""

from collections.abc import Iterator

import numpy as np
import pytest

from ludoteka.games.abak.fast.listing import WorkSpace, find_turns
from ludoteka.games.abak.rules.boards import cells_of, starting_board
from ludoteka.games.abak.rules.matches import TIMES, kind_of_win
from ludoteka.games.abak.rules.sequences import Ints
from ludoteka.games.abak.rules.steps import is_won
from ludoteka.games.abak.types import CELLS, TRAY, Options, Setup, State, default_limit
from ludoteka.players.abak import network, selfplay
from ludoteka.players.abak.features import board_features, feature_count
from ludoteka.players.abak.training import SELF_PLAY, Run, Worker, new_weights
from ludoteka.players.abak.weights import WIDTHS

SETUPS: tuple[Setup, ...] = ("classic", "abak")


def lively_weights(setup: Setup) -> network.Floats32:
    """Random weights whose last layer is not silent."""
    flat = new_weights(WIDTHS[setup], 3)
    network.net_of(flat, WIDTHS[setup]).third[:] *= 30
    return flat


def random_boards(setup: Setup, games: int, seed: int = 5) -> Iterator[tuple[Ints, int]]:
    """Boards of random games with the seat that has just moved, finished ones included."""
    rng, space = np.random.default_rng(seed), WorkSpace()
    for _ in range(games):
        space.nodes[0, :CELLS] = cells_of(starting_board(setup))
        me = 0
        while True:
            high, low = sorted((int(die) for die in rng.integers(1, 7, 2)), reverse=True)
            limit = default_limit(setup)
            count = find_turns(space.nodes, space.table, space.leaves, me, high, low, limit, 1) >> 3
            space.nodes[0, :CELLS] = space.nodes[space.leaves[rng.integers(count)], :CELLS]
            yield space.nodes[0, :CELLS].copy(), me
            if is_won(int(space.nodes[0, TRAY + me])):
                break
            me = 1 - me


def densely(net: network.Net, board: Ints, me: int, width: int) -> network.Floats:
    """The same network in plain NumPy, double precision."""
    active = np.zeros(2000, np.int64)
    count = board_features(board, me, width, active)
    inputs = np.zeros(feature_count(width))
    inputs[active[:count]] = 1.0
    assert inputs.sum() == count  # no feature twice
    first = np.maximum(inputs @ net.first.astype(float) + net.first_bias, 0)
    second = np.maximum(first @ net.second.astype(float) + net.second_bias, 0)
    scores = second @ net.third.astype(float) + net.third_bias
    scores[1:3] -= 1e9 * (board[TRAY + 1 - me] != 0)
    scores[4:6] -= 1e9 * (board[TRAY + me] != 0)
    shares = np.exp(scores - scores.max())
    return np.asarray(shares / shares.sum())


@pytest.mark.parametrize("setup", SETUPS)
def test_the_kernel_agrees_with_plain_numpy(setup: Setup) -> None:
    width, scratch = WIDTHS[setup], network.new_scratch(network.SMALL)
    net = network.net_of(lively_weights(setup), width)
    for number, (board, me) in enumerate(random_boards(setup, 2)):
        if number % 7 == 0 and not is_won(int(board[TRAY + me])):
            network.evaluate(net, scratch, board, me, width)
            assert scratch.results == pytest.approx(densely(net, board, me, width), abs=1e-4)


def test_weights_of_no_known_size_are_refused_in_words() -> None:
    some = np.zeros(1_234, np.float32)
    with pytest.raises(ValueError, match="has 127,174 or 430,214 weights, not 1,234"):
        network.net_of(some, WIDTHS["classic"])


@pytest.mark.parametrize("setup", SETUPS)
def test_both_seats_see_a_mirrored_board_alike(setup: Setup) -> None:
    width, active = WIDTHS[setup], np.zeros(2000, np.int64)
    start = np.array(cells_of(starting_board(setup)), np.int64)
    count = board_features(start, 0, width, active)
    white = set(active[:count].tolist())
    count = board_features(start, 1, width, active)
    assert white == set(active[:count].tolist())


@pytest.mark.parametrize("setup", SETUPS)
def test_turns_are_judged_as_whole_boards_are_and_the_best_is_the_greatest(setup: Setup) -> None:
    """What is summed by differences equals what is summed anew; the choice equals a plain loop's."""
    width, scratch, space, worths = (
        WIDTHS[setup],
        network.new_scratch(network.SMALL),
        WorkSpace(),
        np.zeros(4000),
    )
    net = network.net_of(lively_weights(setup), width)
    for number, (board, mover) in enumerate(random_boards(setup, 2, seed=8)):
        if number % 11 or is_won(int(board[TRAY + mover])):
            continue
        me, limit = 1 - mover, default_limit(setup)
        space.nodes[0, :CELLS] = board
        count = find_turns(space.nodes, space.table, space.leaves, me, 5, 3, limit, 1) >> 3
        arguments = (net, scratch, space.nodes, space.leaves, count, me, width, worths)
        chosen = selfplay.choose_turn(*arguments)
        anew = []
        for leaf in space.leaves[:count]:
            network.evaluate(net, scratch, space.nodes[leaf], me, width)
            anew.append(network.expected(scratch.results, network.MONEY))
        assert worths[:count] == pytest.approx(np.array(anew), abs=1e-4)
        assert worths[chosen] == max(worths[:count])


def test_the_best_of_lost_positions_is_found() -> None:
    """Equities below -2 once lost against the initial value of a maximum."""
    rng = np.random.default_rng(1)
    for _ in range(200):
        worths = rng.uniform(-3, -2, int(rng.integers(1, 9)))
        assert network.best_of(worths, len(worths)) == int(np.argmax(worths))


@pytest.mark.parametrize("setup", SETUPS)
def test_won_boards_are_worth_what_the_rules_say(setup: Setup) -> None:
    finished = [(b, s) for b, s in random_boards(setup, 12, seed=2) if is_won(int(b[TRAY + s]))]
    for board, seat in finished:
        state = State(Options(setup=setup), board.tobytes(), seat)
        assert network.win_worth(board, seat) == TIMES[kind_of_win(state, board.tobytes(), seat)]


def test_slopes_agree_with_differences() -> None:
    """The gradient of the loss beside what a small change of a weight does to it."""
    setup: Setup = "abak"
    width, flat = WIDTHS[setup], lively_weights(setup)
    worker = Worker(Run(setup, flat, 1.0, SELF_PLAY), 1)
    board, me = list(random_boards(setup, 1))[30]
    target = np.array([0.3, 0.1, 0.05, 0.35, 0.15, 0.05], np.float32)
    net, slopes = network.net_of(flat, width), network.net_of(worker.learner.gradient, width)
    worker.learner.turned[:] = net.second.T
    selfplay.learn_position(net, slopes, worker.desk.scratch, worker.learner, board, me, width, target)

    def loss() -> float:
        return float(-(target * np.log(densely(net, board, me, width))).sum())

    rng, gradient = np.random.default_rng(4), worker.learner.gradient
    strongest = np.argsort(-np.abs(gradient))[:400]
    for place in [*rng.choice(strongest, 12), *range(len(flat) - 6, len(flat))]:
        kept = flat[place]
        flat[place] = kept + np.float32(1e-3)
        above = loss()
        flat[place] = kept - np.float32(1e-3)
        below = loss()
        flat[place] = kept
        assert gradient[place] == pytest.approx((above - below) / 2e-3, rel=0.05, abs=2e-4)


def test_returns_change_sides_at_every_turn() -> None:
    """With lambda 1 a position learns the result, or what is known of it, from the side that had moved."""
    worker = Worker(Run("classic", new_weights(WIDTHS["classic"], 1), 1.0, SELF_PLAY), 9)
    worker.once(1, 1.0, 0.0)
    memory = worker.memory
    plies, count = int(memory.tally[selfplay.PLIES]), int(memory.counts[0])
    assert count > 10
    expected, seat = memory.values[plies - 1], memory.seats[plies - 1]
    for place in range(count):  # the ring begins with the end of the game
        ply = plies - 2 - place
        if memory.exact[ply]:
            expected, seat = memory.values[ply], memory.seats[ply]
        seen = expected if memory.seats[ply] == seat else np.roll(expected, 3)
        assert memory.targets[place] == pytest.approx(seen, abs=1e-6)
        assert memory.ring[place, CELLS] == memory.seats[ply]
