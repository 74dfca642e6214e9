"""The players of Kakuro: all know the rules and have the complete solver; they differ in what they notice,
how fast, and how they choose. `docs/players/kakuro.md` has the distributions as tables, and the results.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from math import ceil, log
from statistics import NormalDist
from typing import ClassVar

from ludoteka.core.chance import Source
from ludoteka.core.game import Millis, Seat, View
from ludoteka.core.player import OUTLASTS_ALL, Answer, Budget
from ludoteka.games.kakuro.fast.solver import most_points, rows
from ludoteka.games.kakuro.imagine import shown_state
from ludoteka.games.kakuro.rules.rounds import is_solo, seats_in
from ludoteka.games.kakuro.types import MS, Move, State, Word
from ludoteka.players.kakuro.evaluation import told, without
from ludoteka.players.kakuro.eyes import Eye, Hardship, Noticed
from ludoteka.players.kakuro.worth import after_row, gain, rounds_to_come, shares

BLIND = Hardship(0, 0.0)
TILE_PRICE = 2.0  # points: the hamster's rule of thumb


class Dreamer:
    """Level 0: any listed move, late."""

    name = "dreamer"
    eye: ClassVar[Eye] = Eye(10 * MS, 40 * MS, 0.6, looks=1, look=0, notice=0.0)

    def choose(self, view: View, legal: Sequence[Move], budget: Budget, rng: Source) -> Answer[Move]:
        return Answer(rng.choose(legal), wait=self.eye.react(rng))


class Searcher(ABC):
    """Looks, and takes one of the rows that it has noticed, or says that there is none."""

    name: ClassVar[str]
    eye: ClassVar[Eye]

    @abstractmethod
    def pick(self, state: State, seat: Seat, seen: Sequence[Noticed]) -> Noticed | None:
        """The row to claim, of some that are there, soonest first; None: rather none."""

    def choose(self, view: View, legal: Sequence[Move], budget: Budget, rng: Source) -> Answer[Move]:
        if view["phase"] == "ready":
            return Answer(Word.FLIP, wait=self.eye.react(rng))
        state, seat = shown_state(view), view["you"]
        seen = self.eye.notices(rows(state, seat), rng, self._looks(state))
        chosen = self.pick(state, seat, seen) if seen else None
        if chosen is None:
            return self._without_row(view)
        found = chosen.found
        wait = 0 if view["phase"] == "claim" else chosen.ms
        return Answer(found.claim, float(found.points), detail={"paid": found.paid}, wait=wait)

    def _looks(self, state: State) -> int:
        """Alone against the hourglass nothing is won by giving up: it looks until the sand has run out."""
        if not is_solo(state) or state.until is None:
            return self.eye.looks
        return max(self.eye.looks, ceil((state.until - state.now) / self.eye.look))

    def _without_row(self, view: View) -> Answer[Move]:
        """Gives up; a vote already cast is left standing as long as the host allows."""
        if view["phase"] == "claim":
            return Answer(Word.RETRACT, wait=0)
        if view["you"] in view["votes"]:
            return Answer(Word.POSSIBLE, wait=OUTLASTS_ALL)
        return Answer(Word.IMPOSSIBLE, wait=self.eye.in_vain)


class Snail(Searcher):
    """Level 1: slow, blind to what the faces of tiles can do, content with the first row that it notices."""

    name = "snail"
    eye = Eye(
        least=5 * MS,
        pace=12 * MS,
        spread=0.5,
        looks=3,
        look=20 * MS,
        notice=0.6,
        square=Hardship(2 * MS, 0.9),
        down=Hardship(2 * MS, 0.8),
        sum_square=Hardship(2 * MS, 0.9),
        duplication=BLIND,
        digit_tile=BLIND,
        exchange=BLIND,
    )

    def pick(self, state: State, seat: Seat, seen: Sequence[Noticed]) -> Noticed | None:
        return seen[0]


class Rabbit(Searcher):
    """Level 2: in a hurry; knows repetitions and digit tiles, but never thinks of an exchange."""

    name = "rabbit"
    eye = Eye(
        least=4500,
        pace=10 * MS,
        spread=0.5,
        looks=3,
        look=16 * MS,
        notice=0.6,
        square=Hardship(1000, 0.9),
        down=Hardship(1000, 0.85),
        sum_square=Hardship(1500, 0.9),
        duplication=Hardship(3000, 0.6),
        digit_tile=Hardship(3000, 0.4),
        exchange=BLIND,
    )

    def pick(self, state: State, seat: Seat, seen: Sequence[Noticed]) -> Noticed | None:
        return seen[0]


class Magpie(Searcher):
    """Level 3: notices most rows and is after the longest, whatever it costs."""

    name = "magpie"
    eye = Eye(
        least=3500,
        pace=8 * MS,
        spread=0.45,
        looks=3,
        look=12 * MS,
        notice=0.7,
        square=Hardship(400, 0.95),
        down=Hardship(500, 0.9),
        sum_square=Hardship(800, 0.95),
        duplication=Hardship(1200, 0.9),
        digit_tile=Hardship(1500, 0.85),
        exchange=Hardship(2500, 0.6),
    )

    def pick(self, state: State, seat: Seat, seen: Sequence[Noticed]) -> Noticed | None:
        longest = most_points(one.found for one in seen)
        return next(one for one in seen if one.found is longest)


class Hamster(Searcher):
    """Level 4: seldom misses a row, and saves tiles: each costs two points, says its rule of thumb."""

    name = "hamster"
    eye = Eye(
        least=3 * MS,
        pace=5500,
        spread=0.4,
        looks=2,
        look=10 * MS,
        notice=0.85,
        square=Hardship(250, 0.98),
        down=Hardship(300, 0.95),
        sum_square=Hardship(500, 0.98),
        duplication=Hardship(800, 0.95),
        digit_tile=Hardship(1000, 0.95),
        exchange=Hardship(1800, 0.85),
    )

    def pick(self, state: State, seat: Seat, seen: Sequence[Noticed]) -> Noticed | None:
        return max(seen, key=lambda one: one.found.points - TILE_PRICE * len(one.found.paid))


class Lynx(Searcher):
    """Level 5: sees nearly everything in a few seconds, also what the others can do, and plays to win.

    A row is worth the chance to win after it, if nobody is quicker; it takes the others to be as quick as
    itself. Where letting the sum tile go promises more, it says so.
    """

    name = "lynx"
    eye = Eye(
        least=2500,
        pace=4 * MS,
        spread=0.35,
        looks=2,
        look=8 * MS,
        notice=0.95,
        square=Hardship(200),
        down=Hardship(300),
        sum_square=Hardship(400),
        duplication=Hardship(600),
        digit_tile=Hardship(800),
        exchange=Hardship(1200, 0.95),
    )

    def pick(self, state: State, seat: Seat, seen: Sequence[Noticed]) -> Noticed | None:
        rest = without(state, seat)
        beaten, let_go = (rest.win, rest.margin), (rest.win, rest.margin)
        rivals = self._rivals(state, seat)
        best: Noticed | None = None
        most = let_go
        for one in seen:
            alone = self._alone_at(one.ms, rivals)
            promise = self._after(state, seat, one)
            worth = _mixed(alone, promise, beaten)
            if worth > most:
                best, most = one, worth
        return best

    @staticmethod
    def _after(state: State, seat: Seat, one: Noticed) -> tuple[float, float]:
        after = after_row(state, seat, one.found.points, one.found.paid)
        judged = told(after, seat, shares(after))
        return judged.win, judged.margin

    def _rivals(self, state: State, seat: Seat) -> list[Millis]:
        """The effort of the best row of everybody else who has one."""
        rounds = rounds_to_come(state)
        others = (rows(state, other) for other in seats_in(state) if other != seat)
        return [self.eye.effort(max(found, key=lambda one: gain(one, rounds))) for found in others if found]

    def _alone_at(self, ms: Millis, rivals: Sequence[Millis]) -> float:
        """The chance that nobody was quicker."""
        chance, late = 1.0, max(1, ms - self.eye.least)
        for effort in rivals:
            chance *= 1.0 - NormalDist().cdf(log(late / effort) / self.eye.spread)
        return chance


def _mixed(share: float, one: tuple[float, float], other: tuple[float, float]) -> tuple[float, float]:
    return share * one[0] + (1.0 - share) * other[0], share * one[1] + (1.0 - share) * other[1]
