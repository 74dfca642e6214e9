"""Signs of chips, and the texts of moves and outcomes (CA-10.1, CA-10.2)."""

from ludoteka.core.game import BadNotation, Outcome, Seat
from ludoteka.core.sentences import quoted
from ludoteka.games._lines.squares import line_name, read_line
from ludoteka.games._lines.tiles import arranged, is_made_of, split_items
from ludoteka.games.calculissimo.types import CHIPS, FACES, JOKER, Move, Placement, State, Swap, Word

ALSO = {"X": "x", "×": "x", ":": "/", "÷": "/", "−": "-"}
_READ_AS = str.maketrans(ALSO | {" ": "", "\t": ""})
_WORDS = {word.value: word for word in Word}
_SWAP = "swap"


def chips_of(text: str) -> str:
    """[CA-10.1] Chips as they are written in moves, from any of the accepted signs; no spaces."""
    return text.translate(_READ_AS)


def write_move(move: Move) -> str:
    """[CA-10.2] The canonical text of a move."""
    if isinstance(move, Placement):
        return f"{line_name(*move.line)} {move.items}"
    return move.value if isinstance(move, Word) else f"{_SWAP} {move.chips}"


def read_move(text: str, size: int) -> Move:
    """[CA-10.2] The move that a text stands for on a board of this size; raises `BadNotation`."""
    first, _, rest = text.strip().replace("\t", " ").partition(" ")
    rest = chips_of(rest)
    word = first.lower()
    if word in _WORDS and not rest:
        return _WORDS[word]
    if word == _SWAP and rest and is_made_of(rest, CHIPS):
        return Swap(arranged(rest, CHIPS))
    placement = read_placement(first, rest, size)
    if placement is None:
        sentence = "{given} is not a move. Moves look like '8F 6/2+9', 'swap 12+' or 'pass'."
        raise BadNotation(sentence, given=quoted(text))
    return placement


def read_placement(line: str, items: str, size: int) -> Placement | None:
    """The placement of a line and items; a single new chip is written across."""
    where = read_line(line, size)
    parts = split_items(items, FACES, {JOKER: FACES}, max(1, len(items)))
    if where is None or parts is None:
        return None
    return Placement(where._replace(down=where.down and len(parts) > 1), items)


def read_outcome(state: State, text: str) -> Outcome:
    """Drawn chips: one group, or in the start draw a group for each seat; raises `BadNotation`."""
    chips = chips_of(text)
    if not chips or not is_made_of(chips, CHIPS):
        sentence = "{given} are not chips. Chips are {chips}."
        raise BadNotation(sentence, given=quoted(text), chips=" ".join(CHIPS))
    if state.due is not None and state.due.event == "first":
        return tuple((chip,) for chip in chips)
    return (tuple(arranged(chips, CHIPS)),)


def write_outcome(outcome: Outcome) -> str:
    """All groups one after the other: one chip per seat, or one set."""
    return "".join(chip for group in outcome if isinstance(group, tuple) for chip in map(str, group))


# --- the notation object -----------------------------------------------------------------------


class Notation:
    """The texts of Calculissimo."""

    def read(self, state: State, seat: Seat, text: str) -> Move:
        return read_move(text, state.size)

    def write(self, state: State, seat: Seat, move: Move) -> str:
        return write_move(move)

    def read_outcome(self, state: State, text: str) -> Outcome:
        return read_outcome(state, text)

    def write_outcome(self, state: State, outcome: Outcome) -> str:
        return write_outcome(outcome)

    def dump(self, state: State) -> str:
        from ludoteka.games.calculissimo import position  # it writes and reads moves itself

        return position.dump(state)

    def load(self, text: str) -> State:
        from ludoteka.games.calculissimo import position

        return position.load(text)
