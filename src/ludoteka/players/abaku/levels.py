"""The five levels: from a beginner who sees short equations to one that looks ahead and solves endings."""

from collections.abc import Sequence
from typing import ClassVar

from ludoteka.core.chance import Source
from ludoteka.core.game import View
from ludoteka.core.player import Answer, Budget
from ludoteka.games._lines.tiles import THERE
from ludoteka.games.abaku.moves import best_placement, scored_placements
from ludoteka.games.abaku.notation import read_move
from ludoteka.games.abaku.rules.placement import Laid, declaration_order, items, lay
from ludoteka.games.abaku.rules.referee import fault
from ludoteka.games.abaku.rules.scoring import equations
from ludoteka.games.abaku.types import (
    JOKER,
    Change,
    Declaration,
    Move,
    Options,
    Placement,
    Reply,
    Skip,
)
from ludoteka.players._lines.thinking import Thinker
from ludoteka.players.abaku.table import AbakuTable, board_of

MOST_TILES = 3  # more at once is hard to see
LONGEST = 5  # digits of an equation that a beginner finds
LOOKS = 24  # placements that come to mind ...
CHOICES = 6  # ... and how many easy ones among them are weighed


class Beginner:
    """Level 1. In a window it disputes what breaks a rule."""

    name = "beginner"

    def choose(self, view: View, legal: Sequence[Move], budget: Budget, rng: Source) -> Answer[Move]:
        if view["claim"]:
            return Answer(answer(view))
        found = self._seen(view, rng)
        if not found:
            return Answer(stuck(view))
        placement, points = max(found, key=lambda scored: scored[1])
        return Answer(spoken(view, placement), float(points))

    def _seen(self, view: View, rng: Source) -> list[tuple[Placement, int]]:
        """Some placements that come to mind, the easy ones if there are any."""
        options = options_of(view)
        if options.mode == "sandbox":
            return []
        every = scored_placements(options, board_of(view), view["rack"])
        few = [scored for scored in every if len(tiles_of(scored[0])) <= MOST_TILES] or every
        rng.shuffle(few)
        looked = few[:LOOKS]
        easy = [scored for scored in looked if is_easy(view, scored[0])]
        return (easy or looked)[:CHOICES]


def is_easy(view: View, placement: Placement) -> bool:
    """Whether a short equation holds all new tiles."""
    laid = laid_of(view, placement)
    lines = equations(options_of(view), laid)
    return any(len(squares) <= LONGEST and laid.digits.keys() <= set(squares) for _, squares, _ in lines)


class Pupil:
    """Level 2: sees every placement of a few tiles, and takes the one with the most points."""

    name = "Pupil"
    most: ClassVar[int] = 3  # tiles at once, given a choice

    def choose(self, view: View, legal: Sequence[Move], budget: Budget, rng: Source) -> Answer[Move]:
        if view["claim"]:
            return Answer(answer(view))
        options = options_of(view)
        if options.mode == "sandbox":
            return Answer(stuck(view))
        every = scored_placements(options, board_of(view), view["rack"])
        found = [scored for scored in every if len(tiles_of(scored[0])) <= self.most] or every
        if not found:
            return Answer(stuck(view))
        placement, points = max(found, key=lambda scored: scored[1])
        return Answer(spoken(view, placement), float(points))


class Student(Pupil):
    """Level 3: the same with one tile more."""

    name = "Student"
    most = 4


class Greedy:
    """Level 4: the most points, every time; in cover as many tiles as it can."""

    name = "Collector"

    def choose(self, view: View, legal: Sequence[Move], budget: Budget, rng: Source) -> Answer[Move]:
        if view["claim"]:
            return Answer(answer(view))
        best = self._best(view)
        if best is None:
            return Answer(stuck(view))
        placement, points = best
        return Answer(spoken(view, placement), float(points))

    def _best(self, view: View) -> tuple[Placement, int] | None:
        options, board, rack = options_of(view), board_of(view), view["rack"]
        if options.mode == "standard":
            return best_placement(options, board, rack)
        if options.mode == "sandbox":
            return None
        found = scored_placements(options, board, rack)
        sizes = [(len(tiles_of(move)), -place) for place, (move, _) in enumerate(found)]
        return (found[-max(sizes)[1]][0], max(sizes)[0]) if found else None


class Thoughtful(Thinker[Move]):
    """What the upper levels share: the table of the game, answers in windows, the other modes."""

    def table(self, view: View) -> AbakuTable:
        return AbakuTable(view)

    def at_once(self, view: View) -> Answer[Move] | None:
        if view["claim"] or view["options"]["mode"] != "standard":
            return Greedy().choose(view, (), Budget(), Source(bytes(32)))
        return None

    def said(self, view: View, move: Move) -> Move:
        return spoken(view, move) if isinstance(move, Placement) else move


class Planner(Thoughtful):
    """No level of its own: points, and what stays on the rack, as level 5 has them before it looks ahead."""

    name = "Planner"


class Strategist(Thoughtful):
    """Level 5: the best of these again, over imagined racks; endings are searched."""

    name = "Grand master"
    tries = 20
    plies = 2
    looks = 1500
    solves = True


# --- what a player makes of its view ----------------------------------------------------------


def options_of(view: View) -> Options:
    """The options of the match."""
    return Options(**view["options"])


def answer(view: View) -> Reply:
    """Disputes a placement that breaks a rule, accepts any other."""
    options = options_of(view)
    claim = read_move(options, view["claim"])
    assert isinstance(claim, Placement)
    laid = lay(options, board_of(view), tiles_of(claim), claim)
    return Reply(disputes=fault(options, laid) is not None)


def tiles_of(placement: Placement) -> str:
    """The tiles that a placement needs from a rack."""
    parts = [part for part in items(placement.tiles) if part != THERE]
    return "".join(JOKER if part[0] == JOKER else part[-1] for part in parts)


def spoken(view: View, placement: Placement) -> Placement:
    """The placement with all its equations declared, where only declared ones score."""
    options = options_of(view)
    if options.declare == "auto":
        return placement
    laid = lay(options, board_of(view), view["rack"], placement)
    said = [Declaration(kind, squares[0], texts[0]) for kind, squares, texts in equations(options, laid)]
    return placement._replace(declared=tuple(sorted(said, key=declaration_order)))


def laid_of(view: View, placement: Placement) -> Laid:
    """The placement on the board that the view shows."""
    return lay(options_of(view), board_of(view), view["rack"], placement)


def stuck(view: View) -> Move:
    """Without a placement: changes as many tiles as the bag holds, otherwise skips."""
    number = min(len(view["rack"]), view["bag_size"])
    if view["options"]["mode"] != "standard" or number == 0:
        return Skip()
    return Change(view["rack"][:number])
