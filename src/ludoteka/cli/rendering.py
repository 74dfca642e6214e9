"""`ludoteka render`: a position or a moment of a record as a picture, a whole record as an animation."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludoteka.cli import arguments
from ludoteka.cli.arguments import AsJson

if TYPE_CHECKING:
    from ludoteka.drawing.matches import AnyMatch

KINDS = ("svg", "png", "gif")


def render(
    source: Annotated[
        str | None,
        typer.Argument(
            metavar="SOURCE",
            help="A record ('-' reads standard input); with --game a position. Nothing: the game's example.",
            show_default=False,
        ),
    ] = None,
    game: Annotated[
        str | None,
        typer.Option(
            "--game",
            metavar="GAME",
            help="SOURCE is a position of this game.",
            autocompletion=arguments.complete_game,
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", help="A file that ends in .svg, .png or .gif; SVG is printed if not given."
        ),
    ] = None,
    seat: Annotated[
        int | None, typer.Option("--seat", help="As this seat sees it; a spectator if not given.")
    ] = None,
    ply: Annotated[
        int | None, typer.Option("--ply", help="After this event of a record; its end if not given.")
    ] = None,
    size: Annotated[int, typer.Option("--size", help="How many pixels wide a PNG or GIF is.")] = 800,
    as_json: AsJson = False,
) -> None:
    """Draw a position or a record as SVG, PNG or animated GIF."""
    kind = _kind(output)
    match = _match(source, game)
    if seat is not None and not 0 <= seat < match.opening.seats:
        raise typer.BadParameter(f"There is no seat {seat} in this match.", param_hint="--seat")
    if ply is not None:
        match = _moment(match, ply)
    data = _drawn(match, seat, kind, size)
    if output is None:
        typer.echo(data.decode("utf-8"), nl=False)
        return
    output.write_bytes(data)
    if as_json:
        told = {"file": str(output), "kind": kind, "bytes": len(data), "game": match.game.info.id}
        print(json.dumps({**told, "ply": match.ply, "seat": seat}, ensure_ascii=False, indent=2))
    else:
        typer.echo(f"Saved in {output}.", err=True)


def _kind(output: Path | None) -> str:
    kind = "svg" if output is None else output.suffix.lower().removeprefix(".")
    if kind not in KINDS:
        raise typer.BadParameter(f"A picture ends in .svg, .png or .gif, not {kind[:20]!r}.", param_hint="-o")
    return kind


def _match(source: str | None, game: str | None) -> "AnyMatch":
    """The match of a record, or one that begins with a position."""
    from ludoteka import games
    from ludoteka.core import match as matches
    from ludoteka.core import record as records

    if game is not None:
        found = arguments.find_game(game)
        return matches.load(found, found.info.example if source is None else source)
    if source is None:
        raise typer.BadParameter("Give a record, or a game by --game.", param_hint="SOURCE")
    return records.read(arguments.read_text(Path(source)), games.get).match


def _moment(match: "AnyMatch", ply: int) -> "AnyMatch":
    for moment in match:
        if moment.ply == ply:
            return moment
    raise typer.BadParameter(f"The events are numbered from 0 to {match.ply}.", param_hint="--ply")


def _drawn(match: "AnyMatch", seat: int | None, kind: str, size: int) -> bytes:
    from ludoteka.drawing import raster
    from ludoteka.drawing.matches import film, of_match, titled

    if kind == "gif":
        if match.ply == 0:
            raise typer.BadParameter("An animation needs a record with moves.", param_hint="-o")
        return raster.gif(film(match, seat), size)
    sheet = titled(match.game, of_match(match, seat))
    return raster.png(sheet, size) if kind == "png" else sheet.svg().encode("utf-8")
