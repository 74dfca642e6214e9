"""Whole sittings at the table, line by line."""

import io
import sys
from pathlib import Path

import pytest
from tests.cli.conftest import Cli

from ludoteka.cli import playing
from ludoteka.cli.app import STOPPED, call
from ludoteka.cli.terminal import Keyboard


def test_two_people_play_to_the_end(cli: Cli) -> None:
    answer = cli("play", "nim", "Ada", "Ben", "-o", "stones=4", lines="take 3\ntake 1\n")
    assert answer.code == 0
    assert "Ada: take 3" in answer.out
    assert "Ben: take 1" in answer.out
    assert "The match is over" in answer.out
    assert "Ben won by 1.\n" in answer.out


def test_whoever_leaves_loses_by_nothing(cli: Cli) -> None:
    answer = cli("play", "nim", "Ada", "Ben", lines="leave\n")
    assert "Ben won.\n" in answer.out
    assert "Ada left the match." in answer.out


def test_against_a_bot(cli: Cli) -> None:
    answer = cli("play", "nim", "Ada", "bot:0", "-o", "stones=5", "--seed", "x", lines="take 1\n" * 5)
    assert answer.code == 0
    assert "random (bot): take" in answer.out


def test_help_hints_and_refusals(cli: Cli) -> None:
    said = (
        "?\nmoves\nmoves take 2\nhint\nscore take 1\nboard\nlog\nposition\ntake 9\ntak 1\n:nonsense\n\nquit\n"
    )
    answer = cli("play", "nim", "Ada", "Ben", lines=said)
    assert answer.code == 0
    assert "takes back to the choice" in answer.out
    assert "To play it, type: take" in answer.out
    assert "0 points" in answer.out
    assert "stones=12" in answer.out
    assert (
        "Take one, two or three of the stones that are there.\n(Type why to read the rule, NIM-2.)"
        in answer.out
    )
    assert "Did you mean take 1" in answer.out
    assert "There is no command 'nonsense'" in answer.out


def test_undo_takes_back_to_the_choice_before(cli: Cli) -> None:
    answer = cli("play", "nim", "Ada", "Ben", lines="undo\ntake 3\nundo\ntake 1\nquit\n")
    assert "There is nothing to take back." in answer.out
    assert answer.out.count('"stones": 12') == 2
    assert '"stones": 11' in answer.out


def test_a_match_is_saved_resumed_and_verified(cli: Cli, tmp_path: Path) -> None:
    path = str(tmp_path / "my match.rec")
    first = cli("play", "pig", "Ada", "bot:0", "--seed", "z", "-o", "goal=10", "--save", path, lines="quit\n")
    assert "--resume" in first.out
    answer = cli("play", "--resume", path, lines="both\npass\nfirst\n" * 40)
    assert "The match is over" in answer.out
    assert cli("verify", path).code == 0
    assert '"Ada"' in Path(path).read_text()


