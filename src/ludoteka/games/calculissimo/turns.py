"""CA-2, CA-6, CA-7 and CA-8: what an event does to a state, what is awaited, and how it ends."""

from ludoteka.core.chance import Bag
from ludoteka.core.game import Awaiting, Draw, Drawn, Event, Over, Played, Result, Seat, Ticked, Turn
from ludoteka.core.leaving import RULE as LEFT
from ludoteka.core.leaving import is_deserted, leave, next_seat, ranks, staying
from ludoteka.core.values import replace
from ludoteka.games._lines.tiles import arranged, contents, spelled, taken
from ludoteka.games.calculissimo.notation import write_outcome
from ludoteka.games.calculissimo.options import board_named, chips_named, has_enough_chips
from ludoteka.games.calculissimo.rules import placement, turn
from ludoteka.games.calculissimo.rules.placement import lay, new_chips
from ludoteka.games.calculissimo.types import (
    CHIPS,
    ENDINGS,
    RACK,
    ChipsDue,
    Due,
    Ending,
    FirstDue,
    Last,
    Move,
    Options,
    Placement,
    State,
    Swap,
    Word,
)

# --- what is awaited -------------------------------------------------------------------------

_DRAW_RULES = {"first": "CA-2.2", "deal": "CA-2.3"}


def awaiting(state: State) -> Awaiting[Move]:
    """The end, a draw from the bag, a turn or the answers to a claim."""
    if is_over(state):
        return Over(Result(state.scores, placing(state), state.over or LEFT), state.clock)
    if state.due is not None:
        return _draw(state, state.due)
    seats = state.asked if state.claim is not None else (state.seat,)
    awaited = frozenset(seat for seat in seats if seat is not None)
    return Turn(awaited, state.clock, until(state), "CA-7.5")


def _draw(state: State, due: Due) -> Draw:
    """[CA-2.2] [CA-2.3] [CA-6.2] Chips from the bag, each equally likely."""
    told = what(state, due)
    groups = (1,) * len(told["seats"]) if told["event"] == "first" else (told["count"],)
    rule = _DRAW_RULES.get(due.event, "CA-6.2")
    return Draw(Bag(contents(state.bag, CHIPS), groups), {**told}, rule, state.clock)


def what(state: State, due: Due) -> FirstDue | ChipsDue:
    """The awaited chance event, as the status tells it."""
    if due.event == "first":
        return {"event": "first", "seats": list(due.seats)}
    seat = next_dealt(state) if due.event == "deal" else state.seat
    assert seat is not None
    return {"event": "chips", "seat": seat, "count": RACK if due.event == "deal" else due.count}


# --- the start -------------------------------------------------------------------------------


def start(options: Options, seats: int) -> State:
    """[CA-2.1] Scores are 0 and all chips in the bag; raises `BadRequest`."""
    grid = board_named(options.board)
    counts = chips_named(options.chips)
    has_enough_chips(counts, seats)
    is_drawn = options.start == "draw"
    due = Due("first", tuple(range(seats))) if is_drawn else Due("deal")
    board = bytes(grid.size * grid.size)
    bag = spelled(counts, CHIPS)
    return State(options, grid, board, ("",) * seats, bag, (0,) * seats, None if is_drawn else 0, due=due)


def drawn_first(state: State, chips: str) -> State:
    """[CA-2.2] The highest number starts; those who tie for it draw again (our reading)."""
    assert state.due is not None
    numbers = [int(chip) if chip.isdigit() else 0 for chip in chips]
    highest = max(numbers)
    best = tuple(s for s, number in zip(state.due.seats, numbers, strict=True) if number == highest)
    if len(best) > 1:
        return replace(state, due=Due("first", best))
    return replace(state, seat=best[0], due=Due("deal"))


def next_dealt(state: State) -> Seat | None:
    """[CA-2.3] The first seat from the starting one with an empty rack."""
    assert state.seat is not None
    order = ((state.seat + ahead) % state.seats for ahead in range(state.seats))
    return next((seat for seat in order if not state.racks[seat]), None)


def drawn(state: State, event: Drawn) -> State:
    """Chance gave chips: in the start draw, the deal, a refill or a swap."""
    due = state.due
    assert due is not None
    chips = write_outcome(event.outcome)
    if due.event == "first":
        return drawn_first(state, chips)
    seat = next_dealt(state) if due.event == "deal" else state.seat
    assert seat is not None
    bag = taken(state.bag, chips)
    assert bag is not None
    state = replace(with_rack(state, seat, arranged(state.racks[seat] + chips, CHIPS)), bag=bag)
    if due.event == "deal":
        return state if next_dealt(state) is not None else replace(state, due=None)
    return turn_over(replace(state, due=None), seat, plays_again=due.event == "again")


