"""CA-9: what a seat may know."""

from dataclasses import asdict
from typing import cast

from ludoteka.core.game import Drawn, Event, Left, Played, Score, Seat, Ticked
from ludoteka.games._lines.tiles import arranged
from ludoteka.games.calculissimo import turns
from ludoteka.games.calculissimo.notation import write_move, write_outcome
from ludoteka.games.calculissimo.position import rows, set_text
from ludoteka.games.calculissimo.rules import placement, turn
from ludoteka.games.calculissimo.rules.placement import names, new_chips
from ludoteka.games.calculissimo.turns import is_over, what
from ludoteka.games.calculissimo.types import (
    CHIPS,
    CalculissimoView,
    ClaimView,
    LastView,
    Move,
    OptionsView,
    Placement,
    State,
    Swap,
)


def view(state: State, seat: Seat | None) -> CalculissimoView:
    """[CA-9.2] The view of a seat; None: a spectator, who sees no rack."""
    racks = [rack if sees_rack(state, owner, seat) else None for owner, rack in enumerate(state.racks)]
    hidden = (rack for rack, seen in zip(state.racks, racks, strict=True) if seen is None)
    return {
        "board": rows(state),
        "racks": [None if rack is None else set_text(rack) for rack in racks],
        "sizes": [len(rack) for rack in state.racks],
        "bag": len(state.bag),
        "unseen": set_text(arranged(state.bag + "".join(hidden), CHIPS)),
        "scores": list(state.scores),
        "turn": state.seat,
        "due": None if state.due is None else what(state, state.due),
        "claim": _claim(state),
        "asked": list(state.asked),
        "passes": state.passes,
        "idle": state.idle,
        "over": state.over or ("left" if is_over(state) else None),
        "options": cast(OptionsView, asdict(state.options)),
        "last": _last(state, seat),
        "left": list(state.left),
        "grid": list(state.grid.rows),
    }


def sees_rack(state: State, owner: Seat, seat: Seat | None) -> bool:
    """[CA-9.1] One's own rack, and all racks when the game is over."""
    return owner == seat or is_over(state)


def tell(state: State, event: Event[Move], seat: Seat | None) -> str:
    """[CA-9.1] An event as a seat may know it: others are told only how many chips went or came."""
    if isinstance(event, Played):
        return told_move(event.move, event.seat, seat)
    if isinstance(event, Left):
        return "leave"
    return "time" if isinstance(event, Ticked) else _told_chips(state, event, seat)


def where(state: State, _seat: Seat, move: Move) -> tuple[str, ...]:
    """The squares of the new chips, in line order; a swap and a word have none."""
    if not isinstance(move, Placement):
        return ()
    return names(s for s in new_chips(move) if s.row < state.size and s.column < state.size)


def told_move(move: Move, owner: Seat, seat: Seat | None) -> str:
    """The canonical text; less for another seat's swap."""
    if isinstance(move, Swap) and owner != seat:
        return f"swap #{len(move.chips)}"
    return write_move(move)


def _told_chips(state: State, event: Drawn, seat: Seat | None) -> str:
    assert state.due is not None
    chips, due = write_outcome(event.outcome), what(state, state.due)
    is_open = due["event"] == "first" or due["seat"] == seat
    return chips if is_open else f"#{len(chips)}"


def _claim(state: State) -> ClaimView | None:
    if state.claim is None or state.seat is None:
        return None
    return {"seat": state.seat, "move": write_move(state.claim)}


def _last(state: State, seat: Seat | None) -> LastView | None:
    last = state.last
    if last is None:
        return None
    return {"seat": last.seat, "move": told_move(last.move, last.seat, seat), "points": last.points}


# --- what a move would score -------------------------------------------------------------------


def score(state: State, seat: Seat, move: Move) -> Score:
    """[CA-10.6] Points and one object per run; a move that `play` would refuse gets the same refusal."""
    turn.check_kind(state.claim, move)
    if isinstance(move, Placement):
        return _score_of(state, seat, move)
    if isinstance(move, Swap):
        turns.check_swap(state, seat, move)
    return Score(0, [])


def _score_of(state: State, seat: Seat, move: Placement) -> Score:
    from ludoteka.games.calculissimo.rules import scoring  # numpy is loaded only when chips are laid

    placement.check(state.grid, state.board, state.racks[seat], move)
    reckoning = scoring.reckon(state.grid, state.options, state.board, move)
    if not state.options.is_disputed:
        scoring.check(state.size, move, reckoning)
    return Score(reckoning.points, list(reckoning.detail))
