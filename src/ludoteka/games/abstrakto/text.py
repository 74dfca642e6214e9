"""A view as a plain-text board for the terminal.

Points lie on a lattice of characters, half-cells between them; the lines of the grid are drawn where no
tile covers them. A tile shows its type in its middle and its colour, `b` or `o`, around it.
"""

from collections.abc import Iterator

from ludoteka.core.game import View
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
