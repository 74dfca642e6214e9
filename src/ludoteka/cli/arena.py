"""`ludoteka arena`: bots against bots, and against programs of others, many matches, with intervals."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludoteka.cli import arguments
from ludoteka.cli.arguments import AsJson, Options, Seed
from ludoteka.core.game import AnyGame

if TYPE_CHECKING:
    from ludoteka.arena.contest import Contest, PlayedBout
    from ludoteka.arena.folder import Folder
    from ludoteka.arena.running import ContestLimits

EVERYBODY, LADDER = "all", "ladder"
WIDE = 120  # columns of a table that goes to a file


def arena(
    game: arguments.Game,
    contestants: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PLAYERS",
            help="Levels, or quoted commands of outside engines, one a seat; 'all' lets every level meet "
            "every other, 'ladder' the one above; the two strongest levels if not given.",
        ),
    ] = None,
    number: Annotated[
        int, typer.Option("--matches", "-n", min=1, help="How many matches; with --pairs, how many pairs.")
    ] = 10,
    pairs: Annotated[
        bool, typer.Option("--pairs", help="Play the same draws from every seat, and count such pairs.")
    ] = False,
    option: Options = None,
    seed: Seed = None,
    most: Annotated[int, typer.Option("--events", min=1, help="Stop a match after so many events.")] = 20_000,
    ms: Annotated[int | None, typer.Option("--ms", min=1, help="Milliseconds a player may think.")] = None,
    nodes: Annotated[
        int | None, typer.Option("--nodes", min=1, help="Nodes a player may search: the same on any machine.")
    ] = None,
    processes: Annotated[
        int | None, typer.Option("--processes", min=1, help="How many play at once; all cores if not given.")
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option("--cluster", metavar="ADDRESS", help="Play on a Dask cluster."),
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option(metavar="LOW,HIGH", help="End as soon as one of two win rates can be ruled out."),
    ] = None,
    seconds: Annotated[
        float | None, typer.Option("--seconds", min=0, help="Begin no match after so many seconds.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", help="Keep results in this folder; a second call goes on.")
    ] = None,
    keep_records: Annotated[
        bool, typer.Option("--records", help="Keep the records of all matches in the folder, too.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Let players meet, changing seats, and say how strong they are.

    `ludoteka arena GAME 1 2 -n 1000 --pairs` plays each of 1000 draws from both seats.
    """
    from ludoteka.arena.contest import Contest
    from ludoteka.arena.folder import Folder
    from ludoteka.arena.running import ContestLimits

    chosen = arguments.find_game(game)
    if keep_records and out is None:
        raise typer.BadParameter("Records are kept in a folder: name one with --out.", param_hint="--records")
    folder = Folder(out) if out else None
    words, pairings = _field(chosen, contestants)
    contest = Contest(
        chosen.info.id,
        words,
        pairings,
        _seed(seed, folder),
        tuple(arguments.read_options(chosen, option or []).items()),
        pairs=pairs,
        ms=ms,
        nodes=nodes,
        events=most,
        records=keep_records,
    )
    _check(contest)
    _run(contest, ContestLimits(number, seconds, _test(sprt, contest)), folder, processes, cluster, as_json)


# --- what was asked for ------------------------------------------------------------------------


def _field(game: AnyGame, given: list[str] | None) -> tuple[tuple[str, ...], tuple[tuple[int, ...], ...]]:
    """The contestants and who meets whom."""
    from ludoteka import players
    from ludoteka.arena.contest import everybody_meets, neighbours_meet

    there = [str(level) for level in players.levels(game.info.id)]
    if given in ([EVERYBODY], [LADDER]) and len(there) < 2:
        raise typer.BadParameter(f"{game.info.title} has one level only.", param_hint="PLAYERS")
    if given == [EVERYBODY]:
        return tuple(there), everybody_meets(len(there))
    if given == [LADDER]:
        return tuple(there), neighbours_meet(len(there))
    strongest = there[-2:] if len(there) > 1 else there * 2
    words = given or strongest
    words = words + [words[-1]] * (game.info.seats[0] - len(words))
    return tuple(words), (tuple(range(len(words))),)


def _seed(given: str | None, folder: "Folder | None") -> str:
    """What was given, what the folder began with, or something that nobody can guess."""
    from ludoteka.cli.playing import fresh_seed

    kept = folder.kept_seed() if folder is not None else None
    return kept if given is None and kept is not None else fresh_seed(given).hex()


def _test(text: str | None, contest: "Contest") -> Any:
    from ludoteka.arena.sequential import Test

    if text is None:
        return None
    try:
        low, high = (float(part) for part in text.split(","))
    except ValueError:
        low = high = 0.0
    if not 0 < low < high < 1:
        wrong = f"Two win rates like 0.5,0.6 are needed, not {text[:40]!r}."
        raise typer.BadParameter(wrong, param_hint="--sprt")
    if len(contest.contestants) != 2:
        raise typer.BadParameter("A test is about two players.", param_hint="--sprt")
    return Test(low, high)


