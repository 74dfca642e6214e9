"""What is loaded when: importing us is cheap, and the command line starts without the heavy packages."""

import subprocess
import sys

import pytest

HEAVY = ("numpy", "numba", "rich", "fastapi", "sqlalchemy", "pydantic", "hypothesis")


def loaded_after(code: str) -> set[str]:
    line = f"{code}\nimport sys\nprint(*sys.modules)"
    shown = subprocess.run([sys.executable, "-c", line], capture_output=True, text=True, check=True).stdout
    return {name.partition(".")[0] for name in shown.split("\n")[-2].split()}


@pytest.mark.parametrize(
    "code",
    [
        "import ludoteka",
        "import ludoteka.core.match, ludoteka.core.record, ludoteka.games, ludoteka.players",
        "import ludoteka.cli.app",
        "from ludoteka.cli.app import call; assert call(['--help']) == 0",
    ],
)
def test_nothing_heavy_is_loaded(code: str) -> None:
    assert loaded_after(code).isdisjoint(HEAVY)


def test_games_are_found_without_loading_their_arrays() -> None:
    assert loaded_after("from ludoteka import games; [games.get(i) for i in games.ids()]").isdisjoint(
        {"numba"}
    )
