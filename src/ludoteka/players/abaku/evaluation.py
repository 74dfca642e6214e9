"""What positions and moves of Abaku are worth to a seat."""

from collections.abc import Sequence

from ludoteka.core.game import Seat, View
from ludoteka.games.abaku.types import Move, Scoring
from ludoteka.players._lines.evaluating import LinesEvaluator
from ludoteka.players.abaku.table import SPREAD, AbakuTable


class AbakuEvaluator(LinesEvaluator[Move]):
    """Points, rack and board of every move of the standard game."""

    def table(self, view: View) -> AbakuTable | None:
        """The position while the seat whose view it is has the turn."""
        is_standard = view["options"]["mode"] == "standard"
        has_turn = view["you"] is not None and view["you"] in view["to_act"] and not view["claim"]
        return AbakuTable(view) if is_standard and has_turn else None

    def gone(self, view: View) -> Sequence[Seat]:
        return tuple(view["out"])

    def unseen(self, view: View) -> int:
        return len(view["unseen"])

    def is_over(self, view: View) -> bool:
        return view["over"] is not None

    def spread(self, view: View) -> float:
        scoring: Scoring = view["options"]["scoring"]
        return SPREAD[scoring]

    def _own_seat(self, view: View) -> Seat:
        return int(view["you"] or 0)
