"""One rack for all (docs/rules/duplicate.md): the beginning, a rack that is changed, the best move."""

from ludoteka.core.refusals import BadRequest
from ludoteka.core.values import replace
from ludoteka.games.calculissimo import turns
from ludoteka.games.calculissimo.rules import turn
from ludoteka.games.calculissimo.types import Move, Options, Placement, State, Swap, Word


def alone(options: Options) -> State:
    """[CA-2.1] The same for a single rack, which has nobody to draw against (CA-2.2)."""
    if options.is_disputed or options.turn_seconds:
        text = "With one rack for all, Calculissimo has the program as referee and no clock of its own."
        raise BadRequest(text, "DU-1.2")
    return turns.start(replace(options, start="seat0"), 1)


def changed(state: State) -> Move:
    """[CA-6.4] The whole rack, if [CA-6.5] the bag and [CA-6.6] the options allow it; else a pass."""
    from ludoteka.games.calculissimo import moves  # kernels are loaded only when moves are listed

    rack = state.racks[0]
    is_possible = bool(rack) and len(state.bag) >= len(rack)
    may = is_possible and turn.may_swap(state.options, lambda: moves.has_placement(state, 0))
    return Swap(rack) if may else Word.PASS


def most(state: State) -> Placement | None:
    """The first placement with the most points; None if none brings any."""
    from ludoteka.games.calculissimo import moves  # kernels are loaded only when moves are listed

    found = moves.best_of(state.grid, state.options, state.board, state.racks[0])
    return found[0] if found is not None and found[1] > 0 else None
