"""`ludoteka solve`: finds the game by its position, proves, or says that it could not."""

import json
from dataclasses import dataclass

import pytest

from ludoteka.cli import solving
from ludoteka.cli.app import call
from ludoteka.core.refusals import BadNotation

SMALL = "...../...../...../...../..... 1,1,1|1,1,1 0"


@dataclass(frozen=True)
class Guess:
    value: int = 0
    line: tuple[str, ...] = ()
    nodes: int = 1234
    proved: bool = False


def in_a_hurry(position: str, ms: int | None) -> Guess:
    if position != "known":
        raise BadNotation("No such position.")
    return Guess(proved=ms is None)


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "solvers", lambda: {"abak": in_a_hurry})


def test_a_small_board_is_proved(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["solve", SMALL, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["game"] == "abstrakto"
    assert found["proved"]
    assert found["value"] == 1
    assert len(found["line"]) > 0


def test_too_little_time_is_said_and_is_code_1(hurried: None, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["solve", "known", "--ms", "1"]) == 1
    assert "Not proved in time." in capsys.readouterr().out


def test_a_proved_draw_is_told_in_words(hurried: None, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["solve", "known", "--game", "abak"]) == 0
    assert capsys.readouterr().out == "With best play it is a draw.\nLine: none\nPositions looked at: 1,234\n"


def test_a_text_that_is_no_position(hurried: None, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["solve", "rubbish"]) == 1
    assert "No solver can read this position." in capsys.readouterr().err


def test_a_game_without_a_solver(hurried: None, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["solve", "x", "--game", "calculissimo"]) == 2
    assert "no solver" in capsys.readouterr().err
