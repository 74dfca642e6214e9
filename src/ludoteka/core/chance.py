"""Chance, described by games and sampled by hosts, and the one verifiable random source.

A game says *what* can happen (`Dice`, `Bag`, `Choice`); it never rolls. The host samples from a `Source`,
a counter-mode hash keyed by a 256-bit seed, so that anybody who learns the seed after the match can
derive every draw anew.
"""

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb, prod
from typing import Protocol, TypeAlias, TypeVar

T = TypeVar("T")

Roll: TypeAlias = tuple[int, ...]  # Dice: the numbers in the order of the dice
Groups: TypeAlias = tuple[tuple[str, ...], ...]  # Bag: the items of each group
Outcome: TypeAlias = Roll | Groups | str  # Choice: the value

SEED_BYTES = 32


class Chance(Protocol):
    """What a chance event can produce."""

    def sample(self, rng: "Source") -> Outcome: ...
    def allows(self, outcome: Outcome) -> bool: ...
    def probability(self, outcome: Outcome) -> Fraction: ...
    def outcomes(self) -> Iterator[Outcome]: ...
    def weighted(self) -> Iterator[tuple[Outcome, Fraction]]: ...


# --- the random source -----------------------------------------------------------------------


class Source:
    """Unbiased numbers from HMAC-SHA-256(seed, label, counter): the same on every machine.

    `for_draw` gives each event of a match its own stream, so that a draw can be checked
    without replaying the ones before it.
    """

    __slots__ = ("_block", "_counter", "_key", "_label")

    def __init__(self, seed: bytes, label: bytes = b"") -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError(f"A seed has {SEED_BYTES} bytes, not {len(seed)}.")
        self._key = seed
        self._label = label
        self._counter = 0
        self._block = b""

    @classmethod
    def for_draw(cls, seed: bytes, number: int) -> "Source":
        """The stream of event `number` (counted from 1) of a match."""
        return cls(seed, b"ludoteka draw " + number.to_bytes(8, "big"))

    def below(self, bound: int) -> int:
        """A whole number from 0 to bound-1, each equally likely (by rejection: no modulo bias)."""
        if bound <= 0:
            raise ValueError("The bound must be at least 1.")
        size = max(8, (bound.bit_length() + 14) // 8)
        limit = (1 << 8 * size) // bound * bound
        while True:
            number = int.from_bytes(self._take(size), "big")
            if number < limit:
                return number % bound

    def unit(self) -> float:
        """A number in [0, 1) with 53 random bits."""
        return self.below(1 << 53) / (1 << 53)

    def choose(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def shuffle(self, items: list[T]) -> None:
        """Fisher-Yates, in place."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]

    def _take(self, size: int) -> bytes:
        while len(self._block) < size:
            message = self._label + b"|" + self._counter.to_bytes(8, "big")
            self._block += hmac.digest(self._key, message, "sha256")
            self._counter += 1
        taken, self._block = self._block[:size], self._block[size:]
        return taken


def seed_from(text: str) -> bytes:
    """A seed from a text: 64 hex digits are the seed itself, anything else is hashed."""
    if len(text) == 2 * SEED_BYTES:
        try:
            return bytes.fromhex(text)
        except ValueError:
            pass
    return hashlib.sha256(b"ludoteka seed " + text.encode("utf-8", "surrogatepass")).digest()


def commitment(seed: bytes) -> str:
    """What is published before the first event: it binds the host and reveals nothing."""
    return hashlib.sha256(b"ludoteka commitment " + seed).hexdigest()


# --- what can happen -------------------------------------------------------------------------


class Weighted:
    """Outcomes with their probabilities, for whatever can list and weigh them."""

    __slots__ = ()

    def weighted(self: Chance) -> Iterator[tuple[Outcome, Fraction]]:
        """Every outcome with its probability; they add up to 1."""
        return ((outcome, self.probability(outcome)) for outcome in self.outcomes())


@dataclass(frozen=True, slots=True)
class Dice(Weighted):
    """`count` dice with the numbers 1..sides; an outcome lists them in order."""

    count: int
    sides: int = 6

    def sample(self, rng: Source) -> Roll:
        return tuple(rng.below(self.sides) + 1 for _ in range(self.count))

    def allows(self, outcome: Outcome) -> bool:
        return (
            isinstance(outcome, tuple)
            and len(outcome) == self.count
            and all(isinstance(die, int) and 1 <= die <= self.sides for die in outcome)
        )

    def probability(self, outcome: Outcome) -> Fraction:
        return Fraction(1, self.sides**self.count) if self.allows(outcome) else Fraction(0)

    def outcomes(self) -> Iterator[Roll]:
        return product(range(1, self.sides + 1), repeat=self.count)


@dataclass(frozen=True, slots=True)
class Bag(Weighted):
    """Items drawn blindly, without replacement, into groups of the given sizes.

    `contents` lists each kind once with its number. A group is unordered: an outcome holds its items in the
    order of `contents` (`canonical`). Where order matters, as for the squares of a board, groups have size 1.
    """

    contents: tuple[tuple[str, int], ...]
    groups: tuple[int, ...]

    def __post_init__(self) -> None:
        if sum(self.groups) > sum(number for _, number in self.contents):
            raise ValueError("The bag does not hold as many items as the groups ask for.")

    def sample(self, rng: Source) -> Groups:
        items = [kind for kind, number in self.contents for _ in range(number)]
        drawn = []
        for _ in range(sum(self.groups)):
            index = rng.below(len(items))
            drawn.append(items[index])
            items[index] = items[-1]
            items.pop()
        return self.canonical(tuple(self._split(drawn)))

    def _split(self, drawn: list[str]) -> Iterator[tuple[str, ...]]:
        start = 0
        for size in self.groups:
            yield tuple(drawn[start : start + size])
            start += size

    def canonical(self, outcome: Groups) -> Groups:
        """The same outcome with each group in the order of `contents`; unknown items come last."""
        order = _order(self.contents)
        rank = len(order)
        return tuple(tuple(sorted(g, key=lambda item: order.get(item, rank))) for g in outcome)

    def allows(self, outcome: Outcome) -> bool:
        if not isinstance(outcome, tuple) or len(outcome) != len(self.groups):
            return False
        if any(not isinstance(g, tuple) or len(g) != n for g, n in zip(outcome, self.groups, strict=True)):
            return False
        there = dict(self.contents)
        drawn = Counter(item for group in outcome if isinstance(group, tuple) for item in group)
        return all(there.get(item, 0) >= number for item, number in drawn.items())

    def probability(self, outcome: Outcome) -> Fraction:
        if not self.allows(outcome):
            return Fraction(0)
        left = Counter(dict(self.contents))
        chance = Fraction(1)
        for group in outcome:
            assert isinstance(group, tuple)
            ways = prod(comb(left[item], number) for item, number in Counter(group).items())
            chance *= Fraction(ways, comb(left.total(), len(group)))
            left.subtract(group)
        return chance

    def outcomes(self) -> Iterator[Groups]:
        return _deals(self.contents, self.groups)


@dataclass(frozen=True, slots=True)
class Choice(Weighted):
    """One of several values, each with a whole-number weight."""

    weights: tuple[tuple[str, int], ...]

    def sample(self, rng: Source) -> str:
        number = rng.below(sum(weight for _, weight in self.weights))
        for value, weight in self.weights:
            number -= weight
            if number < 0:
                return value
        raise AssertionError("the weights add up")

    def allows(self, outcome: Outcome) -> bool:
        return any(value == outcome and weight > 0 for value, weight in self.weights)

    def probability(self, outcome: Outcome) -> Fraction:
        total = sum(weight for _, weight in self.weights)
        return Fraction(sum(w for value, w in self.weights if value == outcome), total)

    def outcomes(self) -> Iterator[str]:
        return (value for value, weight in self.weights if weight > 0)


@lru_cache(maxsize=64)
def _order(contents: tuple[tuple[str, int], ...]) -> dict[str, int]:
    return {kind: index for index, (kind, _) in enumerate(contents)}


def _deals(contents: tuple[tuple[str, int], ...], groups: tuple[int, ...]) -> Iterator[Groups]:
    if not groups:
        yield ()
        return
    for hand, left in _hands(contents, groups[0]):
        for others in _deals(left, groups[1:]):
            yield (hand, *others)


def _hands(
    contents: tuple[tuple[str, int], ...], size: int
) -> Iterator[tuple[tuple[str, ...], tuple[tuple[str, int], ...]]]:
    """Every different group of `size` items, with what is left in the bag."""
    if not contents:
        if size == 0:
            yield (), ()
        return
    (kind, number), others = contents[0], contents[1:]
    for taken in range(min(size, number), -1, -1):
        for hand, left in _hands(others, size - taken):
            yield (kind,) * taken + hand, ((kind, number - taken), *left)
