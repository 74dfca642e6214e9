"""A reference that is exact for a toy, worked out from its rules alone: it has no second thoughts."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from tests.toys import pig

from ludoteka.core.chance import Source
from ludoteka.core.game import Seat, View
from ludoteka.core.player import Evaluation, Fact, Judged
from ludoteka.core.sentences import Sentence

ROLLS = [(one, two) for one in range(1, 7) for two in range(1, 7)]


@cache
def chance(goal: int, mine: int, theirs: int, rounds: int = 60) -> float:
    """The chance to win before my roll; both roll 1s with chance 11/36 and then pass."""
    if theirs >= goal:
        return 0.0
    if rounds == 0:
        return 0.5
    total = 0.0
    for roll in ROLLS:
        if 1 in roll:
            total += 1.0 - chance(goal, theirs, mine, rounds - 1)
        else:
            total += max(after(goal, mine + points, theirs, rounds) for points in (roll[0], sum(roll)))
    return total / len(ROLLS)


def after(goal: int, mine: int, theirs: int, rounds: int = 60) -> float:
    """The chance to win when I have banked and the other one rolls."""
    return 1.0 if mine >= goal else 1.0 - chance(goal, theirs, mine, rounds - 1)


class PerfectPig:
    """Exact but for matches of more than sixty passes in a row."""

    name, version, thresholds = "perfect pig", 1, (0.02, 0.06, 0.14)

    def unit_of(self, state: pig.State) -> str:
        return "games"

    def values(self, state: pig.State, rng: Source) -> Sequence[Evaluation]:
        first = self._first(state)
        return [Evaluation(first, first), Evaluation(1.0 - first, 1.0 - first)]

    def _first(self, state: pig.State) -> float:
        if state.left:
            return float(state.left[0] == 1)
        if max(state.scores) >= state.goal:
            return float(state.scores[0] >= state.goal)
        mine, theirs = state.scores[state.seat], state.scores[1 - state.seat]
        if not state.dice:
            own = chance(state.goal, mine, theirs)
        elif 1 in state.dice:
            own = after(state.goal, mine, theirs)
        else:
            own = max(after(state.goal, mine + n, theirs) for n in (state.dice[0], sum(state.dice)))
        return own if state.seat == 0 else 1.0 - own

    def judge(
        self, view: View, seat: Seat, legal: Sequence[str], played: str | None, rng: Source, effort: int = 1
    ) -> Sequence[Judged[str]]:
        mine, theirs = view["scores"][seat], view["scores"][1 - seat]
        points = {"first": view["dice"][0], "both": sum(view["dice"]), "pass": 0}
        worths = [(after(GOAL, mine + points[move], theirs), move) for move in legal]
        return [Judged(move, Evaluation(worth, worth)) for worth, move in sorted(worths, reverse=True)]

    def why(self, state: Any, seat: Seat, played: str, best: str) -> Iterable[Fact]:
        gap = sum(state.dice) - state.dice[0]
        return [Fact(Sentence("banks {points} more", points=gap), gap)]

    def skills(self, state: Any, seat: Seat, move: str) -> Sequence[str]:
        return ("sums",) if move == "both" else ()


GOAL = 12
