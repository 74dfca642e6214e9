"""[AB-1.4] Boards and the tile set: data files of the package, and boards that were added."""

from functools import lru_cache

from ludoteka.games._lines.files import BrokenFile, read_counts, read_grid
from ludoteka.games._lines.shelf import Shelf, UnknownName
from ludoteka.games.abaku.types import SIZE, TILES, Unfit

OWN = ("pinwheel", "blank")
PLAIN = "."
TILE_BONUS = {"d": 2, "t": 3}
EQUATION_BONUS = {"D": 2, "T": 3}
SYMBOLS = PLAIN + "".join(TILE_BONUS) + "".join(EQUATION_BONUS)


def _rows(text: str) -> str:
    """The bonus symbols of all squares, row by row."""
    return "".join(read_grid(text, SYMBOLS, (SIZE,)))


def _numbers(text: str) -> tuple[int, ...]:
    return read_counts(text, TILES)


BOARDS = Shelf("abaku", "board", OWN, _rows)
TILE_SETS = Shelf("abaku", "tiles", ("standard",), _numbers)


def bonuses(board: str) -> str:
    """[AB-1.1] The symbols of the 15x15 squares of a board, row by row from the top."""
    return BOARDS.get(board)


def as_rows(board: str) -> str:
    """[AB-1.4] The rows of a board joined by `/`."""
    symbols = bonuses(board)
    return "/".join(symbols[start : start + SIZE] for start in range(0, len(symbols), SIZE))


def check(board: str) -> None:
    """[AB-1.4] Refuses an unknown or broken board, with line and reason."""
    try:
        bonuses(board)
    except UnknownName:
        raise Unfit(f"There is no board named {board[:40]!r}.", "AB-1.4") from None
    except BrokenFile as broken:
        raise Unfit(f"The board {board} cannot be used: {broken}.", "AB-1.4") from None


@lru_cache(maxsize=2)
def tile_set(joker: str) -> str:
    """[AB-1.2] All tiles: ten of each digit and the Joker, which `joker=off` leaves in the box."""
    numbers = TILE_SETS.get("standard")
    every = "".join(tile * number for tile, number in zip(TILES, numbers, strict=True))
    return every if joker == "on" else every.rstrip(TILES[-1])
