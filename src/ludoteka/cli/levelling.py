"""`ludoteka levels`: what the decisions of each level cost, by which reviews say "played like level 3".

Levels play themselves, and reference play judges every decision. With `--apart` two levels meet instead, and
what is counted is how often the review gives the weaker one the larger loss.
"""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludoteka import games, players
from ludoteka.cli import arguments
from ludoteka.cli.arguments import AsJson, Options
from ludoteka.core import record as records
from ludoteka.core.game import AnyGame, Seat
from ludoteka.ratings.shares import interval

if TYPE_CHECKING:
    from ludoteka.analysis.levels import Ladder


def levels(
    game: arguments.Game,
    matches: Annotated[int, typer.Option("--matches", "-n", min=1, help="Matches of each level.")] = 10,
    out: Annotated[
        Path, typer.Option("--out", help="The table; what it holds already is not played again.")
    ] = Path("losses.json"),
    only: Annotated[list[int] | None, typer.Option("--level", help="Only this level; repeatable.")] = None,
    apart: Annotated[
        tuple[int, int] | None,
        typer.Option("--apart", metavar="STRONGER WEAKER", help="Let two levels meet, and tell them apart."),
    ] = None,
    first: Annotated[
        int, typer.Option("--first", min=0, help="With --apart: the number of the first match.")
    ] = 0,
    nodes: Annotated[
        int | None,
        typer.Option("--nodes", min=1, help="So much thinking a move, instead of what time allows."),
    ] = None,
    option: Options = None,
    as_json: AsJson = False,
) -> None:
    """Measure what decisions of each level cost.

    The table belongs to the players of a game, as the file that their `Skill.losses` names.
    """
    chosen = arguments.find_game(game)
    if players.skill(chosen.info.id).reference is None:
        raise typer.BadParameter(f"Nobody could review a match of {chosen.info.title}.", param_hint="GAME")
    given = arguments.read_options(chosen, option or [])
    if apart is not None:
        _apart(chosen, apart, range(first, first + matches), given, nodes, as_json=as_json)
        return
    ladder = _begun(chosen, out, given)
    for level in only or sorted(level for level in players.skill(chosen.info.id).levels if level > 0):
        _measure(chosen, ladder, level, matches, out, nodes)
    _tell(ladder, out, as_json=as_json)


def _begun(game: AnyGame, out: Path, given: dict[str, Any]) -> "Ladder":
    """The table as far as it has come; one by another reference is begun anew."""
    from ludoteka.analysis import levels as tables
    from ludoteka.core import match

    declared = players.skill(game.info.id).reference
    assert declared is not None
    reference, opening = declared(), match.new(game, _seats(game), given)
    fresh = tables.Ladder(
        tables.identity_of(reference), reference.unit_of(opening.state), dict(opening.opening.options)
    )
    if not out.is_file():
        return fresh
    old = tables.read(out)
    same = (old.reference, old.unit, old.options) == (fresh.reference, fresh.unit, fresh.options)
    return old if same else fresh


def _measure(game: AnyGame, ladder: "Ladder", level: int, matches: int, out: Path, nodes: int | None) -> None:
    """As many matches of a level against itself as are missing, kept one by one."""
    done, seats = ladder.of(level), _seats(game)
    declared = players.skill(game.info.id).reference
    assert declared is not None
    thresholds = declared().thresholds
    for number in range(len(done.seats) // seats, matches):
        lost = losses_of(record_of(game, (level,) * seats, number, ladder.options, nodes))
        for own in lost.values():
            done.add(own, thresholds)
        out.write_text(json.dumps(ladder.json(), indent=1) + "\n", encoding="utf-8")


def _seats(game: AnyGame) -> int:
    fewest, most = game.info.seats
    return min(max(2, fewest), most)


def record_of(
    game: AnyGame, sitting: tuple[int, ...], number: int, options: Any, nodes: int | None = None
) -> str:
    """The record of a match between levels."""
    from ludoteka.arena.contest import Bout, Contest
    from ludoteka.arena.matches import play

    words = tuple(str(level) for level in sitting)
    pairing = tuple(range(len(sitting)))
    given = tuple(dict(options).items())
    contest = Contest(
        game.info.id, words, (pairing,), "levels", given, nodes=nodes, pairs=False, records=True
    )
    return play(contest, Bout(pairing, number)).matches[0].record


def losses_of(text: str) -> dict[Seat, list[float]]:
    """What the decisions of a recorded match cost, seat by seat."""
    from ludoteka.analysis import report

    match = records.read(text, games.get).match
    found: dict[Seat, list[float]] = {seat: [] for seat in range(match.opening.seats)}
    for seat, loss in report.reviewer_of(match).losses():
        found[seat].append(loss)
    return found


def _tell(ladder: "Ladder", out: Path, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(ladder.json()))
        return
    for level, one in sorted(ladder.levels.items()):
        number = sum(count for count, _ in one.seats)
        print(
            f"level {level}  {one.mean:8.4f} ± {one.error:.4f} {ladder.unit} a decision, {number} decisions"
        )
    print(f"Kept in {out}.")


# --- told apart -----------------------------------------------------------------------------------


def _apart(
    game: AnyGame,
    pair: tuple[int, int],
    numbers: range,
    options: dict[str, Any],
    nodes: int | None,
    *,
    as_json: bool,
) -> None:
    """How often the review gives the weaker one the larger loss a decision."""
    records = (record_of(game, pair, number, options, nodes) for number in numbers)
    right = list(_judged_right(pair, zip(numbers, records, strict=True), quiet=as_json))
    share, (low, high) = sum(right) / len(right), interval(sum(right), len(right))
    told = {"matches": len(right), "right": sum(right), "share": share, "low": low, "high": high}
    if as_json:
        print(json.dumps({"game": game.info.id, "levels": list(pair), **told}))
    else:
        print(f"{sum(right)} of {len(right)} told apart: {share:.1%} ({low:.1%} to {high:.1%})")


def _judged_right(pair: tuple[int, int], played: Iterable[tuple[int, str]], *, quiet: bool) -> Iterator[bool]:
    for number, record in played:
        sitting = pair if number % 2 == 0 else pair[::-1]  # as the arena seats them
        lost = losses_of(record)
        mean = {sitting[seat]: sum(own) / max(1, len(own)) for seat, own in lost.items()}
        if not quiet:
            figures = "  ".join(f"level {level}: {mean[level]:.4f}" for level in pair)
            print(f"match {number}  {figures}", flush=True)
        yield mean[pair[1]] > mean[pair[0]]
