"""`ludoteka export` and `ludoteka import`: records in the formats that other programs read.

A format is a module `<format>.py` in a game's folder with the functions `write(record)` and `read(text)`: no
game is named here. Third parties' games offer theirs in the same way.
"""

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules
from typing import Annotated, Protocol, cast

import typer

from ludoteka import games
from ludoteka.cli import arguments
from ludoteka.cli.arguments import RecordFile
from ludoteka.core import record as records
from ludoteka.core.game import AnyGame
from ludoteka.core.record import Record

To = Annotated[Path | None, typer.Option("--to", help="Write to this file, not to standard output.")]
Format = Annotated[str | None, typer.Option("--format", help="The format; the only one if not given.")]


class ForeignFormat(Protocol):
    """What a format's module offers."""

    def write(self, record: Record) -> str: ...
    def read(self, text: str) -> Record: ...


def export_record(file: RecordFile, form: Format = None, to: To = None) -> None:
    """Write a record in another program's format."""
    record = records.read(arguments.read_text(file), games.get)
    _put(_chosen(record.match.game, form).write(record), to)


def import_record(
    game: arguments.Game,
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A match in a foreign format; '-' reads standard input.")
    ],
    form: Format = None,
    to: To = None,
) -> None:
    """Make a record of another program's match."""
    foreign = _chosen(arguments.find_game(game), form)
    _put(records.write(foreign.read(arguments.read_text(file))), to)


def formats(game: AnyGame) -> dict[str, ForeignFormat]:
    """The foreign formats that a game's folder offers, by name."""
    return dict(_found(game))


def _found(game: AnyGame) -> Iterator[tuple[str, ForeignFormat]]:
    package = type(game).__module__.rpartition(".")[0]
    spec = find_spec(package) if package else None
    for module in iter_modules(spec.submodule_search_locations if spec else []):
        source = find_spec(f"{package}.{module.name}")
        if source is not None and _is_format(source.origin):
            yield module.name, cast(ForeignFormat, import_module(f"{package}.{module.name}"))


def _is_format(origin: str | None) -> bool:
    """By its text, so that asking for formats does not import a whole game."""
    if origin is None or not origin.endswith(".py"):
        return False
    text = Path(origin).read_text(encoding="utf-8")
    return "\ndef write(record" in text and "\ndef read(text" in text


def _chosen(game: AnyGame, name: str | None) -> ForeignFormat:
    there = formats(game)
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
