"""Random positions for the tests: from random play, and strewn over the board as AK-15 allows."""

import random
from collections.abc import Iterator

from ludoteka.core.game import Draw, Drawn, Over, Played
from ludoteka.games.abak.engine import GAME
from ludoteka.games.abak.types import SETS, Options, Setup, State

MIDFIELD = range(7, 19)


def walked(rng: random.Random, options: Options, every: int = 7) -> Iterator[str]:
    """Positions of random matches in which a turn is awaited, about one in `every`."""
    while True:
        state = GAME.start(options, 2)
        while not isinstance(awaited := GAME.awaiting(state), Over):
            if isinstance(awaited, Draw):
                state = GAME.apply(state, Drawn(rng.choice(list(awaited.chance.outcomes()))))
                continue
            if state.dice and rng.randrange(every) == 0:
                yield GAME.notation.dump(state)
            state = _moved(rng, state)


def _moved(rng: random.Random, state: State) -> State:
    awaited = GAME.awaiting(state)
    assert not isinstance(awaited, Draw | Over)
    (seat,) = awaited.seats
    return GAME.apply(state, Played(seat, rng.choice(list(GAME.legal(state, seat)))))


def strewn(rng: random.Random, setup: Setup, keys: str = "", limit: int | None = None) -> str:
    """A position that no game may ever reach, with bars, trays, full stacks and pins of all layers."""
    height = limit if limit is not None else (5 if setup == "abak" else 0)
    points = [""] * 25
    hands = [_hand(rng, setup, seat) for seat in (0, 1)]
    bars = [_taken(rng, hand, rng.choice((0, 0, 0, 1, 2, 4))) for hand in hands]
    for seat in (0, 1):
        _spread(rng, points, hands[seat], height or 15, seat)
    _pin(rng, points, hands, height or 15)
    letters = "".join(points) + "".join("".join(bar) for bar in bars)
    off = [15 - sum(x.isupper() for x in letters), 15 - sum(x.islower() for x in letters)]
    dice = sorted((rng.randint(1, 6), rng.randint(1, 6)), reverse=True)
    if dice[0] == dice[1] and rng.randrange(2):
        dice = [max(2, dice[0]), 1]  # fewer doubles: the oracle is slow on them
    words = ["/".join(p or "-" for p in points[1:]), "".join(bars[0] + bars[1]) or "-", f"{off[0]},{off[1]}"]
    words += [str(rng.randrange(2)), f"{dice[0]}-{dice[1]}"]
    if setup != "abak":
        words.append(f"setup={setup}")
    if limit is not None:
        words.append(f"stack_limit={limit}")
    return " ".join([*words, keys]).strip()


def _hand(rng: random.Random, setup: Setup, seat: int) -> list[str]:
    """Some of a seat's checkers, at least one: the rest is borne off."""
    letters = list(SETS[setup].lower() if seat else SETS[setup])
    rng.shuffle(letters)
    return letters[: rng.choice((1, 2, 3, 4, 6, 8, 10, 12, 15, 15, 15))]


def _taken(rng: random.Random, hand: list[str], number: int) -> list[str]:
    return [hand.pop() for _ in range(min(number, len(hand) - 1))]


def _spread(rng: random.Random, points: list[str], hand: list[str], height: int, seat: int) -> None:
    """Puts all but some druids on points of the seat's own, often in its home."""
    kept = [x for x in hand if x in "Dd" and rng.randrange(3)]
    if kept and len(hand) > 2:
        kept = kept[:1] + [x for x in hand if x not in "Dd"][: rng.choice((0, 0, 1, 3))]  # to cover the druid
    home = list(range(19, 25)) if seat else list(range(1, 7))
    narrow = home if rng.randrange(3) == 0 else list(range(1, 25))
    spread = list(hand)
    for letter in kept:
        spread.remove(letter)
    for letter in spread:
        free = [p for p in narrow if _fits(points[p], letter, height)]
        free = free or [p for p in range(1, 25) if _fits(points[p], letter, height)]
        points[rng.choice(free)] += letter
    hand[:] = kept


def _fits(stack: str, letter: str, height: int) -> bool:
    return len(stack) < height and (not stack or stack[-1].isupper() == letter.isupper())


def _pin(rng: random.Random, points: list[str], hands: list[list[str]], height: int) -> None:
    """Puts the druids that were kept on lone enemies in the midfield, on each other too, else anywhere."""
    for druid, cover in _pinning(rng, hands):
        enemy = str.islower if druid == "D" else str.isupper
        lone = [
            p for p in MIDFIELD if points[p] and enemy(points[p][-1]) and not enemy((" " + points[p])[-2])
        ]
        free = lone or [p for p in range(1, 25) if not points[p]]
        point = rng.choice(free)
        points[point] = (points[point] + druid + cover)[:height]


def _pinning(rng: random.Random, hands: list[list[str]]) -> list[tuple[str, str]]:
    """The druids that were kept, with the checkers that cover them."""
    pairs = [(hand[0], "".join(hand[1:])) for hand in hands if hand]
    rng.shuffle(pairs)
    return pairs
