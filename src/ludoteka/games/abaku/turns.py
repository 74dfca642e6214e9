"""[AB-3] Turns: what an event does to a match, what is awaited, how it ends."""

from ludoteka.core import leaving
from ludoteka.core.chance import Bag, Outcome
from ludoteka.core.game import Awaiting, Draw, Drawn, Event, Left, Over, Played, Result, Turn
from ludoteka.core.values import replace
from ludoteka.games._lines.tiles import arranged, contents, taken
from ludoteka.games.abaku.notation import drawn
from ludoteka.games.abaku.options import settled, tile_set
from ludoteka.games.abaku.rules.ends import (
    all_skip,
    final_ranks,
    has_finished,
    is_alone,
    is_idle,
    loses_by_skipping,
    refill_count,
    reward,
    worth,
)
from ludoteka.games.abaku.rules.placement import Laid, lay, where
from ludoteka.games.abaku.rules.referee import fault, judged, points
from ludoteka.games.abaku.types import (
    BARE,
    EMPTY,
    JOKER,
    RACK,
    TILES,
    Change,
    End,
    Last,
    Move,
    Options,
    Pending,
    Placement,
    Reply,
    Skip,
    State,
    Take,
)

DRAW_RULES = {"first": "AB-2.1", "racks": "AB-2.2", "refill": "AB-3.4", "change": "AB-8.2"}


def start(options: Options, seats: int) -> State:
    """[AB-2.3] An empty board and all scores 0; raises `BadRequest`."""
    options = settled(options, seats)
    zeros = (0,) * seats
    every = tile_set(options.joker)
    state = State(options, BARE, ("",) * seats, every, zeros, 0, zeros, zeros, zeros)
    if options.mode != "standard":
        return replace(state, racks=(every,), bag="")  # AB-11.2
    if seats == 1:
        return replace(state, draw=Pending("racks"))
    return replace(state, draw=Pending("first", seats=tuple(range(seats))))


# --- what is awaited -------------------------------------------------------------------------


def awaiting(state: State) -> Awaiting[Move]:
    """[AB-3.5] The end, a draw, or a move before its limit."""
    if state.over is not None:
        return Over(Result(state.scores, final_ranks(state), state.over), state.began)
    if state.draw is not None:
        return _awaited_draw(state, state.draw)
    seconds = state.options.turn_seconds
    until = state.began + 1000 * seconds if seconds else None
    return Turn(frozenset(to_act(state)), state.began, until, "AB-3.5")


def to_act(state: State) -> list[int]:
    """The seats whose move is awaited: in a window those that have not answered."""
    if state.over is not None or state.draw is not None:
        return []
    if state.claim is None:
        return [state.seat]
    return [seat for seat in state.staying if seat != state.seat and seat not in state.accepted]


def _awaited_draw(state: State, pending: Pending) -> Draw:
    """[AB-14.3] Who draws and how many."""
    seats, count = _drawing(state, pending)
    what: dict[str, object] = {"event": pending.event, "seats": list(seats)}
    if pending.event != "first":
        what["count"] = count
    bag = Bag(contents(state.bag, TILES), (count,) * len(seats))
    return Draw(bag, what, DRAW_RULES[pending.event], state.began)


def _drawing(state: State, pending: Pending) -> tuple[tuple[int, ...], int]:
    """The seats that draw and the number of tiles for each."""
    if pending.event == "first":
        return pending.seats, 1
    if pending.event == "racks":
        return tuple(range(state.seats)), RACK
    count = len(pending.aside) if pending.event == "change" else refill_count(state)
    return (state.seat,), count


# --- events ----------------------------------------------------------------------------------


def apply(state: State, event: Event[Move]) -> State:
    """The state after an event; raises `IllegalMove`."""
    if isinstance(event, Played):
        return play(state, event.seat, event.move, event.at)
    if isinstance(event, Drawn):
        return draw(state, event.outcome)
    if isinstance(event, Left):
        return leave(state, event.seat, event.at)
    return expire(state, event.at)


