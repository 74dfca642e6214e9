"""Level 1: a friendly beginner who sees short, easy equations with small numbers."""

from collections.abc import Sequence

from ludoteka.core.chance import Source
from ludoteka.core.game import View
from ludoteka.core.player import Answer, Budget
from ludoteka.games.abaku.moves import scored_placements
from ludoteka.games.abaku.scoring import equations
from ludoteka.games.abaku.types import Move, Placement
from ludoteka.players.abaku import sight

MOST_TILES = 3  # more at once is hard to see
LONGEST = 5  # digits of an equation that a beginner finds
LOOKS = 24  # placements that come to mind ...
CHOICES = 6  # ... and easy ones among them that are weighed


class Beginner:
    """Level 1. In a window it disputes what breaks a rule."""

    name = "beginner"

    def choose(self, view: View, legal: Sequence[Move], budget: Budget, rng: Source) -> Answer[Move]:
        if view["claim"]:
            return Answer(sight.answer(view))
        found = self._seen(view, rng)
        if not found:
            return Answer(sight.stuck(view))
        placement, points = max(found, key=lambda scored: scored[1])
        return Answer(sight.spoken(view, placement), float(points))

    def _seen(self, view: View, rng: Source) -> list[tuple[Placement, int]]:
        """Some placements that come to mind, the easy ones if there are any."""
        options = sight.options_of(view)
        if options.mode == "sandbox":
            return []
        every = scored_placements(options, sight.board_of(view), view["rack"])
        few = [scored for scored in every if len(sight.tiles_of(scored[0])) <= MOST_TILES] or every
        rng.shuffle(few)
        looked = few[:LOOKS]
        easy = [scored for scored in looked if is_easy(view, scored[0])]
        return (easy or looked)[:CHOICES]


def is_easy(view: View, placement: Placement) -> bool:
    """Whether a short equation holds all new tiles."""
    laid = sight.laid_of(view, placement)
    lines = equations(sight.options_of(view), laid)
    return any(len(squares) <= LONGEST and laid.digits.keys() <= set(squares) for _, squares, _ in lines)
