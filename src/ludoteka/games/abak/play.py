"""Whole moves: what is legal, what a move does, what it brings, and how it is built step by step.

The one place where the fast enumeration and the judge meet; the engine and the notation call it.
"""

from collections.abc import Iterator

from ludoteka.core.game import Steps
from ludoteka.core.refusals import IllegalMove
from ludoteka.games.abak.board import bar_letters, pips, point_letters, tray_letters
from ludoteka.games.abak.judge import Setting, Unfolding, where
from ludoteka.games.abak.laws import WINS, kind_of_win, winner_of, worth
from ludoteka.games.abak.rules import DOUBLE_HIT, HIT, PINNED
from ludoteka.games.abak.turns import TEXTS, Turns, turns_of
from ludoteka.games.abak.types import BAR, LETTERS, OFF, Move, Sequence, State, spelling

Seen = dict[tuple[bytes, int], frozenset[bytes]]


def setting(state: State) -> Setting:
    """What the turn in this state is played under."""
    high, low = state.dice
    exposed = int(state.options.druid_exposed == "yes")
    return Setting(state.seat, high, low, state.options.limit, exposed)


def turns(state: State) -> Turns:
    """The distinct turns of the seat that has rolled."""
    s = setting(state)
    return turns_of(state.board, s.me, s.high, s.low, s.limit, s.exposed)


def judge(state: State, move: Move) -> int:
    """[AK-5.2] Which canonical turn a sequence of steps amounts to; raises if it is no legal turn."""
    known = turns(state)
    if type(move) is Move and (number := known.place(move.steps)) is not None:
        return number
    return _finished(known, unfold(state, spelling(move)))


def unfold(state: State, steps: Sequence) -> Unfolding:
    """The turn in the making after these steps; raises at the first that is refused."""
    return Unfolding(state.board, setting(state)).follow(steps)


def _finished(known: Turns, unfolding: Unfolding) -> int:
    """AK-16.4 (e) to (g): the steps must be a whole turn."""
    last = unfolding.last
    if unfolding.open_point:
        text = (
            f"The double hit on point {unfolding.open_point} is only half done: a second checker must follow."
        )
        raise IllegalMove(text, "AK-7.4", where(last) if last else ())
    number = known.leading_to(unfolding.board)
    if number is not None and has_used_enough(known, unfolding):
        return number
    raise _too_short(known, unfolding)


def has_used_enough(known: Turns, unfolding: Unfolding) -> bool:
    """[AK-5.2] No sequence uses more dice, or [AK-5.5] the game is won."""
    return unfolding.has_won or len(unfolding.codes) == known.most_dice


def _too_short(known: Turns, unfolding: Unfolding) -> IllegalMove:
    """[AK-5.2] More dice could be used, or [AK-5.3] the larger one."""
    most = known.most_dice
    if len(unfolding.codes) == most == 1:
        return IllegalMove("Only one die can be played, and it must be the larger one.", "AK-5.3")
    dice = "both dice can" if most == 2 else f"{most} dice can"
    return IllegalMove(f"You must use as many dice as you can: {dice} be played here.", "AK-5.2")


# --- what a turn brings ------------------------------------------------------------------------


def points_of(state: State, board: bytes) -> int:
    """[AK-11.5] What a turn that ends with this board brings the mover: 0 unless it wins the game."""
    return worth(state, board, state.seat) if winner_of(board) == state.seat else 0


def detail_of(state: State, move: Move) -> list[dict[str, object]]:
    """[AK-16.2] One object a step as given, then the pips, with the kind of a win."""
    unfolding = Unfolding(state.board, setting(state))
    detail: list[dict[str, object]] = []
    for step in spelling(move):
        stack = unfolding.stack(step.target) if step.target else 0
        unfolding.take(step)
        detail.append(_told(unfolding.codes[-1], stack))
    return [*detail, closing(state, unfolding.board)]


def _told(code: int, stack: int) -> dict[str, object]:
    """One step; `stack` is what lay on its target before. A double hit shows in its second step."""
    source, target, outcome = code & 31, code >> 5 & 31, code >> 16 & 7
    below = LETTERS[(stack & 7) - 1] if stack else None
    hit = {HIT: below, DOUBLE_HIT: "G"}.get(outcome)
    return {
        "from": "bar" if source == BAR else source,
        "to": "off" if target == OFF else target,
        "checker": LETTERS[(code >> 10 & 7) - 1],
        "hit": hit,
        "pin": below if outcome == PINNED else None,
    }


def closing(state: State, board: bytes) -> dict[str, object]:
    """[AK-16.2] The pips after the turn and, if it wins, how."""
    told: dict[str, object] = {"pips": list(pips(board))}
    if winner_of(board) == state.seat:
        told["result"] = WINS[kind_of_win(state, board, state.seat)][0]
    return told


# --- a turn built step by step -----------------------------------------------------------------


def board_view(board: bytes) -> dict[str, list[str]]:
    """[AK-16.3] The board in the making, as in a view."""
    return {"points": point_letters(board), "bar": bar_letters(board), "off": tray_letters(board)}


def continue_from(state: State, steps: Sequence) -> Steps[Move]:
    """[AK-16.3] What can follow these steps; raises as `play` would where they begin no legal turn."""
    known = turns(state)
    unfolding = unfold(state, steps)
    reached = _reachable(known, unfolding)
    if not reached and known.moves:
        raise _too_short(known, unfolding)
    complete = not unfolding.open_point and unfolding.board in reached and has_used_enough(known, unfolding)
    texts = [TEXTS[code] for code in unfolding.next_codes() if _reachable(known, unfolding.after(code))]
    moves = [move for number, move in enumerate(known.moves) if known.board(number) in reached]
    return Steps(tuple(texts), complete, board_view(unfolding.board), moves)


def _reachable(known: Turns, unfolding: Unfolding) -> frozenset[bytes]:
    """The final boards of all legal turns that go on from here."""
    return _reached(known, unfolding, {})


def _reached(known: Turns, unfolding: Unfolding, seen: Seen) -> frozenset[bytes]:
    key = (unfolding.board, unfolding.status)
    if key not in seen:
        seen[key] = frozenset(_ends(known, unfolding, seen))
    return seen[key]


def _ends(known: Turns, unfolding: Unfolding, seen: Seen) -> Iterator[bytes]:
    if not unfolding.open_point and unfolding.codes and has_used_enough(known, unfolding):
        if known.leading_to(unfolding.board) is not None:
            yield unfolding.board
        return
    for code in unfolding.next_codes():
        yield from _reached(known, unfolding.after(code), seen)
