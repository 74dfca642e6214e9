"""The conditions of a row while it is being drawn: which hold, which do not yet, in a few words each.

The laws are those of `rules/claims.py`; a row whose checks all hold is a right claim, and no other is.
"""

from collections import Counter
from collections.abc import Callable, Iterator

from ludoteka.core.examination import Check, Examination
from ludoteka.core.game import Seat
from ludoteka.core.refusals import IllegalMove
from ludoteka.core.sentences import Sentence, counted
from ludoteka.games.kakuro.rules.board import (
    NAMES,
    after,
    before,
    digits_of,
    is_sum_square,
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
    yield _end(changed, claim.row, check_beginning, before, _BEGINS)
    yield _end(changed, claim.row, check_end, after, _ENDS)
    yield _repetitions(digits, claim)
    yield from _unused(changed, claim.row)


def _failed(refusal: IllegalMove) -> Check:
    return Check(refusal.sentence, False, refusal.rule or "", refusal.where)


def _sum(digits: tuple[int, ...], total: int, row: Row) -> Check:
    """[KA-4.6]"""
    made, where = sum(digits), named(squares_of(row))
    if made > total:
        many = counted(made - total, "makes {sum}, one too many", "makes {sum}, {n} too many", sum=made)
        return Check(many, False, "KA-4.6", where)
    if made < total:
        few = counted(total - made, "makes {sum}, one too few", "makes {sum}, {n} too few", sum=made)
        return Check(few, False, "KA-4.6", where)
    return Check(Sentence("makes {sum}", sum=made), True, "KA-4.6", where)


_Law = Callable[[bytes, Row], None]
_BEGINS = (Sentence("begins at the edge"), Sentence("begins at a dark square"))
_ENDS = (Sentence("ends at the edge"), Sentence("ends at a dark square"))


def _end(
    board: bytes, row: Row, law: _Law, beyond: Callable[[Row], int | None], words: tuple[Sentence, Sentence]
) -> Check:
    """[KA-4.3] [KA-4.4] One of the two ends."""
    square = beyond(row)
    try:
        law(board, row)
    except IllegalMove as refusal:
        assert square is not None
        text = "begins in the open: {square} is not dark" if beyond is before else "goes on at {square}"
        return Check(Sentence(text, square=NAMES[square]), False, refusal.rule or "", refusal.where)
    at_edge = square is None or not is_sum_square(board[square])
    return Check(words[0] if at_edge else words[1], True, "KA-4.3" if beyond is before else "KA-4.4")


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
        paid = counted(due, "a number twice: paid with {n} × 2×", "numbers repeat: paid with {n} × 2×")
        return Check(paid if due else Sentence("no number twice"), True, "KA-4.7", where)
    if due > claim.duplications:
        missing = due - claim.duplications
        more = counted(missing, "a number stands twice: pay one 2×", "numbers repeat: pay {n} × 2×")
        return Check(more, False, "KA-4.7", where)
    return Check(
        counted(claim.duplications - due, "take one 2× back", "take {n} × 2× back"), False, "KA-4.7", where
    )
