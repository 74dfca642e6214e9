"""What the tiles that stay on a rack are worth: a table learned by self-play, in points of the game.

The worth of a set is how much more the next turn brings (points, and the worth of what then stays) to whoever
holds it than to whoever draws a whole new rack. `fit` makes the table from tallies: a sum of effects of
single tiles, pairs and triples, since most sets are rarely seen, and a share of what was seen beyond that.
"""

from functools import lru_cache
from importlib.resources import files
from itertools import combinations
from typing import IO

import numpy as np

from ludoteka.players._lines.racks import Floats, Ints, all_sets

LARGEST = 3  # tiles of the parts that have an effect of their own
STIFFNESS = (20.0, 200.0, 600.0)  # so many sightings make an effect half believed, by the size of the part
DOUBT = 400.0  # so many sightings make what a set itself showed half believed
BATCH = 4096


@lru_cache(maxsize=4)
def shipped(package: str, name: str) -> Floats:
    """A table of the data folder of a package."""
    with (files(package) / "data" / f"{name}.npz").open("rb") as file:
        return read(file)


def read(file: IO[bytes]) -> Floats:
    """The table of a file."""
    with np.load(file) as kept:
        return np.ascontiguousarray(kept["leaves"], np.float64)


# --- fitting -----------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def _parts(kinds: int, most: int) -> tuple[Ints, Ints, Floats]:
    """Which parts each set has, as pairs (set, part), and how stiff the effect of each part is."""
    names: dict[tuple[int, ...], int] = {}
    rows, columns = [], []
    for place, tiles in enumerate(all_sets(kinds, most)):
        for size in range(1, min(LARGEST, len(tiles)) + 1):
            for part in set(combinations(tiles, size)):
                rows.append(place)
                columns.append(names.setdefault(part, len(names)))
    stiff = np.array([STIFFNESS[len(part) - 1] for part in names])
    return np.array(rows, np.int64), np.array(columns, np.int64), stiff


def fit(tallies: Floats, kinds: int, most: int) -> Floats:
    """The table that tallies speak for; the empty set is worth 0."""
    seen, total = tallies
    mean = np.divide(total, seen, out=np.zeros_like(total), where=seen > 0) - total[0] / max(seen[0], 1.0)
    rows, columns, stiff = _parts(kinds, most)
    gram, pull = np.diag(stiff), np.zeros(len(stiff))
    for begin in range(0, len(seen), BATCH):
        here = slice(*np.searchsorted(rows, [begin, begin + BATCH]))
        size = min(BATCH, len(seen) - begin)
        parts = np.zeros((size, len(stiff)))
        parts[rows[here] - begin, columns[here]] = 1.0
        weighted = parts * seen[begin : begin + size, None]
        gram += weighted.T @ parts
        pull += weighted.T @ mean[begin : begin + size]
    effects = np.linalg.solve(gram, pull)
    guess = np.bincount(rows, effects[columns], minlength=len(seen))
    worth: Floats = guess + seen / (seen + DOUBT) * (mean - guess)
    worth[0] = 0.0
    return worth
