"""A view as a plain-text board for the terminal."""

from collections.abc import Iterator

from ludoteka.core.game import View
from ludoteka.core.painting import Line, Painting, Span
from ludoteka.core.sentences import Sentence, counted
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


# --- for terminals ---------------------------------------------------------------------------

MARKS: dict[str, Span] = {
    "d": Span(" ·2", "two"),
    "t": Span(" ·3", "three"),
    "D": Span(" ×2", "all-two"),
    "T": Span(" ×3", "all-three"),
    PLAIN: Span(" · ", "quiet"),
}
EXPLAINED = Sentence("·2 ·3: the tile counts two or three times; ×2 ×3: the whole equation does.")


def paint(view: View, _seat: int | None) -> Painting:
    """The board for a terminal; brackets mark what was laid last."""
    laid = set(view["last"]["squares"]) if view["last"] else set()
    head = (Span("    " + "".join(f" {letter} " for letter in COLUMNS[:SIZE]), "quiet"),)
    rows = [_row(view, number, laid) for number in range(SIZE)]
    return Painting((head, *rows), tuple(_seats(view)), tuple(_notes(view)))


def _row(view: View, number: int, laid: set[str]) -> Line:
    cells = [Span(f"{number + 1:3} ", "quiet")]
    for column, sign in enumerate(view["board"][number]):
        if sign == ".":
            cells.append(MARKS[view["grid"][number][column]])
        elif square_name(number, column) in laid:
            cells.append(Span(f"[{sign}]", "fresh"))
        else:
            cells.append(Span(f" {sign} ", "piece"))
    return tuple(cells)


def _seats(view: View) -> Iterator[tuple[Sentence, ...]]:
    for seat, score in enumerate(view["scores"]):
        tiles = view["rack_sizes"][seat]
        said = (counted(score, "{n} point", "{n} points"), counted(tiles, "{n} tile", "{n} tiles"))
        yield (*said, Sentence("out of the game")) if seat in view["out"] else said


def _notes(view: View) -> Iterator[Sentence]:
    if any(sign in "dtDT" for row in view["grid"] for sign in row):
        yield EXPLAINED
    if view["last"] and view["last"]["squares"]:
        yield Sentence("[ ]: laid last.")
    if view["bag_size"]:
        yield counted(view["bag_size"], "{n} tile is in the bag.", "{n} tiles are in the bag.")
    else:
        yield Sentence("The bag is empty.")
    if view["rack"]:
        yield Sentence("Your tiles: {tiles}", tiles=" ".join(view["rack"]))
    if view["claim"] and view["you"] in view["to_act"]:
        yield Sentence("Do you accept or dispute the tiles just laid?")
