"""Abaku for learners: a state as planes and a vector, and a stable number for every listed move.

A move is spelled as what is done and where (skip, accept, dispute, change, take a tile back from a square, or
the square and the kind of line of the first new tile), and then tile by tile. Tiles that are already there
and Jokers that are replaced are not spelled: the board knows them. Declarations have no number.
"""

from functools import lru_cache
from typing import Final

import numpy as np

from ludoteka.core.chance import Source
from ludoteka.core.game import Seat
from ludoteka.encoding.choices import Actions, Choices, of_some_part
from ludoteka.encoding.encoder import Box, Encoder, Floats, Observation
from ludoteka.games._lines.tiles import THERE, counted
from ludoteka.games.abaku import moves
from ludoteka.games.abaku.fast.found import NUMBER
from ludoteka.games.abaku.fast.found import PARTS as LINE_PARTS
from ludoteka.games.abaku.fast.numbers import FIRST_PLACE, FIRST_TAKE, HEADS, PARTS, number_placements
from ludoteka.games.abaku.fast.sequences import MOST_NEW
from ludoteka.games.abaku.options import as_rows
from ludoteka.games.abaku.rules.placement import REPLACING, items
from ludoteka.games.abaku.turns import to_act
from ludoteka.games.abaku.types import (
    DIGITS,
    EMPTY,
    JOKER,
    OLD_JOKER,
    RACK,
    SIGNS,
    SIZE,
    SQUARES,
    STEP,
    TILES,
    Change,
    Move,
    Placement,
    Reply,
    Skip,
    State,
    Take,
)

BONUSES = "dtDT"
PLANES = len(SIGNS) + len(BONUSES) + 1  # what lies there, the bonus still open, the tiles of the last move
VECTOR = 2 * len(TILES) + 8
MOST_SEATS = 4

PLAIN: tuple[Move, ...] = (Skip(), Reply(disputes=False), Reply(disputes=True))
CHANGE = len(PLAIN)
# The digits of a tile: 0 is no more, then the digits, a Joker that stands for each, and a changed Joker.
PART_NAMES = ("", *DIGITS, *(JOKER + digit for digit in DIGITS), JOKER)
CHOICES: Final = Choices((HEADS, *[PARTS] * MOST_NEW), (0, *[HEADS] * MOST_NEW))
BOXES: Final = {"planes": Box((PLANES, SIZE, SIZE), 0, 1), "vector": Box((VECTOR,))}


class AbakuEncoder(Encoder[State, Move]):
    """The same for all options."""

    boxes = BOXES
    choices = CHOICES

    def observe(self, state: State, seat: Seat) -> Observation:
        board = np.frombuffer(state.board, np.uint8)
        planes = np.empty((PLANES, SQUARES), np.float32)
        np.equal(board, _SIGN_NUMBERS, out=planes[: len(SIGNS)])
        np.multiply(_bonuses(state.options.board), planes[EMPTY], out=planes[len(SIGNS) : -1])
        planes[-1] = 0
        for name in state.last.squares if state.last is not None else ():
            planes[-1, _square(name)] = 1
        return {"planes": planes.reshape(PLANES, SIZE, SIZE), "vector": _vector(state, seat)}

    def actions(self, state: State, seat: Seat) -> Actions:
        if seat not in to_act(state):
            return np.empty(0, np.int64)
        if state.claim is not None or state.options.mode != "standard":
            return self._listed(state, seat)
        return np.concatenate((_plain(state), _placed(state)))

    def some(self, state: State, seat: Seat, rng: Source) -> int:
        if state.claim is not None or state.options.mode != "standard" or seat not in to_act(state):
            return self.sample(state, seat, rng)
        return of_some_part(lambda part: _placed(state, 1 + part), LINE_PARTS, lambda: _plain(state), rng)

    def _listed(self, state: State, seat: Seat) -> Actions:
        every = [self.action_of(state, seat, move) for move in moves.legal(state, seat)]
        return np.array(sorted(every), np.int64)

    def action_of(self, state: State, seat: Seat, move: Move) -> int:
        return CHOICES.action((_head(move), *_parts(move)))

    def move_of(self, state: State, seat: Seat, action: int) -> Move:
        head, *digits = CHOICES.struct(action)
        parts = [PART_NAMES[digit] for digit in digits if digit]
        if head < CHANGE:
            return PLAIN[head]
        if head == CHANGE:
            return Change("".join(parts))
        if head < FIRST_PLACE:
            return Take(head - FIRST_TAKE)
        kind, start = divmod(head - FIRST_PLACE, SQUARES)
        return Placement(start, kind, _spelled(state.board, start, kind, parts))


