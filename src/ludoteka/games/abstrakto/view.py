"""What a seat may know: views, areas explained, scores, and events as told (AS-11, AS-12)."""

from dataclasses import replace

from ludoteka.core.game import Drawn, Event, Left, Played, Score, Seat
from ludoteka.games.abstrakto.notation import write, write_outcome
from ludoteka.games.abstrakto.rules.areas import Area, bounds, open_slots, standing
from ludoteka.games.abstrakto.rules.discards import discarded, laid_counts
from ludoteka.games.abstrakto.rules.geometry import board_rows, point_name, point_names
from ludoteka.games.abstrakto.rules.placement import kinds_in, slot_rows
from ludoteka.games.abstrakto.turns import is_over, played, rule_of, winner_of
from ludoteka.games.abstrakto.types import (
    GAME_ID,
    AbstraktoView,
    AreaView,
    Counts,
    Discard,
    Move,
    Place,
    Rows,
    State,
    TouchedView,
)

# --- what is hidden --------------------------------------------------------------------------


def is_hidden(state: State, seat: Seat, viewer: Seat | None) -> bool:
    """[AS-11.1] With `secret`, until the game is over, nobody sees another seat's hand and discards."""
    return state.discard == "secret" and viewer != seat and not is_over(state)


def kinds_left(state: State, seat: Seat, viewer: Seat | None) -> set[int]:
    """[AS-6.7] The types of tiles that the seat may still have, as far as the viewer knows."""
    if state.skipped == seat:
        return set()
    hand = state.hands[seat]
    if not is_hidden(state, seat, viewer):
        return set(kinds_in(hand))
    laid = laid_counts(state, seat)
    return {kind for kind in range(3) if sum(hand) and laid[kind] < state.tiles[kind]}


def slots_left(state: State, viewer: Seat | None) -> Rows:
    """[AS-6.7] The free slots that some tile to come may still take, as far as the viewer knows."""
    return slot_rows(state, sorted(kinds_left(state, 0, viewer) | kinds_left(state, 1, viewer)))


# --- areas, explained ------------------------------------------------------------------------


def area_view(area: Area, state: State, slots: Rows) -> AreaView:
    """[AS-11.3] One area, explained."""
    names = open_slots(area, slots)
    return {
        "area": area.name,
        "halfcells": area.halfcells,
        "blue": area.blue,
        "orange": area.orange,
        "owner": area.owner_name,
        "main": area.main,
        "settled": not names,
        "region": area.region_names,
        "bounds": bounds(area, state.board),
        "slots": names,
    }


def area_views(state: State, viewer: Seat | None) -> list[AreaView]:
    """[AS-11.3] All areas in reading order, `settled` as the viewer knows."""
    slots = slots_left(state, viewer)
    return [area_view(area, state, slots) for area in standing(state.board, state.size).areas]


# --- the view --------------------------------------------------------------------------------


def view(state: State, viewer: Seat | None) -> AbstraktoView:
    """[AS-11.2] All that the viewer may know."""
    now = standing(state.board, state.size)
    seats = (0, 1)
    over = is_over(state)
    return {
        "game": GAME_ID,
        "size": state.size,
        "tiles": list(state.tiles),
        "options": {"discard": state.discard, "first": state.first, "pie": state.pie},
        "phase": "over" if over else state.phase,
        "turn": None if over else state.turn,
        "board": board_rows(state.board, state.size),
        "hands": [_shown(state, seat, viewer, state.hands[seat]) for seat in seats],
        "held": [sum(hand) for hand in state.hands],
        "discarded": [_shown(state, seat, viewer, discarded(state, seat)) for seat in seats],
        "skipped": state.skipped,
        "swapped": state.swapped,
        "areas": area_views(state, viewer),
        "controlled": list(now.controlled),
        "winner": winner_of(state),
        "rule": rule_of(state),
        "left": [] if state.left is None else [state.left],
        "last": None if state.last is None else point_name(state.last.x, state.last.y),
    }


def _shown(state: State, seat: Seat, viewer: Seat | None, counts: Counts) -> list[int] | None:
    return None if is_hidden(state, seat, viewer) else list(counts)


def tell(_state: State, event: Event[Move], viewer: Seat | None) -> str:
    """[AS-11.1] The text of an event; others are told of a secret choice as `discard`."""
    if isinstance(event, Played):
        secret = isinstance(event.move, Discard) and event.seat != viewer
        return "discard" if secret else write(event.move)
    if isinstance(event, Drawn):
        return write_outcome(event.outcome)
    return "leave" if isinstance(event, Left) else "time"


def where(_state: State, _seat: Seat, move: Move) -> tuple[str, ...]:
    """The point of a placement; discards are secret, and the swap takes over the only tile there is."""
    return (point_name(move.x, move.y),) if isinstance(move, Place) else ()


# --- what a move would score -----------------------------------------------------------------


def score(state: State, seat: Seat, move: Move) -> Score:
    """[AS-12.1] How much the move gains: the mover's areas minus the other's."""
    after = played(state, seat, move)
    if isinstance(move, Discard):
        return Score(0)
    points = _lead(after, seat) - _lead(state, seat)
    return Score(points, touched_views(_as_known(state, after), seat, move))


def touched_views(state: State, seat: Seat, move: Move) -> list[TouchedView]:
    """[AS-12.2] The areas of the state after a move, each with whether the new tile bounds it."""
    if isinstance(move, Place):
        tile = point_name(move.x, move.y)
    else:
        (tile,) = point_names(state.board[seat])  # after a swap: the one tile
    return [{**area, "touched": tile in area["bounds"]} for area in area_views(state, seat)]


def _as_known(state: State, after: State) -> State:
    """[AS-12.2] The state after a move, as the mover knows it before making it (our reading).

    Nothing may reveal whether the other's hidden hand can answer: that shows only once the move is made.
    """
    if state.discard != "secret":
        return after
    return replace(after, phase=state.phase, turn=state.turn, skipped=state.skipped)


def _lead(state: State, seat: Seat) -> int:
    controlled = standing(state.board, state.size).controlled
    return controlled[seat] - controlled[1 - seat]
