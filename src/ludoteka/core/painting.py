"""A view for the terminal: lines of spans with roles that it may colour, and what to say beside them.

Without colours it still has to be read: a role never says anything that its text does not.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from ludoteka.core.sentences import Sentence

Role: TypeAlias = Literal[
    "",  # as it is
    "quiet",  # frames, numbers of rows, empty squares
    "piece",  # what lies on the board
    "fresh",  # what was laid last
    "first",  # pieces and areas of the first seat ...
    "second",  # ... and of the second
    "used",  # pieces that count no longer or only in part
    "wall",  # squares that nothing crosses
    "two",  # a piece here counts twice
    "three",
    "all-two",  # everything made with a piece here counts twice
    "all-three",
    "alert",  # what is urgent
]


@dataclass(frozen=True, slots=True)
class Span:
    """Some characters of a line, all with the same role."""

    text: str
    role: Role = ""


Line: TypeAlias = tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Painting:
    """A board, a line about each seat (to be put after its name), and what else a player needs to know."""

    lines: tuple[Line, ...]
    seats: tuple[tuple[Sentence, ...], ...] = ()
    notes: tuple[Sentence, ...] = ()

    @property
    def text(self) -> str:
        """The board without colours."""
        return "\n".join("".join(span.text for span in line).rstrip() for line in self.lines)
