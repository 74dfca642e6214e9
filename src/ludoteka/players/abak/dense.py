"""The network in plain NumPy, for where kernels are not compiled: slower, the same chances."""

import numpy as np

from ludoteka.games.abak.fast.listing import Rows
from ludoteka.games.abak.rules.steps import is_won
from ludoteka.games.abak.types import CELLS, TRAY
from ludoteka.players.abak.features import MOST, board_features, feature_count
from ludoteka.players.abak.network import RESULTS, Floats, Net, win_worth


def judge_densely(net: Net, boards: Rows, me: int, width: int) -> Floats:
    """The chances of the six results on each board, for the seat that has just moved: shape (boards, 6)."""
    inputs = np.zeros((len(boards), feature_count(width)), np.float32)
    active = np.zeros(CELLS * MOST, np.int64)
    for row, board in enumerate(boards):
        inputs[row, active[: board_features(board, me, width, active)]] = 1.0
    first = np.maximum(inputs @ net.first + net.first_bias, 0.0)
    second = np.maximum(first @ net.second + net.second_bias, 0.0)
    scores = (second @ net.third + net.third_bias).astype(np.float64)
    scores[boards[:, TRAY + 1 - me] != 0, 1:3] = -np.inf
    scores[boards[:, TRAY + me] != 0, 4:6] = -np.inf
    shares = np.exp(scores - scores.max(axis=1, keepdims=True))
    chances: Floats = shares / shares.sum(axis=1, keepdims=True)
    for row, board in enumerate(boards):
        if is_won(int(board[TRAY + me])):
            chances[row] = np.arange(RESULTS) == win_worth(board, me) - 1
    return chances