def play(state: State, seat: int, move: Move, at: int) -> State:
    """The state after a move; raises `IllegalMove`."""
    laid = judged(state, seat, move)
    if isinstance(move, Placement):
        assert laid is not None
        return place(state, move, laid, at)
    if isinstance(move, Reply):
        return answer(state, seat, move, at)
    after = _other_turn(state, move, at)
    return replace(after, last=Last(seat, move, 0, where(move)))


def _other_turn(state: State, move: Move, at: int) -> State:
    """A change, a skip or a take."""
    if isinstance(move, Change):
        return set_aside(state, move.tiles, at)
    if isinstance(move, Take):
        return take(state, move)
    assert isinstance(move, Skip)
    return skip(state, at) if state.options.mode == "standard" else stop_study(state)


# --- the three kinds of turn -----------------------------------------------------------------


def place(state: State, move: Placement, laid: Laid, at: int) -> State:
    """[AB-9.3] Disputed games open a window first; otherwise the placement stands."""
    if state.options.is_disputed:
        return at_time(replace(state, claim=move, accepted=()), at)
    return stands(state, move, laid, at)


def stands(state: State, move: Placement, laid: Laid, at: int) -> State:
    """[AB-3.2] A placement stands: points, the end by AB-10.1, refill, other ends, next seat."""
    brought = points(state.options, laid)
    last = Last(state.seat, move, brought, where(move))
    state = replace(not_skipped(state), board=laid.after, claim=None, accepted=(), idle=0, last=last)
    state = replace(state, seen=_seen_by_skippers(state))
    state = gains(with_rack(state, state.seat, laid.rack), state.seat, brought)
    if state.options.mode != "standard":
        return covered(state)
    if has_finished(len(state.rack), len(state.bag)):
        return finished(at_time(state, at))
    if refill_count(state) > 0:
        return at_time(replace(state, draw=Pending("refill")), at)
    return end_turn(state, at)


def _seen_by_skippers(state: State) -> tuple[int, ...]:
    """[AB-8.4] Whoever is skipping has now seen an opponent's placement that stood."""
    return tuple(int(seen or skips > 0) for seen, skips in zip(state.seen, state.skips, strict=True))


def set_aside(state: State, tiles: str, at: int) -> State:
    """[AB-8.1] The tiles wait beside the rack until the same number is drawn."""
    left = taken(state.rack, tiles)
    assert left is not None
    state = with_rack(not_skipped(state), state.seat, left)
    return at_time(replace(state, draw=Pending("change", aside=tiles), idle=state.idle + 1), at)


def skip(state: State, at: int) -> State:
    """[AB-8.3] One more skip in a row; the first of them has seen no placement yet."""
    seat = state.seat
    skips = with_item(state.skips, seat, state.skips[seat] + 1)
    return end_turn(replace(state, skips=skips, idle=state.idle + 1), at)


def not_skipped(state: State) -> State:
    """[AB-8.3] A placement, even one taken back, or a change ends the mover's run of skips."""
    seat = state.seat
    return replace(state, skips=with_item(state.skips, seat, 0), seen=with_item(state.seen, seat, 0))


# --- windows ---------------------------------------------------------------------------------


def answer(state: State, seat: int, move: Reply, at: int) -> State:
    """[AB-9.4] The first dispute closes the window; [AB-9.6] so does the last accept."""
    if move.disputes:
        return dispute(state, seat, at)
    state = replace(state, accepted=tuple(sorted((*state.accepted, seat))))
    return state if to_act(state) else accept(state, at)


def accept(state: State, at: int) -> State:
    """[AB-9.6] All have accepted: the placement stands, even if it breaks rules."""
    assert state.claim is not None
    laid = lay(state.options, state.board, state.rack, state.claim)
    return stands(state, state.claim, laid, at)


