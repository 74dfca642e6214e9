"""Cube decisions: what doubling, taking and dropping are worth, from the chances of the six results.

A cube is neither dead (never turned again) nor fully alive (turned at the very moment that suits its owner):
its worth is taken `LIFE` of the way from the one to the other. Alive, a game ends when a double can be
dropped, so the worth runs straight from the chance at which I drop to the chance at which the other seat
drops.
"""

from dataclasses import dataclass

import numpy as np

from ludoteka.players.abak.network import Floats
from ludoteka.players.abak.stakes import Standing

LIFE = 0.68
DEEPEST = 4  # redoubles that are thought of: later ones hardly ever happen


@dataclass(frozen=True, slots=True)
class Prospects:
    """The chances of a position as one seat sees them, and the standing."""

    chances: Floats  # six results
    standing: Standing

    @property
    def win(self) -> float:
        """The chance to win."""
        return float(self.chances[:3].sum())

    def won(self, cube: int) -> float:
        """What a win is worth on average, gammons at their share of the wins."""
        return _mean(self.chances[:3], self.standing.stakes(cube)[:3])

    def lost(self, cube: int) -> float:
        """What a loss is worth on average."""
        return _mean(self.chances[3:], self.standing.stakes(cube)[3:])

    def dead(self, cube: int) -> float:
        """The worth if the cube is never turned again."""
        return self.win * self.won(cube) + (1.0 - self.win) * self.lost(cube)

    def seen_by_other(self) -> "Prospects":
        """The same from the other side."""
        return Prospects(np.roll(self.chances, 3), self.standing.seen_by_other())


def _mean(chances: Floats, worths: Floats) -> float:
    """The mean of the worths, the first one where nothing else can happen."""
    total = float(chances.sum())
    return float(chances @ worths) / total if total > 1e-9 else float(worths[0])


def take_point(mine: Prospects, cube: int, depth: int = 0) -> float:
    """The smallest chance to win at which a double to `2 * cube` is worth taking."""
    dropped = mine.standing.worth(-cube)
    lost, won = mine.lost(2 * cube), mine.won(2 * cube)
    dead = (dropped - lost) / max(won - lost, 1e-9)
    if depth >= DEEPEST or not mine.standing.can_turn(2 * cube):
        return _clip(dead)
    cash, cashed = cash_point(mine, 2 * cube, depth + 1), mine.standing.worth(2 * cube)
    alive = cash * (dropped - lost) / max(cashed - lost, 1e-9)
    return _clip((1.0 - LIFE) * dead + LIFE * alive)


def cash_point(mine: Prospects, cube: int, depth: int = 0) -> float:
    """The chance to win from which the other seat drops a double to `2 * cube`."""
    return 1.0 - take_point(mine.seen_by_other(), cube, depth)


def _clip(chance: float) -> float:
    return min(max(chance, 0.0), 1.0)


def _between(at: float, low: float, high: float, below: float, above: float) -> float:
    """A straight line from `below` at `low` to `above` at `high`, level outside."""
    if at <= low:
        return below
    return above if at >= high else below + (above - below) * (at - low) / (high - low)


def worth_with_cube(mine: Prospects, cube: int, owner: int | None) -> float:
    """What the position is worth with such a cube, owned by me (0), the other seat (1) or nobody (None)."""
    standing, win = mine.standing, mine.win
    low, below, high, above = 0.0, mine.lost(cube), 1.0, mine.won(cube)
    if owner != 1 and standing.can_turn(cube):
        high, above = cash_point(mine, cube), standing.worth(cube)
    if owner != 0 and standing.seen_by_other().can_turn(cube):
        low, below = take_point(mine, cube), standing.worth(-cube)
    return (1.0 - LIFE) * mine.dead(cube) + LIFE * _between(win, low, high, below, above)


def should_double(mine: Prospects) -> bool:
    """Whether doubling before my roll is worth more than rolling on (and not too good to double)."""
    cube = mine.standing.cube
    rolled = worth_with_cube(mine, cube, mine.standing.owner)
    dropped = mine.standing.worth(cube)
    return min(worth_with_cube(mine, 2 * cube, 1), dropped) > rolled


def should_take(mine: Prospects) -> bool:
    """Whether a double to twice the cube's value is worth taking: by the same worths as doubling."""
    cube = mine.standing.cube
    return worth_with_cube(mine, 2 * cube, 0) >= mine.standing.worth(-cube)
