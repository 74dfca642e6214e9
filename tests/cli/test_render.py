"""`ludoteka render`: positions and records as pictures, and clear words where that cannot be."""

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image
from tests.cli.conftest import Cli, Outcome
from tests.drawing.playing import random_match

from ludoteka import games
from ludoteka.cli.app import call
from ludoteka.core.record import Record, write

Run = Callable[..., Outcome]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """The command over the real games."""

    def asked(*arguments: str, lines: str = "") -> Outcome:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(lines.encode())))
        code = call(["render", *arguments])
        captured = capsys.readouterr()
        return Outcome(code, captured.out, captured.err)

    return asked


@pytest.fixture
def record(tmp_path: Path) -> Path:
    file = tmp_path / "match.txt"
    file.write_text(write(Record(random_match("abstrakto", 0), ("Ada", "Ben"))), encoding="utf-8")
    return file


@pytest.mark.parametrize("name", games.GAMES)
def test_the_example_of_every_game_is_printed_as_svg(run: Run, name: str) -> None:
    shown = run("--game", name)
    assert shown.code == 0, shown.err
    assert shown.out.startswith("<svg ")
    assert shown.out == run(games.get(name).info.example, "--game", name).out


def test_files_of_every_kind(run: Run, record: Path, tmp_path: Path) -> None:
    for kind, form in (("png", "PNG"), ("gif", "GIF")):
        target = tmp_path / f"board.{kind}"
        assert run(str(record), "-o", str(target), "--size", "200").code == 0
        with Image.open(target) as image:
            assert (image.format, image.width) == (form, 200)
    target = tmp_path / "board.SVG"
    told = run(str(record), "-o", str(target), "--ply", "3", "--seat", "1", "--json")
    found = json.loads(told.out)
    assert (found["kind"], found["ply"], found["seat"], found["game"]) == ("svg", 3, 1, "abstrakto")
    assert found["bytes"] == target.stat().st_size


def test_a_record_from_standard_input_and_its_moments(run: Run, record: Path) -> None:
    text = record.read_text(encoding="utf-8")
    assert run("-", lines=text).out == run(str(record)).out != run(str(record), "--ply", "2").out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "Give a record"),
        (["--game", "abacu"], "Did you mean abaku or"),
        (["nonsense", "--game", "abaku"], "position"),
        (["--game", "abaku", "-o", "board.bmp"], "ends in .svg, .png or .gif"),
        (["--game", "abaku", "-o", "board.gif"], "needs a record"),
        (["--game", "abaku", "--seat", "7"], "no seat 7"),
        (["--game", "abaku", "--ply", "5"], "from 0 to 0"),
        (["--game", "abaku", "-o", "board.png", "--size", "9"], "64 to 4096 pixels"),
        (["no/such/file.txt"], "There is no file"),
    ],
)
def test_what_cannot_be_drawn_is_said(run: Run, arguments: list[str], words: str) -> None:
    told = run(*arguments)
    assert told.code in (1, 2)
    assert words in told.err
    assert told.out == ""


def test_a_game_without_pictures_says_so(cli: Cli) -> None:
    told = cli("render", "--game", "nim", "5 0")
    assert told.code != 0
    assert "Traceback" not in told.err
