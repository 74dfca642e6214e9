"""What a position may be: the checks KA-12.3 to KA-12.8, in that order."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import TypeAlias

from ludoteka.core.refusals import BadNotation
from ludoteka.core.sentences import Sentence
from ludoteka.games.kakuro.rules.board import (
    NAMES,
    digits_of,
    is_silver,
    is_used,
    placed,
    squares_of,
    stretches,
)
from ludoteka.games.kakuro.rules.rounds import (
    RACING,
    extra_tiles,
    is_half,
    is_timed_solo,
    may_buzz,
    seats_in,
    staying,
)
from ludoteka.games.kakuro.types import (
    ACTION_TILES,
    ACTION_TILES_IN_ALL,
    DIGIT_BITS,
    DIGIT_TILE,
    DIRECTIONS,
    DUPLICATION,
    LAID_SUM_SQUARE,
    NUMBER_TILES_OF_EACH_DIGIT,
    SUM_TILES,
    USED,
    USED_ACROSS,
    USED_DOWN,
    Phase,
    State,
)

AT_THE_START = (Phase.LAYOUT, Phase.DEAL)

Truths: TypeAlias = Iterator[tuple[bool, Sentence]]  # what must hold, and the fault if it does not


def check(state: State) -> None:
    """The first rule that the state breaks is reported."""
    there = before_the_last_left(state)
    _need("KA-12.3", _board(state))
    _need("KA-12.4", _tiles(state))
    _need("KA-12.5", _phase(there))
    _need("KA-12.6", _votes(there))
    _need("KA-12.7", _time(there))
    _need("KA-12.7", _limit(state))
    _need("KA-12.8", _left(state, there))


def _need(rule: str, claims: Truths) -> None:
    for holds, fault in claims:
        if not holds:
            raise BadNotation("This position is impossible: {fault}.", rule, fault=fault)


def before_the_last_left(state: State) -> State:
    """[KA-12.8] With fewer than two staying, all is as it was before the last one left."""
    deserted = state.left and len(staying(state)) < 2
    return replace(state, left=state.left[:-1]) if deserted else state


def _board(state: State) -> Truths:
    """[KA-12.3] Digit tiles are marked; a stretch is used wholly, and then has two squares, or not at all."""
    yield (not state.board) == (state.phase is Phase.LAYOUT), Sentence("only phase layout has no board")
    for square, cell in enumerate(state.board):
        if cell & DIGIT_TILE:
            marked = is_used(cell, USED_ACROSS | USED_DOWN)
            yield marked, Sentence("the digit tile on {square} belongs to no row", square=NAMES[square])
    for direction in DIRECTIONS if state.board else ():
        for stretch in stretches(state.board, direction):
            used = [is_used(state.board[square], USED[direction]) for square in squares_of(stretch)]
            first = NAMES[stretch.first]
            if any(used):
                yield all(used), Sentence("the row at {square} is used only in part", square=first)
                yield len(used) > 1, Sentence("the row at {square} has only one square", square=first)


def _tiles(state: State) -> Truths:
    """[KA-12.4] [KA-1.1] No more tiles than the box holds; fewer are allowed."""
    numbers = Counter(cell & DIGIT_BITS for cell in state.board if cell and not cell & DIGIT_TILE)
    enough = all(number <= NUMBER_TILES_OF_EACH_DIGIT for number in numbers.values())
    yield enough, Sentence("a number tile occurs too often")
    sums = Counter((*state.sum_pile, *state.aside))
    sums.update(sum(digits_of(state.board, row)) for row in (placed(state.board) if state.board else ()))
    sums.update(() if state.open is None else (state.open,))
    yield sums <= Counter(SUM_TILES), Sentence("a sum tile occurs too often")
    tiles = Counter(state.action_pile + "".join(state.pools))
    tiles.update(str(cell & DIGIT_BITS) for cell in state.board if cell & DIGIT_TILE)
    yield tiles <= ACTION_TILES, Sentence("an action tile occurs too often")
    laid = state.board.count(LAID_SUM_SQUARE)
    yield tiles.total() + laid <= ACTION_TILES_IN_ALL, Sentence("there are too many action tiles")


def _phase(state: State) -> Truths:
    """[KA-12.5] What each phase has and does not have."""
    phase, racing = state.phase, state.phase in RACING
    yield (state.open is not None) == racing, Sentence("a sum tile is open exactly in race and claim")
    yield racing or not (state.out or state.votes), Sentence("out and votes are for race and claim")
    claiming = phase is Phase.CLAIM
    yield (state.buzzer is not None) == claiming, Sentence("a buzzer is there exactly in claim")
    yield state.buzzer is None or state.buzzer in seats_in(state), Sentence("the buzzer is not in")
    yield from _piles(state)
    if phase in AT_THE_START:
        yield from _start(state)
    yield phase is not Phase.READY or state.options.flip == "ready", Sentence("ready needs flip=ready")
    yield not claiming or may_buzz(state), Sentence("claim needs buzz=two-step")


def _piles(state: State) -> Truths:
    """[KA-12.5] Failures and piles of the phase."""
    phase, failures, limit = state.phase, len(state.aside), state.options.failures
    if phase is Phase.OVER:
        ended = failures == limit or (failures < limit and not state.sum_pile)
        yield ended, Sentence("the game is over without a reason")
    else:
        yield failures < limit, Sentence("so many failures would have ended the game")
    before_sum = (*AT_THE_START, Phase.READY, Phase.SUM)
    yield phase not in before_sum or bool(state.sum_pile), Sentence("there is no sum tile to turn over")
    enough = len(state.action_pile) >= len(staying(state))
    yield phase is not Phase.TILES or enough, Sentence("there are too few action tiles to take")


def _start(state: State) -> Truths:
    """[KA-12.5] `layout` and `deal`: nothing has been done yet."""
    yield all(pool == DUPLICATION for pool in state.pools), Sentence("before the deal every pool is D")
    untouched = not any(state.scores) and not state.aside
    yield untouched, Sentence("before the deal nothing is scored or put aside")
    enough = len(state.action_pile) >= extra_tiles(state) * state.seats
    yield enough, Sentence("there are too few action tiles to deal")
    yield all(map(is_silver, state.board)), Sentence("before the deal the whole board is silver")


def _is_loose(state: State) -> bool:
    """[KA-12.8] After somebody left during a claim, any number of votes is possible."""
    return bool(state.left) and state.phase is Phase.CLAIM


def _votes(state: State) -> Truths:
    """[KA-12.6] In `race` and `claim` somebody is in; only seats that are in have votes; not all of them."""
    if state.phase in RACING:
        there = set(seats_in(state))
        yield bool(there), Sentence("nobody is in")
        yield state.votes <= there, Sentence("a seat that is not in has a vote")
        yield state.votes != there or _is_loose(state), Sentence("all have voted")


def _time(state: State) -> Truths:
    """[KA-12.7] When the hourglass runs, and what `until` and `sand` can be."""
    phase = state.phase
    if phase in RACING and not _hourglass_runs(state):
        few = not is_half(len(state.votes), len(seats_in(state)))
        yield few or _is_loose(state), Sentence("half have voted and no hourglass runs")
        yield not is_timed_solo(state), Sentence("alone with a timer the hourglass runs")
    if state.sand is not None:
        yield phase is Phase.CLAIM, Sentence("sand is kept only in claim")
        fits = 1 <= state.sand <= state.options.hourglass
        yield fits, Sentence("there is not that much sand in the hourglass")
    yield state.until is None or phase in RACING, Sentence("until is for race and claim")
    yield state.until is not None or phase is not Phase.CLAIM, Sentence("a claim has its time")


def _hourglass_runs(state: State) -> bool:
    """[KA-12.7] In `race` it is what `until` says; in `claim` the rest is kept as `sand`."""
    return (state.until if state.phase is Phase.RACE else state.sand) is not None


def _limit(state: State) -> Truths:
    """[KA-12.7] `until` is later than `now` by at most the hourglass or claim time.

    No time limit applies to leaving (KA-3.5), so once somebody has left, `until` may have passed.
    """
    if state.until is not None:
        options = state.options
        longest = options.claim_time if state.phase is Phase.CLAIM else options.hourglass
        ahead = state.until - state.now
        fits = ahead <= longest and (ahead > 0 or bool(state.left))
        yield fits, Sentence("until does not fit the time")


def _left(state: State, there: State) -> Truths:
    """[KA-12.8] What those that left have left behind."""
    if not state.left:
        return
    yield state.phase not in AT_THE_START, Sentence("nobody can leave before the deal")
    yield all(not state.pools[seat] for seat in there.left), Sentence("whoever left has no tiles")
    silent = not {*there.left} & {*state.out, *state.votes, state.buzzer}
    yield silent, Sentence("whoever left is not out, voting or buzzing")
    if there is not state:
        turns = (Phase.READY, *RACING)
        yield state.phase in turns, Sentence("a seat can leave only while a turn is awaited")
        two = state.seats == 1 or len(staying(there)) == 2
        yield two, Sentence("whoever stays alone cannot leave any more")
