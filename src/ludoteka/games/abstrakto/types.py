"""What Abstrakto is made of: tile types, counts, moves, options, the state and the view."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias, TypedDict

from ludoteka.core.sentences import Sentence

Counts: TypeAlias = tuple[int, int, int]  # of Solids, Lines and Crosses, always in this order
Rows: TypeAlias = tuple[int, ...]  # one int per row of points, bit x set: something is at column x

Colour: TypeAlias = Literal["blue", "orange"]
Owner: TypeAlias = Literal["blue", "orange", "grey"]
First: TypeAlias = Literal["random", "blue", "orange"]
Pie: TypeAlias = Literal["off", "on"]
Phase: TypeAlias = Literal["discard", "start", "play", "over"]
AreaRule: TypeAlias = Literal["AS-7.2", "AS-7.3", "AS-7.4"]
EndRule: TypeAlias = Literal["AS-7.2", "AS-7.3", "AS-7.4", "left"]

GAME_ID: Final = "abstrakto"
KINDS = "SLX"
SOLID, LINE, CROSS, NO_SLOT = 0, 1, 2, -1
KIND_NAMES = (Sentence("Solid"), Sentence("Line"), Sentence("Cross"))
COLOURS: tuple[Colour, Colour] = ("blue", "orange")  # of seats 0 and 1
GREY: Final = "grey"

SMALLEST, LARGEST = 2, 9  # sizes of the board
MOST_TILES = 40  # of one type in a tile set, a hand or a discard
DISCARDED = 3  # tiles that each seat takes out in the modes `random` and `secret`


def counts_of(numbers: Iterable[int]) -> Counts:
    """Three numbers as counts; raises ValueError for more or fewer."""
    solids, lines, crosses = numbers
    return solids, lines, crosses


@dataclass(frozen=True, slots=True)
class Place:
    """A tile of the hand is laid on the point (x, y): the slot determines its type."""

    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Discard:
    """Three tiles are taken out of the hand in secret."""

    tiles: Counts


@dataclass(frozen=True, slots=True)
class Swap:
    """The pie rule: the second seat takes over the first tile."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Never legal; read so that it can be refused with a reason."""


Move: TypeAlias = Place | Discard | Swap | Pass


@dataclass(frozen=True, slots=True)
class Options:
    """The options of `new`; `tiles` None means the default of the size."""

    size: int
    tiles: str | None
    discard: str
    first: First
    pie: Pie


@dataclass(frozen=True, slots=True)
class State:
    """One moment of a match.

    `board` holds the centres of the blue and of the orange tiles. `discard` is the canonical option value.
    """

    size: int
    board: tuple[Rows, Rows]
    hands: tuple[Counts, Counts]
    phase: Phase
    turn: int | None  # the seat to move while the phase is play
    tiles: Counts
    discard: str = "agreed"
    first: First = "random"
    pie: Pie = "off"
    swapped: bool = False
    skipped: int | None = None
    left: int | None = None
    last: Place | None = field(default=None, compare=False)  # the tile laid by the event before

    @property
    def seats(self) -> int:
        """[AS-1.1] Two seats, seat 0 blue and seat 1 orange, for the whole match."""
        return 2


class AreaView(TypedDict):
    """One area, explained (AS-11.3)."""

    area: str
    halfcells: int
    blue: int
    orange: int
    owner: Owner
    main: bool
    settled: bool
    region: list[str]
    bounds: list[str]
    slots: list[str]


class TouchedView(AreaView):
    """An area after a move, and whether the new tile bounds it (AS-12.2)."""

    touched: bool


class OptionsView(TypedDict):
    """The options in a view."""

    discard: str
    first: First
    pie: Pie


class AbstraktoView(TypedDict):
    """What a seat may know (AS-11.2)."""

    game: Literal["abstrakto"]
    size: int
    tiles: list[int]
    options: OptionsView
    phase: Phase
    turn: int | None
    board: list[str]
    hands: list[list[int] | None]
    held: list[int]
    discarded: list[list[int] | None]
    skipped: int | None
    swapped: bool
    areas: list[AreaView]
    controlled: list[int]
    winner: int | None
    rule: EndRule | None
    left: list[int]
    last: str | None
