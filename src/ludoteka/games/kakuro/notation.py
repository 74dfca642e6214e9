"""Texts of moves and outcomes (KA-11, KA-13), read in any case and spacing, written canonically."""

import re

from ludoteka.core.chance import Outcome
from ludoteka.core.game import Seat
from ludoteka.core.refusals import BadNotation
from ludoteka.core.sentences import quoted
from ludoteka.games.kakuro.rules.board import NAMES, SQUARE_OF, fits, row_name
from ludoteka.games.kakuro.rules.rounds import extra_tiles, staying
from ludoteka.games.kakuro.types import (
    ACROSS,
    DOWN,
    DUPLICATION,
    FACE_RANK,
    FACES,
    SIZE,
    SQUARES,
    Claim,
    Move,
    Phase,
    Row,
    State,
    Word,
    in_pool_order,
)

LONGEST_MOVE = 5000  # far beyond what 40 action tiles can name; keeps reading quick
WORDS = {word.value: word for word in Word} | {"kakuro": Word.KAKURO, "give-up": Word.IMPOSSIBLE}
NO_MOVE = (
    "{text} is not a move of Kakuro. "
    "Write a word such as kakuro! or impossible, or a claim such as >D4:5 C4#3."
)

_SPACED_SIGN = re.compile(r" *([:~=#]) *")
_HEAD = re.compile(r"(?:claim +)?([>v]) *([a-h][1-8]):([1-8])")
_EXCHANGE = re.compile(r"([a-h][1-8])~([a-h][1-8])")
_DIGIT_TILE = re.compile(r"([a-h][1-8])=([1-9])")
_SUM_SQUARE = re.compile(r"([a-h][1-8])#([dx1-9])")
_DUPLICATIONS = re.compile(r"d+")


# --- moves -----------------------------------------------------------------------------------


def _no_move(text: str) -> BadNotation:
    return BadNotation(NO_MOVE, "KA-13.1", text=quoted(text, 60))


def read_move(text: str) -> Move:
    """[KA-13.1] A word or a claim."""
    plain = " ".join(word for word in text.strip().replace("\t", " ").split(" ") if word)
    if not plain.isascii() or len(plain) > LONGEST_MOVE:
        raise _no_move(text)
    plain = _SPACED_SIGN.sub(r"\1", plain.lower())
    return WORDS.get(plain) or _read_claim(plain, text)


def _read_claim(plain: str, text: str) -> Claim:
    head = _HEAD.match(plain)
    if head is None or plain[head.end() : head.end() + 1] not in ("", " "):
        raise _no_move(text)
    row = Row(ACROSS if head[1] == ACROSS else DOWN, SQUARE_OF[head[2].upper()], int(head[3]))
    if not fits(row):
        raise BadNotation("The row {row} would leave the board.", "KA-13.1", row=row_name(row))
    tools = _Tools()
    for word in plain[head.end() :].split(" "):
        if word and not tools.take(word):
            raise _no_move(text)
    return tools.claim(row)


class _Tools:
    """The tools of a claim, collected in any order and put in canonical order."""

    def __init__(self) -> None:
        self.exchanges: list[tuple[int, int]] = []
        self.digit_tiles: list[tuple[int, int]] = []
        self.sum_squares: list[tuple[int, str]] = []
        self.duplications = 0

    def take(self, word: str) -> bool:
        """Reads one tool; False: it is not one."""
        if found := _EXCHANGE.fullmatch(word):
            one, other = sorted(SQUARE_OF[name.upper()] for name in found.groups())
            self.exchanges.append((one, other))
            return one != other
        if found := _DIGIT_TILE.fullmatch(word):
            self.digit_tiles.append((SQUARE_OF[found[1].upper()], int(found[2])))
        elif found := _SUM_SQUARE.fullmatch(word):
            self.sum_squares.append((SQUARE_OF[found[1].upper()], found[2].upper()))
        elif _DUPLICATIONS.fullmatch(word):
            self.duplications += len(word)
        else:
            return False
        return True

    def claim(self, row: Row) -> Claim:
        """[KA-13.2] Exchanges as they are made, digit tiles and sum squares by square, all `D` in one."""
        sums = sorted(self.sum_squares, key=lambda tool: (tool[0], FACE_RANK[tool[1]]))
        digits = tuple(sorted(self.digit_tiles))
        return Claim(row, tuple(self.exchanges), digits, tuple(sums), self.duplications)


