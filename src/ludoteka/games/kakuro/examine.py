"""The conditions of a row while it is being drawn: which hold, which do not yet, in a few words each.

The laws are those of `rules/claims.py`; a row whose checks all hold is a right claim, and no other is.
"""

from collections import Counter
from collections.abc import Iterator

from ludoteka.core.game import Check, Examination, Seat
from ludoteka.core.refusals import IllegalMove
from ludoteka.core.sentences import Sentence, counted
from ludoteka.games.kakuro.rules.board import (
    after,
    before,
    digits_of,
    named,
    squares_of,
)
from ludoteka.games.kakuro.rules.claims import (
    changed_by,
    check_beginning,
    check_end,
    check_length,
    check_numbers,
    check_unused,
    duplications_due,
    points_for,
)
from ludoteka.games.kakuro.turns import check_move
from ludoteka.games.kakuro.types import Claim, Move, Row, State, Word


def examine(state: State, seat: Seat, move: Move) -> Examination:
    """All conditions of KA-4 and KA-5 for a claim; a word has none."""
    check_move(state, seat, move)
    if isinstance(move, Word):
        return Examination((), 0)
    assert state.open is not None
    checks = tuple(_checks(state.board, state.open, move))
    return Examination(checks, points_for(move.row.length) if all(check.holds for check in checks) else None)


def _checks(board: bytes, total: int, claim: Claim) -> Iterator[Check]:
    """[KA-5.7] The tiles act first; where one cannot, nothing else can be judged."""
    try:
        changed = bytes(changed_by(board, claim))
        check_length(claim.row)
        check_numbers(changed, claim.row)
    except IllegalMove as refusal:
        yield _failed(refusal)
        return
    digits = digits_of(changed, claim.row)
    yield _sum(digits, total, claim.row)
    yield _beginning(changed, claim.row)
    yield _end(changed, claim.row)
    yield _repetitions(digits, claim)
    yield from _unused(changed, claim.row)


def _holds(said: Sentence, rule: str, where: tuple[str, ...] = ()) -> Check:
    return Check(said, holds=True, rule=rule, where=where)


def _fails(said: Sentence, rule: str | None, where: tuple[str, ...]) -> Check:
    return Check(said, holds=False, rule=rule or "", where=where)


def _failed(refusal: IllegalMove) -> Check:
    """A condition that is said as the refusal says it."""
    return _fails(refusal.sentence, refusal.rule, refusal.where)


def _sum(digits: tuple[int, ...], total: int, row: Row) -> Check:
    """[KA-4.6] Also how much is missing, or too much."""
    made, where = sum(digits), named(squares_of(row))
    if made > total:
        many = counted(made - total, "makes {sum}, one too many", "makes {sum}, {n} too many", sum=made)
        return _fails(many, "KA-4.6", where)
    if made < total:
        few = counted(total - made, "makes {sum}, one too few", "makes {sum}, {n} too few", sum=made)
        return _fails(few, "KA-4.6", where)
    return _holds(Sentence("makes {sum}", sum=made), "KA-4.6", where)


def _beginning(board: bytes, row: Row) -> Check:
    """[KA-4.3] The frame is the edge to whoever looks at the board."""
    square = before(row)
    try:
        check_beginning(board, row)
    except IllegalMove as refusal:
        said = Sentence("begins in the open: {square} is not dark", square=refusal.where[0])
        return _fails(said, refusal.rule, refusal.where)
    at_edge, inside = Sentence("begins at the edge"), Sentence("begins at a dark square")
    return _holds(at_edge if square is None else inside, "KA-4.3")


def _end(board: bytes, row: Row) -> Check:
    """[KA-4.4]"""
    square = after(row)
    try:
        check_end(board, row)
    except IllegalMove as refusal:
        return _fails(Sentence("goes on at {square}", square=refusal.where[0]), refusal.rule, refusal.where)
    at_edge, inside = Sentence("ends at the edge"), Sentence("ends at a dark square")
    return _holds(at_edge if square is None else inside, "KA-4.4")


def _unused(board: bytes, row: Row) -> Iterator[Check]:
    """[KA-4.5] Said only where it fails: nobody asks about squares that are free."""
    try:
        check_unused(board, row)
    except IllegalMove as refusal:
        yield _failed(refusal)


def _repetitions(digits: tuple[int, ...], claim: Claim) -> Check:
    """[KA-4.7] Exactly as many duplication tiles are paid as the repetitions cost."""
    due = duplications_due(len(digits), len(set(digits)))
    times = Counter(digits)
    where = named(s for s, digit in zip(squares_of(claim.row), digits, strict=True) if times[digit] > 1)
    if due == claim.duplications:
        paid = counted(
            due, "a number twice: one 2× pays for it", "numbers repeat: {n} tiles of 2× pay for it"
        )
        return _holds(paid if due else Sentence("no number twice"), "KA-4.7", where)
    missing = due - claim.duplications
    if missing > 0:
        more = counted(missing, "a number stands twice: pay one 2×", "numbers repeat: pay {n} tiles of 2×")
        return _fails(more, "KA-4.7", where)
    return _fails(counted(-missing, "take one 2× back", "take {n} tiles of 2× back"), "KA-4.7", where)
