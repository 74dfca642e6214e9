"""Backup and restore. A copy is checked before it counts, and a half-made one never has its final name."""

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy.engine import URL

from ludoteka.server.store import dumps, migrate
from ludoteka.server.store.faults import Fault

BESIDE = ("-wal", "-shm", "-journal")  # files that SQLite keeps beside a database and reads again


def backup(database: str, target: Path) -> None:
    """A whole, checked copy, taken while the server runs; raises `Fault`."""
    url = migrate.address(database)
    with _unfinished(target) as copy:
        if url.get_backend_name() == "postgresql":
            dumps.dump(url, copy)
            _known(dumps.revision(url, copy), copy)
        else:
            file = _file_of(url)
            _check_elsewhere(file, target)
            _copy_file(file, copy)


def restore(database: str, source: Path) -> str:
    """Puts a copy in place of the database, which no server may be using; the answer says what was done."""
    if not source.is_file():
        raise Fault(f"There is no copy at {source}: name a file that `ludoteka backup` has made.")
    url = migrate.address(database)
    if url.get_backend_name() == "postgresql":
        _known(dumps.revision(url, source), source)
        dumps.load(url, source)
        return "The database is restored."
    return _restore_file(_file_of(url, must_exist=False), source)


def _known(revision: str | None, where: Path) -> None:
    """Refuses what is no database of ours, or comes from a newer ludoteka."""
    if revision is None:
        raise Fault(f"{where} is not a database of ludoteka.")
    if revision not in migrate.revisions():
        raise Fault(f"{where} comes from a newer ludoteka (schema {revision}): update this one first.")


@contextmanager
def _unfinished(target: Path) -> Iterator[Path]:
    """A name to write to; the file gets its real one when it is whole and on the disk."""
    if not target.parent.is_dir():
        raise Fault(f"There is no folder {target.parent}: make it first.")
    if target.is_dir():
        raise Fault(f"{target} is a folder: name the file to write.")
    part = target.with_name(f"{target.name}.part")
    try:
        part.unlink(missing_ok=True)
        yield part
        _sync(part)
        part.replace(target)
        _sync(target.parent)
    except OSError as error:
        raise Fault(f"{target} cannot be written: {error.strerror or error}.") from error
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)


def _sync(path: Path) -> None:
    """What is said to be written is on the disk."""
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


# --- SQLite --------------------------------------------------------------------------------------


def _file_of(url: URL, must_exist: bool = True) -> Path:
    if not url.database or url.database == ":memory:":
        raise Fault("A database in memory cannot be copied: name a file, sqlite:///path.")
    file = Path(url.database)
    if must_exist and not file.is_file():
        raise Fault(f"There is no database at {file}, so nothing was copied: check LUDOTEKA_DATABASE.")
    return file


def _check_elsewhere(file: Path, target: Path) -> None:
    """A copy in the place of the database would take the file from under a running server."""
    own = {file.resolve().with_name(file.resolve().name + beside) for beside in ("", *BESIDE)}
    if target.resolve() in own or (target.exists() and target.samefile(file)):
        raise Fault(f"{target} is the database itself: name another file for the copy.")


def _open(file: Path, mode: str) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.resolve().as_uri()}?mode={mode}", uri=True, timeout=10)


def _copy_file(file: Path, copy: Path) -> None:
    """SQLite's own backup: one consistent moment, whatever is written meanwhile."""
    try:
        with closing(_open(file, "ro")) as source, closing(sqlite3.connect(copy)) as made:
            source.backup(made)
            made.execute("PRAGMA journal_mode=DELETE")  # a copy is one file
            _check(made, file)
    except sqlite3.Error as error:
        raise Fault(f"{file} cannot be copied: {error}. Nothing was kept.") from error


def _check(connection: sqlite3.Connection, where: Path) -> None:
    """Sound, ours, and not from the future."""
    try:
        found = connection.execute("PRAGMA integrity_check(1)").fetchone()
        if found != ("ok",):
            what = " ".join(str(found[0]).split())  # SQLite may need several lines
            raise Fault(f"{where} is damaged ({what}): use an older copy.")
        tables = {name for (name,) in connection.execute("select name from sqlite_master")}
        row = None
        if "alembic_version" in tables:
            row = connection.execute("select version_num from alembic_version").fetchone()
    except sqlite3.DatabaseError as error:
        raise Fault(f"{where} is not a sound database ({error}): use an older copy.") from error
    _known(None if row is None else str(row[0]), where)


def _restore_file(file: Path, source: Path) -> str:
    """Writes the copy into the file in one transaction of SQLite's, under a lock that keeps every server out.

    The file itself stays, so nothing that SQLite left beside it can be read into the copy later.
    """
    if file.exists() and file.samefile(source):
        raise Fault(f"{source} is the database itself: name a copy.")
    try:
        with closing(_open(source, "ro")) as copy:
            _check(copy, source)
            kept = _keep(file)
            with _nothing_half(file), closing(_locked(file)) as place:
                copy.backup(place)
                _check(place, file)
    except (sqlite3.Error, OSError) as error:
        raise Fault(f"{file} cannot be written: {error}.") from error
    return f"Restored to {file}." + (f" What was there is kept as {kept}." if kept else "")


@contextmanager
def _nothing_half(file: Path) -> Iterator[None]:
    """Where no database was, none is left behind that would start empty; an older one stays as it was."""
    was_there = file.exists()
    try:
        yield
    except BaseException:
        if not was_there:
            file.unlink(missing_ok=True)
        raise


def _keep(file: Path) -> Path | None:
    """What was there goes to a file of its own; a damaged database is moved away as it is."""
    kept = file.with_name(f"{file.name}.before-{datetime.now(UTC):%Y%m%dT%H%M%S}")
    file.parent.mkdir(parents=True, exist_ok=True)
    if not file.exists():
        _move_away(file, kept)  # a log may have been left behind
        return None
    try:
        with closing(_locked(file)) as old, closing(sqlite3.connect(kept)) as made:
            old.backup(made)
    except sqlite3.OperationalError:  # no room, or no right to write: leave everything as it is
        kept.unlink(missing_ok=True)
        raise
    except sqlite3.DatabaseError:
        kept.unlink(missing_ok=True)
        _move_away(file, kept)
    return kept


def _move_away(file: Path, kept: Path) -> None:
    """A log that was left beside a database must not be read into the next one."""
    for beside in ("", *BESIDE):
        left = file.with_name(file.name + beside)
        if left.exists():
            left.replace(kept.with_name(kept.name + beside))


def _locked(file: Path) -> sqlite3.Connection:
    """The file, to oneself: leaving the WAL works only while nobody else has the database open.

    A server has it open as long as it runs, even when it is stopped in a debugger.
    """
    connection = sqlite3.connect(file, timeout=0, isolation_level=None)
    try:
        connection.execute("PRAGMA locking_mode=EXCLUSIVE")
        connection.execute("PRAGMA journal_mode=DELETE")
        connection.execute("BEGIN EXCLUSIVE")
        connection.execute("COMMIT")
    except sqlite3.OperationalError as error:
        connection.close()
        if "locked" not in str(error):
            raise
        raise Fault(f"A server is using {file}: stop it first, then restore.") from error
    except sqlite3.Error:
        connection.close()
        raise
    return connection
