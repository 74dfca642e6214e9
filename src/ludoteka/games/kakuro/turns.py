"""What an event does to a state, what is awaited, how a game ends (KA-2, KA-3, KA-6 to KA-10)."""

from collections import Counter
from collections.abc import Callable

from ludoteka.core import leaving
from ludoteka.core.chance import Bag, Choice, Groups, Outcome
from ludoteka.core.game import Awaiting, Draw, Drawn, Event, Left, Millis, Over, Played, Result, Seat, Turn
from ludoteka.core.refusals import IllegalMove
from ludoteka.core.sentences import Sentence
from ludoteka.core.values import replace
from ludoteka.games.kakuro.notation import write_move
from ludoteka.games.kakuro.options import chosen_layout
from ludoteka.games.kakuro.rules.claims import check_pool, judge, paid, points_for, without
from ludoteka.games.kakuro.rules.rounds import (
    extra_tiles,
    failures_complete,
    is_half,
    is_of_phase,
    is_timed_solo,
    may_buzz,
    may_vote,
    may_withdraw,
    seats_in,
    seats_to_act,
    staying,
    takes_tiles,
)
from ludoteka.games.kakuro.types import (
    ACTION_TILES,
    DIGITS,
    DUPLICATION,
    FACES,
    NUMBER_TILES_OF_EACH_DIGIT,
    SQUARES,
    SUM_TILES,
    Claim,
    Judged,
    Move,
    Options,
    Phase,
    State,
    Word,
    in_pool_order,
)

LATE = "KA-7.8"
NOT_THERE = "KA-11.2"
NUMBER_TILES = tuple((digit, NUMBER_TILES_OF_EACH_DIGIT) for digit in DIGITS)
NOT_NOW = {
    Phase.READY: Sentence("You cannot play this now. First say flip to turn over a sum tile."),
    Phase.RACE: Sentence("You cannot play this now. Claim a row, or say kakuro! or impossible."),
    Phase.CLAIM: Sentence("You cannot play this now. Claim your row, or retract."),
}


# --- what is awaited -------------------------------------------------------------------------


def awaiting(state: State) -> Awaiting[Move]:
    """The table of KA-3."""
    if (ended := result(state)) is not None:
        return Over(ended, state.now)
    if (chance := _CHANCES.get(state.phase)) is not None:
        return chance(state)
    return Turn(frozenset(seats_to_act(state)), state.now, state.until, LATE, live=True)


def _await_layout(state: State) -> Draw:
    """[KA-2.1] 64 squares in order, from the 72 number tiles."""
    return Draw(Bag(NUMBER_TILES, (1,) * SQUARES), {"event": "layout"}, NOT_THERE, state.now)


def _await_deal(state: State) -> Draw:
    """[KA-11.2] Piles are multisets: each seat draws its extra tiles from the pile."""
    each = extra_tiles(state)
    bag = Bag(_by_face(state.action_pile), (each,) * state.seats)
    return Draw(bag, {"event": "deal", "each": each}, NOT_THERE, state.now)


def _await_sum(state: State) -> Draw:
    """[KA-11.2] One tile of the sum pile."""
    weights = tuple((str(value), number) for value, number in sorted(Counter(state.sum_pile).items()))
    return Draw(Choice(weights), {"event": "sum"}, NOT_THERE, state.now)


def _await_tiles(state: State) -> Draw:
    """[KA-8.4] One tile for each seat that stays."""
    bag = Bag(_by_face(state.action_pile), (1,) * len(staying(state)))
    return Draw(bag, {"event": "tiles"}, NOT_THERE, state.now)


def _by_face(tiles: str) -> tuple[tuple[str, int], ...]:
    """A pile of action tiles as contents of a bag: each face in it, with its count."""
    number = Counter(tiles)
    return tuple((face, number[face]) for face in FACES if number[face])


_CHANCES: dict[Phase, Callable[[State], Draw]] = {
    Phase.LAYOUT: _await_layout,
    Phase.DEAL: _await_deal,
    Phase.SUM: _await_sum,
    Phase.TILES: _await_tiles,
}


# --- events ----------------------------------------------------------------------------------


def apply(state: State, event: Event[Move]) -> State:
    """The state after an event; refuses what the rules forbid."""
    if isinstance(event, Played):
        check_move(state, event.seat, event.move)
        return _played(state, event.seat, event.move, event.at)
    if isinstance(event, Drawn):
        return _drawn(state, event.outcome)
    if isinstance(event, Left):
        return leave(state, event.seat, event.at)
    return time_over(state, event.at)


def check_move(state: State, seat: Seat, move: Move) -> None:
    """[KA-3.1] [KA-7.1] [KA-7.4] [KA-7.5] [KA-5.1] Refuses what the phase, the votes or the pool forbid."""
    if not is_of_phase(state, move):
        raise IllegalMove(NOT_NOW[state.phase], "KA-3.1")
    if isinstance(move, Claim):
        check_pool(state.pools[seat], move)
    elif move is Word.KAKURO and not may_buzz(state):
        raise IllegalMove("At this table you claim a row directly, without saying kakuro! first.", "KA-7.1")
    elif move is Word.IMPOSSIBLE and not may_vote(state, seat):
        raise IllegalMove("You have said impossible already.", "KA-7.4")
    elif move is Word.POSSIBLE and not may_withdraw(state, seat):
        raise IllegalMove("You have not said impossible, so there is nothing to take back.", "KA-7.5")


