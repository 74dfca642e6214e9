"""Our pages tell the truth: Python is run, engine dialogues are held, commands and links exist."""

import json
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from tests.architecture.blocks import PAGES, Block, blocks
from tests.architecture.places import ROOT, SOURCE

from ludoteka.cli.app import app
from ludoteka.engine import Engine

LINK = re.compile(r"\]\((?!https?:|mailto:|#)([^)#\s]+)")
COMMAND = re.compile(r"(?:^|[ /])ludoteka +([a-z]+)", re.MULTILINE)


def named(page: Path) -> str:
    return str(page.relative_to(ROOT))


def pages_with(language: str) -> list[Path]:
    return [page for page in PAGES if any(blocks(page, language))]


@pytest.mark.parametrize("page", pages_with("python"), ids=named)
def test_python_in_a_page_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All blocks of a page are one program."""
    monkeypatch.chdir(tmp_path)
    scope: dict[str, Any] = {"__name__": "page"}
    for block in blocks(page, "python"):
        exec(compile(block.padded(), str(page), "exec", dont_inherit=True), scope)


@pytest.mark.parametrize("page", pages_with("json"), ids=named)
def test_json_in_a_page_is_json(page: Path) -> None:
    for block in blocks(page, "json"):
        json.loads(block.code)


@pytest.mark.parametrize("page", pages_with("toml"), ids=named)
def test_toml_in_a_page_is_toml(page: Path) -> None:
    for block in blocks(page, "toml"):
        tomllib.loads(block.code)


@pytest.mark.parametrize("page", pages_with("engine"), ids=named)
def test_a_dialogue_with_the_engine_is_as_written(page: Path) -> None:
    """Lines `> request` and `< answer`; an answer may leave out fields, not those of the objects inside."""
    for block in blocks(page, "engine"):
        engine, answer = Engine(), {}
        for line in block.code.splitlines():
            if line.startswith("> "):
                answer = engine.answer(json.loads(line[2:]))
            elif line.startswith("< "):
                written = json.loads(line[2:])
                assert {key: answer.get(key) for key in written} == written, f"{named(page)}: {line}"


def test_the_readme_plays_a_match_in_five_lines_with_one_import() -> None:
    (block,) = blocks(ROOT / "README.md", "python")
    first, blank, *lines = block.code.strip().splitlines()
    assert (first, blank) == ("import ludoteka", "")
    assert len(lines) <= 5


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_links_lead_somewhere(page: Path) -> None:
    targets = LINK.findall(page.read_text(encoding="utf-8"))
    assert [target for target in targets if not (page.parent / target).exists()] == []


def test_a_move_travels_through_at_most_twenty_rooms_that_exist() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+) \| (.+?) \|", text, re.MULTILINE)
    assert [int(number) for number, _ in rows] == list(range(1, len(rows) + 1))
    assert 15 <= len(rows) <= 20
    rooms = [room for _, where in rows for room in re.findall(r"`([^`]+)`", where)]
    assert len(rooms) == len(set(rooms)), "a room comes twice"
    for room in rooms:
        folder = ROOT if room.startswith("web/") else SOURCE
        assert list(folder.glob(room.replace("<id>", "*") + "*")), f"{room} does not exist"


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_commands_in_a_page_exist(page: Path) -> None:
    known = {command.name for command in app.registered_commands}
    shown = {command for block in blocks(page, "console") for command in COMMAND.findall(block.code)}
    assert shown <= known


def make_lines(block: Block) -> list[str]:
    return [
        line.removeprefix("$ ")
        for line in block.code.splitlines()
        if line.removeprefix("$ ").startswith("make ")
    ]


@pytest.mark.parametrize("page", pages_with("console"), ids=named)
def test_make_targets_in_a_page_exist(page: Path) -> None:
    there = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    lines = [line for block in blocks(page, "console") for line in make_lines(block)]
    assert {
        word for line in lines for word in shlex.split(line, comments=True)[1:] if "=" not in word
    } <= there


# --- a third party's game ----------------------------------------------------------------------


def test_python_in_the_pages_passes_mypy_strict(tmp_path: Path) -> None:
    """Whoever copies a page into a program with strict types is not stopped by it."""
    for page in pages_with("python"):
        code = "\n".join(block.code for block in blocks(page, "python"))
        (tmp_path / f"{page.stem.replace('-', '_').lower()}_page.py").write_text(code)
    modules = sorted(path.stem for path in tmp_path.glob("*_page.py"))
    assert len(modules) >= 5
    assert "Success: no issues found" in mypy(tmp_path, *modules)


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The game of the guide as a module of somebody else, outside this repository."""
    folder = tmp_path_factory.mktemp("third party")
    guide = ROOT / "docs" / "guide" / "add-a-game.md"
    code = "\n".join(block.code for block in blocks(guide, "python"))
    check = "\n\nfrom ludoteka.core.game import AnyGame, Game\n\nany_game: AnyGame = GAME\n"
    exact = "exact: Game[Options, State, str, dict[str, object]] = GAME\n"
    (folder / "piglet.py").write_text(code + check + exact)
    broken = code.replace(
        "def legal(self, state: State, seat: int)", "def legal(self, state: State, seat: str)"
    )
    (folder / "broken.py").write_text(broken + check + exact)
    return folder


def mypy(folder: Path, *modules: str) -> str:
    cache = ["--cache-dir", str(folder / "cache"), "--config-file", ""]
    command = [sys.executable, "-m", "mypy", "--strict", *cache, *(f"{module}.py" for module in modules)]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stdout


def test_a_third_party_game_passes_mypy_strict(strict: Path) -> None:
    assert "Success: no issues found" in mypy(strict, "piglet")


def test_a_third_party_game_with_a_wrong_type_does_not(strict: Path) -> None:
    assert "Incompatible types in assignment" in mypy(strict, "broken")
