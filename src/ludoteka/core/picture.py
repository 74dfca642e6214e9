"""What a picture is: shapes as values. Games describe boards with these; `ludoteka.drawing` writes them.

Lengths are in the picture's own units, y grows downwards, angles are degrees clockwise; a colour is
`#rrggbb`.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

# --- what shapes are filled with ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Stop:
    """One colour of a gradient: `at` is 0 at its beginning, 1 at its end."""

    at: float
    colour: str
    opacity: float = 1


@dataclass(frozen=True, slots=True)
class Linear:
    """Along a line through the shape's box, whose corners are (0, 0) and (1, 1)."""

    stops: tuple[Stop, ...]
    start: tuple[float, float] = (0, 0)
    end: tuple[float, float] = (0, 1)


@dataclass(frozen=True, slots=True)
class Radial:
    """Around a point of the shape's box."""

    stops: tuple[Stop, ...]
    centre: tuple[float, float] = (0.5, 0.5)
    radius: float = 0.5


@dataclass(frozen=True, slots=True)
class Pattern:
    """The same shapes again and again."""

    width: float
    height: float
    shapes: tuple["Shape", ...]
    turn: float = 0


Paint: TypeAlias = str | Linear | Radial | Pattern
NOTHING = "none"


# --- shapes ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Inked:
    """How a shape is filled and outlined; a width of 0 has no outline."""

    fill: Paint = NOTHING
    stroke: Paint = NOTHING
    width: float = 0
    opacity: float = 1
    dash: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Rect(Inked):
    """A rectangle, with rounded corners where `radius` is not 0."""

    x: float
    y: float
    wide: float
    high: float
    radius: float = 0


@dataclass(frozen=True, slots=True)
class Circle(Inked):
    """A circle around (x, y)."""

    x: float
    y: float
    r: float


@dataclass(frozen=True, slots=True)
class Path(Inked):
    """Anything else, in the path language of SVG; strokes have round ends and joints."""

    d: str


@dataclass(frozen=True, slots=True)
class Words:
    """A short text on a base line at y, drawn as outlines, so that it looks the same everywhere."""

    x: float
    y: float
    text: str
    size: float
    fill: str
    font: Literal["digits", "words"] = "digits"
    anchor: Literal["start", "middle", "end"] = "middle"
    opacity: float = 1


@dataclass(frozen=True, slots=True)
class Group:
    """Shapes moved by (x, y), then enlarged and turned around that point."""

    shapes: tuple["Shape", ...]
    x: float = 0
    y: float = 0
    scale: float = 1
    turn: float = 0
    opacity: float = 1
    once: bool = False  # the same group comes often: it is written once and referred to


Shape: TypeAlias = Rect | Circle | Path | Words | Group


# --- the picture -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Plate:
    """A seat beside the board: its mark (inside a box from 0 to 1), its score, whether it is to act."""

    mark: tuple[Shape, ...]
    score: str
    is_active: bool = False


@dataclass(frozen=True, slots=True)
class Marked:
    """The last move as somebody may know it: who made it, and its squares as `where` names them."""

    seat: int
    where: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """A board from (0, 0) to (width, height) and its seats; others lay out the paper around them."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    plates: tuple[Plate, ...] = ()
    colour: str = "#241f1a"  # the game's own, for its name
