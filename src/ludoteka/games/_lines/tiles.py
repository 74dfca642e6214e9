"""Tile strings of a move: `12.*4=7` is five items, `1` `2` `.` `*4` `=7`."""

from collections.abc import Mapping

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
