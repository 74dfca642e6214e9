"""A view as a plain-text board for the terminal."""

from collections.abc import Iterator

from ludoteka.core.game import View
from ludoteka.games._lines.squares import COLUMNS, square_name
from ludoteka.games.abaku.types import PLAIN, SIZE

LEGEND = "d t: tile x2 x3   D T: equation x2 x3   [ ]: laid last"


def text(view: View) -> str:
    """The board with bonus squares and the last move, the racks, scores and bag that the viewer knows."""
    lines = ["    " + "".join(f" {letter} " for letter in COLUMNS[:SIZE])]
    laid = set(view["last"]["squares"]) if view["last"] else set()
    for row, signs in enumerate(view["board"]):
        cells = (
            _cell(sign, view["grid"][row][column], square_name(row, column) in laid)
            for column, sign in enumerate(signs)
        )
        lines.append(f"{row + 1:3} " + "".join(cells))
    return "\n".join([*lines, LEGEND, *_table(view)])


def _cell(sign: str, bonus: str, is_last: bool) -> str:
    if sign != ".":
        return f"[{sign}]" if is_last else f" {sign} "
    return f" {bonus if bonus != PLAIN else '.'} "


def _table(view: View) -> Iterator[str]:
    scores = "   ".join(_seat(view, seat, score) for seat, score in enumerate(view["scores"]))
    yield f"{scores}   bag {view['bag_size']}"
    if view["rack"] is not None:
        yield f"your rack: {' '.join(view['rack']) or 'empty'}"
    if view["claim"]:
        yield f"laid by seat {view['seat']}: {view['claim']} (accept or dispute?)"
    if view["last"]:
        last = view["last"]
        yield f"last: seat {last['seat']} {last['move']} ({last['points']} points)"
    if view["over"]:
        yield f"The game is over ({view['over']})."


def _seat(view: View, seat: int, score: int) -> str:
    mark = ">" if seat in view["to_act"] else " "
    gone = ", out" if seat in view["out"] else ""
    return f"{mark}seat {seat}: {score} points ({view['rack_sizes'][seat]} tiles{gone})"
