"""What goes wrong outside: a sentence for whoever runs the server, one for players, and nothing lost."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy.exc import OperationalError
from tests.server.serving import Served, serving, settings_for, until

from ludoteka.cli.app import call
from ludoteka.server import admin
from ludoteka.server.store import migrate


def nonsense(file: Path) -> str:
    file.write_bytes(b"no database at all" * 999)
    return f"sqlite:///{file}"


def damaged(file: Path) -> str:
    migrate.upgrade(f"sqlite:///{file}")
    content = bytearray(file.read_bytes())
    content[20_000:60_000] = bytes(range(250)) * 160
    file.write_bytes(content)
    return f"sqlite:///{file}"


def read_only(file: Path) -> str:
    migrate.upgrade(f"sqlite:///{file}")
    return f"sqlite:///file:{file}?mode=ro&uri=true"


def newer(file: Path) -> str:
    migrate.upgrade(f"sqlite:///{file}")
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("update alembic_version set version_num = '9999'")
    return f"sqlite:///{file}"


def in_use(file: Path) -> str:
    """Somebody else writes, and does not end."""
    migrate.upgrade(f"sqlite:///{file}")
    other = sqlite3.connect(file)
    other.execute("begin exclusive")
    OPEN.append(other)
    return f"sqlite:///file:{file}?timeout=0&uri=true"


OPEN: list[sqlite3.Connection] = []


def a_folder(file: Path) -> str:
    file.mkdir()
    return f"sqlite:///{file}"


def no_folder(file: Path) -> str:
    file.write_text("a file, not a folder")
    return f"sqlite:///{file}/test.sqlite3"


def unreachable(_: Path) -> str:
    return "postgresql://ada:secret@127.0.0.1:1/nothing"


def wrong(_: Path) -> str:
    return "mysql://ada:secret@127.0.0.1/nothing"


def no_port(_: Path) -> str:
    return "postgresql://ada:secret@127.0.0.1:some/nothing"


def no_address(_: Path) -> str:
    return "somewhere"


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (nonsense, "is not a database, or damaged: put a copy in place"),
        (damaged, "is damaged: put a copy in place"),
        (read_only, "is read-only: let this user write it"),
        (newer, "comes from a newer ludoteka: update this one"),
        (in_use, "is in use by another program"),
        (a_folder, "cannot be opened: check"),
        (no_folder, "cannot be used"),
        (unreachable, "failed: Connection refused. Is it running, and is the address right?"),
        (wrong, "That is no address of a database"),
        (no_address, "That is no address of a database"),
        (no_port, "That is no address of a database"),
    ],
)
def test_a_database_that_cannot_be_used_is_a_sentence(
    make: Callable[[Path], str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        assert call(["serve", "--database", make(tmp_path / "it")]) == 1
    finally:
        while OPEN:
            OPEN.pop().close()
    said = capsys.readouterr().err
    assert said.startswith("ludoteka: ")
    assert sentence in said
    assert len(said.splitlines()) == 1
    assert "secret" not in said


@pytest.mark.parametrize(
    ("variable", "value", "sentence"),
    [
        ("LUDOTEKA_BOT_WORKERS", "many", "cannot be used: Input should be a valid integer"),
        ("LUDOTEKA_PORT", "99999", "cannot be used: Input should be less than or equal to 65535"),
        ("LUDOTEKA_TIMEZONE", "Europe/Prag", "cannot be used: There is no time zone 'Europe/Prag'"),
        ("LUDOTEKA_ORIGINS", "https://other.example", "cannot be read: write it as JSON"),
        ("LUDOTEKA_RATE_GUEST", "fast", "cannot be read: write it as JSON"),
        ("LUDOTEKA_RATE_CHAT", "[1]", "cannot be used: Field required"),
        ("LUDOTEKA_RATE_CHAT", "[0, 8]", "cannot be used: Input should be greater than 0"),
        ("LUDOTEKA_ROOMS", "-5", "cannot be used: Input should be greater than 0"),
        ("LUDOTEKA_HEARTBEAT_MS", "0", "cannot be used: Input should be greater than 0"),
        (
            "LUDOTEKA_TRACES",
            "collector",
            "cannot be used: write an address like http://collector:4318/v1/traces",
        ),
    ],
)
def test_a_setting_that_cannot_be_used_is_a_sentence_that_names_it(
    variable: str,
    value: str,
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv(variable, value)
    address = f"sqlite:///{tmp_path / 'it'}"
    assert call(["serve", "--database", address]) == 1
    assert admin.main(["--database", address, "migrate"]) == 0  # what it does not need does not stop it
    assert admin.main(["count"]) == 1
    first, second = (line for line in capsys.readouterr().err.splitlines() if "INFO" not in line)
    assert first == second
    assert first.startswith(f"ludoteka: {variable} {sentence}")


@pytest.mark.parametrize("command", [["count"], ["forget-password", "Ada"]])
def test_a_database_that_is_not_there_is_not_made(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    address = f"sqlite:///{tmp_path / 'nowhere'}"
    assert admin.main(["--database", address, *command]) == 1
    assert call(["recount", "--database", address]) == 1
    first, second = capsys.readouterr().err.splitlines()
    assert (
        first
        == second
        == f"ludoteka: There is no database at {tmp_path / 'nowhere'}: check LUDOTEKA_DATABASE."
    )
    assert list(tmp_path.iterdir()) == []


def test_an_old_schema_on_postgres_says_which_command_to_run(
    postgres: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call(["serve", "--database", postgres]) == 1
    assert "ludoteka.server.admin migrate" in capsys.readouterr().err


class Disk:
    """The disk of a server, which can be full."""

    def __init__(self, served: Served) -> None:
        transactor = served.host.store.writer._transactor
        self.is_full = False
        run = transactor.run

        async def maybe(work: Any, *, first: bool = False) -> Any:
            if self.is_full:
                raise OperationalError("INSERT", {}, sqlite3.OperationalError("database or disk is full"))
            return await run(work, first=first)

        transactor.run = maybe


def test_what_cannot_be_saved_is_said_and_nothing_is_lost(tmp_path: Path) -> None:
    with serving(settings_for(tmp_path, heartbeat_ms=100)) as served:
        disk = Disk(served)
        ada = served.guest()
        table = ada.open("nim", "me", "me", options={"stones": 20})["id"]
        with ada.at(table) as a:
            a.play(0, "take 1")
            disk.is_full = True
            refused = a.play(1, "take 2", key="mine")
            assert refused["kind"] == "refused"
            assert refused["text"] == "That cannot be saved just now. Please try again in a moment."
            body = {"do": "play", "seat": 1, "move": "take 2", "seen": a.seq, "key": "mine"}
            answer = ada.http.post(f"/api/tables/{table}/actions", json=body)
            assert (answer.status_code, answer.headers["retry-after"]) == (503, "4")
            assert "cannot be saved" in answer.json()["error"]["text"]
            for path in ("/api/tables", "/api/me"):
                wish = {"game": "nim", "seats": [{"kind": "me"}, {"kind": "me"}]}
                answer = ada.http.post(path, json=wish if path == "/api/tables" else {"name": "Eva"})
                assert answer.status_code == 503
            until(lambda: httpx.get(f"{served.address}/readyz").status_code == 503)
            assert "Nothing can be saved" in httpx.get(f"{served.address}/readyz").text
            assert httpx.get(f"{served.address}/healthz").status_code == 200
            disk.is_full = False
            assert a.play(1, "take 2", key="mine")["kind"] == "news"
            until(lambda: httpx.get(f"{served.address}/readyz").status_code == 200)
        moves = [entry["text"] for entry in ada.get(f"/api/tables/{table}/log")["entries"] if entry["ply"]]
        assert moves == ["take 1", "take 2"]


def test_a_database_that_does_not_read_is_no_traceback(tmp_path: Path) -> None:
    with serving(settings_for(tmp_path)) as served:

        async def broken(*_: object) -> None:
            raise OperationalError("SELECT", {}, sqlite3.OperationalError("disk I/O error"))

        ada = served.guest()
        served.host.store.load = broken
        answer = ada.http.get("/api/tables/somewhere")
        assert answer.status_code == 503
        assert "cannot be reached just now" in answer.json()["error"]["text"]
