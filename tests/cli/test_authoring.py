"""For authors: a package that passes its own tests, and the laws as a command."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.conftest import Cli


@pytest.fixture
def heap(cli: Cli, tmp_path: Path) -> Path:
    made = cli("scaffold", "heap", "--to", str(tmp_path))
    assert made.code == 0
    assert "ludoteka check heap" in made.out
    return tmp_path / "heap"


def test_a_scaffold_passes_its_own_tests_and_strict_types(heap: Path) -> None:
    tests = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"]
    types = [sys.executable, "-m", "mypy", "--strict", "--config-file", "", "-p", "heap"]
    for command in (tests, types):
        done = subprocess.run(
            command,
            cwd=heap,
            env={"PYTHONPATH": ".", "MYPYPATH": "."},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr


def test_a_scaffold_holds_no_name_of_the_template(heap: Path) -> None:
    texts = [path.read_text() for path in heap.rglob("*") if path.is_file()]
    assert not any("GAME_" in text for text in texts)
    assert not any("GAME_" in str(path) for path in heap.rglob("*"))


@pytest.mark.parametrize("name", ["Heap", "a", "my-game", "../up", "é", "x" * 40])
def test_an_id_is_small_letters(cli: Cli, tmp_path: Path, name: str) -> None:
    refused = cli("scaffold", name, "--to", str(tmp_path))
    assert (refused.code, list(tmp_path.iterdir())) == (2, [])
    assert "small letters" in refused.err


def test_nothing_is_overwritten(cli: Cli, heap: Path) -> None:
    before = (heap / "heap" / "game.py").read_text()
    assert cli("scaffold", "heap", "--to", str(heap.parent)).code == 2
    assert (heap / "heap" / "game.py").read_text() == before


def test_laws_are_checked_by_id_and_by_module(cli: Cli) -> None:
    assert "Nim keeps every law" in cli("check", "nim").out
    told = cli("check", "tests.toys.pig:GAME", "-n", "1", "--json")
    assert json.loads(told.out) == {"game": "pig", "ok": True, "broken": None}


def test_a_package_is_checked_where_it_was_made(
    cli: Cli, heap: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(heap)
    monkeypatch.delitem(sys.modules, "heap", raising=False)
    told = cli("check", "heap")
    assert (told.code, told.out) == (0, "Heap keeps every law in 6 random matches.\n")


def test_a_class_stands_for_its_game(cli: Cli) -> None:
    assert "Nim keeps every law" in cli("check", "tests.toys.nim:Nim", "-n", "1").out


def test_a_broken_law_is_told_with_its_record(cli: Cli) -> None:
    told = cli("check", "tests.core.test_conformance:ListsIllegal()")
    assert told.code == 2
    told = cli("check", "tests.cli.broken_game")
    assert told.code == 1
    assert "Law broken" in told.out
    assert "ludoteka: 1" in told.out


@pytest.mark.parametrize(
    "module",
    ["no.such.module", "json", "", ":GAME", "json:JSONDecoder", "json:loads", "tests.toys.nim:State"],
)
def test_what_is_no_game_is_said_so(cli: Cli, module: str) -> None:
    refused = cli("check", module)
    assert refused.code == 2
    assert "There is no game" in refused.err
