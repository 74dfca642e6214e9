"""Abak in words: steps in the viewer's numbers with classes, hits and pins; dice; the cube; a won game."""

from ludoteka.core.description import Description
from ludoteka.core.game import Drawn, Left, Played
from ludoteka.core.match import Match, load, new
from ludoteka.games.abak.engine import GAME
from ludoteka.games.abak.types import Move, State

AnyMatch = Match[State, Move]


def begun(*dice: int, **options: object) -> AnyMatch:
    """A fresh game after its opening roll."""
    match: AnyMatch = new(GAME, 2, options)
    return match.then(Drawn(dice))


def told(match: AnyMatch, text: str, viewer: int | None = 0) -> Description:
    (seat,) = match.awaiting.seats  # type: ignore[union-attr]
    return GAME.describe(match.state, Played(seat, GAME.notation.read(match.state, seat, text)), viewer)


def items(words: Description) -> list[tuple[str, int | None, int | None]]:
    return [(item.text, item.points, item.seat) for item in words.items]


def test_steps_are_told_in_the_numbers_of_the_viewer() -> None:
    match = begun(1, 3)
    seen = {viewer: told(match, "6/3 6/5", viewer) for viewer in (0, 1, None)}
    assert seen[1].text == "General 6 → 3 and Soldier 6 → 5"
    assert seen[0].text == seen[None].text == "General 19 → 22 and Soldier 19 → 20"
    assert items(seen[1]) == []  # the sentence has said it all
    assert seen[0].where == seen[1].where == ("6", "3", "5")  # as the move names them


def summary(position: str, move: str, viewer: int | None = 0) -> str:
    return told(load(GAME, position), move, viewer).text


PAIR = "s/-/-/-/-/-/-/g/-/-/G/S/S/D/-/-/-/-/-/-/-/-/-/S - 10,13 0 5-4"
DRUID = "s/-/-/-/-/-/-/-/-/s/-/-/O/D/-/-/-/-/-/-/-/-/-/S - 12,13 0 4-3"
ENTERS = "s/-/-/-/-/S/-/-/-/-/-/-/-/-/-/-/-/-/g/-/-/-/S/- SG 11,13 0 6-4"
BACK = "s/-/-/-/-/S/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/S N 12,14 0 5-4"


def test_steps_of_one_checker_are_one_way_and_what_several_do_is_said_once() -> None:
    back = told(load(GAME, BACK), "bar/20 20/24")
    assert back.text == "General enters on 20 → 24"
    double = load(GAME, "s/-/-/-/-/SSSS/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/S - 10,14 0 1-1")
    assert told(double, "6/5 6/5 5/4 5/4").text == "Soldier 6 → 5 → 4 (2×)"


def test_hits_and_pins_are_said() -> None:
    pins = told(load(GAME, DRUID), "14/10 13/10")
    assert pins.text == "Druid 14 → 10 and Odd wounded 13 → 10 and pins the Soldier"
    assert pins.items[0].text == "Druid goes from 14 to 10, pins the Soldier"
    hits = summary(DRUID, "13/10 14/10", 1)
    assert hits == "Odd wounded 12 → 15 and Druid 11 → 15 and hits the Soldier"


def test_two_attackers_hit_a_guard_together() -> None:
    words = told(load(GAME, PAIR), "13/8 12/8")
    assert words.text == "Soldier 13 → 8 and Soldier 12 → 8 and hits the Guard"
    assert items(words) == [
        ("Soldier goes from 13 to 8, attacks the Guard", None, None),
        ("Soldier goes from 12 to 8, both hit the Guard", None, None),
    ]


def test_entering_and_going_back() -> None:
    words = told(load(GAME, ENTERS), "bar(S)/21 bar(G)/19", 1)
    assert words.text == "Soldier enters on 4 and Guard enters on 6 and hits the Guard"
    assert items(words) == [("Guard enters on 6, hits the Guard", None, None)]
    back = told(load(GAME, BACK), "bar/20 20/24")
    assert [item.text for item in back.items] == ["General goes back from 20 to 24"]


def test_the_last_checker_wins_by_its_kind_and_the_cube() -> None:
    trays = "S/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/s - 14,14 0 6-5"
    single = told(load(GAME, trays), "1/off")
    assert (single.text, single.points) == ("Soldier 1 → off", 1)
    assert items(single) == [("wins the game", 1, None)]
    classic = "S/-/-/-/-/-/-/-/-/-/-/-/sssss/-/-/-/-/-/-/-/-/-/sssss/sssss - 14,0 0 6-5 setup=classic"
    gammon = told(load(GAME, f"{classic} match=99 cube=on cubeval=4 owner=0"), "1/off")
    assert items(gammon) == [("wins a gammon, which counts twice, 2 × 4", 8, None)]


def test_dice_and_words() -> None:
    match = new(GAME, 2, {"cube": "on", "match": 3})
    assert GAME.describe(match.state, Drawn((5, 5)), None).text == "Both roll 5: once more."
    begins = GAME.describe(match.state, Drawn((1, 3)), None)
    assert (begins.text, begins.seat, items(begins)) == (
        "begins",
        1,
        [("rolls 1", None, 0), ("rolls 3", None, 1)],
    )
    asked = begun(1, 3, cube="on", match=3)
    asked = asked.then(Played(1, GAME.notation.read(asked.state, 1, "6/3 6/5")))
    assert told(asked, "double").text == "doubling (the game would count 2 points)"
    rolling = asked.then(Played(0, GAME.notation.read(asked.state, 0, "roll")))
    assert told(asked, "roll").text == "rolling the dice"
    assert GAME.describe(rolling.state, Drawn((6, 4)), 1).text == "rolls 6 and 4"
    assert GAME.describe(rolling.state, Drawn((2, 2)), 1).text == "rolls a double 2"
    offered = asked.then(Played(0, GAME.notation.read(asked.state, 0, "double")))
    assert told(offered, "take").text == "taking the double (the game counts 2 points)"
    dropped = told(offered, "drop")
    assert (dropped.text, dropped.seat) == ("refusing the double, which gives the game up", 1)
    assert items(dropped) == [("wins the game", 1, 0)]


def test_a_pass_and_a_leaving() -> None:
    closed = "-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/ss/ss/ss/ss/ss/ss S 14,3 0 6-5 setup=classic"
    assert summary(closed, "pass") == "no move possible"
    assert GAME.describe(begun(1, 3).state, Left(1), 0).text == "leaves the match"
