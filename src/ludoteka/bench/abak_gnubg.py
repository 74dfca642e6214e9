"""Classic against GNU Backgammon, as a yardstick: points a game, and the errors that it finds in our choices.

    python -m ludoteka.bench.abak_gnubg --level 4 --games 5000     # money play without cube, duplicated dice
    python -m ludoteka.bench.abak_gnubg --level 4 --decisions 600  # mean error by its 2-ply equity

Level 0 is the network alone: level 3 without its errors. With `--out` a run can be stopped and goes on; runs
side by side get other draws by `--begin`, and their files can be put together.

It needs the Python package `gnubg` (`pip install --pre gnubg`), which is no dependency of ours; where it is
missing this says so and measures nothing.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from math import inf
from pathlib import Path
from typing import Any

from ludoteka import players
from ludoteka.arena.figures import Estimate, mean
from ludoteka.bench.abak_duel import OtherFile, pairs, summary
from ludoteka.bench.timing import Figure, Figures
from ludoteka.core.chance import Source, seed_from
from ludoteka.core.game import Seat, View
from ludoteka.core.player import Answer, AnyPlayer, Budget, ask
from ludoteka.games.abak.engine import GAME
from ludoteka.games.abak.types import POINTS, Move, State
from ludoteka.players.abak.levels import Thinker

ASKED_FOR = True
ABSENT = "GNU Backgammon is not here (pip install --pre gnubg): nothing is measured against it.\n"
ALONE = 0  # stands for the network alone among the levels
CANDIDATES = 6  # the best by its 0-ply evaluation, which are looked at more deeply
JUDGE_PLIES = 2
GAMES, DECISIONS = 400, 100  # of `ludoteka bench abak_gnubg`

Side = tuple[int, ...]  # how many checkers lie on a seat's own points 1 to 24, and on its bar


def is_there() -> bool:
    """Whether GNU Backgammon can be asked."""
    return find_spec("gnubg") is not None


# --- positions ---------------------------------------------------------------------------------


def sides(view: View, seat: Seat) -> tuple[Side, Side]:
    """The checkers of a seat and of the other one, each in its own numbering."""
    white = tuple(sum(one.isupper() for one in stack) for stack in view["points"])
    black = tuple(sum(one.islower() for one in stack) for stack in view["points"])[::-1]
    both = (*white, len(view["bar"][0])), (*black, len(view["bar"][1]))
    return (both[0], both[1]) if seat == 0 else (both[1], both[0])


def after(own: Side, other: Side, move: Move) -> tuple[Side, Side]:
    """The checkers after a turn: whoever lands on a lone checker sends it to the bar."""
    mine, theirs = list(own), list(other)
    for step in move.steps:
        mine[step.source - 1] -= 1
        if step.target == 0:
            continue
        mine[step.target - 1] += 1
        opposite = POINTS - step.target
        theirs[POINTS] += theirs[opposite]
        theirs[opposite] = 0
    return tuple(mine), tuple(theirs)


@lru_cache(maxsize=1)
def _gnubg() -> Any:
    return import_module("gnubg")


def worth(own: Side, other: Side, plies: int) -> float:
    """The cubeless equity for a seat that has moved: the other one, named last, is to roll."""
    if not sum(own):
        return 1.0 + (sum(other) == 15) * (1.0 + (sum(other[18:]) > 0))
    engine = _gnubg()
    cube = {**engine.cube_info(), "jacoby": 0}
    context = engine.eval_context(0, plies, 1, 0, 0.0)
    return -float(engine.evaluate((list(own), list(other)), cube, context)[5])


def judged(view: View, seat: Seat, moves: Sequence[Move], plies: int) -> list[float]:
    """What moves are worth; beyond 0 plies only the best candidates are, the others are out of question."""
    own, other = sides(view, seat)
    found = [worth(*after(own, other, move), 0) for move in moves]
    if plies == 0:
        return found
    ranked = sorted(range(len(moves)), key=lambda index: -found[index])[:CANDIDATES]
    deep = {index: worth(*after(own, other, moves[index]), plies) for index in ranked}
    return [deep.get(index, float("-inf")) for index in range(len(moves))]


# --- a contestant ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Guest:
    """GNU Backgammon at a number of plies, as a player of ours."""

    plies: int

    @property
    def name(self) -> str:
        return f"GNU Backgammon {self.plies}-ply"

    def choose(self, view: View, legal: Sequence[Move], budget: Budget, rng: Source) -> Answer[Move]:
        if len(legal) == 1:
            return Answer(legal[0])
        worths = judged(view, view["seat"], legal, self.plies)
        best = max(range(len(legal)), key=worths.__getitem__)
        return Answer(legal[best], worths[best])


class Network(Thinker):
    """The network alone: its judgement of every turn, no look ahead and no error."""

    name = "the network alone"


def player_for(level: int) -> AnyPlayer:
    """Our levels, and the network alone."""
    return Network() if level == ALONE else players.player_for(GAME, level)


def duel(
    level: int, plies: int, games: int, seconds: float = inf, out: Path | None = None, begin: int = 0
) -> dict[str, Any]:
    """Level against guest, pairs of games with the same dice: points a game."""
    return summary(pairs(player_for(level), Guest(plies), max(1, games // 2), seconds, out, begin))


# --- a judge -----------------------------------------------------------------------------------


def decisions() -> list[State]:
    """Positions with a choice, from games of GNU Backgammon's 0-ply player with itself."""
    text = (files("ludoteka.bench") / "data" / "classic_decisions.txt").read_text(encoding="ascii")
    return [for_points(GAME.notation.load(line)) for line in text.splitlines()]


