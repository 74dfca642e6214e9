"""What Kakuro is made of: the numbers of the box, the options, the moves, the state, the view."""

from collections import Counter
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from typing import Literal, TypeAlias, TypedDict

from ludoteka.core.game import Millis, Seat

GAME_ID: Literal["kakuro"] = "kakuro"

# --- KA-1: components ------------------------------------------------------------------------

SIZE = 8
SQUARES = SIZE * SIZE
FEWEST_SEATS, MOST_SEATS = 1, 5  # KA-1.6
DIGITS = "123456789"
NUMBER_TILES_OF_EACH_DIGIT = 8  # KA-1.1: 72 in all
LOWEST_SUM, HIGHEST_SUM = 3, 40
SUM_TILES = tuple(sorted([*range(LOWEST_SUM, HIGHEST_SUM + 1), *range(9, 16)]))  # KA-1.1: 45
DUPLICATION, EXCHANGE, SUM_SQUARE = "D", "X", "#"
FACES = DUPLICATION + EXCHANGE + DIGITS  # pool order
FACE_RANK = {face: rank for rank, face in enumerate(FACES)}
ACTION_TILES = Counter({DUPLICATION: 12, EXCHANGE: 10, **dict.fromkeys(DIGITS, 2)})  # KA-1.1: 40
ACTION_TILES_IN_ALL = ACTION_TILES.total()
EXTRA_TILES = {1: 3, 2: 2, 3: 1, 4: 1, 5: 1}
MS = 1000

Direction: TypeAlias = Literal[">", "v"]
ACROSS: Direction = ">"
DOWN: Direction = "v"
DIRECTIONS = (ACROSS, DOWN)

# --- a square of the board is one byte ---------------------------------------------------------
# 0: a laid sum square. Otherwise the digit that shows, plus marks (KA-1.4). A byte 1..9 is silver.

LAID_SUM_SQUARE = 0
DIGIT_BITS = 15
USED_ACROSS, USED_DOWN, DIGIT_TILE = 16, 32, 64
USED = {ACROSS: USED_ACROSS, DOWN: USED_DOWN}

# --- options ---------------------------------------------------------------------------------

SHUFFLED = "shuffled"
Buzz: TypeAlias = Literal["two-step", "one-step"]
Wrong: TypeAlias = Literal["out", "refuse"]
SoloTimer: TypeAlias = Literal["on", "off"]
Flip: TypeAlias = Literal["auto", "ready"]


@dataclass(frozen=True, slots=True)
class Options:
    """The option table of the rules document; `layout` matters only at the beginning and is not compared."""

    buzz: Buzz = "two-step"
    wrong: Wrong = "out"
    hourglass_seconds: int = 60
    claim_seconds: int = 60
    solo_timer: SoloTimer = "on"
    failures: int = 3
    flip: Flip = "auto"
    layout: str = field(default=SHUFFLED, compare=False)

    @property
    def hourglass(self) -> Millis:
        return self.hourglass_seconds * MS

    @property
    def claim_time(self) -> Millis:
        return self.claim_seconds * MS

    @property
    def refuses(self) -> bool:
        """Whether an irregular claim is refused instead of judged (KA-6.4)."""
        return self.wrong == "refuse"


# --- moves -----------------------------------------------------------------------------------


class Word(Enum):
    """The moves that are one word, in the order in which `legal` lists them."""

    FLIP = "flip"
    KAKURO = "kakuro!"
    IMPOSSIBLE = "impossible"
    POSSIBLE = "possible"
    RETRACT = "retract"


@dataclass(frozen=True, slots=True)
class Row:
    """Neighbouring squares of one line, named by direction, first square (0..63) and length."""

    direction: Direction
    first: int
    length: int


@dataclass(frozen=True, slots=True)
class Claim:
    """A named row with the action tiles used for it, in canonical order (KA-13.2)."""

    row: Row
    exchanges: tuple[tuple[int, int], ...] = ()  # in the order they are made, the lower square first
    digit_tiles: tuple[tuple[int, int], ...] = ()  # square, digit
    sum_squares: tuple[tuple[int, str], ...] = ()  # square, face of the tile that is turned over
    duplications: int = 0


Move: TypeAlias = Word | Claim


# --- the state -------------------------------------------------------------------------------


PhaseName: TypeAlias = Literal["layout", "deal", "ready", "sum", "race", "claim", "tiles", "over"]


class Phase(StrEnum):
    """The phases of KA-3."""

    _value_: PhaseName
    LAYOUT = "layout"
    DEAL = "deal"
    READY = "ready"
    SUM = "sum"
    RACE = "race"
    CLAIM = "claim"
    TILES = "tiles"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Judged:
    """The latest judged claim, as a view shows it (KA-15.3)."""

    seat: Seat
    move: str | None  # None: the claim time ran out
    rule: str | None  # None: it was right
    points: int = 0


@dataclass(frozen=True, slots=True)
class State:
    """Everything true at one moment. Piles are multisets: tuples ascending, texts in pool order."""

    options: Options
    board: bytes  # 64 squares in reading order; empty in phase `layout`
    phase: Phase
    sum_pile: tuple[int, ...]
    action_pile: str
    pools: tuple[str, ...]
    scores: tuple[int, ...]
    open: int | None = None  # the open sum tile
    aside: tuple[int, ...] = ()  # the failures
    out: frozenset[Seat] = frozenset()
    votes: frozenset[Seat] = frozenset()
    buzzer: Seat | None = None
    now: Millis = 0
    until: Millis | None = None
    sand: Millis | None = None
    left: tuple[Seat, ...] = ()
    last: Judged | None = field(default=None, compare=False)

    @property
    def seats(self) -> int:
        return len(self.pools)


def in_pool_order(tiles: str) -> str:
    """The tiles as a text in the order `D X 1 2 .. 9`."""
    return "".join(sorted(tiles, key=FACE_RANK.__getitem__))


# --- the view ----------------------------------------------------------------------------------


class Cell(TypedDict):
    """One square."""

    tile: Literal["number", "digit", "sum"]
    digit: int | None
    red: bool
    across: bool
    down: bool


class Placed(TypedDict):
    """A placed sum tile."""

    start: str
    direction: Direction
    value: int
    squares: list[str]


class Last(TypedDict):
    """The latest judged claim."""

    seat: Seat
    move: str | None
    rule: str | None
    points: int


class ShownOptions(TypedDict):
    """The options of the table except `layout`, which the board shows."""

    buzz: Buzz
    wrong: Wrong
    hourglass_seconds: int
    claim_seconds: int
    solo_timer: SoloTimer
    failures: int
    flip: Flip


class KakuroView(TypedDict):
    """[KA-15.2] The same for all seats and spectators, except for `you`."""

    game: Literal["kakuro"]
    you: Seat | None
    seats: int
    phase: PhaseName
    board: list[list[Cell]] | None
    sums: list[Placed]
    open: int | None
    aside: list[int]
    sum_pile: list[int]
    sum_pile_size: int
    action_pile: str
    action_pile_size: int
    pools: list[str]
    scores: list[int]
    out: list[Seat]
    votes: list[Seat]
    buzzer: Seat | None
    now: Millis
    until: Millis | None
    sand: Millis | None
    options: ShownOptions
    last: Last | None
    left: list[Seat]
