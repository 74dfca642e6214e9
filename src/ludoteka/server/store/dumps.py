"""Copies of a PostgreSQL database, by PostgreSQL's own `pg_dump` and `pg_restore`."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from sqlalchemy import create_engine, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError

from ludoteka.server.store.faults import Fault

DEBIAN = Path("/usr/lib/postgresql")  # each version of PostgreSQL has a folder of its own there
OTHERS = (
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
    " AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
)
PLAIN = ("--no-owner", "--no-privileges")
WHOLE = ("--clean", "--if-exists", "--single-transaction", "--exit-on-error")


def dump(url: URL, copy: Path) -> None:
    """One consistent moment of the database, compressed, taken while servers write."""
    _ask(url, "SELECT 1")
    _run(url, "pg_dump", "--format=custom", *PLAIN, f"--file={copy}")


def revision(url: URL, copy: Path) -> str | None:
    """The schema that a dump holds; None: it is no dump of ours."""
    with copy.open("rb") as opened:
        if opened.read(5) != b"PGDMP":
            return None
    shown = _run(
        url, "pg_restore", "--data-only", "--table=alembic_version", "--file=-", str(copy), connects=False
    )
    found = re.search(r"^COPY .*alembic_version.*\n(\S+)\n", shown, re.MULTILINE)
    return found[1] if found else None


def load(url: URL, copy: Path) -> None:
    """Everything or nothing: the dump takes the place of what was there in one transaction."""
    others = _ask(url, OTHERS)
    if others:
        raise Fault(f"{others} other connections use this database: stop every server first, then restore.")
    _run(url, "pg_restore", *PLAIN, *WHOLE, str(copy))


def _ask(url: URL, question: str) -> int:
    engine = create_engine(url, connect_args={"connect_timeout": 10})
    try:
        with engine.connect() as connection:
            return int(connection.execute(text(question)).scalar_one())
    except DBAPIError as error:
        why = str(error.orig).strip().splitlines()[-1]
        raise Fault(f"The database at {url.host or 'this machine'} does not answer: {why}") from error
    finally:
        engine.dispose()


def _run(url: URL, name: str, *arguments: str, connects: bool = True) -> str:
    """Runs a tool of PostgreSQL. The password goes through the environment: everybody can read arguments."""
    major = _ask(url, "SELECT current_setting('server_version_num')::int / 10000")
    where = [f"--dbname={_without_password(url)}"] if connects else []
    secret = {"PGPASSWORD": url.password} if url.password else {}
    command = [str(_tool(name, major)), *where, *arguments]
    done = subprocess.run(  # noqa: S603  # a tool of PostgreSQL, with arguments of ours
        command, env=os.environ | secret, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        why = (done.stderr.strip().splitlines() or ["no reason given"])[0]
        raise Fault(f"{name} failed: {why}")
    return done.stdout


def _without_password(url: URL) -> str:
    return url.set(drivername="postgresql", password=None).render_as_string(hide_password=False)


def _tool(name: str, major: int) -> Path:
    """A tool at least as new as the server: an older one does not understand it."""
    found = {tool: _major(tool) for tool in _tools(name)}
    for tool, version in found.items():
        if version >= major:
            return tool
    seen = f" ({name} {max(found.values())} is too old)" if found else ""
    raise Fault(f"{name} of PostgreSQL {major} or newer is needed{seen}: install postgresql-client-{major}.")


def _tools(name: str) -> Iterator[Path]:
    first = shutil.which(name)
    if first is not None:
        yield Path(first)
    yield from sorted(DEBIAN.glob(f"*/bin/{name}"), reverse=True)


def _major(tool: Path) -> int:
    said = _output([str(tool), "--version"])
    found = re.search(r"\) (\d+)", said)
    return int(found[1]) if found else 0


def _output(command: Sequence[str]) -> str:
    return subprocess.run(  # noqa: S603  # a tool of PostgreSQL, asked for its version
        command, capture_output=True, text=True, check=False
    ).stdout