def write_move(move: Move) -> str:
    """[KA-13.2] The canonical text."""
    if isinstance(move, Word):
        return move.value
    words = [row_name(move.row)]
    words += [f"{NAMES[one]}~{NAMES[other]}" for one, other in move.exchanges]
    words += [f"{NAMES[square]}={digit}" for square, digit in move.digit_tiles]
    words += [f"{NAMES[square]}#{face}" for square, face in move.sum_squares]
    if move.duplications:
        words.append(DUPLICATION * move.duplications)
    return " ".join(words)


# --- outcomes --------------------------------------------------------------------------------


def read_layout(text: str) -> tuple[str, ...]:
    """[KA-11.1] 8 groups of 8 digits separated by `/`: the digits of the 64 squares."""
    rows = text.split("/", SIZE)
    if len(rows) != SIZE or any(re.fullmatch("[1-9]{8}", row) is None for row in rows):
        raise BadNotation("A layout is 8 groups of 8 digits, with / between them.", "KA-11.1")
    return tuple("".join(rows))


def _read_sum(text: str) -> Outcome:
    """[KA-11.1] One or two decimal digits."""
    if re.fullmatch("[0-9]{1,2}", text) is None:
        raise BadNotation("A sum tile is a number such as 20.", "KA-11.1")
    return str(int(text))


def _read_groups(text: str, seats: int, each: int) -> Outcome:
    """[KA-11.1] For each seat its tiles; within a seat in any order."""
    groups = text.split("/", seats)
    if len(groups) != seats or any(len(g) != each or not set(g) <= set(FACES) for g in groups):
        template = "Name {each} tile(s) for each of the {seats} seats, with / between them, like X3/D5."
        raise BadNotation(template, "KA-11.1", each=each, seats=seats)
    return tuple(tuple(in_pool_order(group)) for group in groups)


def read_outcome(state: State, text: str) -> Outcome:
    """[KA-11.1] The outcome that a text stands for, in the phase of the state."""
    plain = text.strip(" ").upper() if text.isascii() else ""
    if state.phase is Phase.LAYOUT:
        return tuple((digit,) for digit in read_layout(plain))
    if state.phase is Phase.DEAL:
        return _read_groups(plain, state.seats, extra_tiles(state))
    if state.phase is Phase.SUM:
        return _read_sum(plain)
    if state.phase is Phase.TILES:
        return _read_groups(plain, len(staying(state)), 1)
    raise BadNotation("No draw is awaited now.", "KA-11.1")


def write_outcome(state: State, outcome: Outcome) -> str:
    """[KA-11.1] The canonical text of an outcome."""
    if isinstance(outcome, str):
        return outcome
    groups = ["".join(map(str, group)) if isinstance(group, tuple) else str(group) for group in outcome]
    if state.phase is not Phase.LAYOUT:
        return "/".join(groups)
    return "/".join("".join(groups[first : first + SIZE]) for first in range(0, SQUARES, SIZE))


# --- the notation object -----------------------------------------------------------------------


class Notation:
    """Reading is lenient about case and spacing; writing is canonical."""

    def read(self, state: State, seat: Seat, text: str) -> Move:
        return read_move(text)

    def write(self, state: State, seat: Seat, move: Move) -> str:
        return write_move(move)

    def read_outcome(self, state: State, text: str) -> Outcome:
        return read_outcome(state, text)

    def write_outcome(self, state: State, outcome: Outcome) -> str:
        return write_outcome(state, outcome)

    def dump(self, state: State) -> str:
        from ludoteka.games.kakuro import position  # its options read a layout here

        return position.dump(state)

    def load(self, text: str) -> State:
        from ludoteka.games.kakuro import position

        return position.load(text)
