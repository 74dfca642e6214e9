"""Plain UCT as a yardstick for the players: `python -m ludoteka.bench.abstrakto_uct --games 100`.

Upper confidence bounds over random playouts, every position met looked at further, and nothing else: what
anybody would write first (Kocsis and Szepesvari, 2006, with their constant). It is no player for people.
Games come in pairs, seats swapped. Both hands must be open.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteka import players
from ludoteka.arena.contest import Contest
from ludoteka.arena.running import ContestLimits, run
from ludoteka.arena.summary import summary
from ludoteka.arena.workers import breadth, cores, workers
from ludoteka.bench.abstrakto import play_random, shuffled
from ludoteka.core.chance import Source, seed_from
from ludoteka.core.game import AnyGame, View
from ludoteka.core.kernel import kernel
from ludoteka.core.player import Answer, AnyPlayer, Budget
from ludoteka.games.abstrakto.fast.kernels import (
    DESK,
    SCRATCH,
    SWAP,
    TALLY,
    TURN,
    Ints,
    list_moves,
    pack,
    step,
    weigh,
)
from ludoteka.games.abstrakto.fast.match import numbered_move
from ludoteka.games.abstrakto.imagine import shown_state
from ludoteka.games.abstrakto.types import LARGEST, Move

Floats = NDArray[np.float64]

GUESTS = 100  # a level from here on is plain UCT with a hundred playouts for each level more
CURIOSITY = 0.7071
MOVE, FIRST, COUNT, MOVER = range(4)
DEEPEST = (LARGEST + 1) ** 2 + 4


@kernel
def bound(sums: Floats, above: float, seed: int) -> float:
    """The upper confidence bound of a move; a move that was never tried comes first, in random order."""
    if sums[0] == 0.0:
        return 10.0 + seed / 4294967296.0
    return float(sums[1] / sums[0] + CURIOSITY * np.sqrt(2.0 * np.log(above) / sums[0]))


@kernel
def choose_row(number: int, links: Ints, sums: Floats, seed: int) -> int:
    """The row with the highest bound."""
    chosen, best = 0, -1.0
    for row in range(links[number, FIRST], links[number, FIRST] + links[number, COUNT]):
        seed = shuffled(seed)
        value = bound(sums[row], sums[number, 0], seed)
        if value > best:
            chosen, best = row, value
    return chosen


@kernel
def list_rows(number: int, used: int, desk: Ints, moves: Ints, links: Ints) -> int:
    """Adds a row for each move from a position; returns how many rows are used."""
    count = list_moves(desk, moves)
    links[number, FIRST], links[number, COUNT], links[number, MOVER] = used, count, desk[TURN]
    for index in range(count):
        links[used + index, MOVE] = moves[index]
    return used + count


@kernel
def uct(start: Ints, playouts: int, seed: int, links: Ints, sums: Floats) -> int:
    """The move with most playouts. Both arrays are zero, and have room for every playout's moves."""
    desk, path = np.zeros(DESK, np.int64), np.zeros(DEEPEST, np.int64)
    rows, moves = np.zeros(2 * LARGEST + 1, np.int64), np.zeros(SWAP + 1, np.int64)
    scratch, tally = np.zeros(SCRATCH, np.int64), np.zeros(TALLY, np.int64)
    used = 1
    for _ in range(playouts):
        desk[:] = start
        number = length = 0
        while desk[TURN] >= 0 and (number == 0 or sums[number, 0] > 0.0):
            if links[number, FIRST] == 0:
                used = list_rows(number, used, desk, moves, links)
            seed = shuffled(seed)
            number = choose_row(number, links, sums, seed)
            step(desk, links[number, MOVE])
            length += 1
            path[length] = number
        seed = play_random(desk, rows, seed)
        verdict = weigh(desk, scratch, tally)
        won = 0.5 if verdict == 0 else 1.0 if verdict > 0 else 0.0
        sums[0, 0] += 1.0
        for place in range(1, length + 1):
            sums[path[place], 0] += 1.0
            sums[path[place], 1] += won if links[path[place - 1], MOVER] == 0 else 1.0 - won
    first = links[0, FIRST]
    best = np.argmax(sums[first : first + links[0, COUNT], 0])
    return int(links[first + best, MOVE])


class PlainUct:
    """A guest at the arena, with a fixed number of playouts whatever the others' budget."""

    def __init__(self, playouts: int) -> None:
        self.name = f"plain UCT, {playouts} playouts"
        self._playouts = playouts

    def choose(self, view: View, legal: Sequence[Move], budget: Budget, rng: Source) -> Answer[Move]:
        """The move with most playouts."""
        start = pack(shown_state(view))
        rows = 1 + (self._playouts + 1) * len(legal)
        links, sums = np.zeros((rows, 4), np.int64), np.zeros((rows, 2))
        number = uct(start, self._playouts, 1 + rng.below((1 << 32) - 1), links, sums)
        return Answer(numbered_move(int(number), view["size"]))


def player_for(game: AnyGame, level: int | None = None) -> AnyPlayer:
    """Our levels, and from 101 up plain UCT."""
    return (
        PlainUct(100 * (level - GUESTS))
        if level is not None and level >= GUESTS
        else players.player_for(game, level)
    )


def duel(
    level: int,
    playouts: int,
    games: int,
    nodes: int | None = None,
    seconds: float | None = None,
    processes: int = 1,
) -> dict[str, Any]:
    """Plain UCT against a level, which has `nodes` playouts or thinks as it usually does."""
    words = (str(GUESTS + playouts // 100), str(level))
    contest = Contest(
        "abstrakto", words, ((0, 1),), seed_from("uct").hex(), nodes=nodes, get_player=player_for
    )
    with workers(contest, processes) as executor:
        limits = ContestLimits(max(1, games // 2), seconds)
        return summary(contest, run(contest, limits, executor, breadth(executor, processes)))


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints JSON."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--level", type=int, default=5)
    parser.add_argument("--playouts", type=int, default=10_000, help="of plain UCT, in hundreds")
    parser.add_argument("--nodes", type=int, default=None, help="playouts of the level")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=None, help="begin no game after so many")
    parser.add_argument("--processes", type=int, default=cores())
    given = parser.parse_args(arguments)
    found = duel(given.level, given.playouts, given.games, given.nodes, given.seconds, given.processes)
    sys.stdout.write(json.dumps(found) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
