"""The five levels. All of them answer a claim, lay chips if they can, otherwise swap, otherwise pass."""

from collections.abc import Sequence
from typing import ClassVar

from ludoteka.core.chance import Source
from ludoteka.core.game import View
from ludoteka.core.player import Answer, Budget
from ludoteka.games._lines.tiles import counted, spelled
from ludoteka.games.calculissimo import moves
from ludoteka.games.calculissimo.rules import scoring
from ludoteka.games.calculissimo.rules.placement import new_chips
from ludoteka.games.calculissimo.types import CHIPS, Move, Placement, Swap, Word
from ludoteka.players._lines.thinking import Thinker
from ludoteka.players.calculissimo.table import JOKERS_AT_ONCE, CalculissimoTable, Seen, held, seen_in

GLANCES = 6  # how many placements a beginner looks at
SHORT = 4  # how many chips a beginner lays at most, given a choice
PUPIL_CHIPS = 3  # how many a pupil lays at most, given a choice
KEPT = 1  # a joker that is not given away in a swap

# --- the levels --------------------------------------------------------------------------------


class Beginner:
    """Level 1: looks at a few short placements and takes the best of them; overlooks wrong premiums."""

    name = "beginner"

    def choose(self, view: View, legal: Sequence[Move], budget: Budget, rng: Source) -> Answer[Move]:
        seen = seen_in(view)
        if seen.claim is not None:
            return Answer(_answer(seen, seen.claim, is_careful=False))
        found = moves.placements_of(seen.grid, seen.options, seen.board, held(seen.rack, 1))
        if not found.placements:
            return Answer(without_placement(seen))
        places = [i for i, move in enumerate(found.placements) if len(new_chips(move)) <= SHORT]
        chosen = [rng.choose(places or range(len(found.placements))) for _ in range(GLANCES)]
        best = max(chosen, key=lambda i: int(found.points[i]))
        return Answer(found.placements[best], float(found.points[best]))


class Pupil:
    """Level 2: sees every short placement, and takes the one with the most points; disputes like level 3."""

    name = "Pupil"

    def choose(self, view: View, legal: Sequence[Move], budget: Budget, rng: Source) -> Answer[Move]:
        seen = seen_in(view)
        if seen.claim is not None:
            return Answer(_answer(seen, seen.claim, is_careful=True))
        found = moves.placements_of(seen.grid, seen.options, seen.board, held(seen.rack, 1))
        if not found.placements:
            return Answer(without_placement(seen))
        short = [i for i, move in enumerate(found.placements) if len(new_chips(move)) <= PUPIL_CHIPS]
        best = max(short or range(len(found.placements)), key=lambda i: int(found.points[i]))
        return Answer(found.placements[best], float(found.points[best]))


class Greedy:
    """Level 3: the placement with the most points, at every turn; disputes every false claim."""

    name = "Collector"

    def choose(self, view: View, legal: Sequence[Move], budget: Budget, rng: Source) -> Answer[Move]:
        seen = seen_in(view)
        if seen.claim is not None:
            return Answer(_answer(seen, seen.claim, is_careful=True))
        rack = held(seen.rack, JOKERS_AT_ONCE)
        best = moves.best_of(seen.grid, seen.options, seen.board, rack)
        if best is None:
            return Answer(without_placement(seen))
        placement, points = best
        detail = scoring.reckon(seen.grid, seen.options, seen.board, placement).detail
        return Answer(placement, float(points), detail=list(detail))


class Thoughtful(Thinker[Move]):
    """What the upper levels share: the table of the game, and answers to claims.

    `trust`: the part of what chips that stay are worth that they believe.
    """

    trust: ClassVar[float] = 1.0

    def table(self, view: View) -> CalculissimoTable:
        return CalculissimoTable(view, self.trust)

    def at_once(self, view: View) -> Answer[Move] | None:
        seen = seen_in(view)
        return None if seen.claim is None else Answer(_answer(seen, seen.claim, is_careful=True))


class Planner(Thoughtful):
    """Level 4: points, and a part of what stays on the rack: half-way between the levels beside it."""

    name = "Planner"
    trust = 0.25


class Strategist(Thoughtful):
    """Level 5: the best of these again, over imagined racks; endings are searched."""

    name = "Grand master"
    tries = 20
    plies = 2
    looks = 1500
    solves = True


def without_placement(seen: Seen) -> Move:
    """Nothing can be laid: swap as many chips as the bag can replace, otherwise pass."""
    counts = list(counted(seen.rack, CHIPS))
    counts[-1] = max(0, counts[-1] - KEPT)
    chips = spelled(counts, CHIPS)[: seen.bag]
    return Swap(chips) if chips else Word.PASS


def _answer(seen: Seen, claim: Placement, is_careful: bool) -> Word:
    rule = scoring.reckon(seen.grid, seen.options, seen.board, claim).rule
    is_seen = rule is not None and (is_careful or rule != "CA-4.5")
    return Word.DISPUTE if is_seen else Word.ACCEPT
