"""What an event does to a state, what is awaited, and how it ends (AS-2, AS-4, AS-5, AS-7, AS-10)."""

from typing import TypeVar

from ludoteka.core.chance import Bag, Choice
from ludoteka.core.game import Draw, Drawn, Event, Left, Over, Played, Result, Seat, Ticked, Turn
from ludoteka.core.leaving import RULE as LEFT
from ludoteka.core.leaving import leave, ranks
from ludoteka.core.values import replace
from ludoteka.games.abstrakto import options as settings
from ludoteka.games.abstrakto.rules.areas import standing
from ludoteka.games.abstrakto.rules.discards import check_discard, has_discarded, next_to_discard
from ludoteka.games.abstrakto.rules.geometry import empty_board
from ludoteka.games.abstrakto.rules.placement import check_placement, check_swap, is_able, mover, refuse_pass
from ludoteka.games.abstrakto.types import (
    COLOURS,
    DISCARDED,
    KINDS,
    Counts,
    Discard,
    EndRule,
    Move,
    Options,
    Pass,
    Place,
    State,
    Swap,
    counts_of,
)

T = TypeVar("T")

# --- before the first tile -------------------------------------------------------------------


def start(options: Options, _seats: int) -> State:
    """[AS-2.1] An empty board and a full tile set in each hand; then the discards; then the starting seat."""
    tiles, (discard, agreed) = settings.tiles_of(options), settings.discard_of(options)
    settings.check_options(options, tiles, agreed)
    state = State(
        size=options.size,
        board=empty_board(options.size),
        hands=(tiles, tiles),
        phase="discard",
        turn=None,
        tiles=tiles,
        discard=discard,
        first=options.first,
        pie=options.pie,
    )
    return state if agreed is None else _agreed(state, agreed)


def _agreed(state: State, agreed: Counts) -> State:
    """[AS-2.2] Both seats discard what was agreed, without any event (our reading)."""
    hand = counts_of(t - a for t, a in zip(state.tiles, agreed, strict=True))
    return _prepared(replace(state, hands=(hand, hand)))


def _without(state: State, seat: Seat, tiles: Counts) -> State:
    """[AS-2.3] The hand after a discard; when both are done, the start is next [AS-2.6]."""
    hand = counts_of(h - t for h, t in zip(state.hands[seat], tiles, strict=True))
    done = replace(state, hands=_with(state.hands, seat, hand), last=None)
    both = has_discarded(done, 0) and has_discarded(done, 1)
    return _prepared(done) if both else done


def _prepared(state: State) -> State:
    """[AS-2.5] After the discards: chance gives the starting seat, or the option does."""
    if state.first == "random":
        return replace(state, phase="start")
    return turn_to(state, COLOURS.index(state.first))


# --- what is awaited -------------------------------------------------------------------------

START = Draw(Choice(tuple((colour, 1) for colour in COLOURS)), {"event": "start"}, "AS-2.5")


def awaiting(state: State) -> Turn[Move] | Draw | Over:
    """A move by the seat whose turn it is, a discard, the start, or nothing any more."""
    if is_over(state):
        return Over(result(state))
    if state.turn is not None:
        return Turn(frozenset((state.turn,)))
    return START if state.phase == "start" else _discarding(state)


def _discarding(state: State) -> Turn[Move] | Draw:
    """[AS-2.4] In `secret` both seats are awaited at once; [AS-2.3] in `random` chance takes three tiles."""
    if state.discard == "secret":
        return Turn(frozenset(seat for seat in (0, 1) if not has_discarded(state, seat)))
    contents = tuple(zip(KINDS, state.tiles, strict=True))
    what = {"event": "discard", "seat": next_to_discard(state)}
    return Draw(Bag(contents, (DISCARDED,)), what, "AS-2.3")


# --- what an event does ----------------------------------------------------------------------


