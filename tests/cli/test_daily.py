"""Today's board in the terminal: of a server, and of this machine."""

import io
import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, cast

import pytest
from tests.server.serving import Served, serving, settings_for

from ludoteka import games
from ludoteka.cli import catalogue, daily, remote
from ludoteka.cli.app import call
from ludoteka.cli.terminal import Screen
from ludoteka.core import kernel
from ludoteka.core.refusals import BadRequest


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(settings_for(tmp_path_factory.mktemp("cli-daily")), catalogue.build()) as served:
        yield served


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of its own: cookies, and the database of this machine; other tests compile as before."""
    monkeypatch.setattr(kernel, "_is_patient", kernel._is_patient)
    monkeypatch.setattr(kernel, "_at_leisure", kernel._at_leisure)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("LANG", "C.UTF-8")
    return tmp_path


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def test_a_try_is_begun_and_gone_on_with(
    house: Served, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["daily", "abak", "--server", house.address]
    typed(monkeypatch, "?", "moves", "31/99", "quit")
    assert call(arguments) == 0
    out = capsys.readouterr().out
    assert "one try" in out
    assert "at midnight in UTC" in out
    assert "/" in out.split("moves START")[1]  # moves of Abak
    assert "Your try is kept" in out
    typed(monkeypatch, "leave")
    assert call(arguments) == 0
    assert "0 have finished today's board." in capsys.readouterr().out
    assert call([*arguments, "--json"]) == 0
    sheet = json.loads(capsys.readouterr().out)
    assert (sheet["begun"], sheet["mine"]["state"]) == (1, "left")
    (cookies,) = home.glob("ludoteka/cookies-*.txt")
    assert cookies.stat().st_mode & 0o077 == 0


def test_the_board_of_this_machine(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LUDOTEKA_PORT", "9")  # nobody is there
    typed(monkeypatch, "quit")
    assert call(["daily", "abstrakto"]) == 0
    assert "Your try is kept" in capsys.readouterr().out
    assert (home / "ludoteka" / "ludoteka.sqlite3").is_file()
    assert call(["daily", "abstrakto", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["mine"]["state"] == "running"


def test_a_result_is_shown_with_its_bars_and_a_line_to_pass_on(capsys: pytest.CaptureFixture[str]) -> None:
    from ludoteka.cli.terminal import Screen

    bars = [{"low": 0, "high": 9, "count": 2}, {"low": 10, "high": 19, "count": 4}]
    mine = {"table": "abc", "score": 12, "rank": 2, "state": "finished"}
    sheet = {"game": "abaku", "day": "2026-01-31", "mine": mine, "finished": 6, "streak": 3, "bars": bars}
    daily.show(sheet | {"level": None}, Screen(), "http://here")
    out = capsys.readouterr().out.splitlines()
    assert out[1] == "12 points, place 2 of 6; days in a row: 3"
    assert [line.split() for line in out[2:4]] == [
        ["0", "..", "9", "#" * 15, "2"],
        [">", "10", "..", "19", "#" * 30, "4"],
    ]
    assert out[4] == (
        "Ludoteka Abaku 2026-01-31: 12 points, place 2 of 6 http://here/daily/abaku/2026-01-31?try=abc"
    )


@pytest.mark.parametrize(
    ("score", "level", "said"),
    [
        (1, None, "1 point, place 2 of 6"),
        (12, 3, "12 points ahead of the bot, place 2 of 6"),
        (-1, 3, "1 point behind the bot, place 2 of 6"),
    ],
)
def test_a_score_against_a_bot_says_who_is_ahead(score: int, level: int | None, said: str) -> None:
    mine = {"score": score, "rank": 2}
    assert daily._result({"mine": mine, "level": level, "finished": 6}).text == said


@pytest.mark.parametrize(("state", "said"), [("left", "You left your try"), ("late", "ended after its day")])
def test_a_try_without_a_score_is_said_so(capsys: pytest.CaptureFixture[str], state: str, said: str) -> None:
    from ludoteka.cli.terminal import Screen

    mine = {"table": "abc", "score": None, "rank": None, "state": state}
    daily.show({"game": "abaku", "mine": mine, "finished": 6}, Screen(), "http://here")
    told, others = capsys.readouterr().out.splitlines()[1:]
    assert said in told
    assert others == "6 have finished today's board."


@pytest.mark.parametrize("address", ["ludoteka.example", "ftp://x", "file:///etc/passwd"])
def test_an_address_is_one_of_a_server(tmp_path: Path, address: str) -> None:
    with pytest.raises(BadRequest, match="no address of a server"):
        remote.Visit(address, tmp_path)


def test_a_server_that_is_not_there_is_said_so(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    typed(monkeypatch)
    assert call(["daily", "abaku", "--server", "http://127.0.0.1:9"]) == 2
    assert "There is no server at http://127.0.0.1:9." in capsys.readouterr().err


class Stranger(BaseHTTPRequestHandler):
    """A server of something else, which answers everything with a page."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"<!doctype html><p>Welcome")


def test_a_server_of_something_else_is_said_to_be_none(tmp_path: Path) -> None:
    with HTTPServer(("127.0.0.1", 0), Stranger) as server:
        Thread(target=server.handle_request, daemon=True).start()
        visit = remote.Visit(f"http://127.0.0.1:{server.server_port}", tmp_path)
        with pytest.raises(BadRequest, match="There is no server at"):
            visit.get("/api/daily")


def test_the_server_of_this_machine_is_looked_for_at_its_port(
    house: Served, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDOTEKA_PORT", house.address.rpartition(":")[2])
    with daily._server(None) as found:
        assert found.address == house.address


class Told:
    """A server with one table, at which Ada has missed her turn."""

    def get(self, path: str) -> Any:
        if "/log" not in path:
            bot = {"seat": 1, "kind": "bot", "name": "unheard of", "mine": False}
            return {"seats": [{"seat": 0, "kind": "person", "name": "Ada", "mine": True}, bot]}
        said = {"template": "out of time, turn skipped", "values": {}}
        words: dict[str, Any] = {"said": said, "items": [], "points": None, "where": [], "seat": 0}
        return {"seq": 1, "entries": [{"kind": "ticked", "described": words, "seat": 0, "text": None}]}


def test_a_table_elsewhere_is_told_of_as_one_here(capsys: pytest.CaptureFixture[str]) -> None:
    screen = Screen()
    table = remote.RemoteTable(cast("remote.Visit", Told()), "x", games.get("abaku"), screen)
    assert screen.names == ("Ada", "Unheard of (bot)")
    table._tell()
    assert capsys.readouterr().out == "Ada: out of time, turn skipped\n"


def test_a_setting_that_cannot_be_used_is_a_sentence_here_too(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDOTEKA_PORT", "99999")
    typed(monkeypatch)
    assert call(["daily", "abaku"]) == 1
    said = capsys.readouterr().err
    assert said == "ludoteka: LUDOTEKA_PORT cannot be used: Input should be less than or equal to 65535.\n"
