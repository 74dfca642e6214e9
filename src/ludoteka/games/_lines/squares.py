"""Names of squares and lines on a square board: columns `A`.. from the left, rows `1`.. from the top.

A square is named column first (`H8`). A line is named by the square where it starts: across row first (`8H`),
down column first (`H8`). Rows and columns are counted from 0 inside the program.
"""

from typing import NamedTuple

COLUMNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
ROW_DIGITS = 2  # no board has more than 99 rows


class Line(NamedTuple):
    """Where a line starts, and whether it runs down."""

    row: int
    column: int
    down: bool


def square_name(row: int, column: int) -> str:
    """`H8` for row 7, column 7."""
    return f"{COLUMNS[column]}{row + 1}"


def line_name(row: int, column: int, down: bool) -> str:
    """`H8` for a line down, `8H` for a line across."""
    return square_name(row, column) if down else f"{row + 1}{COLUMNS[column]}"


def read_line(text: str, size: int) -> Line | None:
    """The line that `8H` or `H8` names on a board of `size` rows, in any letter case; None if none."""
    if not 2 <= len(text) <= 1 + ROW_DIGITS or not text.isascii():
        return None
    down = text[0].isalpha()
    letter, digits = (text[0], text[1:]) if down else (text[-1], text[:-1])
    column = COLUMNS.find(letter.upper())
    row = _row(digits)
    if not 0 <= column < size or row is None or row >= size:
        return None
    return Line(row, column, down)


def read_square(text: str, size: int) -> tuple[int, int] | None:
    """Row and column of a square named column first (`H8`); None if there is none."""
    line = read_line(text, size)
    return (line.row, line.column) if line is not None and line.down else None


def _row(digits: str) -> int | None:
    """The row of its number, which has no leading zero."""
    if not digits.isdigit() or digits[0] == "0":
        return None
    return int(digits) - 1
