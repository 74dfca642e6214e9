"""Listed placements as actions, for learners: what `search` wrote, read as digits."""

import numpy as np

from ludoteka.core.kernel import kernel
from ludoteka.games.calculissimo.fast.search import BREAK, DOT, STAR
from ludoteka.games.calculissimo.fast.survey import Bytes
from ludoteka.games.calculissimo.rules.arithmetic import Ints
from ludoteka.games.calculissimo.types import FACES, RACK

PARTS = 2 * len(FACES) + 2  # no more; a face; a joker that stands for one; a joker that is swapped
FIRST_LINE = 4  # before it: pass, accept, dispute, swap


def _faces() -> Ints:
    """The digit of each sign."""
    digits = np.zeros(256, np.int64)
    for place, sign in enumerate(FACES.encode(), start=1):
        digits[sign] = place
    return digits


DIGIT = _faces()
JOKERS = len(FACES)


@kernel
def number_placements(signs: Bytes, lines: Ints, numbers: Ints, actions: Ints) -> None:
    """The action of each listed placement; `.` is not part of it, since the board knows it.

    `lines` are the listed lines, by their place in text order; `numbers` those lines as 2 * square + down.
    """
    at = 0
    for placement in range(len(lines)):
        action = FIRST_LINE + numbers[lines[placement]]
        laid, joker = 0, 0
        while signs[at] != BREAK:
            if signs[at] == STAR:
                joker = JOKERS
            elif signs[at] != DOT:
                action = action * PARTS + DIGIT[signs[at]] + joker
                laid, joker = laid + 1, 0
            at += 1
        at += 1
        for _ in range(laid, RACK):
            action *= PARTS
        actions[placement] = action
