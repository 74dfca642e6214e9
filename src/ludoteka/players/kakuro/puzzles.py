"""Puzzles of Kakuro: the longest row for the open sum, and rows where hardly any is there."""

from collections.abc import Sequence
from typing import ClassVar

from ludoteka.core.game import Seat
from ludoteka.core.match import Opening
from ludoteka.core.puzzle import Collection, Proven, Question, shipped
from ludoteka.core.refusals import IllegalMove
from ludoteka.core.sentences import Sentence
from ludoteka.games.kakuro.fast.solver import Found, rows
from ludoteka.games.kakuro.rules.claims import check_pool, judge, points_for
from ludoteka.games.kakuro.types import (
    LAID_SUM_SQUARE,
    USED_ACROSS,
    USED_DOWN,
    Claim,
    Move,
    Phase,
    State,
)

MOST, ANY = "most", "any"
MOST_ANSWERS = 3
SIDE = 8
AT_ONCE = {"buzz": "one-step", "wrong": "refuse"}  # a row is named without saying so first, and checked


def _most(best: int, other: int) -> Sentence:
    text = "It brings {best} points; the next best row {other}."
    return Sentence(text, best=best, other=other)


def _all(best: int, _: int) -> Sentence:
    return Sentence("It brings {best} points; no other row brings more.", best=best)


class KakuroPuzzler:
    """Asks in the middle of a race, while nobody has said anything."""

    version = 1
    openings: ClassVar[Sequence[Opening]] = (Opening(2, AT_ONCE), Opening(3, AT_ONCE))
    questions: ClassVar[dict[str, Question]] = {
        MOST: Question(
            Sentence("Find the row that brings the most points."),
            _most,
            "exact",
            "points",
            1.0,
            lists=False,
        ),
        ANY: Question(
            Sentence("Find a row for the open sum: hardly any is there."),
            _all,
            "exact",
            "points",
            1.0,
            lists=False,
        ),
    }

    def prove(self, question: str, state: State, seat: Seat) -> Proven[Move] | None:
        """The longest rows, where shorter ones are there too; or all of them, where there are hardly any."""
        if not _is_quiet(state):
            return None
        found = rows(state, seat)
        most = max((one.points for one in found), default=0)
        longest = [one for one in found if one.points == most]
        rest = max((one.points for one in found if one.points < most), default=0)
        if not longest or len(longest) > MOST_ANSWERS or (rest == 0) != (question == ANY):
            return None
        return Proven(_claims(longest), float(most), float(most - rest))

    def solves(self, question: str, state: State, seat: Seat, move: Move, proven: Sequence[Move]) -> bool:
        """Any regular row of as many squares, whatever tiles it spends."""
        best = proven[0]
        if not isinstance(move, Claim) or not isinstance(best, Claim) or state.open is None:
            return False
        try:
            check_pool(state.pools[seat], move)
            judge(state.board, state.open, move)
        except IllegalMove:
            return False
        return points_for(move.row.length) >= points_for(best.row.length)

    def essence(self, state: State, seat: Seat) -> str:
        """The board, the sum and the own tiles; across and down may be exchanged."""
        return f"{min(state.board, _transposed(state.board)).hex()} {state.open} {state.pools[seat]}"

    def told(self, question: str, worth: float) -> int:
        return round(worth)

    def collection(self) -> Collection:
        return shipped("ludoteka.players.kakuro", "kakuro")


def _is_quiet(state: State) -> bool:
    is_said = bool(state.votes or state.out or state.buzzer is not None or state.until is not None)
    return state.phase is Phase.RACE and state.options.buzz == "one-step" and not is_said


def _claims(found: Sequence[Found]) -> tuple[Move, ...]:
    return tuple(one.claim for one in found)


def _transposed(board: bytes) -> bytes:
    """The board with across and down exchanged."""
    turned = b"".join(board[column::SIDE] for column in range(SIDE))
    return bytes(there if there == LAID_SUM_SQUARE else _exchanged(there) for there in turned)


def _exchanged(square: int) -> int:
    kept = square & ~(USED_ACROSS | USED_DOWN)
    across = USED_DOWN if square & USED_ACROSS else 0
    return kept | across | (USED_ACROSS if square & USED_DOWN else 0)
