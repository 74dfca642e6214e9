"""Every help page of the command line, as a terminal of 100 columns shows it."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from ludoteka.cli.app import app


def pages() -> str:
    commands = [command.name for command in app.registered_commands if command.name]
    asked = [[], *([name] for name in commands)]
    with ThreadPoolExecutor(2) as pool:
        return "\n".join(pool.map(_page, asked))


def _page(command: list[str]) -> str:
    environment = {
        **os.environ,
        "COLUMNS": "100",
        "TERMINAL_WIDTH": "100",
        "NO_COLOR": "1",
        "_TYPER_STANDARD_TRACEBACK": "1",
    }
    line = [sys.executable, "-m", "ludoteka", *command, "--help"]
    shown = subprocess.run(line, env=environment, capture_output=True, text=True, check=True).stdout
    return f"$ ludoteka {' '.join([*command, '--help'])}\n{shown}"
