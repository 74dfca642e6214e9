"""Kakuro in words: rows with their sums and tiles, why a row is wrong, what everybody hears."""

from tests.games.kakuro.positions import KakuroMatch

from ludoteka.core.chance import Outcome
from ludoteka.core.description import Description
from ludoteka.core.game import Drawn, Left, Played, Ticked
from ludoteka.core.match import new
from ludoteka.games.kakuro.engine import GAME

ROWS = "14351968/61647586/27277325/74673473/98244191/48685853/65752932/21693989"


def race(total: int, seats: int = 2, tiles: str = "X4/D1") -> KakuroMatch:
    """A match with known numbers, in which a sum is open; each seat has a `D` and the tiles given."""
    match = new(GAME, seats, {"layout": ROWS})
    return drawn(drawn(match, tiles), str(total))


def outcome(match: KakuroMatch, text: str) -> Outcome:
    return GAME.notation.read_outcome(match.state, text)


def drawn(match: KakuroMatch, text: str) -> KakuroMatch:
    return match.then(Drawn(outcome(match, text)))


def told(match: KakuroMatch, text: str, seat: int = 0) -> Description:
    move = GAME.notation.read(match.state, seat, text)
    return GAME.describe(match.state, Played(seat, move, match.now), 1)


def then(match: KakuroMatch, text: str, seat: int = 0) -> KakuroMatch:
    return match.then(Played(seat, GAME.notation.read(match.state, seat, text), match.now))


def items(words: Description) -> list[tuple[str, int | None, int | None]]:
    return [(item.text, item.points, item.seat) for item in words.items]


def test_a_row_with_its_sum_and_tiles() -> None:
    words = told(race(28), "vE2:5 F1~E2 E1#4 E7#D")
    assert (words.text, words.points) == ("row E2 to E6", 5)
    assert words.where == ("E2", "E3", "E4", "E5", "E6")
    assert items(words) == [
        (
            "9 + 7 + 3 + 4 + 5 = 28, 5 squares, F1 and E2 exchanged, dark square on E1, dark square on E7",
            5,
            None,
        )
    ]


def test_digit_and_duplication_tiles_are_named() -> None:
    words = told(race(38, tiles="44/D1"), "vH1:8 H4=4")
    assert items(words) == [("8 + 6 + 5 + 4 + 1 + 3 + 2 + 9 = 38, 8 squares, digit tile 4 on H4", 8, None)]


def test_a_wrong_row_says_why() -> None:
    match = race(40)
    short = told(match, ">A1:8")
    assert (short.text, short.points) == ("row A1 to H1, wrong", None)
    assert items(short) == [("This row makes 1 + 4 + 3 + 5 + 1 + 9 + 6 + 8 = 37, not 40.", None, None)]
    assert items(told(match, ">A1:3")) == [
        ("The row must end at a sum square or at the edge, and D1 goes on.", None, None)
    ]


def test_a_repeated_digit_says_what_is_missing() -> None:
    words = told(race(37), ">A1:8")
    assert items(words) == [("Repeated: 1. 1 duplication tile is missing.", None, None)]
    paid = told(race(37), ">A1:8 D")
    assert paid.points == 8
    assert paid.items[0].text.endswith("8 squares, 1 duplication tile")
    assert items(told(race(37, tiles="DD/D1"), ">A1:8 DD")) == [
        ("More duplication tiles are paid than there are repeated digits.", None, None)
    ]


def test_a_used_square_is_why_not() -> None:
    match = drawn(then(race(37), ">A1:8 D"), "D/X")
    again = told(drawn(match, "36"), ">A1:8")
    assert items(again) == [("This row has been used across already.", None, None)]


def test_words_of_the_race() -> None:
    match = race(30)
    assert told(match, "kakuro!").text == "“Kakuro!”"
    assert told(then(match, "kakuro!"), "retract").text == "taking “Kakuro!” back, out until the next sum"
    half = told(match, "impossible")
    assert (half.text, items(half)) == ("“Impossible!”", [("The hourglass runs.", None, None)])
    voted = then(match, "impossible")
    assert told(voted, "possible").text == "“Possible after all.”"
    both = told(voted, "impossible", 1)
    assert items(both) == [("The sum 30 is put aside.", None, None)]
    alone = race(30, 1, "X45")
    assert told(alone, "impossible").text == "giving this sum up"


def test_time_runs_out_in_words() -> None:
    match = then(race(30), "impossible")
    sand = GAME.describe(match.state, Ticked(60_000), 0)
    assert (sand.text, items(sand)) == ("The sand has run out.", [("The sum 30 is put aside.", None, None)])
    late = GAME.describe(then(race(30), "kakuro!", 1).state, Ticked(60_000), 0)
    assert (late.text, late.seat) == ("no row in time, out until the next sum", 1)


def test_chance_and_leaving() -> None:
    match = new(GAME, 2)
    layout = GAME.describe(match.state, Drawn(outcome(match, ROWS)), None)
    assert layout.text == "The numbers are laid out."
    laid = new(GAME, 2, {"layout": ROWS})
    deal = GAME.describe(laid.state, Drawn(outcome(laid, "X4/D1")), None)
    assert deal.text == "New action tiles."
    assert items(deal) == [
        ("takes an exchange tile and a digit tile 4", None, 0),
        ("takes a duplication tile and a digit tile 1", None, 1),
    ]
    dealt = drawn(laid, "X4/D1")
    assert GAME.describe(dealt.state, Drawn("28"), None).text == "The sum is 28."
    assert GAME.describe(race(28).state, Left(1), 0).text == "leaves the match"
    ready = drawn(new(GAME, 2, {"layout": ROWS, "flip": "ready"}), "X4/D1")
    assert told(ready, "flip").text == "turning over the next sum"
