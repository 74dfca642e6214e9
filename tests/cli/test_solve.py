"""`ludoteka solve`: finds the game by its position, proves, or says that it could not."""

import json

import pytest

from ludoteka.cli.app import call

SMALL = "...../...../...../...../..... 1,1,1|1,1,1 0"
LARGE = "......./......./......./......./......./......./....... 1,1,1|1,1,1 0"


def test_a_small_board_is_proved(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["solve", SMALL, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["game"] == "abstrakto"
    assert found["proved"]
    assert found["value"] in (-1, 0, 1)
    assert call(["solve", SMALL]) == 0
    assert "Line: " in capsys.readouterr().out


def test_too_little_time_is_said_and_is_code_1(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["solve", LARGE, "--ms", "1"]) == 1
    assert "Not proved in time." in capsys.readouterr().out


def test_a_text_that_is_no_position(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["solve", "rubbish"]) == 1
    assert "No solver can read this position." in capsys.readouterr().err


def test_a_game_without_a_solver(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["solve", "x", "--game", "calculissimo"]) == 2
    assert "no solver" in capsys.readouterr().err
