"""A state that fits a view: a hidden hand is filled in with what its seat may hold."""

from dataclasses import replace
from itertools import product

from ludoteka.core.chance import Source
from ludoteka.core.game import Seat, View
from ludoteka.games.abstrakto.moves import discards
from ludoteka.games.abstrakto.notation import read_point
from ludoteka.games.abstrakto.rules.discards import has_discarded, laid_counts
from ludoteka.games.abstrakto.rules.geometry import read_rows
from ludoteka.games.abstrakto.rules.placement import is_able
from ludoteka.games.abstrakto.types import Counts, State, counts_of


def imagine(view: View, rng: Source) -> State:
    """A state that the viewer cannot tell from the real one, each choice of discards equally likely."""
    shown = shown_state(view)
    hands = [possible_hands(shown, view, seat) for seat in (0, 1)]
    fitting = [
        state for pair in product(*hands) if is_consistent(state := replace(shown, hands=(pair[0], pair[1])))
    ]
    return rng.choose(fitting)


def shown_state(view: View) -> State:
    """The state with empty hands in place of hidden ones."""
    options = view["options"]
    seen = [(0, 0, 0) if hand is None else counts_of(hand) for hand in view["hands"]]
    left = view["left"]
    state = State(
        size=view["size"],
        board=read_rows(view["board"]),
        hands=(seen[0], seen[1]),
        phase=view["phase"],
        turn=view["turn"],
        tiles=counts_of(view["tiles"]),
        discard=options["discard"],
        first=options["first"],
        pie=options["pie"],
        swapped=view["swapped"],
        skipped=view["skipped"],
        left=left[0] if left else None,
        last=None if view["last"] is None else read_point(view["last"], view["size"]),
    )
    return _where_it_ended(state) if left else state


def possible_hands(shown: State, view: View, seat: Seat) -> list[Counts]:
    """The hands that a seat may hold: its own if visible, otherwise the rest after any three discards."""
    if view["hands"][seat] is not None:
        return [shown.hands[seat]]
    laid = laid_counts(shown, seat)
    rest = counts_of([t - p for t, p in zip(shown.tiles, laid, strict=True)])
    if view["held"][seat] == sum(rest):
        return [rest]
    return [counts_of([r - d for r, d in zip(rest, choice.tiles, strict=True)]) for choice in discards(rest)]


def is_consistent(state: State) -> bool:
    """The seat to move is able, and a seat that was skipped is not."""
    if state.turn is None:
        return True
    return is_able(state, state.turn) and (state.skipped is None or not is_able(state, state.skipped))


def _where_it_ended(state: State) -> State:
    """A match that somebody left shows no turn: discarding, or the turn of a seat that was able."""
    if state.discard == "secret" and not all(has_discarded(state, seat) for seat in (0, 1)):
        return replace(state, phase="discard")
    able = [seat for seat in (0, 1) if is_able(state, seat) and seat != state.skipped]
    return replace(state, phase="play", turn=able[0])
