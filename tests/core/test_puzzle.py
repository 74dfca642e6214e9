"""Collections of puzzles as text, difficulty from what levels find, and the choice of the next one."""

from dataclasses import replace

import pytest

from ludoteka.core.chance import Source, seed_from
from ludoteka.core.puzzle import (
    EASIEST,
    HARDEST,
    LEVEL_RATINGS,
    Collection,
    Puzzle,
    expectation,
    id_of,
    rating_of,
    read,
    shipped,
    suiting,
)

ONE = Puzzle(
    "abc",
    "most",
    1,
    "a position",
    ("8H 1", "ž"),
    9.0,
    2.0,
    0.0,
    1300.0,
    ((0, 6), (1, 3)),
    "self-play 3 ply 9",
)


def test_a_collection_is_read_as_it_was_written() -> None:
    kept = Collection("nim", 2, "seed", 17, (ONE, replace(ONE, id="def", error=0.01)))
    text = kept.write()
    assert read(text) == kept
    assert text.count("\n") == 4  # a line a puzzle: differences can be read
    assert kept.by_id["def"].error == 0.01
    assert read(Collection("nim", 1, "s", 0).write()).puzzles == ()


def test_where_nothing_is_shipped_there_are_no_puzzles() -> None:
    assert shipped("tests.toys", "nim").puzzles == ()


def test_the_fewer_levels_find_it_the_harder_it_is() -> None:
    found = [
        ((2, 6), (3, 3), (3, 3), (2, 2), (2, 2)),
        ((0, 6), (3, 3), (3, 3), (2, 2), (2, 2)),
        ((0, 6), (0, 3), (3, 3), (2, 2), (2, 2)),
        ((0, 6), (0, 3), (0, 3), (2, 2), (2, 2)),
        ((0, 6), (0, 3), (0, 3), (0, 2), (1, 2)),
    ]
    ratings = [rating_of(one) for one in found]
    assert ratings == sorted(ratings)
    assert len(set(ratings)) == len(ratings)
    assert all(EASIEST < one < HARDEST for one in ratings)


def test_a_rating_explains_what_was_found() -> None:
    """At the rating the levels are expected to find it as often as they did; so it is defined."""
    found = ((1, 6), (1, 3), (2, 3), (2, 2), (2, 2))
    rating = rating_of(found)
    tried = [(LEVEL_RATINGS[n], *pair) for n, pair in enumerate(found, 1)] + [
        (EASIEST, 0, 1),
        (HARDEST, 1, 1),
    ]
    expected = sum(tries * expectation(level, rating) for level, _, tries in tried)
    assert expected == pytest.approx(sum(hits for _, hits, _ in tried), abs=0.01)


def test_elo() -> None:
    assert expectation(1500, 1500) == 0.5
    assert expectation(1900, 1500) == pytest.approx(10 / 11)


def test_names_are_of_the_game_the_question_and_the_essence() -> None:
    names = {id_of(game, question, essence) for game in "ab" for question in "cd" for essence in "ef"}
    assert len(names) == 8
    assert id_of("a", "c", "e") in names


def test_what_suits_is_near_new_and_the_same_for_the_same_source() -> None:
    ratings = {str(n): 1000.0 + n for n in range(300)}

    def rng() -> Source:
        return Source(seed_from("solver"))

    found = suiting(ratings, 1100.0, [], rng())
    assert found is not None
    assert abs(ratings[found] - 1100.0) <= 6
    assert suiting(ratings, 1100.0, [], rng()) == found
    near = [str(n) for n in range(90, 111)]
    other = suiting(ratings, 1100.0, near, rng())
    assert other is not None
    assert other not in near
    assert suiting(ratings, 1100.0, ratings, rng()) is None
