"""Games of classic for points with duplicated dice, and the same without the luck of the dice.

Every draw is played twice, seats swapped. From the points of a game the luck of all rolls but the first is
taken away: how much better a roll was than all 21 on average, by our own network, whoever rolled it. That has
a mean of zero whatever the network thinks, so the mean is that of the game, and it varies far less.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np

from ludoteka.arena.figures import mean
from ludoteka.core import match as matches
from ludoteka.core.chance import Source, seed_from
from ludoteka.core.game import Drawn, Played
from ludoteka.core.player import AnyPlayer, Budget, ask
from ludoteka.core.record import AnyMatch
from ludoteka.games.abak.engine import GAME
from ludoteka.games.abak.rules.boards import cells_of
from ludoteka.games.abak.types import NOBODY, State
from ludoteka.players.abak import lookahead
from ludoteka.players.abak.network import MONEY
from ludoteka.players.abak.weights import WIDTHS, shipped

OPTIONS = {"setup": "classic", "match": 0}  # one game for points: gammons count


class OtherFile(ValueError):
    """A file that is none of ours, in words for whoever named it."""


@dataclass(frozen=True, slots=True)
class Pair:
    """What the first player won in the two games of a draw, a game: as it was, and without luck."""

    points: float
    adjusted: float


def play(players: Sequence[AnyPlayer], seed: bytes) -> AnyMatch:
    """One game; the players in the order of their seats."""
    match = matches.settle(matches.new(GAME, 2, OPTIONS), seed)
    while (seat := match.seat) is not None:
        rng = Source(seed_from(f"{seed.hex()} seat {seat} ply {match.ply}"))
        move = ask(players[seat], GAME, match.state, seat, Budget(), rng).move
        match = matches.settle(match.then(Played(seat, move, match.now)), seed)
    return match


def luck_of(state: State) -> float:
    """The luck of the roll that a state shows, for seat 0."""
    setup, (high, low) = state.options.setup, state.dice
    net = shipped(setup)
    desk = lookahead.desk(net)
    desk.rules[:] = state.options.limit, state.options.exposed, WIDTHS[setup]
    board = np.array(cells_of(state.board), np.int64)
    found = float(lookahead.luck(net, desk, board, state.seat, high, low, MONEY.copy()))
    return found if state.seat == 0 else -found


def luck_in(match: AnyMatch) -> float:
    """The luck of seat 0 in a game, the roll that opens it aside: who it is for, chance alone decides."""
    rolled = [one for one in match if isinstance(one.event, Drawn) and one.state.dice]
    return sum(luck_of(one.state) for one in rolled if one.before and one.before.state.seat != NOBODY)


def play_pair(first: AnyPlayer, second: AnyPlayer, seed: bytes) -> Pair:
    """A draw from both sides."""
    won, adjusted = 0.0, 0.0
    for players, sign in (((first, second), 1), ((second, first), -1)):
        match = play(players, seed)
        points = sign * float(match.state.scores[0] - match.state.scores[1])
        won += points
        adjusted += points - sign * luck_in(match)
    return Pair(won / 2, adjusted / 2)


def pairs(
    first: AnyPlayer,
    second: AnyPlayer,
    number: int,
    seconds: float = inf,
    out: Path | None = None,
    begin: int = 0,
) -> list[Pair]:
    """So many draws from `begin` on, or those begun in time; those in the file are not played again.

    Other draws in the file are left alone: they do not count here.
    """
    found: list[Pair] = []
    kept, end = _kept(out), monotonic() + seconds
    for draw in range(begin, begin + number):
        if draw not in kept:
            if monotonic() >= end:
                continue
            kept[draw] = play_pair(first, second, seed_from(f"gnubg {draw}"))
            _keep(out, draw, kept[draw])
        found.append(kept[draw])
    return found


def _keep(out: Path | None, draw: int, pair: Pair) -> None:
    if out is not None:
        with out.open("a", encoding="ascii") as file:
            file.write(json.dumps([draw, pair.points, round(pair.adjusted, 6)]) + "\n")


def _kept(out: Path | None) -> dict[int, Pair]:
    """The pairs of a file, by their draws."""
    if out is None or not out.is_file():
        return {}
    lines = out.read_text(encoding="ascii").splitlines()
    return dict(_read(line, f"{out}, line {number}") for number, line in enumerate(lines, 1))


def _read(line: str, where: str) -> tuple[int, Pair]:
    try:
        draw, points, adjusted = json.loads(line)
        return int(draw), Pair(float(points), float(adjusted))
    except (TypeError, ValueError) as wrong:
        wanted = "the number of a draw, the points, and the points without luck"
        raise OtherFile(f"{where} is not {wanted}: begin another file.") from wrong


def summary(found: Sequence[Pair]) -> dict[str, Any]:
    """Points a game with 95 % intervals over pairs, with luck and without."""
    return {
        "games": 2 * len(found),
        "points": mean([pair.points for pair in found]).json(),
        "without_luck": mean([pair.adjusted for pair in found]).json(),
    }
