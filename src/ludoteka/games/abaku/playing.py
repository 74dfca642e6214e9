"""Moves: which are refused (AB-15) and what they do."""

from dataclasses import replace

from ludoteka.core.refusals import IllegalMove
from ludoteka.games._lines.multisets import arranged, taken
from ludoteka.games.abaku import turns
from ludoteka.games.abaku.laying import Laid, lay, names
from ludoteka.games.abaku.notation import write_move
from ludoteka.games.abaku.placement import fault, points
from ludoteka.games.abaku.types import (
    EMPTY,
    RACK,
    TILES,
    Change,
    Last,
    Move,
    Placement,
    Reply,
    Skip,
    State,
    Take,
)
from ludoteka.games.abaku.views import to_act


def judged(state: State, seat: int, move: Move) -> Laid | None:
    """[AB-15] Raises `IllegalMove` for a move that cannot be made; a placement as it lies on the board."""
    refuse_wrong_kind(state, move)
    if isinstance(move, Take):
        refuse_take(state, move)
    if isinstance(move, Change):
        refuse_change(state, move)
    if not isinstance(move, Placement):
        return None
    laid = lay(state.options, state.board, state.racks[seat], move)
    broken = None if state.options.is_disputed else fault(state.options, laid)
    if broken is not None:
        raise broken
    return laid


def refuse_wrong_kind(state: State, move: Move) -> None:
    """[AB-9.2] Answers are moves of a window only; [AB-9.3] nothing else is possible in one."""
    if isinstance(move, Reply) and state.claim is None:
        raise IllegalMove("There is nothing to accept or dispute now.", "AB-9.2")
    if not isinstance(move, Reply) and state.claim is not None:
        raise IllegalMove("First say whether you accept or dispute the tiles just laid.", "AB-9.3")


def refuse_take(state: State, move: Take) -> None:
    """[AB-5.8] Tiles on the board stay; [AB-11.4] in the sandbox any tile can be taken back."""
    where = names(move.square)
    if state.options.mode != "sandbox":
        raise IllegalMove("Tiles on the board stay where they are.", "AB-5.8", where)
    if state.board[move.square] == EMPTY:
        raise IllegalMove("There is no tile on that square.", "AB-11.4", where)


def refuse_change(state: State, move: Change) -> None:
    """[AB-8.1] 1 to 5 tiles held; [AB-8.2] the bag holds as many (our reading); [AB-11.2] not in cover."""
    if state.options.mode != "standard":
        raise IllegalMove("All tiles are on your rack already: there is nothing to change.", "AB-11.2")
    if len(move.tiles) > RACK or taken(state.rack, move.tiles) is None:
        raise IllegalMove("You can change only tiles that are on your rack.", "AB-8.1", tuple(move.tiles))
    if len(move.tiles) > len(state.bag):
        raise IllegalMove(f"The bag holds only {len(state.bag)} tiles.", "AB-8.2", tuple(move.tiles))


# --- what moves do ---------------------------------------------------------------------------


def play(state: State, seat: int, move: Move, at: int) -> State:
    """The state after a move; raises `IllegalMove`."""
    laid = judged(state, seat, move)
    if isinstance(move, Placement):
        assert laid is not None
        return place(state, move, laid, at)
    if isinstance(move, Reply):
        return answer(state, seat, move, at)
    after = other_turn(state, move, at)
    where = names(move.square) if isinstance(move, Take) else ()
    return replace(after, last=Last(seat, move, write_move(move), 0, where))


def other_turn(state: State, move: Move, at: int) -> State:
    """A change, a skip or a take."""
    if isinstance(move, Change):
        left = taken(state.rack, move.tiles)
        assert left is not None
        return turns.set_aside(state, move.tiles, left, at)
    if isinstance(move, Take):
        return take(state, move)
    assert isinstance(move, Skip)
    return turns.skip(state, at) if state.options.mode == "standard" else turns.stop_study(state)


def place(state: State, move: Placement, laid: Laid, at: int) -> State:
    """[AB-9.3] Disputed games open a window first; else the placement stands."""
    if state.options.is_disputed:
        return turns.at_time(replace(state, claim=move, accepted=()), at)
    return settle(state, move, laid, at)


def settle(state: State, move: Placement, laid: Laid, at: int) -> State:
    """[AB-3.2] The placement stands with its points."""
    brought = points(state.options, laid)
    last = Last(state.seat, move, write_move(move), brought, names(*laid.digits))
    return replace(turns.stands(state, laid.after, laid.rack, brought, at), last=last)


def take(state: State, move: Take) -> State:
    """[AB-11.4] The tile goes back to the rack; a Joker as a Joker."""
    board = bytearray(state.board)
    tile = TILES[board[move.square]]
    board[move.square] = EMPTY
    return turns.with_rack(replace(state, board=bytes(board)), state.seat, arranged(state.rack + tile, TILES))


# --- windows ---------------------------------------------------------------------------------


def answer(state: State, seat: int, move: Reply, at: int) -> State:
    """[AB-9.4] The first dispute closes the window; [AB-9.6] so does the last accept."""
    if move.disputes:
        return dispute(state, seat, at)
    state = replace(state, accepted=tuple(sorted((*state.accepted, seat))))
    return state if to_act(state) else stand(state, at)


def stand(state: State, at: int) -> State:
    """[AB-9.6] All have accepted: the placement stands, even if it breaks rules."""
    assert state.claim is not None
    laid = lay(state.options, state.board, state.rack, state.claim)
    return settle(state, state.claim, laid, at)


def dispute(state: State, seat: int, at: int) -> State:
    """[AB-9.4] Right: all is undone. [AB-9.5] Wrong: it stands, and who disputed misses the next turn."""
    assert state.claim is not None
    laid = lay(state.options, state.board, state.rack, state.claim)
    if fault(state.options, laid) is None:
        miss = turns.with_item(state.miss, seat, state.miss[seat] + 1)
        return stand(replace(state, miss=miss), at)
    lost = len(laid.digits)
    last = Last(state.seat, state.claim, write_move(state.claim), -lost)
    return replace(turns.taken_back(state, lost, at), last=last)


# --- time ------------------------------------------------------------------------------------


def expire(state: State, at: int) -> State:
    """[AB-3.5] Every limit that has passed: a turn becomes a skip, in a window all others accept."""
    limit = 1000 * state.options.turn_seconds
    while limit and state.over is None and state.draw is None and at >= state.began + limit:
        until = state.began + limit
        if state.claim is not None:
            others = tuple(seat for seat in state.staying if seat != state.seat)
            state = stand(replace(state, accepted=others), until)
        else:
            last = Last(state.seat, Skip(), "skip", 0)
            state = replace(turns.skip(state, until), last=last)
    return state
