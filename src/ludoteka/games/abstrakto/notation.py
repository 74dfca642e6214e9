"""Texts of moves and chance outcomes (AS-2, AS-8); positions are read and written in `position.py`."""

from ludoteka.core.game import Outcome, Seat
from ludoteka.core.refusals import BadNotation
from ludoteka.core.sentences import quoted
from ludoteka.games.abstrakto.position import dump, load
from ludoteka.games.abstrakto.rules.geometry import COLUMNS, places, point_name
from ludoteka.games.abstrakto.types import (
    COLOURS,
    DISCARDED,
    KINDS,
    Counts,
    Discard,
    Move,
    Pass,
    Place,
    State,
    Swap,
    counts_of,
)

MOVE = "AS-8.1"
LONGEST = len("discardSLX")


class Notation:
    """Reads and writes what the rules document calls texts."""

    def read(self, state: State, seat: Seat, text: str) -> Move:
        """[AS-8.1] A point, `discard` with three letters, `swap`, or `pass` to be refused."""
        word = _squeezed(text, MOVE)
        if word == "swap":
            return Swap()
        if word == "pass":
            return Pass()
        if word.startswith("discard"):
            return Discard(_read_letters(word[len("discard") :], MOVE))
        return read_point(word, state.size)

    def write(self, state: State, seat: Seat, move: Move) -> str:
        return write(move)

    def read_outcome(self, state: State, text: str) -> Outcome:
        """[AS-2.3] Three letters in any order; [AS-2.5] or the colour that starts."""
        if state.phase == "start":
            word = _squeezed(text, "AS-2.5")
            if word not in COLOURS:
                raise BadNotation("The start is drawn as blue or orange.", "AS-2.5")
            return word
        counts = _read_letters(_squeezed(text, "AS-2.3"), "AS-2.3")
        return (tuple(_letters(counts)),)

    def write_outcome(self, state: State, outcome: Outcome) -> str:
        return write_outcome(outcome)

    def dump(self, state: State) -> str:
        return dump(state)

    def load(self, text: str) -> State:
        return load(text)


def write(move: Move) -> str:
    """[AS-8.2] Points in lower case, discarded tiles in capitals in the order S, L, X."""
    if isinstance(move, Place):
        return point_name(move.x, move.y)
    if isinstance(move, Discard):
        return f"discard {_letters(move.tiles)}"
    return "swap" if isinstance(move, Swap) else "pass"


def write_outcome(outcome: Outcome) -> str:
    """[AS-2.3] Three letters, or [AS-2.5] a colour."""
    if isinstance(outcome, str):
        return outcome
    return "".join(str(kind) for group in outcome if isinstance(group, tuple) for kind in group)


def _squeezed(text: str, rule: str) -> str:
    """The text in lower case and without spaces; refuses what is too long or strange to be a move."""
    word = text.replace(" ", "")
    if len(word) > LONGEST or not word.isascii():
        raise BadNotation("{text} cannot be read here.", rule, text=quoted(word, 20))
    return word.lower()


def _read_letters(word: str, rule: str) -> Counts:
    if len(word) != DISCARDED or any(letter not in KINDS.lower() for letter in word):
        raise BadNotation("Three tiles are named by three letters out of S, L and X, such as SLX.", rule)
    return counts_of(word.count(kind) for kind in KINDS.lower())


def _letters(counts: Counts) -> str:
    """Tiles as letters in the order S, L, X."""
    return "".join(kind * number for kind, number in zip(KINDS, counts, strict=True))


def read_point(word: str, size: int) -> Place:
    """[AS-1.3] A column letter and a row number without leading zero, within the board's points."""
    side = 2 * size + 1
    column, row = COLUMNS[:side].find(word[:1]), word[1:]
    if not word or column < 0 or not _is_row(row, side):
        raise BadNotation(
            "{text} is not a move: name a point from a1 to {last}, such as {middle}.",
            MOVE,
            text=quoted(word),
            last=point_name(side - 1, side - 1),
            middle=point_name(size, size),
        )
    return places(size)[int(row) - 1][column]


def _is_row(row: str, side: int) -> bool:
    return row.isdigit() and not row.startswith("0") and len(row) < 3 and int(row) <= side
