"""Reference play for reviews of Calculissimo."""

from typing import ClassVar

from ludoteka.core.game import AnyGame, View
from ludoteka.games.calculissimo.engine import GAME
from ludoteka.games.calculissimo.types import Move
from ludoteka.players._lines.reference import LinesReference
from ludoteka.players.calculissimo.evaluation import CalculissimoEvaluator
from ludoteka.players.calculissimo.table import CalculissimoTable, own_seat


class CalculissimoReference(LinesReference[Move]):
    """Judges placements and swaps."""

    thresholds = (20.0, 60.0, 120.0)
    faces = "123456789+−×÷★"
    game: ClassVar[AnyGame] = GAME
    evaluator = CalculissimoEvaluator()

    def table(self, view: View) -> CalculissimoTable | None:
        """What a seat that is still playing could do if it had the turn."""
        seat = own_seat(view)
        is_playing = seat is not None and seat not in view["left"] and view["over"] is None
        return CalculissimoTable(view) if is_playing and view["racks"][seat] else None
