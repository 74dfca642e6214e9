"""`ludoteka export` and `import`, over a toy that declares a format."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.cli.conftest import Cli

from ludoteka import games

ENGINE = """
from tests.toys.nim import Nim

class Heap(Nim):
    def formats(self):
        from heapgame import takes

        return {"takes": takes}

GAME = Heap()
"""
NOTES = '''
"""Takes of a match of Nim, in one line."""
from ludoteka.core.game import Played
from ludoteka.core.match import new
from ludoteka.core.record import Record
from heapgame.engine import GAME

def write(record):
    return " ".join(str(event.move) for event in record.match.events)

def read(text):
    match = new(GAME, 2)
    for number, word in enumerate(text.split()):
        match = match.then(Played(number % 2, int(word)))
    return Record(match)
'''


@pytest.fixture
def heap(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Cli]:
    """Nim again, as a package with a format of its own."""
    package = tmp_path / "heapgame"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "engine.py").write_text(ENGINE)
    (package / "takes.py").write_text(NOTES)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(games, "GAMES", {"nim": "heapgame.engine:GAME", "pig": "tests.toys.pig:GAME"})
    games._places.cache_clear()
    games._load.cache_clear()

    yield cli
    for name in [name for name in sys.modules if name.startswith("heapgame")]:
        del sys.modules[name]


def test_a_match_goes_out_and_comes_back(heap: Cli, tmp_path: Path) -> None:
    record, notes = tmp_path / "a.rec", tmp_path / "a.takes"
    heap("play", "nim", "Ada", "Ben", "--save", str(record), lines="take 3\ntake 2\nquit\n")
    assert heap("export", str(record)).out == "3 2\n"
    assert heap("export", str(record), "--format", "takes", "--to", str(notes)).code == 0
    back = heap("import", "nim", str(notes))
    assert back.code == 0
    assert back.out.endswith("1 0 0 take 3\n2 0 1 take 2\n")


def test_what_is_not_there_is_said(heap: Cli, tmp_path: Path) -> None:
    record = tmp_path / "a.rec"
    heap("new", "nim", "--save", str(record))
    answer = heap("export", str(record), "--format", "taks")
    assert answer.code == 2
    assert "Did you mean takes?" in answer.err
    answer = heap("import", "pig", str(record))
    assert answer.code == 2
    assert "no foreign formats" in answer.err
