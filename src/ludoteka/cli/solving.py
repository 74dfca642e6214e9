"""`ludoteka solve`: proves what a position is worth, where a game's players have a solver.

A game's players declare their solver (`Skill` in core/player.py): no game is named here.
"""

import json
from typing import TYPE_CHECKING, Annotated

import typer

from ludoteka import games
from ludoteka.cli import arguments
from ludoteka.cli.arguments import AsJson
from ludoteka.core.refusals import BadNotation

if TYPE_CHECKING:
    from ludoteka.core.player import Solution, Solve

WORDS = {1: "The seat to move wins.", 0: "With best play it is a draw.", -1: "The seat to move loses."}


def solvers() -> "dict[str, Solve]":
    """Every game whose players can prove values."""
    from ludoteka import players

    declared = ((game, players.skill(game).solve) for game in games.ids())
    return {game: solve_it for game, solve_it in declared if solve_it is not None}


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


def _solved(position: str, game: str | None, ms: int | None) -> "tuple[str, Solution]":
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
    reasons = " ".join(refusals)
    raise BadNotation("No solver can read this position. {reasons}", reasons=reasons)
