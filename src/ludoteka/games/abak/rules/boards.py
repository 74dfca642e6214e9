"""Boards as Python sees them: built from letters, shown as letters, counted."""

import struct
from collections import Counter
from collections.abc import Iterable
from itertools import groupby

from ludoteka.games.abak.rules.steps import is_midfield, pip_count
from ludoteka.games.abak.types import BAR, BLACK_BIT, CELLS, LETTERS, POINTS, SETS, STARTS, TRAY, Setup

LAYOUT = struct.Struct(f"={CELLS}q")
ALL_LETTERS = LETTERS + LETTERS.lower()  # [AK-15.1] the writing order of the bar
_CHECKERS = {letter: 1 + n % 6 + BLACK_BIT * (n // 6) for n, letter in enumerate(ALL_LETTERS)}
_BY_CHECKER = {checker: letter for letter, checker in _CHECKERS.items()}
_SIGNED = 1 << 63


def stack_of(letters: str) -> int:
    """A stack from its letters, bottom to top, as a signed 64-bit number."""
    stack = 0
    for letter in letters:
        stack = stack << 4 | _CHECKERS[letter]
    return stack - 2 * _SIGNED if stack >= _SIGNED else stack


def letters_of(stack: int) -> str:
    """[AK-15.1] The letters of a stack, bottom to top."""
    stack &= 2 * _SIGNED - 1
    letters = ""
    while stack:
        letters = _BY_CHECKER[stack & 15] + letters
        stack >>= 4
    return letters


def kinds_of(letters: str) -> int:
    """[AK-1.8] A bar or tray from its letters: it is unordered."""
    return sum(1 << 4 * LETTERS.index(letter) for letter in letters.upper())


def kind_letters(kinds: int, seat: int) -> str:
    """[AK-16.1] The letters of a bar or tray in the order SGNDEO; Black's are lower case."""
    letters = "".join(letter * (kinds >> 4 * n & 15) for n, letter in enumerate(LETTERS))
    return letters.lower() if seat else letters


def build(points: Iterable[str], bar: str, setup: Setup) -> bytes:
    """A board from the letters of White's points 1-24 and the bar; [AK-15.3] the trays follow."""
    stacks = list(points)
    on_board = Counter("".join(stacks) + bar)
    cells = [0] * CELLS
    cells[1 : POINTS + 1] = [stack_of(letters) for letters in stacks]
    for seat, letters in enumerate((SETS[setup], SETS[setup].lower())):
        cells[bar_cell(seat)] = kinds_of("".join(x for x in bar if x in letters))
        cells[TRAY + seat] = kinds_of("".join((Counter(letters) - on_board).elements()))
    return LAYOUT.pack(*cells)


def is_proper(stack: str, point: int) -> bool:
    """[AK-1.7] Two colours share a point only through pins, and only in the midfield."""
    runs = ["".join(run) for _, run in groupby(stack, str.isupper)]
    if len(runs) < 2:
        return True
    is_pinned = all(len(run) == 1 for run in runs[:-1]) and all(run[0] in "Dd" for run in runs[1:])
    return is_pinned and is_midfield(point)


def bar_cell(seat: int) -> int:
    """[AK-1.2] Where a seat's bar lies: its own point 25."""
    return 0 if seat else BAR


def starting_board(setup: Setup) -> bytes:
    """[AK-1.4] The board at the start of a game, both seats alike."""
    points = [""] * POINTS
    for point, letters in STARTS[setup].items():
        points[point - 1] = letters
        points[POINTS - point] = letters.lower()
    return build(points, "", setup)


def cells_of(board: bytes) -> tuple[int, ...]:
    """The 28 numbers of a board."""
    return LAYOUT.unpack(board)


def point_letters(board: bytes) -> list[str]:
    """[AK-16.1] The 24 points as letters, White's numbering, empty ones as an empty text."""
    return [letters_of(stack) for stack in cells_of(board)[1 : POINTS + 1]]


def bar_letters(board: bytes) -> list[str]:
    """Both bars as letters."""
    cells = cells_of(board)
    return [kind_letters(cells[bar_cell(seat)], seat) for seat in (0, 1)]


def tray_letters(board: bytes) -> list[str]:
    """Both trays as letters."""
    cells = cells_of(board)
    return [kind_letters(cells[TRAY + seat], seat) for seat in (0, 1)]


def pips(board: bytes) -> tuple[int, int]:
    """[AK-1.8] The pip counts: own point numbers, 25 on the bar, 0 in the tray; pinned checkers count."""
    cells = cells_of(board)
    return pip_count(cells, 0), pip_count(cells, 1)
