"""The runs that a placement makes or lengthens."""

from collections.abc import Iterator
from dataclasses import dataclass

from ludoteka.games._lines.squares import square_name
from ludoteka.games.calculissimo.rules.placement import Spot, lay, new_chips
from ludoteka.games.calculissimo.types import FACES, ON_JOKER, Placement


@dataclass(frozen=True, slots=True)
class Run:
    """A longest unbroken line of two or more chips: its squares (indices of the board) and their faces."""

    down: bool
    squares: tuple[int, ...]
    faces: tuple[int, ...]

    def names(self, size: int) -> tuple[str, ...]:
        return tuple(square_name(*divmod(square, size)) for square in self.squares)

    @property
    def text(self) -> str:
        """The faces as in a move: `6/2+9`."""
        return "".join(FACES[face - 1] for face in self.faces)


@dataclass(frozen=True, slots=True)
class Layout:
    """A placement on the board: the run along it, and the crossing run of each new chip (None: none)."""

    new: tuple[Spot, ...]
    along: Run | None
    crossing: tuple[Run | None, ...]

    def runs(self) -> Iterator[Run]:
        """[CA-10.6] Along the placement first, then the crossing runs in the order of the new chips."""
        yield from (run for run in (self.along, *self.crossing) if run is not None)


def layout(size: int, board: bytes, placement: Placement) -> Layout:
    """All runs that contain a new chip, on the board with the new chips (CA-4)."""
    after = lay(size, board, placement)
    new = tuple(new_chips(placement))
    down = placement.line.down
    along = run_through(size, after, new[0].row, new[0].column, down)
    crossing = tuple(run_through(size, after, spot.row, spot.column, not down) for spot in new)
    return Layout(new, along, crossing)


def run_through(size: int, board: bytes, row: int, column: int, down: bool) -> Run | None:
    """The run through a square in one direction; None where fewer than two chips lie together."""
    line = range(column, size * size, size) if down else range(row * size, row * size + size)
    here = row if down else column
    first = last = here
    while first > 0 and board[line[first - 1]]:
        first -= 1
    while last < size - 1 and board[line[last + 1]]:
        last += 1
    if first == last:
        return None
    squares = tuple(line[first : last + 1])
    return Run(down, squares, tuple(board[square] % ON_JOKER for square in squares))
