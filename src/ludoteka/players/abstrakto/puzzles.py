"""Puzzles of Abstrakto: win by force. The solver proves which moves win, and that no other does."""

from collections.abc import Sequence
from typing import ClassVar

from ludoteka.core.game import Played, Seat, Turn
from ludoteka.core.match import Opening
from ludoteka.core.puzzle import Collection, Proven, Question, shipped
from ludoteka.core.sentences import Sentence
from ludoteka.games.abstrakto.engine import GAME
from ludoteka.games.abstrakto.rules.geometry import in_reading_order
from ludoteka.games.abstrakto.types import Move, State
from ludoteka.players.abstrakto.proof import knows_hands, open_slots
from ludoteka.players.abstrakto.solver import Solver

WIN = "win"
FEWEST_MOVES = 6  # that there must be to choose from
MOST_ANSWERS = 3
ONE_IN = 8  # moves wins, at most
POSITIONS = 400_000  # of one proof
MOST_SLOTS = 40  # with more of them open nothing is proved within that many positions
REMEMBERED = 1 << 18


def _tells(_best: int, _other: int) -> Sentence:
    return Sentence("Whatever the other one does, it wins by force.")


class AbstraktoPuzzler:
    """Asks for the move that wins whatever the other one does."""

    version = 1
    openings: ClassVar[Sequence[Opening]] = (
        Opening(2, {"size": 5}),
        Opening(2, {"size": 6}),
        Opening(2),
    )
    questions: ClassVar[dict[str, Question]] = {
        WIN: Question(
            Sentence("Find the move that wins by force."),
            _tells,
            "solved",
            "games",
            1.0,
        )
    }

    def prove(self, question: str, state: State, seat: Seat) -> Proven[Move] | None:
        """The winning moves, where they are few among many; every move is searched to the end."""
        turn = GAME.awaiting(state)
        is_mine = isinstance(turn, Turn) and state.phase == "play" and state.turn == seat
        if not is_mine or not knows_hands(GAME.view(state, seat)) or open_slots(state) > MOST_SLOTS:
            return None
        solver = Solver(state.size, REMEMBERED)
        if _wins(solver, state, seat) is not True:
            return None
        moves = list(GAME.legal(state, seat))
        answers = _winning(solver, state, seat, moves)
        if answers is None or len(moves) < FEWEST_MOVES:
            return None
        return Proven(answers, 1.0, 1.0)

    def solves(self, question: str, state: State, seat: Seat, move: Move, proven: Sequence[Move]) -> bool:
        return move in proven

    def essence(self, state: State, seat: Seat) -> str:
        """The tiles, own and other, and both hands; the board may be turned and mirrored."""
        last = 2 * state.size
        own, other = (list(in_reading_order(state.board[one])) for one in (seat, 1 - seat))
        images = min([*_image(own, last, n), "|", *_image(other, last, n)] for n in range(8))
        hands = state.hands[seat], state.hands[1 - seat]
        return f"{state.size} {state.pie} {state.swapped} {' '.join(images)} {hands}"

    def told(self, question: str, worth: float) -> int:
        return round(worth)

    def collection(self) -> Collection:
        return shipped("ludoteka.players.abstrakto", "abstrakto")


def _winning(solver: Solver, state: State, seat: Seat, moves: Sequence[Move]) -> tuple[Move, ...] | None:
    """The moves that win; None where they are too many, or one of the moves is not proved."""
    most = min(MOST_ANSWERS, len(moves) // ONE_IN)
    found: list[Move] = []
    for move in moves:
        wins = _wins(solver, GAME.apply(state, Played(seat, move)), seat)
        if wins:
            found.append(move)
        if wins is None or len(found) > most:
            return None
    return tuple(found)


def _wins(solver: Solver, state: State, seat: Seat) -> bool | None:
    """Whether a seat wins by force; None: not proved."""
    if state.turn is None:
        awaited = GAME.awaiting(state)
        ranks = awaited.result.ranks  # type: ignore[union-attr]  # nobody is to move: it is over
        return bool(ranks[seat] < ranks[1 - seat])
    window = (0, 1) if seat == 0 else (-1, 0)
    value = solver.value(state, POSITIONS, window)
    return None if value is None else (value >= 1 if seat == 0 else value <= -1)


def _image(points: Sequence[tuple[int, int]], last: int, number: int) -> list[str]:
    """Points under one of the eight symmetries of the board, as sorted texts."""
    seen = [(last - x, y) if number & 1 else (x, y) for x, y in points]
    seen = [(x, last - y) if number & 2 else (x, y) for x, y in seen]
    seen = [(y, x) if number & 4 else (x, y) for x, y in seen]
    return sorted(f"{x},{y}" for x, y in seen)
