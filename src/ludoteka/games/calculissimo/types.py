"""Chips, moves, options, the state and the view of Calculissimo."""

import re
from dataclasses import dataclass, field
from enum import Enum
from typing import Literal, NamedTuple, TypeAlias, TypedDict

from ludoteka.core.game import Seat
from ludoteka.games._lines.squares import Line

# --- chips -----------------------------------------------------------------------------------

CHIPS = "123456789+-x/*"  # [CA-1.3] the order in which a set of chips is written
JOKER = "*"
FACES = CHIPS[:-1]  # a face is its place in this text plus 1; 0 is a free square
NUMBERS = 9  # faces 1 to 9 are numbers, the others operators
PLUS, MINUS, TIMES, OVER = 10, 11, 12, 13
ON_JOKER = 16  # added to a face on the board: a joker that stands for it

RACK = 7  # [CA-1.3] a full rack
COST = 10  # [CA-8.6] what an operator or a joker on the rack costs at the end


def face_of(sign: str) -> int:
    """The face of a chip other than the joker."""
    return FACES.index(sign) + 1


# --- the board -------------------------------------------------------------------------------

SQUARES = ".GBYP*"  # [CA-1.1] plain, green, blue, yellow, purple, logo
LOGO = "*"
Premium: TypeAlias = Literal["green", "blue", "yellow", "purple", "logo"]
PREMIUMS: dict[str, Premium] = {"G": "green", "B": "blue", "Y": "yellow", "P": "purple", LOGO: "logo"}


@dataclass(frozen=True, slots=True)
class Grid:
    """The squares of a board, row by row."""

    rows: tuple[str, ...]

    @property
    def size(self) -> int:
        return len(self.rows)

    @property
    def logo(self) -> tuple[int, int]:
        """Row and column of the logo."""
        row = next(number for number, squares in enumerate(self.rows) if LOGO in squares)
        return row, self.rows[row].index(LOGO)


# --- options ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Options:
    """What the table agreed on (the options of the rules document)."""

    board: str = "std"
    chips: str = "std"
    start: Literal["draw", "seat0"] = "draw"
    premiums: Literal["once-best", "every"] = "once-best"
    jokers: Literal["face", "full"] = "face"
    swap: Literal["free", "stuck"] = "free"
    end: Literal["bag-and-out", "bag-empty"] = "bag-and-out"
    referee: Literal["auto", "dispute"] = "auto"
    turn_seconds: int = 0

    @property
    def is_every(self) -> bool:
        """[CA-5.7] A premium acts in every calculation through its square."""
        return self.premiums == "every"

    @property
    def is_full(self) -> bool:
        """[CA-5.8] A joker that is a number is multiplied like a number chip."""
        return self.jokers == "full"

    @property
    def ends_with_bag(self) -> bool:
        """[CA-8.2] The game ends as soon as the bag is empty."""
        return self.end == "bag-empty"

    @property
    def is_disputed(self) -> bool:
        """[CA-7.2] Placements are claimed and wait for answers."""
        return self.referee == "dispute"


# --- moves -----------------------------------------------------------------------------------

_ITEM = re.compile(r"\*.|.")


class Placement(NamedTuple):
    """New chips in one line. A tuple, since tens of thousands are listed at once."""

    line: Line  # the square of the first new chip, and the direction
    items: str  # `4-.+*3`: `.` is a chip that is already there, `*3` a joker that stands for 3


def split(items: str) -> list[str]:
    """The items of a placement: `4-.*3` is `4` `-` `.` `*3`."""
    return _ITEM.findall(items)


@dataclass(frozen=True, slots=True)
class Swap:
    """Chips of the rack that go back into the bag, in the order of `CHIPS`."""

    chips: str


class Word(Enum):
    """The moves that are a single word."""

    PASS = "pass"  # noqa: S105 not a password
    ACCEPT = "accept"
    DISPUTE = "dispute"


Move: TypeAlias = Placement | Swap | Word


# --- the state -------------------------------------------------------------------------------

Ending: TypeAlias = Literal["CA-8.1", "CA-8.2", "CA-8.3", "CA-8.4", "CA-8.5"]
ENDINGS: tuple[Ending, ...] = ("CA-8.1", "CA-8.2", "CA-8.3", "CA-8.4", "CA-8.5")


@dataclass(frozen=True, slots=True)
class Due:
    """A chance event that is awaited (`due` of CA-10.3)."""

    event: Literal["first", "deal", "draw", "again"]
    seats: tuple[Seat, ...] = ()  # first: those that draw
    count: int = 0  # draw, again: how many chips


@dataclass(frozen=True, slots=True)
class Last:
    """The last turn, for the view alone."""

    seat: Seat
    move: Move
    points: int


@dataclass(frozen=True, slots=True)
class State:
    """One moment of a game. `board` has one byte per square, row by row: 0, a face, or a face on a joker."""

    options: Options
    grid: Grid
    board: bytes
    racks: tuple[str, ...]  # sets of chips, in the order of `CHIPS`
    bag: str
    scores: tuple[int, ...]
    seat: Seat | None  # whose turn it is, who refills, claims or, in the deal, starts; None: start draw, over
    passes: int = 0
    idle: int = 0
    clock: int = 0
    due: Due | None = None
    claim: Placement | None = None
    asked: tuple[Seat, ...] = ()
    over: Ending | None = None
    left: tuple[Seat, ...] = ()
    last: Last | None = field(default=None, compare=False)

    @property
    def seats(self) -> int:
        return len(self.racks)

    @property
    def size(self) -> int:
        return self.grid.size


# --- views -----------------------------------------------------------------------------------


class FirstDue(TypedDict):
    """The start draw: one chip for each of these seats."""

    event: Literal["first"]
    seats: list[Seat]


class ChipsDue(TypedDict):
    """A deal, a refill or the chips for a swap."""

    event: Literal["chips"]
    seat: Seat
    count: int


class ClaimView(TypedDict):
    """A placement that waits for answers."""

    seat: Seat
    move: str


class LastView(TypedDict):
    """The last turn as a seat may know it."""

    seat: Seat
    move: str
    points: int


class OptionsView(TypedDict):
    """What the table agreed on."""

    board: str
    chips: str
    start: Literal["draw", "seat0"]
    premiums: Literal["once-best", "every"]
    jokers: Literal["face", "full"]
    swap: Literal["free", "stuck"]
    end: Literal["bag-and-out", "bag-empty"]
    referee: Literal["auto", "dispute"]
    turn_seconds: int


class CalculissimoView(TypedDict):
    """[CA-9.2] What a seat may know; `grid` and `left` beside what the rule lists."""

    board: list[str]
    racks: list[str | None]
    sizes: list[int]
    bag: int
    unseen: str
    scores: list[int]
    turn: Seat | None
    due: FirstDue | ChipsDue | None
    claim: ClaimView | None
    asked: list[Seat]
    passes: int
    idle: int
    over: Ending | Literal["left"] | None
    options: OptionsView
    last: LastView | None
    left: list[Seat]
    grid: list[str]


# --- scores ----------------------------------------------------------------------------------

Fault: TypeAlias = Literal["CA-4.2", "CA-4.3", "CA-4.4", "CA-4.5"]  # what a run can break


class ActedOn(TypedDict):
    """A premium square that acted."""

    square: str
    kind: Premium


class Calculation(TypedDict):
    """[CA-10.6] One run of a placement, as `score` explains it."""

    direction: Literal["across", "down"]
    squares: list[str]
    text: str
    face: int | None
    value: int
    premiums: list[ActedOn]
    rule: Fault | None
