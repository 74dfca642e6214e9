"""One shape for all games: the same rooms by the same names (docs/guide/add-a-game.md shows them)."""

from pathlib import Path

import pytest
from tests.architecture.places import SOURCE

GAMES = SOURCE / "games"
NEEDED = {
    "types",
    "options",
    "rules",
    "turns",
    "moves",
    "view",
    "notation",
    "position",
    "text",
    "encoding",
    "engine",
}
ROOMS = NEEDED | {"imagine", "formats", "fast", "data"}


def folders() -> list[Path]:
    found = [path for path in GAMES.iterdir() if path.is_dir() and not path.name.startswith("_")]
    return sorted(found)


def rooms(folder: Path) -> set[str]:
    names = {path.stem for path in folder.glob("*.py")} | {p.name for p in folder.iterdir() if p.is_dir()}
    return names - {"__init__", "__pycache__"}


@pytest.mark.parametrize("folder", folders(), ids=lambda folder: folder.name)
def test_a_game_has_the_rooms_that_all_games_have(folder: Path) -> None:
    assert rooms(folder) - ROOMS == set(), "a room with a name of its own"
    assert NEEDED - rooms(folder) == set(), "a room that every game has"


@pytest.mark.parametrize("folder", folders(), ids=lambda folder: folder.name)
def test_an_engine_is_composition(folder: Path) -> None:
    """What decides anything lives in the other rooms."""
    lines = (folder / "engine.py").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 200


def test_there_are_five_games() -> None:
    assert len(folders()) == 5