def dispute(state: State, seat: int, at: int) -> State:
    """[AB-9.4] Right: all is undone. [AB-9.5] Wrong: it stands, and whoever disputed misses the next turn."""
    assert state.claim is not None
    laid = lay(state.options, state.board, state.rack, state.claim)
    if fault(state.options, laid) is None:
        miss = with_item(state.miss, seat, state.miss[seat] + 1)
        return stands(replace(state, miss=miss), state.claim, laid, at)
    return taken_back(state, state.claim, len(laid.digits), at)


def taken_back(state: State, move: Placement, new_tiles: int, at: int) -> State:
    """[AB-9.4] All is undone; the mover loses 1 point for each new tile and the turn, without refill."""
    last = Last(state.seat, move, -new_tiles)
    state = replace(not_skipped(state), claim=None, accepted=(), idle=state.idle + 1, last=last)
    return end_turn(gains(state, state.seat, -new_tiles), at)


# --- chance ----------------------------------------------------------------------------------


def draw(state: State, outcome: Outcome) -> State:
    """Chance produced what was described."""
    assert state.draw is not None
    groups = drawn(outcome)
    if state.draw.event == "first":
        return draw_first(state, state.draw, [tile for (tile,) in groups])
    bag = taken(state.bag, [tile for group in groups for tile in group])
    assert bag is not None
    if state.draw.event == "racks":
        racks = tuple(arranged(group, TILES) for group in groups)
        return replace(state, racks=racks, bag=bag, draw=None)  # AB-2.2
    bag = arranged(bag + state.draw.aside, TILES)  # AB-8.2: set aside until the others are drawn
    state = with_rack(state, state.seat, state.rack + "".join(groups[0]))
    return end_turn(replace(state, bag=bag, draw=None), state.began)


def draw_first(state: State, pending: Pending, tiles: list[str]) -> State:
    """[AB-2.1] The highest digit starts, the Joker below 0; ties draw again, all tiles back (our reading)."""
    heights = [-1 if tile == JOKER else int(tile) for tile in tiles]
    highest = tuple(s for s, height in zip(pending.seats, heights, strict=True) if height == max(heights))
    if len(highest) > 1:
        return replace(state, draw=Pending("first", seats=highest))
    return replace(state, draw=Pending("racks"), seat=highest[0])


# --- the end of a turn -----------------------------------------------------------------------


def end_turn(state: State, at: int) -> State:
    """[AB-10.5] At the end of a turn: AB-8.4, 10.3, 10.2, 10.4; otherwise the next seat has the turn."""
    state = at_time(state, at)
    if loses_by_skipping(state):
        state = drop(state, state.seat)
        if is_alone(state):
            return over(state, "AB-10.3")
    if all_skip(state):
        return over(deduct(state), "AB-10.2")
    if is_idle(state):
        return over(deduct(state), "AB-10.4")
    return pass_on(state)


def drop(state: State, seat: int) -> State:
    """[AB-8.5] The seat is out: its tiles go into the bag, its counters are 0, its score stays."""
    state = replace(
        with_rack(state, seat, ""),
        bag=arranged(state.bag + state.racks[seat], TILES),
        out=(*state.out, seat),
        skips=with_item(state.skips, seat, 0),
        seen=with_item(state.seen, seat, 0),
        miss=with_item(state.miss, seat, 0),
    )
    return replace(state, accepted=tuple(other for other in state.accepted if other != seat))


def pass_on(state: State) -> State:
    """[AB-3.3] The next seat that is not out; a seat with turns to miss has one fewer to miss."""
    staying = state.staying
    rounds = min(state.miss[seat] for seat in staying)
    miss = [state.miss[seat] - rounds * (seat in staying) for seat in range(state.seats)]
    seat = leaving.next_seat(state.seat, state.out, state.seats)
    while miss[seat]:
        miss[seat] -= 1
        seat = leaving.next_seat(seat, state.out, state.seats)
    return replace(state, seat=seat, miss=tuple(miss))


