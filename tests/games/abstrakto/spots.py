"""Random positions for the oracle: naive `Spot`s of every size and option, good and bad."""

from dataclasses import replace
from random import Random

from tests.oracles.abstrakto import NAMES, TYPES, Point, Spot, hits, points, type_of

MODES = ("agreed", "agreed:0,0,0", "agreed:2,1,0", "random", "secret")


def counts(rng: Random, most: int) -> dict[str, int]:
    return {t: rng.randint(0, most) for t in TYPES}


def tiles(rng: Random, size: int, most: int) -> dict[Point, int]:
    """Tiles of random colours that do not overlap, up to `most`."""
    spot = Spot(size, {}, ({}, {}), "0", "agreed", {}, "random", pie=False, swapped=False, skipped=None)
    order = points(size)
    rng.shuffle(order)
    for p in order:
        if len(spot.tiles) >= most:
            break
        if type_of(*p, size) is not None and not hits(spot, p):
            spot.tiles[p] = rng.randint(0, 1)
    return spot.tiles


def size(rng: Random) -> int:
    return rng.choice((2, 2, 3, 3, 3, 4, 4, 5, 6, 7, 8, 9))


def spot(rng: Random) -> Spot:
    """A position in play of good form: most are accepted, many of them late."""
    n = size(rng)
    laid = tiles(rng, n, rng.choice((1, 2 * n, n * n, n * n)))
    mode = rng.choice(MODES)
    hands = (counts(rng, 2), counts(rng, 2))
    number = {
        t: [sum(s == seat and type_of(*p, n) == t for p, s in laid.items()) for seat in (0, 1)] for t in TYPES
    }
    full = {t: max(number[t][s] + hands[s][t] for s in (0, 1)) for t in TYPES}
    if mode in ("random", "secret"):
        blue, orange = (_less(rng, {t: full[t] - number[t][s] for t in TYPES}) for s in (0, 1))
        hands = (blue, orange)
    pie = rng.random() < 0.4 and mode != "secret"
    return Spot(
        n,
        laid,
        hands,
        rng.choice("01"),
        mode,
        full,
        rng.choice(("random", *NAMES)),
        pie=pie,
        swapped=pie and rng.random() < 0.3,
        skipped=None,
    )


def _less(rng: Random, hand: dict[str, int]) -> dict[str, int]:
    """Three tiles less, where there are three."""
    rest = [t for t in TYPES for _ in range(hand[t])]
    rng.shuffle(rest)
    return {t: rest[3:].count(t) for t in TYPES}


def spoiled(rng: Random, good: Spot) -> Spot:
    """The same with one or two things changed at random: often a position that cannot be."""
    for _ in range(rng.randint(1, 2)):
        change = rng.randrange(7)
        if change == 0:
            p = rng.choice(points(good.size))
            good = replace(good, tiles={**good.tiles, p: rng.randint(0, 1)})
        elif change == 1:
            good = replace(good, hands=(counts(rng, 4), good.hands[1]))
        elif change == 2:
            good = replace(good, pie=True, swapped=rng.random() < 0.5)
        elif change == 3:
            good = replace(good, phase=rng.choice(("discard", "start", "over")))
        elif change == 4:
            good = replace(good, skipped=rng.randint(0, 1))
        elif change == 5:
            good = replace(good, tiles={})
        else:
            good = replace(
                good, mode=rng.choice(MODES), hands=(good.set, good.set), phase="discard", tiles={}
            )
    return good
