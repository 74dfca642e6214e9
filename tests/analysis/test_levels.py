"""Played like which level: likelihood over a match's decisions, ranges, and what is too little to tell."""

from pathlib import Path

import pytest

from ludoteka import games, players
from ludoteka.analysis import levels
from ludoteka.analysis.levels import CLASSES, Ladder, LikeLevel, class_of
from ludoteka.analysis.report import ladder_of
from ludoteka.core import match

THRESHOLDS = (2.0, 6.0, 14.0)


def ladder() -> Ladder:
    """Three levels: the first loses much, the third nothing."""
    made = Ladder("toy 1", "points")
    made.of(1).add([20.0, 8.0, 0.0, 40.0] * 10, THRESHOLDS)
    made.of(2).add([0.0, 3.0, 0.0, 1.0] * 10, THRESHOLDS)
    made.of(3).add([0.0, 0.0, 0.0, 0.1] * 10, THRESHOLDS)
    return made


@pytest.mark.parametrize(
    ("loss", "found"), [(0.0, 0), (0.4, 1), (0.5, 2), (2.0, 3), (5.9, 3), (6.0, 4), (14.0, 5), (28.0, 6)]
)
def test_losses_fall_into_classes_by_the_thresholds(loss: float, found: int) -> None:
    assert class_of(loss, THRESHOLDS) == found < CLASSES


def test_the_level_under_which_the_decisions_are_likeliest() -> None:
    assert ladder().like([20.0, 9.0, 0.0, 30.0] * 4, THRESHOLDS) == LikeLevel(1, 1, 1)
    assert ladder().like([0.0, 3.0, 0.0, 1.0] * 4, THRESHOLDS) == LikeLevel(2, 2, 2)
    assert ladder().like([0.0] * 20, THRESHOLDS) == LikeLevel(3, 3, 3)


def test_what_could_be_either_gets_a_range() -> None:
    like = ladder().like([0.0] * 9 + [3.0], THRESHOLDS)
    assert like is not None
    assert like.low < like.high
    assert like.low <= like.estimate <= like.high


def test_fewer_than_ten_decisions_are_too_few_to_tell() -> None:
    assert ladder().like([0.0] * 9, THRESHOLDS) is None
    assert ladder().like([0.0] * 10, THRESHOLDS) is not None


def test_means_have_errors_by_seats() -> None:
    one = Ladder("toy 1", "points").of(1)
    assert (one.mean, one.error) == (0.0, 0.0)
    one.add([1.0, 3.0], THRESHOLDS)
    one.add([2.0, 2.0], THRESHOLDS)
    assert one.mean == 2.0
    assert one.error == 0.0, "both seats lost the same"
    one.add([8.0, 8.0], THRESHOLDS)
    assert one.mean == 4.0
    assert one.error > 1.0


def test_a_table_is_read_as_it_was_written(tmp_path: Path) -> None:
    import json

    file = tmp_path / "losses.json"
    file.write_text(json.dumps(ladder().json()), encoding="utf-8")
    assert levels.read(file).json() == ladder().json()


def measured() -> list[str]:
    """The games whose players ship a table."""
    return [
        game for game in games.ids() if (path := players.skill(game).losses) is not None and path.is_file()
    ]


def test_every_game_is_measured() -> None:
    assert measured() == list(games.ids())


@pytest.mark.parametrize("game", measured())
def test_what_is_shipped_belongs_to_the_reference_that_judges(game: str) -> None:
    """Whoever changes a reference measures again: `ludoteka levels GAME --out ...`."""
    declared = players.skill(game)
    assert declared.reference is not None
    assert declared.losses is not None
    shipped = levels.read(declared.losses)
    assert shipped.reference == levels.identity_of(declared.reference())
    assert sorted(shipped.levels) == sorted(level for level in declared.levels if level > 0)
    for one in shipped.levels.values():
        assert len(one.counts) == CLASSES
        assert sum(one.counts) == sum(number for number, _ in one.seats) >= 20
    assert shipped.levels[1].mean > 2 * shipped.levels[4].mean, "weak levels lose more"


@pytest.mark.parametrize("game", measured())
def test_only_matches_like_the_measured_ones_are_compared(game: str) -> None:
    found = games.get(game)
    reference = players.skill(game).reference
    assert reference is not None
    plain = match.new(found, 2, {})
    assert ladder_of(plain, reference()) is not None
    option = next(one for one in found.info.options if len(one.values) > 1)
    other = next(value for value in option.values if value != option.default)
    assert ladder_of(match.new(found, 2, {option.key: other}), reference()) is None
