"""CA-3: where chips may be laid. Each rule is one function; `check` asks them in order."""

from collections.abc import Iterable
from typing import NamedTuple, Protocol

from ludoteka.core.game import IllegalMove
from ludoteka.core.kernel import shared
from ludoteka.games._lines.squares import square_name
from ludoteka.games._lines.tiles import THERE, taken
from ludoteka.games.calculissimo.types import FACES, JOKER, ON_JOKER, Grid, Placement, face_of, split

NEVER = "x"  # [CA-3.4] what a joker cannot stand for


class Spot(NamedTuple):
    """One item of a placement and the square it names, on the board or beyond its edge."""

    row: int
    column: int
    item: str

    @property
    def chip(self) -> str:
        """The chip that leaves the rack."""
        return self.item[0]

    @property
    def byte(self) -> int:
        """What lies on the board afterwards."""
        is_joker = self.item[0] == JOKER
        return face_of(self.item[-1]) + (ON_JOKER if is_joker else 0)


def spots(placement: Placement) -> list[Spot]:
    """Every square that the placement names, with its item."""
    row, column, down = placement.line
    items = enumerate(split(placement.items))
    return [Spot(row + i, column, item) if down else Spot(row, column + i, item) for i, item in items]


def new_chips(placement: Placement) -> list[Spot]:
    """The new chips in line order."""
    return [spot for spot in spots(placement) if spot.item != THERE]


def check(grid: Grid, board: bytes, rack: str, placement: Placement) -> None:
    """[CA-3] Raises `IllegalMove` with the first rule that the placement breaks."""
    named = spots(placement)
    new = [spot for spot in named if spot.item != THERE]
    is_on_board(grid.size, named)
    is_on_free_squares(grid.size, board, named)
    is_in_rack(rack, new)
    are_jokers_announced(new)
    covers_logo(grid, board, new)
    touches(grid.size, board, new)


def is_on_board(size: int, named: list[Spot]) -> None:
    """[CA-3.1] Every square named by the placement is on the board."""
    first, last = named[0], named[-1]
    if last.row < size and last.column < size:
        return
    edge = square_name(size - 1, first.column) if last.row >= size else square_name(first.row, size - 1)
    raise IllegalMove(
        "The chips run over the edge of the board after {square}.", "CA-3.1", (edge,), square=edge
    )


def is_on_free_squares(size: int, board: bytes, named: list[Spot]) -> None:
    """[CA-3.2] New chips go on free squares, and every other square between them holds a chip."""
    wrong = [s for s in named if (board[s.row * size + s.column] == 0) == (s.item == THERE)]
    if not wrong:
        return
    taken_ones = names(s for s in wrong if s.item != THERE)
    free_ones = names(s for s in wrong if s.item == THERE)
    if taken_ones:
        text = "There is a chip on {squares} already."
        raise IllegalMove(text, "CA-3.2", taken_ones, squares=", ".join(taken_ones))
    text = "There is no chip on {squares}: the new chips would have a gap between them."
    raise IllegalMove(text, "CA-3.2", free_ones, squares=", ".join(free_ones))


def is_in_rack(rack: str, new: list[Spot]) -> None:
    """[CA-3.3] The new chips are in the rack; a joker counts as `*`."""
    missing = []
    for spot in new:
        rest = taken(rack, spot.chip)
        if rest is None:
            missing.append(spot)
        else:
            rack = rest
    if missing:
        chips = ", ".join(spot.chip for spot in missing)
        text = "You do not have these chips on your rack: {chips}."
        raise IllegalMove(text, "CA-3.3", names(missing), chips=chips)


def are_jokers_announced(new: list[Spot]) -> None:
    """[CA-3.4] A joker stands for a number, plus, minus or divide, never for times."""
    wrong = names(s for s in new if s.chip == JOKER and not may_stand_for(s.item[-1]))
    if wrong:
        raise IllegalMove("A joker can be any chip, but not the times sign.", "CA-3.4", wrong)


def may_stand_for(sign: str) -> bool:
    """[CA-3.4] Whether a joker may be announced as this face."""
    return sign in FACES and sign != NEVER


def covers_logo(grid: Grid, board: bytes, new: list[Spot]) -> None:
    """[CA-3.5] The opening covers the logo, with any chip."""
    if any(board) or any((s.row, s.column) == grid.logo for s in new):
        return
    logo = square_name(*grid.logo)
    text = "The first calculation of the game must cover the star in the middle, {square}."
    raise IllegalMove(text, "CA-3.5", (logo,), square=logo)


def touches(size: int, board: bytes, new: list[Spot]) -> None:
    """[CA-3.6] Any other placement has a new chip beside an old one."""
    if not any(board) or any(is_beside(board, size, s.row * size + s.column) for s in new):
        return
    text = "The new chips must lie beside a chip that is on the board already."
    raise IllegalMove(text, "CA-3.6", names(new))


class Board(Protocol):
    """One byte per square: of a state, or as an array."""

    def __getitem__(self, square: int, /) -> int: ...


@shared
def is_beside(board: Board, size: int, square: int) -> bool:
    """[CA-3.6] Whether a chip lies left, right, above or below a square (an index of the board)."""
    column = square % size
    return (
        (column > 0 and board[square - 1] != 0)
        or (column < size - 1 and board[square + 1] != 0)
        or (square >= size and board[square - size] != 0)
        or (square < size * (size - 1) and board[square + size] != 0)
    )


def lay(size: int, board: bytes, placement: Placement) -> bytes:
    """The board with the new chips."""
    squares = bytearray(board)
    for spot in new_chips(placement):
        squares[spot.row * size + spot.column] = spot.byte
    return bytes(squares)


def names(found: Iterable[Spot]) -> tuple[str, ...]:
    """The names of squares that are on a board."""
    return tuple(square_name(s.row, s.column) for s in found)
