"""What the game declares for others: the points of a move, ways to play, a picture, its players' skill."""

import pytest
from tests.games.abstrakto.matches_of import OPTIONS, whole

from ludoteka.core import match as matches
from ludoteka.core.game import Located, Over, Played, Turn
from ludoteka.core.refusals import IllegalMove
from ludoteka.core.sentences import Sentence
from ludoteka.games.abstrakto.engine import GAME
from ludoteka.games.abstrakto.types import Place
from ludoteka.players import levels, skill

POINTS = [
    ("h8", ("h8",)),
    ("H 8", ("h8",)),
    ("b1", ("b1",)),
    ("o15", ("o15",)),
    ("a1", ("a1",)),  # no tile fits there: what is named is still lit
    ("swap", ()),
    ("pass", ()),
    ("discard SLX", ()),
    ("discard xxx", ()),
]


@pytest.mark.parametrize(("text", "points"), POINTS)
def test_points_of_a_move(text: str, points: tuple[str, ...]) -> None:
    assert isinstance(GAME, Located)
    state = matches.new(GAME, 2, {"first": "blue"}).state
    assert GAME.where(state, 0, GAME.notation.read(state, 0, text)) == points


@pytest.mark.parametrize("number", range(len(OPTIONS)))
def test_the_points_of_a_move_are_its_new_tiles(number: int) -> None:
    """All but the swap, which lays nothing, and the discards, which are secret."""
    for match in whole(OPTIONS[number], f"where {number}"):
        if not isinstance(match.awaiting, Turn):
            continue
        seat = min(match.awaiting.seats)
        before = GAME.view(match.state, None)["board"]
        for move in GAME.legal(match.state, seat):
            after = GAME.view(GAME.apply(match.state, Played(seat, move)), None)["board"]
            new = [
                f"{chr(ord('a') + x)}{y + 1}"
                for y, row in enumerate(after)
                for x, tile in enumerate(row)
                if tile != "." and before[y][x] == "."
            ]
            assert list(GAME.where(match.state, seat, move)) == new
            assert bool(new) == isinstance(move, Place)


BUSY = "......./......./...b.../.....o./...b.../......./....... 0,1,1|0,1,1 0 tiles=3,3,3"
REFUSED = [
    ("a1", "AS-3.2", ("a1",), {"point": "a1"}),
    ("b2", "AS-4.2", ("b2",), {"point": "b2", "kind": Sentence("Solid")}),
    ("c3", "AS-3.3", ("d3",), {"n": 1, "point": "c3", "tiles": "d3"}),
    ("e4", "AS-3.3", ("d3", "f4", "d5"), None),
]


@pytest.mark.parametrize(("text", "rule", "where", "values"), REFUSED)
def test_refusals_name_points_as_moves_do(
    text: str, rule: str, where: tuple[str, ...], values: dict[str, object] | None
) -> None:
    """A tile that does not fit lights its own point; one that overlaps others, theirs."""
    state = GAME.notation.load(BUSY)
    move = GAME.notation.read(state, 0, text)
    with pytest.raises(IllegalMove) as refused:
        GAME.apply(state, Played(0, move))
    assert (refused.value.rule, refused.value.where) == (rule, where)
    assert rule == "AS-3.3" or where == GAME.where(state, 0, move)
    assert values is None or refused.value.sentence.values == values


def test_tiles_in_the_way_are_listed() -> None:
    state = GAME.notation.load(BUSY)
    with pytest.raises(IllegalMove) as refused:
        GAME.apply(state, Played(0, GAME.notation.read(state, 0, "e4")))
    sentence = refused.value.sentence
    assert sentence.template == "There is no room on {point}: your tile would overlap the tiles on {tiles}."
    assert sentence.text == "There is no room on e4: your tile would overlap the tiles on d3 and f4 and d5."


def test_presets() -> None:
    """The rulebook's way first; every one can be played."""
    presets = GAME.info.presets
    assert [preset.key for preset in presets] == ["rulebook", "small", "secret", "pie"]
    assert presets[0].options == {}
    for preset in presets:
        assert not isinstance(matches.new(GAME, 2, dict(preset.options)).awaiting, Over)


def test_the_example_is_a_position() -> None:
    state = GAME.notation.load(GAME.info.example)
    assert GAME.notation.dump(state) == GAME.info.example
    assert len(GAME.view(state, None)["areas"]) > 5


def test_skill() -> None:
    assert list(levels("abstrakto")) == [0, 1, 2, 3, 4, 5]
    for number, level in skill("abstrakto").levels.items():
        assert number > 0
        assert level.name == level.player().name
        assert level.about.endswith(".")
    solve = skill("abstrakto").solve
    assert solve is not None
    solution = solve("...../....b/.o.../...b./..... 0,0,1|1,0,1 over", None)
    assert (solution.value, solution.line, solution.proved, solution.seat) == (1, (), True, 0)
