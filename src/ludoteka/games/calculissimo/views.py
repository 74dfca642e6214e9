"""CA-9: what a seat may know."""

from dataclasses import asdict

from ludoteka.core.game import Drawn, Event, Left, Played, Seat, Ticked
from ludoteka.core.leaving import RULE as LEFT
from ludoteka.games._lines.multisets import arranged
from ludoteka.games.calculissimo.position import rows, set_text
from ludoteka.games.calculissimo.signs import write_move
from ludoteka.games.calculissimo.turns import is_over, next_dealt
from ludoteka.games.calculissimo.types import (
    CHIPS,
    RACK,
    CalculissimoView,
    ClaimView,
    LastView,
    Move,
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
        "due": what(state),
        "claim": _claim(state),
        "asked": list(state.asked),
        "passes": state.passes,
        "idle": state.idle,
        "over": state.over or (LEFT if is_over(state) else None),
        "options": asdict(state.options),
        "last": _last(state, seat),
        "left": list(state.left),
        "grid": list(state.grid.rows),
    }


def sees_rack(state: State, owner: Seat, seat: Seat | None) -> bool:
    """[CA-9.1] One's own rack, and all racks when the game is over."""
    return owner == seat or is_over(state)


def what(state: State) -> dict[str, object] | None:
    """The awaited chance event, as the status tells it."""
    due = state.due
    if due is None:
        return None
    if due.event == "first":
        return {"event": "first", "seats": list(due.seats)}
    seat = next_dealt(state) if due.event == "deal" else state.seat
    return {"event": "chips", "seat": seat, "count": RACK if due.event == "deal" else due.count}


def tell(state: State, event: Event[Move], seat: Seat | None) -> str:
    """[CA-9.1] An event as a seat may know it: others are told only how many chips went or came."""
    if isinstance(event, Played):
        return told_move(event.move, event.seat, seat)
    if isinstance(event, Left):
        return "leave"
    return "time" if isinstance(event, Ticked) else _told_chips(state, event, seat)


def told_move(move: Move, owner: Seat, seat: Seat | None) -> str:
    """The canonical text, less for another seat's swap."""
    if isinstance(move, Swap) and owner != seat:
        return f"swap #{len(move.chips)}"
    return write_move(move)


def _told_chips(state: State, event: Drawn, seat: Seat | None) -> str:
    chips = "".join(chip for group in event.outcome if isinstance(group, tuple) for chip in map(str, group))
    due = what(state)
    is_open = due is not None and (due["event"] == "first" or due["seat"] == seat)
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
