"""Several contests as one: everybody has the number that his level gives him; all that was played counts."""

import json
from pathlib import Path

import pytest
from tests.arena.contests import results

from ludoteka.arena.contest import Contest
from ludoteka.arena.folder import Folder
from ludoteka.arena.joining import joined, main
from ludoteka.arena.report import page, take
from ludoteka.arena.summary import summary
from ludoteka.core.refusals import BadRequest


def kept(path: Path, words: tuple[str, ...], bouts: int, nodes: int | None = None, size: int = 3) -> Contest:
    contest = Contest("abstrakto", words, ((0, 1),), "x", (("size", size),), nodes=nodes)
    folder = Folder(path)
    folder.open(contest)
    for played in results(contest, bouts):
        folder.keep(played)
    return contest


def test_contests_are_one(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    alone = kept(first, ("1", "2"), 3)
    kept(second, ("0", "1"), 2, nodes=5)
    found = joined([first, second])
    assert found["contestants"] == ["0", "1", "2"]
    assert found["pairings"] == [[0, 1], [1, 2]]
    assert (found["bouts"], [row["matches"] for row in found["players"]]) == (5, [4, 10, 6])
    apart = summary(alone, Folder(first).open(alone))["meetings"][0]
    assert found["meetings"][1] == {**apart, "players": [1, 2]}
    assert len(found["ratings"]) == 3
    assert found["nodes"] == {"1 against 0": 5}


def test_the_page_says_which_pairs_had_which_budget(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept(tmp_path / "first", ("1", "2"), 1)
    kept(tmp_path / "second", ("0", "1"), 1, nodes=5)
    assert main([str(tmp_path / "first"), str(tmp_path / "second")]) == 0
    (tmp_path / "result.json").write_text(capsys.readouterr().out)
    take(tmp_path, tmp_path / "result.json")
    assert "2 pairs in all, 5 nodes a move in 1 against 0, each level's own budget otherwise," in page(
        tmp_path
    )


def test_the_higher_level_comes_first_whoever_was_named_first(tmp_path: Path) -> None:
    kept(tmp_path / "down", ("2", "1"), 3, nodes=5)
    kept(tmp_path / "up", ("0", "1"), 3)
    found = joined([tmp_path / "down", tmp_path / "up"])
    assert found["nodes"] == {"2 against 1": 5}
    (tmp_path / "result.json").write_text(json.dumps(found))
    take(tmp_path, tmp_path / "result.json")
    row = next(line for line in page(tmp_path).splitlines() if "| balanced (level 2) | beginner" in line)
    rate = next(one["win_rate"]["mean"] for one in found["meetings"] if one["players"] == [2, 1])
    assert rate > 0.5
    assert f"| 6 | {100 * rate:.1f} % (" in row


def test_the_same_budget_is_said_once(tmp_path: Path) -> None:
    kept(tmp_path / "first", ("0", "1"), 1, nodes=5)
    assert joined([tmp_path / "first"])["nodes"] == 5


def test_what_does_not_belong_together_is_refused(tmp_path: Path) -> None:
    kept(tmp_path / "first", ("0", "1"), 1)
    kept(tmp_path / "second", ("0", "1"), 1, size=4)
    with pytest.raises(BadRequest, match="second holds a contest with another value of options"):
        joined([tmp_path / "first", tmp_path / "second"])
    with pytest.raises(BadRequest, match="holds no contest"):
        joined([tmp_path / "nowhere"])


def test_a_contest_on_disk_reads_as_it_was(tmp_path: Path) -> None:
    contest = kept(tmp_path / "first", ("0", "1"), 1)
    assert json.loads((tmp_path / "first" / "contest.json").read_text()) == contest.header()


def test_a_bout_that_was_kept_twice_counts_once(tmp_path: Path) -> None:
    kept(tmp_path / "first", ("0", "1"), 2)
    once = joined([tmp_path / "first"])
    bouts = tmp_path / "first" / "bouts.jsonl"
    bouts.write_text(2 * bouts.read_text())
    assert joined([tmp_path / "first"]) == once
