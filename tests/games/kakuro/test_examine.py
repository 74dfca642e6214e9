"""The conditions of a row while it is drawn: each in words, and all of them hold exactly for right claims."""

from random import Random

import pytest
from tests.games.kakuro.positions import loaded

from ludoteka.core.refusals import IllegalMove
from ludoteka.games.kakuro.engine import GAME
from ludoteka.games.kakuro.types import SIZE, Claim, Row

SAID = [
    (">A2:8", ["+ makes 36", "+ begins at the edge", "+ ends at the edge", "+ no number twice"], 8),
    (
        ">A1:7",
        [
            "- makes 38, 2 too many",
            "+ begins at the edge",
            "- goes on at H1",
            "- a number stands twice: pay one 2×",
        ],
        None,
    ),
    (
        ">A1:7 A1~A2 H1#3",
        ["+ makes 36", "+ begins at the edge", "+ ends at a dark square", "+ no number twice"],
        7,
    ),
    (
        ">C2:3 D",
        [
            "- makes 16, 20 too few",
            "- begins in the open: B2 is not dark",
            "- goes on at F2",
            "- take one 2× back",
        ],
        None,
    ),
    (">A2:1", ["- A row needs at least two squares."], None),
]


@pytest.mark.parametrize(("claim", "said", "points"), SAID, ids=[claim for claim, _, _ in SAID])
def test_conditions_are_said_one_by_one(claim: str, said: list[str], points: int | None) -> None:
    state = loaded("P1").state
    found = GAME.examine(state, 0, GAME.notation.read(state, 0, claim))
    assert [f"{'+' if check.holds else '-'} {check.said.text}" for check in found.checks] == said
    assert found.points == points


def test_one_too_many_is_said_as_people_say_it() -> None:
    state = loaded("P1").state
    # the first two rows of the board; 36 is open
    found = GAME.examine(state, 0, GAME.notation.read(state, 0, ">A2:8 A1~A2"))
    assert found.checks[0].said.text == "makes 38, 2 too many"
    found = GAME.examine(state, 0, GAME.notation.read(state, 0, ">A2:8 A2~D2"))
    assert found.checks[0].said.text == "makes 36"


@pytest.mark.parametrize("position", ["P1", "P2", "P4", "P5"])
def test_all_conditions_hold_exactly_for_right_claims(position: str) -> None:
    """Against the judge: every row of the board, with no, one or two duplications paid."""
    state, right = loaded(position).state, 0
    dice = Random(7)
    for direction in (">", "v"):
        for first in range(64):
            place = first % SIZE if direction == ">" else first // SIZE
            for length in range(1, SIZE - place + 1):
                claim = Claim(Row(direction, first, length), duplications=dice.choice([0, 0, 1]))
                right += _agrees(state, claim)
    assert right or position == "P2"


def _agrees(state: object, claim: Claim) -> bool:
    found = GAME.examine(state, 0, claim)  # type: ignore[arg-type]
    try:
        points: int | None = GAME.score(state, 0, claim).points  # type: ignore[arg-type]
    except IllegalMove as refusal:
        points = None
        assert refusal.rule in {check.rule for check in found.checks if not check.holds}
    assert found.points == points
    return points is not None
