"""[AB-13] What a seat or a spectator may know about a state and an event."""

from ludoteka.core.game import Drawn, Event, Left, Played, Score
from ludoteka.games._lines.tiles import arranged
from ludoteka.games.abaku.notation import drawn, write_move, write_outcome, write_placement
from ludoteka.games.abaku.options import as_rows, options_view
from ludoteka.games.abaku.position import rows
from ludoteka.games.abaku.rules import placement
from ludoteka.games.abaku.rules.referee import judged, points
from ludoteka.games.abaku.rules.scoring import scored
from ludoteka.games.abaku.turns import to_act
from ludoteka.games.abaku.types import TILES, AbakuView, Change, LastView, Move, State


def view(state: State, seat: int | None) -> AbakuView:
    """[AB-13] One's own tiles, sizes of other racks, all that is open; everything once the game is over."""
    aside = state.draw.aside if state.draw is not None else ""
    own_aside = aside if aside and seat == state.seat else None
    hidden = [rack for other, rack in enumerate(state.racks) if other != seat]
    return {
        "options": options_view(state.options),
        "board": rows(state.board),
        "rack": state.racks[seat] if seat is not None else None,
        "aside": own_aside,
        "rack_sizes": [len(rack) for rack in state.racks],
        "bag_size": len(state.bag),
        "unseen": arranged("".join([state.bag, *hidden, "" if own_aside else aside]), TILES),
        "racks": list(state.racks) if state.over is not None else None,
        "scores": list(state.scores),
        "seat": state.seat,
        "to_act": to_act(state),
        "skips": list(state.skips),
        "seen": list(state.seen),
        "idle": state.idle,
        "miss": list(state.miss),
        "out": list(state.out),
        "claim": write_placement(state.claim) if state.claim is not None else None,
        "accepted": list(state.accepted),
        "over": state.over,
        "you": seat,
        "last": _last(state, seat),
        "grid": as_rows(state.options.board).split("/"),
    }


def _last(state: State, seat: int | None) -> LastView | None:
    last = state.last
    if last is None:
        return None
    text = told_move(last.move, last.seat, seat)
    return {"seat": last.seat, "move": text, "points": last.points, "squares": list(last.squares)}


def told_move(move: Move, mover: int, seat: int | None) -> str:
    """[AB-13] A move as another seat hears of it: for a change, only the number of tiles."""
    if isinstance(move, Change) and seat != mover:
        return f"change #{len(move.tiles)}"
    return write_move(move)


def tell(state: State, event: Event[Move], seat: int | None) -> str:
    """[AB-13] An event as a seat hears of it."""
    if isinstance(event, Played):
        return told_move(event.move, event.seat, seat)
    if isinstance(event, Drawn):
        return _told_draw(state, event, seat)
    return "leave" if isinstance(event, Left) else "time"


def _told_draw(state: State, event: Drawn, seat: int | None) -> str:
    """[AB-13] The draw for the first turn is open; in other draws a seat sees only its own tiles."""
    assert state.draw is not None
    if state.draw.event == "first":
        return write_outcome(state, event.outcome)
    drawers = range(state.seats) if state.draw.event == "racks" else (state.seat,)
    groups = zip(drawers, drawn(event.outcome), strict=True)
    return "|".join(arranged(g, TILES) if drawer == seat else f"#{len(g)}" for drawer, g in groups)


def where(_state: State, _seat: int, move: Move) -> tuple[str, ...]:
    """The squares to light for a move: those of its new tiles, or of the tile that is taken back."""
    return placement.where(move)


def score(state: State, seat: int, move: Move) -> Score:
    """[AB-16] What the move would score, each scored segment with all its readings."""
    laid = judged(state, seat, move)
    if laid is None:
        return Score(0)
    options = state.options
    return Score(points(options, laid), [part.as_json() for part in scored(options, laid)])
