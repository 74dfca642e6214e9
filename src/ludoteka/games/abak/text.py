"""A view as a plain-text board: stacks with their classes, the outermost row is the bottom of a stack."""

from collections.abc import Iterator, Mapping
from typing import Any

from ludoteka.core.game import View
from ludoteka.core.painting import Line, Painting, Span
from ludoteka.core.sentences import Sentence, counted

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


# --- for terminals ---------------------------------------------------------------------------

HALF = 12
EXPLAINED = Sentence(
    "Capitals are White, small letters Black; S soldier, G guard, N general, D druid, E O wounded."
)


def paint(view: View, seat: int | None) -> Painting:
    """The board from the viewer's side, in the viewer's numbers; the outermost row is the bottom."""
    points = list(view["points"]) if seat != 1 else list(reversed(view["points"]))
    upper, lower = points[HALF:], points[HALF - 1 :: -1]
    high, low = (max(1, *map(len, stacks)) for stacks in (upper, lower))
    lines = [_labels(range(HALF + 1, 2 * HALF + 1))]
    lines += [_painted(upper, row) for row in range(high)]
    lines += [(Span(_gap(), "quiet"),)]
    lines += [_painted(lower, row) for row in reversed(range(low))]
    lines += [_labels(range(HALF, 0, -1))]
    return Painting(tuple(lines), tuple(_seats(view)), tuple(_notes(view)))


def _labels(points: range) -> Line:
    return (Span(_numbers(points), "quiet"),)


def _painted(stacks: list[str], row: int) -> Line:
    cells = [_checker(stack[row] if row < len(stack) else "") for stack in stacks]
    return (*cells[:6], Span(" |", "quiet"), *cells[6:])


def _checker(letter: str) -> Span:
    if not letter:
        return Span("  ·", "quiet")
    return Span(f"  {letter}", "first" if letter.isupper() else "second")


def _seats(view: View) -> Iterator[tuple[Sentence, ...]]:
    for seat, colour in enumerate((Sentence("White"), Sentence("Black"))):
        said = [colour, counted(view["pips"][seat], "{n} pip", "{n} pips")]
        if view["bar"][seat]:
            said.append(Sentence("on the bar: {checkers}", checkers=" ".join(view["bar"][seat])))
        if view["off"][seat]:
            said.append(counted(len(view["off"][seat]), "{n} checker off", "{n} checkers off"))
        if view["options"]["match"] != 1:
            said.append(counted(view["scores"][seat], "{n} point", "{n} points"))
        yield tuple(said)


def _notes(view: View) -> Iterator[Sentence]:
    if view["options"]["setup"] == "abak":
        yield EXPLAINED
    if view["dice"]:
        high, low = view["dice"]
        yield Sentence("The dice show {high} and {low}.", high=high, low=low)
    if view["cube"] and view["cube"]["value"] > 1:
        yield Sentence("The cube shows {n}.", n=view["cube"]["value"])
    if view["stage"] == "ask":
        yield Sentence("Type roll, or double to offer the game at twice the value.")
    if view["stage"] == "offered":
        yield Sentence("The game is offered at twice the value: type take or drop.")
