"""The five players of Abak and classic backgammon. See docs/players/abak.md for what each level is worth.

The first two look at the board that a turn leads to with hand-made eyes; the others ask the network.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import exp
from typing import ClassVar

import numpy as np

from ludoteka.core.chance import Source
from ludoteka.core.game import View
from ludoteka.core.player import Answer, Budget
from ludoteka.games.abak.rules.boards import cells_of
from ludoteka.games.abak.types import CELLS, DOUBLE, DROP, PASS, ROLL, TAKE, WORD_MOVES, Move, Setup
from ludoteka.players.abak import handmade
from ludoteka.players.abak.cube import Prospects, should_double, should_take
from ludoteka.players.abak.handmade import Floats, Ints
from ludoteka.players.abak.search import Judged, Mind, Width, board_of, search, turns_in
from ludoteka.players.abak.stakes import standing_of

PIPS_A_CHANCE = 28.0  # how many pips ahead make a sure-looking lead: the scale of `winning_chance`
DOUBLE_FROM, TOO_GOOD, TAKE_FROM = 0.72, 0.93, 0.25
FINEST = 1 << 30  # of a random share


# --- hand-made eyes ----------------------------------------------------------------------------


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


# --- the network's players ---------------------------------------------------------------------


def prospects(view: View, seat: int) -> Prospects:
    """The chances of a seat before the next roll, whoever rolls, and its standing."""
    standing = standing_of(view, seat)
    roller = view["seat"]
    mind = Mind(view, standing.unit() if seat != roller else standing.seen_by_other().unit())
    chances = mind.chances(board_of(view), 1 - roller)
    return Prospects(np.roll(chances, 3) if seat == roller else chances, standing)


@dataclass(frozen=True, slots=True)
class Sight:
    """How far a player looks, and how sharply it tells turns apart.

    `error` is the temperature of a softmax over what its turns promise, in points of a single game: two turns
    that differ by so much are chosen 2.7 : 1. Nothing: the best one.
    """

    widths: tuple[Width, ...] = ()
    error: float = 0.0


class Thinker:
    """A player with the network; what it sees may differ from set-up to set-up (decision 450)."""

    name: ClassVar[str]
    sights: ClassVar[Mapping[Setup, Sight]] = {"abak": Sight(), "classic": Sight()}

    def choose(self, view: View, legal: Sequence[Move], budget: Budget, rng: Source) -> Answer[Move]:
        """The turn, or the cube word, that promises most."""
        if view["stage"] == "ask":
            mine = prospects(view, view["seat"])
            return Answer(WORD_MOVES[DOUBLE if should_double(mine) else ROLL], mine.win)
        if view["stage"] == "offered":
            mine = prospects(view, 1 - view["seat"])
            return Answer(WORD_MOVES[TAKE if should_take(mine) else DROP], mine.win)
        return self._turn(view, budget, rng)

    def _turn(self, view: View, budget: Budget, rng: Source) -> Answer[Move]:
        known = turns_in(view)
        if not known.moves:
            return Answer(WORD_MOVES[PASS])
        if len(known.moves) == 1:
            return Answer(known.moves[0])
        mind = Mind(view, standing_of(view, view["seat"]).unit())
        sight = self.sights[view["options"]["setup"]]
        judged = search(mind, view, known, sight.widths, budget)
        place = _place(judged, sight.error, rng)
        detail = {"depth": judged.depth, "nodes": judged.nodes}
        return Answer(known.moves[judged.order[place]], judged.worths[place], detail=detail)


def _place(judged: Judged, error: float, rng: Source) -> int:
    """Which of the candidates is played."""
    if error == 0.0:
        return 0
    weights = np.exp((np.array(judged.worths) - judged.worths[0]) / error)
    drawn = (rng.below(FINEST) + 0.5) / FINEST * float(weights.sum())
    return int(np.searchsorted(np.cumsum(weights), drawn))


class Centurion(Thinker):
    """Level 3: the network's own judgement of every turn, not very sharply told apart."""

    name = "Centurion"
    sights: ClassVar = {"abak": Sight(error=0.02), "classic": Sight(error=0.03)}


class Legate(Thinker):
    """Level 4: the best turns judged again after every roll of the other seat; in Abak two that are close.

    With as many turns as in classic it would play Abak as well as level 5 does.
    """

    name = "Legate"
    sights: ClassVar = {"abak": Sight((Width(2, 0.01),)), "classic": Sight((Width(8, 0.25),))}


FARTHEST = Sight((Width(8, 0.25), Width(3, 0.08)))


class Oracle(Thinker):
    """Level 5: the best of those again, two rolls ahead."""

    name = "Oracle"
    sights: ClassVar = {"abak": FARTHEST, "classic": FARTHEST}
