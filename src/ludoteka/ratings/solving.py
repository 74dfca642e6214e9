"""Where whoever solves puzzles begins, in the terminal and on a server: decision 0232."""

BEGINNING, DEVIATION = 1200.0, 200.0  # of a solver: easy puzzles first, and no leaps
KNOWN = 45.0  # the least deviation of a solver
PUZZLE_DEVIATION = 120.0  # of a puzzle as it came
