"""Duplicate draws: the same for everybody who plays from one seed, whatever they play.

A usual draw depends on the number of its event and on what is left, so two matches of one seed part company
with their first different move. Here a bag is put in order once, when it is first drawn from:

- Until somebody has acted, everything comes from the top of that order.
- Then what is left is dealt into one stack for each seat. A seat that draws alone takes from the top of its
  own stack, and when that is empty, from the bottom of the longest other one. Where several draw together,
  group 0 takes from stack 0 and so on. What nobody owns (`Choice`) stays one stack.
- What comes back into the bag goes to the bottom of the shortest stack and then changes places with any
  tile, itself included, each equally likely.
- Anything else (dice) is numbered: roll n is the same for everybody.

Every draw is still as likely as the rules say; see docs/decisions/0240. Every function here is pure.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ludoteka.core.chance import Bag, Chance, Choice, Groups, Outcome, Source
from ludoteka.core.game import Draw, Drawn, Left, Played, Seat, Ticked, Turn
from ludoteka.core.match import Match

DUPLICATE = "duplicate"  # how a record says that its draws are of this kind
MOST_UNITS = 5000  # a choice with larger weights is numbered, like dice

AnyMatch = Match[Any, Any]


@dataclass(frozen=True, slots=True)
class Asked:
    """A draw that was or is awaited: what can come, and whose action led to it (None: nobody's yet)."""

    chance: Chance
    actor: Seat | None


def settled(match: AnyMatch, seed: bytes) -> AnyMatch:
    """Draws and plays what is forced until a choice is awaited, as `match.settle` does for usual draws."""
    while True:
        awaited = match.awaiting
        if isinstance(awaited, Draw):
            match = match.then(Drawn(outcome(match, seed), match.now))
        elif isinstance(awaited, Turn) and awaited.forced is not None:
            (seat,) = awaited.seats
            match = match.then(Played(seat, awaited.forced, match.now))
        else:
            return match


def outcome(match: AnyMatch, seed: bytes) -> Outcome:
    """What the awaited draw brings."""
    assert isinstance(match.awaiting, Draw)
    last = match.awaiting.chance
    if not _is_pile(last):
        return last.sample(_source(seed, "roll", _rolls(match)))
    found: Groups = ()
    piles: list[_Pile] = []
    for number, one in enumerate(_asked(match)):
        if _is_pile(one.chance):
            pile = _pile_of(piles, one.chance, seed)
            found = pile.draw(one, match.opening.seats, _source(seed, "return", number))
    return last.canonical(found) if isinstance(last, Bag) else found[0][0]


def _rolls(match: AnyMatch) -> int:
    """How many draws were rolls, with the awaited one: counted quickly, since matches are long."""
    number = 0
    moment: AnyMatch | None = match
    while moment is not None:
        number += isinstance(moment.awaiting, Draw) and not _is_pile(moment.awaiting.chance)
        moment = moment.before
    return number


def _asked(match: AnyMatch) -> Iterator[Asked]:
    """Every draw of the match so far, and the one that is awaited now."""
    actor: Seat | None = None
    for moment in match:
        actor = _actor(moment, actor)
        if isinstance(moment.awaiting, Draw):
            yield Asked(moment.awaiting.chance, actor)


def _actor(moment: AnyMatch, before: Seat | None) -> Seat | None:
    event = moment.event
    if isinstance(event, Played | Left):
        return event.seat
    if isinstance(event, Ticked) and moment.before is not None:
        turn = moment.before.awaiting
        return min(turn.seats) if isinstance(turn, Turn) else before
    return before


def _source(seed: bytes, kind: str, number: int) -> Source:
    return Source(seed, f"ludoteka duplicate {kind} {number}".encode())


# --- piles -----------------------------------------------------------------------------------


def _is_pile(chance: Chance) -> bool:
    if isinstance(chance, Choice):
        return sum(weight for _, weight in chance.weights) <= MOST_UNITS
    return isinstance(chance, Bag)


def _contents(chance: Chance) -> tuple[tuple[str, int], ...]:
    if isinstance(chance, Bag):
        return chance.contents
    assert isinstance(chance, Choice)
    return chance.weights


def _groups(chance: Chance) -> tuple[int, ...]:
    return chance.groups if isinstance(chance, Bag) else (1,)


def _pile_of(piles: "list[_Pile]", chance: Chance, seed: bytes) -> "_Pile":
    """The pile that a draw goes on with: the latest of its kind that shares an item with it, or a new one."""
    kinds = {item for item, _ in _contents(chance)}
    for pile in reversed(piles):
        if isinstance(chance, Bag) == pile.is_bag and pile.kinds & kinds:
            pile.kinds |= kinds
            return pile
    order = [item for item, number in _contents(chance) for _ in range(number)]
    _source(seed, "order", len(piles)).shuffle(order)
    piles.append(_Pile(isinstance(chance, Bag), kinds, [order]))
    return piles[-1]


@dataclass(slots=True)
class _Pile:
    """Tiles in the order in which they will be drawn: one stack, later one for each seat."""

    is_bag: bool
    kinds: set[str]
    stacks: list[list[str]]

    def draw(self, asked: Asked, seats: int, rng: Source) -> Groups:
        """Takes what is asked for; `rng` places what has come back since the draw before."""
        self._reconcile(Counter(dict(_contents(asked.chance))), rng)
        if self.is_bag and asked.actor is not None and len(self.stacks) == 1:
            (rest,) = self.stacks
            self.stacks = [rest[seat::seats] for seat in range(seats)]
        sizes = _groups(asked.chance)
        lanes = range(len(sizes)) if len(sizes) > 1 else [asked.actor or 0]
        return tuple(self._take(lane, size) for lane, size in zip(lanes, sizes, strict=True))

    def _take(self, lane: int, size: int) -> tuple[str, ...]:
        own = self.stacks[lane % len(self.stacks)]
        return tuple(own.pop(0) if own else max(self.stacks, key=len).pop() for _ in range(size))

    def _reconcile(self, wanted: Counter[str], rng: Source) -> None:
        """Makes the pile hold what the bag holds now."""
        held = Counter(item for stack in self.stacks for item in stack)
        for item in sorted((held - wanted).elements()):
            self._remove(item, rng)
        for item in sorted((wanted - held).elements()):
            self._put_back(item, rng)

    def _remove(self, item: str, rng: Source) -> None:
        places = [place for place in self._places() if self.stacks[place[0]][place[1]] == item]
        stack, index = rng.choose(places)
        del self.stacks[stack][index]

    def _put_back(self, item: str, rng: Source) -> None:
        shortest = min(range(len(self.stacks)), key=lambda stack: len(self.stacks[stack]))
        self.stacks[shortest].append(item)
        stack, index = rng.choose(self._places())
        other = self.stacks[stack][index]
        self.stacks[stack][index], self.stacks[shortest][-1] = item, other

    def _places(self) -> Sequence[tuple[int, int]]:
        return [(stack, index) for stack, tiles in enumerate(self.stacks) for index in range(len(tiles))]
