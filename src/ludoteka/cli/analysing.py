"""`ludoteka analyse`: what a position promises, and the best moves, growing while it thinks."""

import json
import sys
from collections import deque
from collections.abc import Iterator
from time import monotonic
from typing import TYPE_CHECKING, Annotated

import typer

from ludoteka.cli import arguments
from ludoteka.cli.arguments import AsJson
from ludoteka.core import match as matches
from ludoteka.core.game import Played, Seat, Turn
from ludoteka.core.record import AnyMatch
from ludoteka.core.refusals import BadRequest
from ludoteka.core.sentences import Sentence

if TYPE_CHECKING:
    from rich.table import Table

    from ludoteka.analysis.analyse import Glance
    from ludoteka.analysis.review import JudgedMove
    from ludoteka.cli.speech import Speech

BETWEEN = ";"  # moves on the command line
MOST = 8000  # characters of a position


def analyse(
    game: arguments.Game,
    position: Annotated[
        str, typer.Argument(metavar="POSITION", help="A position, as the game writes it; '-' reads it.")
    ],
    moves: Annotated[
        str, typer.Option("--moves", metavar="TEXT", help="Moves to make first, separated by semicolons.")
    ] = "",
    seat: Annotated[
        int | None, typer.Option("--seat", min=0, help="Whose moves, where several may act.")
    ] = None,
    ms: Annotated[
        int | None, typer.Option("--ms", min=1, help="Stop after so many milliseconds; a look is finished.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Say what a position promises and which moves are best.

    It looks harder and harder until nothing changes, time is up or Ctrl-C stops it: the best so far stays.
    """
    text = sys.stdin.read(MOST + 1) if position == "-" else position
    match = walked(matches.load(arguments.find_game(game), text.strip()), moves)
    if as_json:
        for seen in _until(match, seat, ms):
            print(json.dumps(seen.json(), ensure_ascii=False), flush=True)
        return
    from ludoteka.cli.speech import Speech

    _show(match, _until(match, seat, ms), Speech(game=match.game.info.id))


def walked(match: AnyMatch, moves: str) -> AnyMatch:
    """The match after some moves, each of whoever is to move."""
    for text in filter(None, (one.strip() for one in moves.split(BETWEEN))):
        if not isinstance(match.awaiting, Turn):
            raise BadRequest("No move is awaited before {move}.", move=text)
        mover = min(match.awaiting.seats)
        match = match.then(Played(mover, match.game.notation.read(match.state, mover, text), match.now))
    return match


def _until(match: AnyMatch, seat: Seat | None, ms: int | None) -> "Iterator[Glance]":
    """Looks until nothing changes, time is up, or somebody presses Ctrl-C."""
    from ludoteka.analysis.analyse import looks

    end = None if ms is None else monotonic() + ms / 1000
    try:
        for seen in looks(match, seat):
            yield seen
            if end is not None and monotonic() >= end:
                return
    except KeyboardInterrupt:
        return


# --- for people --------------------------------------------------------------------------------


def _show(match: AnyMatch, seen: "Iterator[Glance]", speech: "Speech") -> None:
    """A table that grows where somebody looks at it; only the last one elsewhere."""
    from rich.console import Console
    from rich.live import Live

    console = Console()
    if not console.is_terminal:
        for last in deque(seen, maxlen=1):
            console.print(_table(match, last, speech))
        return
    with Live(console=console, auto_refresh=False) as live:
        for one in seen:
            live.update(_table(match, one, speech), refresh=True)


def _table(match: AnyMatch, seen: "Glance", speech: "Speech") -> "Table":
    from rich.table import Table

    table = Table(box=None, title=_heading(match, seen, speech), title_justify="left")
    for heading in (Sentence("move"), Sentence("chance to win"), Sentence("worth")):
        table.add_column(speech.say(heading))
    for one in seen.moves:
        table.add_row(_words(one, seen.seat, speech), f"{100 * one.win:.1f} %", _worth(one))
    return table


def _heading(match: AnyMatch, seen: "Glance", speech: "Speech") -> str:
    chances = ", ".join(f"{100 * one.win:.1f} %" for one in seen.values)
    if match.opening.seats == 1:
        chances = _number(seen.values[0].margin)
    return speech.say(Sentence("Chances by seat: {chances}", chances=chances))


def _words(one: "JudgedMove", seat: Seat | None, speech: "Speech") -> str:
    """A move in words of whoever makes it, with its text."""
    if not one.words:
        return one.move
    said = one.words[0 if seat is None else seat].said
    return speech.say(Sentence("{said} ({text})", said=said, text=one.move))


def _worth(one: "JudgedMove") -> str:
    return f"{_number(one.value)} ± {one.error:.2f}" if one.error else _number(one.value)


def _number(value: float) -> str:
    return f"{value:+.2f}".replace("-", "\N{MINUS SIGN}")
