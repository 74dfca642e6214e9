"""The nouns of Abaku: squares, tiles, moves, options, the state. Data only, no rules."""

from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias, TypedDict

SIZE = 15
SQUARES = SIZE * SIZE
CENTRE = 7 * SIZE + 7  # H8
RACK = 5  # tiles on a full rack

DIGITS = "0123456789"
JOKER = "*"
TILES = DIGITS + JOKER  # the order in which sets of tiles are written

# One byte per square: 0-9 a digit, then the Joker, then an empty square.
OLD_JOKER = 10
EMPTY = 11
SIGNS = DIGITS + JOKER + "."
BARE = bytes([EMPTY]) * SQUARES

# The kinds of line, in the order in which segments are listed: across, down, falling \, rising /.
ACROSS, DOWN, FALLING, RISING = range(4)
ROW_STEP = (0, 1, 1, -1)
COLUMN_STEP = (1, 0, 1, 1)
STEP = (1, SIZE, SIZE + 1, 1 - SIZE)

OPERATIONS = ("add", "sub", "mul", "div", "square", "cube", "sqrt", "cbrt")

# What the symbols of a board do (AB-1.4): `d` and `t` to a new tile, `D` and `T` to an equation.
PLAIN = "."
TILE_BONUS = {"d": 2, "t": 3}
EQUATION_BONUS = {"D": 2, "T": 3}


# --- options ---------------------------------------------------------------------------------

Scoring: TypeAlias = Literal["tiles", "values", "tile-operation", "equations"]
ResultSide: TypeAlias = Literal["right", "either", "mirror"]
Referee: TypeAlias = Literal["auto", "dispute"]
Declare: TypeAlias = Literal["auto", "manual"]
Mode: TypeAlias = Literal["standard", "cover", "sandbox"]
Switch: TypeAlias = Literal["off", "on"]


@dataclass(frozen=True, slots=True)
class Options:
    """The options of AB-12, every key."""

    board: str = "pinwheel"
    scoring: Scoring = "tiles"
    operations: str = "all"
    diagonals: Switch = "off"
    result_side: ResultSide = "right"
    referee: Referee = "auto"
    declare: Declare = "auto"
    turn_seconds: int = 0
    mode: Mode = "standard"
    joker: Switch = "on"
    replace_bonus: Switch = "off"
    idle_rounds: int = 3

    @property
    def kinds(self) -> int:
        """How many kinds of line are in use."""
        return 4 if self.diagonals == "on" else 2

    @property
    def is_disputed(self) -> bool:
        """Whether the players are their own referees."""
        return self.referee == "dispute"


# --- moves -----------------------------------------------------------------------------------


class Declaration(NamedTuple):
    """A reading that a player declares: where it starts, along which kind of line, and its text."""

    kind: int
    start: int
    reading: str


class Placement(NamedTuple):
    """New tiles along a line; `tiles` is a tile string (`6.2`, `*6=1`).

    A named tuple, not a dataclass: a turn can have thousands of these.
    """

    start: int
    kind: int
    tiles: str
    declared: tuple[Declaration, ...] = ()


@dataclass(frozen=True, slots=True)
class Change:
    """Tiles from the rack for tiles from the bag."""

    tiles: str


@dataclass(frozen=True, slots=True)
class Skip:
    """Nothing is done."""


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer of another seat in a window."""

    disputes: bool


@dataclass(frozen=True, slots=True)
class Take:
    """A tile is taken back from the board (sandbox)."""

    square: int


Move: TypeAlias = Placement | Change | Skip | Reply | Take


# --- the state -------------------------------------------------------------------------------

End: TypeAlias = Literal["AB-10.1", "AB-10.2", "AB-10.3", "AB-10.4", "AB-11.3", "AB-11.5"]


@dataclass(frozen=True, slots=True)
class Pending:
    """A draw that is awaited: who draws, and for a change what was set aside."""

    event: Literal["first", "racks", "refill", "change"]
    seats: tuple[int, ...] = ()  # of `first` only
    aside: str = ""  # of `change` only


@dataclass(frozen=True, slots=True)
class Last:
    """The move before, for the view: a change shows its tiles to its own seat only."""

    seat: int
    move: Move
    points: int
    squares: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """A match of Abaku between two events."""

    options: Options
    board: bytes  # SQUARES bytes: 0-9, OLD_JOKER, EMPTY
    racks: tuple[str, ...]  # each sorted as TILES
    bag: str  # sorted as TILES
    scores: tuple[int, ...]
    seat: int  # to move; while a draw or a window is pending: the mover
    skips: tuple[int, ...]
    seen: tuple[int, ...]
    miss: tuple[int, ...]
    idle: int = 0
    out: tuple[int, ...] = ()
    draw: Pending | None = None
    claim: Placement | None = None
    accepted: tuple[int, ...] = ()
    began: int = 0  # ms; kept only with a clock
    over: End | None = None  # the rule that ended it
    last: Last | None = field(default=None, compare=False)

    @property
    def seats(self) -> int:
        """How many seats the match has."""
        return len(self.racks)

    @property
    def staying(self) -> tuple[int, ...]:
        """The seats that are not out."""
        return tuple(seat for seat in range(len(self.racks)) if seat not in self.out)

    @property
    def rack(self) -> str:
        """The rack of the seat to move."""
        return self.racks[self.seat]


# --- the view --------------------------------------------------------------------------------


class OptionsView(TypedDict):
    """The options of AB-12, every key."""

    board: str
    scoring: Scoring
    operations: str
    diagonals: Switch
    result_side: ResultSide
    referee: Referee
    declare: Declare
    turn_seconds: int
    mode: Mode
    joker: Switch
    replace_bonus: Switch
    idle_rounds: int


class LastView(TypedDict):
    """The move before."""

    seat: int
    move: str
    points: int
    squares: list[str]


class AbakuView(TypedDict):
    """What a seat, or a spectator, may know (AB-13)."""

    options: OptionsView
    board: list[str]
    rack: str | None
    aside: str | None
    rack_sizes: list[int]
    bag_size: int
    unseen: str
    racks: list[str] | None
    scores: list[int]
    seat: int
    to_act: list[int]
    skips: list[int]
    seen: list[int]
    idle: int
    miss: list[int]
    out: list[int]
    claim: str | None
    accepted: list[int]
    over: End | None
    you: int | None  # whose view it is; None: a spectator's
    last: LastView | None
    grid: list[str]  # the bonus squares of the board, as printed
