"""Match chances and cube decisions beside what backgammon players know."""

import numpy as np
import pytest

from ludoteka.players.abak.cube import Prospects, should_double, should_take
from ludoteka.players.abak.network import Floats
from ludoteka.players.abak.stakes import Standing, chance_after_crawford, match_chance

# Woolsey and Heinrich's table, per cent, for whoever needs fewer points.
KNOWN = {
    (1, 2): 70, (1, 3): 75, (1, 4): 83, (1, 5): 85, (2, 3): 60, (2, 4): 68, (2, 5): 75, (3, 4): 59,
    (3, 5): 66, (3, 7): 76, (4, 5): 58, (4, 7): 70, (5, 6): 57, (5, 7): 63, (6, 7): 56,
}  # fmt: skip


def standing(
    mine: int, theirs: int, cube: int = 1, owner: int | None = None, jacoby: bool = False
) -> Standing:
    return Standing(mine, theirs, cube, owner, has_cube=True, has_crawford=True, is_jacoby=jacoby)


def with_cube(mine: int, theirs: int) -> float:
    return match_chance(mine, theirs, has_cube=True, has_crawford=True)


def chances(win: float, gammons: float = 0.0, lost_gammons: float = 0.0) -> Floats:
    lose = 1 - win
    return np.array(
        [win * (1 - gammons), win * gammons, 0, lose * (1 - lost_gammons), lose * lost_gammons, 0]
    )


def doubles_from(at: Standing, gammons: float = 0.0) -> float:
    """The least chance to win with which a double is right."""
    ways = np.arange(0.3, 1.0, 0.005)
    return min((w for w in ways if should_double(Prospects(chances(w, gammons, gammons), at))), default=2.0)


def takes_from(at: Standing, gammons: float = 0.0) -> float:
    """The least chance to win with which a take is right, `at` being the taker's."""
    ways = np.arange(0.0, 0.8, 0.005)
    return min((w for w in ways if should_take(Prospects(chances(w, gammons, gammons), at))), default=2.0)


@pytest.mark.parametrize(("needed", "known"), KNOWN.items())
def test_match_chances_are_near_the_table_that_players_use(needed: tuple[int, int], known: int) -> None:
    assert 100 * with_cube(*needed) == pytest.approx(known, abs=2)
    assert with_cube(*needed) + with_cube(*needed[::-1]) == pytest.approx(1)


def test_without_a_cube_a_lead_counts_more_evenly() -> None:
    assert match_chance(1, 2, has_cube=False, has_crawford=False) == pytest.approx(
        1 - 0.5 * (0.26 + 0.74 * 0.5)
    )
    assert chance_after_crawford(2, 1) == 0.5  # the trailing seat doubles at once


def test_a_race_for_points_is_doubled_at_70_and_taken_from_22_per_cent() -> None:
    assert doubles_from(standing(0, 0)) == pytest.approx(0.71, abs=0.02)
    assert doubles_from(standing(0, 0, 2, 0)) > doubles_from(
        standing(0, 0)
    )  # a cube of one's own is worth keeping
    assert takes_from(standing(0, 0)) == pytest.approx(0.22, abs=0.01)
    assert takes_from(standing(0, 0), gammons=0.3) > 0.25


def test_too_good_to_double_plays_on_for_a_gammon() -> None:
    assert not should_double(Prospects(chances(0.97, 0.8), standing(0, 0)))
    assert should_double(
        Prospects(chances(0.97, 0.8), standing(0, 0, jacoby=True))
    )  # a gammon counts nothing yet


def test_after_crawford_the_trailing_seat_doubles_at_once_and_a_dead_cube_is_never_turned() -> None:
    assert should_double(Prospects(chances(0.3, 0.2, 0.2), standing(4, 1)))
    at = standing(2, 5, 2, 0)
    assert not at.can_turn(2)


def test_one_point_away_gammons_count_nothing() -> None:
    assert standing(1, 1).unit() == pytest.approx([1, 1, 1, -1, -1, -1])
    assert standing(0, 0).unit() == pytest.approx([1, 2, 3, -1, -2, -3])
