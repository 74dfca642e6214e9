"""Views and moves as numbers, for learning agents.

`planes` and `features` turn a view into arrays. `action_id` gives every move one whole number that never
changes, whatever the position: there are far too many placements for a table, so ids are big whole numbers.
"""

import numpy as np
from numpy.typing import NDArray

from ludoteka.core.game import View
from ludoteka.games._lines.tiles import counted, spelled
from ludoteka.games.abaku.rules.placement import items
from ludoteka.games.abaku.types import (
    DIGITS,
    SIGNS,
    SIZE,
    SQUARES,
    TILES,
    Change,
    Move,
    Placement,
    Reply,
    Skip,
    Take,
)

Array = NDArray[np.float32]
BONUSES = "dtDT"
PLANES = len(SIGNS) + len(BONUSES) + 1  # what lies there, the bonus, the last move
FEATURES = 2 * len(TILES) + 6
FULL_BAG = 101
POINTS_UNIT = 100.0

PLAIN: tuple[Move, ...] = (Skip(), Reply(disputes=False), Reply(disputes=True))
FIRST_TAKE = len(PLAIN)
FIRST_CHANGE = FIRST_TAKE + SQUARES
MOST_CHANGED = 6  # 0 to 5 of each tile
FIRST_PLACEMENT = FIRST_CHANGE + int(MOST_CHANGED ** len(TILES))
ITEMS = [*(mark + digit for mark in ("", "*", "=") for digit in DIGITS), "."]
ITEM_BASE = len(ITEMS) + 1  # 0 ends the tiles


def planes(view: View) -> Array:
    """[PLANES, 15, 15]: each sign of the board, each kind of bonus still open, the tiles of the last move."""
    found = np.zeros((PLANES, SIZE, SIZE), dtype=np.float32)
    for row, signs in enumerate(view["board"]):
        for column, sign in enumerate(signs):
            found[SIGNS.index(sign), row, column] = 1
            bonus = view["grid"][row][column]
            if sign == "." and bonus in BONUSES:
                found[len(SIGNS) + BONUSES.index(bonus), row, column] = 1
    for name in view["last"]["squares"] if view["last"] else ():
        found[PLANES - 1, int(name[1:]) - 1, ord(name[0]) - ord("A")] = 1
    return found


def features(view: View) -> Array:
    """[FEATURES]: tiles on one's own rack, tiles unseen, bag, lead, skips, idle turns, seats, own turn."""
    own = counted(view["rack"] or "", TILES)
    unseen = counted(view["unseen"], TILES)
    you, scores = view["you"], view["scores"]
    lead = 0 if you is None else scores[you] - max([s for o, s in enumerate(scores) if o != you] or [0])
    skips = 0 if you is None else view["skips"][you]
    rest = [
        view["bag_size"] / FULL_BAG,
        lead / POINTS_UNIT,
        skips,
        view["idle"],
        len(scores),
        float(you in view["to_act"]),
    ]
    return np.array([*own, *unseen, *rest], dtype=np.float32)


def action_id(move: Move) -> int:
    """The number of a move without declarations."""
    if isinstance(move, Placement):
        return FIRST_PLACEMENT + _placement_id(move)
    if isinstance(move, Change):
        number = 0
        for count in counted(move.tiles, TILES):
            number = number * MOST_CHANGED + count
        return FIRST_CHANGE + number
    if isinstance(move, Take):
        return FIRST_TAKE + move.square
    return PLAIN.index(move)


def _placement_id(move: Placement) -> int:
    if move.declared:
        raise ValueError("Declarations have no action id.")
    number = 0
    for item in reversed(items(move.tiles)):
        number = number * ITEM_BASE + ITEMS.index(item) + 1
    return (number * SQUARES + move.start) * 4 + move.kind


def action(number: int) -> Move:
    """The move of a number: the inverse of `action_id`."""
    if number < FIRST_TAKE:
        return PLAIN[number]
    if number < FIRST_CHANGE:
        return Take(number - FIRST_TAKE)
    if number < FIRST_PLACEMENT:
        return _change(number - FIRST_CHANGE)
    rest, kind = divmod(number - FIRST_PLACEMENT, 4)
    rest, start = divmod(rest, SQUARES)
    tiles = []
    while rest:
        rest, item = divmod(rest, ITEM_BASE)
        tiles.append(ITEMS[item - 1])
    return Placement(start, kind, "".join(tiles))


def _change(number: int) -> Change:
    counts = []
    for _ in TILES:
        number, count = divmod(number, MOST_CHANGED)
        counts.append(count)
    return Change(spelled(counts[::-1], TILES))
