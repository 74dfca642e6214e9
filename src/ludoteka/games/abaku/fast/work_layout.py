"""The rows of `work`, an int64 array: what the generator computes with while it fills lines.

Kernels pass few arrays, since each one takes seven words of a call; so all scratch is in one. Its first rows
are a `run` (see `rules.lines`), so that the law can be asked about what lies there.
"""

from ludoteka.games.abaku.rules.lines import RUN_ROWS
from ludoteka.games.abaku.types import RACK

LINE = RUN_ROWS  # the signs of the line, and an empty square behind it

# The squares that a window from some square on could fill: its slots.
PLACE = LINE + 1  # where in the line
FITS = LINE + 2  # the digits (bits) at hand that fit the crossing lines
TAIL = LINE + 3  # how many old digits follow the slot
MIXED = LINE + 4  # 1: a window that ends here has an old tile in line
READY = LINE + 5  # 1: it can touch an old tile, covers H8 in the opening, takes the Joker it must

# The line from the old digits before the window on, coded up to each place: see `long_equations.list_cuts`.
LEAST = LINE + 6
GREATEST = LINE + 7
BLANK = LINE + 8
MIGHT = LINE + 9  # the digits (bits) that could lie at each place

FIRST = LINE + 10  # where the sequences of 1, 2, 3, ... tiles begin, and where the last ones end

# How the digits of a window make the codes of its strings: a string begins at some old digit before the
# window, or with it, and ends at some old digit behind it.
WEIGHT = LINE + 11  # what the digit of each slot is multiplied by
BEGIN = LINE + 12  # of each string: where in the line it begins
LENGTH = LINE + 13
TIMES_CODE = LINE + 14  # its code is the sum of the weighted digits, times this
PLUS_CODE = LINE + 15  # and plus this

SHIFTED = LINE + 16  # the weights of the tiles, where one slot is the Joker's
LINKS = LINE + 17  # the digits (bits) that crossing lines join to an old tile in each slot
GAINS = LINE + 18  # and, a row for each slot, the points that each digit scores there
SCENE = GAINS + RACK + 1  # the numbers below
WORK_ROWS = SCENE + 1
WORK_WIDTH = 64

# The places of `work[SCENE]`.
JOKER_AT = 0  # the square of an old Joker, -1: none
REPLACING = 1  # 1: windows go through the old Joker and take it; 0: it is a hole
OPENING = 2  # 1: the board is empty
MOST = 3  # new tiles
AT_HAND = 4  # the digits (bits) that can be laid
HELD = 5  # those of them that are tiles of their own, not names of a Joker
HAS_JOKER = 6  # 1: a Joker can be laid
SHORTS = 7  # how many strings of the window are in the reach of the bit set: they come first
STRINGS = 8  # how many there are, including those that are checked one by one
POSSIBLE = 9  # how many cuts of longer ones are possible
EDGE = 10  # where in the line the run of the window begins
REACHES = 11  # how long it is
LAID = 12  # 1: it has been laid out
SCALE = 13  # the most that each digit of an equation of that run can score
CROSSING = 14  # the most that its new tiles can score in the lines they cross
