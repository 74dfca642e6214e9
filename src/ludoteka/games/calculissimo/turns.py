"""CA-2, CA-6, CA-7 and CA-8: the start, the turn, the wait for answers, time and the end."""

from dataclasses import replace

from ludoteka.core.game import Drawn, IllegalMove, Seat
from ludoteka.core.leaving import is_deserted, leave, next_seat, ranks, staying
from ludoteka.games._lines.multisets import arranged, spelled, taken
from ludoteka.games.calculissimo import endings
from ludoteka.games.calculissimo import placement as ca3
from ludoteka.games.calculissimo.options import board_named, chips_named, has_enough_chips
from ludoteka.games.calculissimo.placement import lay, new_chips
from ludoteka.games.calculissimo.types import (
    CHIPS,
    Due,
    Last,
    Move,
    Options,
    Placement,
    State,
    Swap,
    Word,
)

# --- the start -------------------------------------------------------------------------------


def begin(options: Options, seats: int) -> State:
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
    """[CA-2.2] The highest number starts; who ties for it draws again (our reading)."""
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
    chips = "".join(chip for group in event.outcome if isinstance(group, tuple) for chip in map(str, group))
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


# --- moves -----------------------------------------------------------------------------------


def play(state: State, seat: Seat, move: Move, at: int) -> State:
    """[CA-6.1] One move; raises `IllegalMove`."""
    check_kind(state, move)
    if isinstance(move, Placement):
        return _placed(state, seat, move, at)
    if isinstance(move, Swap):
        return _swapped(state, seat, move, at)
    if move is Word.PASS:
        return passed(state, seat, move, at)
    return answered(state, seat, move, at)


def check_kind(state: State, move: Move) -> None:
    """[CA-7.3] `accept` and `dispute` in a wait for answers, and nothing else; never at other times."""
    is_answer = move in (Word.ACCEPT, Word.DISPUTE)
    if state.claim is not None and not is_answer:
        raise IllegalMove("First answer the claimed placement: accept or dispute.", "CA-7.3")
    if state.claim is None and is_answer:
        raise IllegalMove("There is no claimed placement to answer now.", "CA-7.3")


def _placed(state: State, seat: Seat, move: Placement, at: int) -> State:
    from ludoteka.games.calculissimo import scoring  # numpy is loaded only when chips are laid

    ca3.check(state.grid, state.board, state.racks[seat], move)
    if state.options.is_disputed:
        others = tuple(s for s in staying(state.left, state.seats) if s != seat)
        return with_clock(replace(state, claim=move, asked=others), at)  # [CA-7.2]
    scoring.check(state.size, move, scoring.reckon(state.grid, state.options, state.board, move))
    return stands(state, seat, move, at)


def stands(state: State, seat: Seat, move: Placement, at: int) -> State:
    """[CA-7.4] Chips, points, refill. [CA-6.2] [CA-6.3] as many as laid; after 7 another turn."""
    from ludoteka.games.calculissimo import scoring  # numpy is loaded only when chips are laid

    points = scoring.reckon(state.grid, state.options, state.board, move).points
    laid = [spot.chip for spot in new_chips(move)]
    rack = taken(state.racks[seat], laid)
    assert rack is not None
    scores = tuple(n + points if s == seat else n for s, n in enumerate(state.scores))
    board = lay(state.size, state.board, move)
    state = replace(with_rack(state, seat, rack), board=board, scores=scores, passes=0, idle=0)
    state = replace(with_clock(state, at), claim=None, asked=(), last=Last(seat, move, points))
    count = endings.refill.plain(len(laid), len(state.bag))
    if count == 0:
        return turn_over(state, seat, was_placed=True)
    is_again = endings.plays_again.plain(len(laid), len(state.bag))
    return replace(state, due=Due("again" if is_again else "draw", count=count))


