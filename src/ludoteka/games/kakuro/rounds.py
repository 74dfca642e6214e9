"""The round: phases, votes, hourglass, judgement, new tiles, leaving, end (KA-2, KA-3, KA-6 to KA-10)."""

from collections import Counter
from dataclasses import replace

from ludoteka.core import leaving
from ludoteka.core.chance import Groups
from ludoteka.core.game import Millis, Result, Seat
from ludoteka.core.kernel import kernel
from ludoteka.core.refusals import IllegalMove
from ludoteka.games.kakuro.rules import judge, paid, points_for, without
from ludoteka.games.kakuro.types import (
    ACTION_TILES,
    DUPLICATION,
    EXTRA_TILES,
    FACES,
    SUM_TILES,
    Claim,
    Judged,
    Options,
    Phase,
    State,
    in_pool_order,
)

# --- laws that the compiled simulation shares --------------------------------------------------


@kernel
def takes_tiles(total: int, seats: int, tiles_in_pools: int, pile: int) -> bool:
    """[KA-8.1] [KA-8.2] [KA-8.3] [KA-10.1] Whether every seat takes an action tile after this sum tile.

    Odd: yes. Even: only if all pools are empty. Solo: always. Never if the pile is too small for all.
    """
    if pile < seats:
        return False
    return total % 2 == 1 or tiles_in_pools == 0 or seats == 1


@kernel
def failures_complete(failures: int, limit: int) -> bool:
    """[KA-9.1] With the third failure (option `failures`) the game is over at once."""
    return failures >= limit


# --- who is there ----------------------------------------------------------------------------


def staying(state: State) -> tuple[Seat, ...]:
    """[KA-3.5] The seats that have not left."""
    return leaving.staying(state.left, state.seats)


def seats_in(state: State) -> tuple[Seat, ...]:
    """[KA-3.2] The seats that may act in a race: neither out nor gone."""
    return tuple(seat for seat in staying(state) if seat not in state.out)


def is_solo(state: State) -> bool:
    """One seat from the beginning; who is left alone at a table for more has no match any more."""
    return state.seats == 1


# --- setting up (KA-2) -----------------------------------------------------------------------


def begin(options: Options, seats: int) -> State:
    """[KA-2.2] [KA-2.3] [KA-1.1] One `D` for each seat, the rest is the action pile; all sum tiles."""
    box = ACTION_TILES.copy()
    box[DUPLICATION] -= seats
    pile = "".join(face * box[face] for face in FACES)
    pools = (DUPLICATION,) * seats
    return State(options, b"", Phase.LAYOUT, SUM_TILES, pile, pools, (0,) * seats)


def lay_out(state: State, digits: bytes) -> State:
    """[KA-2.1] 64 of the 72 number tiles are laid, silver; next is the deal (KA-2.3)."""
    return replace(state, board=digits, phase=Phase.DEAL)


def extra_tiles(state: State) -> int:
    """[KA-2.2] How many tiles each seat gets beside its `D`."""
    return EXTRA_TILES[state.seats]


def deal(state: State, groups: Groups) -> State:
    """[KA-2.2] Each seat gets its extra tiles from the action pile."""
    return _next_round(_with_tiles(state, groups))


def _with_tiles(state: State, groups: Groups) -> State:
    pools = list(state.pools)
    for seat, group in zip(staying(state), groups, strict=True):
        pools[seat] = in_pool_order(pools[seat] + "".join(group))
    taken = "".join(tile for group in groups for tile in group)
    return replace(state, pools=tuple(pools), action_pile=without(state.action_pile, taken))


# --- the round -------------------------------------------------------------------------------


def _next_round(state: State) -> State:
    """[KA-3.3] [KA-9.2] No sum tile left: over, after the new tiles (our reading). Else `ready` or `sum`."""
    if not state.sum_pile:
        return replace(state, phase=Phase.OVER)
    return replace(state, phase=Phase.READY if state.options.flip == "ready" else Phase.SUM)


def flip(state: State, at: Millis) -> State:
    """[KA-3.3] A seat asks for the sum tile."""
    return replace(state, phase=Phase.SUM, now=at)


def turn_over(state: State, total: int) -> State:
    """[KA-10.2] [KA-10.3] A sum tile is turned over and is open; in solo the hourglass is turned with it."""
    pile = list(state.sum_pile)
    pile.remove(total)
    timed = is_solo(state) and state.options.solo_timer == "on"
    until = state.now + state.options.hourglass if timed else None
    return replace(state, sum_pile=tuple(pile), open=total, phase=Phase.RACE, until=until)


def _end_round(state: State) -> State:
    """[KA-6.5] Nobody is out, no votes stand and no time runs; then new tiles (KA-8), then the next round."""
    assert state.open is not None
    total = state.open
    state = replace(state, open=None, out=frozenset(), votes=frozenset(), buzzer=None, until=None, sand=None)
    if failures_complete.plain(len(state.aside), state.options.failures):
        return replace(state, phase=Phase.OVER)
    in_pools = sum(map(len, state.pools))
    if takes_tiles.plain(total, len(staying(state)), in_pools, len(state.action_pile)):
        return replace(state, phase=Phase.TILES)
    return _next_round(state)


def take_tiles(state: State, groups: Groups) -> State:
    """[KA-8.4] Tiles are taken blind, in seat order, and lie open in the pool."""
    return _next_round(_with_tiles(state, groups))


def _fail(state: State) -> State:
    """[KA-6.5] The open tile is put aside, not accomplished."""
    assert state.open is not None
    return _end_round(replace(state, aside=tuple(sorted((*state.aside, state.open)))))


# --- judgement (KA-6) ------------------------------------------------------------------------


