"""Calculissimo in words: each kind of event with its exact English."""

from ludoteka.core.description import Description
from ludoteka.core.game import Drawn, Left, Played, Ticked
from ludoteka.core.match import Match, load, new
from ludoteka.games.calculissimo.engine import GAME
from ludoteka.games.calculissimo.types import Move, State

AnyMatch = Match[State, Move]


def position(rest: str, *placements: str) -> AnyMatch:
    """The standard board with chips laid row first: `8H 2+3`."""
    rows = [["."] * 15 for _ in range(15)]
    for placement in placements:
        start, chips = placement.split()
        row, column = int(start[:-1]) - 1, ord(start[-1]) - 65
        rows[row][column : column + len(chips)] = chips
    return load(GAME, f"{'/'.join(''.join(row) for row in rows)} {rest}")


def played(match: AnyMatch, text: str, viewer: int | None = 0) -> Description:
    (seat,) = match.awaiting.seats  # type: ignore[union-attr]
    move = GAME.notation.read(match.state, seat, text)
    return GAME.describe(match.state, Played(seat, move), viewer)


def then(match: AnyMatch, text: str) -> AnyMatch:
    (seat,) = match.awaiting.seats  # type: ignore[union-attr]
    return match.then(Played(seat, GAME.notation.read(match.state, seat, text)))


def items(words: Description) -> list[tuple[str, int | None, int | None]]:
    return [(item.text, item.points, item.seat) for item in words.items]


def test_premiums_are_put_into_the_calculation() -> None:
    words = played(position("58+-*|1 55 0,0 0"), "8D 5+8-*1", viewer=1)
    assert (words.text, words.points) == ("chips 5, +, 8, − and the joker as 1", 50)
    assert items(words) == [("5 + 8 − 1 = 12, (10 + 16 − 1) × 2, with D8 ×2, F8 ×2 and H8 ×2", 50, None)]


def test_a_joker_that_comes_first_needs_no_word_before_it() -> None:
    match = position("*4|1 55 0,0 0 board=plain", "8H 2x4")
    assert played(match, "8K *+4").text == "the joker as + and 4"
    disputed = position("*4|1 555 0,0 0 board=plain referee=dispute", "8H 2x4")
    assert played(disputed, "8K *+4", 1).text == "the joker as + and 4, unless somebody disputes them"


def test_plain_calculations_speak_for_themselves() -> None:
    laid = played(position("+4|1 55 0,0 0 board=plain", "8H 2x4"), "8K +4")
    assert items(laid) == [("2 × 4 + 4 = 12", 12, None)]


def test_a_swap_tells_others_only_how_many() -> None:
    match = position("12+*|1 55555 0,0 0")
    assert played(match, "swap 1+*", 0).text == "swapping 1, + and the joker"
    assert played(match, "swap 1+*", 1).text == "swapping 3 chips"
    waiting = then(match, "swap 12")
    drawn = Drawn((("5", "5"),))
    assert GAME.describe(waiting.state, drawn, 0).text == "draws 5 and 5"
    assert GAME.describe(waiting.state, drawn, None).text == "draws 2 chips"


def test_the_first_draws_are_open() -> None:
    match = new(GAME, 2)
    tied = GAME.describe(match.state, Drawn((("+",), ("*",))), None)
    assert tied.text == "Who begins? The highest numbers are equal: once more."
    assert items(tied) == [("draws +", None, 0), ("draws the joker", None, 1)]
    begins = GAME.describe(match.state, Drawn((("2",), ("3",))), None)
    assert (begins.text, begins.seat) == ("draws the highest number and begins", 1)


def test_what_is_left_on_the_racks_is_counted_at_the_end() -> None:
    words = played(position("+4|3-* 0 7,0 0 board=plain", "8H 2x4"), "8K +4")
    assert words.points == 12
    assert items(words) == [("2 × 4 + 4 = 12", 12, None), ("still holds 3, − and the joker", -23, 1)]


def test_chips_are_disputed_in_words() -> None:
    match = position("+47|1 555 0,0 0 board=plain referee=dispute", "8H 2x4")
    assert played(match, "8K +4", 1).text == "chips + and 4, unless somebody disputes them"
    right = played(then(match, "8K 47"), "dispute", 1)
    assert (right.text, right.items) == ("rightly disputing the chips, which are taken back", ())
    claim = then(match, "8K +4")
    wrong = played(claim, "dispute", 1)
    assert wrong.text == "wrongly disputing the chips, which stay"
    assert items(wrong) == items(played(claim, "accept", 1)) == [("2 × 4 + 4 = 12", 12, 0)]
    stands = played(then(match, "8K 47"), "accept", 1)
    assert items(stands) == [("2 × 4 4 7, is not a calculation", 0, 0)]


def test_passing_time_and_leaving_are_said() -> None:
    match = position("+4|1 555 0,0 0 turn_seconds=10", "8H 2x4")
    assert played(match, "pass").text == "skipping the turn"
    late = GAME.describe(match.state, Ticked(10_000), 1)
    assert (late.text, late.seat) == ("out of time, turn skipped", 0)
    gone = GAME.describe(match.state, Left(1), 0)
    assert (gone.text, gone.seat) == ("leaves the match", 1)


def test_a_terminal_shows_signs_as_they_are_said() -> None:
    match = position("5x:-|1 55 0,0 0", "8D 6:2-3")
    painting = GAME.paint(GAME.view(match.state, 0), 0)
    row = "".join(span.text for span in painting.lines[8])
    assert " 6  ÷  2  −  3 " in row
    assert "Your chips: 5 − × ÷" in [note.text for note in painting.notes]
