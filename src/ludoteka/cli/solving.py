"""`ludoteka solve`: proves what a position is worth, where a game's players have a solver.

A solver is a module `ludoteka.players.<id>.solver` with `solve(position, budget_ms)`: no game is named here.
"""

import json
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Annotated, Any, Protocol

import typer

from ludoteka import games
from ludoteka.cli import arguments
from ludoteka.cli.arguments import AsJson
from ludoteka.core.refusals import BadNotation


class Solution(Protocol):
    """What a solver answers: the value for the seat to move, a line of best play, whether it is proved."""

    @property
    def value(self) -> int: ...
    @property
    def line(self) -> tuple[str, ...]: ...
    @property
    def nodes(self) -> int: ...
    @property
    def proved(self) -> bool: ...


Solve = Callable[[str, int | None], Solution]
WORDS = {1: "The seat to move wins.", 0: "With best play it is a draw.", -1: "The seat to move loses."}


def solvers() -> dict[str, Solve]:
    """Every game whose players can prove values."""
    found: dict[str, Solve] = {}
    for game in games.ids():
        place = f"ludoteka.players.{game}"
        if find_spec(place) is None or find_spec(f"{place}.solver") is None:
            continue
        solve_it: Any = getattr(import_module(f"{place}.solver"), "solve", None)
        if solve_it is not None:
            found[game] = solve_it
    return found


def solve(
    position: Annotated[str, typer.Argument(metavar="POSITION", help="A position, as the game writes it.")],
    game: Annotated[
        str | None, typer.Option("--game", help="Whose position it is; found out if not given.")
    ] = None,
    ms: Annotated[
        int | None, typer.Option("--ms", min=1, help="Stop after so many milliseconds, proved or not.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Prove what a position is worth, with the line.

    Exit code 1: the time ran out before it was proved.
    """
    name, solution = _solved(position, game, ms)
    if as_json:
        told = {"value": solution.value, "proved": solution.proved, "line": list(solution.line)}
        print(json.dumps({"game": name, **told, "nodes": solution.nodes}))
    else:
        print(
            WORDS.get(solution.value, f"Value {solution.value}.")
            if solution.proved
            else "Not proved in time."
        )
        print(f"Line: {', '.join(solution.line) or 'none'}\nPositions looked at: {solution.nodes:,}")
    if not solution.proved:
        raise typer.Exit(1)


def _solved(position: str, game: str | None, ms: int | None) -> tuple[str, Solution]:
    there = solvers()
    if game is not None:
        name = arguments.find_game(game).info.id
        if name not in there:
            text = f"{name} has no solver. {arguments.suggest(name, there)}"
            raise typer.BadParameter(text, param_hint="--game")
        return name, there[name](position, ms)
    refusals = []
    for name, solve_it in there.items():
        try:
            return name, solve_it(position, ms)
        except BadNotation as refusal:
            refusals.append(f"{name}: {refusal}")
    raise BadNotation("No solver can read this position. " + " ".join(refusals))
