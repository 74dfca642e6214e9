"""[AB-5] A placement as it lies: where its tiles go, whether they fit and are held, what was declared.

What is refused here (AB-5.1 to 5.3, 7.8, 7.9) is refused even where the players are their own referees.
"""

from dataclasses import dataclass
from functools import lru_cache

from ludoteka.core.refusals import IllegalMove
from ludoteka.core.sentences import Sentence
from ludoteka.core.values import replace
from ludoteka.games._lines.squares import square_name
from ludoteka.games._lines.tiles import THERE, arranged, taken
from ludoteka.games.abaku.rules.equations import understand
from ludoteka.games.abaku.types import (
    ACROSS,
    COLUMN_STEP,
    DOWN,
    EMPTY,
    JOKER,
    OLD_JOKER,
    ROW_STEP,
    SIZE,
    TILES,
    Declaration,
    Move,
    Options,
    Placement,
    Take,
)

REPLACING = "="
Spoken = tuple[tuple[Declaration, tuple[int, ...]], ...]


@dataclass(frozen=True, slots=True)
class Laid:
    """A placement on the board, before anybody has asked whether its equations hold."""

    before: bytes  # the board without it
    board: bytes  # with it: a new Joker counts as the digit it is given
    kind: int
    digits: dict[int, int]  # the new tiles: square to digit, in line order
    replaced: tuple[int, ...]  # the squares of Jokers that were taken
    joker: int | None  # where a Joker was laid
    rack: str  # what is left, Jokers taken included
    declared: Spoken = ()

    @property
    def is_opening(self) -> bool:
        """Whether the board held no tile at all."""
        return self.before.count(EMPTY) == len(self.before)

    @property
    def after(self) -> bytes:
        """[AB-6.2] The board from the next turn on: a Joker is a hole."""
        if self.joker is None:
            return self.board
        return self.board[: self.joker] + bytes([OLD_JOKER]) + self.board[self.joker + 1 :]


def items(tiles: str) -> list[str]:
    """[AB-6.1] The items of a well-formed tile string: `6.*2` is `6`, `.`, and a Joker named 2."""
    found: list[str] = []
    mark = ""
    for sign in tiles:
        if sign in (JOKER, REPLACING):
            mark = sign
        else:
            found.append(mark + sign)
            mark = ""
    return found


@lru_cache(maxsize=1024)
def squares_of(square: int, kind: int) -> tuple[int, ...]:
    """[AB-4.6] All squares of the line of a kind through a square, in reading order."""
    row, column = divmod(square, SIZE)
    rows, columns = ROW_STEP[kind], COLUMN_STEP[kind]
    while 0 <= row - rows < SIZE and 0 <= column - columns < SIZE:
        row, column = row - rows, column - columns
    line = []
    while 0 <= row < SIZE and 0 <= column < SIZE:
        line.append(row * SIZE + column)
        row, column = row + rows, column + columns
    return tuple(line)


def names(*squares: int) -> tuple[str, ...]:
    """The names of squares, for `where`."""
    return tuple(square_name(*divmod(square, SIZE)) for square in squares)


def where(move: Move) -> tuple[str, ...]:
    """The squares to light for a move: its new tiles in line order, or the tile that is taken back."""
    if isinstance(move, Take):
        return names(move.square)
    if not isinstance(move, Placement):
        return ()
    line = squares_of(move.start, move.kind)
    along = zip(line[line.index(move.start) :], items(move.tiles), strict=False)
    return names(*(square for square, part in along if part != THERE))


def lay(options: Options, board: bytes, rack: str, placement: Placement) -> Laid:
    """Puts the tiles on the board; raises `IllegalMove` in the order AB-5.1, 5.2, 5.3, 7.8, 7.9."""
    parts = items(placement.tiles)
    squares = in_one_line(options, placement, len(parts))
    fits(board, squares, parts)
    left = held(rack, squares, parts)
    marks = {square: part for square, part in zip(squares, parts, strict=True) if part != THERE}
    digits = {square: int(part[-1]) for square, part in marks.items()}
    after = bytearray(board)
    for square, digit in digits.items():
        after[square] = digit
    jokers = [square for square, part in marks.items() if part[0] == JOKER]
    replaced = tuple(square for square, part in marks.items() if part[0] == REPLACING)
    laid = Laid(board, bytes(after), placement.kind, digits, replaced, jokers[0] if jokers else None, left)
    return with_declarations(options, laid, placement)