def _swapped(state: State, seat: Seat, move: Swap, at: int) -> State:
    check_swap(state, seat, move)
    rack = taken(state.racks[seat], move.chips)
    assert rack is not None
    bag = arranged(state.bag + move.chips, CHIPS)
    state = replace(with_rack(state, seat, rack), bag=bag, passes=0, idle=state.idle + 1)
    due = Due("draw", count=len(move.chips))
    return replace(with_clock(state, at), due=due, last=Last(seat, move, 0))


def check_swap(state: State, seat: Seat, move: Swap) -> None:
    """[CA-6.4] The chips are in the rack. [CA-6.5] The bag holds as many. [CA-6.6] `stuck`: only who is.

    (our reading: any number of chips; a bag that is big enough keeps the end of the game finite)
    """
    if taken(state.racks[seat], move.chips) is None:
        raise IllegalMove("You can only swap chips that are on your rack.", "CA-6.4")
    if len(state.bag) < len(move.chips):
        text = f"The bag holds only {len(state.bag)} chips: you cannot swap {len(move.chips)}."
        raise IllegalMove(text, "CA-6.5")
    if not may_swap(state, seat):
        text = "You can lay chips somewhere, and in this game only who cannot may swap."
        raise IllegalMove(text, "CA-6.6")


def may_swap(state: State, seat: Seat) -> bool:
    """[CA-6.6] With `swap=stuck`, only a seat without a legal placement."""
    from ludoteka.games.calculissimo import moves  # kernels are loaded only when moves are listed

    return state.options.swap == "free" or not moves.has_placement(state, seat)


def passed(state: State, seat: Seat, move: Move, at: int) -> State:
    """[CA-6.7] Nothing happens. [CA-6.8] It adds 1 to both counters; so does a placement taken back."""
    state = replace(state, passes=state.passes + 1, idle=state.idle + 1, claim=None, asked=())
    return turn_over(replace(with_clock(state, at), last=Last(seat, move, 0)), seat)


# --- answers ---------------------------------------------------------------------------------


def answered(state: State, seat: Seat, move: Move, at: int) -> State:
    """[CA-7.4] All have accepted, or a true claim is disputed: it stands. A false one is taken back.

    (our reading: a wrong dispute costs nothing)
    """
    from ludoteka.games.calculissimo import scoring  # numpy is loaded only when chips are laid

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


def ending(state: State, seat: Seat, was_placed: bool) -> str | None:
    """The first of CA-8.1 to 8.5 that ends the game; None: it goes on."""
    n = len(staying(state.left, state.seats))
    is_out = was_placed and not state.racks[seat]
    ends_with_bag = state.options.end == "bag-empty"
    number = endings.ending.plain(len(state.bag), is_out, ends_with_bag, state.passes, state.idle, n)
    return f"CA-8.{number}" if number else None


def finished(state: State, rule: str) -> State:
    """[CA-8.6] Each seat loses the chips of its own rack."""
    scores = tuple(n - penalty(rack) for n, rack in zip(state.scores, state.racks, strict=True))
    return replace(state, scores=scores, seat=None, passes=0, idle=0, clock=0, over=rule)


def penalty(rack: str) -> int:
    """[CA-8.6] What the chips of a rack cost at the end."""
    return sum(endings.cost.plain(CHIPS.index(chip)) for chip in rack)


def placing(state: State) -> tuple[int, ...]:
    """[CA-8.7] The higher score ranks first; equal scores share a rank; then those that left."""
    return ranks(state.scores, state.left)


def is_over(state: State) -> bool:
    """Ended by CA-8, or since fewer than two seats stay."""
    return state.over is not None or is_deserted(state.left, state.seats)


# --- racks -----------------------------------------------------------------------------------


def with_rack(state: State, seat: Seat, rack: str) -> State:
    """The state with another rack at one seat."""
    racks = tuple(rack if s == seat else other for s, other in enumerate(state.racks))
    return replace(state, racks=racks)
