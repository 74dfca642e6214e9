"""The options of Calculissimo, in the order of the rules document's table."""

from typing import TypeVar

from ludoteka.core.game import BadRequest
from ludoteka.core.options import Option
from ludoteka.games._lines.files import BrokenFile
from ludoteka.games._lines.shelf import Shelf, UnknownName
from ludoteka.games.calculissimo.sets import BOARDS, CHIP_SETS, Grid
from ludoteka.games.calculissimo.types import RACK

T = TypeVar("T")

OPTIONS = (
    Option("board", "std", "The board: a name.", BOARDS.own, free=True),
    Option("chips", "std", "The chips in the bag: a name.", CHIP_SETS.own, free=True),
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
        labels={"free": "anybody", "stuck": "only who is stuck"},
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


def board_named(name: str) -> Grid:
    """[CA-1.1] The board of this name (our reading: no picture survives); raises `BadRequest`."""
    return _from(BOARDS, name, "board")


def chips_named(name: str) -> tuple[int, ...]:
    """[CA-1.2] How many there are of each chip in the set of this name (our reading); raises `BadRequest`."""
    return _from(CHIP_SETS, name, "set of chips")


def has_enough_chips(counts: tuple[int, ...], seats: int) -> None:
    """[CA-1.4] A game needs more than 7 chips for each seat; raises `BadRequest`."""
    if sum(counts) <= RACK * seats:
        text = f"This set has {sum(counts)} chips: {seats} players need more than {RACK * seats}."
        raise BadRequest(text, "CA-1.4")


def _from(shelf: Shelf[T], name: str, what: str) -> T:
    try:
        return shelf.get(name)
    except UnknownName:
        text = f"There is no {what} called {name[:32]!r} here, but {', '.join(shelf.names())}."
    except BrokenFile as broken:
        text = f"The {what} {name} cannot be used: {broken}."
    raise BadRequest(text, "CA-1.4")
