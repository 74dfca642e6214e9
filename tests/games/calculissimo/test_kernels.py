"""Compiled and interpreted kernels agree, and the fast search agrees with the rules."""

import json
import os
import random
import subprocess
import sys
from itertools import islice

from tests.games.calculissimo.positions import played_positions

from ludoteka.core.game import Turn
from ludoteka.games.calculissimo import moves
from ludoteka.games.calculissimo.engine import GAME
from ludoteka.games.calculissimo.rules import scoring

EMPTY = "/".join(["." * 15] * 15)
CROWDED = (
    "/".join(["." * 15] * 5)
    + "/.....3x4-1+1+3./.......-...x.+./.....6:2+9.7.5./.......+...+.../.......3...5.../"
    + "/".join(["." * 15] * 5)
)
POSITIONS = [
    f"{CROWDED} 27+|4-x 0 146,19 0",
    f"{EMPTY} 1247+|35-x 0 0,0 0",
    f"{CROWDED} 4*-|1 1 0,0 0 premiums=every jokers=full",
]
SCRIPT = """
import json, sys
from ludoteka.core.kernel import is_compiled
from ludoteka.games.calculissimo.engine import GAME
from ludoteka.games.calculissimo import moves
found = [is_compiled()]
for text in json.load(sys.stdin):
    state = GAME.notation.load(text)
    listed = moves.placements_of(state.grid, state.options, state.board, state.racks[0])
    best = moves.best_of(state.grid, state.options, state.board, state.racks[0])
    texts = [GAME.notation.write(state, 0, m) for m in listed.placements]
    found.append([texts, listed.points.tolist(), best[1]])
print(json.dumps(found))
"""


def listed(mode: str) -> list[object]:
    environment = {**os.environ, "LUDOTEKA_KERNEL": mode}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        input=json.dumps(POSITIONS),
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    found: list[object] = json.loads(done.stdout)
    return found


def test_compiled_is_interpreted() -> None:
    compiled, interpreted = listed(""), listed("python")
    assert (compiled[0], interpreted[0]) == (True, False)
    assert compiled[1:] == interpreted[1:]


def test_the_search_scores_as_the_rules_do() -> None:
    rng = random.Random("search")
    for state in islice(played_positions(rng), 60):
        if state.claim is not None or not isinstance(GAME.awaiting(state), Turn) or state.seat is None:
            continue
        rack = state.racks[state.seat]
        found = moves.placements_of(state.grid, state.options, state.board, rack)
        points = found.points.tolist()
        for placement, earned in zip(found.placements, points, strict=True):
            assert scoring.reckon(state.grid, state.options, state.board, placement).points == earned
        best = moves.best_of(state.grid, state.options, state.board, rack)
        assert moves.has_placement(state, state.seat) == bool(points)
        assert best == ((found.placements[points.index(max(points))], max(points)) if points else None)
