"""The legal moves: a roll's distinct turns with their boards, and which of them some steps amount to.

The one place where the fast listing and the judge meet. It is imported when the first turn is asked for:
starting a match needs no NumPy.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import numpy as np

from ludoteka.core.game import Seat
from ludoteka.games.abak.fast import listing
from ludoteka.games.abak.fast import steps as stepping
from ludoteka.games.abak.rules.judge import Setting, Unfolding, check_closed, has_used_enough, too_short
from ludoteka.games.abak.rules.sequences import MOST_STEPS
from ludoteka.games.abak.types import (
    BAR,
    CELLS,
    CUBE_WORDS,
    PASS,
    WORD_MOVES,
    Move,
    Sequence,
    State,
    Step,
    spelling,
)

BOARD_BYTES = 8 * CELLS
KEPT = 256  # the turns of the last few positions: reading, listing and writing ask for the same ones

Seen = dict[tuple[bytes, int], frozenset[bytes]]


class _StepTable(dict[int, Step]):
    """code -> step."""

    def __missing__(self, code: int) -> Step:
        source, target, checker = code & 31, code >> 5 & 31, code >> 10 & 7
        step = self[code] = Step(source, target, checker if source == BAR else 0)
        return step


STEPS: Final = _StepTable()


class Turns:
    """[AK-14.5] The distinct turns of a roll, in the order of AK-14.6, with the board that each leads to.

    Moves are made of them when somebody asks: learners only need the paths.
    """

    __slots__ = ("_boards", "_moves", "_places", "most_dice", "paths")

    def __init__(self, paths: listing.Rows, boards: bytes, most_dice: int) -> None:
        self.paths = paths  # of each turn the number of its steps and their codes: shape (turns, 5)
        self.most_dice = most_dice  # [AK-5.2] of any sequence: a merged winning turn may have fewer steps
        self._boards = boards
        self._moves: list[Move] | None = None
        self._places: dict[Sequence, int] | None = None

    @property
    def codes(self) -> list[list[int]]:
        """The codes of each turn's steps."""
        return [row[1 : row[0] + 1] for row in self.paths.tolist()]

    @property
    def moves(self) -> list[Move]:
        """All turns as moves."""
        if self._moves is None:
            self._moves = [Move(tuple([STEPS[code] for code in turn])) for turn in self.codes]
        return self._moves

    def place(self, steps: Sequence) -> int | None:
        """Which turn has these canonical steps."""
        if self._moves is None:
            return self._find(steps)
        if self._places is None:
            self._places = {move.steps: number for number, move in enumerate(self._moves)}
        return self._places.get(steps)

    def _find(self, steps: Sequence) -> int | None:
        """The same without moves: turns of this length whose steps go the same ways, then step by step."""
        wanted = [step.source | step.target << 5 for step in steps]
        if len(wanted) >= self.paths.shape[1]:
            return None
        alike = (self.paths[:, 1 : len(wanted) + 1] & 1023 == wanted).all(axis=1)
        for number in (alike & (self.paths[:, 0] == len(wanted))).nonzero()[0].tolist():
            codes = self.paths[number, 1 : len(wanted) + 1].tolist()
            if tuple([STEPS[code] for code in codes]) == steps:
                return int(number)
        return None

    def board(self, number: int) -> bytes:
        """The board after a turn."""
        return self._boards[number * BOARD_BYTES : (number + 1) * BOARD_BYTES]

    def boards(self) -> listing.Rows:
        """The boards after all turns: shape (turns, 28), to be read only."""
        return np.frombuffer(self._boards, np.int64).reshape(-1, CELLS)

    def leading_to(self, board: bytes) -> int | None:
        """Which turn leads to this board."""
        return next((n for n in range(len(self.paths)) if self.board(n) == board), None)


def find_turns(board: bytes, me: int, high: int, low: int, limit: int, exposed: int) -> Turns:
    """All distinct turns; none where no step is possible."""
    space = listing.work_space()
    space.nodes[0, :CELLS] = np.frombuffer(board, np.int64)
    found = listing.find_turns(space.nodes, space.table, space.leaves, me, high, low, limit, exposed)
    count, most_dice = found >> 3, found & 7
    paths = np.empty((count, 5), np.int64)
    listing.trace(space.nodes, space.leaves, count, paths)
    if most_dice == 0:
        return Turns(paths[:0], b"", 0)
    boards = space.nodes[space.leaves[:count], :CELLS].tobytes()
    return Turns(paths, boards, most_dice)


