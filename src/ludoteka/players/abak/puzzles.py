"""Puzzles of Abak and classic backgammon: the best turn, and words about the cube, by rollouts.

A turn is an answer if rollouts find it better than all others by the margin; the error of the difference has
to be a third of that at most. Turns that look far worse one roll ahead are not rolled out.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import ClassVar

import numpy as np

from ludoteka.core.chance import seed_from
from ludoteka.core.game import Seat, View
from ludoteka.core.match import Opening
from ludoteka.core.puzzle import Collection, Proven, Question, shipped
from ludoteka.core.sentences import Sentence
from ludoteka.games.abak.moves import Turns
from ludoteka.games.abak.position import dump
from ludoteka.games.abak.rules.boards import bar_letters, point_letters
from ludoteka.games.abak.turns import board_after
from ludoteka.games.abak.types import CUBE_WORDS, DOUBLE, DROP, POINTS, ROLL, TAKE, WORD_MOVES, Move, State
from ludoteka.games.abak.view import view as view_of
from ludoteka.players.abak.cube import Prospects, worth_with_cube
from ludoteka.players.abak.levels import prospects
from ludoteka.players.abak.network import Floats
from ludoteka.players.abak.rollouts import TRUST, compared, rolled_out
from ludoteka.players.abak.search import Mind, board_of, turns_in
from ludoteka.players.abak.stakes import standing_of

TURN, CUBE = "turn", "cube"
TRIALS, FEW = 288, 48
MOST_ANSWERS = 3
LOOKED_AT, ROLLED_OUT = 10, 4
SURE = 3.0  # the margin is so many times its error, at least
FEWEST_TURNS = 4


def _turn(best: int, other: int) -> Sentence:
    text = "It wins about {best} of 100 games; the next best turn {other}."
    return Sentence(text, best=best, other=other)


def _word(best: int, other: int) -> Sentence:
    text = "In 100 such games it brings about {best} points; the other choice {other}."
    return Sentence(text, best=best, other=other)


class AbakPuzzler:
    """Asks for a turn in a game to one point, and for a word about the cube in a game for points."""

    version = 1
    openings: ClassVar[Sequence[Opening]] = (
        Opening(2),
        Opening(2),
        Opening(2, {"setup": "classic"}),
        Opening(2, {"match": 0, "cube": "on"}),
    )
    questions: ClassVar[dict[str, Question]] = {
        TURN: Question(
            Sentence("Find the best turn."),
            _turn,
            "deep",
            "win",
            0.1,
        ),
        CUBE: Question(
            Sentence("What about the doubling cube?"),
            _word,
            "deep",
            "points",
            0.25,
        ),
    }

    def prove(self, question: str, state: State, seat: Seat) -> Proven[Move] | None:
        if question == CUBE:
            return self._prove_word(state, seat) if _is_cube_a_question(state, seat) else None
        if not state.dice or state.seat != seat or state.options.match != 1:
            return None
        return self._prove_turn(view_of(state, seat), seat, _seed(state))

    # --- turns ---------------------------------------------------------------------------------

    def _prove_turn(self, view: View, seat: Seat, seed: int) -> Proven[Move] | None:
        known, mind = turns_in(view), Mind(view, standing_of(view, seat).unit())
        if len(known.moves) < FEWEST_TURNS or not mind.is_fast:
            return None
        chosen = self._worth_trying(mind, view, known, seat)
        margin = self.questions[TURN].margin
        if not chosen or _leaders(_wins(mind, known, chosen, seat, FEW, seed), 0.7 * margin) is None:
            return None
        worths = _wins(mind, known, chosen, seat, TRIALS, seed)
        found = _leaders(worths, margin)
        if found is None:
            return None
        order, count = found
        last, rest = worths[order[count - 1]], worths[order[count]]
        against = compared(last, rest)
        if against.more < SURE * against.error:
            return None
        moves = tuple(known.moves[chosen[n]] for n in order[:count])
        return Proven(moves, float(last.mean()), against.more, against.error)

    def _worth_trying(self, mind: Mind, view: View, known: Turns, seat: Seat) -> list[int]:
        """The turns to roll out, best first as they look; none where it is clear that no turn stands out."""
        boards, margin = known.boards(), self.questions[TURN].margin
        static = mind.judge(board_of(view), boards, seat)
        first = [int(n) for n in np.argsort(-static, kind="stable")[:LOOKED_AT]]
        if not _stands_out([float(worth) / 2.0 for worth in static], 0.5 * margin):
            return []
        ahead = {n: mind.look_once(boards[n].copy(), seat) / 2.0 for n in first}
        order = sorted(first, key=lambda n: -ahead[n])
        if not _stands_out(list(ahead.values()), 0.8 * margin):
            return []
        return order[:ROLLED_OUT]

    # --- the cube ------------------------------------------------------------------------------

    def _prove_word(self, state: State, seat: Seat) -> Proven[Move] | None:
        """Both words by the chances that rollouts find; the error is that of the chance to win."""
        view = view_of(state, seat)
        standing, roller = standing_of(view, seat), state.seat
        mind = Mind(view, standing_of(view, 1 - roller).unit())
        if standing.mine != 0 or not mind.is_fast:
            return None
        seen = rolled_out(mind, board_of(view), 1 - roller, TRIALS, _seed(state))
        chances = np.roll(seen, 3, axis=1) if seat == roller else seen
        wins = chances[:, :3].sum(axis=1)
        shift = TRUST * float(wins.std(ddof=1)) / len(wins) ** 0.5
        middle = _words(Prospects(chances.mean(axis=0), standing), state.stage == "offered")
        better = max(middle, key=lambda word: middle[word])
        worse = next(word for word in middle if word != better)
        margins = [
            _more(Prospects(_shifted(chances.mean(axis=0), by), standing), state, better)
            for by in (-shift, shift)
        ]
        margin = middle[better] - middle[worse]
        error = max(abs(margin - one) for one in margins)
        if margin < self.questions[CUBE].margin or margin < SURE * error:
            return None
        return Proven((WORD_MOVES[better],), middle[better], margin, error)

    # --- the same puzzle -----------------------------------------------------------------------

    def solves(self, question: str, state: State, seat: Seat, move: Move, proven: Sequence[Move]) -> bool:
        """A turn by the board that it leads to, in whatever order its steps were made."""
        if question == CUBE or not move.steps:
            return move.word == proven[0].word
        return board_after(state, move) in {board_after(state, one) for one in proven}

    def essence(self, state: State, seat: Seat) -> str:
        """The board as the mover sees it, whichever colour it has."""
        points, bars = point_letters(state.board), bar_letters(state.board)
        if seat:
            points = [points[POINTS - 1 - n].swapcase() for n in range(POINTS)]
            bars = [bar.swapcase() for bar in reversed(bars)]
        options = state.options
        owner = "" if state.cube_owner not in (0, 1) else str(int(state.cube_owner != seat))
        cube = f"{state.stage} {state.cube_value} {owner}" if options.cube == "on" else ""
        return f"{options.setup} {options.match} {'/'.join(points)} {bars} {state.dice} {cube}"

    def told(self, question: str, worth: float) -> int:
        return round(100 * worth)

    def collection(self) -> Collection:
        return shipped("ludoteka.players.abak", "abak")


def _is_cube_a_question(state: State, seat: Seat) -> bool:
    """Whether the first double is to be offered or answered, as it looks: rolling on is no puzzle."""
    if state.stage not in CUBE_WORDS or state.cube_value != 1 or state.options.match != 0:
        return False
    words = _words(prospects(view_of(state, seat), seat), state.stage == "offered")
    return max(words, key=lambda word: words[word]) != ROLL


def _seed(state: State) -> int:
    return int.from_bytes(seed_from(dump(state))[:4], "big")


def _wins(
    mind: Mind, known: Turns, chosen: Sequence[int], seat: Seat, trials: int, seed: int
) -> list[Floats]:
    """The chance to win after each of some turns, trial by trial."""
    found = (rolled_out(mind, known.board(number), seat, trials, seed) for number in chosen)
    return [chances[:, :3].sum(axis=1) for chances in found]


def _stands_out(worths: Sequence[float], margin: float) -> bool:
    """Whether few turns lead all others by a margin."""
    best = sorted(worths, reverse=True)[: MOST_ANSWERS + 1]
    return any(one - other >= margin for one, other in pairwise(best))


def _leaders(worths: Sequence[Floats], margin: float) -> tuple[list[int], int] | None:
    """The order of some turns, and how many of them lead all others by a margin; None: no few do."""
    means = [float(one.mean()) for one in worths]
    order = sorted(range(len(means)), key=lambda n: -means[n])
    for count in range(1, min(MOST_ANSWERS, len(order) - 1) + 1):
        if means[order[count - 1]] - means[order[count]] >= margin:
            return order, count
    return None


def _words(mine: Prospects, is_offered: bool) -> dict[str, float]:
    """What the words about the cube are worth."""
    cube, standing = mine.standing.cube, mine.standing
    if is_offered:
        return {TAKE: worth_with_cube(mine, 2 * cube, 0), DROP: standing.worth(-cube)}
    doubled = min(worth_with_cube(mine, 2 * cube, 1), standing.worth(cube))
    return {DOUBLE: doubled, ROLL: worth_with_cube(mine, cube, standing.owner)}


def _more(mine: Prospects, state: State, better: str) -> float:
    words = _words(mine, state.stage == "offered")
    return words[better] - max(worth for word, worth in words.items() if word != better)


def _shifted(chances: Floats, by: float) -> Floats:
    """The chances with so much more to win, the kinds of wins and losses in the same shares."""
    win = float(chances[:3].sum())
    wanted = min(max(win + by, 1e-6), 1.0 - 1e-6)
    parts = (chances[:3] * wanted / max(win, 1e-9), chances[3:] * (1.0 - wanted) / max(1.0 - win, 1e-9))
    return np.concatenate(parts)
