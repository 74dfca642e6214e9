"""Puzzles of games with racks and lines: the move that brings the most points now, of all that there are."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from math import isqrt
from typing import Any, ClassVar, Generic, TypeVar

from ludoteka.core.game import AnyGame, Scores, Seat, Turn
from ludoteka.core.match import Opening
from ludoteka.core.puzzle import Collection, Proven, Question, shipped
from ludoteka.core.sentences import Sentence

M = TypeVar("M")
MOST = "most"
MOST_ANSWERS = 6  # ways to bring the same points; with more of them it is no question
ASKS = Sentence("Find the move that brings the most points.")


class LinesPuzzler(ABC, Generic[M]):
    """Asks for the most points: every placement is listed with what it brings."""

    version: ClassVar[int] = 1
    openings: ClassVar[Sequence[Opening]] = (Opening(2),)
    game: ClassVar[AnyGame]
    empty: ClassVar[int]  # what an empty square holds
    home: ClassVar[str]  # the package beside which the puzzles lie
    questions: ClassVar[dict[str, Question]]

    @abstractmethod
    def placements(self, state: Any, seat: Seat) -> Sequence[tuple[M, int]] | None:
        """Every placement with its points; None where there are too many to list, or it is not asked."""

    @abstractmethod
    def bonuses(self, state: Any) -> Sequence[str]:
        """The bonus squares of the board, row by row."""

    def prove(self, question: str, state: Any, seat: Seat) -> Proven[M] | None:
        turn = self.game.awaiting(state)
        if not isinstance(turn, Turn) or turn.seats != {seat} or self._is_bare(state.board):
            return None
        found = self.placements(state, seat)
        if not found:
            return None
        most = max(points for _, points in found)
        others = max((points for _, points in found if points < most), default=0)
        answers = tuple(move for move, points in found if points == most)
        if len(answers) > MOST_ANSWERS or not others or most - others < self.questions[question].margin:
            return None
        return Proven(answers, float(most), float(most - others))

    def solves(self, question: str, state: Any, seat: Seat, move: M, proven: Sequence[M]) -> bool:
        game = self.game
        assert isinstance(game, Scores)
        return move in proven or _points(game, state, seat, move) >= _points(game, state, seat, proven[0])

    def essence(self, state: Any, seat: Seat) -> str:
        """The tiles and the rack; the other way round is the same where the bonus squares are."""
        bonuses = "".join(self.bonuses(state)).encode()
        is_even = _transposed(bonuses) == bonuses
        tiles = min(state.board, _transposed(state.board)) if is_even else state.board
        return f"{tiles.hex()} {state.racks[seat]}"

    def _is_bare(self, board: bytes) -> bool:
        return all(there == self.empty for there in board)

    def told(self, question: str, worth: float) -> int:
        return round(worth)

    def collection(self) -> Collection:
        return shipped(self.home, self.game.info.id)


def asked_for_most(margin: float) -> dict[str, Question]:
    """The question, with the margin of a game."""
    return {MOST: Question(ASKS, _tells, "exact", "points", margin)}


def _tells(best: int, other: int) -> Sentence:
    text = "It brings {best} points; the next best move {other}."
    return Sentence(text, best=best, other=other)


def _points(game: Scores, state: Any, seat: Seat, move: Any) -> int:
    return game.score(state, seat, move).points


def _transposed(squares: bytes) -> bytes:
    size = isqrt(len(squares))
    return b"".join(squares[column::size] for column in range(size))
