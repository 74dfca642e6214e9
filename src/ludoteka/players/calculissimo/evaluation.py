"""What positions and moves of Calculissimo are worth to a seat."""

from collections.abc import Sequence

from ludoteka.core.game import Seat, View
from ludoteka.games.calculissimo.position import read_set
from ludoteka.games.calculissimo.types import Move
from ludoteka.players._lines.evaluating import LinesEvaluator
from ludoteka.players.calculissimo.table import CalculissimoTable, own_seat


class CalculissimoEvaluator(LinesEvaluator[Move]):
    """Points, rack and board of every move."""

    def table(self, view: View) -> CalculissimoTable | None:
        """The position while the seat whose view it is has the turn."""
        seat = own_seat(view)
        is_free = view["claim"] is None and view["due"] is None and view["over"] is None
        return CalculissimoTable(view) if is_free and seat is not None and seat == view["turn"] else None

    def gone(self, view: View) -> Sequence[Seat]:
        return tuple(view["left"])

    def unseen(self, view: View) -> int:
        return len(read_set(view["unseen"]))

    def is_over(self, view: View) -> bool:
        return view["over"] is not None

    def spread(self, view: View) -> float:
        return CalculissimoTable.spread

    def _own_seat(self, view: View) -> Seat:
        return own_seat(view) or 0
