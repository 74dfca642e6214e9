"""[AB-14.6] What a position must satisfy to be loaded. Boards need not be connected; scores are free."""

from collections.abc import Iterator

from ludoteka.core.refusals import BadNotation, IllegalMove
from ludoteka.games.abaku.boards import tile_set
from ludoteka.games.abaku.laying import lay
from ludoteka.games.abaku.types import BARE, OLD_JOKER, RACK, TILES, Pending, State

ENDS = ("AB-10.1", "AB-10.2", "AB-10.3", "AB-10.4", "AB-11.3", "AB-11.5")


def check(state: State) -> None:
    """[AB-14.6] Raises `BadNotation` for the first thing that cannot be."""
    for problem in _problems(state):
        raise BadNotation(problem, "AB-14.6")


def _problems(state: State) -> Iterator[str]:
    yield from _tile_problems(state)
    yield from _counter_problems(state)
    yield from _seat_problems(state)
    if state.draw is not None:
        yield from _draw_problems(state, state.draw)
    yield from _claim_problems(state)
    if state.over is not None and state.over not in ENDS:
        yield f"{state.over[:20]} ends no game."
    if state.began and not state.options.turn_seconds:
        yield "A time is kept only with a clock."


def _tile_problems(state: State) -> Iterator[str]:
    there = "".join(TILES[sign] for sign in state.board if sign <= OLD_JOKER)
    there += "".join(state.racks) + state.bag + (state.draw.aside if state.draw is not None else "")
    every = tile_set(state.options.joker)
    for tile in TILES:
        if there.count(tile) > every.count(tile):
            yield f"There are more tiles {tile} than the set has."
    standard = state.options.mode == "standard"
    if standard and any(len(rack) > RACK for rack in state.racks):
        yield f"A rack holds at most {RACK} tiles."
    if not standard and state.bag:
        yield f"In {state.options.mode} the bag is empty."


def _counter_problems(state: State) -> Iterator[str]:
    for skips, seen in zip(state.skips, state.seen, strict=True):
        if seen > 1 or (seen and not skips):
            yield "`seen` is 0 or 1, and 0 where nobody skipped."


def _seat_problems(state: State) -> Iterator[str]:
    if len(set(state.out)) < len(state.out) or any(not 0 <= s < state.seats for s in state.out):
        yield "`out` names seats, each once."
    elif any(state.racks[seat] for seat in state.out):
        yield "A seat that is out has no tiles."
    if state.seat in state.out:
        yield "The seat to move is out."
    if len(state.staying) < 2 and state.over is None and state.out:
        yield "Two seats must still be in the game."


def _draw_problems(state: State, draw: Pending) -> Iterator[str]:
    if state.options.mode != "standard" or state.over is not None or state.claim is not None:
        yield "Tiles are drawn in the standard game only, not after its end or in a window."
    elif draw.event in ("first", "racks"):
        yield from _first_draw_problems(state, draw)
    elif draw.event == "refill" and (len(state.rack) >= RACK or not state.bag):
        yield "There is nothing to refill."
    elif draw.event == "change":
        number = len(draw.aside)
        if not 1 <= number <= RACK or number + len(state.rack) > RACK or number > len(state.bag):
            yield "A change sets 1 to 5 tiles aside, and the bag holds as many."


def _first_draw_problems(state: State, draw: Pending) -> Iterator[str]:
    if state.board != BARE or any(state.racks) or state.out:
        yield "Before the deal the board and the racks are empty and nobody is out."
    if len(state.bag) < RACK * state.seats:
        yield "The bag has too few tiles for the deal."
    if draw.event == "first":
        ascending = list(draw.seats) == sorted(set(draw.seats))
        if len(draw.seats) < 2 or not ascending or not all(0 <= s < state.seats for s in draw.seats):
            yield "Two or more seats draw for the first turn, in ascending order."


def _claim_problems(state: State) -> Iterator[str]:
    if state.claim is None:
        if state.accepted:
            yield "Nothing can be accepted outside a window."
        return
    if not state.options.is_disputed or state.over is not None:
        yield "A placement waits only in a disputed game that is not over."
    others = [seat for seat in state.staying if seat != state.seat]
    ascending = list(state.accepted) == sorted(set(state.accepted))
    if not ascending or not set(state.accepted) < set(others):
        yield "Fewer than all of the other seats have accepted, in ascending order."
    try:
        lay(state.options, state.board, state.rack, state.claim)
    except IllegalMove as fault:
        yield f"The placement in the window cannot lie there: {fault.text}"
