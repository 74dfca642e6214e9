"""Boards and chip sets: data files of the package, and those that the owner of a printed game adds."""

from dataclasses import dataclass

from ludoteka.games._lines.files import BrokenFile, read_counts, read_grid
from ludoteka.games._lines.shelf import Shelf

ORDER = "123456789+-x/*"
SQUARES = ".GBYP*"  # [CA-1.1] plain, green, blue, yellow, purple, logo
LOGO = "*"
SIZES = range(9, 26)
KINDS = {"G": "green", "B": "blue", "Y": "yellow", "P": "purple", LOGO: "logo"}


@dataclass(frozen=True, slots=True)
class Grid:
    """The squares of a board, row by row."""

    rows: tuple[str, ...]

    @property
    def size(self) -> int:
        return len(self.rows)

    @property
    def logo(self) -> tuple[int, int]:
        """Row and column of the logo."""
        row = next(number for number, squares in enumerate(self.rows) if LOGO in squares)
        return row, self.rows[row].index(LOGO)


def read_board(text: str) -> Grid:
    """[CA-1.1] [CA-1.4] A `.board` file: N rows of N squares and exactly one logo; raises `BrokenFile`."""
    rows = read_grid(text, SQUARES, SIZES)
    contents = (line.partition("#")[0] for line in text.split("\n"))
    logos = [number for number, line in enumerate(contents, start=1) for sign in line if sign == LOGO]
    if len(logos) > 1:
        raise BrokenFile(logos[1], f"a second logo ({LOGO}); the first is in line {logos[0]}")
    if not logos:
        raise BrokenFile(0, f"the board has no logo ({LOGO})")
    return Grid(rows)


def read_chips(text: str) -> tuple[int, ...]:
    """[CA-1.2] [CA-1.4] A `.chips` file: how many there are of each chip of `ORDER`; raises `BrokenFile`."""
    return read_counts(text.replace(":", "/").replace("X", "x"), ORDER)


BOARDS: Shelf[Grid] = Shelf("calculissimo", "board", ("std", "plain", "mini"), read_board)
CHIP_SETS: Shelf[tuple[int, ...]] = Shelf("calculissimo", "chips", ("std", "mini"), read_chips)


def annex(board: str, chips: str, grid: Grid) -> dict[str, str]:
    """[CA-1.4] The contents of added sets, for the header of a record."""
    lines = {}
    if BOARDS.is_added(board):
        lines["board"] = "/".join(grid.rows)
    if CHIP_SETS.is_added(chips):
        pairs = zip(ORDER, CHIP_SETS.get(chips), strict=True)
        lines["chips"] = " ".join(f"{chip}{number}" for chip, number in pairs if number)
    return lines
