"""One rack for all (docs/rules/duplicate.md): the beginning, a rack that is changed, the best move."""

from ludoteka.core.refusals import BadRequest
from ludoteka.games.abaku import turns
from ludoteka.games.abaku.rules.referee import has_changes, is_bag_enough
from ludoteka.games.abaku.types import Change, Move, Options, Placement, Skip, State


def alone(options: Options) -> State:
    """[AB-11.1] Solo; the sitting has players and a clock of its own."""
    plain = options.mode == "standard" and options.referee == "auto" and options.declare == "auto"
    if not plain or options.turn_seconds:
        text = "With one rack for all, Abaku is played with the program as referee and without its own clock."
        raise BadRequest(text, "DU-1.2")
    return turns.start(options, 1)


def changed(state: State) -> Move:
    """[AB-8.1] The whole rack, [AB-8.2] if the bag holds as many; else a skip."""
    is_possible = has_changes(state.options) and bool(state.bag) and is_bag_enough(state.bag, state.rack)
    return Change(state.rack) if is_possible else Skip()


def most(state: State) -> Placement | None:
    """The first placement with the most points; None if there is none."""
    from ludoteka.games.abaku import moves  # kernels are imported only when needed

    found = moves.best_placement(state.options, state.board, state.rack)
    return None if found is None else found[0]
