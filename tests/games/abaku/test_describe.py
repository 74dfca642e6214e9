"""Abaku in words: each kind of event with its exact English, as different seats hear it."""

from ludoteka.core.description import Description
from ludoteka.core.game import Drawn, Left, Played, Ticked
from ludoteka.core.match import Match, load, new
from ludoteka.games.abaku.engine import GAME
from ludoteka.games.abaku.types import Move, State

AnyMatch = Match[State, Move]


def board(*placements: str) -> str:
    """An empty board with tiles laid row first: `8H 24`."""
    rows = [["."] * 15 for _ in range(15)]
    for placement in placements:
        start, tiles = placement.split()
        row, column = int(start[:-1]) - 1, ord(start[-1]) - 65
        rows[row][column : column + len(tiles)] = tiles
    return "/".join("".join(row) for row in rows)


def position(rest: str, *placements: str) -> AnyMatch:
    return load(GAME, f"{board(*placements)} {rest}")


def played(match: AnyMatch, text: str, viewer: int | None = 0) -> Description:
    (seat,) = match.awaiting.seats  # type: ignore[union-attr]
    move = GAME.notation.read(match.state, seat, text)
    return GAME.describe(match.state, Played(seat, move), viewer)


def items(words: Description) -> list[tuple[str, int | None, int | None]]:
    return [(item.text, item.points, item.seat) for item in words.items]


def test_equations_add_up_with_their_bonus_squares() -> None:
    words = played(position("24|1 5 0,0 0", "10D 31"), "10C 4..2", viewer=1)
    assert (words.text, words.points, words.where) == ("tiles 4 and 2", 23, ("C10", "F10"))
    assert items(words) == [
        ("4 − 3 = 1, 3 × 2, with C10 ×2", 6, None),
        ("4 × 3 = 12, (3 + 3) × 2, with C10 ×2 and F10 ×3", 12, None),
        ("3 − 1 = 2, 2 + 3, with F10 ×3", 5, None),
    ]


def test_values_are_added_up_in_sight() -> None:
    words = played(position("1468|1 5 0,0 0 board=blank scoring=values"), "8H 6814")
    assert items(words) == [("6 + 8 = 14, 6 + 8 + 1 + 4", 19, None)]


def test_a_new_tile_brings_one_point_beside_its_equation() -> None:
    words = played(position("4|1 5 0,0 0 scoring=tile-operation", "8H 557355"), "8N 4")
    assert items(words) == [("557 − 3 = 554, 2 for the equation, 1 for the new tile", 3, None)]


def test_readings_look_like_mathematics() -> None:
    words = played(position("38240|1 5 0,0 0 board=blank"), "8H 38240")
    assert [item.maths for item in words.items] == [
        "3 × 8 = 24", "38 + 2 = 40", "∛8 = 2", "8 ÷ 2 = 4", "2² = 4"
    ]  # fmt: skip


def test_the_joker_says_what_it_stands_for() -> None:
    words = played(position("12*|1 5 0,0 0 board=blank", "8H 3", "9H 5", "10H 8"), "7G 2*21")
    assert words.text == "tiles 2, the Joker as 2 and 1"
    again = played(position("1|1 5 0,0 0 board=blank", "7G 2*1", "8H 3", "9H 5", "10H 8"), "7H =1")
    assert again.text == "tile 1 for the Joker"


def test_a_change_tells_others_only_how_many() -> None:
    match = position("1234*|1 55555 0,0 0")
    assert played(match, "change 12*", 0).text == "exchanging 1, 2 and the Joker"
    assert played(match, "change 12*", 1).text == "exchanging 3 tiles"
    assert played(match, "change 1", None).text == "exchanging 1 tile"
    waiting = match.then(Played(0, GAME.notation.read(match.state, 0, "change 12")))
    drawn = Drawn((("5", "5"),))
    assert GAME.describe(waiting.state, drawn, 0).text == "draws 5 and 5"
    assert GAME.describe(waiting.state, drawn, 1).text == "draws 2 tiles"


def test_the_first_draws_are_open_and_racks_are_not() -> None:
    match = new(GAME, 2)
    tied = GAME.describe(match.state, Drawn((("7",), ("7",))), None)
    assert tied.text == "Who begins? The highest tiles are equal: once more."
    assert items(tied) == [("draws 7", None, 0), ("draws 7", None, 1)]
    first = Drawn((("7",), ("9",)))
    begins = GAME.describe(match.state, first, None)
    assert (begins.text, begins.seat) == ("draws the highest tile and begins", 1)
    racks = Drawn((tuple("01234"), tuple("5678*")))
    dealt = [GAME.describe(match.then(first).state, racks, seat) for seat in (None, 1)]
    assert [one.text for one in dealt] == ["Everybody draws 5 tiles."] * 2
    assert [items(one) for one in dealt] == [[], [("draws 5, 6, 7, 8 and the Joker", None, 1)]]


def test_what_is_left_on_the_racks_is_counted_at_the_end() -> None:
    words = played(position("4|35* - 3,0 0 board=blank", "8H 24"), "9H 4")
    assert words.points == 5
    assert items(words) == [
        ("2² = 4", 2, None),
        ("still holds 3, 5 and the Joker", -12, 1),
        ("gets points for the tiles of the others", 3, None),
    ]


def test_skipping_to_the_end_costs_everybody() -> None:
    match = position("1*|234 - 5,5 0 skips=1,2 idle=3", "8H 24")
    words = played(match, "skip", 1)
    assert (words.text, words.points, words.seat) == ("skipping the turn", -11, 0)
    assert items(words) == [("still holds 1 and the Joker", -11, None), ("still holds 2, 3 and 4", -3, 1)]


def test_tiles_are_disputed_in_words() -> None:
    match = position("11234|22234 5555 0,0 0 referee=dispute", "8H 24")
    claim = match.then(Played(0, GAME.notation.read(match.state, 0, "8J 1")))
    assert played(match, "8J 1", 1).text == "tile 1, unless somebody disputes it"
    right = played(claim, "dispute", 1)
    assert right.text == "rightly disputing the tiles, which are taken back"
    assert items(right) == [("loses a point for the tile", -1, 0)]
    good = match.then(Played(0, GAME.notation.read(match.state, 0, "9H 4")))
    wrong = played(good, "dispute", 1)
    assert wrong.text == "wrongly disputing the tiles, which stay, and missing the next turn"
    assert items(wrong) == items(played(good, "accept", 1)) == [("2² = 4", 2, 0)]


def test_time_and_leaving_are_said() -> None:
    match = position("11234|22234 5555 0,0 0 turn_seconds=10", "8H 24")
    late = GAME.describe(match.state, Ticked(10_000), 1)
    assert (late.text, late.seat) == ("out of time, turn skipped", 0)
    gone = GAME.describe(match.state, Left(1), 0)
    assert (gone.text, gone.seat, gone.points) == ("leaves the match", 1, None)


def test_studies_have_words_too() -> None:
    cover = new(GAME, 1, {"mode": "cover"})
    words = played(cover, "8H 24")
    assert (words.points, items(words)) == (2, [("2² = 4", None, None), ("2 new squares", 2, None)])
    sandbox = new(GAME, 1, {"mode": "sandbox"})
    laid = sandbox.then(Played(0, GAME.notation.read(sandbox.state, 0, "8H 7")))
    taken = played(laid, "take 8H")
    assert (taken.text, taken.where) == ("taking one tile back", ("H8",))
    assert played(laid, "skip").text == "end of the study"
