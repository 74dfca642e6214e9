"""What an encoder is: a game's states and moves as arrays and numbers.

An encoder reads a state, as `legal` and `view` do, and like `view` it is a door out of a match: what it gives
a seat depends on nothing that the view of that seat hides. Whoever has a view alone asks `imagine` for any
state that fits it and gets the same numbers. Tests hold every encoder to both sentences.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from ludoteka.core.chance import Source
from ludoteka.core.game import Seat
from ludoteka.encoding.choices import Actions, Choices, Mask

S = TypeVar("S", contravariant=True)
M = TypeVar("M")

Floats = NDArray[np.float32]
Observation = dict[str, Floats]


@dataclass(frozen=True, slots=True)
class Box:
    """One array of an observation: its shape, and between which numbers it stays (float32)."""

    shape: tuple[int, ...]
    low: float = -1e6
    high: float = 1e6


class Encoder(Protocol[S, M]):
    """One game with one set of options. `observe`, `actions`, `action_of`, `move_of` are the game's own."""

    boxes: Mapping[str, Box]  # the arrays of an observation: `planes` and `vector`
    choices: Choices  # how moves are spelled

    def observe(self, state: S, seat: Seat) -> Observation:
        """What a seat knows, its own things first: arrays that nobody else holds."""
        ...

    def actions(self, state: S, seat: Seat) -> Actions:
        """The actions of the moves that `legal` lists, ascending."""
        ...

    def action_of(self, state: S, seat: Seat, move: M) -> int:
        """The action of a legal move; ValueError for a move that `legal` does not list."""
        ...

    def move_of(self, state: S, seat: Seat, action: int) -> M:
        """The move of a legal action; ValueError, or a move that `apply` refuses, for another number."""
        ...

    def mask(self, state: S, seat: Seat, chosen: tuple[int, ...] = ()) -> Mask:
        """Which small choices can follow those already made in this move."""
        return self.choices.mask(self.actions(state, seat), chosen)

    def sample(self, state: S, seat: Seat, rng: Source) -> int:
        """Some legal action, each equally likely; -1 where there is none."""
        actions = self.actions(state, seat)
        return int(actions[rng.below(len(actions))]) if len(actions) else -1

    def some(self, state: S, seat: Seat, rng: Source) -> int:
        """Some legal action, quickly: each can come, but not all equally likely; -1 where there is none."""
        return self.sample(state, seat, rng)


AnyEncoder = Encoder[Any, Any]


@runtime_checkable
class Encodes(Protocol):
    """`encoder`: the encoder for the options of this state."""

    def encoder(self, state: Any) -> AnyEncoder: ...
