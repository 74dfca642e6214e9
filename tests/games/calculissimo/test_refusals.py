"""What a player is told and shown: sentences with their templates, and the squares of a move."""

import random
from itertools import islice

import pytest
from tests.games.calculissimo.positions import played_positions

from ludoteka.core.game import BadNotation, BadRequest, IllegalMove, Played, Turn
from ludoteka.core.match import new
from ludoteka.games.calculissimo.engine import GAME
from ludoteka.games.calculissimo.types import Placement

EMPTY = "/".join(["." * 15] * 15)
ROW = EMPTY[: 7 * 16] + ".....6:2+9....." + EMPTY[7 * 16 + 15 :]
GREEN = "/".join(["." * 15] * 5 + ["...7...........", "...-...........", "....+2........."] + ["." * 15] * 7)

# position, move, rule, sentence, values of its template
REFUSED = [
    (f"{ROW} 3+|1 1 0,0 0", "8O 3+", "CA-3.1", "The chips run over the edge of the board after O8.", {"O8"}),
    (
        f"{ROW} 3+|1 1 0,0 0",
        "H15 3+",
        "CA-3.1",
        "The chips run over the edge of the board after H15.",
        {"H15"},
    ),
    (f"{ROW} 3+|1 1 0,0 0", "8H 3+", "CA-3.2", "There is a chip on H8, I8 already.", {"H8, I8"}),
    (
        f"{ROW} 3+|1 1 0,0 0",
        "8K +.3",
        "CA-3.2",
        "There is no chip on L8: the new chips would have a gap between them.",
        {"L8"},
    ),
    (
        f"{ROW} 3+|1 1 0,0 0",
        "8K -2",
        "CA-3.3",
        "You do not have these chips on your rack: -, 2.",
        {"-, 2"},
    ),
    (
        f"{EMPTY} 13+|1 1 0,0 0",
        "1A 1+3",
        "CA-3.5",
        "The first calculation of the game must cover the star in the middle, H8.",
        {"H8"},
    ),
    (
        f"{EMPTY} 3+|1 1 0,0 0",
        "8H 3",
        "CA-4.1",
        "These chips make no calculation: a calculation has at least three chips in a row.",
        set(),
    ),
    (
        f"{ROW} 3+|1 1 0,0 0",
        "8K 3",
        "CA-4.2",
        "6/2+93 is not a calculation: it must go number, sign, number and end with a number.",
        {"6/2+93"},
    ),
    (  # 3-9 breaks CA-4.4 besides: the lowest rule is named
        f"{ROW} 39-|1 1 0,0 0",
        "K8 3-9",
        "CA-4.2",
        "6/2+93 is not a calculation: it must go number, sign, number and end with a number.",
        {"6/2+93"},
    ),
    (
        f"{EMPTY} 236xx|1 1 0,0 0",
        "8F 2x3x6",
        "CA-4.3",
        "2x3x6 has more than one times sign: only one is allowed in a calculation.",
        {"2x3x6"},
    ),
    (
        f"{EMPTY} 23:|1 1 0,0 0",
        "8G 3/2",
        "CA-4.4",
        "3/2 does not come out as a whole number greater than 0.",
        {"3/2"},
    ),
    (
        f"{GREEN} 5|1 1 0,0 0 premiums=every",
        "8D 5",
        "CA-4.5",
        "With the premium squares put in, 7-5 does not come out as a whole number greater than 0.",
        {"7-5"},
    ),
    (
        f"{ROW} 345|1 1 0,0 0",
        "swap 34",
        "CA-6.5",
        "The bag holds only 1 chips: you cannot swap 2.",
        {1, 2},
    ),
]


@pytest.mark.parametrize(("position", "text", "rule", "sentence", "values"), REFUSED)
def test_refusals_fill_a_template(
    position: str, text: str, rule: str, sentence: str, values: set[str | int]
) -> None:
    state = GAME.notation.load(position)
    with pytest.raises(IllegalMove) as caught:
        GAME.score(state, 0, GAME.notation.read(state, 0, text))
    assert (caught.value.rule, caught.value.text) == (rule, sentence)
    assert set(caught.value.sentence.values.values()) == values
    assert not any(str(value) in caught.value.sentence.template for value in values)


def test_texts_that_are_nothing_are_quoted() -> None:
    state = GAME.notation.load(f"{ROW} 3+|1 1 0,0 0")
    with pytest.raises(BadNotation) as caught:
        GAME.notation.read(state, 0, "8Q" * 40)
    assert caught.value.sentence.values == {"given": repr("8Q" * 20)}
    with pytest.raises(BadNotation) as caught:
        GAME.notation.load(f"{ROW} 3+|1 1 0,0 0 board=nowhere")
    problem = "There is no board called 'nowhere' here, only std, plain, mini. (CA-1.4)"
    assert caught.value.text == f"An option of the position is wrong: {problem}"
    with pytest.raises(BadRequest) as refused:
        new(GAME, 2, {"chips": "nowhere"})
    assert refused.value.text == "There is no set of chips called 'nowhere' here, only std, mini."


# --- squares ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "squares"),
    [
        ("8K +3", ("K8", "L8")),
        ("8E 1.+", ("E8", "G8")),
        ("H6 4-.+*3", ("H6", "H7", "H9", "H10")),
        ("6h 4", ("H6",)),
        ("H6 4", ("H6",)),
        ("15M *+12", ("M15", "N15", "O15")),
        ("15N 1+2", ("N15", "O15")),
        ("swap 3+", ()),
        ("pass", ()),
        ("accept", ()),
    ],
)
def test_where_names_the_new_chips(text: str, squares: tuple[str, ...]) -> None:
    """In line order, without chips that lie there already and without what is beyond the edge."""
    state = GAME.notation.load(f"{ROW} 3+|1 1 0,0 0")
    assert GAME.where(state, 0, GAME.notation.read(state, 0, text)) == squares


def test_where_is_where_chips_lie_afterwards() -> None:
    rng = random.Random("where")
    for state in islice(played_positions(rng), 80):
        awaited = GAME.awaiting(state)
        assert isinstance(awaited, Turn)
        seat = min(awaited.seats)
        moves = list(GAME.legal(state, seat))
        for move in rng.sample(moves, min(5, len(moves))):
            found = GAME.where(state, seat, move)
            assert not found or isinstance(move, Placement)
            if isinstance(move, Placement) and not state.options.is_disputed:
                after = GAME.apply(state, Played(seat, move, awaited.since)).board
                pairs = zip(state.board, after, strict=True)
                changed = {at for at, (old, new_chip) in enumerate(pairs) if old != new_chip}
                size = state.size
                assert sorted(found) == sorted(f"{chr(65 + at % size)}{at // size + 1}" for at in changed)


def test_presets_and_the_example_can_be_played() -> None:
    assert [preset.key for preset in GAME.info.presets] == ["rulebook", "mini", "timed", "dispute"]
    for preset in GAME.info.presets:
        assert new(GAME, 2, preset.options).awaiting is not None
    assert GAME.notation.dump(GAME.notation.load(GAME.info.example)) == GAME.info.example


def test_a_sign_on_green_or_blue_is_not_among_the_premiums() -> None:
    """[CA-5.2] On an operator they do nothing: F8 is green, H8 the logo."""
    state = GAME.notation.load(f"{EMPTY} 269+:|1 1 0,0 0")
    found = GAME.score(state, 0, GAME.notation.read(state, 0, "8E 6/2+9"))
    assert [one["square"] for one in found.detail[0]["premiums"]] == ["H8"]
