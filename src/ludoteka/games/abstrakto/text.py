"""A view as a plain-text board for the terminal.

Points lie on a lattice of characters, half-cells between them; the lines of the grid are drawn where no
tile covers them. A tile shows its type in its middle and its colour, `b` or `o`, around it.
"""

from collections.abc import Iterator
from itertools import groupby

from ludoteka.core.game import View
from ludoteka.core.painting import Line, Painting, Role, Span
from ludoteka.core.sentences import Sentence, Value, counted, listed
from ludoteka.games.abstrakto.rules.geometry import COLUMNS, kind_at
from ludoteka.games.abstrakto.types import COLOURS, KIND_NAMES, KINDS

WIDE, HIGH = 4, 2  # characters from one point to the next
Canvas = list[list[str]]


def text(view: View) -> str:
    """The board, the hands and the areas, as plain text."""
    return "\n".join([*_board_lines(view), "", *_seat_lines(view), *_area_lines(view), *_end_line(view)])


def _board_lines(view: View) -> Iterator[str]:
    size = view["size"]
    canvas = _grid(size)
    for y, row in enumerate(view["board"]):
        for x, colour in enumerate(row):
            if colour != ".":
                _draw(canvas, size, x, y, colour)
    _mark_settled(canvas, view)
    heading = "".join(letter.ljust(WIDE) for letter in COLUMNS[: 2 * size + 1])
    yield f"    {heading}".rstrip()
    for line, characters in enumerate(canvas):
        label = str(line // HIGH + 1) if line % HIGH == 0 else ""
        yield f"{label:>3} {''.join(characters)}".rstrip()


def _grid(size: int) -> Canvas:
    """The lines of the cells; every second point lies on one."""
    wide, high = 2 * size * WIDE + 1, 2 * size * HIGH + 1
    canvas = [[" "] * wide for _ in range(high)]
    for line in range(high):
        for column in range(wide):
            across, down = line % (2 * HIGH) == 0, column % (2 * WIDE) == 0
            canvas[line][column] = "+" if across and down else "-" if across else "|" if down else " "
    return canvas


def _draw(canvas: Canvas, size: int, x: int, y: int, colour: str) -> None:
    """A tile reaches to the points around its own; what lies on the margin is cut off."""
    for line in range(max(0, HIGH * (y - 1) + 1), min(len(canvas), HIGH * (y + 1))):
        for column in range(max(0, WIDE * (x - 1) + 1), min(len(canvas[0]), WIDE * (x + 1))):
            canvas[line][column] = colour
    canvas[HIGH * y][WIDE * x] = KINDS[kind_at(x, y, size)]


def _mark_settled(canvas: Canvas, view: View) -> None:
    """[AS-11.3] Scoring markers on settled areas: B, O, or = for grey."""
    marks = {"blue": "B", "orange": "O", "grey": "="}
    for area in view["areas"]:
        if area["settled"]:
            u, v = COLUMNS.index(area["area"][0].lower()), int(area["area"][1:]) - 1
            canvas[HIGH * v + 1][WIDE * u + 2] = marks[area["owner"]]


def _seat_lines(view: View) -> Iterator[str]:
    for seat, colour in enumerate(COLOURS):
        hand = view["hands"][seat]
        tiles = f"{view['held'][seat]} hidden tiles" if hand is None else _hand(hand)
        note = " to move" if view["turn"] == seat else " (skipped)" if view["skipped"] == seat else ""
        areas = view["controlled"][seat]
        yield f"{colour:<6} {tiles}; controls {areas} area{'' if areas == 1 else 's'}{note}"


def _hand(hand: list[int]) -> str:
    return ", ".join(f"{number} {name.text}" for number, name in zip(hand, KIND_NAMES, strict=True))


def _area_lines(view: View) -> Iterator[str]:
    for area in view["areas"]:
        words = f"area {area['area']:<3} {area['owner']:<6} blue {area['blue']}, orange {area['orange']}"
        yield words + (", main" if area["main"] else "") + (", settled" if area["settled"] else "")


def _end_line(view: View) -> Iterator[str]:
    if view["phase"] == "over":
        winner = view["winner"]
        yield "The game is drawn." if winner is None else f"The winner is {COLOURS[winner]}."


# --- for terminals ---------------------------------------------------------------------------


def paint(view: View, _seat: int | None) -> Painting:
    """The board for a terminal: tiles in their colours, owners on settled areas."""
    canvas, size = _grid(view["size"]), view["size"]
    owners: dict[tuple[int, int], Role] = {}
    for y, row in enumerate(view["board"]):
        for x, colour in enumerate(row):
            if colour != ".":
                _draw(canvas, size, x, y, colour)
                _own(owners, canvas, x, y, "first" if colour == COLOURS[0][0] else "second")
    _mark_settled(canvas, view)
    head = (Span("    " + "".join(letter.ljust(WIDE) for letter in COLUMNS[: 2 * size + 1]), "quiet"),)
    lines = [_painted(canvas, owners, line) for line in range(len(canvas))]
    return Painting((head, *lines), tuple(_seats(view)), tuple(_areas(view)))


def _own(owners: dict[tuple[int, int], Role], canvas: Canvas, x: int, y: int, role: Role) -> None:
    """Whose the characters of a tile are."""
    for line in range(max(0, HIGH * (y - 1) + 1), min(len(canvas), HIGH * (y + 1))):
        for column in range(max(0, WIDE * (x - 1) + 1), min(len(canvas[0]), WIDE * (x + 1))):
            owners[line, column] = role


def _painted(canvas: Canvas, owners: dict[tuple[int, int], Role], line: int) -> Line:
    def role(column: int) -> Role:
        return owners.get((line, column), "quiet")

    label = str(line // HIGH + 1) if line % HIGH == 0 else ""
    runs = groupby(range(len(canvas[line])), key=role)
    spans = [Span("".join(canvas[line][column] for column in run), whose) for whose, run in runs]
    return (Span(f"{label:>3} ", "quiet"), *spans)


def _seats(view: View) -> Iterator[tuple[Sentence, ...]]:
    for seat, colour in enumerate((Sentence("blue"), Sentence("orange"))):
        hand, held = view["hands"][seat], view["held"][seat]
        tiles = counted(held, "{n} hidden tile", "{n} hidden tiles") if hand is None else _held(hand)
        areas = counted(view["controlled"][seat], "{n} area", "{n} areas")
        yield colour, areas, tiles


def _held(hand: list[int]) -> Sentence:
    kinds = [Sentence("{n} × {kind}", n=n, kind=name) for n, name in zip(hand, KIND_NAMES, strict=True)]
    return Sentence("to lay: {tiles}", tiles=listed(kinds))


def _areas(view: View) -> Iterator[Sentence]:
    for area in view["areas"]:
        if not area["blue"] and not area["orange"]:
            continue  # nothing is fenced off yet
        counts: dict[str, Value] = {"area": area["area"], "blue": area["blue"], "orange": area["orange"]}
        if area["owner"] == "grey":
            yield Sentence("The area at {area} is nobody's: blue {blue}, orange {orange}.", **counts)
        elif area["owner"] == "blue":
            yield Sentence("The area at {area} is blue's: blue {blue}, orange {orange}.", **counts)
        else:
            yield Sentence("The area at {area} is orange's: blue {blue}, orange {orange}.", **counts)
