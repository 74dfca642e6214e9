"""How good a decision was: classes by what it cost, as docs/guide/study.md states them.

A loss is counted in the chance to win. Where a match is as good as decided, or played alone, chances say
nothing any more, and the reference's thresholds in its own unit take their place.
"""

from typing import Literal, TypeAlias

from ludoteka.core.player import Evaluation

Grade: TypeAlias = Literal["best", "good", "inaccuracy", "mistake", "blunder"]
GRADES: tuple[Grade, ...] = ("best", "good", "inaccuracy", "mistake", "blunder")
CHANCES = (0.02, 0.06, 0.14)  # from here on an inaccuracy, a mistake, a blunder
LOPSIDED = 0.03  # with less than this chance to win, or more than the rest of it
GREAT = 0.06  # so much better than every other move


def grade(
    best: Evaluation, played: Evaluation, in_unit: tuple[float, float, float], *, is_alone: bool
) -> Grade:
    """The class of a move that promises `played` where `best` was there; an error covers what it covers."""
    loss, lost_win = max(0.0, best.margin - played.margin), max(0.0, best.win - played.win)
    if loss <= 0.0 and lost_win <= 0.0:
        return "best"
    if loss <= max(best.error, played.error):
        return "good"
    if is_alone or is_lopsided(best.win):
        return _class_of(loss, in_unit)
    return _class_of(lost_win, CHANCES)


def is_lopsided(win: float) -> bool:
    """Whether a match is as good as decided."""
    return win < LOPSIDED or win > 1.0 - LOPSIDED


def _class_of(loss: float, thresholds: tuple[float, float, float]) -> Grade:
    return GRADES[1 + sum(loss >= threshold for threshold in thresholds)]
