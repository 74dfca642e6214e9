"""Commands on records: step through one, check every draw in it, exchange it with other programs.

A game declares its foreign formats (`Foreign` in core/record.py): no game is named here.
"""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludoteka import games
from ludoteka.cli import arguments
from ludoteka.cli.arguments import AsJson, RecordFile
from ludoteka.core import record as records
from ludoteka.core.game import AnyGame

if TYPE_CHECKING:
    from ludoteka.cli.terminal import Screen

To = Annotated[Path | None, typer.Option("--to", help="Write to this file, not to standard output.")]
FormatName = Annotated[str | None, typer.Option("--format", help="The format; the only one if not given.")]
KEYS = "Enter: next   b: back   a number: go there   e: end   q: quit"


def replay(
    file: RecordFile,
    seat: Annotated[int | None, typer.Option("--seat", help="See it as this seat saw it.")] = None,
    at: Annotated[int | None, typer.Option("--at", help="Show only the position after this event.")] = None,
    as_json: AsJson = False,
) -> None:
    """Step through a record, event by event."""
    record = records.read(arguments.read_text(file), games.get)
    way = list(record.match)
    if seat is not None and not 0 <= seat < record.match.opening.seats:
        raise typer.BadParameter(f"There is no seat {seat} in this match.", param_hint="--seat")
    if at is not None and not 0 <= at < len(way):
        raise typer.BadParameter(f"The events are numbered from 0 to {len(way) - 1}.", param_hint="--at")
    if as_json:
        print(json.dumps(_steps(way if at is None else [way[at]], seat), ensure_ascii=False, indent=2))
        return
    from ludoteka.cli.speech import Speech
    from ludoteka.cli.terminal import Screen

    speech = Speech(game=record.match.game.info.id)
    screen = Screen(speech.recorded(record.names), speech=speech)
    if at is not None:
        screen.board(way[at], seat)
    elif sys.stdin.isatty() and sys.stdout.isatty():
        _step_through(screen, way, seat)
    else:
        _print_all(screen, way, seat)


def _steps(way: list[records.AnyMatch], seat: int | None) -> list[dict[str, object]]:
    return [
        {
            "ply": match.ply,
            "event": records.write_event(match) if match.event is not None else None,
            "view": match.game.view(match.state, seat),
        }
        for match in way
    ]


def _print_all(screen: "Screen", way: list[records.AnyMatch], seat: int | None) -> None:
    """Every event on one line, then the board at the end."""
    for match in way[1:]:
        screen.event(match, seat)
    screen.board(way[-1], seat)
    screen.result(way[-1])


def _step_through(screen: "Screen", way: list[records.AnyMatch], seat: int | None) -> None:
    place = 0
    while True:
        screen.clear()
        screen.say(f"Event {place} of {len(way) - 1}")
        if place:
            screen.event(way[place], seat)
        screen.board(way[place], seat)
        screen.result(way[place])
        screen.say(KEYS)
        try:
            asked = input("> ").strip().lower()
        except EOFError:
            return
        if asked in {"q", "quit", "exit"}:
            return
        place = min(max(_target(asked, place, len(way) - 1), 0), len(way) - 1)


def _target(asked: str, place: int, last: int) -> int:
    if asked in {"b", "back", "p"}:
        return place - 1
    if asked in {"e", "end"}:
        return last
    if asked.isascii() and asked.isdigit():
        return int(asked[:9])
    return place + 1


def verify(file: RecordFile, as_json: AsJson = False) -> None:
    """Check every draw of a record against its seed."""
    report = records.verify(arguments.read_text(file), games.get)
    if as_json:
        found = [{"line": finding.line, "text": finding.text} for finding in report.findings]
        print(json.dumps({"ok": report.is_clean, "draws": report.draws, "findings": found}, indent=2))
    else:
        for finding in report.findings:
            print(f"Line {finding.line}: {finding.text}")
        if report.is_clean:
            print(f"All is well: {report.draws} draws are as the seed gives them.")
    if not report.is_clean:
        raise typer.Exit(1)


# --- other programs' formats -------------------------------------------------------------------


def export_record(file: RecordFile, form: FormatName = None, to: To = None) -> None:
    """Write a record in another program's format."""
    record = records.read(arguments.read_text(file), games.get)
    _put(_chosen(record.match.game, form, "FILE").write(record), to)


def import_record(
    game: arguments.Game,
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A match in a foreign format; '-' reads standard input.")
    ],
    form: FormatName = None,
    to: To = None,
) -> None:
    """Make a record of another program's match."""
    foreign = _chosen(arguments.find_game(game), form, "GAME")
    _put(records.write(foreign.read(arguments.read_text(file))), to)


def _chosen(game: AnyGame, name: str | None, place: str) -> records.Format:
    there = game.formats() if isinstance(game, records.Foreign) else {}
    if not there:
        raise typer.BadParameter(f"{game.info.title} has no foreign formats.", param_hint=place)
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
