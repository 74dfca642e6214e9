"""Tiles in texts: sets of tiles, and the tile strings of moves.

A set is a text in a fixed order of kinds (`0057*`) or a count for each kind. `order` lists every kind of tile
once; it is also the order in which a set is written. A tile string is what a move lays: `12.*4=7` is five
items, `1` `2` `.` `*4` `=7`.
"""

from collections.abc import Iterable, Mapping, Sequence

Counts = tuple[int, ...]


def arranged(tiles: Iterable[str], order: str) -> str:
    """The tiles as canonical text; every tile must be of a known kind."""
    return "".join(sorted(tiles, key=order.index))


def is_made_of(text: str, order: str) -> bool:
    """Whether every sign of the text is a kind of tile."""
    return all(sign in order for sign in text)


def counted(tiles: Iterable[str], order: str) -> Counts:
    """How many there are of each kind."""
    numbers = [0] * len(order)
    for tile in tiles:
        numbers[order.index(tile)] += 1
    return tuple(numbers)


def spelled(counts: Sequence[int], order: str) -> str:
    """The canonical text of counts."""
    return "".join(kind * number for kind, number in zip(order, counts, strict=True))


def holds(tiles: str, wanted: Iterable[str]) -> bool:
    """Whether `tiles` has at least as many of each kind as `wanted`."""
    return taken(tiles, wanted) is not None


def taken(tiles: str, wanted: Iterable[str]) -> str | None:
    """The tiles that remain when `wanted` are taken out; None if they are not all there."""
    for tile in wanted:
        rest = tiles.replace(tile, "", 1)
        if len(rest) == len(tiles):
            return None
        tiles = rest
    return tiles


def contents(tiles: str, order: str) -> tuple[tuple[str, int], ...]:
    """The kinds that are there with their counts, as `core.chance.Bag` expects them."""
    return tuple((kind, tiles.count(kind)) for kind in order if kind in tiles)


# --- tile strings ------------------------------------------------------------------------------

THERE = "."  # a tile that is already on the board


def split_items(text: str, plain: str, marked: Mapping[str, str], most: int) -> tuple[str, ...] | None:
    """The items of a tile string; None if it is not one.

    `plain` has the signs that stand alone; `marked` maps a mark to the signs that may follow it. There are
    1 to `most` items, and the first and the last are new tiles.
    """
    if not 0 < len(text) <= 2 * most:
        return None
    items: list[str] = []
    at = 0
    while at < len(text):
        size = 2 if text[at] in marked else 1
        item = text[at : at + size]
        if not (_is_marked(item, marked) if size == 2 else item == THERE or item in plain):
            return None
        items.append(item)
        at += size
    if len(items) > most or THERE in (items[0], items[-1]):
        return None
    return tuple(items)


def _is_marked(item: str, marked: Mapping[str, str]) -> bool:
    return len(item) == 2 and item[1] in marked[item[0]]
