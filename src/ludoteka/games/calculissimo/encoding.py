"""Calculissimo for learners: a state as planes and a vector, and a stable number for every move.

A move is spelled as what is done and where (pass, accept, dispute, swap, or the line that starts with the
first new chip), and then chip by chip. Chips that are already there are not spelled: the board knows them.
The numbers depend on the size of the board alone.
"""

from collections.abc import Callable
from functools import lru_cache, partial

import numpy as np

from ludoteka.core.chance import Source
from ludoteka.core.game import Seat
from ludoteka.encoding.choices import Actions, Choices, of_some_part
from ludoteka.encoding.encoder import Box, Encoder, Floats, Observation
from ludoteka.games._lines.squares import Line
from ludoteka.games._lines.tiles import THERE, counted
from ludoteka.games.calculissimo import moves
from ludoteka.games.calculissimo.fast.numbers import FIRST_LINE, PARTS, number_placements
from ludoteka.games.calculissimo.rules import turn
from ludoteka.games.calculissimo.types import (
    CHIPS,
    FACES,
    JOKER,
    ON_JOKER,
    RACK,
    SQUARES,
    Grid,
    Move,
    Placement,
    State,
    Swap,
    Word,
    split,
)
from ludoteka.games.calculissimo.view import sees_rack

FACE_PLANES = len(FACES)
PLANES = FACE_PLANES + 1 + len(SQUARES)  # faces, jokers, free squares of each kind
MOST_SEATS = 4
VECTOR = 2 * len(CHIPS) + 4 * MOST_SEATS + 4

WORDS = (Word.PASS, Word.ACCEPT, Word.DISPUTE)
SWAP = len(WORDS)
# The digits of a chip: 0 is no more, then the faces, a joker that stands for each, and a swapped joker.
PART_NAMES = ("", *FACES, *(JOKER + face for face in FACES), JOKER)
_DIGITS = {name: digit for digit, name in enumerate(PART_NAMES)}


