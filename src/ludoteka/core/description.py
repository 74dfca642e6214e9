"""An event in people's words: what was done, what it made, and how its points add up.

A description has no subject: whoever shows it puts the name of `seat` before `said`: "Ada: tiles 2, 8 and 9".
Nothing in it is notation; the canonical text of a move stays where it was.
"""

from dataclasses import dataclass
from typing import Any

from ludoteka.core.sentences import Sentence


@dataclass(frozen=True, slots=True)
class Item:
    """One thing that an event consists of: an equation, a row, a step, an area, what is left on a rack.

    With a `seat`, `said` has no subject, like the whole: "Ben still holds 3". Without one it stands by itself
    or goes on about whoever acted.
    """

    maths: str = ""  # mathematics as Unicode text: "√289 = 17", "2³ = 8"
    said: Sentence | None = None  # or words: "enters on 24 and hits"
    points: int | None = None
    notes: tuple[Sentence, ...] = ()  # what makes the points add up: "equation ×3", "2 × on H8"
    where: tuple[str, ...] = ()
    seat: int | None = None  # whose points these are, where they are not those of whoever acted

    @property
    def text(self) -> str:
        """The item in English."""
        parts = [self.maths, self.said.text if self.said else "", *(note.text for note in self.notes)]
        return ", ".join(part for part in parts if part)

    def json(self) -> dict[str, Any]:
        return {
            "maths": self.maths,
            "said": None if self.said is None else self.said.json(),
            "points": self.points,
            "notes": [note.json() for note in self.notes],
            "where": list(self.where),
            "seat": self.seat,
        }


@dataclass(frozen=True, slots=True)
class Description:
    """An event for people."""

    said: Sentence  # the whole in one short sentence: "tiles 2, 8 and 9", "exchanging 3 tiles"
    items: tuple[Item, ...] = ()
    points: int | None = None  # what it changed in the score of `seat`; None: it is not about points
    where: tuple[str, ...] = ()
    seat: int | None = None  # who the sentence is about; None: it stands by itself

    @property
    def text(self) -> str:
        """The sentence in English."""
        return self.said.text

    def json(self) -> dict[str, Any]:
        """The same as JSON; sentences are templates and values."""
        return {
            "said": self.said.json(),
            "items": [item.json() for item in self.items],
            "points": self.points,
            "where": list(self.where),
            "seat": self.seat,
        }


def with_points(
    said: Sentence, actor: int, change: int, items: tuple[Item, ...] = (), where: tuple[str, ...] = ()
) -> Description:
    """What an actor did, with the change of its score if it changed or if the actor's items have points."""
    is_about_points = change != 0 or any(item.points is not None and item.seat is None for item in items)
    return Description(said, items, change if is_about_points else None, where, actor)
