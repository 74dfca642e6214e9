"""Which conditions of a half-entered move hold: asked while somebody is still building it.

A refusal names the first thing that is wrong; whoever is laying a row wants to see all conditions at once,
also those that hold already. `Examines` is a capability like those in `core/game.py`.
"""

from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from ludoteka.core.game import Seat
from ludoteka.core.sentences import Sentence


@dataclass(frozen=True, slots=True)
class Check:
    """One condition of a move, in a few words: "makes 33", or "makes 34, one too many"."""

    said: Sentence
    holds: bool
    rule: str
    where: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Examination:
    """The conditions of a move; `points` once all of them hold."""

    checks: tuple[Check, ...]
    points: int | None = None


@runtime_checkable
class Examines(Protocol):
    """`examine`: the conditions of a move that may be irregular; raises what makes it no move at all now."""

    def examine(self, state: Any, seat: Seat, move: Any) -> Examination: ...
