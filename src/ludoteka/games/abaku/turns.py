"""[AB-3] Turns and ends: what follows a placement, a change, a skip, a dispute, a seat that leaves."""

from dataclasses import replace

from ludoteka.core.kernel import kernel
from ludoteka.core.leaving import next_seat
from ludoteka.games._lines.multisets import arranged
from ludoteka.games.abaku.types import JOKER, RACK, TILES, Pending, State

SKIPS_TO_DROP = 3
SKIPS_TO_END = 2


def at_time(state: State, at: int) -> State:
    """[AB-3.5] A turn begins when the one before ended; without a clock no time is kept."""
    return replace(state, began=at) if state.options.turn_seconds else state


def with_item(numbers: tuple[int, ...], seat: int, number: int) -> tuple[int, ...]:
    """The same numbers, but for one seat."""
    return (*numbers[:seat], number, *numbers[seat + 1 :])


def with_rack(state: State, seat: int, rack: str) -> State:
    """The same state with another rack, sorted."""
    racks = (*state.racks[:seat], arranged(rack, TILES), *state.racks[seat + 1 :])
    return replace(state, racks=racks)


# --- the three kinds of turn -----------------------------------------------------------------


def skip(state: State, at: int) -> State:
    """[AB-8.3] One more skip in a row; the first of them has seen no placement yet."""
    seat = state.seat
    skips = with_item(state.skips, seat, state.skips[seat] + 1)
    return end_turn(replace(state, skips=skips, idle=state.idle + 1), at)


def set_aside(state: State, tiles: str, left: str, at: int) -> State:
    """[AB-8.1] The tiles wait beside the rack until the same number is drawn."""
    state = with_rack(not_skipped(state), state.seat, left)
    return at_time(replace(state, draw=Pending("change", aside=tiles), idle=state.idle + 1), at)


def not_skipped(state: State) -> State:
    """[AB-8.3] A placement, also one taken back, or a change ends the mover's skips in a row."""
    seat = state.seat
    return replace(state, skips=with_item(state.skips, seat, 0), seen=with_item(state.seen, seat, 0))


def stands(state: State, board: bytes, rack: str, points: int, at: int) -> State:
    """[AB-3.2] A placement stands: points, the end by AB-10.1, refill, other ends, next seat."""
    state = replace(not_skipped(state), board=board, claim=None, accepted=(), idle=0)
    state = replace(state, seen=_seen_by_skippers(state))
    state = with_rack(state, state.seat, rack)
    state = gains(state, state.seat, points)
    if state.options.mode != "standard":
        return covered(state)
    if not rack and not state.bag:
        return finished(at_time(state, at))
    if refill_count(state) > 0:
        return at_time(replace(state, draw=Pending("refill")), at)
    return end_turn(state, at)


def refill_count(state: State) -> int:
    """[AB-3.4] min(5 - tiles on the rack, tiles in the bag); a Joker taken from the board is on the rack."""
    return min(RACK - len(state.rack), len(state.bag))


def _seen_by_skippers(state: State) -> tuple[int, ...]:
    """[AB-8.4] Who is skipping has now seen an opponent's placement that stood."""
    return tuple(int(seen or skips > 0) for seen, skips in zip(state.seen, state.skips, strict=True))


def taken_back(state: State, new_tiles: int, at: int) -> State:
    """[AB-9.4] All is undone; the mover loses 1 point for each new tile and the turn, without refill."""
    state = replace(not_skipped(state), claim=None, accepted=(), idle=state.idle + 1)
    return end_turn(gains(state, state.seat, -new_tiles), at)


def gains(state: State, seat: int, points: int) -> State:
    """The score of a seat changes."""
    return replace(state, scores=with_item(state.scores, seat, state.scores[seat] + points))


# --- the end of a turn -----------------------------------------------------------------------


def end_turn(state: State, at: int) -> State:
    """[AB-10.5] At the end of a turn: AB-8.4, 10.3, 10.2, 10.4, else the next seat has the turn."""
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


def loses_by_skipping(state: State) -> bool:
    """[AB-8.4] Whether the mover loses by its skips; [AB-11.1] who plays alone cannot."""
    return state.seats > 1 and has_lost.plain(state.skips[state.seat], state.seen[state.seat], len(state.bag))


