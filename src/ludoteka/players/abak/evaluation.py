"""What a position is worth to a seat: chances of the six results by the network, and the points they promise.

A margin counts points of a game at the score as it is: 1 is a single game won with the cube as it lies. In a
game for points a gammon is worth 2; in a match it is worth what it does for the chance to win the match, and
nothing where one point decides.
"""

from collections.abc import Sequence

import numpy as np

from ludoteka.core.chance import Source
from ludoteka.core.game import Seat, View
from ludoteka.core.player import Budget, Evaluation, Term
from ludoteka.games.abak.moves import Turns
from ludoteka.games.abak.types import DOUBLE, DROP, PASS, TAKE, Move
from ludoteka.players.abak.cube import Prospects, worth_with_cube
from ludoteka.players.abak.levels import prospects
from ludoteka.players.abak.network import Floats
from ludoteka.players.abak.search import Limits, Mind, board_of, turns_in
from ludoteka.players.abak.stakes import Standing, standing_of

KINDS = ("single", "gammon", "backgammon", "lost single", "lost gammon", "lost backgammon")
AHEAD = 40  # so many turns are judged one roll ahead, the others as they look


def told(chances: Floats, standing: Standing) -> Evaluation:
    """Chances as an evaluation: the margin is the sum of what games, gammons and backgammons are worth."""
    unit = standing.unit()
    win = float(chances[:3].sum())
    gammons = (chances[1] + chances[2]) * (unit[1] - unit[0]) + (chances[4] + chances[5]) * (
        unit[4] - unit[3]
    )
    backgammons = chances[2] * (unit[2] - unit[1]) + chances[5] * (unit[5] - unit[4])
    terms = (
        Term("games", 2.0 * win - 1.0),
        Term("gammons", float(gammons)),
        Term("backgammons", float(backgammons)),
    )
    kinds = {kind: float(chance) for kind, chance in zip(KINDS, chances, strict=True)}
    return Evaluation(win, float(chances @ unit), kinds, terms)


class NetworkEvaluator:
    """The network, one roll ahead."""

    unit = "points"

    def position(self, view: View, seat: Seat, budget: Budget, rng: Source) -> Evaluation:
        """What the position promises a seat: before a roll, or with the best turn of a roll."""
        if view["stage"] == "over":
            return _finished(view, seat)
        if view["seat"] is None:
            return self._before_the_game(view, seat)
        if view["dice"] is None:
            return told(prospects(view, seat).chances, standing_of(view, seat))
        known = turns_in(view)
        best = max(self.moves(view, known.moves or [Move((), PASS)], budget, rng), key=lambda one: one.margin)
        if seat == view["seat"]:
            return best
        return told(np.roll(np.array(list(best.kinds.values())), 3), standing_of(view, seat))

    def moves(self, view: View, moves: Sequence[Move], budget: Budget, rng: Source) -> Sequence[Evaluation]:
        """What each turn, or each word about the cube, promises the seat that is to choose."""
        if view["stage"] == "ask":
            return [_cube_word(prospects(view, view["seat"]), move) for move in moves]
        if view["stage"] == "offered":
            return [_cube_word(prospects(view, 1 - view["seat"]), move) for move in moves]
        return self._turns(view, moves, budget)

    def _turns(self, view: View, moves: Sequence[Move], budget: Budget) -> list[Evaluation]:
        me, known = view["seat"], turns_in(view)
        standing = standing_of(view, me)
        mind = Mind(view, standing.unit())
        limits = Limits(budget, mind.desk.judged)
        boards = [_board_after(view, known, move) for move in moves]
        seen = [mind.chances(board, me, is_ahead=False) for board in boards]
        order = sorted(range(len(moves)), key=lambda n: -float(seen[n] @ mind.stakes))
        for number in order[:AHEAD]:
            if limits.are_reached:
                break
            seen[number] = mind.chances(boards[number], me)
        return [told(chances, standing) for chances in seen]

    def _before_the_game(self, view: View, seat: Seat) -> Evaluation:
        """Before the opening roll either seat may be the one that begins."""
        first = prospects({**view, "seat": seat}, seat).chances
        second = prospects({**view, "seat": 1 - seat}, seat).chances
        return told((first + second) / 2.0, standing_of(view, seat))


def _board_after(view: View, known: Turns, move: Move) -> bytes:
    """The board that a move leads to; a pass changes nothing."""
    number = None if move.word == PASS else known.place(move.steps)
    return board_of(view) if number is None else known.board(number)


def _finished(view: View, seat: Seat) -> Evaluation:
    """The match is over: whoever has more points, or was left alone, has won."""
    winner = 1 - view["left"][0] if view["left"] else int(view["scores"][1] > view["scores"][0])
    return Evaluation(float(winner == seat), 1.0 if winner == seat else -1.0, is_exact=True)


def _cube_word(mine: Prospects, move: Move) -> Evaluation:
    """What a word about the cube promises: the chances stay, the margin is that of the cube."""
    standing = mine.standing
    cube, plain = standing.cube, told(mine.chances, standing)
    if move.word == DROP:
        return Evaluation(0.0, -1.0)
    if move.word == TAKE:
        worth = worth_with_cube(mine, 2 * cube, 0)
    elif move.word == DOUBLE:
        worth = min(worth_with_cube(mine, 2 * cube, 1), standing.worth(cube))
    else:
        worth = worth_with_cube(mine, cube, standing.owner)
    margin = standing.scaled(worth)
    return Evaluation(plain.win, margin, plain.kinds, (*plain.terms, Term("cube", margin - plain.margin)))