def test_without_its_seed_a_resumed_match_goes_on_but_verify_tells(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "pig.rec"
    cli("play", "pig", "Ada", "Ben", "--seed", "z", "--save", str(path), lines="first\nfirst\nquit\n")
    path.with_name("pig.rec.seed").unlink()
    assert "over" in cli("play", "--resume", str(path), lines="leave\n").out
    assert cli("verify", str(path)).code == 1


def test_save_during_play(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "x.rec"
    answer = cli("play", "nim", "Ada", "Ben", lines=f"save\nsave {path}\ntake 1\nquit\n")
    assert "Say where" in answer.out
    assert "take 1" in path.read_text()


def test_leaving_ends_a_match_of_two(cli: Cli) -> None:
    answer = cli("play", "nim", "Ada", "Ben", lines="leave\n")
    assert "Ada left the match." in answer.out


def test_end_of_input_is_a_quiet_goodbye(cli: Cli) -> None:
    answer = cli("play", "nim", "Ada", "Ben", lines="")
    assert answer.code == 0
    assert "Bye." in answer.out


# --- hidden hands ----------------------------------------------------------------------------


def test_hidden_hands_on_one_device_are_passed_on(cli: Cli) -> None:
    answer = cli("play", "rummage", "Ada", "Ben", "--seed", "q", lines="\nswap 5\n\nquit\n")
    assert answer.out.count("Pass the device to Ada") == 1
    assert answer.out.count("Pass the device to Ben") == 1
    shown = answer.out.split("Pass the device to Ben")[1]
    assert '"racks": [\n  null,' in shown


def test_one_person_alone_does_not_pass_the_device(cli: Cli) -> None:
    assert "Pass the device" not in cli("play", "rummage", "Ada", "bot:0", lines="quit\n").out


def test_the_text_of_a_position_with_hidden_hands_is_not_for_players(cli: Cli) -> None:
    answer = cli("play", "rummage", "Ada", "bot:0", lines="position\nquit\n")
    assert "shows every hand" in answer.out


def test_secret_simultaneous_moves(cli: Cli) -> None:
    answer = cli("play", "duel", "Ada", "bot:0", "-o", "rounds=1", "--seed", "d", lines="1\n")
    assert answer.code == 0
    assert "The match is over" in answer.out


# --- races -----------------------------------------------------------------------------------


def test_a_race_of_several_people_names_the_seat(cli: Cli) -> None:
    answer = cli(
        "play", "race", "Ada", "Ben", "-o", "rounds=1", "--seed", "r", lines="1: help\nundo\n1: board\n"
    )
    assert answer.code == 0
    assert "0: Ada, 1: Ben>" in answer.out
    assert "In a race nothing can be taken back." in answer.out


def test_the_clock_ends_a_race_that_nobody_answers(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Keyboard, "ask", lambda self, prompt, seconds=None: _sleep(seconds))
    answer = cli("play", "race", "Ada", "-o", "rounds=1", "-o", "seconds=1")
    assert answer.code == 0
    assert "Clock: " in answer.out


def test_a_bot_answers_in_a_race(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludoteka.cli.table.PATIENCE", 50)
    monkeypatch.setattr(Keyboard, "ask", lambda self, prompt, seconds=None: _sleep(seconds))
    answer = cli("play", "race", "Ada", "bot:0", "-o", "rounds=2")
    assert "random (bot): " in answer.out
    assert "The match is over" in answer.out


def _sleep(seconds: float | None) -> None:
    from time import sleep

    assert seconds is not None
    sleep(seconds + 0.002)


def test_the_keyboard_gives_up_when_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", _Silent())
    assert Keyboard().ask("> ", 0.01) is None


def test_the_keyboard_ends_with_its_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("one\n"))
    keyboard = Keyboard()
    assert keyboard.ask("> ", 5) == "one"
    for _ in range(2):
        with pytest.raises(EOFError):
            keyboard.ask("> ")


class _Silent:
    def readline(self) -> str:
        from time import sleep

        sleep(1)
        return ""


# --- the menu, and Ctrl-C ----------------------------------------------------------------------


def test_the_menu_plays_what_was_chosen(
    toy_games: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = "7\nnim\na b c d e f\n1\nAda Ben\ntake 1\nquit\nq\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    playing.show_menu()
    shown = capsys.readouterr().out
    assert "what shall we play?" in shown
    assert "Please type one of the numbers" in shown
    assert "Nim is for 2 to 4 seats" in shown
    assert "Ada: take 1" in shown


def test_ctrl_c_is_clean(
    toy_games: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    assert call(["play", "nim", "Ada", "Ben"]) == STOPPED
    captured = capsys.readouterr()
    assert captured.err.strip() == "Stopped."
    assert sys.exc_info() == (None, None, None)


def test_a_hint_has_three_steps(cli: Cli) -> None:
    answer = cli("play", "rummage", "Ada", "Ben", lines="\nhint\nhint\nhint\nhint\nquit\n")
    assert answer.code == 0
    said = [line.split("> ")[-1] for line in answer.out.splitlines()]
    promise = next(
        index for index, line in enumerate(said) if line.startswith(("There is a move", "Look around"))
    )
    assert said[promise + 1].startswith(("Look at", "Nothing has to be laid"))
    assert said[promise + 2].startswith("A good move: ")
    assert said[promise + 3].startswith("To play it, type: ")
    assert said[promise + 4 : promise + 6] == said[promise + 2 : promise + 4]
