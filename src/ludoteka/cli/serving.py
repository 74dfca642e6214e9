"""`ludoteka engine` and `ludoteka serve`: for programs, and for the page in the browser."""

import socket
import sys
import threading
import webbrowser
from time import monotonic, sleep
from typing import Annotated, Any

import typer

PATIENCE = 30.0  # seconds that the browser waits for the server


def engine() -> None:
    """Speak the engine protocol, for programs.

    One JSON request a line comes in, one JSON answer a line goes out. See docs/guide/engine.md.
    """
    from ludoteka.cli.engine import Engine
    from ludoteka.cli.jsonlines import serve as serve_lines

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

    Everything else is set by environment variables LUDOTEKA_..., see docs/guide/server.md.
    """
    try:
        from ludoteka.cli import catalogue
        from ludoteka.server import app
        from ludoteka.server.settings import Settings
    except ImportError as error:
        if str(error.name).startswith("ludoteka"):
            raise
        text = f"The server needs more packages ({error.name}): pip install 'ludoteka[server]'"
        typer.echo(f"ludoteka: {text}", err=True)
        raise typer.Exit(1) from error
    given: dict[str, Any] = {"host": host, "port": port, "database": database}
    settings = Settings(**{key: value for key, value in given.items() if value is not None})
    if browse:
        threading.Thread(target=_browse, args=(settings.host, settings.port), daemon=True).start()
    app.run(catalogue.build(), settings)


def _browse(host: str, port: int) -> None:
    """Opens the page once the server listens; a machine without a browser is told the address."""
    here = "127.0.0.1" if host in {"0.0.0.0", "::", ""} else host  # noqa: S104 - compared, not bound
    end = monotonic() + PATIENCE
    while monotonic() < end:
        try:
            socket.create_connection((here, port), timeout=1).close()
            break
        except OSError:
            sleep(0.2)
    address = f"http://{here}:{port}/"
    if not webbrowser.open(address):
        typer.echo(f"Open {address} in a browser.", err=True)
