"""What is said of points: a change of the score, or that what was made brought none."""

import pytest

from ludoteka.core.description import Item, with_points
from ludoteka.core.sentences import Sentence

SAID = Sentence("lays a row")


@pytest.mark.parametrize(
    ("change", "items", "points"),
    [
        (3, (), 3),
        (-2, (), -2),
        (0, (), None),
        (0, (Item("A1"),), None),
        (0, (Item("A1", points=0),), 0),  # the actor's own, which came to nothing together
        (0, (Item("A1", points=4, seat=1),), None),  # somebody else's
        (0, (Item("A1", points=4, seat=1), Item("B1", points=1)), 0),
    ],
)
def test_points_are_told_where_they_changed_or_the_actor_made_some(
    change: int, items: tuple[Item, ...], points: int | None
) -> None:
    found = with_points(SAID, 0, change, items, ("A1",))
    assert (found.points, found.items, found.where, found.seat) == (points, items, ("A1",), 0)
