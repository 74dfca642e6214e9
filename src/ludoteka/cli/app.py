"""All commands in one Typer application, and how it ends: exit codes, no tracebacks for users' mistakes.

Exit codes: 0 success, 1 the answer is no (a refused move, a record that does not verify), 2 wrong usage,
130 stopped by Ctrl-C.
"""

import os
import re
import sys
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from ludoteka.cli import (
    analysing,
    arena,
    authoring,
    benching,
    counting,
    daily,
    levelling,
    listing,
    mining,
    playing,
    puzzling,
    reading,
    recording,
    rendering,
    reviewing,
    serving,
    solving,
    training,
)
from ludoteka.core.refusals import BadRequest, Refusal

DATA = "LUDOTEKA_DATA"  # where the games look for custom boards; worker processes inherit it
STOPPED = 130  # 128 + SIGINT, as shells expect

app = typer.Typer(
    name="ludoteka",
    help="Play, study and program five board games: Abaku, Calculissimo, Kakuro, Abstrakto and Abak.",
    context_settings={"help_option_names": ["-h", "--help"]},
    rich_markup_mode=None,  # plain help: loading Rich for it would triple the time
    pretty_exceptions_enable=False,
)


def _version(asked: bool) -> None:
    if asked:
        from ludoteka.version import __version__

        typer.echo(f"ludoteka {__version__}")
        raise typer.Exit


def _add_data(folder: Path | None) -> None:
    if folder is not None:
        others = os.environ.get(DATA)
        os.environ[DATA] = os.pathsep.join([str(folder.resolve()), *([others] if others else [])])


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    data: Annotated[  # noqa: ARG001 - its callback has done the work
        Path | None,
        typer.Option(
            exists=True,
            file_okay=False,
            callback=_add_data,
            help="A folder with boards and tile sets of your own.",
        ),
    ] = None,
    version: Annotated[  # noqa: ARG001 - its callback has done the work
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Shows the menu of games when no command is given."""
    if context.invoked_subcommand is not None:
        return
    if not sys.stdin.isatty():
        typer.echo(context.get_help())
        return
    playing.show_menu()


app.command("games")(listing.list_games)
app.command("how")(reading.how)
app.command("rules")(reading.rules)
app.command("play")(playing.play)
app.command("new")(playing.new)
app.command("daily")(daily.daily)
app.command("puzzle")(puzzling.puzzle)
app.command("replay")(recording.replay)
app.command("verify")(recording.verify)
app.command("review")(reviewing.review)
app.command("analyse")(analysing.analyse)
app.command("render")(rendering.render)
app.command("export")(recording.export_record)
app.command("import")(recording.import_record)
app.command("arena")(arena.arena)
app.command("levels")(levelling.levels)
app.command("train")(training.train)
app.command("count")(counting.count)
app.command("mine")(mining.mine)
app.command("solve")(solving.solve)
app.command("bench")(benching.bench)
app.command("check")(authoring.check)
app.command("scaffold")(authoring.scaffold)
app.command("engine")(serving.engine)
app.command("serve")(serving.serve)
app.command("backup")(serving.backup)
app.command("restore")(serving.restore)
app.command("recount")(serving.recount)


def run(arguments: list[str] | None = None) -> NoReturn:
    """Runs the command line and exits with its exit code."""
    sys.exit(call(arguments))


def call(arguments: list[str] | None = None) -> int:
    """The exit code of a command; every refusal becomes a sentence on standard error."""
    command = typer.main.get_command(app)
    try:
        code = command.main(args=arguments, prog_name="ludoteka", standalone_mode=False)
    except (KeyboardInterrupt, typer.Abort):
        code = STOPPED
    except typer.Exit as leaving:
        code = leaving.exit_code
    except Refusal as refusal:
        typer.echo(f"ludoteka: {refusal}", err=True)
        return 2 if isinstance(refusal, BadRequest) else 1
    except OSError as error:
        typer.echo(f"ludoteka: {error.strerror or error}: {error.filename or ''}".rstrip(": "), err=True)
        return 2
    except typer.exceptions.TyperException as error:
        return _show_usage(error)
    if code == STOPPED:
        typer.echo("\nStopped.", err=True)
    return code if isinstance(code, int) else 0


def _show_usage(error: typer.exceptions.TyperException) -> int:
    context = getattr(error, "ctx", None)
    if context is not None:
        typer.echo(context.get_usage(), err=True)
        typer.echo(f"Try '{context.command_path} --help' for help.", err=True)
    typer.echo(f"Error: {_told(error.format_message())}", err=True)
    return error.exit_code


def _told(error: str) -> str:
    """Whoever types just a game wants to play it; whoever names none is told which there are."""
    from ludoteka import games

    game = re.match(r"No such command '([^']+)'", error)
    if game and game[1].lower() in games.ids():
        return f"To play it: ludoteka play {game[1].lower()}"
    if error.startswith("Missing argument 'GAME'"):
        return f"{error} The games are {', '.join(games.ids())}."
    return error