def in_one_line(options: Options, placement: Placement, count: int) -> tuple[int, ...]:
    """[AB-5.1] The squares of the placement: one row, column or, where they count, diagonal, on the board."""
    if placement.kind > DOWN and options.diagonals == "off":
        raise IllegalMove(
            "Diagonals do not count in this game: lay your tiles in one row or one column.",
            "AB-5.1",
            names(placement.start),
        )
    line = squares_of(placement.start, placement.kind)
    at = line.index(placement.start)
    squares = line[at : at + count]
    if len(squares) < count:
        raise IllegalMove("Your tiles run over the edge of the board.", "AB-5.1", names(*squares))
    return squares


def fits(board: bytes, squares: tuple[int, ...], parts: list[str]) -> None:
    """[AB-5.2] New tiles on empty squares or, written `=`, on an old Joker; no gap between them.

    [AB-6.2] An old Joker is a hole: it cannot be passed through.
    """
    for square, part in zip(squares, parts, strict=True):
        sentence = _misfit(board[square], part, *names(square))
        if sentence is not None:
            raise IllegalMove(sentence, "AB-5.2", names(square))


def _misfit(there: int, part: str, square: str) -> Sentence | None:
    """[AB-5.2] What is wrong with one square of a placement."""
    if part == THERE and there == OLD_JOKER:
        return Sentence("The Joker on {square} makes a gap between your tiles.", square=square)
    if part == THERE and there == EMPTY:
        return Sentence("An empty square on {square} makes a gap between your tiles.", square=square)
    if part[0] == REPLACING and there != OLD_JOKER:
        return Sentence("There is no Joker on {square} that you could replace.", square=square)
    if part[0] not in (THERE, REPLACING) and there != EMPTY:
        return Sentence("There is a tile on {square} already.", square=square)
    return None


def held(rack: str, squares: tuple[int, ...], parts: list[str]) -> str:
    """[AB-5.3] The rack after the placement. [AB-6.4] A Joker that is replaced goes to the rack,

    [AB-6.5] and may be laid again in the same placement.
    """
    left = rack + JOKER * sum(part[0] == REPLACING for part in parts)
    for square, part in zip(squares, parts, strict=True):
        if part == THERE:
            continue
        tile = JOKER if part[0] == JOKER else part[-1]
        rest = taken(left, tile)
        if rest is None:
            raise IllegalMove(_not_held(tile, *names(square)), "AB-5.3", names(square))
        left = rest
    return arranged(left, TILES)


def _not_held(tile: str, square: str) -> Sentence:
    if tile == JOKER:
        return Sentence("You do not have the Joker for {square}.", square=square)
    return Sentence("You do not have a {tile} for {square}.", tile=tile, square=square)


# --- declarations ----------------------------------------------------------------------------


def with_declarations(options: Options, laid: Laid, placement: Placement) -> Laid:
    """The placement with what was declared; refuses AB-7.8 and 7.9."""
    if not placement.declared:
        return laid
    undeclared_match(options, laid)
    spoken = tuple((said, declared_squares(laid, said)) for said in placement.declared)
    return replace(laid, declared=spoken)


def undeclared_match(options: Options, laid: Laid) -> None:
    """[AB-7.8] Where all equations score without being named, a move with declarations is refused."""
    if options.declare == "auto":
        raise IllegalMove(
            "Equations are found by themselves in this game: lay your tiles without declaring.",
            "AB-7.8",
            names(*laid.digits),
        )


def declared_squares(laid: Laid, said: Declaration) -> tuple[int, ...]:
    """[AB-7.9] The squares of a declaration: they hold exactly its digits, one of them new, no old Joker."""
    reading = understand(said.reading)
    assert reading is not None, "only understood readings are declared"
    line = squares_of(said.start, said.kind)
    at = line.index(said.start)
    squares = line[at : at + len(reading.digits)]
    there = "".join(TILES[laid.board[s]] if laid.board[s] < OLD_JOKER else "." for s in squares)
    if there != reading.digits or not any(square in laid.digits for square in squares):
        raise IllegalMove(
            "{reading} does not lie there, or none of its tiles is new.",
            "AB-7.9",
            names(*squares),
            reading=said.reading,
        )
    return squares


def declaration_order(said: Declaration) -> tuple[int, int, int, str]:
    """[AB-14.2] Across, down, falling, rising; then start by row and column; length; text."""
    reading = understand(said.reading)
    length = len(reading.digits) if reading is not None else 0
    return said.kind, said.start, length, said.reading


assert (ACROSS, DOWN) == (0, 1), "diagonals come after rows and columns"
