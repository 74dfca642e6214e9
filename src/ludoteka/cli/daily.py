"""`ludoteka daily`: today's board of a server, or of this machine, in the terminal."""

import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from time import sleep
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludoteka.cli import arguments
from ludoteka.cli.arguments import AsJson
from ludoteka.core.refusals import BadRequest
from ludoteka.core.sentences import Sentence, counted

if TYPE_CHECKING:
    from ludoteka.cli.remote import Visit
    from ludoteka.cli.terminal import Screen

OWN = "this-machine"  # its port may change from day to day
BAR = 30  # characters of the longest bar
MINUTE, HOUR = 60_000, 3_600_000
UNSCORED = {
    "left": Sentence("You left your try of today: it has no score."),
    "late": Sentence("Your try ended after its day: it has no score."),
}


def daily(
    game: arguments.Game,
    server: Annotated[
        str | None, typer.Option("--server", metavar="URL", help="Whose board; this machine's if not given.")
    ] = None,
    results: Annotated[bool, typer.Option("--results", help="Only show how it stands.")] = False,
    as_json: AsJson = False,
) -> None:
    """Play today's board: the same draws for everybody, one try.

    Without --server it is the board of this machine, which `ludoteka serve` shows as well. A try can be
    interrupted with `quit` and resumed until the day ends.
    """
    from ludoteka.cli.speech import Speech
    from ludoteka.cli.terminal import Screen

    chosen = arguments.find_game(game).info.id
    with _server(server) as found:
        screen = Screen(speech=Speech(game=chosen))
        if not results and not as_json:
            _play(found, chosen, screen)
        sheet = found.get(f"/api/daily/{chosen}/today")
        if as_json:
            print(json.dumps(sheet, indent=2))
        else:
            show(sheet, screen, found.address)


def _play(server: "Visit", game: str, screen: "Screen") -> None:
    from ludoteka.cli.remote import RemoteTable, Stopped

    sheet = server.post(f"/api/daily/{game}", {})
    screen.loud(Sentence("Today's board, {day}: the same draws for everybody, one try.", day=sheet["day"]))
    screen.say(_left(sheet))
    if sheet["mine"]["state"] != "running":
        return
    try:
        RemoteTable(server, sheet["mine"]["table"], arguments.find_game(game), screen).run()
    except (Stopped, EOFError):
        screen.say(Sentence("Your try is kept: the same command goes on with it until the day ends."))


def _left(sheet: Mapping[str, Any]) -> Sentence:
    """When the day ends: it is the server's."""
    left = max(0, sheet["ends"] - sheet["now"])
    hours, minutes = left // HOUR, left % HOUR // MINUTE
    text = "The day ends in {hours} h {minutes} min, at midnight in {zone}."
    return Sentence(text, hours=hours, minutes=minutes, zone=sheet["zone"])


# --- whose board ---------------------------------------------------------------------------------


@contextmanager
def _server(address: str | None) -> Iterator["Visit"]:
    from ludoteka.cli.remote import Visit

    folder = _folder()
    if address is not None:
        yield Visit(address, folder)
        return
    usual = Visit(f"http://127.0.0.1:{_usual_port()}", folder, OWN)
    if _is_ours(usual):
        yield usual
        return
    with _own() as port:
        yield Visit(f"http://127.0.0.1:{port}", folder, OWN)


def _folder() -> Path:
    from ludoteka.cli.serving import needs_server

    with needs_server():
        from ludoteka.server.settings import default_database
    return Path(default_database().removeprefix("sqlite:///")).parent


def _usual_port() -> int:
    """Where `ludoteka serve` listens on this machine if its command line does not say otherwise."""
    from ludoteka.cli.serving import faults_told
    from ludoteka.server.settings import settings_of

    with faults_told():
        return settings_of().port


def _is_ours(server: "Visit") -> bool:
    """Whether a server of this machine is running already, whose tables nobody else may write to."""
    try:
        return isinstance(server.get("/api/daily"), list)
    except BadRequest:
        return False


@contextmanager
def _own() -> Iterator[int]:
    """A server for this terminal alone, on the database of this machine."""
    from ludoteka.cli import catalogue
    from ludoteka.core.kernel import interpret_until_compiled
    from ludoteka.server import logs
    from ludoteka.server.app import server_for
    from ludoteka.server.settings import Settings

    logs.set_up("off")
    interpret_until_compiled(at_leisure=True)
    server = server_for(catalogue.build(), Settings(port=0, log="off", host="127.0.0.1", drain_s=0))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started and thread.is_alive():
        sleep(0.02)
    if not server.started:
        raise BadRequest("The database of this machine cannot be used: `ludoteka serve` says why.")
    try:
        yield server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        thread.join()


# --- results -------------------------------------------------------------------------------------


def show(sheet: Mapping[str, Any], screen: "Screen", address: str) -> None:
    """My result beside everybody's, and a line to pass on."""
    mine = sheet["mine"]
    screen.say()
    if mine is None or mine["score"] is None:
        if mine is not None and mine["state"] in UNSCORED:
            screen.say(UNSCORED[mine["state"]])
        screen.say(Sentence("{n} have finished today's board.", n=sheet["finished"]))
        return
    screen.loud(Sentence("{result}; days in a row: {days}", result=_result(sheet), days=sheet["streak"]))
    most = max((bar["count"] for bar in sheet["bars"]), default=1)
    for bar in sheet["bars"]:
        mark = ">" if bar["low"] <= mine["score"] <= bar["high"] else " "
        screen.say(f"{mark} {_span(bar):>13}  {'#' * round(BAR * bar['count'] / most)} {bar['count']}")
    screen.say(shared(sheet, screen, address))


def _span(bar: Mapping[str, Any]) -> str:
    return str(bar["low"]) if bar["low"] == bar["high"] else f"{bar['low']} .. {bar['high']}"


def shared(sheet: Mapping[str, Any], screen: "Screen", address: str) -> str:
    """The result as one line of text, with the address of its picture."""
    title = arguments.find_game(sheet["game"]).info.title
    link = f"{address}/daily/{sheet['game']}/{sheet['day']}?try={sheet['mine']['table']}"
    return f"Ludoteka {title} {sheet['day']}: {screen.speech.say(_result(sheet))} {link}"


def _result(sheet: Mapping[str, Any]) -> Sentence:
    mine = sheet["mine"]
    points = _points(mine["score"], is_lead=sheet["level"] is not None)
    return Sentence("{points}, place {rank} of {n}", points=points, rank=mine["rank"], n=sheet["finished"])


def _points(score: int, *, is_lead: bool) -> Sentence:
    """Against a bot the score is a lead: the words say whose it is."""
    if not is_lead:
        return counted(score, "{n} point", "{n} points")
    if score < 0:
        return counted(-score, "{n} point behind the bot", "{n} points behind the bot")
    return counted(score, "{n} point ahead of the bot", "{n} points ahead of the bot")
