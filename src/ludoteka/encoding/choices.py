"""Moves as numbers, in three forms that say the same.

A game of many moves cannot number them 0, 1, 2 ...: one turn alone can have tens of thousands.
So a move is spelled in a few **digits**, one for each level of `Choices`: "this line", "this chip", "this
chip", and 0 for "no more". From the digits follow

- the **struct**: all digits, a tuple that fits `MultiDiscrete(sizes)`;
- the **action**: one whole number, the digits read as a number of mixed base, below `Choices.actions`;
- the **choices**: one small number after the other, below `Choices.count`, each with a mask of what can
  follow.

Legal moves are a sorted array of actions. Those that begin with the same choices then stand side by side, so
a mask is one division of a slice.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod

import numpy as np
from numpy.typing import NDArray

from ludoteka.core.chance import Source

Actions = NDArray[np.int64]  # of the legal moves, ascending
Mask = NDArray[np.int8]  # of the small choices: 1 where one can be made, as PettingZoo and Gymnasium want it
Struct = tuple[int, ...]


@dataclass(frozen=True)
class Choices:
    """The levels of a game's moves: how many digits each has, and the small choice that its digit 0 is.

    Levels that ask the same have the same `firsts`, so that a small choice always means the same.
    """

    sizes: tuple[int, ...]
    firsts: tuple[int, ...]

    @cached_property
    def count(self) -> int:
        """How many small choices there are."""
        return max(first + size for first, size in zip(self.firsts, self.sizes, strict=True))

    @cached_property
    def actions(self) -> int:
        """Every action is below this."""
        return prod(self.sizes)

    @cached_property
    def weights(self) -> tuple[int, ...]:
        """What a digit of each level counts in an action."""
        return tuple(prod(self.sizes[level + 1 :]) for level in range(len(self.sizes)))

    def action(self, digits: Sequence[int]) -> int:
        """The action of a struct; missing digits are 0."""
        return sum(digit * weight for digit, weight in zip(digits, self.weights, strict=False))

    def struct(self, action: int) -> Struct:
        """The digits of an action; raises ValueError for a number that is none."""
        if not 0 <= action < self.actions:
            raise ValueError(f"There is no action {action}: they are below {self.actions}.")
        return tuple(int(action // w) % n for w, n in zip(self.weights, self.sizes, strict=True))

    def spelled(self, action: int) -> tuple[int, ...]:
        """The small choices of an action, without the zeros at its end."""
        digits = self.struct(action)
        length = max((level + 1 for level, digit in enumerate(digits) if digit), default=1)
        return tuple(self.firsts[level] + digits[level] for level in range(length))

    def some_of(self, head: int, things: Sequence[int], most: int) -> Actions:
        """The actions of a head and 1 to `most` of these digits, each set once, in the order given."""
        begun = {(0, head * self.weights[0])}  # how many, and the action so far
        for digit in things:
            begun |= {(count + 1, action + digit * self.weights[count + 1]) for count, action in begun}
        return np.array(sorted(action for count, action in begun if 0 < count <= most), np.int64)

    def mask(self, actions: Actions, chosen: Sequence[int] = ()) -> Mask:
        """What can be chosen next, after these choices."""
        return Draft(self, actions).after(chosen).mask()


def of_some_part(
    part: Callable[[int], Actions], parts: int, plain: Callable[[], Actions], rng: Source
) -> int:
    """An action of the first part from a random one on that has any; now and then one of the plain ones.

    For games whose moves are many and can be listed part by part, such as the lines of a board.
    """
    begin = rng.below(parts + 1)
    for ahead in range(parts if begin < parts else 0):
        actions = part((begin + ahead) % parts)
        if len(actions):
            return int(actions[rng.below(len(actions))])
    rest = plain()
    return int(rest[rng.below(len(rest))])


class Draft:
    """A move in the making: the legal actions that still fit what was chosen."""

    __slots__ = ("_actions", "_choices", "chosen")

    def __init__(self, choices: Choices, actions: Actions) -> None:
        self._choices = choices
        self._actions = actions
        self.chosen: list[int] = []

    @property
    def action(self) -> int | None:
        """The action, if choices were made and only one is left."""
        return int(self._actions[0]) if self.chosen and len(self._actions) == 1 else None

    def after(self, choices: Iterable[int]) -> "Draft":
        """Another draft with these choices made as well; this one stays as it is."""
        draft = Draft(self._choices, self._actions)
        draft.chosen = self.chosen[:]
        for choice in choices:
            draft.choose(choice)
        return draft

    def mask(self) -> Mask:
        """What can be chosen next."""
        mask = np.zeros(self._choices.count, np.int8)
        mask[self.offered()] = 1
        return mask

    def offered(self) -> Actions:
        """The choices that can follow, ascending; one stands there once for each action that begins so."""
        level, choices = len(self.chosen), self._choices
        digits = self._actions // choices.weights[level]
        if level:
            digits %= choices.sizes[level]
        digits += choices.firsts[level]
        return digits

    def choose(self, choice: int) -> int | None:
        """Makes a choice; the action, as soon as only one is left. ValueError if it is not offered."""
        offered = self.offered()
        begin, end = offered.searchsorted(choice), offered.searchsorted(choice, "right")
        if begin == end:
            raise ValueError(f"The choice {choice} cannot be made here.")
        self._actions = self._actions[begin:end]
        self.chosen.append(choice)
        return int(self._actions[0]) if end - begin == 1 else None