# --- events ----------------------------------------------------------------------------------


def apply(state: State, event: Event[Move]) -> State:
    """The state after an event; raises `IllegalMove`."""
    if isinstance(event, Played):
        return play(state, event.seat, event.move, event.at)
    if isinstance(event, Drawn):
        return drawn(state, event)
    if isinstance(event, Ticked):
        return expire(state, event.at)
    return leaves(state, event.seat, event.at)


# --- moves -----------------------------------------------------------------------------------


def play(state: State, seat: Seat, move: Move, at: int) -> State:
    """[CA-6.1] One move; raises `IllegalMove`."""
    turn.check_kind(state.claim, move)
    if isinstance(move, Placement):
        return _placed(state, seat, move, at)
    if isinstance(move, Swap):
        return _swapped(state, seat, move, at)
    if move is Word.PASS:
        return passed(state, seat, move, at)
    return answered(state, seat, move, at)


def _placed(state: State, seat: Seat, move: Placement, at: int) -> State:
    from ludoteka.games.calculissimo.rules import scoring  # numpy is loaded only when chips are laid

    placement.check(state.grid, state.board, state.racks[seat], move)
    if state.options.is_disputed:
        others = tuple(s for s in staying(state.left, state.seats) if s != seat)
        return with_clock(replace(state, claim=move, asked=others), at)  # [CA-7.2]
    reckoning = scoring.reckon(state.grid, state.options, state.board, move)
    scoring.check(state.size, move, reckoning)
    return _standing(state, seat, move, reckoning.points, at)


def stands(state: State, seat: Seat, move: Placement, at: int) -> State:
    """[CA-7.4] Chips, points, refill. [CA-6.2] [CA-6.3] as many as laid; after 7 another turn."""
    from ludoteka.games.calculissimo.rules import scoring  # numpy is loaded only when chips are laid

    points = scoring.reckon(state.grid, state.options, state.board, move).points
    return _standing(state, seat, move, points, at)


def _standing(state: State, seat: Seat, move: Placement, points: int, at: int) -> State:
    laid = [spot.chip for spot in new_chips(move)]
    rack = taken(state.racks[seat], laid)
    assert rack is not None
    scores = tuple(n + points if s == seat else n for s, n in enumerate(state.scores))
    board = lay(state.size, state.board, move)
    state = replace(with_rack(state, seat, rack), board=board, scores=scores, claim=None, asked=())
    state = _counted(state, seat, move, points, turn.PLACED, at)
    count = turn.refill(len(laid), len(state.bag))
    if count == 0:
        return turn_over(state, seat, was_placed=True)
    is_again = turn.plays_again(len(laid), len(state.bag))
    return replace(state, due=Due("again" if is_again else "draw", count=count))


def _swapped(state: State, seat: Seat, move: Swap, at: int) -> State:
    check_swap(state, seat, move)
    rack = taken(state.racks[seat], move.chips)
    assert rack is not None
    bag = arranged(state.bag + move.chips, CHIPS)
    state = replace(with_rack(state, seat, rack), bag=bag, due=Due("draw", count=len(move.chips)))
    return _counted(state, seat, move, 0, turn.SWAPPED, at)


def check_swap(state: State, seat: Seat, move: Swap) -> None:
    """[CA-6.4] [CA-6.5] Refuses chips that the seat cannot give back or the bag cannot replace."""
    from ludoteka.games.calculissimo import moves  # kernels are loaded only when moves are listed

    rack = state.racks[seat]
    turn.check_swap(rack, state.bag, state.options, move, lambda: moves.has_placement(state, seat))


def passed(state: State, seat: Seat, move: Move, at: int) -> State:
    """[CA-6.7] Nothing happens. [CA-6.8] Both counters go up by 1, as for a placement taken back."""
    state = replace(state, claim=None, asked=())
    return turn_over(_counted(state, seat, move, 0, turn.PASSED, at), seat)


def _counted(state: State, seat: Seat, move: Move, points: int, was: int, at: int) -> State:
    """A turn goes into the counters, the clock and what is shown as the last turn."""
    passes, idle = turn.counters(state.passes, state.idle, was)
    return replace(with_clock(state, at), passes=passes, idle=idle, last=Last(seat, move, points))


