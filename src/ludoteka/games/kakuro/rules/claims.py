"""The law of a claim: what it costs, how its tiles act, when its row is regular (KA-4, KA-5, KA-6).

`judge` returns the board after a right claim and raises `IllegalMove` with the rule that makes it irregular;
whether that is a refusal or a wrong claim is decided in `turns.py`.
"""

from collections import Counter

from ludoteka.core.kernel import shared
from ludoteka.core.refusals import IllegalMove
from ludoteka.core.sentences import Sentence, counted
from ludoteka.games.kakuro.rules.board import (
    NAMES,
    after,
    before,
    covered,
    digits_of,
    is_silver,
    is_sum_square,
    is_used,
    named,
    squares_of,
    used,
)
from ludoteka.games.kakuro.types import (
    ACROSS,
    DUPLICATION,
    EXCHANGE,
    FACES,
    LAID_SUM_SQUARE,
    USED,
    Claim,
    Row,
    in_pool_order,
)

# --- laws that the compiled solver shares ----------------------------------------------------


@shared
def is_long_enough(length: int) -> bool:
    """[KA-4.1] A row is two or more neighbouring squares."""
    return length >= 2


@shared
def duplications_due(squares: int, different: int) -> int:
    """[KA-4.7] [KA-5.6] A digit shown k times costs k-1 duplication tiles, added up over all digits."""
    return squares - different


@shared
def points_for(squares: int) -> int:
    """[KA-6.2] One point for each square of the row; red squares and digit tiles count."""
    return squares


# --- paying ----------------------------------------------------------------------------------


def paid(claim: Claim) -> str:
    """[KA-5.1] The tiles a claim uses, in pool order: each counts once, sum squares by their named face."""
    tiles = [DUPLICATION] * claim.duplications + [EXCHANGE] * len(claim.exchanges)
    tiles += [str(digit) for _, digit in claim.digit_tiles]
    tiles += [face for _, face in claim.sum_squares]
    return in_pool_order("".join(tiles))


def without(pool: str, tiles: str) -> str:
    """A pool after tiles have been taken from it."""
    rest = Counter(pool)
    rest.subtract(tiles)
    return "".join(face * rest[face] for face in FACES)


def check_pool(pool: str, claim: Claim) -> None:
    """[KA-5.1] All tiles come from the claimant's pool; a claim that names others is not even judged."""
    missing = Counter(paid(claim))
    missing.subtract(pool)
    faces = tuple(face for face in FACES if missing[face] > 0)
    if faces:
        text = "You do not have all the action tiles for this. Missing: {faces}."
        raise IllegalMove(text, "KA-5.1", faces, faces=", ".join(faces))


# --- the tiles act, in the order of KA-5.7 -----------------------------------------------------


def judge(board: bytes, total: int, claim: Claim) -> bytes:
    """[KA-6.1] The board after a right claim: its changes stay and its squares are used in its direction."""
    changed = changed_by(board, claim)
    check_row(changed, total, claim)
    mark = USED[claim.row.direction]
    for square in squares_of(claim.row):
        changed[square] = used(changed[square], mark)
    return bytes(changed)


def changed_by(board: bytes, claim: Claim) -> bytearray:
    """[KA-5.7] Exchanges as written, then digit tiles, then sum squares."""
    changed = bytearray(board)
    for one, other in claim.exchanges:
        _exchange(changed, one, other)
    for square, digit in claim.digit_tiles:
        _lay_digit_tile(changed, claim.row, square, digit)
    for square, _ in claim.sum_squares:
        _lay_sum_square(changed, claim.row, square)
    return changed


def _not_silver(board: bytearray, *squares: int) -> tuple[str, ...]:
    """[KA-5.2] Action tiles act on silver squares only, never on red and never on a laid action tile."""
    return named(square for square in squares if not is_silver(board[square]))


def _exchange(board: bytearray, one: int, other: int) -> None:
    """[KA-5.5] Swaps the number tiles of two squares anywhere on the board (our reading)."""
    if wrong := _not_silver(board, one, other):
        text = "An exchange works on silver squares only, and {square} is not silver."
        raise IllegalMove(text, "KA-5.2", wrong, square=wrong[0])
    board[one], board[other] = board[other], board[one]


