"""Commands for authors of games: a package to start from, and the laws of the protocol as a check."""

import json
import re
import sys
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer

from ludoteka.cli.arguments import AsJson

NAME = re.compile(r"[a-z][a-z0-9_]{1,30}")
TEMPLATE = Path(__file__).parent / "data" / "scaffold"  # the package to start from; .txt: nobody imports it
FUNCTIONS = ("start", "awaiting", "legal", "apply", "view")
Where = Annotated[Path, typer.Option("--to", help="The folder in which the package is made.")]
Matches = Annotated[int, typer.Option("--matches", "-n", min=1, max=10_000, help="Random matches to play.")]


def scaffold(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The id of your game: small letters.")],
    to: Where = Path(),
) -> None:
    """Make a package with a small game of your own: rules, notation, a player and tests that pass."""
    if not NAME.fullmatch(game):
        wrong = "An id is 2 to 31 small letters, digits and underscores, a letter first."
        raise typer.BadParameter(wrong, param_hint="GAME")
    folder = to / game
    if folder.exists():
        raise typer.BadParameter(f"There is something called {str(folder)!r} already.", param_hint="GAME")
    for name, text in _template(game).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    typer.echo(f"Made {folder}. Next: pip install -e {folder}, ludoteka check {game}, ludoteka play {game}")


def _template(game: str) -> dict[str, str]:
    """The files of the package by their path, with the game's own names in them."""
    title, rule = game.replace("_", " ").capitalize(), game[:2].upper()
    words = {"GAME_ID": game, "GAME_TITLE": title, "GAME_RULE": rule}
    paths = (path for path in TEMPLATE.rglob("*.txt") if path.is_file())
    names = {path: str(path.relative_to(TEMPLATE)).removesuffix(".txt") for path in paths}
    return {_filled(name, words): _filled(path.read_text("utf-8"), words) for path, name in names.items()}


def _filled(text: str, words: Mapping[str, str]) -> str:
    for word, value in words.items():
        text = text.replace(word, value)
    return text


def check(
    module: Annotated[str, typer.Argument(metavar="MODULE", help="An id, a module, or MODULE:NAME.")],
    matches: Matches = 6,
    seed: Annotated[str, typer.Option("--seed", help="Other random matches.")] = "conformance",
    as_json: AsJson = False,
) -> None:
    """Hold a game to every law of the protocol, in random matches."""
    from ludoteka.core.conformance import Broken, Effort, check_game

    game = _found(module)
    try:
        check_game(game, Effort(matches=matches), seed)
        broken = None
    except Broken as failure:
        broken = str(failure)
    if as_json:
        print(json.dumps({"game": game.info.id, "ok": broken is None, "broken": broken}, indent=2))
    else:
        print(broken or f"{game.info.title} keeps every law in {matches} random matches.")
    if broken is not None:
        raise typer.Exit(1)


def _found(module: str) -> Any:
    """The game with this id, or the one that a module calls GAME (or by the name after the colon)."""
    from ludoteka import games

    if module in games.ids():
        return games.get(module)
    place, _, name = module.partition(":")
    sys.path.insert(0, "")  # a module beside which one stands
    try:
        return _made(getattr(import_module(place), name or "GAME"))
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        wrong = f"There is no game called {module[:60]!r}, and no module with one: {error}"
        raise typer.BadParameter(wrong, param_hint="MODULE") from error
    finally:
        sys.path.remove("")


def _made(found: Any) -> Any:
    """A game, also from its class; raises TypeError for anything else, AttributeError for what it lacks."""
    game = found() if isinstance(found, type) else found
    for part in ("info", "notation", "options", *FUNCTIONS):
        getattr(game, part)
    return game
