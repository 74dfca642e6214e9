"""Games of classic for points with duplicated dice, and the same without the luck of the dice.

Every draw is played twice, seats swapped. From the points of a game the luck of all rolls but the first is
taken away: how much better a roll was than all 21 on average, by our own network, whoever rolled it. That has
a mean of zero whatever the network thinks, so the mean is that of the game, and it varies far less.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
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
    """So many draws from `begin` on, or those begun in time; those in the file are not played again."""
    found = list(_kept(out))
    end = monotonic() + seconds
    for index in count(len(found)):
        if index >= number or monotonic() >= end:
            return found[:number]
        pair = play_pair(first, second, seed_from(f"gnubg {begin + index}"))
        found.append(pair)
        if out is not None:
            with out.open("a", encoding="ascii") as file:
                file.write(json.dumps([pair.points, round(pair.adjusted, 6)]) + "\n")
    return found


def _kept(out: Path | None) -> Iterator[Pair]:
    if out is not None and out.is_file():
        yield from (Pair(*json.loads(line)) for line in out.read_text(encoding="ascii").splitlines())


def summary(found: Sequence[Pair]) -> dict[str, Any]:
    """Points a game with 95 % intervals over pairs, with luck and without."""
    return {
        "games": 2 * len(found),
        "points": mean([pair.points for pair in found]).json(),
        "without_luck": mean([pair.adjusted for pair in found]).json(),
    }
