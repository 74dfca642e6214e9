"""Listed placements as actions, for learners: the texts of `found` read as digits."""

from ludoteka.core.kernel import kernel
from ludoteka.games.abaku.fast.found import KIND, START, TEXT
from ludoteka.games.abaku.fast.sequences import DIGITS, MOST_NEW
from ludoteka.games.abaku.rules.lines import Numbers
from ludoteka.games.abaku.types import SQUARES

PARTS = 2 * DIGITS + 2  # no more; a digit; a Joker that stands for one; a Joker that is changed
FIRST_TAKE = 4  # before it: skip, accept, dispute, change
FIRST_PLACE = FIRST_TAKE + SQUARES
HEADS = FIRST_PLACE + 4 * SQUARES
SPACE, STAR, NOUGHT = b" *0"


@kernel
def number_placements(found: Numbers, number: int, actions: Numbers) -> None:
    """The action of each listed placement; `.` and `=` are not part of it, since the board knows them."""
    for row in range(number):
        action = FIRST_PLACE + found[row, KIND] * SQUARES + found[row, START]
        laid, joker, is_tiles = 0, 0, 0
        for place in range(TEXT):
            byte = found[row, place // 8] >> 8 * (7 - place % 8) & 255
            if byte == SPACE:
                is_tiles = 1
            elif is_tiles == 1 and byte == STAR:
                joker = DIGITS
            elif is_tiles == 1 and NOUGHT <= byte < NOUGHT + DIGITS:
                action = action * PARTS + 1 + joker + byte - NOUGHT
                laid, joker = laid + 1, 0
        for _ in range(laid, MOST_NEW):
            action *= PARTS
        actions[row] = action
