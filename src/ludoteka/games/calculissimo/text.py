"""A view as a plain-text board for the terminal."""

from collections.abc import Iterator

from ludoteka.core.game import View
from ludoteka.core.painting import Line, Painting, Span
from ludoteka.core.sentences import Sentence, counted
from ludoteka.games._lines.squares import COLUMNS

_PREMIUMS = {".": ".", "G": "g", "B": "b", "Y": "y", "P": "p", "*": "*"}
_JOKERS = dict(zip("abcdefghipmv", "123456789+-:", strict=True))


def text(view: View) -> str:
    """Board, scores, racks and what is awaited; `[5]` is a joker that stands for 5."""
    size = len(view["board"])
    head = "    " + "".join(f" {letter} " for letter in COLUMNS[:size])
    lines = [head]
    for number, (chips, premiums) in enumerate(zip(view["board"], view["grid"], strict=True), start=1):
        squares = "".join(_square(chip, premium) for chip, premium in zip(chips, premiums, strict=True))
        lines.append(f" {number:2} {squares}")
    legend = (
        "    g green x2, b blue x3 (a number); y yellow x2, p purple x3, * logo x2 (a calculation); [5] joker"
    )
    return "\n".join([*lines, legend, "", *_table(view), *_news(view)])


def _square(chip: str, premium: str) -> str:
    if chip == ".":
        return f" {_PREMIUMS[premium]} "
    return f"[{_JOKERS[chip]}]" if chip in _JOKERS else f" {chip} "


def _table(view: View) -> list[str]:
    lines = []
    for seat, (score, rack, chips) in enumerate(
        zip(view["scores"], view["racks"], view["sizes"], strict=True)
    ):
        shown = _chips(chips) if rack is None else " ".join(rack) if chips else "no chips"
        mark = ">" if seat == view["turn"] else " "
        gone = "  (left)" if seat in view["left"] else ""
        lines.append(f"  {mark} seat {seat}: {score:4} points   {shown}{gone}")
    return [*lines, f"    {_chips(view['bag'])} in the bag"]


def _chips(number: int) -> str:
    return "1 chip" if number == 1 else f"{number} chips"


def _news(view: View) -> list[str]:
    lines = []
    if view["last"] is not None:
        last = view["last"]
        lines.append(f"    Last: seat {last['seat']} played {last['move']} for {last['points']} points.")
    if view["claim"] is not None:
        claim = view["claim"]
        lines.append(f"    Seat {claim['seat']} claims {claim['move']}: accept or dispute?")
    if view["over"] is not None:
        lines.append(f"    The game is over ({view['over']}).")
    return lines


# --- for terminals ---------------------------------------------------------------------------

SIGNS = str.maketrans({"x": "×", ":": "÷", "-": "−"})  # as the page writes them
MARKS: dict[str, Span] = {
    "G": Span(" ·2", "two"),
    "B": Span(" ·3", "three"),
    "Y": Span(" ×2", "all-two"),
    "*": Span(" ×2", "all-two"),
    "P": Span(" ×3", "all-three"),
    ".": Span(" · ", "quiet"),
}


def paint(view: View, seat: int | None) -> Painting:
    """The board for a terminal; `[5]` is a joker that stands for 5."""
    size = len(view["board"])
    head = (Span("    " + "".join(f" {letter} " for letter in COLUMNS[:size]), "quiet"),)
    rows = [_painted(view, number) for number in range(size)]
    return Painting((head, *rows), tuple(_seats(view)), tuple(_notes(view, seat)))


def _painted(view: View, number: int) -> Line:
    cells = [Span(f"{number + 1:3} ", "quiet")]
    for chip, premium in zip(view["board"][number], view["grid"][number], strict=True):
        cells.append(
            MARKS[premium] if chip == "." else Span(_square(chip, premium).translate(SIGNS), "piece")
        )
    return tuple(cells)


def _seats(view: View) -> Iterator[tuple[Sentence, ...]]:
    for seat, (score, chips) in enumerate(zip(view["scores"], view["sizes"], strict=True)):
        said = (counted(score, "{n} point", "{n} points"), counted(chips, "{n} chip", "{n} chips"))
        yield (*said, Sentence("has left")) if seat in view["left"] else said


def _notes(view: View, seat: int | None) -> Iterator[Sentence]:
    if any(sign not in ".*" for row in view["grid"] for sign in row):
        yield Sentence("·2 ·3: the number counts two or three times; ×2 ×3: the whole calculation does.")
    if any(chip in _JOKERS for row in view["board"] for chip in row):
        yield Sentence("[ ]: a joker.")
    if view["bag"]:
        yield counted(view["bag"], "{n} chip is in the bag.", "{n} chips are in the bag.")
    else:
        yield Sentence("The bag is empty.")
    rack = None if seat is None else view["racks"][seat]
    if rack and rack != "0":
        yield Sentence("Your chips: {chips}", chips=" ".join(rack).translate(SIGNS))
    if view["claim"] is not None and seat in view["asked"]:
        yield Sentence("Do you accept or dispute the chips just laid?")
