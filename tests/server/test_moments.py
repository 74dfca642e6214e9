"""Moments without a server: flags, ends and take-backs happen when they do, not a moment early or late."""

from typing import Any

import pytest
from tests import toys
from tests.server.ledgers import START, ledger_of, read_again, write

from ludoteka.ratings.glicko import Rating
from ludoteka.server.table import actions, branching, visibility
from ludoteka.server.table.finished import EndedMatch, of_log, of_rows
from ludoteka.server.table.ledger import Ledger
from ludoteka.server.table.rows import Loaded, SeatRow, TableRow
from ludoteka.server.table.timekeeping import Timekeeper
from ludoteka.server.table.visibility import Eyes

FAIR: dict[str, Any] = {"rated": True, "takeback": False, "hints": False, "alternatives": False}
BANK = '{"kind": "bank", "seconds": 60}'


def at(now: int) -> Timekeeper:
    return Timekeeper(lambda: START + now)


def kinds_after(now: int) -> list[str]:
    """What the log says when flags are looked at then; Ada, who is to move, has a minute."""
    ledger = ledger_of(toys.get("nim"), at(0), control=BANK)
    before = ledger.seq
    write(ledger, at(now), actions.flag)
    return [line.row.kind for line in ledger.lines[before:]]


def test_a_flag_falls_when_the_time_is_up_and_not_before() -> None:
    assert kinds_after(0) == []
    assert kinds_after(59_999) == []
    assert kinds_after(60_000)[0] == "left"


def test_who_leaves_is_the_seat_whose_time_is_up() -> None:
    ledger = ledger_of(toys.get("nim"), at(0), control=BANK)
    write(ledger, at(5_000), lambda draft: actions.play(draft, 0, "take 1", ledger.seq))
    write(ledger, at(65_000), actions.flag)
    assert [line.row.seat for line in ledger.lines if line.row.kind == "left"] == [1]
    assert ledger.standing.is_over


def played_out(**allows: Any) -> Ledger:
    ledger = ledger_of(toys.get("nim"), at(0), options={"stones": 4}, **allows)
    write(ledger, at(2_000), lambda draft: actions.play(draft, 0, "take 1", ledger.seq))
    write(ledger, at(7_000), lambda draft: actions.play(draft, 1, "take 3", ledger.seq))
    return ledger


def test_what_remains_of_a_match_is_the_same_with_and_without_its_rules() -> None:
    ledger = played_out()
    again = read_again(ledger)
    whole = of_log(again, lambda _game, _level: None)
    rows = Loaded(again.table, list(again.people), [line.row for line in again.lines])
    assert isinstance(whole, EndedMatch)
    assert (whole.plies, whole.lasted, whole.how) == (2, 7_000, "game")
    result = {
        "how": "game",
        "ranks": [seat.rank for seat in whole.seats],
        "scores": [seat.score for seat in whole.seats],
    }
    assert of_rows(rows, result, lambda _game, _level: None) == whole


@pytest.mark.parametrize(("rated", "how"), [(True, "unplayed"), (False, "game")])
def test_only_a_rated_match_must_be_played_by_everybody_to_count_as_played(rated: bool, how: str) -> None:
    ledger = ledger_of(toys.get("nim"), at(0), **FAIR | {"rated": rated})
    write(ledger, at(2_000), lambda draft: actions.leave(draft, 1))
    found = of_log(ledger, lambda _game, _level: None)
    assert isinstance(found, EndedMatch)
    assert (found.how, found.counts) == (how, False)


def test_a_match_against_a_bot_counts_if_its_strength_is_known() -> None:
    ledger = played_out(**FAIR)
    ledger.people[1] = SeatRow("t", 1, "bot", None, "Easy", 1)
    known, unknown = (
        of_log(ledger, lambda _game, _level: Rating()),
        of_log(ledger, lambda _game, _level: None),
    )
    assert isinstance(known, EndedMatch)
    assert isinstance(unknown, EndedMatch)
    assert (known.counts, unknown.counts) == (True, False)


def test_a_table_that_has_not_begun_has_no_plies() -> None:
    row = TableRow(
        id="t", code="CODE", game="nim", seats=2, options="{}", control=BANK, allows="{}", public=True,
        seed=bytes(32), host="ada", state="open", created=START,
    )  # fmt: skip
    waiting = Ledger(Loaded(row, [], []), toys.get("nim"))
    assert visibility.table_sheet(waiting, Eyes("ada")).ply == 0
    assert visibility.table_sheet(played_out(), Eyes("ada", (0,))).ply == 2


def test_what_was_taken_back_is_shown_from_the_moment_its_continuation_ends() -> None:
    """To players at once, to delayed spectators as much later as everything."""
    ledger = ledger_of(toys.get("nim"), at(0), delay=30)
    write(ledger, at(1_000), lambda draft: actions.play(draft, 0, "take 1", ledger.seq))
    write(ledger, at(2_000), lambda draft: branching.takeback(draft, 0))
    ada, watcher, end = Eyes("ada", (0,)), Eyes("eve"), START + 50_000

    def is_whole(eyes: Eyes, now: int, elsewhere: int | None = end) -> bool:
        return visibility.sight(ledger, eyes, now, elsewhere).is_whole

    assert not is_whole(ada, end + 90_000, elsewhere=None)
    assert [is_whole(ada, end - 1), is_whole(ada, end)] == [False, True]
    assert [is_whole(watcher, end + 29_999), is_whole(watcher, end + 30_000)] == [False, True]
