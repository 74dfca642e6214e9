"""`ludoteka engine`, `serve`, `backup`, `restore`, `recount`: for programs, and for whoever runs a server."""

import asyncio
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Annotated, Any

import typer

from ludoteka.core.refusals import BadRequest

TRIES = 20  # how many ports are tried when none was named
PATIENCE = 30.0  # how many seconds the browser waits for the server


def engine() -> None:
    """Speak the engine protocol, for programs.

    One JSON request a line comes in, one JSON answer a line goes out. See docs/guide/engine.md.
    """
    from ludoteka.engine import Engine
    from ludoteka.engine.stream import serve as serve_lines

    serve_lines(Engine(), sys.stdin.buffer, sys.stdout.buffer)


def serve(
    host: Annotated[str | None, typer.Option("--host", help="The address to listen at.")] = None,
    port: Annotated[
        int | None, typer.Option("--port", min=1, max=65535, help="The port to listen at.")
    ] = None,
    database: Annotated[str | None, typer.Option("--database", help="Where matches are kept.")] = None,
    browse: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
) -> None:
    """Start the server and its page.

    Everything else is set by environment variables LUDOTEKA_..., see docs/guide/hosting.md.
    """
    with needs_server():
        from ludoteka.cli import catalogue
        from ludoteka.server import app
        from ludoteka.server.settings import settings_of
        from ludoteka.server.store import migrate
    given: dict[str, Any] = {"host": host, "port": port, "database": database}
    with faults_told():
        settings = settings_of(**{key: value for key, value in given.items() if value is not None})
        migrate.prepare(settings.database, settings.migrate)
    settings.port = _free_port(settings.host, settings.port, tries=1 if port else TRIES)
    address = f"http://{_reachable(settings.host)}:{settings.port}/"
    typer.echo(f"Ludoteka is at {address}   (Ctrl-C stops it)", err=True)
    if browse:
        threading.Thread(target=_browse, args=(address, settings.port), daemon=True).start()
    app.run(catalogue.build(), settings)


Database = Annotated[str | None, typer.Option("--database", help="Where matches are kept.")]


def backup(
    target: Annotated[Path, typer.Argument(help="The file to write.", show_default=False)],
    database: Database = None,
) -> None:
    """Copy the database, while the server runs or not.

    The copy is checked; a file of an earlier copy is replaced only by a whole one. A PostgreSQL database is
    copied by pg_dump.
    """
    with needs_server():
        from ludoteka.server import admin
    raise typer.Exit(admin.main([*_named(database), "backup", str(target)]))


def restore(
    source: Annotated[Path, typer.Argument(help="A copy made by backup.", show_default=False)],
    database: Database = None,
) -> None:
    """Put a copy in place of the database; the server must be stopped.

    The copy is checked first, and a SQLite database that was there is kept beside it.
    """
    with needs_server():
        from ludoteka.server import admin
    raise typer.Exit(admin.main([*_named(database), "restore", str(source)]))


def recount(database: Database = None) -> None:
    """Count all ratings again from the logs of the matches.

    It tells how many were not what follows from them; none should be.
    """
    with needs_server():
        from ludoteka.cli import catalogue
        from ludoteka.server import admin
        from ludoteka.server.settings import settings_of
        from ludoteka.server.store import faults
    with faults_told():
        address = database or settings_of().database
        faults.check_address(address)
        faults.check_there(address)
        with faults.explained(address):
            typer.echo(asyncio.run(admin.recount(address, catalogue.build())))


def _named(database: str | None) -> list[str]:
    return [] if database is None else ["--database", database]


@contextmanager
def needs_server() -> Iterator[None]:
    """The server's packages are optional: say how to get them."""
    try:
        yield
    except ImportError as error:
        if str(error.name).startswith("ludoteka"):
            raise
        text = f"The server needs more packages ({error.name}): pip install 'ludoteka[server]'"
        typer.echo(f"ludoteka: {text}", err=True)
        raise typer.Exit(1) from error


@contextmanager
def faults_told() -> Iterator[None]:
    """A setting or a database that cannot be used ends the command with a sentence."""
    from ludoteka.server.store.faults import Fault

    try:
        yield
    except Fault as fault:
        typer.echo(f"ludoteka: {fault}", err=True)
        raise typer.Exit(1) from fault


def _free_port(host: str, first: int, tries: int) -> int:
    """The wanted port or, if it was not asked for explicitly, the next free one."""
    for port in range(first, first + tries):
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError as error:
                reason = error.strerror
                continue
            return port
    text = "The server cannot listen at {host}, port {port}: {reason}."
    raise BadRequest(text, host=host, port=str(first), reason=str(reason))


def _reachable(host: str) -> str:
    """An address that a browser on this machine can open."""
    if host in {"0.0.0.0", ""}:  # noqa: S104 - compared, not bound
        return "127.0.0.1"
    return f"[{'::1' if host == '::' else host}]" if ":" in host else host


def _browse(address: str, port: int) -> None:
    """Opens the page once the server is listening; without a browser, the address is printed."""
    import webbrowser

    host = address.removeprefix("http://").rpartition(":")[0].strip("[]")
    end = monotonic() + PATIENCE
    while monotonic() < end:
        try:
            socket.create_connection((host, port), timeout=1).close()
            break
        except OSError:
            sleep(0.2)
    if not webbrowser.open(address):
        typer.echo(f"Open {address} in a browser.", err=True)
