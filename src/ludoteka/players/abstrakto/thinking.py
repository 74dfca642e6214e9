"""Thinking about a position: a tree over all hands that the other seat may hold, bounded in size and time."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from time import monotonic

import numpy as np

from ludoteka.core.chance import Source
from ludoteka.core.game import View
from ludoteka.games.abstrakto.fast.kernels import ACROSS, BLUE, HANDS, ORANGE, SIZE, SWAP, Ints, pack
from ludoteka.games.abstrakto.imagine import is_consistent, possible_hands, shown_state
from ludoteka.games.abstrakto.types import State
from ludoteka.players.abstrakto.search import symmetries
from ludoteka.players.abstrakto.tree import (
    COUNT,
    COUNTED,
    FIRST,
    LEADS,
    LINKS,
    MOVE,
    PLAYED,
    PROGRESS,
    SHARE,
    SQUARES,
    SUMS,
    USED,
    VISITS,
    WIDEST,
    WON,
    Floats,
    go,
)

SPARE = 0.9  # of the time given: what the last playouts, the answer and a busy machine may take
SLICE = 128  # playouts between two looks at the clock: about a millisecond
ROOM = 600_000  # rows of a tree at most; when they are used up it stops growing, and plays on
ROWS_A_PLAYOUT = 50  # no position adds more than about 200 rows, and none before the fourth playout


class Deadline:
    """Says when the time is up."""

    def __init__(self, ms: int | None, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._begin = clock()
        self._seconds = None if ms is None else SPARE * ms / 1000.0

    def has_passed(self, share: float = 1.0) -> bool:
        """Whether this share of the time is over."""
        return self._seconds is not None and self._clock() >= self._begin + share * self._seconds


@dataclass(frozen=True, slots=True)
class Seen:
    """A move that was tried: how often, and what it brought the seat that makes it."""

    number: int
    playouts: int
    win: float  # in [0, 1]; a draw counts half
    lead: float  # in areas
    error: float  # of the lead, 95 %, as if playouts were independent of each other

    def turned(self) -> "Seen":
        """The same as the other seat sees it."""
        return replace(self, win=1.0 - self.win, lead=-self.lead)


def possible_states(view: View) -> list[State]:
    """The states that fit a view: one, or one for each hand that the other seat may hold."""
    shown = shown_state(view)
    blues, oranges = (possible_hands(shown, view, seat) for seat in (0, 1))
    found = [replace(shown, hands=(blue, orange)) for blue in blues for orange in oranges]
    return [state for state in found if is_consistent(state)]


class Tree:
    """The games played out from a position, as the seat to move knows it."""

    def __init__(self, states: Sequence[State], rng: Source, playouts: int) -> None:
        self._starts: Ints = np.array([pack(state) for state in states])
        hands = self._starts[:, HANDS : HANDS + 6]
        self._spares: Ints = hands.max(axis=0) - hands
        rows = min(ROOM, 2 * SWAP + ROWS_A_PLAYOUT * playouts)
        self._links: Ints = np.zeros((rows, LINKS), np.int64)
        self._sums: Floats = np.zeros((rows, SUMS))
        self._fame: Floats = np.zeros((2 * COUNTED, SWAP + 1))
        self._fame[:COUNTED], self._fame[COUNTED:] = 0.5, 2.0
        self._progress: Ints = np.zeros(PROGRESS, np.int64)
        self._progress[:] = 1, 0, 1 + rng.below((1 << 32) - 1)
        self._symmetries = images_of(self._starts[0])

    @property
    def playouts(self) -> int:
        """How many games were played out."""
        return int(self._progress[PLAYED])

    def think(self, playouts: int, deadline: Deadline) -> None:
        """Plays out so many games in all, or fewer if the time is up; two at least."""
        if self.playouts == 0:
            self._go(1)  # lists the moves
            self._leave_images_out()
            self._go(2)
        while self.playouts < playouts and not deadline.has_passed():
            self._go(min(playouts, self.playouts + SLICE))

    def _go(self, until: int) -> None:
        go(self._starts, self._spares, self._links, self._sums, self._fame, self._progress, until)

    def _leave_images_out(self) -> None:
        """Of moves that symmetries of the board take to each other one is tried: an empty board has eight."""
        first, count = self._links[0, FIRST], self._links[0, COUNT]
        rows = [
            row for row in range(first, first + count) if self._is_first_image(int(self._links[row, MOVE]))
        ]
        self._links[first : first + len(rows)] = self._links[rows]
        self._sums[first : first + len(rows)] = self._sums[rows]
        self._links[0, COUNT] = len(rows)

    def _is_first_image(self, move: int) -> bool:
        return move == SWAP or move == min(int(image[move]) for image in self._symmetries)

    def seen(self) -> list[Seen]:
        """The moves that were tried, most playouts first; of equal moves one."""
        rows = range(int(self._links[0, FIRST]), int(self._links[0, FIRST] + self._links[0, COUNT]))
        tried = [self._seen(row) for row in rows if self._sums[row, VISITS] > 0]
        return sorted(tried, key=lambda one: -one.playouts)

    def _seen(self, row: int) -> Seen:
        visits = int(self._sums[row, VISITS])
        won, lead, square = (float(self._sums[row, what]) / visits for what in (WON, LEADS, SQUARES))
        win = (won - SHARE * (0.5 + 0.5 * lead / WIDEST)) / (1.0 - SHARE)
        error = 1.96 * sqrt(max(0.0, square - lead * lead) / visits)
        return Seen(int(self._links[row, MOVE]), visits, min(1.0, max(0.0, win)), lead, error)

    def outcome(self) -> Seen:
        """What the best move brings the seat to move; what blue has where there is none to make."""
        tried = self.seen()
        return tried[0] if tried else self._seen(0)

    def images_of_move(self, move: int) -> list[int]:
        """The moves that are equal to a move, itself among them."""
        return [move] if move == SWAP else sorted({int(image[move]) for image in self._symmetries})

    def line(self, begin: int) -> list[int]:
        """What both seats are expected to do, most playouts at each move, from an image of the best on."""
        moves = self._line()
        image = next(
            (image for image in self._symmetries if moves[0] < SWAP and image[moves[0]] == begin), None
        )
        return moves if image is None else [move if move == SWAP else int(image[move]) for move in moves]

    def _line(self) -> list[int]:
        moves, row = [], 0
        while self._links[row, FIRST]:
            first = int(self._links[row, FIRST])
            row = first + int(np.argmax(self._sums[first : first + int(self._links[row, COUNT]), VISITS]))
            if self._sums[row, VISITS] == 0:
                break
            moves.append(int(self._links[row, MOVE]))
        return moves

    @property
    def rows(self) -> int:
        """How many rows the tree has."""
        return int(self._progress[USED])


def images_of(desk: Ints) -> Ints:
    """The symmetries under which a board stays what it is: where they take each point."""
    images = symmetries(int(desk[SIZE]))
    side = range(2 * int(desk[SIZE]) + 1)
    tiles = [
        {y * ACROSS + x for y in side for x in side if int(desk[start + y + 1]) >> x & 1}
        for start in (BLUE, ORANGE)
    ]
    same = [all({int(image[point]) for point in colour} == colour for colour in tiles) for image in images]
    kept: Ints = images[same]
    return kept