turns_of = lru_cache(maxsize=KEPT)(find_turns)


@lru_cache(maxsize=4 * KEPT)
def _can_step(board: bytes, me: int, high: int, low: int, limit: int, exposed: int) -> bool:
    cells = np.frombuffer(board, np.int64).copy()
    return bool(stepping.can_step(cells, me, high, low, limit, exposed))


# --- the turns of a state ----------------------------------------------------------------------


def legal(state: State, _seat: Seat) -> list[Move]:
    """[AK-14.6] The canonical moves in order: by number of steps, then step by step; cube words."""
    if state.stage in CUBE_WORDS:
        return [WORD_MOVES[word] for word in CUBE_WORDS[state.stage]]
    return turns(state).moves or [WORD_MOVES[PASS]]


def can_step(state: State) -> bool:
    """[AK-5.4] Whether any step is possible."""
    high, low = state.dice
    return _can_step(state.board, state.seat, high, low, state.options.limit, state.options.exposed)


def turns(state: State) -> Turns:
    """The distinct turns of the seat that has rolled."""
    high, low = state.dice
    return turns_of(state.board, state.seat, high, low, state.options.limit, state.options.exposed)


def unfold(state: State, steps: Sequence = ()) -> Unfolding:
    """The turn in the making after these steps; raises at the first that is refused."""
    high, low = state.dice
    setting = Setting(state.seat, high, low, state.options.limit, state.options.exposed)
    return Unfolding(state.board, setting).follow(steps)


def number_of(state: State, move: Move) -> int:
    """[AK-5.2] Which canonical turn a sequence of steps amounts to; raises if it is not a legal turn."""
    known = turns(state)
    if type(move) is Move and (number := known.place(move.steps)) is not None:
        return number
    unfolding = unfold(state, spelling(move))
    check_closed(unfolding)
    number = known.leading_to(unfolding.board)
    if number is None or not has_used_enough(unfolding, known.most_dice):
        raise too_short(unfolding, known.most_dice)
    return number


# --- a turn built step by step -----------------------------------------------------------------


class Continuation:
    """[AK-16.3] What can follow some steps: raises as `play` would if no legal turn begins with them."""

    def __init__(self, state: State, steps: Sequence) -> None:
        self._known = turns(state)
        unfolding = unfold(state, steps)
        reached = self._reachable(unfolding)
        if not reached and self._known.moves:
            raise too_short(unfolding, self._known.most_dice)
        self.board = unfolding.board
        self.is_complete = self.board in reached and self._is_whole(unfolding)
        self.codes = [code for code in next_codes(unfolding) if self._reachable(unfolding.after(code))]
        self.moves = [move for n, move in enumerate(self._known.moves) if self._known.board(n) in reached]

    def _is_whole(self, unfolding: Unfolding) -> bool:
        """Whether the turn could end here: not inside a double hit, and with enough dice used."""
        return not unfolding.open_point and has_used_enough(unfolding, self._known.most_dice)

    def _reachable(self, unfolding: Unfolding) -> frozenset[bytes]:
        """The final boards of all legal turns that go on from here."""
        return self._reached(unfolding, {})

    def _reached(self, unfolding: Unfolding, seen: Seen) -> frozenset[bytes]:
        key = (unfolding.board, unfolding.status)
        if key not in seen:
            seen[key] = frozenset(self._ends(unfolding, seen))
        return seen[key]

    def _ends(self, unfolding: Unfolding, seen: Seen) -> Iterator[bytes]:
        if unfolding.codes and self._is_whole(unfolding):
            if self._known.leading_to(unfolding.board) is not None:
                yield unfolding.board
            return
        for code in next_codes(unfolding):
            yield from self._reached(unfolding.after(code), seen)


def next_codes(unfolding: Unfolding) -> list[int]:
    """[AK-14.6] The steps that can be made now, in order."""
    s = unfolding.setting
    out = np.empty(2 * MOST_STEPS, np.int64)
    count = stepping.next_steps(
        unfolding.cells, s.me, s.high, s.low, unfolding.status, s.limit, s.exposed, out
    )
    return [int(code) for code in out[:count]]
