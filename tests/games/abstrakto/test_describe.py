"""Abstrakto in words: tiles by name, areas with their counts, secrets kept."""

from ludoteka.core.description import Description
from ludoteka.core.game import Drawn, Left, Played
from ludoteka.core.match import Match, new
from ludoteka.games.abstrakto.engine import GAME
from ludoteka.games.abstrakto.types import Move, State

AnyMatch = Match[State, Move]


def begun(**options: object) -> AnyMatch:
    return new(GAME, 2, {"size": 3, "first": "blue", **options})


def move_of(match: AnyMatch, text: str) -> Played[Move]:
    seat = min(match.awaiting.seats)  # type: ignore[union-attr]
    return Played(seat, GAME.notation.read(match.state, seat, text))


def told(match: AnyMatch, text: str, viewer: int | None = 0) -> Description:
    return GAME.describe(match.state, move_of(match, text), viewer)


def after(match: AnyMatch, *texts: str) -> AnyMatch:
    for text in texts:
        match = match.then(move_of(match, text))
    return match


def items(words: Description) -> list[tuple[str, int | None, int | None]]:
    return [(item.text, item.points, item.seat) for item in words.items]


def test_a_tile_by_name_and_what_it_wins() -> None:
    words = told(begun(), "b2")
    assert (words.text, words.points, words.where) == ("Solid on b2", 1, ("b2",))
    assert items(words) == [("wins the area at C1: 1 to 0", 1, None)]


def test_an_area_that_is_outvoted_or_tied() -> None:
    match = after(begun(), "b2")
    tied = told(match, "e4")
    assert (tied.text, tied.points) == ("Line on e4", 0)
    assert items(tied) == [
        ("loses the area at C1", -1, 0),
        ("nobody has the area at C1: 1 to 1", None, None),
    ]


def test_the_first_tile_can_be_taken_over() -> None:
    words = told(after(begun(pie="on"), "b2"), "swap")
    assert (words.text, words.points) == ("taking over the first tile", 1)
    assert items(words) == [("loses the area at C1", -1, 0), ("wins the area at C1: 1 to 0", 1, None)]


def test_secret_tiles_stay_secret() -> None:
    match = begun(discard="secret", size=5)
    assert told(match, "discard SSX", 0).text == "putting aside Solid, Solid and Cross"
    assert told(match, "discard SSX", 1).text == "three tiles put aside in secret"
    assert told(match, "discard SSX", None).text == "three tiles put aside in secret"


def test_chance_and_leaving() -> None:
    match = new(GAME, 2, {"size": 5, "discard": "random"})
    drawn = GAME.describe(match.state, Drawn((("S", "L", "L"),)), None)
    assert (drawn.text, drawn.seat) == ("puts aside Solid, Line and Line", 0)
    start = GAME.describe(new(GAME, 2).state, Drawn("orange"), None)
    assert (start.text, start.seat) == ("begins", 1)
    assert GAME.describe(begun().state, Left(1), 0).text == "leaves the match"


def test_whoever_can_lay_nothing_is_named() -> None:
    match = begun(size=2, tiles="1,1,0", discard="agreed:0,0,0")
    said = []
    while hasattr(match.awaiting, "seats"):
        seat = min(match.awaiting.seats)
        move = next(iter(GAME.legal(match.state, seat)))
        said += items(GAME.describe(match.state, Played(seat, move), None))
        match = match.then(Played(seat, move))
    assert all(points is None for text, points, _ in said if "nothing more" in text)
