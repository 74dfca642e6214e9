"""`ludoteka count`: how many sequences of moves there are to a depth, the test of a move generator."""

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated, Any

import typer

from ludoteka.cli import arguments
from ludoteka.cli.arguments import AsJson, Options, Position, Seed
from ludoteka.core import match as matches
from ludoteka.core.chance import Outcome
from ludoteka.core.game import AnyGame, Draw, Drawn, Played, Turn
from ludoteka.core.record import AnyMatch

MOST_OUTCOMES = 100_000


def count(
    game: arguments.Game,
    depth: Annotated[int, typer.Option("--depth", "-d", min=1, max=99, help="How many moves deep.")] = 1,
    seats: Annotated[
        int | None, typer.Option("--seats", help="How many play; the fewest if not given.")
    ] = None,
    option: Options = None,
    position: Position = None,
    seed: Seed = None,
    every: Annotated[
        bool, typer.Option("--every-draw", help="Follow every outcome of chance, not one by the seed.")
    ] = False,
    distinct: Annotated[
        bool, typer.Option("--distinct", help="Count the different positions at the end, too.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Count the sequences of legal moves to a depth."""
    from ludoteka.cli.playing import begin, fresh_seed

    chosen = arguments.find_game(game)
    match = (
        matches.load(chosen, position) if position else begin(chosen, seats or chosen.info.seats[0], option)
    )
    counter = Counter(chosen, None if every else fresh_seed(seed or "count"), distinct)
    rows = []
    for level in range(1, depth + 1):
        row = {"depth": level, **counter.count(match, level, show=sys.stderr.isatty() and not as_json)}
        rows.append(row)
        if not as_json:
            print("  ".join(f"{key} {value:>12,}" for key, value in row.items()))
    if as_json:
        print(json.dumps({"game": chosen.info.id, "counts": rows}))


@dataclass(slots=True)
class Counter:
    """Counts in one game; `seed` None follows every outcome of chance."""

    game: AnyGame
    seed: bytes | None
    distinct: bool = False
    _found: set[Any] = field(default_factory=set)

    def count(self, match: AnyMatch, depth: int, *, show: bool = False) -> dict[str, int]:
        """Sequences of `depth` moves and, if asked for, different positions at their ends."""
        self._found.clear()
        starts = [after for ready in self._ready(match) for after in self._branches(ready)]
        if depth > 1 and show:
            total = sum(self._below(start, depth - 1) for start in _with_progress(starts, depth))
        else:
            total = sum(self._below(start, depth - 1) for start in starts)
        more = {"positions": len(self._found)} if self.distinct else {}
        return {"sequences": total, **more}

    def _below(self, match: AnyMatch, depth: int) -> int:
        if depth == 0:
            if self.distinct:
                self._found.add(match.state)
            return 1
        return sum(self._all(ready, depth) for ready in self._ready(match))

    def _all(self, ready: AnyMatch, depth: int) -> int:
        if depth > 1 or self.distinct:
            return sum(self._below(after, depth - 1) for after in self._branches(ready))
        return sum(1 for seat in _to_act(ready) for _ in self.game.legal(ready.state, seat))

    def _branches(self, ready: AnyMatch) -> Iterator[AnyMatch]:
        for seat in sorted(_to_act(ready)):
            for move in self.game.legal(ready.state, seat):
                yield ready.then(Played(seat, move, ready.now))

    def _ready(self, match: AnyMatch) -> Iterator[AnyMatch]:
        """The match after chance has acted: as the seed says, or in every possible way."""
        if not isinstance(match.awaiting, Draw):
            yield match
        elif self.seed is not None:
            yield from self._ready(matches.sample(match, self.seed))
        else:
            for after in self._drawn(match, match.awaiting):
                yield from self._ready(after)

    def _drawn(self, match: AnyMatch, draw: Draw) -> Iterator[AnyMatch]:
        """Every different state that chance can lead to; one that changes nothing (a tie) is omitted."""
        seen = {match.state}
        for outcome in _bounded(draw):
            after = match.then(Drawn(outcome, match.now))
            if after.state not in seen:
                seen.add(after.state)
                yield after


def _bounded(draw: Draw) -> Iterator[Outcome]:
    for number, outcome in enumerate(draw.chance.outcomes()):
        if number >= MOST_OUTCOMES:
            text = f"There are more than {MOST_OUTCOMES:,} outcomes here. Count without --every-draw."
            raise typer.BadParameter(text, param_hint="--every-draw")
        yield outcome


def _to_act(match: AnyMatch) -> frozenset[int]:
    return match.awaiting.seats if isinstance(match.awaiting, Turn) else frozenset()


def _with_progress(starts: list[AnyMatch], depth: int) -> Iterator[AnyMatch]:
    from rich.console import Console
    from rich.progress import track

    yield from track(starts, f"depth {depth}", console=Console(stderr=True), transient=True)