# --- answers ---------------------------------------------------------------------------------


def answered(state: State, seat: Seat, move: Move, at: int) -> State:
    """[CA-7.4] All have accepted, or a true claim is disputed: it stands. A false one is taken back.

    (our reading: a wrong dispute costs nothing)
    """
    from ludoteka.games.calculissimo.rules import scoring  # numpy is loaded only when chips are laid

    claim, owner = state.claim, state.seat
    assert claim is not None
    assert owner is not None
    asked = tuple(other for other in state.asked if other != seat)
    if move is Word.DISPUTE:
        if scoring.reckon(state.grid, state.options, state.board, claim).rule is not None:
            return passed(state, owner, claim, at)
        return stands(state, owner, claim, at)
    return replace(state, asked=asked) if asked else stands(state, owner, claim, at)


# --- time ------------------------------------------------------------------------------------


def until(state: State) -> int | None:
    """[CA-7.5] The first moment that is too late for the turn or the wait; None: no limit."""
    seconds = state.options.turn_seconds
    return state.clock + 1000 * seconds if seconds else None


def expire(state: State, at: int) -> State:
    """[CA-7.5] The seat passes, or all awaited seats accept, at the time `until`; again while overdue."""
    while state.due is None and not is_over(state):
        end = until(state)
        if end is None or at < end:
            break
        seat, claim = state.seat, state.claim
        assert seat is not None
        state = passed(state, seat, Word.PASS, end) if claim is None else stands(state, seat, claim, end)
    return state


def with_clock(state: State, at: int) -> State:
    """[CA-7.5] What follows begins at the time of the move; without a limit time has no effect."""
    return replace(state, clock=at if state.options.turn_seconds else 0)


# --- leaving ---------------------------------------------------------------------------------


def leaves(state: State, seat: Seat, at: int) -> State:
    """[CA-6.9] A seat is gone for good; raises `BadRequest`."""
    left = leave(state.left, seat, state.seats)
    if is_deserted(left, state.seats):
        return replace(state, left=left)
    bag = arranged(state.bag + state.racks[seat], CHIPS)
    state = replace(with_rack(state, seat, ""), bag=bag, left=left)
    if seat == state.seat:
        follower = next_seat(seat, left, state.seats)
        return replace(with_clock(state, at), seat=follower, claim=None, asked=())
    if seat in state.asked:
        return answered(state, seat, Word.ACCEPT, at)
    return state


# --- the end ---------------------------------------------------------------------------------


def turn_over(state: State, seat: Seat, was_placed: bool = False, plays_again: bool = False) -> State:
    """The turn is over, its refill included: the game ends, or the next seat (CA-6.3: the same) plays."""
    rule = ending(state, seat, was_placed)
    if rule is not None:
        return finished(state, rule)
    return state if plays_again else replace(state, seat=next_seat(seat, state.left, state.seats))


def ending(state: State, seat: Seat, was_placed: bool) -> Ending | None:
    """The first of CA-8.1 to 8.5 that ends the game; None: it goes on."""
    n = len(staying(state.left, state.seats))
    is_out = was_placed and not state.racks[seat]
    ends_with_bag = state.options.ends_with_bag
    number = turn.ending(len(state.bag), is_out, ends_with_bag, state.passes, state.idle, n)
    return ENDINGS[number - 1] if number else None


def finished(state: State, rule: Ending) -> State:
    """[CA-8.6] Each seat loses the chips of its own rack."""
    scores = tuple(n - turn.penalty(rack) for n, rack in zip(state.scores, state.racks, strict=True))
    return replace(state, scores=scores, seat=None, passes=0, idle=0, clock=0, over=rule)


def placing(state: State) -> tuple[int, ...]:
    """[CA-8.7] The higher score ranks first; equal scores share a rank; then those that left."""
    return ranks(state.scores, state.left)


def is_over(state: State) -> bool:
    """Ended by CA-8, or because fewer than two seats stay."""
    return state.over is not None or is_deserted(state.left, state.seats)


# --- racks -----------------------------------------------------------------------------------


def with_rack(state: State, seat: Seat, rack: str) -> State:
    """The state with another rack at one seat."""
    racks = tuple(rack if s == seat else other for s, other in enumerate(state.racks))
    return replace(state, racks=racks)
