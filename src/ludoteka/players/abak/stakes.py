"""What a result is worth: points, or chances to win the match; a table of match chances by a simple model.

The model: both seats win each game with chance 1/2. Before the Crawford game a game with a cube is worth 1,
2, 4 or more points in the shares of `CUBED`; after it the trailing seat doubles at once, so that games count
double; in the Crawford game and without a cube a game is worth 1 point, or 2 with the chance `GAMMONS`. It
agrees with the tables that backgammon players use within two per cent up to seven points.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np

from ludoteka.core.game import View
from ludoteka.players.abak.network import Floats

GAMMONS = 0.26
CUBED = ((1, 0.40), (2, 0.35), (4, 0.25))  # with a cube: points of a game and how often
PLAIN = ((1, 1.0 - GAMMONS), (2, GAMMONS))
DOUBLED = ((2, 1.0 - GAMMONS), (4, GAMMONS))


@cache
def chance_after_crawford(mine: int, theirs: int) -> float:
    """The chance to win a match with a cube when one side needs 1 point and the Crawford game is over."""
    if mine <= 0 or theirs <= 0:
        return 1.0 if mine <= 0 else 0.0
    if mine == 1 and theirs == 1:
        return 0.5
    if mine == 1:
        return 1.0 - chance_after_crawford(theirs, mine)
    return 0.5 * sum(share * chance_after_crawford(mine - points, theirs) for points, share in DOUBLED)


@cache
def match_chance(mine: int, theirs: int, has_cube: bool, has_crawford: bool) -> float:
    """The chance to win a match before a game, `mine` and `theirs` being the points still needed."""
    if mine <= 0 or theirs <= 0:
        return 1.0 if mine <= 0 else 0.0
    if mine == theirs:
        return 0.5
    if has_cube and min(mine, theirs) == 1:
        if not has_crawford:
            return chance_after_crawford(mine, theirs)
        return 0.5 * sum(
            share
            * (chance_after_crawford(mine - points, theirs) + chance_after_crawford(mine, theirs - points))
            for points, share in PLAIN
        )
    games = CUBED if has_cube else PLAIN
    return 0.5 * sum(
        share
        * (
            match_chance(mine - points, theirs, has_cube, has_crawford)
            + match_chance(mine, theirs - points, has_cube, has_crawford)
        )
        for points, share in games
    )


@dataclass(frozen=True, slots=True)
class Standing:
    """The score, the cube and the options, as one seat sees them."""

    mine: int  # points still needed; 0: a game for points
    theirs: int
    cube: int
    owner: int | None  # 0: me, 1: the other, None: nobody
    has_cube: bool
    has_crawford: bool
    is_jacoby: bool

    def worth(self, points: int) -> float:
        """What winning (losing, if negative) so many points is worth: points, or -1 to 1 in a match."""
        if self.mine == 0:
            return float(points)
        mine, theirs = self.mine - max(points, 0), self.theirs + min(points, 0)
        if self.has_cube and min(self.mine, self.theirs) == 1:  # this is the Crawford game, or it is over
            return 2.0 * chance_after_crawford(mine, theirs) - 1.0
        return 2.0 * match_chance(mine, theirs, self.has_cube, self.has_crawford) - 1.0

    def can_turn(self, cube: int) -> bool:
        """[AK-12.2] Whether a cube of this value would still be turned by me: it is not dead."""
        return self.has_cube and (self.mine == 0 or cube < self.mine)

    def seen_by_other(self) -> "Standing":
        """The same from the other side."""
        owner = None if self.owner is None else 1 - self.owner
        return Standing(
            self.theirs, self.mine, self.cube, owner, self.has_cube, self.has_crawford, self.is_jacoby
        )

    def stakes(self, cube: int | None = None) -> Floats:
        """What the six results are worth with a cube of this value, by default the cube's own."""
        value = self.cube if cube is None else cube
        if self.is_jacoby and value == 1:
            return np.array([1.0, 1.0, 1.0, -1.0, -1.0, -1.0])
        times = (1, 2, 3, -1, -2, -3)
        return np.array([self.worth(value * n) for n in times])

    def scaled(self, worth: float) -> float:
        """A worth in points of a game: 1 for a single game won with this cube, -1 for one lost."""
        won, lost = self.worth(self.cube), self.worth(-self.cube)
        return (worth - (won + lost) / 2.0) / max((won - lost) / 2.0, 1e-9)

    def unit(self) -> Floats:
        """The stakes in points of a game, so that errors and margins compare at every score."""
        return np.array([self.scaled(float(worth)) for worth in self.stakes()])


def standing_of(view: View, seat: int) -> Standing:
    """The standing that a view shows."""
    options, cube = view["options"], view["cube"]
    length = options["match"]
    needed = [max(length - score, 0) for score in view["scores"]] if length else [0, 0]
    owner = None if cube is None or cube["owner"] is None else int(cube["owner"] != seat)
    return Standing(
        needed[seat],
        needed[1 - seat],
        1 if cube is None else cube["value"],
        owner,
        cube is not None,
        options["crawford"] == "yes" and length >= 2,
        options["jacoby"] == "yes" and length == 0 and cube is not None,
    )
