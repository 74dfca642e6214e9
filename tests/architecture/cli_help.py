"""Every help page of the command line, as a terminal of 100 columns shows it."""

import contextlib
import io
import os

from ludoteka.cli.app import app, call


def pages() -> str:
    commands = [command.name for command in app.registered_commands if command.name]
    before = dict(os.environ)
    os.environ.update(COLUMNS="100", TERMINAL_WIDTH="100", NO_COLOR="1")
    try:
        return "\n".join(_page(asked) for asked in ([], *([name] for name in commands)))
    finally:
        os.environ.clear()
        os.environ.update(before)


def _page(command: list[str]) -> str:
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown):
        assert call([*command, "--help"]) == 0
    return f"$ ludoteka {' '.join([*command, '--help'])}\n{shown.getvalue()}"
