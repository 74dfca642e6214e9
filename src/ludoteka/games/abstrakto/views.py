"""What a seat may know: views, areas explained, and states that fit a view (AS-11, AS-12)."""

from ludoteka.core.game import Seat
from ludoteka.core.leaving import RULE as LEFT
from ludoteka.games.abstrakto.areas import Area, bounds, open_slots, standing
from ludoteka.games.abstrakto.geometry import board_rows, point_name, point_names
from ludoteka.games.abstrakto.rules import discarded, kinds_in, laid_counts, slot_rows
from ludoteka.games.abstrakto.types import (
    AbstraktoView,
    AreaView,
    Counts,
    Move,
    Place,
    Rows,
    State,
    TouchedView,
)

GAME_ID = "abstrakto"


def is_over(state: State) -> bool:
    """[AS-5.3] The game is over when nobody is able, or when a seat has left."""
    return state.phase == "over" or state.left is not None


def winner_of(state: State) -> Seat | None:
    """[AS-5.3] The seat that stayed, or who won by areas; None: drawn or not over."""
    if state.left is not None:
        return 1 - state.left
    return standing(state.board, state.size).winner if state.phase == "over" else None


def rule_of(state: State) -> str | None:
    """The rule that ended the game."""
    if state.left is not None:
        return LEFT
    return standing(state.board, state.size).rule if state.phase == "over" else None


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


def touched_views(state: State, seat: Seat, move: Move) -> list[TouchedView]:
    """[AS-12.2] The areas of the state after a move, each with whether the new tile bounds it."""
    if isinstance(move, Place):
        tile = point_name(move.x, move.y)
    else:
        (tile,) = point_names(state.board[seat])  # after a swap: the one tile
    return [{**area, "touched": tile in area["bounds"]} for area in area_views(state, seat)]


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
