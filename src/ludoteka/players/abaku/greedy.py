"""Level 2: the placement with the most points, every time."""

from collections.abc import Sequence

from ludoteka.core.chance import Source
from ludoteka.core.game import View
from ludoteka.core.player import Answer, Budget
from ludoteka.games.abaku.moves import best_placement, scored_placements
from ludoteka.games.abaku.types import Move, Placement
from ludoteka.players.abaku import sight


class Greedy:
    """Level 2. In a window it disputes what breaks a rule; in cover it lays as many tiles as it can."""

    name = "greedy"

    def choose(self, view: View, legal: Sequence[Move], budget: Budget, rng: Source) -> Answer[Move]:
        if view["claim"]:
            return Answer(sight.answer(view))
        best = self._best(view)
        if best is None:
            return Answer(sight.stuck(view))
        placement, points = best
        return Answer(sight.spoken(view, placement), float(points))

    def _best(self, view: View) -> tuple[Placement, int] | None:
        options, board, rack = sight.options_of(view), sight.board_of(view), view["rack"]
        if options.mode == "standard":
            return best_placement(options, board, rack)
        if options.mode == "sandbox":
            return None
        found = scored_placements(options, board, rack)
        sizes = [(len(sight.tiles_of(move)), -place) for place, (move, _) in enumerate(found)]
        return (found[-max(sizes)[1]][0], max(sizes)[0]) if found else None
