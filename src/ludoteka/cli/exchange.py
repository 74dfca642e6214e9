"""`ludoteka export` and `ludoteka import`: records in other programs' formats.

A game declares its formats (`Foreign` in core/record.py): no game is named here.
"""

from pathlib import Path
from typing import Annotated

import typer

from ludoteka import games
from ludoteka.cli import arguments
from ludoteka.cli.arguments import RecordFile
from ludoteka.core import record as records
from ludoteka.core.game import AnyGame

To = Annotated[Path | None, typer.Option("--to", help="Write to this file, not to standard output.")]
FormatName = Annotated[str | None, typer.Option("--format", help="The format; the only one if not given.")]


def export_record(file: RecordFile, form: FormatName = None, to: To = None) -> None:
    """Write a record in another program's format."""
    record = records.read(arguments.read_text(file), games.get)
    _put(_chosen(record.match.game, form).write(record), to)


def import_record(
    game: arguments.Game,
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A match in a foreign format; '-' reads standard input.")
    ],
    form: FormatName = None,
    to: To = None,
) -> None:
    """Make a record of another program's match."""
    foreign = _chosen(arguments.find_game(game), form)
    _put(records.write(foreign.read(arguments.read_text(file))), to)


def _chosen(game: AnyGame, name: str | None) -> records.Format:
    there = game.formats() if isinstance(game, records.Foreign) else {}
    if not there:
        raise typer.BadParameter(f"{game.info.title} has no foreign formats.", param_hint="GAME")
    if name is None and len(there) == 1:
        return next(iter(there.values()))
    if name is None or name.lower() not in there:
        wanted = "Say which format." if name is None else f"There is no format {name[:20]!r}."
        text = f"{wanted} {arguments.suggest(name or '', there)}"
        raise typer.BadParameter(text, param_hint="--format")
    return there[name.lower()]


def _put(text: str, to: Path | None) -> None:
    if to is None:
        print(text, end="" if text.endswith("\n") else "\n")
    else:
        to.write_text(text, encoding="utf-8", newline="\n")
        typer.echo(f"Saved in {to}.", err=True)