class CalculissimoEncoder(Encoder[State, Move]):
    """For one size of the board."""

    def __init__(self, size: int) -> None:
        self.size = size
        heads = FIRST_LINE + 2 * size * size
        self.choices = Choices((heads, *[PARTS] * RACK), (0, *[heads] * RACK))
        self.boxes = {"planes": Box((PLANES, size, size), 0, 1), "vector": Box((VECTOR,))}

    def observe(self, state: State, seat: Seat) -> Observation:
        board = np.frombuffer(state.board, np.uint8)
        planes = np.empty((PLANES, self.size * self.size), np.float32)
        np.equal(board % ON_JOKER, _FACE_NUMBERS, out=planes[:FACE_PLANES])
        np.greater_equal(board, ON_JOKER, out=planes[FACE_PLANES])
        np.multiply(_kinds(state.grid), board == 0, out=planes[FACE_PLANES + 1 :])
        return {"planes": planes.reshape(PLANES, self.size, self.size), "vector": _vector(state, seat)}

    def actions(self, state: State, seat: Seat) -> Actions:
        if state.claim is not None:
            return np.array([1, 2], np.int64) * self.choices.weights[0]
        listed = moves.list_placements(state.grid, state.options, state.board, state.racks[seat])
        swaps = self._swaps_of(state, seat, lambda: len(listed.lines) > 0)
        actions = np.empty(1 + len(swaps) + len(listed.lines), np.int64)
        actions[0] = 0
        actions[1 : 1 + len(swaps)] = swaps
        placed = actions[1 + len(swaps) :]
        number_placements(listed.signs, listed.lines, moves.lines_of(state.grid).numbers, placed)
        placed.sort()
        return actions

    def some(self, state: State, seat: Seat, rng: Source) -> int:
        if state.claim is not None:
            return self.sample(state, seat, rng)
        placed, plain = partial(self._placed, state, seat), partial(self._plain, state, seat)
        return of_some_part(placed, moves.PARTS, plain, rng)

    def _plain(self, state: State, seat: Seat) -> Actions:
        """The actions of passing and of every swap that is allowed now."""
        return np.append(self._swaps_of(state, seat, lambda: moves.has_placement(state, seat)), 0)

    def _placed(self, state: State, seat: Seat, part: int) -> Actions:
        """The actions of the placements on some of the lines."""
        lines = moves.lines_in(state.grid, part)
        listed = moves.list_placements(state.grid, state.options, state.board, state.racks[seat], lines)
        actions = np.empty(len(listed.lines), np.int64)
        number_placements(listed.signs, listed.lines, lines, actions)
        return actions

    def _swaps_of(self, state: State, seat: Seat, can_place: Callable[[], bool]) -> Actions:
        """The actions of every swap that is allowed now."""
        if not turn.may_swap(state.options, can_place):
            return np.empty(0, np.int64)
        return self._swaps(state.racks[seat], min(len(state.bag), RACK))

    def action_of(self, state: State, seat: Seat, move: Move) -> int:
        return self.choices.action((self._head(move), *_parts(move)))

    def move_of(self, state: State, seat: Seat, action: int) -> Move:
        head, *digits = self.choices.struct(action)
        parts = [PART_NAMES[digit] for digit in digits if digit]
        if head < SWAP:
            return WORDS[head]
        if head == SWAP:
            return Swap("".join(parts))
        square, down = divmod(head - FIRST_LINE, 2)
        line = Line(square // self.size, square % self.size, bool(down))
        return Placement(line, self._items(state.board, square, down, parts))

    def _head(self, move: Move) -> int:
        """What is done and where."""
        if isinstance(move, Word):
            return WORDS.index(move)
        if isinstance(move, Swap):
            return SWAP
        row, column, down = move.line
        return FIRST_LINE + 2 * (row * self.size + column) + down

    def _items(self, board: bytes, square: int, down: int, parts: list[str]) -> str:
        """The new chips with `.` for every chip that already lies between them."""
        items, step = "", self.size if down else 1
        end = len(board) if down else (square // self.size + 1) * self.size
        for part in parts:
            while square < end and board[square]:
                items, square = items + THERE, square + step
            if square >= end:
                raise ValueError("This is no action: its chips leave the board.")
            items, square = items + part, square + step
        return items

    @lru_cache(maxsize=256)  # noqa: B019 - encoders are few and stay
    def _swaps(self, rack: str, most: int) -> Actions:
        """[CA-6.4] The actions of every swap of at most this many chips."""
        return self.choices.some_of(SWAP, [_DIGITS[chip] for chip in rack], most)


def _parts(move: Move) -> list[int]:
    """The digits of the chips of a move."""
    if isinstance(move, Word):
        return []
    if isinstance(move, Swap):
        return [_DIGITS[chip] for chip in move.chips]
    return [_DIGITS[item] for item in split(move.items) if item != THERE]


# --- observations ------------------------------------------------------------------------------

_FACE_NUMBERS = np.arange(1, FACE_PLANES + 1, dtype=np.uint8)[:, None]


@lru_cache(maxsize=16)
def _kinds(grid: Grid) -> Floats:
    """The squares of each kind as planes."""
    printed = "".join(grid.rows)
    return np.array([[symbol == kind for symbol in printed] for kind in SQUARES], np.float32)


def _vector(state: State, seat: Seat) -> Floats:
    """Own and unseen chips; each seat's score, chips, turn and answer due, from the own seat on; the rest."""
    seats = state.seats
    order = [(seat + ahead) % seats for ahead in range(seats)]
    blank = [0] * (MOST_SEATS - seats)
    hidden = (rack for owner, rack in enumerate(state.racks) if not sees_rack(state, owner, seat))
    unseen = state.bag + "".join(hidden)
    return np.array(
        [
            *counted(state.racks[seat], CHIPS),
            *(unseen.count(chip) for chip in CHIPS),
            *(state.scores[s] for s in order),
            *blank,
            *(len(state.racks[s]) for s in order),
            *blank,
            *(s == state.seat for s in order),
            *blank,
            *(s in state.asked for s in order),
            *blank,
            len(state.bag),
            state.passes,
            state.idle,
            state.claim is not None,
        ],
        np.float32,
    )


@lru_cache(maxsize=16)
def encoder_for(size: int) -> CalculissimoEncoder:
    """The one encoder of a size."""
    return CalculissimoEncoder(size)


def encoder(state: State) -> CalculissimoEncoder:
    """The encoder for the options of a state."""
    return encoder_for(state.size)
