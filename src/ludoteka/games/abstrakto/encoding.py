"""Abstrakto for learning agents: a view as planes of numbers, and a stable number for every move.

Planes have the points of the board as pixels. The viewer's own tiles come before the other's.
Actions of a board with s points per side: y * s + x places on a point, s * s swaps, then the ten discards.
"""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from ludoteka.core.game import Seat, View
from ludoteka.games.abstrakto.imagine import shown_state
from ludoteka.games.abstrakto.moves import discards
from ludoteka.games.abstrakto.rules.geometry import kind_at, places
from ludoteka.games.abstrakto.rules.placement import can_swap, slot_rows
from ludoteka.games.abstrakto.types import DISCARDED, MOST_TILES, Discard, Move, Pass, Place, Rows, Swap

DISCARDS: tuple[Discard, ...] = tuple(discards((DISCARDED,) * 3))
PLANES = (
    "own tiles",
    "other's tiles",
    "Solid tiles",
    "Line tiles",
    "Cross tiles",
    "free Solid slots",
    "free Line slots",
    "free Cross slots",
    "own areas",
    "other's areas",
    "settled areas",
    "own Solids in hand",
    "own Lines in hand",
    "own Crosses in hand",
    "other's Solids in hand",
    "other's Lines in hand",
    "other's Crosses in hand",
    "own turn",
    "swap open",
    "discarding",
)
UNKNOWN = -1.0  # a hidden hand


def action_count(size: int) -> int:
    """How many actions a board of this size has."""
    return (2 * size + 1) ** 2 + 1 + len(DISCARDS)


def action_of(move: Move, size: int) -> int:
    """The number of a move; ValueError for `pass`, which is never legal."""
    side = 2 * size + 1
    if isinstance(move, Place):
        return move.y * side + move.x
    if isinstance(move, Pass):
        raise ValueError("A pass is no action.")
    return side * side + (0 if isinstance(move, Swap) else 1 + DISCARDS.index(move))


def move_of(action: int, size: int) -> Move:
    """The inverse of `action_of`."""
    side = 2 * size + 1
    if not 0 <= action < action_count(size):
        raise ValueError(f"There is no action {action} on a board of size {size}.")
    if action < side * side:
        return places(size)[action // side][action % side]
    number = action - side * side
    return Swap() if number == 0 else DISCARDS[number - 1]


def action_mask(moves: Iterable[Move], size: int) -> NDArray[np.bool_]:
    """True for the actions of the given moves."""
    mask = np.zeros(action_count(size), np.bool_)
    mask[[action_of(move, size) for move in moves]] = True
    return mask


def observe(view: View, seat: Seat) -> NDArray[np.float32]:
    """The planes of `PLANES` as (plane, y, x), as the seat sees the match."""
    shown = shown_state(view)
    side = 2 * shown.size + 1
    planes = np.zeros((len(PLANES), side, side), np.float32)
    blue, orange = (bits(rows, side) for rows in shown.board)
    planes[0], planes[1] = (blue, orange) if seat == 0 else (orange, blue)
    kinds = _kinds(shown.size)
    for kind in range(3):
        planes[2 + kind] = (blue + orange) * (kinds == kind)
        planes[5 + kind] = bits(slot_rows(shown, (kind,)), side)
    _paint_areas(planes, view, seat)
    for place, whose in ((11, seat), (14, 1 - seat)):
        hand = view["hands"][whose]
        for kind in range(3):
            planes[place + kind] = UNKNOWN if hand is None else hand[kind] / MOST_TILES
    planes[17] = view["turn"] == seat
    planes[18] = shown.turn is not None and can_swap(shown, shown.turn)
    planes[19] = view["phase"] == "discard"
    return planes


def bits(rows: Rows, side: int) -> NDArray[np.float32]:
    """Rows of bits as an array of zeros and ones."""
    numbers = np.array(rows, np.int64)
    return (numbers[:, None] >> np.arange(side) & 1).astype(np.float32)


def _paint_areas(planes: NDArray[np.float32], view: View, seat: Seat) -> None:
    """Each half-cell is painted on its upper left point."""
    own, other = ("blue", "orange") if seat == 0 else ("orange", "blue")
    for area in view["areas"]:
        cells = [(int(name[1:]) - 1, ord(name[0]) - ord("A")) for name in area["region"]]
        for place, holds in ((8, area["owner"] == own), (9, area["owner"] == other), (10, area["settled"])):
            if holds:
                planes[(place, *np.array(cells).T)] = 1


def _kinds(size: int) -> NDArray[np.int64]:
    side = range(2 * size + 1)
    return np.array([[kind_at(x, y, size) for x in side] for y in side], np.int64)
