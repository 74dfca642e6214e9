"""A view as a plain-text board: stacks with their classes, the outermost row is the bottom of a stack."""

from collections.abc import Mapping
from typing import Any

NAMES = ("White", "Black")


def text(view: Mapping[str, Any]) -> str:
    """White's side of the board: White moves 24 -> 1, upper case; Black the other way, lower case."""
    points = view["points"]
    upper = _half(points[12:24])
    lower = _half(points[11::-1])
    lines = [
        _numbers(range(13, 25)),
        *upper,
        *([""] if not upper or not lower else [_gap()]),
        *reversed(lower),
        _numbers(range(12, 0, -1)),
        "",
        *_places(view),
    ]
    return "\n".join([*lines, _status(view)])


def _numbers(points: range) -> str:
    cells = [f"{point:3}" for point in points]
    return "".join(cells[:6]) + " |" + "".join(cells[6:])


def _gap() -> str:
    return " " * 19 + "|"


def _half(stacks: list[str]) -> list[str]:
    """The rows of twelve stacks, the bottom of each stack first."""
    height = max(len(stack) for stack in stacks)
    rows = []
    for row in range(max(height, 1)):
        cells = [f"{stack[row] if row < len(stack) else '.':>3}" for stack in stacks]
        rows.append("".join(cells[:6]) + " |" + "".join(cells[6:]))
    return rows


def _places(view: Mapping[str, Any]) -> list[str]:
    """Bar, tray, pips and score of both seats."""
    return [
        f"{NAMES[seat]}: bar {view['bar'][seat] or '-'}, off {view['off'][seat] or '-'}, "
        f"pips {view['pips'][seat]}, score {view['scores'][seat]}"
        for seat in (0, 1)
    ]


def _status(view: Mapping[str, Any]) -> str:
    """Whose turn it is, the dice and the cube."""
    words = []
    if view["stage"] == "over":
        words.append("The match is over.")
    elif view["seat"] is None:
        words.append("The opening roll is next.")
    else:
        dice = f", dice {view['dice'][0]}-{view['dice'][1]}" if view["dice"] else ""
        words.append(f"{NAMES[view['seat']]}'s turn{dice}.")
    if view["cube"]:
        owner = view["cube"]["owner"]
        whose = "nobody's" if owner is None else f"{NAMES[owner]}'s"
        words.append(f"The cube is at {view['cube']['value']}, {whose}.")
    if view["stage"] == "offered":
        words.append(f"{NAMES[1 - view['seat']]} must take or drop.")
    return " ".join(words)
