"""`ludoteka analyse` and `ludoteka levels`: looks that grow, stopped at any time; what levels lose, kept."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import ludoteka
from ludoteka.analysis import analyse as analysis
from ludoteka.cli import levelling
from ludoteka.cli.app import call

ABAK = ludoteka.games.get("abak").info.example


def test_looks_come_as_lines_of_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["analyse", "abak", ABAK, "--json"]) == 0
    looks = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one["effort"] for one in looks] == [1, 2, 4]
    match = ludoteka.load("abak", ABAK)
    for one in looks:
        assert sum(one["win"]) == pytest.approx(1.0)
        assert one["seat"] == match.seat
        assert {move["move"] for move in one["moves"]} <= {match.text(move) for move in match.legal()}


def test_people_get_a_table_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["analyse", "abak", ABAK, "--ms", "1"]) == 0
    out = capsys.readouterr().out
    assert "Chances by seat:" in out
    assert "Soldier" in out


def test_moves_walk_a_branch_first(capsys: pytest.CaptureFixture[str]) -> None:
    match = ludoteka.load("abak", ABAK)
    first = match.text(match.legal()[0])
    assert call(["analyse", "abak", ABAK, "--moves", first, "--json", "--ms", "1"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert json.loads(line)["moves"] == [], "chance rolls next"
    assert call(["analyse", "abak", ABAK, "--moves", f"{first}; {first}"]) == 2
    assert "No move is awaited" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "code"),
    [(["abak", "nonsense"], 1), (["chess", ABAK], 2), (["abak", ABAK, "--seat", "7"], 2), (["abak"], 2)],
)
def test_what_cannot_be_looked_at_gets_a_sentence(
    arguments: list[str], code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call(["analyse", *arguments]) == code
    assert capsys.readouterr().err


def test_ctrl_c_leaves_the_best_so_far(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(match: Any, seat: Any) -> Iterator[analysis.Glance]:
        yield analysis.look(match, seat)
        raise KeyboardInterrupt

    monkeypatch.setattr(analysis, "looks", interrupted)
    assert call(["analyse", "abak", ABAK]) == 0
    assert "Soldier" in capsys.readouterr().out


def test_losses_of_levels_are_measured_and_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    played: list[int] = []

    def lost(_: str) -> dict[int, list[float]]:
        played.append(1)
        return {0: [0.0, 1.0], 1: [2.0, 3.0]}

    monkeypatch.setattr(levelling, "record_of", lambda *_: "")
    monkeypatch.setattr(levelling, "losses_of", lost)
    out = tmp_path / "losses.json"
    assert call(["levels", "abak", "-n", "2", "--level", "3", "--out", str(out)]) == 0
    told = json.loads(out.read_text(encoding="utf-8"))
    assert (told["unit"], [one["level"] for one in told["levels"]]) == ("matches", [3])
    assert told["levels"][0]["loss"] == 1.5
    assert "1.5000" in capsys.readouterr().out
    assert call(["levels", "abak", "-n", "3", "--level", "3", "--out", str(out)]) == 0
    assert len(played) == 3, "what was there is not played again"


def test_two_levels_are_told_apart(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Seats change, so that the stronger one sits first and second in turn; both think as much as is said."""
    asked: list[tuple[Any, ...]] = []
    matches = iter([{0: [0.0], 1: [1.0]}, {0: [1.0], 1: [0.0]}, {0: [0.0], 1: [0.0]}])

    def record_of(*given: Any) -> str:
        asked.append(given[1:])
        return ""

    monkeypatch.setattr(levelling, "record_of", record_of)
    monkeypatch.setattr(levelling, "losses_of", lambda _: next(matches))
    assert call(["levels", "abak", "--apart", "4", "2", "-n", "3", "--nodes", "9", "--json"]) == 0
    assert asked == [((4, 2), number, {}, 9) for number in range(3)]
    told = json.loads(capsys.readouterr().out)
    assert (told["right"], told["matches"]) == (2, 3)
    assert told["low"] < told["share"] < told["high"]


def test_a_real_match_of_levels_is_judged() -> None:
    game = ludoteka.games.get("kakuro")
    lost = levelling.losses_of(levelling.record_of(game, (2, 2), 0, {}))
    assert set(lost) == {0, 1}
    assert all(loss >= 0.0 for own in lost.values() for loss in own)
    assert sum(map(len, lost.values())) > 0
