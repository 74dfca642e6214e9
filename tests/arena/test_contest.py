"""Contests: pairs, rotations, seeds, faults, and the same results with any number of processes."""

import json
from pathlib import Path

import pytest
from tests.arena.contests import contest, lines, results

from ludoteka.arena.contest import Bout, PlayedBout, everybody_meets, neighbours_meet, read_played
from ludoteka.arena.folder import Folder
from ludoteka.arena.matches import play
from ludoteka.arena.running import ContestLimits, run
from ludoteka.arena.sequential import Test
from ludoteka.arena.summary import summary
from ludoteka.arena.workers import Here, workers
from ludoteka.core import record as records
from ludoteka.core.refusals import BadRequest


def test_a_pair_is_the_same_draws_from_both_seats() -> None:
    one = contest("0", "0", game="pig", records=True)
    first, second = play(one, Bout((0, 1), 0)).matches
    assert (first.sitting, second.sitting) == ((0, 1), (1, 0))
    assert first.record == second.record  # equal players, equal draws: the very same match


def test_more_seats_take_turns_on_all_of_them() -> None:
    sittings = [match.sitting for match in play(contest("0", "1", "2"), Bout((0, 1, 2), 0)).matches]
    assert sittings == [(0, 1, 2), (2, 0, 1), (1, 2, 0)]


def test_without_pairs_seats_change_from_match_to_match() -> None:
    played = results(contest("0", "1", pairs=False), 4)
    assert [match.sitting for one in played for match in one.matches] == [(0, 1), (1, 0)] * 2


def test_the_better_player_wins() -> None:
    found = summary(one := contest("1", "2"), results(one, 12))
    assert found["meetings"][0]["win_rate"]["high"] < 0.4
    assert found["players"][1]["win_rate"]["mean"] > 0.9
    assert found["players"][1]["win_rate"]["low"] > 0.6
    assert found["players"][1]["matches"] == 24


def test_another_seed_is_another_contest() -> None:
    assert lines(results(contest("0", "0"))) == lines(results(contest("0", "0")))
    assert lines(results(contest("0", "0"))) != lines(results(contest("0", "0", seed="else")))


def test_results_do_not_depend_on_the_number_of_processes() -> None:
    one = contest("0", "2", pairings=((0, 1),))
    with workers(one, 2) as pool:
        assert lines(run(one, ContestLimits(12), pool, 3)) == lines(results(one, 12))


def test_a_move_that_is_refused_loses_the_match() -> None:
    found = summary(one := contest("3", "0"), results(one, 2))
    assert found["players"][0]["wins"] == 0
    (fault,) = found["faults"]
    assert fault.startswith("cheat (level 3) made a move that is refused: Take one, two or three")
    assert fault.endswith("(NIM-2)")


def test_an_endless_match_counts_for_nobody() -> None:
    found = summary(one := contest("0", "1", events=2), results(one, 3))
    assert found["unfinished"] == 6
    assert [row["matches"] for row in found["players"]] == [0, 0]


def test_a_race_is_played_in_its_own_time() -> None:
    found = summary(one := contest("0", "0", game="race"), results(one, 2))
    assert found["players"][0]["matches"] == 4


def test_a_test_ends_a_contest_that_is_decided() -> None:
    one, test = contest("2", "1"), Test(0.5, 0.6)
    played = results(one, 500, test=test)
    assert 16 <= len(played) < 60
    assert test.answer(played) == 0.6
    assert Test(0.97, 0.99).answer(played[:16]) is None


def test_no_match_begins_after_the_time_is_up() -> None:
    assert results(contest("0", "1"), 1000, seconds=0.0) == []
    assert summary(contest("0", "1"), [])["meetings"] == []


# --- a folder -----------------------------------------------------------------------------------


def test_a_stopped_contest_goes_on(tmp_path: Path) -> None:
    one, folder = contest("0", "1", records=True), Folder(tmp_path / "kept")
    assert folder.open(one) == []
    first = run(one, ContestLimits(3), Here(), each=folder.keep)
    with (tmp_path / "kept" / "bouts.jsonl").open("a") as file:
        file.write('{"pairing": [0, 1], "bou')  # the power went off
    before = folder.open(one)
    assert lines(before) == lines(first)
    new: list[PlayedBout] = []
    found = run(one, ContestLimits(5), Here(), before=before, each=new.append)
    assert lines(found) == lines(results(one, 5))
    assert [one.bout.index for one in new] == [3, 4]


def test_records_are_kept_and_can_be_replayed(tmp_path: Path) -> None:
    from tests import toys

    one, folder = contest("0", "1", records=True), Folder(tmp_path)
    folder.open(one)
    run(one, ContestLimits(1), Here(), each=folder.keep)
    kept = sorted((tmp_path / "records").iterdir())
    assert [path.name for path in kept] == ["0-1.00000.0.record", "0-1.00000.1.record"]
    record = records.read(kept[1].read_text(), toys.get)
    assert record.names == ("modest (level 1)", "random (level 0)")


def test_a_folder_holds_one_contest(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    folder.open(contest("0", "1"))
    with pytest.raises(BadRequest, match="another value of contestants, seed"):
        folder.open(contest("0", "2", seed="else"))
    assert folder.kept_seed() == "docs"


def test_a_line_can_be_read_again() -> None:
    (played,) = results(contest("0", "1"), 1)
    line = json.dumps(played.json())
    assert json.dumps(read_played(json.loads(line)).json()) == line


def test_everybody_meets_everybody() -> None:
    assert everybody_meets(3) == ((0, 1), (0, 2), (1, 2))
    one = contest("0", "1", "2", pairings=everybody_meets(3))
    found = summary(one, results(one, 8))
    assert [row["bouts"] for row in found["meetings"]] == [8, 8, 8]
    strengths = [row["mean"] for row in found["ratings"]]
    assert strengths[2] == max(strengths)
    assert abs(sum(strengths)) < 0.5


def test_on_a_ladder_everybody_meets_the_next_one() -> None:
    assert neighbours_meet(4) == ((0, 1), (1, 2), (2, 3))
