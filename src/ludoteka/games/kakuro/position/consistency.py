"""What a position text may tell: the checks KA-12.3 to KA-12.8, in that order."""

from collections import Counter
from dataclasses import replace

from ludoteka.core.refusals import BadNotation
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


def _need(truth: bool, rule: str, text: str) -> None:
    if not truth:
        raise BadNotation(f"This position cannot be: {text}.", rule)


def check(state: State) -> None:
    """The first rule that the state breaks is reported."""
    there = before_the_last_left(state)
    _check_board(state)
    _check_tiles(state)
    _check_phase(there)
    _check_votes(there)
    _check_time(there)
    _check_limit(state)
    _check_left(state, there)


def before_the_last_left(state: State) -> State:
    """[KA-12.8] With fewer than two staying, all is as it was before the last one left."""
    deserted = state.left and len(staying(state)) < 2
    return replace(state, left=state.left[:-1]) if deserted else state


def _check_board(state: State) -> None:
    """[KA-12.3] Digit tiles are marked; a stretch is used wholly, and then has two squares, or not at all."""
    rule = "KA-12.3"
    _need((not state.board) == (state.phase is Phase.LAYOUT), rule, "only phase layout has no board")
    for square, cell in enumerate(state.board):
        marked = is_used.plain(cell, USED_ACROSS | USED_DOWN)
        _need(marked or not cell & DIGIT_TILE, rule, f"the digit tile on {NAMES[square]} belongs to no row")
    for direction in DIRECTIONS if state.board else ():
        for stretch in stretches(state.board, direction):
            used = [is_used.plain(state.board[s], USED[direction]) for s in squares_of(stretch)]
            where = f"the row at {NAMES[stretch.first]}"
            _need(all(used) or not any(used), rule, f"{where} is used only in part")
            _need(len(used) > 1 or not any(used), rule, f"{where} has only one square")


def _check_tiles(state: State) -> None:
    """[KA-12.4] [KA-1.1] No more tiles than the box holds; fewer are allowed."""
    rule = "KA-12.4"
    numbers = Counter(cell & DIGIT_BITS for cell in state.board if cell and not cell & DIGIT_TILE)
    _need(
        all(n <= NUMBER_TILES_OF_EACH_DIGIT for n in numbers.values()),
        rule,
        "a number tile is there too often",
    )
    sums = Counter((*state.sum_pile, *state.aside))
    sums.update(sum(digits_of(state.board, row)) for row in (placed(state.board) if state.board else ()))
    sums.update(() if state.open is None else (state.open,))
    _need(sums <= Counter(SUM_TILES), rule, "a sum tile is there too often")
    tiles = Counter(state.action_pile + "".join(state.pools))
    tiles.update(str(cell & DIGIT_BITS) for cell in state.board if cell & DIGIT_TILE)
    _need(tiles <= ACTION_TILES, rule, "an action tile is there too often")
    laid = state.board.count(LAID_SUM_SQUARE)
    _need(tiles.total() + laid <= ACTION_TILES_IN_ALL, rule, "there are too many action tiles")


def _check_phase(state: State) -> None:
    """[KA-12.5] What each phase has and has not."""
    rule, phase = "KA-12.5", state.phase
    racing = phase in RACING
    _need((state.open is not None) == racing, rule, "a sum tile is open exactly in race and claim")
    _need(racing or not (state.out or state.votes), rule, "out and votes are for race and claim")
    _need((state.buzzer is not None) == (phase is Phase.CLAIM), rule, "a buzzer is there exactly in claim")
    _need(state.buzzer is None or state.buzzer in seats_in(state), rule, "the buzzer is not in")
    _check_piles(state)
    if phase in AT_THE_START:
        _check_start(state)
    _need(phase is not Phase.READY or state.options.flip == "ready", rule, "ready needs flip=ready")
    _need(phase is not Phase.CLAIM or may_buzz(state), rule, "claim needs buzz=two-step")


