"""The levels. Both answer a claim, lay chips if they can, otherwise swap, otherwise pass."""

from collections.abc import Sequence
from dataclasses import dataclass

from ludoteka.core.chance import Source
from ludoteka.core.game import Seat, View
from ludoteka.core.player import Answer, Budget
from ludoteka.games._lines.tiles import counted, spelled
from ludoteka.games.calculissimo import moves
from ludoteka.games.calculissimo.notation import read_move
from ludoteka.games.calculissimo.position import read_set, read_squares
from ludoteka.games.calculissimo.rules import scoring
from ludoteka.games.calculissimo.rules.placement import new_chips
from ludoteka.games.calculissimo.types import CHIPS, JOKER, Grid, Move, Options, Placement, Swap, Word

GLANCES = 6  # how many placements a beginner looks at
SHORT = 4  # how many chips a beginner lays at most, given a choice
JOKERS_AT_ONCE = 2  # more jokers than this are held back: millions of placements add little
KEPT = 1  # a joker that is not given away in a swap

# --- what a player sees ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Seen:
    """What a player reads from a view: the board and its own rack."""

    grid: Grid
    options: Options
    board: bytes
    seat: Seat
    rack: str
    bag: int
    claim: Placement | None


def seen_in(view: View) -> Seen:
    """The view of a seat that is to move: its own rack is the one that is shown."""
    seat = next(number for number, rack in enumerate(view["racks"]) if rack is not None)
    grid = Grid(tuple(view["grid"]))
    claim = None
    if view["claim"] is not None:
        move = read_move(view["claim"]["move"], grid.size)
        claim = move if isinstance(move, Placement) else None
    board = read_squares(view["board"])
    rack = read_set(view["racks"][seat])
    return Seen(grid, Options(**view["options"]), board, seat, rack, view["bag"], claim)


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


class Greedy:
    """Level 2: the placement with the most points, at every turn; disputes every false claim."""

    name = "greedy"

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


def held(rack: str, jokers: int) -> str:
    """The rack with at most so many jokers."""
    return rack.replace(JOKER, "") + JOKER * min(jokers, rack.count(JOKER))


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
