"""`ludoteka bench`: how fast it is, as numbers that a program can compare."""

import json
from collections.abc import Iterable
from typing import Annotated

import typer

from ludoteka.cli import arguments
from ludoteka.cli.arguments import AsJson


def complete_subject(incomplete: str) -> list[str]:
    """For shell completion."""
    from ludoteka import bench as subjects

    return [name for name in subjects.names() if name.startswith(incomplete)]


def bench(
    subject: Annotated[
        str | None,
        typer.Argument(
            metavar="SUBJECT",
            help="A game, or what else is measured: adapters, answers, chaos, core, daily, day, "
            "minute, page, review, server, vector. All usual ones if not given.",
            autocompletion=complete_subject,
        ),
    ] = None,
    processes: Annotated[
        int | None, typer.Option(min=1, max=16, help="Servers: with 'server --postgres' and 'day'.")
    ] = None,
    postgres: Annotated[bool, typer.Option("--postgres", help="With 'server': on PostgreSQL.")] = False,
    people: Annotated[
        int | None, typer.Option(min=2, help="With 'day': how many are there at the busiest hour.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Measure the speed.

    CPU time, the best of several repeats, with the spread beside it.
    """
    from ludoteka import bench as subjects

    if subject is not None and subject not in subjects.names():
        near = arguments.suggest(subject, subjects.names())
        raise typer.BadParameter(f"Nothing here is called {subject[:40]!r}. {near}", param_hint="SUBJECT")
    choices = _choices(subject, processes, postgres, people)
    figures = (figure for name in _chosen(subject) for figure in subjects.figures(name, **choices))
    rows = ((figure.name, figure.value, figure.spread) for figure in figures)
    if as_json:
        print(json.dumps(_flat(rows), indent=2))
        return
    for name, value, spread in rows:
        print(f"{name:<44}{_short(value):>16}   spread {_short(spread)}", flush=True)


def _choices(
    subject: str | None, processes: int | None, postgres: bool, people: int | None
) -> dict[str, int | bool]:
    """What was chosen, for a subject that can be chosen for."""
    given = {"processes": processes, "postgres": postgres or None, "people": people}
    chosen = {name: value for name, value in given.items() if value is not None}
    known = {"server": {"processes", "postgres"}, "day": {"processes", "people"}}.get(subject or "", set())
    wrong = sorted(set(chosen) - known)
    if wrong or (subject == "server" and processes is not None and not postgres):
        option = f"--{wrong[0] if wrong else 'processes'}"
        raise typer.BadParameter("That goes with 'server --postgres' or 'day'.", param_hint=option)
    return chosen


def _chosen(subject: str | None) -> list[str]:
    from ludoteka import bench as subjects

    return subjects.usual() if subject is None else [subject]


def _flat(rows: Iterable[tuple[str, float, float]]) -> dict[str, float]:
    """Figure name to number, with `<name>.spread` beside it."""
    return {
        key: number
        for name, value, spread in rows
        for key, number in ((name, value), (f"{name}.spread", spread))
    }


def _short(number: float) -> str:
    return f"{number:,.0f}" if abs(number) >= 1000 else f"{number:.4g}"