def _check_piles(state: State) -> None:
    """[KA-12.5] Failures and piles of the phase."""
    rule, phase, failures = "KA-12.5", state.phase, len(state.aside)
    limit = state.options.failures
    if phase is Phase.OVER:
        ended = failures == limit or (failures < limit and not state.sum_pile)
        _need(ended, rule, "the game is over without a reason")
    else:
        _need(failures < limit, rule, "so many failures would have ended the game")
    before_sum = (*AT_THE_START, Phase.READY, Phase.SUM)
    _need(phase not in before_sum or bool(state.sum_pile), rule, "there is no sum tile to turn over")
    enough = len(state.action_pile) >= len(staying(state))
    _need(phase is not Phase.TILES or enough, rule, "there are too few action tiles to take")


def _check_start(state: State) -> None:
    """[KA-12.5] `layout` and `deal`: nothing has been done yet."""
    rule = "KA-12.5"
    _need(all(pool == DUPLICATION for pool in state.pools), rule, "before the deal every pool is D")
    _need(not any(state.scores) and not state.aside, rule, "before the deal nothing is scored or put aside")
    enough = len(state.action_pile) >= extra_tiles(state) * state.seats
    _need(enough, rule, "there are too few action tiles to deal")
    _need(all(map(is_silver.plain, state.board)), rule, "before the deal the whole board is silver")


def _is_loose(state: State) -> bool:
    """[KA-12.8] After somebody left during a claim the votes may be as many as they are."""
    return bool(state.left) and state.phase is Phase.CLAIM


def _check_votes(state: State) -> None:
    """[KA-12.6] In `race` and `claim` somebody is in; only seats that are in have votes; not all of them."""
    rule = "KA-12.6"
    if state.phase not in RACING:
        return
    there = set(seats_in(state))
    _need(bool(there), rule, "nobody is in")
    _need(state.votes <= there, rule, "a seat that is not in has a vote")
    _need(state.votes != there or _is_loose(state), rule, "all have voted")


def _check_time(state: State) -> None:
    """[KA-12.7] When the hourglass runs, and what `until` and `sand` can be."""
    rule, phase = "KA-12.7", state.phase
    if phase in RACING and not _hourglass_runs(state):
        few = not is_half(len(state.votes), len(seats_in(state)))
        _need(few or _is_loose(state), rule, "half have voted and no hourglass runs")
        _need(not is_timed_solo(state), rule, "alone with a timer the hourglass runs")
    if state.sand is not None:
        _need(phase is Phase.CLAIM, rule, "sand is kept only in claim")
        _need(1 <= state.sand <= state.options.hourglass, rule, "so much sand is not in the hourglass")
    _need(state.until is None or phase in RACING, rule, "until is for race and claim")
    _need(state.until is not None or phase is not Phase.CLAIM, rule, "a claim has its time")


def _hourglass_runs(state: State) -> bool:
    """[KA-12.7] In `race` it is what `until` tells of, in `claim` its rest is kept as `sand`."""
    return (state.until if state.phase is Phase.RACE else state.sand) is not None


def _check_limit(state: State) -> None:
    """[KA-12.7] `until` is later than `now` by at most the hourglass or claim time.

    Leaving is bound by no time limit (KA-3.5), so with somebody gone `until` may have passed.
    """
    if state.until is None:
        return
    options = state.options
    longest = options.claim_time if state.phase is Phase.CLAIM else options.hourglass
    ahead = state.until - state.now
    _need(ahead <= longest and (ahead > 0 or bool(state.left)), "KA-12.7", "until does not fit the time")


def _check_left(state: State, there: State) -> None:
    """[KA-12.8] What those that left have left behind."""
    rule = "KA-12.8"
    if not state.left:
        return
    _need(state.phase not in AT_THE_START, rule, "nobody can leave before the deal")
    _need(all(not state.pools[seat] for seat in there.left), rule, "who left has no tiles")
    gone = set(there.left)
    _need(not gone & {*state.out, *state.votes, state.buzzer}, rule, "who left is not out, voting or buzzing")
    if there is not state:
        turns = (Phase.READY, *RACING)
        _need(state.phase in turns, rule, "a seat can leave only while a turn is awaited")
        _need(state.seats == 1 or len(staying(there)) == 2, rule, "who stays alone cannot leave any more")