def _head(move: Move) -> int:
    """What is done and where."""
    if isinstance(move, Placement):
        if move.declared:
            raise ValueError("Declarations have no number.")
        return FIRST_PLACE + move.kind * SQUARES + move.start
    if isinstance(move, Change):
        return CHANGE
    return FIRST_TAKE + move.square if isinstance(move, Take) else PLAIN.index(move)


def _parts(move: Move) -> list[int]:
    """The digits of the tiles of a move."""
    if isinstance(move, Change):
        return [PART_NAMES.index(tile) for tile in move.tiles]
    if not isinstance(move, Placement):
        return []
    new = (item for item in items(move.tiles) if item != THERE)
    return [PART_NAMES.index(item.removeprefix(REPLACING)) for item in new]


def _spelled(board: bytes, square: int, kind: int, parts: list[str]) -> str:
    """The tile string of new tiles that begin on a square; raises ValueError where they leave the board."""
    tiles = ""
    for part in parts:
        while 0 <= square < SQUARES and board[square] < OLD_JOKER:
            tiles, square = tiles + THERE, square + STEP[kind]
        if not 0 <= square < SQUARES:
            raise ValueError("This is no action: its tiles leave the board.")
        is_replacing = board[square] == OLD_JOKER and not part.startswith(JOKER)
        tiles, square = tiles + REPLACING * is_replacing + part, square + STEP[kind]
    return tiles


def _placed(state: State, part: int = 0) -> Actions:
    """The actions of all placements, or of one part of the lines; ascending."""
    found = moves.listing(state.options, state.board, state.rack, best_only=False, part=part)
    actions = np.empty(int(found[-1, NUMBER]), np.int64)
    number_placements(found, len(actions), actions)
    actions.sort()
    return actions


def _plain(state: State) -> Actions:
    """The actions of skipping and of every change."""
    return _changes(state.rack, min(len(state.bag), RACK))


@lru_cache(maxsize=256)
def _changes(rack: str, most: int) -> Actions:
    """[AB-8.1] The actions of skipping and of every change of at most this many tiles."""
    changes = CHOICES.some_of(CHANGE, [PART_NAMES.index(tile) for tile in rack], most)
    return np.concatenate((np.zeros(1, np.int64), changes))


# --- observations ------------------------------------------------------------------------------

_SIGN_NUMBERS = np.arange(len(SIGNS), dtype=np.uint8)[:, None]


@lru_cache(maxsize=16)
def _bonuses(board: str) -> Floats:
    """The bonus squares of a board as planes."""
    printed = as_rows(board).replace("/", "")
    return np.array([[symbol == bonus for symbol in printed] for bonus in BONUSES], np.float32)


@lru_cache(maxsize=SQUARES)
def _square(name: str) -> int:
    return (int(name[1:]) - 1) * SIZE + ord(name[0]) - ord("A")


def _vector(state: State, seat: Seat) -> Floats:
    """Own and unseen tiles, bag, own and best other score, skips, idle turns, seats, own turn, claim."""
    own, others = state.racks[seat], [score for s, score in enumerate(state.scores) if s != seat]
    aside = state.draw.aside if state.draw is not None and state.seat != seat else ""
    hidden = "".join([state.bag, aside, *(rack for other, rack in enumerate(state.racks) if other != seat)])
    return np.array(
        (
            *counted(own, TILES),
            *(hidden.count(tile) for tile in TILES),
            len(state.bag),
            state.scores[seat],
            max(others, default=0),
            state.skips[seat],
            state.idle,
            state.seats,
            seat in to_act(state),
            state.claim is not None,
        ),
        np.float32,
    )


ENCODER: Final = AbakuEncoder()


def encoder(_state: State) -> AbakuEncoder:
    """The encoder for the options of a state."""
    return ENCODER
