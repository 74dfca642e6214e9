"""Whether anything is hidden at a moment: some games have secrets under some of their options only."""

from typing import Any

from ludoteka.core.game import Turn
from ludoteka.core.match import Match


def hides(match: Match[Any, Any]) -> bool:
    """Whether a seat sees something that a spectator does not, or several choose in secret."""
    if "hidden" not in match.game.info.traits:
        return False
    turn = match.awaiting
    if isinstance(turn, Turn) and len(turn.seats) > 1 and not turn.live:
        return True
    everybody = _seen(match, None)
    return any(_seen(match, seat) != everybody for seat in range(match.opening.seats))


def _seen(match: Match[Any, Any], seat: int | None) -> dict[str, Any]:
    """The view without the name of the seat that looks, which is no secret."""
    return {key: value for key, value in match.game.view(match.state, seat).items() if key != "you"}
