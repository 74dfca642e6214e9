"""The conditions of a row while it is drawn: each in words, and all of them hold exactly for right claims."""

import pytest
from tests.games.kakuro.positions import loaded, worked

from ludoteka.core.refusals import IllegalMove
from ludoteka.games.kakuro.engine import GAME
from ludoteka.games.kakuro.rules.board import fits
from ludoteka.games.kakuro.types import DIRECTIONS, Claim, Row, State

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
    state = loaded(worked()["P1"].replace("race 36", "race 35")).state
    found = GAME.examine(state, 0, GAME.notation.read(state, 0, ">A2:8"))
    assert found.checks[0].said.text == "makes 36, one too many"


@pytest.mark.parametrize(
    ("claim", "where"),
    [
        (">A1:8", "A1 B1 C1 H1"),  # two numbers stand there twice
        (">A1:8 D", "A1 B1 C1 H1"),
        (">A4:8", "B4 F4"),
        (">A4:8 DD", "B4 F4"),
        (">A6:8 D", "A6 B6 C6 D6 E6 F6 G6 H6"),  # no number: the whole row
    ],
)
def test_wrong_pay_lights_the_numbers_that_stand_there_again(claim: str, where: str) -> None:
    """[KA-4.7] Those that the tiles are paid for, not the rest of the row."""
    state = loaded("P5").state
    with pytest.raises(IllegalMove) as refused:
        GAME.score(state, 0, GAME.notation.read(state, 0, claim))
    assert (refused.value.rule, " ".join(refused.value.where)) == ("KA-4.7", where)


@pytest.mark.parametrize(
    ("claim", "cost"),
    [
        (">A4:8", "cost 1 duplication tile, and you pay no duplication tiles."),
        (">A1:8", "cost 2 duplication tiles, and you pay no duplication tiles."),
        (">A1:8 D", "cost 2 duplication tiles, and you pay 1 duplication tile."),
        (">A6:8 D", "cost no duplication tiles, and you pay 1 duplication tile."),
    ],
)
def test_wrong_pay_says_what_is_due_and_what_was_paid(claim: str, cost: str) -> None:
    state = loaded("P5").state
    with pytest.raises(IllegalMove) as refused:
        GAME.score(state, 0, GAME.notation.read(state, 0, claim))
    assert str(refused.value).startswith(f"The repeated numbers of this row {cost}")


@pytest.mark.parametrize("position", ["P1", "P5"])
def test_all_conditions_hold_exactly_for_right_claims(position: str) -> None:
    """Against the judge: every row of the board, with and without a duplication tile."""
    state = loaded(position).state
    rows = [
        Row(direction, first, length)
        for direction in DIRECTIONS
        for first in range(64)
        for length in range(1, 9)
    ]
    claims = [Claim(row, duplications=paid) for row in rows if fits(row) for paid in (0, 1)]
    assert len(claims) > 1000
    right = [claim for claim in claims if _is_right(state, claim)]
    assert right
    for claim in claims:
        found = GAME.examine(state, 0, claim)
        assert (found.points is not None) == (claim in right)
        assert all(check.holds for check in found.checks) == (claim in right)


def _is_right(state: State, claim: Claim) -> bool:
    try:
        return GAME.score(state, 0, claim).points > 0
    except IllegalMove:
        return False