@kernel
def has_lost(skips: int, seen: int, bag: int) -> bool:
    """[AB-8.4] Three skips in a row, tiles in the bag, and an opponent has placed since the first of them."""
    return skips >= SKIPS_TO_DROP and bag > 0 and seen == 1


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


def is_alone(state: State) -> bool:
    """[AB-10.3] All seats but one are out."""
    return bool(state.out) and len(state.staying) == 1


def all_skip(state: State) -> bool:
    """[AB-10.2] Every seat that is not out has skipped at least twice in a row."""
    return all(state.skips[seat] >= SKIPS_TO_END for seat in state.staying)


def is_idle(state: State) -> bool:
    """[AB-10.4] Whether the game is over because nobody places."""
    return is_stale.plain(state.idle, state.options.idle_rounds, len(state.staying))


@kernel
def is_stale(idle: int, rounds: int, seats: int) -> bool:
    """[AB-10.4] Too many turns since the last placement that stood (our reading); 0 rounds: never."""
    return rounds > 0 and idle >= rounds * seats


def pass_on(state: State) -> State:
    """[AB-3.3] The next seat, over those that are out; who has turns to miss has one less to miss."""
    staying = state.staying
    rounds = min(state.miss[seat] for seat in staying)
    miss = [state.miss[seat] - rounds * (seat in staying) for seat in range(state.seats)]
    seat = next_seat(state.seat, state.out, state.seats)
    while miss[seat]:
        miss[seat] -= 1
        seat = next_seat(seat, state.out, state.seats)
    return replace(state, seat=seat, miss=tuple(miss))


# --- the end of the game ---------------------------------------------------------------------


def over(state: State, rule: str) -> State:
    """[AB-14.4] The game is over; the seat is the one that moved last or, that being out, the next."""
    seat = state.seat
    if seat in state.out:
        seat = next_seat(seat, state.out, state.seats)
    return replace(state, over=rule, seat=seat, claim=None, accepted=(), draw=None)


def finished(state: State) -> State:
    """[AB-10.1] The mover laid the last tile: the others lose their racks, the mover is rewarded for them."""
    mover = state.seat
    values = state.options.scoring == "values"
    for seat in state.staying:
        if seat != mover:
            reward = reward_worth(state.racks[seat], values)
            state = gains(gains(state, seat, -worth(state.racks[seat], values)), mover, reward)
    return over(state, "AB-10.1")


def deduct(state: State) -> State:
    """[AB-10.2] Every seat that is not out loses the worth of its rack, no reward."""
    values = state.options.scoring == "values"
    for seat in state.staying:
        state = gains(state, seat, -worth(state.racks[seat], values))
    return state


def worth(rack: str, values: bool) -> int:
    """[AB-10.1] What a rack costs: 1 a tile, the Joker 10; by values the digits, the Joker 30."""
    jokers = rack.count(JOKER)
    if values:
        return sum(int(tile) for tile in rack if tile != JOKER) + 30 * jokers
    return len(rack) + 9 * jokers


def reward_worth(rack: str, values: bool) -> int:
    """[AB-10.1] What it brings the finisher: 1 a tile; by values the digits, the Joker 0 (our reading)."""
    if values:
        return sum(int(tile) for tile in rack if tile != JOKER)
    return len(rack)


# --- one seat --------------------------------------------------------------------------------


def covered(state: State) -> State:
    """[AB-11.3] Cover ends when the rack is empty, nothing deducted; counters stay 0 in the studies."""
    is_done = state.options.mode == "cover" and not state.rack
    return over(state, "AB-11.3") if is_done else state


def stop_study(state: State) -> State:
    """[AB-11.3] A skip ends cover; [AB-11.5] it ends the sandbox."""
    return over(state, "AB-11.3" if state.options.mode == "cover" else "AB-11.5")


# --- leaving ---------------------------------------------------------------------------------


def leave(state: State, seat: int, at: int) -> State:
    """[AB-8.6] The seat is out at once; what waits for it goes on without it."""
    if state.seats == 1:
        return over(state, "AB-10.3")
    state = drop(state, seat)
    if is_alone(state):
        return over(state, "AB-10.3")
    if seat == state.seat:
        return at_time(pass_on(replace(state, claim=None, accepted=())), at)
    return state
