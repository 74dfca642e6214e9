"""The options, in the order of the rules document's table, and the data that two of them name.

Boards and chip sets are files: the package's own, and those that the owner of a printed game adds.
"""

from typing import TypeVar

from ludoteka.core.game import BadRequest, Preset
from ludoteka.core.options import Option
from ludoteka.core.sentences import Sentence, quoted
from ludoteka.games._lines.files import BrokenFile, read_counts, read_grid
from ludoteka.games._lines.shelf import Shelf, UnknownName
from ludoteka.games.calculissimo.types import CHIPS, LOGO, RACK, SQUARES, Grid, State

T = TypeVar("T")

SIZES = range(9, 26)  # [CA-1.4] how many rows a board may have

# --- boards and chip sets --------------------------------------------------------------------


def read_board(text: str) -> Grid:
    """[CA-1.1] [CA-1.4] A `.board` file: N rows of N squares and exactly one logo; raises `BrokenFile`."""
    rows = read_grid(text, SQUARES, SIZES)
    contents = (line.partition("#")[0] for line in text.split("\n"))
    logos = [number for number, line in enumerate(contents, start=1) for sign in line if sign == LOGO]
    if len(logos) > 1:
        raise BrokenFile(logos[1], f"a second logo ({LOGO}); the first is in line {logos[0]}")
    if not logos:
        raise BrokenFile(0, f"the board has no logo ({LOGO})")
    return Grid(rows)


def read_chips(text: str) -> tuple[int, ...]:
    """[CA-1.2] [CA-1.4] A `.chips` file: how many there are of each chip of `CHIPS`; raises `BrokenFile`."""
    return read_counts(text.replace(":", "/").replace("X", "x"), CHIPS)


BOARDS: Shelf[Grid] = Shelf("calculissimo", "board", ("std", "plain", "mini"), read_board)
CHIP_SETS: Shelf[tuple[int, ...]] = Shelf("calculissimo", "chips", ("std", "mini"), read_chips)

# --- the options -----------------------------------------------------------------------------

OPTIONS = (
    Option(
        "board",
        "std",
        "The board: a name.",
        BOARDS.own,
        free=True,
        labels={
            "std": "large, 15 by 15",
            "plain": "large, without premium squares",
            "mini": "small, 11 by 11",
        },
    ),
    Option(
        "chips",
        "std",
        "The chips in the bag: a name.",
        CHIP_SETS.own,
        free=True,
        labels={"std": "100 chips", "mini": "54 chips"},
    ),
    Option(
        "start",
        "draw",
        "Who starts: the highest chip drawn, or seat 0.",
        ("draw", "seat0"),
        labels={"draw": "draw for it", "seat0": "the first player"},
    ),
    Option(
        "premiums",
        "once-best",
        "Where a premium square acts that lies in two calculations.",
        ("once-best", "every"),
        labels={"once-best": "in the better one", "every": "in both"},
    ),
    Option(
        "jokers",
        "face",
        "Whether a joker on green or blue is multiplied.",
        ("face", "full"),
        labels={"face": "no", "full": "yes, when it is a number"},
    ),
    Option(
        "swap",
        "free",
        "Who may swap chips: anybody, or only who cannot lay any.",
        ("free", "stuck"),
        labels={"free": "anybody", "stuck": "only whoever is stuck"},
    ),
    Option(
        "end",
        "bag-and-out",
        "When the game ends.",
        ("bag-and-out", "bag-empty"),
        labels={
            "bag-and-out": "bag empty and a player out of chips",
            "bag-empty": "as soon as the bag is empty",
        },
    ),
    Option(
        "referee",
        "auto",
        "Who watches: the program refuses mistakes, or the other players dispute them.",
        ("auto", "dispute"),
        labels={"auto": "the program", "dispute": "the players"},
    ),
    Option("turn_seconds", 0, "Seconds for a turn; 0: no limit.", low=0, high=3600),
)

PRESETS = (
    Preset("rulebook", "As in the rulebook"),
    Preset("mini", "Small board, a short game", {"board": "mini", "chips": "mini"}),
    Preset("timed", "Two minutes for each turn", {"turn_seconds": 120}),
    Preset("dispute", "Without referee: players dispute mistakes", {"referee": "dispute"}),
)

EXAMPLE = (
    ".............../.............6./.............+./.............4./.............-./.....3x4-1+1+3./"
    ".......-...x.+./.....6:2+9.7.5./.......+...+.../.......3...5.../.............../.............../"
    ".............../.............../............... 2479+-:|1 123456789+-x:* 146,19 0"
)

# --- what names stand for ----------------------------------------------------------------------


def board_named(name: str) -> Grid:
    """[CA-1.1] The board with this name (our reading: no picture survives); raises `BadRequest`."""
    return _from(BOARDS, name, Sentence("board"))


def chips_named(name: str) -> tuple[int, ...]:
    """[CA-1.2] How many there are of each chip in the set of this name (our reading); raises `BadRequest`."""
    return _from(CHIP_SETS, name, Sentence("set of chips"))


def has_enough_chips(counts: tuple[int, ...], seats: int) -> None:
    """[CA-1.4] A game needs more than 7 chips for each seat; raises `BadRequest`."""
    if sum(counts) <= RACK * seats:
        text = "This set has {chips} chips: {players} players need more than {least}."
        raise BadRequest(text, "CA-1.4", chips=sum(counts), players=seats, least=RACK * seats)


def _from(shelf: Shelf[T], name: str, what: Sentence) -> T:
    try:
        return shelf.get(name)
    except UnknownName:
        text = "There is no {what} called {name} here, only {names}."
        names = ", ".join(shelf.names())
        raise BadRequest(text, "CA-1.4", what=what, name=quoted(name, 32), names=names) from None
    except BrokenFile as broken:
        text = "The {what} {name} cannot be used: {problem}."
        raise BadRequest(text, "CA-1.4", what=what, name=name, problem=str(broken)) from None


def annex(state: State) -> dict[str, str]:
    """[CA-1.4] The contents of custom sets, for the header of a record."""
    board, chips, lines = state.options.board, state.options.chips, {}
    if BOARDS.is_added(board):
        lines["board"] = "/".join(state.grid.rows)
    if CHIP_SETS.is_added(chips):
        pairs = zip(CHIPS, CHIP_SETS.get(chips), strict=True)
        lines["chips"] = " ".join(f"{chip}{number}" for chip, number in pairs if number)
    return lines
