"""Areas row by row: what is connected, what an area is, and which areas are main, against obvious ways."""

from itertools import pairwise, product
from random import Random

import pytest
from tests.games.abstrakto import spots

from ludoteka.games.abstrakto.rules import areas
from ludoteka.games.abstrakto.rules.geometry import covered_row

WIDTH = 18  # half-cells in a row of the largest board


def spread(seeds: int, free: int) -> int:
    """From each seed to free neighbours, one by one, until nothing changes."""
    while (more := seeds | (seeds << 1 | seeds >> 1) & free) != seeds:
        seeds = more
    return seeds


def test_whatever_is_connected_in_a_row_is_found() -> None:
    rng = Random("rows")
    rows = [*product(range(16), repeat=2)]
    rows += [(rng.getrandbits(WIDTH), rng.getrandbits(WIDTH) | rng.getrandbits(WIDTH)) for _ in range(2000)]
    for seeds, free in rows:
        assert areas.connected(seeds & free, free) == spread(seeds & free, free)
    full = (1 << WIDTH) - 1
    assert all(areas.connected(1 << column, full) == full for column in range(WIDTH))


@pytest.mark.parametrize("size", [2, 3, 5, 9])
def test_areas_are_what_flood_filling_finds(size: int) -> None:
    rng = Random(f"flood {size}")
    for _ in range(12):
        laid = spots.tiles(rng, size, rng.choice((0, size, size * size)))
        rows = range(2 * size + 1)
        blue, orange = (
            tuple(sum(1 << x for x in rows if laid.get((x, y)) == seat) for y in rows) for seat in (0, 1)
        )
        found = {frozenset(area.region_names) for area in areas.standing((blue, orange), size).areas}
        both = [b | o for b, o in zip(blue, orange, strict=True)]
        covered = [covered_row(above, below) for above, below in pairwise(both)]
        assert found == flooded(covered, size)


def flooded(covered: list[int], size: int) -> set[frozenset[str]]:
    left = {(u, v) for v in range(2 * size) for u in range(2 * size) if not covered[v] >> u & 1}
    found = set()
    while left:
        area, edge = set[tuple[int, int]](), [left.pop()]
        while edge:
            u, v = edge.pop()
            area.add((u, v))
            near = {(u + 1, v), (u - 1, v), (u, v + 1), (u, v - 1)} & left
            left -= near
            edge += near
        found.add(frozenset(f"{chr(ord('A') + u)}{v + 1}" for u, v in area))
    return found


def test_main_areas_are_those_with_most_bounding_tiles() -> None:
    """Whatever the order of the areas; grey ones are never main."""
    rng = Random("mains")
    for _ in range(300):
        bounding = [(rng.randint(0, 3), rng.randint(0, 3)) for _ in range(rng.randint(0, 4))]
        mains = 0
        for blue, orange in bounding:
            mains = areas.with_main(mains, blue, orange)
        owned = [(blue + orange, blue > orange) for blue, orange in bounding if blue != orange]
        most = max((number for number, _ in owned), default=0)
        owners = {is_blue for number, is_blue in owned if number == most}
        assert mains == 4 * most + (True in owners) + 2 * (False in owners)
        expected = 0 if len(owners) != 1 else 1 if True in owners else -1
        assert areas.verdict(2, 2, mains) == expected
        assert (areas.verdict(3, 2, mains), areas.verdict(2, 3, mains)) == (2, -2)
