"""What positions and moves of Abaku are worth to a seat."""

import numpy as np

from ludoteka.core.game import Seat, View
from ludoteka.games.abaku.types import Move, Scoring
from ludoteka.players._lines.evaluating import LinesEvaluator
from ludoteka.players._lines.table import margin_of
from ludoteka.players.abaku.table import SPREAD, AbakuTable


class AbakuEvaluator(LinesEvaluator[Move]):
    """Points, rack and board of every move of the standard game."""

    def table(self, view: View) -> AbakuTable | None:
        """The position while the seat whose view it is has the turn."""
        is_standard = view["options"]["mode"] == "standard"
        has_turn = view["you"] is not None and view["you"] in view["to_act"] and not view["claim"]
        return AbakuTable(view) if is_standard and has_turn else None

    def standing(self, view: View, seat: Seat) -> tuple[float, float, bool]:
        scores = np.array(view["scores"], np.float64)
        lead = margin_of(np.concatenate((scores[seat : seat + 1], np.delete(scores, seat))))
        return lead, float(len(view["unseen"])), view["over"] is not None

    def spread(self, view: View) -> float:
        scoring: Scoring = view["options"]["scoring"]
        return SPREAD[scoring]

    def _own_seat(self, view: View) -> Seat:
        return int(view["you"] or 0)
