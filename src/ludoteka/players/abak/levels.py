"""The two players of Abak. Both look only at the board that a turn leads to."""

from collections.abc import Callable, Sequence
from math import exp

import numpy as np

from ludoteka.core.chance import Source
from ludoteka.core.game import View
from ludoteka.core.player import Answer, Budget
from ludoteka.games.abak.moves import Turns, turns_of
from ludoteka.games.abak.rules.boards import build, cells_of
from ludoteka.games.abak.types import CELLS, DOUBLE, DROP, PASS, ROLL, TAKE, WORD_MOVES, Move
from ludoteka.players.abak import handmade
from ludoteka.players.abak.handmade import Floats, Ints

PIPS_A_CHANCE = 28.0  # how many pips ahead make a sure-looking lead: the scale of `winning_chance`
DOUBLE_FROM, TOO_GOOD, TAKE_FROM = 0.72, 0.93, 0.25


def board_of(view: View) -> bytes:
    """The board that a view shows."""
    return build(view["points"], "".join(view["bar"]), view["options"]["setup"])


def turns_in(view: View) -> Turns:
    """The turns of the seat that has rolled."""
    options = view["options"]
    high, low = view["dice"]
    exposed = int(options["druid_exposed"] == "yes")
    return turns_of(board_of(view), view["seat"], high, low, options["stack_limit"], exposed)


def best_turn(view: View, rng: Source, judge: Callable[[Ints, int], Floats]) -> Answer[Move]:
    """The turn whose final board is judged best; among equals chance decides."""
    known = turns_in(view)
    if not known.moves:
        return Answer(WORD_MOVES[PASS])
    worths = judge(known.boards(), view["seat"])
    best = [n for n in range(len(known.moves)) if worths[n] == worths.max()]
    chosen = rng.choose(best)
    return Answer(known.moves[chosen], float(worths[chosen]))


def judge_simply(boards: Ints, seat: int) -> Floats:
    """A beginner's eye: run home, hit, and leave no checker alone."""
    worths = np.empty(len(boards))
    handmade.evaluate_all_simply(boards, seat, worths)
    return worths


def judge_well(boards: Ints, seat: int) -> Floats:
    """The whole evaluation: pips, shots, points, pins, guards and the general's freedom."""
    worths = np.empty(len(boards))
    handmade.evaluate_all(boards, seat, worths)
    return worths


def winning_chance(view: View, seat: int) -> float:
    """A rough chance of the seat, the other one about to roll."""
    cells = np.array(cells_of(board_of(view)), np.int64).reshape(1, CELLS)
    return 1.0 / (1.0 + exp(-float(judge_well(cells, seat)[0]) / PIPS_A_CHANCE))


class Beginner:
    """Level 1: plays safe where it can, never doubles, takes unless far behind."""

    name = "Careful beginner"

    def choose(self, view: View, legal: Sequence[Move], budget: Budget, rng: Source) -> Answer[Move]:
        """The turn that looks safest and furthest."""
        if view["stage"] == "ask":
            return Answer(WORD_MOVES[ROLL])
        if view["stage"] == "offered":
            me = 1 - view["seat"]
            is_far_behind = view["pips"][me] > 1.3 * view["pips"][1 - me]
            return Answer(WORD_MOVES[DROP if is_far_behind else TAKE])
        return best_turn(view, rng, judge_simply)


class Captain:
    """Level 2: the best final position by the hand-made evaluation, and a cube by winning chances."""

    name = "Captain"

    def choose(self, view: View, legal: Sequence[Move], budget: Budget, rng: Source) -> Answer[Move]:
        """The turn, or the cube word, that promises most."""
        if view["stage"] == "ask":
            chance = 1.0 - winning_chance(view, 1 - view["seat"])
            doubles = DOUBLE_FROM <= chance <= TOO_GOOD
            return Answer(WORD_MOVES[DOUBLE if doubles else ROLL], chance)
        if view["stage"] == "offered":
            chance = winning_chance(view, 1 - view["seat"])
            return Answer(WORD_MOVES[TAKE if chance >= TAKE_FROM else DROP], chance)
        return best_turn(view, rng, judge_well)
