"""A board of squares as a picture: its frame, its coordinates, the bonus marks, the last move, a rack."""

from collections.abc import Iterable, Iterator, Sequence

from ludoteka.core.picture import Circle, Group, Marked, Paint, Rect, Shape, Words
from ludoteka.drawing.pieces import GHOST, around, blend, dashed, laid
from ludoteka.games._lines.squares import COLUMNS, read_square

SQUARE = 48.0
EDGE = 26.0  # the frame with the coordinates
FAR = 16.0  # the frame opposite
MAPLE = blend("#ebcb96", "#d6ac6c")
RACK = 76.0  # the height of a rack
RACK_GAP = 14.0


def side(size: int) -> float:
    """How wide and high a board with its frame is."""
    return size * SQUARE + EDGE + FAR


def corner(column: float, row: float) -> tuple[float, float]:
    """The upper left corner of a square."""
    return EDGE + column * SQUARE, EDGE + row * SQUARE


def squares(size: int) -> Iterator[tuple[int, int]]:
    """Every square as column and row, in reading order."""
    return ((column, row) for row in range(size) for column in range(size))


def coordinates(size: int, colour: str) -> Iterator[Words]:
    """Letters above the columns, numbers beside the rows."""
    for at in range(size):
        middle = EDGE + (at + 0.5) * SQUARE
        yield Words(middle, EDGE * 0.72, COLUMNS[at], 12, colour, "words")
        yield Words(EDGE * 0.5, middle + 4.5, str(at + 1), 12, colour, "words")


def disc(x: float, y: float, text: str, ink: str, fill: Paint, ring: str) -> Group:
    """A bonus for what lies on the square: a circle."""
    shapes = (
        Circle(0, 0, 16, fill=fill, stroke=ring, width=1.6),
        Words(0, 4.6, text, 13, ink, "words"),
    )
    return Group(shapes, x + SQUARE / 2, y + SQUARE / 2, once=True)


def field(x: float, y: float, text: str, ink: str, fill: Paint) -> Group:
    """A bonus for a whole line: the full square."""
    shapes = (
        Rect(1.5, 1.5, SQUARE - 3, SQUARE - 3, 5, fill=fill),
        Words(SQUARE / 2, SQUARE / 2 + 4.8, text, 14, ink, "words"),
    )
    return Group(shapes, x, y, once=True)


def piece(shapes: tuple[Shape, ...], column: int, row: int) -> Group:
    """A piece on its square."""
    return laid(shapes, *corner(column, row), SQUARE)


def last_move(last: Marked | None, size: int, colour: str = GHOST) -> Iterator[Shape]:
    """Dashed outlines around the squares of the last move."""
    names = () if last is None else last.where
    places = [(found[1], found[0]) for name in names if (found := read_square(name, size)) is not None]
    for column, row, wide, high in around(places):
        x, y = corner(column, row)
        yield from dashed(x - 1, y - 1, wide * SQUARE + 2, high * SQUARE + 3, colour)


def rack(pieces: Sequence[tuple[Shape, ...]], y: float, width: float) -> Iterator[Shape]:
    """A maple rack with pieces, as wide as the board."""
    yield Rect(0, y + 4, width, RACK - 4, 14, fill="#b98a4b")
    yield Rect(0, y, width, RACK - 8, 14, fill=MAPLE)
    size = RACK - 24
    first = (width - len(pieces) * (size + 6) + 6) / 2
    for at, shapes in enumerate(pieces):
        yield laid(shapes, first + at * (size + 6), y + 8, size)


def whole(
    board: Iterable[Shape], size: int, on_rack: Sequence[tuple[Shape, ...]] | None
) -> tuple[float, tuple[Shape, ...]]:
    """Height and shapes of a board and, for whoever may see one, the rack below it."""
    width = side(size)
    if on_rack is None:
        return width, tuple(board)
    shapes = (*board, *rack(on_rack, width + RACK_GAP, width))
    return width + RACK_GAP + RACK, shapes
