"""`ludoteka mine`: looks for puzzles in matches of bots and of people, and keeps what is proven."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated

import typer

from ludoteka import games
from ludoteka.cli import arguments, saving
from ludoteka.cli.arguments import AsJson
from ludoteka.core import puzzle as puzzles
from ludoteka.core import record as records
from ludoteka.core.game import AnyGame
from ludoteka.core.record import AnyMatch
from ludoteka.core.refusals import BadRequest, Refusal

if TYPE_CHECKING:
    from ludoteka.analysis.mining import Miner


def mine(
    game: arguments.Game,
    sources: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="RECORDS",
            exists=True,
            help="Records of finished matches, or folders of them; without any, bots play.",
        ),
    ] = None,
    out: Annotated[
        Path, typer.Option("--out", help="Keep the puzzles in this file; a second call goes on.")
    ] = Path("puzzles.json"),
    number: Annotated[
        int, typer.Option("--number", "-n", min=1, help="How many puzzles the file is to hold.")
    ] = 200,
    seconds: Annotated[
        float | None, typer.Option("--seconds", min=1, help="Stop after so many seconds, and go on later.")
    ] = None,
    seed: Annotated[str, typer.Option("--seed", help="A text that fixes all matches of bots.")] = "puzzles",
    as_json: AsJson = False,
) -> None:
    """Mine puzzles: positions with a proven answer.

    A file that is there already goes on where it ended; the same seed gives the same puzzles.
    """
    from ludoteka.analysis.mining import Miner

    chosen = arguments.find_game(game)
    miner = Miner(chosen, _begun(chosen, out, seed))
    until = None if seconds is None else monotonic() + seconds
    for _ in _from_records(miner, sources) if sources else miner.self_play(number):
        saving.replace_text(out, miner.collection.write())
        _progress(miner)
        if (until is not None and monotonic() > until) or len(miner.collection.puzzles) >= number:
            break
    saving.replace_text(out, miner.collection.write())
    _report(miner, out, as_json=as_json)


def _begun(game: AnyGame, out: Path, seed: str) -> puzzles.Collection:
    """What the file holds already, or nothing yet."""
    from ludoteka import players

    declared = players.skill(game.info.id).puzzles
    if declared is None:
        raise BadRequest("{game} has no puzzles.", game=game.info.title)
    fresh = puzzles.Collection(game.info.id, declared().version, seed, 0)
    if not out.is_file():
        return fresh
    kept = puzzles.read(arguments.read_text(out))
    if (kept.game, kept.version, kept.seed) != (fresh.game, fresh.version, fresh.seed):
        raise typer.BadParameter(f"{out} holds puzzles of another game, version or seed.", param_hint="--out")
    return kept


def _from_records(miner: "Miner", sources: list[Path]) -> Iterator[None]:
    """Looks through the records, one after another."""
    for path in _files(sources):
        match = _match(path)
        if match is None:
            print(f"{path}: no record of a finished match", file=sys.stderr)
        elif match.game.info.id == miner.game.info.id:
            miner.look_through(match, path.stem)
        yield


def _files(sources: list[Path]) -> Iterator[Path]:
    for path in sources:
        yield from sorted(one for one in path.rglob("*") if one.is_file()) if path.is_dir() else [path]


def _match(path: Path) -> AnyMatch | None:
    """The match of a file, where it is a record and closed: nobody is helped while they play."""
    try:
        record = records.read(arguments.read_text(path), games.get)
    except Refusal:
        return None
    return record.match if record.is_closed else None


def _progress(miner: "Miner") -> None:
    if sys.stderr.isatty():
        kept = miner.collection
        print(f"\r{len(kept.puzzles)} puzzles, {kept.matches} matches", end="", file=sys.stderr)


def _report(miner: "Miner", out: Path, *, as_json: bool) -> None:
    kept = miner.collection
    if as_json:
        told = {"game": kept.game, "puzzles": len(kept.puzzles), "matches": kept.matches, "file": str(out)}
        print(json.dumps({**told, "looked_at": miner.looked_at}))
    else:
        print(f"{out} holds {len(kept.puzzles)} puzzles after {kept.matches} matches of bots.")
