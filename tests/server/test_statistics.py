"""Somebody's matches in numbers: pure sums, in the order in which they are shown."""

import pytest

from ludoteka.server.messages.mine import RatingAt, RatingHistory, TallyAt, TallyIn, TallyWith
from ludoteka.server.table.statistics import DAY, Outing, over_time, statistics

NOON = 20_000 * DAY + DAY // 2  # of a day in 2024
BEN, BOT = ("Ben", None), ("Easy", 1)


def outing(ended: int, outcome: str, *opponents: tuple[str, int | None], game: str = "nim") -> Outing:
    return Outing(game, ended, 60_000, outcome, opponents)


def spread(days: int) -> list[TallyAt]:
    """Two matches so many days apart, as they are plotted."""
    return over_time([outing(NOON, "won"), outing(NOON + days * DAY, "lost")])


def test_who_has_not_played_has_no_pieces() -> None:
    assert over_time([]) == []


def test_every_day_from_the_first_to_the_last_is_a_piece() -> None:
    day = 20_000 * DAY
    assert spread(2) == [
        TallyAt(since=day, won=1, drawn=0, lost=0),
        TallyAt(since=day + DAY, won=0, drawn=0, lost=0),
        TallyAt(since=day + 2 * DAY, won=0, drawn=0, lost=1),
    ]


@pytest.mark.parametrize(
    ("days", "step"),
    [
        (0, 1),
        (23, 1),
        (24, 7),
        (160, 7),
        (170, 28),
        (644, 28),
        (700, 91),
        (2000, 91),
        (2200, 364),
        (20_000, 364),
    ],
)
def test_the_longer_the_time_the_longer_its_pieces(days: int, step: int) -> None:
    pieces = spread(days)
    assert {piece.since % (step * DAY) for piece in pieces} == {0}
    first, last = NOON // DAY // step, (NOON // DAY + days) // step
    assert [piece.since // DAY for piece in pieces] == [step * number for number in range(first, last + 1)]
    assert (pieces[0].won, pieces[-1].lost) == (1, 1)


def test_games_and_opponents_are_counted_the_most_frequent_first() -> None:
    played = [
        outing(NOON, "won", BEN),
        outing(NOON, "drawn", BOT, BOT, game="pig"),  # two seats of one bot are one opponent
        outing(NOON, "lost", BEN, BOT, game="pig"),
        outing(NOON, "aborted", BEN, game="pig"),
        outing(NOON, "lost", BOT, game="pig"),
    ]
    found = statistics(played, [])
    assert (found.total.won, found.total.drawn, found.total.lost) == (1, 1, 2)
    assert found.by_game == [
        TallyIn(game="pig", lasted=180_000, won=0, drawn=1, lost=2),
        TallyIn(game="nim", lasted=60_000, won=1, drawn=0, lost=0),
    ]
    assert found.by_opponent == [
        TallyWith(name="Easy", level=1, won=0, drawn=1, lost=2),
        TallyWith(name="Ben", level=None, won=1, drawn=0, lost=1),
    ]
    assert sum(piece.won + piece.drawn + piece.lost for piece in found.over_time) == 4


def test_the_thirty_most_frequent_opponents_are_shown() -> None:
    played = [outing(NOON, "won", (f"P{number}", None)) for number in range(31) for _ in range(number + 1)]
    found = statistics(played, []).by_opponent
    assert [one.name for one in found] == [f"P{number}" for number in range(30, 0, -1)]


def test_ratings_go_match_by_match() -> None:
    points = [("nim", "quick", 1, 1500.4), ("pig", "days", 2, 1600.0), ("nim", "quick", 3, 1510.6)]
    assert statistics([], points).ratings == [  # type: ignore[arg-type]  # words for a kind of time
        RatingHistory(
            game="nim", pace="quick", points=[RatingAt(at=1, rating=1500), RatingAt(at=3, rating=1511)]
        ),
        RatingHistory(game="pig", pace="days", points=[RatingAt(at=2, rating=1600)]),
    ]