def _check(contest: "Contest") -> None:
    """Refuses wrong options, seats and players before anything is shown."""
    from ludoteka.arena.matches import stage
    from ludoteka.core import match as matches

    there = stage(contest)
    matches.new(there.game, len(contest.pairings[0]), dict(contest.options))


# --- running it --------------------------------------------------------------------------------


def _run(
    contest: "Contest",
    limits: "ContestLimits",
    folder: "Folder | None",
    processes: int | None,
    cluster: str | None,
    as_json: bool,
) -> None:
    from ludoteka.arena.matches import warm
    from ludoteka.arena.running import run
    from ludoteka.arena.summary import summary
    from ludoteka.arena.workers import breadth, cores, workers

    before = folder.open(contest) if folder is not None else []
    if limits.seconds is not None:
        warm(contest)  # the time is for playing, not for compiling
    wanted = limits.bouts * len(contest.pairings)
    count = min(processes or cores(), max(1, wanted - len(before)))
    with workers(contest, count, cluster) as executor, _progress(contest, wanted, before, as_json) as show:

        def each(played: "PlayedBout") -> None:
            if folder is not None:
                folder.keep(played)
            show(played)

        found = run(contest, limits, executor, breadth(executor, count), before, each)
    result = summary(contest, found, limits.test)
    if folder is not None:
        from ludoteka.arena.drawing import plot

        folder.write("result.json", json.dumps(result, indent=1) + "\n")
        folder.write("plot.svg", plot(result))
    if as_json:
        print(json.dumps(result))
    else:
        _show(result)


@contextmanager
def _progress(
    contest: "Contest", wanted: int, before: "list[PlayedBout]", quiet: bool
) -> "Iterator[Callable[[PlayedBout], None]]":
    """A bar, with the win rate of the first contestant and its interval so far."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from ludoteka.arena.figures import rate, shares
    from ludoteka.arena.report import percent

    console = Console(stderr=True)
    played = list(before)
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=quiet or not console.is_terminal) as bar:
        task = bar.add_task("", total=wanted, completed=len(before))

        def show(one: "PlayedBout") -> None:
            played.append(one)
            first = rate(shares(played, 0))
            text = f"level {contest.contestants[0]}: {percent(first.json())}"
            bar.update(task, advance=1, description=text)

        yield show


# --- showing what came of it -------------------------------------------------------------------


def _show(result: dict[str, Any]) -> None:
    from rich.console import Console

    console = Console()
    if not console.is_terminal:
        console = Console(width=WIDE)
    console.print(_standings(result))
    if len(result["meetings"]) > 1:
        console.print()
        console.print(_meetings(result))
    for fault in result["faults"]:
        print(f"Lost by a fault: {fault}")
    if result["unfinished"]:
        print(f"{result['unfinished']} matches were stopped before their end.")
    if "test" in result:
        print(_verdict(result["test"]))


def _standings(result: dict[str, Any]) -> Any:
    from rich.table import Table

    from ludoteka.arena.report import number, percent

    headings = ["player", "matches", "wins", "win rate", "mean score", "ms per move"]
    ratings = result.get("ratings")
    table = Table(box=None, pad_edge=False)
    for heading in [*headings, *(["rating"] if ratings else [])]:
        table.add_column(heading, justify="left" if heading == "player" else "right")
    for index, row in enumerate(result["players"]):
        figures = [str(row["matches"]), f"{row['wins']:g}", percent(row["win_rate"]), number(row["score"])]
        more = [number(ratings[index])] if ratings else []
        table.add_row(row["player"], *figures, f"{row['ms_per_move']:g}", *more)
    return table


def _meetings(result: dict[str, Any]) -> Any:
    from rich.table import Table

    from ludoteka.arena.report import number, percent

    names = [row["player"] for row in result["players"]]
    table = Table(box=None, pad_edge=False)
    for heading in ("meeting", "matches", "win rate", "points ahead"):
        table.add_column(heading, justify="left" if heading == "meeting" else "right")
    for row in result["meetings"]:
        first, second = (names[one] for one in row["players"])
        rate, margin = percent(row["win_rate"]), number(row["margin"])
        table.add_row(f"{first} - {second}", str(row["matches"]), rate, margin)
    return table


def _verdict(test: dict[str, Any]) -> str:
    if test["answer"] is None:
        return f"Undecided between {test['low']:g} and {test['high']:g} (log ratio {test['ratio']})."
    return f"Decided: the win rate is {test['answer']:g} rather than the other (log ratio {test['ratio']})."
