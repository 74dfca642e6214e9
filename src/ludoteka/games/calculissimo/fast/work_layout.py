"""What the places of the search's arrays mean.

Kernels pass few arrays, since each one takes seven words of a call; so what belongs together is in one.
"""

from ludoteka.games.calculissimo.rules.arithmetic import RUN_ROWS
from ludoteka.games.calculissimo.types import FACES

KINDS = len(FACES) + 1  # kinds of chips; also faces and, for a free square, none
JOKER_KIND = KINDS - 1  # the joker's place in the order of chips

# `task` int64: what to search for, and by which options. The first places of `scene` are the same.
SIZE = 0  # rows of the board
LOGO = 1  # its square
IS_EVERY = 2  # 1: CA-5.7
IS_FULL = 3  # 1: CA-5.8
AIM = 4  # one of these:
LIST, BEST, ANY = 0, 1, 2  # all placements, the first best one, whether there is one
TASK = 5

# `scene` int64: beside the task, where the walk is and what it has found.
CHIPS = 5  # in the rack
NUMBER = 6  # of the line, in text order
DOWN = 7  # 1: the line runs down
STEP = 8  # from a square of the line to the next
FIRST = 9  # where in the line the run begins that the first new chip is in
IS_ALONE = 10  # 1: a first chip, laid across, has no neighbour in its line: any face may come first
WRITTEN = 11  # signs of the placement's text
FOUND = 12  # placements
USED = 13  # signs of all their texts, line breaks included
MOST = 14  # points of the best one
SCENE = 15

# `squares` int64 (n*n, SQUARE): what there is to know about each square.
LYING = 0  # the face of the chip there; 0: free
FACTOR = 1  # its premiums: of a number,
POWER = 2  # and of a calculation
ANCHOR = 3  # 1: a placement must cover one of these
# What a chip there makes across a line, by the direction of the line (0 or 1) and by its face: values, or
# `NO_RUN` and `BROKEN` of the law's `arithmetic`.
CROSSING = 4  # the value by faces
RAISED_CROSSING = CROSSING + 2 * KINDS  # with the number premium of the square
SQUARE = RAISED_CROSSING + 2 * KINDS

# `work` int64 (WORK_ROWS, WORK_WIDTH). Its first rows are a `run`, so that the law can be asked about what
# lies there. In the next ones each column is a new chip, and what the walk had reached before it.
AT = RUN_ROWS  # where it is in the line
ON = AT + 1  # its square
TRIED = AT + 2  # the try (see `search`) that lies there; -1: none
SPELT = AT + 3  # signs of the text before it
TIMES_SIGNS = AT + 4  # `x` in the run before it
TOUCHED = AT + 5  # 1: an anchor was covered before it
HAND = AT + 6  # chips of each kind that are left
TEXT = AT + 7  # the signs of the placement
WORK_ROWS = AT + 8
WORK_WIDTH = 80  # at least three signs of text for each square of a line of 25

# `grid` int64 (2, n*n): the premiums of each square, as in the columns `FACTOR` and `POWER` of `squares`.
GRID_FACTORS, GRID_POWERS = 0, 1

# `listed` int64 (LISTED, room): of each placement that was found, what it earns and the number of its line.
POINTS, LINES = 0, 1
LISTED = 2