def apply(state: State, event: Event[Move]) -> State:
    """The state after an event."""
    if isinstance(event, Played):
        return played(state, event.seat, event.move)
    if isinstance(event, Drawn):
        return _drawn(state, event)
    if isinstance(event, Left):
        return _left(state, event.seat)
    assert isinstance(event, Ticked)  # Abstrakto has no time limit, so nothing ever expires
    return state


def played(state: State, seat: Seat, move: Move) -> State:
    """The state after a move; the order of refusals is that of AS-13."""
    check_discard(state, move)
    if isinstance(move, Discard):
        return _without(state, seat, move.tiles)
    if isinstance(move, Pass):
        refuse_pass()
    if isinstance(move, Swap):
        return _swapped(state, seat)
    return _placed(state, seat, move)


def _placed(state: State, seat: Seat, move: Place) -> State:
    """[AS-4.1] A tile goes from the hand to the board and stays there [AS-3.4]; the turn goes on."""
    kind = check_placement(state, seat, move)
    tiles = list(state.board[seat])
    tiles[move.y] |= 1 << move.x
    hand = list(state.hands[seat])
    hand[kind] -= 1
    laid = replace(
        state,
        board=_with(state.board, seat, tuple(tiles)),
        hands=_with(state.hands, seat, counts_of(hand)),
        last=move,
    )
    return turn_to(laid, 1 - seat)


def _swapped(state: State, seat: Seat) -> State:
    """[AS-10.3] The tile becomes the swapping seat's, the hands are exchanged, and the other seat moves."""
    check_swap(state, seat)
    (blue, orange), (first, second) = state.board, state.hands
    sides = replace(state, board=(orange, blue), hands=(second, first), swapped=True, last=None)
    return turn_to(sides, 1 - seat)


def turn_to(state: State, seat: Seat) -> State:
    """[AS-4.4] The state when the turn comes to a seat; `skipped` remembers the one that was skipped."""
    turn = mover(seat, is_able(state, seat), is_able(state, 1 - seat))
    if turn < 0:
        return replace(state, phase="over", turn=None, skipped=None)
    return replace(state, phase="play", turn=turn, skipped=None if turn == seat else seat)


def _drawn(state: State, event: Drawn) -> State:
    """[AS-2.3] Chance took three tiles of a seat, or [AS-2.5] gave the starting seat."""
    if isinstance(event.outcome, str):
        return turn_to(replace(state, last=None), COLOURS.index(event.outcome))
    kinds = event.outcome[0]
    assert isinstance(kinds, tuple)
    return _without(state, next_to_discard(state), counts_of(kinds.count(kind) for kind in KINDS))


def _left(state: State, seat: Seat) -> State:
    """[AS-5.3] A seat leaves: the game is over, and the position shows where it ended."""
    gone = () if state.left is None else (state.left,)
    return replace(state, left=leave(gone, seat, state.seats)[-1], last=None)


# --- the end ---------------------------------------------------------------------------------


def is_over(state: State) -> bool:
    """[AS-5.3] The game is over when nobody is able, or when a seat has left."""
    return state.phase == "over" or state.left is not None


def winner_of(state: State) -> Seat | None:
    """[AS-5.3] The seat that stayed, or the one that won by areas; None: drawn or not over."""
    if state.left is not None:
        return 1 - state.left
    return standing(state.board, state.size).winner if state.phase == "over" else None


def rule_of(state: State) -> EndRule | None:
    """The rule that ended the game."""
    if state.left is not None:
        return "left"
    return standing(state.board, state.size).rule if state.phase == "over" else None


def result(state: State) -> Result:
    """[AS-7.1] The areas controlled, and who won by them, or [AS-5.3] because the other left."""
    now = standing(state.board, state.size)
    if state.left is not None:
        return Result(now.controlled, ranks(now.controlled, (state.left,)), LEFT)
    return Result(now.controlled, ranks([int(seat == now.winner) for seat in (0, 1)]), now.rule)


def _with(pair: tuple[T, T], seat: Seat, item: T) -> tuple[T, T]:
    return (item, pair[1]) if seat == 0 else (pair[0], item)
