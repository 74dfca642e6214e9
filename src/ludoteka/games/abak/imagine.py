"""A state from a view. Nothing is hidden in Abak; only whether the Crawford game is over may be a guess."""

from typing import Any

from ludoteka.core.chance import Source
from ludoteka.core.game import View
from ludoteka.games.abak.rules.boards import build
from ludoteka.games.abak.rules.matches import has_crawford
from ludoteka.games.abak.types import NOBODY, Options, State


def imagine(view: View, _rng: Source) -> State:
    """The state that a view shows."""
    options = Options(**view["options"])
    cube: Any = view["cube"] or {"value": 1, "owner": None}
    return State(
        options,
        build(view["points"], "".join(view["bar"]), options.setup),
        _seat(view["seat"]),
        tuple(view["dice"] or ()),
        (view["scores"][0], view["scores"][1]),
        cube["value"],
        _seat(cube["owner"]),
        _is_postcrawford(view, options, cube["value"]),
        view["stage"],
        tuple(view["left"]),
    )


def _seat(shown: int | None) -> int:
    return NOBODY if shown is None else shown


def _is_postcrawford(view: View, options: Options, cube_value: int) -> bool:
    """[AK-13.4] Surely so if somebody could double or both seats need one point; else taken for not so."""
    if not has_crawford(options) or max(view["scores"]) < options.match - 1:
        return False
    both = min(view["scores"]) == options.match - 1
    return both or cube_value > 1 or view["stage"] in ("ask", "offered")