# --- the end of the game ---------------------------------------------------------------------


def over(state: State, rule: End) -> State:
    """[AB-14.4] The game is over; the seat is the one that moved last or, if that is out, the next."""
    seat = state.seat
    if seat in state.out:
        seat = leaving.next_seat(seat, state.out, state.seats)
    return replace(state, over=rule, seat=seat, claim=None, accepted=(), draw=None)


def finished(state: State) -> State:
    """[AB-10.1] The mover laid the last tile: the others lose their racks, the mover is rewarded for them."""
    mover = state.seat
    for seat in state.staying:
        if seat != mover:
            rack = state.racks[seat]
            state = gains(state, seat, -worth(state.options, rack))
            state = gains(state, mover, reward(state.options, rack))
    return over(state, "AB-10.1")


def deduct(state: State) -> State:
    """[AB-10.2] Every seat that is not out loses the worth of its rack, no reward."""
    for seat in state.staying:
        state = gains(state, seat, -worth(state.options, state.racks[seat]))
    return state


def leave(state: State, seat: int, at: int) -> State:
    """[AB-8.6] The seat is out at once; what waits for it goes on without it. Leaving twice is refused."""
    leaving.leave(state.out, seat, state.seats)
    if state.seats == 1:
        return over(state, "AB-10.3")
    state = drop(state, seat)
    if is_alone(state):
        return over(state, "AB-10.3")
    if seat == state.seat:
        return at_time(pass_on(replace(state, claim=None, accepted=())), at)
    return accept(state, at) if state.claim is not None and not to_act(state) else state


# --- one seat --------------------------------------------------------------------------------


def covered(state: State) -> State:
    """[AB-11.3] Cover ends when the rack is empty, nothing deducted; counters stay 0 in the studies."""
    is_done = state.options.mode == "cover" and not state.rack
    return over(state, "AB-11.3") if is_done else state


def stop_study(state: State) -> State:
    """[AB-11.3] A skip ends cover; [AB-11.5] it ends the sandbox."""
    return over(state, "AB-11.3" if state.options.mode == "cover" else "AB-11.5")


def take(state: State, move: Take) -> State:
    """[AB-11.4] The tile goes back to the rack; a Joker as a Joker."""
    board = bytearray(state.board)
    tile = TILES[board[move.square]]
    board[move.square] = EMPTY
    return with_rack(replace(state, board=bytes(board)), state.seat, state.rack + tile)


# --- time ------------------------------------------------------------------------------------


def at_time(state: State, at: int) -> State:
    """[AB-3.5] A turn begins when the one before ended; without a clock no time is kept."""
    return replace(state, began=at) if state.options.turn_seconds else state


def expire(state: State, at: int) -> State:
    """[AB-3.5] Every limit that has passed: a turn becomes a skip, in a window all others accept."""
    limit = 1000 * state.options.turn_seconds
    while limit and state.over is None and state.draw is None and at >= state.began + limit:
        until = state.began + limit
        if state.claim is not None:
            others = tuple(seat for seat in state.staying if seat != state.seat)
            state = accept(replace(state, accepted=others), until)
        else:
            last = Last(state.seat, Skip(), 0)
            state = replace(skip(state, until), last=last)
    return state


# --- small changes ---------------------------------------------------------------------------


def with_item(numbers: tuple[int, ...], seat: int, number: int) -> tuple[int, ...]:
    """The same numbers, except for one seat."""
    return (*numbers[:seat], number, *numbers[seat + 1 :])


def with_rack(state: State, seat: int, rack: str) -> State:
    """The same state with another rack, sorted."""
    racks = (*state.racks[:seat], arranged(rack, TILES), *state.racks[seat + 1 :])
    return replace(state, racks=racks)


def gains(state: State, seat: int, points: int) -> State:
    """The score of a seat changes."""
    return replace(state, scores=with_item(state.scores, seat, state.scores[seat] + points))
