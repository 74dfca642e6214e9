"""What a player reads from a view."""

from dataclasses import dataclass

from ludoteka.core.game import Seat, View
from ludoteka.games.calculissimo.position import read_set, read_squares
from ludoteka.games.calculissimo.sets import Grid
from ludoteka.games.calculissimo.signs import read_move
from ludoteka.games.calculissimo.types import Options, Placement


@dataclass(frozen=True, slots=True)
class Table:
    """The board and the own rack."""

    grid: Grid
    options: Options
    board: bytes
    seat: Seat
    rack: str
    bag: int
    claim: Placement | None


def table(view: View) -> Table:
    """The view of a seat that is to move: its own rack is the one that is shown."""
    seat = next(number for number, rack in enumerate(view["racks"]) if rack is not None)
    grid = Grid(tuple(view["grid"]))
    claim = None
    if view["claim"] is not None:
        move = read_move(view["claim"]["move"], grid.size)
        claim = move if isinstance(move, Placement) else None
    board = read_squares(view["board"])
    rack = read_set(view["racks"][seat])
    return Table(grid, Options(**view["options"]), board, seat, rack, view["bag"], claim)
