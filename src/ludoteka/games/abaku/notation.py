"""[AB-14.1] Texts of moves and outcomes: read in any case and with any spaces, written canonically."""

from ludoteka.core.chance import Groups, Outcome
from ludoteka.core.refusals import BadNotation
from ludoteka.core.sentences import quoted
from ludoteka.games._lines.squares import line_name, read_line
from ludoteka.games._lines.tiles import arranged, is_made_of, split_items
from ludoteka.games.abaku.rules.equations import understand
from ludoteka.games.abaku.rules.placement import REPLACING, declaration_order, items
from ludoteka.games.abaku.types import (
    ACROSS,
    DIGITS,
    DOWN,
    FALLING,
    JOKER,
    RISING,
    SIZE,
    TILES,
    Change,
    Declaration,
    Move,
    Options,
    Placement,
    Reply,
    Skip,
    State,
    Take,
)

MOST_SIGNS = 20_000  # a move with every segment of the board declared is shorter
MOST_TILES = 1000  # in one word: far more than there are, so that the rules refuse too many
MARKED = {JOKER: DIGITS, REPLACING: DIGITS}
MARKS = {"\\": FALLING, "/": RISING}
PLAIN_MOVES: dict[str, Move] = {
    "skip": Skip(),
    "accept": Reply(disputes=False),
    "dispute": Reply(disputes=True),
}


# --- outcomes --------------------------------------------------------------------------------


def read_outcome(state: State, text: str) -> Outcome:
    """[AB-14.3] `first`: one tile per seat; `racks`: racks joined by `|`; otherwise tiles, in any order."""
    words = text.split()
    if len(words) != 1 or len(text) > MOST_SIGNS or not is_made_of(words[0], TILES + "|"):
        raise BadNotation("That is no text of drawn tiles.", "AB-14.3")
    groups = words[0].split("|")
    event = state.draw.event if state.draw is not None else ""
    if len(groups) > 1 and event != "racks":
        raise BadNotation("Only racks are written with | between them.", "AB-14.3")
    if event == "first":
        return tuple((tile,) for tile in words[0])
    return tuple(tuple(arranged(group, TILES)) for group in groups)


def write_outcome(state: State, outcome: Outcome) -> str:
    """[AB-14.3] Each group of tiles sorted."""
    joint = "|" if state.draw is not None and state.draw.event == "racks" else ""
    return joint.join(arranged(group, TILES) for group in drawn(outcome))


def drawn(outcome: Outcome) -> Groups:
    """The groups of tiles of an outcome: Abaku draws from a bag only."""
    assert isinstance(outcome, tuple)
    return tuple(group for group in outcome if isinstance(group, tuple))


# --- writing ---------------------------------------------------------------------------------


def start_name(square: int, kind: int) -> str:
    """[AB-14.2] `8H` across, `H8` down, `8H\\` falling, `8H/` rising."""
    row, column = divmod(square, SIZE)
    mark = {FALLING: "\\", RISING: "/"}.get(kind, "")
    return line_name(row, column, kind == DOWN) + mark


def write_move(move: Move) -> str:
    """[AB-14.2] The canonical text of a move."""
    if isinstance(move, Placement):
        return write_placement(move)
    if isinstance(move, Change):
        return f"change {move.tiles}"
    if isinstance(move, Take):
        return f"take {start_name(move.square, ACROSS)}"
    if isinstance(move, Reply):
        return "dispute" if move.disputes else "accept"
    return "skip"


def write_placement(move: Placement) -> str:
    """[AB-14.2] `8H 1248 8H:12-4=8 8I:2^2=4`."""
    said = (f" {start_name(d.start, d.kind)}:{d.reading}" for d in move.declared)
    return f"{start_name(move.start, move.kind)} {move.tiles}{''.join(said)}"


# --- reading ---------------------------------------------------------------------------------


def read_move(options: Options, text: str) -> Move:
    """[AB-14.2] The move that a text stands for; raises `BadNotation`."""
    if len(text) > MOST_SIGNS or not text.isascii():
        raise _unreadable(text)
    words = text.lower().split()
    if len(words) == 1 and words[0] in PLAIN_MOVES:
        return PLAIN_MOVES[words[0]]
    if len(words) < 2:
        raise _unreadable(text)
    move = _change(words) or _take(words) or _placement(options, words)
    if move is None:
        raise _unreadable(text)
    return move


def _unreadable(text: str) -> BadNotation:
    shown = quoted(text, 60)
    return BadNotation(
        "{text} is not a move. Moves look like 8H 24, change 05, or skip.", "AB-14.2", text=shown
    )


def _change(words: list[str]) -> Change | None:
    """[AB-14.2] `change 0057*`; more tiles than a rack holds are read, and refused by AB-8.1."""
    if words[0] != "change" or len(words) != 2:
        return None
    if len(words[1]) > MOST_TILES or not is_made_of(words[1], TILES):
        return None
    return Change(arranged(words[1], TILES))


def _take(words: list[str]) -> Take | None:
    line = read_line(words[1], SIZE) if words[0] == "take" and len(words) == 2 else None
    if line is None or line.down:
        return None
    return Take(line.row * SIZE + line.column)


def _placement(options: Options, words: list[str]) -> Placement | None:
    """[AB-14.2] `8G 3.*6=1`; more tiles than a line has squares are read, and refused by AB-5.1."""
    start = _start(words[0])
    if start is None or split_items(words[1], DIGITS, MARKED, MOST_TILES) is None:
        return None
    declared = [_declaration(word) for word in words[2:]]
    said = {declaration for declaration in declared if declaration is not None}
    if None in declared:
        return None
    square, kind = start
    if len(items(words[1])) == 1 and kind < options.kinds:
        kind = ACROSS  # a single new tile is written across
    return Placement(square, kind, words[1], tuple(sorted(said, key=declaration_order)))


def _start(word: str) -> tuple[int, int] | None:
    """The square and the kind of line that a start names."""
    kind = MARKS.get(word[-1:])
    line = read_line(word if kind is None else word[:-1], SIZE)
    if line is None or (kind is not None and line.down):
        return None
    return line.row * SIZE + line.column, int(line.down) if kind is None else kind


def _declaration(word: str) -> Declaration | None:
    """[AB-14.2] `8I:2^2=4`."""
    place, _, said = word.partition(":")
    start, reading = _start(place), understand(said)
    if start is None or reading is None:
        return None
    return Declaration(start[1], start[0], reading.text)


# --- the notation object -----------------------------------------------------------------------


class Notation:
    """[AB-14.1] Texts of moves, outcomes and positions."""

    def read(self, state: State, seat: int, text: str) -> Move:
        return read_move(state.options, text)

    def write(self, state: State, seat: int, move: Move) -> str:
        return write_move(move)

    def read_outcome(self, state: State, text: str) -> Outcome:
        return read_outcome(state, text)

    def write_outcome(self, state: State, outcome: Outcome) -> str:
        return write_outcome(state, outcome)

    def dump(self, state: State) -> str:
        from ludoteka.games.abaku import position  # it writes and reads moves itself

        return position.dump(state)

    def load(self, text: str) -> State:
        from ludoteka.games.abaku import position

        return position.load(text)
