"""Sets of tiles as numbers, and drawing them, in kernels.

A set is an int64 array: how many tiles of each kind. Among all sets of at most `most` tiles each has a place
(`place_of`), so that a table of what sets are worth is a flat array.
"""

from collections.abc import Iterator
from itertools import combinations_with_replacement
from math import comb

import numpy as np
from numpy.typing import NDArray

from ludoteka.core.kernel import inlined, kernel

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

MASK = (1 << 63) - 1
HEAD = 8  # places before the tiles to be drawn, for a rack that is given back
WAYS = np.array([[comb(n, k) for k in range(9)] for n in range(26)], np.int64)


def places(kinds: int, most: int) -> int:
    """How many sets of at most `most` tiles there are."""
    return comb(kinds + most, most)


def all_sets(kinds: int, most: int) -> Iterator[tuple[int, ...]]:
    """Every set in the order of its place, as kinds in ascending order."""
    every = combinations_with_replacement(range(kinds + 1), most)
    for one in sorted(every, key=lambda kinds: kinds[::-1]):
        yield tuple(kind - 1 for kind in one if kind > 0)


@kernel
def place_of(tiles: Ints, most: int) -> int:
    """The place of a set among all sets of at most `most` tiles."""
    size = 0
    for kind in range(len(tiles)):
        size += tiles[kind]
    at, place = most - size, 0
    for kind in range(len(tiles)):
        for _ in range(tiles[kind]):
            place += WAYS[kind + 1 + at, at + 1]
            at += 1
    return place


# --- chance ------------------------------------------------------------------------------------


@inlined
def advance(state: int) -> int:
    """The next state of a linear congruential generator with 63 bits."""
    return (state * 6364136223846793005 + 1442695040888963407) & MASK


@kernel
def lay_out(unseen: Ints, seed: int, draws: Ints) -> int:
    """Writes the kinds of the unseen tiles into the end of `draws`, in a random order; returns the first."""
    first = len(draws)
    for kind in range(len(unseen)):
        for _ in range(unseen[kind]):
            first -= 1
            draws[first] = kind
    state = advance(advance(seed & MASK))
    for place in range(len(draws) - 1, first, -1):
        state = advance(state)
        other = first + (state >> 31) % (place - first + 1)
        draws[place], draws[other] = draws[other], draws[place]
    return first


@kernel
def take(draws: Ints, at: int, rack: Ints, number: int) -> int:
    """Takes the next tiles into a rack; returns where the next ones are."""
    for place in range(at, at + number):
        rack[draws[place]] += 1
    return at + number


@kernel
def put_back(draws: Ints, at: int, given: Ints, seed: int) -> int:
    """Mixes tiles into those that are still to be drawn; returns where the next one is now.

    `draws` has room for them before `at`: whoever gives tiles back has drawn them, or found them there.
    """
    first = at
    for kind in range(len(given)):
        for _ in range(given[kind]):
            first -= 1
            draws[first] = kind
    state = advance(advance(seed & MASK))
    for place in range(first, at):
        state = advance(state)
        other = place + (state >> 31) % (len(draws) - place)
        draws[place], draws[other] = draws[other], draws[place]
    return first


@kernel
def set_aside(rack: Ints, number: int) -> Ints:
    """Takes the first tiles of a rack away."""
    aside = np.zeros(len(rack), np.int64)
    kind = 0
    for _ in range(number):
        while rack[kind] == 0:
            kind += 1
        rack[kind] -= 1
        aside[kind] += 1
    return aside


# --- what sets were worth ----------------------------------------------------------------------


@kernel
def credit(rack: Ints, worth: float, tallies: Floats, most: int) -> None:
    """Notes what a rack was worth for every part of it of at most `most` tiles, once for each way to hold it.

    `tallies` float64 (2, places): how often, and the sum.
    """
    kinds = np.empty(8, np.int64)
    size = 0
    for kind in range(len(rack)):
        for _ in range(rack[kind]):
            kinds[size] = kind
            size += 1
    part = np.empty(len(rack), np.int64)
    for mask in range(1 << size):
        part[:] = 0
        held = 0
        for tile in range(size):
            if mask >> tile & 1:
                part[kinds[tile]] += 1
                held += 1
        if held <= most:
            place = place_of(part, most)
            tallies[0, place] += 1.0
            tallies[1, place] += worth


@kernel
def best_kept(rack: Ints, leaves: Floats, most: int, room: int) -> float:
    """What the best part of a rack to keep is worth, if at most `room` tiles can be exchanged."""
    kinds = np.empty(8, np.int64)
    size = 0
    for kind in range(len(rack)):
        for _ in range(rack[kind]):
            kinds[size] = kind
            size += 1
    part = np.empty(len(rack), np.int64)
    best = -1e9
    for mask in range((1 << size) - 1):
        part[:] = 0
        held = 0
        for tile in range(size):
            if mask >> tile & 1:
                part[kinds[tile]] += 1
                held += 1
        if held <= most and size - held <= room:
            best = max(best, leaves[place_of(part, most)])
    return best
