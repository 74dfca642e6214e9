"""`ludoteka how` and `ludoteka rules`: what there is to read about a game."""

import sys
from typing import Annotated

import typer

from ludoteka.cli import arguments, texts
from ludoteka.core.game import AnyGame

Language = Annotated[
    str | None,
    typer.Option(metavar="LANGUAGE", help="Two letters, as in cs; the terminal's own if not given."),
]


def how(game: arguments.Game, language: Language = None) -> None:
    """Say how a game is played, in people's words."""
    chosen = arguments.find_game(game)
    _show(chosen, texts.how_to_play(chosen.info.id, language or texts.spoken()))


def rules(game: arguments.Game, language: Language = None) -> None:
    """Show the exact rules of a game, with their numbers."""
    chosen = arguments.find_game(game)
    _show(chosen, texts.exact_rules(chosen.info.id, language or texts.spoken()))


def _show(game: AnyGame, text: str) -> None:
    """Markdown as it is for programs and files, typeset for people."""
    if not text:
        typer.echo(f"ludoteka: there is no such text about {game.info.title}.", err=True)
        raise typer.Exit(1)
    if not sys.stdout.isatty():
        typer.echo(text.strip())
        return
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console()
    console.print(Markdown(text), width=min(console.width, 88))