def _lay_digit_tile(board: bytearray, row: Row, square: int, digit: int) -> None:
    """[KA-5.4] A digit tile is laid on a square of the row; it may show the same digit (our reading)."""
    if square not in squares_of(row):
        text = "A digit tile must lie in the row, and {square} is not part of it."
        raise IllegalMove(text, "KA-5.4", named((square,)), square=NAMES[square])
    if wrong := _not_silver(board, square):
        text = "A digit tile works on silver squares only, and {square} is not silver."
        raise IllegalMove(text, "KA-5.2", wrong, square=wrong[0])
    board[square] = covered(digit)


def _lay_sum_square(board: bytearray, row: Row, square: int) -> None:
    """[KA-5.3] A sum square is laid directly before the first or after the last square of the row."""
    if square not in (before(row), after(row)):
        text = "A sum square must lie directly before or after the row, and {square} does not."
        raise IllegalMove(text, "KA-5.3", named((square,)), square=NAMES[square])
    if wrong := _not_silver(board, square):
        text = "A sum square works on silver squares only, and {square} is not silver."
        raise IllegalMove(text, "KA-5.2", wrong, square=wrong[0])
    board[square] = LAID_SUM_SQUARE


# --- the row, judged on the digits then visible ------------------------------------------------


def check_row(board: bytes | bytearray, total: int, claim: Claim) -> None:
    """Refuses a row that is not regular, in the order KA-4.1 to KA-4.7."""
    row = claim.row
    check_length(row)
    check_numbers(board, row)
    check_beginning(board, row)
    check_end(board, row)
    check_unused(board, row)
    digits = digits_of(bytes(board), row)
    _check_sum(digits, total, row)
    _check_repetitions(digits, claim)


def check_length(row: Row) -> None:
    """[KA-4.1] Two or more neighbouring squares of one line."""
    if not is_long_enough(row.length):
        raise IllegalMove("A row needs at least two squares.", "KA-4.1", named((row.first,)))


def check_numbers(board: bytes | bytearray, row: Row) -> None:
    """[KA-4.2] None of the squares is a sum square."""
    wrong = [square for square in squares_of(row) if is_sum_square(board[square])]
    if wrong:
        text = "A sum square lies in the middle of this row, on {square}."
        raise IllegalMove(text, "KA-4.2", named(wrong), square=NAMES[wrong[0]])


def check_beginning(board: bytes | bytearray, row: Row) -> None:
    """[KA-4.3] Directly before the first square is a sum square, of the frame or laid."""
    square = before(row)
    if square is not None and not is_sum_square(board[square]):
        text = "The row must begin at a sum square, and there is none on {square}."
        raise IllegalMove(text, "KA-4.3", named((square,)), square=NAMES[square])


def check_end(board: bytes | bytearray, row: Row) -> None:
    """[KA-4.4] Directly after the last square is a sum square or the edge."""
    square = after(row)
    if square is not None and not is_sum_square(board[square]):
        text = "The row must end at a sum square or at the edge, and {square} goes on."
        raise IllegalMove(text, "KA-4.4", named((square,)), square=NAMES[square])


def check_unused(board: bytes | bytearray, row: Row) -> None:
    """[KA-4.5] No square has been used in this direction; red from the other direction counts fully."""
    mark = USED[row.direction]
    wrong = [square for square in squares_of(row) if is_used(board[square], mark)]
    if wrong:
        across, down = "This row has been used across already.", "This row has been used down already."
        raise IllegalMove(across if row.direction == ACROSS else down, "KA-4.5", named(wrong))


def _check_sum(digits: tuple[int, ...], total: int, row: Row) -> None:
    """[KA-4.6] The sum of the digits is the open sum tile."""
    if sum(digits) != total:
        text, where = "This row makes {digits} = {sum}, not {total}.", named(squares_of(row))
        shown = " + ".join(map(str, digits))
        raise IllegalMove(text, "KA-4.6", where, digits=shown, sum=sum(digits), total=total)


def _check_repetitions(digits: tuple[int, ...], claim: Claim) -> None:
    """[KA-4.7] Exactly as many duplication tiles are paid as the repetitions cost, no more and no fewer."""
    due = duplications_due(len(digits), len(set(digits)))
    if due == claim.duplications:
        return
    times = Counter(digits)
    again = [s for s, digit in zip(squares_of(claim.row), digits, strict=True) if times[digit] > 1]
    text, where = (
        "The repeated numbers of this row cost {due}, and you pay {paid}.",
        again or squares_of(claim.row),
    )
    raise IllegalMove(text, "KA-4.7", named(where), due=_tiles(due), paid=_tiles(claim.duplications))


def _tiles(number: int) -> Sentence:
    if number == 0:
        return Sentence("no duplication tiles")
    return counted(number, "{n} duplication tile", "{n} duplication tiles")
