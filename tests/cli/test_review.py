"""`ludoteka review`: in words, as JSON, in another language; and what it refuses."""

import json
import re
from pathlib import Path

import pytest

import ludoteka
from ludoteka.cli.app import call
from ludoteka.cli.reviewing import curve
from ludoteka.core import record


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A short match: the first listed move is always played, and is seldom good."""
    match = ludoteka.new("abstrakto", size=3, first="blue", seed="review")
    while not match.is_over:
        match = match.play(match.legal()[0])
    path = tmp_path_factory.mktemp("records") / "match.record"
    path.write_text(record.write(record.Record(match, ("Ada", "Ben"), match.seed)))
    return path


def test_a_review_in_words(finished: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["review", str(finished)]) == 0
    out = capsys.readouterr().out
    assert "The chances of Ada from the first move to the last" in out
    assert "Where the result came from" in out
    assert "a blunder; it cost" in out
    assert "wins by force" in out or "keeps the draw" in out
    move = r"(Solid|Line|Cross) on [a-g][1-7]"
    assert re.search(rf"^(Ada|Ben): {move}( |$)", out, re.MULTILINE), "a move follows a name"
    assert re.search(rf"Better: {move} \(", out), "and stands after a word"


def test_a_review_as_json_is_whole_and_the_same_again(
    finished: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = []
    for _ in range(2):
        assert call(["review", str(finished), "--json"]) == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1]
    made = json.loads(told[0])
    assert set(made) >= {"game", "unit", "reference", "decisions", "chance", "thoughts", "curve", "seats"}
    assert made["result"] == [-one for one in reversed(made["result"])]
    assert len(made["curve"]) == len({point["ply"] for point in made["curve"]})


def test_czech(finished: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "cs_CZ.UTF-8")
    assert call(["review", str(finished)]) == 0
    out = capsys.readouterr().out
    assert "Odkud se vzal výsledek" in out
    assert "hrubka; to stálo" in out


def test_a_running_match_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = ludoteka.new("abstrakto", size=3, first="blue", seed="review")
    path = tmp_path / "running.record"
    path.write_text(record.write(record.Record(match.play(match.legal()[0]), ("Ada", "Ben"))))
    assert call(["review", str(path)]) == 2
    assert "only finished matches are reviewed" in capsys.readouterr().err


def test_a_curve_goes_up_and_down() -> None:
    lines = curve([0.0, 0.5, 1.0], height=2, width=3)
    assert lines == ["  █", " ██"]
    assert len(curve([0.5] * 500)[0]) == 72
