"""Compiles a game beside a match in the terminal: `python -m ludoteka.cli.compiling GAME`.

People play at once, uncompiled, and change over unseen when it is done.
"""

import subprocess
import sys

from ludoteka import games, players
from ludoteka.core.kernel import interpret_until_compiled
from ludoteka.core.warmup import compile_for_all


def compile_beside(game: str) -> None:
    """Starts a process that compiles, and does not wait for it; it ends by itself."""
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
