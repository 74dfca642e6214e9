"""The pictures of boards in the documents: every game's example, drawn as `ludoteka render` draws it."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from tests.architecture.places import ROOT

from ludoteka import games
from ludoteka.drawing.matches import of_state, titled

FOLDER = ROOT / "docs" / "pictures"


def board(name: str) -> str:
    """The example of a game as SVG."""
    game = games.get(name)
    return titled(game, of_state(game, game.notation.load(game.info.example), None)).svg()


def files() -> dict[Path, Callable[[], str]]:
    """One file for each game."""
    return {FOLDER / f"{name}.svg": partial(board, name) for name in games.GAMES}
