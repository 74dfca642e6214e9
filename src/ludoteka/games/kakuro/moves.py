"""What `legal` lists (KA-14): the words, and a defined part of the legal claims.

Rows are scanned line by line with running sums; the laws about squares, repetitions and paying are those
of `rules/`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from ludoteka.core.game import Seat
from ludoteka.games.kakuro.rules.board import (
    after,
    before,
    digits_of,
    fits,
    is_silver,
    is_sum_square,
    is_used,
    squares_of,
)
from ludoteka.games.kakuro.rules.claims import duplications_due, is_long_enough
from ludoteka.games.kakuro.rules.rounds import (
    RACING,
    is_of_phase,
    may_buzz,
    may_vote,
    may_withdraw,
    seats_to_act,
)
from ludoteka.games.kakuro.types import (
    DIRECTIONS,
    DUPLICATION,
    EXCHANGE,
    SIZE,
    SQUARES,
    USED,
    Claim,
    Direction,
    Move,
    Row,
    State,
    Word,
)


def words(state: State, seat: Seat) -> Iterator[Word]:
    """[KA-14.1] The words that the phase and the votes allow the seat, in listing order."""
    barred = {
        Word.KAKURO: not may_buzz(state),
        Word.IMPOSSIBLE: not may_vote(state, seat),
        Word.POSSIBLE: not may_withdraw(state, seat),
    }
    return (word for word in Word if is_of_phase(state, word) and not barred.get(word))


def legal(state: State, seat: Seat) -> Iterator[Move]:
    """[KA-14.1] First the words, then the claims; nothing for a seat that is not awaited."""
    if seat not in seats_to_act(state):
        return
    yield from words(state, seat)
    if state.open is not None and state.phase in RACING:
        yield from claims(state.board, state.open, state.pools[seat])


def claims(board: bytes, total: int, pool: str) -> Iterator[Claim]:
    """[KA-14.2] By direction, first square and length: plain claims, one digit tile, one exchange."""
    for row in open_rows(board):
        site = Site(board, total, pool, row)
        yield from site.plain()
        yield from site.with_digit_tile()
        yield from site.with_exchange()


def open_rows(board: bytes) -> Iterator[Row]:
    """Rows that are closed or can be closed: KA-4.1, KA-4.2 and KA-4.5 hold, and KA-5.2 at both ends."""
    for mark, rows in _rows_by_first_square():
        for row, last, ends in rows:
            cell = board[last]
            if is_sum_square(cell) or is_used(cell, mark):
                break
            if is_long_enough(row.length) and _can_close(board, ends):
                yield row


@lru_cache(maxsize=1)
def _rows_by_first_square() -> tuple[tuple[int, tuple[tuple[Row, int, tuple[int, ...]], ...]], ...]:
    """For each direction and first square its mark and all rows, by length, with last square and ends."""
    return tuple(
        (USED[direction], tuple(map(_outlined, _rows_from(direction, first))))
        for direction in DIRECTIONS
        for first in range(SQUARES)
    )


def _rows_from(direction: Direction, first: int) -> Iterator[Row]:
    return filter(fits, (Row(direction, first, length) for length in range(1, SIZE + 1)))


def _outlined(row: Row) -> tuple[Row, int, tuple[int, ...]]:
    ends = tuple(end for end in (before(row), after(row)) if end is not None)
    return row, squares_of(row)[-1], ends


def _can_close(board: bytes, ends: tuple[int, ...]) -> bool:
    """Whether each end is a sum square, or silver so that one can be laid there (KA-5.2)."""
    return all(is_sum_square(board[end]) or is_silver(board[end]) for end in ends)


def ends_to_close(board: bytes, row: Row) -> tuple[int, ...]:
    """The squares directly before and after the row that need a sum square (KA-4.3, KA-4.4)."""
    ends = (before(row), after(row))
    return tuple(e for e in ends if e is not None and not is_sum_square(board[e]))


def pay(pool: str, ends: tuple[int, ...], tools: str, due: int) -> tuple[tuple[int, str], ...] | None:
    """[KA-14.3] The sum squares, each paid with the last tile not otherwise used; None: it cannot be paid."""
    rest = pool
    for tile in tools + DUPLICATION * due:
        place = rest.find(tile)
        if place < 0:
            return None
        rest = rest[:place] + rest[place + 1 :]
    if len(rest) < len(ends):
        return None
    return tuple((end, rest[-1 - i]) for i, end in enumerate(ends))


@dataclass(slots=True)
class Site:
    """One row with what can be made of it."""

    board: bytes
    total: int
    pool: str
    row: Row

    def plain(self) -> Iterator[Claim]:
        """[KA-14.2] (a) No exchange and no digit tile."""
        if claim := self.claim(list(digits_of(self.board, self.row))):
            yield claim

    def with_digit_tile(self) -> Iterator[Claim]:
        """[KA-14.2] (b) Exactly one digit tile, which changes the digit of its square."""
        squares, digits = squares_of(self.row), list(digits_of(self.board, self.row))
        for place, square in enumerate(squares):
            wanted = self.total - sum(digits) + digits[place]
            if not self.can_become(square, digits[place], wanted):
                continue
            if claim := self.claim(_with(digits, place, wanted), digit_tile=(square, wanted)):
                yield claim

    def with_exchange(self) -> Iterator[Claim]:
        """[KA-14.2] (c) Exactly one exchange, of a silver square of the row with one outside."""
        if EXCHANGE not in self.pool:
            return
        squares, digits = squares_of(self.row), list(digits_of(self.board, self.row))
        for place, square in enumerate(squares):
            wanted = self.total - sum(digits) + digits[place]
            if not self.can_become(square, digits[place], wanted):
                continue
            partner = partner_for(self.board, self.row, wanted)
            if partner is not None:
                pair = (min(square, partner), max(square, partner))
                if claim := self.claim(_with(digits, place, wanted), exchange=pair):
                    yield claim

    def can_become(self, square: int, digit: int, wanted: int) -> bool:
        """Whether a tile can make this square show another digit (KA-5.2)."""
        return wanted != digit and 1 <= wanted <= 9 and is_silver(self.board[square])

    def claim(
        self,
        digits: list[int],
        digit_tile: tuple[int, int] | None = None,
        exchange: tuple[int, int] | None = None,
    ) -> Claim | None:
        """[KA-14.3] The claim with the `D` and sum squares it needs; None: wrong sum, or not affordable."""
        if sum(digits) != self.total:
            return None
        due = duplications_due(len(digits), len(set(digits)))
        tools = (str(digit_tile[1]) if digit_tile else "") + (EXCHANGE if exchange else "")
        sums = pay(self.pool, ends_to_close(self.board, self.row), tools, due)
        if sums is None:
            return None
        return Claim(
            self.row, (exchange,) if exchange else (), (digit_tile,) if digit_tile else (), sums, due
        )


def partner_for(board: bytes, row: Row, digit: int) -> int | None:
    """[KA-14.2] The first silver square in reading order outside the row that shows the digit."""
    squares = squares_of(row)
    square = board.find(digit)  # a silver square's byte is its digit
    while square in squares:
        square = board.find(digit, square + 1)
    return None if square < 0 else square


def _with(digits: list[int], place: int, digit: int) -> list[int]:
    return [*digits[:place], digit, *digits[place + 1 :]]
