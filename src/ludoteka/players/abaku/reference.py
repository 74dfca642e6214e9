"""Reference play for reviews of Abaku."""

from typing import ClassVar

from ludoteka.core.game import AnyGame, View
from ludoteka.games.abaku.engine import GAME
from ludoteka.games.abaku.types import Move
from ludoteka.players._lines.reference import LinesReference
from ludoteka.players.abaku.evaluation import AbakuEvaluator
from ludoteka.players.abaku.table import AbakuTable


class AbakuReference(LinesReference[Move]):
    """Judges placements and changes of the standard game."""

    thresholds = (3.0, 8.0, 16.0)
    faces = "0123456789★"
    game: ClassVar[AnyGame] = GAME
    evaluator = AbakuEvaluator()

    def table(self, view: View) -> AbakuTable | None:
        """What a seat that is still playing could do if it had the turn."""
        is_standard = view["options"]["mode"] == "standard"
        is_playing = view["you"] is not None and view["you"] not in view["out"]
        return AbakuTable(view) if is_standard and is_playing and view["rack"] else None