def claimed(state: State, seat: Seat, claim: Claim, text: str, at: Millis) -> State:
    """[KA-3.4] [KA-6.1] [KA-6.3] [KA-6.4] A claim is right or wrong; with `wrong=refuse` it is refused."""
    assert state.open is not None
    try:
        board = judge(state.board, state.open, claim)
    except IllegalMove as refusal:
        if state.options.refuses:
            raise
        return _wrong(state, seat, text, refusal.rule, at)
    return _right(state, seat, claim, board, text, at)


def _right(state: State, seat: Seat, claim: Claim, board: bytes, text: str, at: Millis) -> State:
    """[KA-6.2] [KA-5.8] The seat scores; used tiles never return to the pile."""
    points = points_for.plain(claim.row.length)
    pools, scores = list(state.pools), list(state.scores)
    pools[seat] = without(pools[seat], paid(claim))
    scores[seat] += points
    last = Judged(seat, text, None, points)
    state = replace(state, board=board, pools=tuple(pools), scores=tuple(scores), now=at, last=last)
    return _end_round(state)


def _wrong(state: State, seat: Seat, text: str | None, rule: str | None, at: Millis) -> State:
    """[KA-6.3] [KA-10.4] Nothing of it stays, the seat is out until the next sum tile, its vote dropped."""
    state = replace(state, out=state.out | {seat}, votes=state.votes - {seat}, last=Judged(seat, text, rule))
    return _look_at_votes(_race_on(state, at), at)


def _race_on(state: State, at: Millis) -> State:
    """[KA-7.3] The race goes on, and a stopped hourglass runs on."""
    until = state.until if state.phase is Phase.RACE else None
    if state.sand is not None:
        until = at + state.sand
    return replace(state, phase=Phase.RACE, buzzer=None, now=at, until=until, sand=None)


# --- buzz, votes, time (KA-7) ------------------------------------------------------------------


def buzz(state: State, seat: Seat, at: Millis) -> State:
    """[KA-7.2] `kakuro!`: the buzzer has the claim time; a running hourglass stops, its rest is kept."""
    sand = None if state.until is None else state.until - at
    until = at + state.options.claim_time
    return replace(state, phase=Phase.CLAIM, buzzer=seat, now=at, until=until, sand=sand)


def retract(state: State, seat: Seat, text: str, at: Millis) -> State:
    """[KA-7.2] `retract` is a wrong claim under either value of `wrong`."""
    return _wrong(state, seat, text, "KA-7.2", at)


def vote(state: State, seat: Seat, at: Millis) -> State:
    """[KA-7.4] `impossible`: a seat without a standing vote votes; in solo that is giving up (KA-10.4)."""
    return _look_at_votes(replace(state, votes=state.votes | {seat}, now=at), at)


def withdraw(state: State, seat: Seat, at: Millis) -> State:
    """[KA-7.5] `possible`: a seat withdraws its vote; a running hourglass is not stopped (our reading)."""
    return _look_at_votes(replace(state, votes=state.votes - {seat}, now=at), at)


def _look_at_votes(state: State, at: Millis) -> State:
    """[KA-7.6] All that are in have voted, or nobody is in: failure. Half of them: the hourglass turns."""
    there = seats_in(state)
    if state.votes.issuperset(there):
        return _fail(state)
    if state.until is None and is_half(len(state.votes), len(there)):
        return replace(state, until=at + state.options.hourglass)
    return state


def is_half(votes: int, there: int) -> bool:
    """[KA-7.6] At least half of the seats that are in (our reading: "players" are those still in)."""
    return 2 * votes >= there


def time_over(state: State, at: Millis) -> State:
    """[KA-7.9] In a race a failure; in `claim` a wrong claim (KA-7.3) under either value of `wrong`."""
    if state.phase is Phase.CLAIM:
        assert state.buzzer is not None
        return _wrong(state, state.buzzer, None, "KA-7.3", at)
    return _fail(replace(state, now=at))


# --- leaving and the end -----------------------------------------------------------------------


def leave(state: State, seat: Seat, at: Millis) -> State:
    """[KA-3.5] Pool back to the pile, vote dropped, own buzz ended; fewer than two stay: over as it is."""
    left = leaving.leave(state.left, seat, state.seats)
    state = replace(state, left=left, now=at)
    if leaving.is_deserted(left, state.seats):
        return state
    state = _without_seat(state, seat)
    if state.buzzer == seat:
        state = _race_on(state, at)
    return _look_at_votes(state, at) if state.phase is Phase.RACE else state


def _without_seat(state: State, seat: Seat) -> State:
    pools = list(state.pools)
    pile = in_pool_order(state.action_pile + pools[seat])
    pools[seat] = ""
    return replace(
        state, pools=tuple(pools), action_pile=pile, votes=state.votes - {seat}, out=state.out - {seat}
    )


def result(state: State) -> Result | None:
    """[KA-9.3] Rank by points, then by action tiles in the pool (our reading: all places); None: not over."""
    deserted = leaving.is_deserted(state.left, state.seats)
    if not deserted and state.phase is not Phase.OVER:
        return None
    merits = [(score, len(pool)) for score, pool in zip(state.scores, state.pools, strict=True)]
    complete = failures_complete.plain(len(state.aside), state.options.failures)
    rule = leaving.RULE if deserted else "KA-9.1" if complete else "KA-9.2"
    return Result(state.scores, leaving.ranks(merits, state.left), rule)


def tiles_by_face(tiles: str) -> tuple[tuple[str, int], ...]:
    """A pile of action tiles as contents of a bag: each face that is there, with its number."""
    number = Counter(tiles)
    return tuple((face, number[face]) for face in FACES if number[face])
