"""Compiles a game beside a match in the terminal: `python -m ludoteka.cli.compiling GAME`.

People start playing at once, uncompiled, and switch over without noticing when it is done.
"""

import subprocess
import sys

from ludoteka import games, players
from ludoteka.core.kernel import interpret_until_compiled
from ludoteka.core.warmup import compile_for_all


def compile_beside(game: str) -> None:
    """Starts a process that compiles, without waiting for it; it ends on its own."""
    interpret_until_compiled()
    command = [sys.executable, "-m", __name__, game]
    subprocess.Popen(  # noqa: S603  # our own module
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,  # Ctrl-C at the table is not meant for it
    )


if __name__ == "__main__":
    name = sys.argv[1]
    compile_for_all(games.get(name), (level.player() for level in players.levels(name).values()))
