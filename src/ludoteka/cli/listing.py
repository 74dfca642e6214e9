"""`ludoteka games`: what can be played here."""

import json
from typing import TYPE_CHECKING, Annotated

import typer

from ludoteka import games
from ludoteka.cli import arguments
from ludoteka.cli.arguments import AsJson
from ludoteka.core.game import AnyGame, Json

if TYPE_CHECKING:
    from rich.console import Console


def list_games(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help="Show this game with options and bots.",
            autocompletion=arguments.complete_game,
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the games, or show one with its options and bots."""
    chosen = [arguments.find_game(game)] if game else available()
    if as_json:
        print(json.dumps(_sheets(chosen), ensure_ascii=False, indent=2))
        return
    from rich.console import Console

    console = Console()
    if game:
        _show_one(console, chosen[0])
    else:
        _show_all(console, chosen)


def available() -> list[AnyGame]:
    """Every game that can be loaded; one that cannot (a broken extension) is reported and left out."""
    found = []
    for name in games.ids():
        try:
            found.append(games.get(name))
        except (ImportError, AttributeError) as error:
            typer.echo(f"ludoteka: the game {name} cannot be loaded: {error}", err=True)
    return found


def _sheets(chosen: list[AnyGame]) -> Json:
    """The games as the engine protocol shows them."""
    from ludoteka.engine import Engine

    by_id = {game.info.id: game for game in chosen}
    engine = Engine(by_id.__getitem__, lambda: list(by_id))
    return engine.answer({"do": "games"})["games"]


def seats_in_words(game: AnyGame) -> str:
    """`2` or `1 to 4`."""
    fewest, most = game.info.seats
    return str(most) if fewest == most else f"{fewest} to {most}"


def _show_all(console: "Console", chosen: list[AnyGame]) -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for heading in ("id", "game", "players", "minutes", "what it is"):
        table.add_column(heading)
    for game in chosen:
        info = game.info
        minutes = f"{info.minutes[0]}-{info.minutes[1]}"
        table.add_row(info.id, info.title, seats_in_words(game), minutes, info.summary)
    console.print(table)
    console.print("\nPlay one with [bold]ludoteka play GAME[/bold].")


def _show_one(console: "Console", game: AnyGame) -> None:
    from rich.table import Table

    info = game.info
    console.print(
        f"[bold]{info.title}[/bold], for {seats_in_words(game)} players, rules version {info.rules}."
    )
    console.print(info.summary, highlight=False)
    console.print(f"Traits: {', '.join(sorted(info.traits))}.")
    table = Table(box=None, pad_edge=False)
    for heading in ("option", "values", "default", "what it does"):
        table.add_column(heading)
    for option in info.options:
        values = f"{option.low} to {option.high}" if option.is_integer else ", ".join(option.values)
        default = "" if option.default is None else str(option.default)
        table.add_row(option.key, values, default, option.text + option.derived)
    if info.options:
        console.print(table)
    _show_levels(console, game)


def _show_levels(console: "Console", game: AnyGame) -> None:
    """The bots, as `play` calls them."""
    from rich.table import Table

    from ludoteka import players

    table = Table(box=None, pad_edge=False)
    for heading in ("bot", "name", "how it plays"):
        table.add_column(heading)
    for number, level in players.levels(game.info.id).items():
        table.add_row(f"bot:{number}", f"{level.face} {level.name}".strip(), level.about)
    console.print(table)