def _played(state: State, seat: Seat, move: Move, at: Millis) -> State:
    if isinstance(move, Claim):
        return claimed(state, seat, move, at)
    if move is Word.FLIP:
        return flip(state, at)
    if move is Word.KAKURO:
        return buzz(state, seat, at)
    if move is Word.RETRACT:
        return retract(state, seat, at)
    return vote(state, seat, at) if move is Word.IMPOSSIBLE else withdraw(state, seat, at)


def _drawn(state: State, outcome: Outcome) -> State:
    """[KA-7.7] What chance did; it takes no time."""
    if isinstance(outcome, str):
        return turn_over(state, int(outcome))
    groups: Groups = tuple(group for group in outcome if isinstance(group, tuple))
    if state.phase is Phase.LAYOUT:
        return lay_out(state, bytes(int(digit) for (digit,) in groups))
    return deal(state, groups) if state.phase is Phase.DEAL else take_tiles(state, groups)


# --- setting up (KA-2) -----------------------------------------------------------------------


def start(options: Options, seats: int) -> State:
    """[KA-1.6] [KA-2.1] 1 to 5 seats; option `layout` gives a chosen layout."""
    state, layout = _set_up(options, seats), chosen_layout(options)
    return state if layout is None else lay_out(state, layout)


def _set_up(options: Options, seats: int) -> State:
    """[KA-2.2] [KA-2.3] [KA-1.1] One `D` for each seat, the rest is the action pile; all sum tiles."""
    box = ACTION_TILES.copy()
    box[DUPLICATION] -= seats
    pile = "".join(face * box[face] for face in FACES)
    pools = (DUPLICATION,) * seats
    return State(options, b"", Phase.LAYOUT, SUM_TILES, pile, pools, (0,) * seats)


def lay_out(state: State, digits: bytes) -> State:
    """[KA-2.1] 64 of the 72 number tiles are laid, silver; next is the deal (KA-2.3)."""
    return replace(state, board=digits, phase=Phase.DEAL)


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
    """[KA-3.3] [KA-9.2] No sum tile left: over, after new tiles (our reading); otherwise `ready` or `sum`."""
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
    until = state.now + state.options.hourglass if is_timed_solo(state) else None
    return replace(state, sum_pile=tuple(pile), open=total, phase=Phase.RACE, until=until)


def _end_round(state: State) -> State:
    """[KA-6.5] Nobody is out, no votes stand and no time runs; then new tiles (KA-8), then the next round."""
    assert state.open is not None
    total = state.open
    state = replace(state, open=None, out=frozenset(), votes=frozenset(), buzzer=None, until=None, sand=None)
    if failures_complete(len(state.aside), state.options.failures):
        return replace(state, phase=Phase.OVER)
    in_pools = sum(map(len, state.pools))
    if takes_tiles(total, len(staying(state)), in_pools, len(state.action_pile)):
        return replace(state, phase=Phase.TILES)
    return _next_round(state)


def take_tiles(state: State, groups: Groups) -> State:
    """[KA-8.4] Tiles are taken blindly, in seat order, and lie open in the pool."""
    return _next_round(_with_tiles(state, groups))


def _fail(state: State) -> State:
    """[KA-6.5] The open tile is put aside, not accomplished."""
    assert state.open is not None
    return _end_round(replace(state, aside=tuple(sorted((*state.aside, state.open)))))


# --- judgement (KA-6) ------------------------------------------------------------------------


def claimed(state: State, seat: Seat, claim: Claim, at: Millis) -> State:
    """[KA-3.4] [KA-6.1] [KA-6.3] [KA-6.4] A claim is right or wrong; with `wrong=refuse` it is refused."""
    assert state.open is not None
    try:
        board = judge(state.board, state.open, claim)
    except IllegalMove as refusal:
        if state.options.refuses:
            raise
        return _wrong(state, seat, write_move(claim), refusal.rule, at)
    return _right(state, seat, claim, board, at)


def _right(state: State, seat: Seat, claim: Claim, board: bytes, at: Millis) -> State:
    """[KA-6.2] [KA-5.8] The seat scores; used tiles never return to the pile."""
    points = points_for(claim.row.length)
    pools, scores = list(state.pools), list(state.scores)
    pools[seat] = without(pools[seat], paid(claim))
    scores[seat] += points
    last = Judged(seat, write_move(claim), None, points)
    state = replace(state, board=board, pools=tuple(pools), scores=tuple(scores), now=at, last=last)
    return _end_round(state)


def _wrong(state: State, seat: Seat, text: str | None, rule: str | None, at: Millis) -> State:
    """[KA-6.3] [KA-10.4] Nothing of it stays; the seat is out until the next sum tile, its vote is gone."""
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


def retract(state: State, seat: Seat, at: Millis) -> State:
    """[KA-7.2] `retract` is a wrong claim under either value of `wrong`."""
    return _wrong(state, seat, Word.RETRACT.value, "KA-7.2", at)


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
    complete = failures_complete(len(state.aside), state.options.failures)
    rule = leaving.RULE if deserted else "KA-9.1" if complete else "KA-9.2"
    return Result(state.scores, leaving.ranks(merits, state.left), rule)