def for_points(state: State) -> State:
    """The same position in a game for points, where gammons count."""
    return replace(state, options=replace(state.options, match=0))


def errors(level: int, states: Sequence[State]) -> Iterator[float]:
    """How much equity each of our choices gives away by the judgement of 2 plies, in thousandths."""
    player = player_for(level)
    rng = Source(seed_from("judge"))
    for state in states:
        view, moves = GAME.view(state, state.seat), list(GAME.legal(state, state.seat))
        own, other = sides(view, state.seat)
        chosen = ask(player, GAME, state, state.seat, Budget(), rng).move
        best = max(judged(view, state.seat, moves, JUDGE_PLIES))
        played = worth(*after(own, other, chosen), JUDGE_PLIES)
        yield 1000 * max(0.0, best - played)


def mean_error(level: int, number: int) -> Estimate:
    """The mean error over the first stored decisions, in millipoints."""
    return mean(list(errors(level, decisions()[:number])))


# --- figures -----------------------------------------------------------------------------------


def figures() -> Figures:
    """Points a game against 0 plies and the mean error of a choice, for every level from 2 up."""
    if not is_there():
        sys.stderr.write(ABSENT)
        return
    for level in (ALONE, *(level for level in players.levels("abak") if level >= 2)):
        found = duel(level, 0, GAMES)["without_luck"]
        half = (found["high"] - found["low"]) / 2
        yield Figure(f"abak.gnubg.level_{level}.points_per_game", found["mean"], half)
        error = mean_error(level, DECISIONS)
        yield Figure(f"abak.gnubg.level_{level}.millipoints", error.mean, (error.high or 0) - error.mean)


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints JSON."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--level", type=int, required=True)
    parser.add_argument("--plies", type=int, default=0, help="how far GNU Backgammon looks ahead in games")
    parser.add_argument("--games", type=int, default=0)
    parser.add_argument("--decisions", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=inf, help="begin no pair of games after so many")
    parser.add_argument("--out", type=Path, default=None, help="a file of games, to go on with")
    parser.add_argument("--begin", type=int, default=0, help="the first draw: runs side by side take others")
    given = parser.parse_args(arguments)
    if not is_there():
        sys.stderr.write(ABSENT)
        return 0
    found: dict[str, Any] = {"level": given.level, "plies": given.plies}
    if given.games:
        try:
            found["games"] = duel(
                given.level, given.plies, given.games, given.seconds, given.out, given.begin
            )
        except OtherFile as wrong:
            parser.error(str(wrong))
    if given.decisions:
        found["millipoints"] = mean_error(given.level, given.decisions).json()
    sys.stdout.write(json.dumps(found) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
