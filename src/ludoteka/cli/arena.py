"""`ludoteka arena`: bots against bots, many matches, one table."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from time import process_time
from typing import Annotated

import typer

from ludoteka import players
from ludoteka.cli import arguments
from ludoteka.cli.arguments import AsJson, Options, Seed
from ludoteka.core import match as matches
from ludoteka.core.game import AnyGame, Millis, Over, Played, Seat, Ticked, Turn
from ludoteka.core.player import AnyPlayer
from ludoteka.core.record import AnyMatch

PATIENCE = 3000  # ms of the match's own time that a bot without an opinion lets pass in a race


@dataclass(slots=True)
class Tally:
    """How one contestant did."""

    name: str
    matches: int = 0
    wins: float = 0.0  # a shared first place is shared
    points: int = 0
    moves: int = 0
    seconds: float = 0.0

    def row(self) -> dict[str, object]:
        return {
            "player": self.name,
            "matches": self.matches,
            "wins": round(self.wins, 3),
            "mean_score": round(self.points / max(1, self.matches), 3),
            "ms_per_move": round(1000 * self.seconds / max(1, self.moves), 3),
        }


def arena(
    game: arguments.Game,
    levels: Annotated[
        list[int] | None, typer.Argument(help="Levels, one a seat; the two strongest if not given.")
    ] = None,
    number: Annotated[int, typer.Option("--matches", "-n", min=1, help="How many matches.")] = 10,
    option: Options = None,
    seed: Seed = None,
    most: Annotated[int, typer.Option("--events", min=1, help="Stop a match after so many events.")] = 20_000,
    ms: Annotated[int | None, typer.Option("--ms", min=1, help="Milliseconds a bot may think.")] = None,
    as_json: AsJson = False,
) -> None:
    """Let bots play each other, changing seats."""
    from ludoteka.cli.playing import begin, fresh_seed

    chosen = arguments.find_game(game)
    contest = Contest(chosen, _levels(chosen, levels), fresh_seed(seed), ms, most)
    begin(chosen, len(contest.tallies), option)  # refuses wrong options before anything is shown
    for index in _progress(number, as_json):
        contest.play(begin(chosen, len(contest.tallies), option), index)
    rows = [tally.row() for tally in contest.tallies]
    if as_json:
        print(json.dumps({"game": chosen.info.id, "unfinished": contest.unfinished, "players": rows}))
    else:
        _show(rows, contest.unfinished)


def _levels(game: AnyGame, given: list[int] | None) -> list[int]:
    there = list(players.levels(game.info.id))
    strongest = there[-2:] if len(there) > 1 else there * 2
    chosen = given or strongest
    fewest = game.info.seats[0]
    return chosen + [chosen[-1]] * (fewest - len(chosen))


@dataclass(slots=True)
class Contest:
    """The contestants and what they have done so far."""

    game: AnyGame
    levels: list[int]
    seed: bytes
    ms: int | None
    most: int
    unfinished: int = 0
    tallies: list[Tally] = field(init=False)
    _players: list[AnyPlayer] = field(init=False)

    def __post_init__(self) -> None:
        self._players = [players.player_for(self.game, level) for level in self.levels]
        self.tallies = [
            Tally(f"{p.name} (level {level})") for p, level in zip(self._players, self.levels, strict=True)
        ]

    def play(self, match: AnyMatch, index: int) -> None:
        """One match; contestant c sits on seat c + index, so that everybody sits everywhere."""
        from ludoteka.core.chance import seed_from

        seed = seed_from(f"{self.seed.hex()} match {index}")
        seats = len(self._players)
        sitting = [(seat - index) % seats for seat in range(seats)]
        match = matches.settle(match, seed)
        while not isinstance(match.awaiting, Over):
            if match.ply >= self.most:
                self.unfinished += 1
                return
            match = matches.settle(self._step(match, sitting, seed), seed)
        self._note(match.awaiting, sitting)

    def _step(self, match: AnyMatch, sitting: list[int], seed: bytes) -> AnyMatch:
        """The next event: whoever is first, in the match's own time; nobody waits for real."""
        turn = match.awaiting
        assert isinstance(turn, Turn)
        seats = sorted(turn.seats) if turn.live else [min(turn.seats)]
        plans = [self._plan(match, seat, sitting[seat], seed, live=turn.live) for seat in seats]
        at, move = min(plans, key=lambda plan: plan[0])
        if turn.until is not None and at >= turn.until:
            return match.then(Ticked(turn.until))
        return match.then(Played(move.seat, move.move, at))

    def _plan(
        self, match: AnyMatch, seat: Seat, contestant: int, seed: bytes, *, live: bool
    ) -> tuple[Millis, Played[object]]:
        from ludoteka.cli.seating import think

        start = process_time()
        answer = think(match, seat, self._players[contestant], seed, self.ms)
        self.tallies[contestant].seconds += process_time() - start
        self.tallies[contestant].moves += 1
        wait = answer.wait if answer.wait is not None else PATIENCE if live else 0
        return match.now + wait, Played(seat, answer.move)

    def _note(self, over: Over, sitting: list[int]) -> None:
        winners = sum(rank == 1 for rank in over.result.ranks)
        for seat, contestant in enumerate(sitting):
            tally = self.tallies[contestant]
            tally.matches += 1
            tally.points += over.result.scores[seat]
            tally.wins += 1 / winners if over.result.ranks[seat] == 1 else 0


def _progress(number: int, quiet: bool) -> Iterator[int]:
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    hidden = quiet or not console.is_terminal
    yield from track(range(number), "matches", console=console, transient=True, disable=hidden)


def _show(rows: list[dict[str, object]], unfinished: int) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for heading in rows[0]:
        table.add_column(heading.replace("_", " "), justify="left" if heading == "player" else "right")
    for row in rows:
        table.add_row(*(str(value) for value in row.values()))
    Console().print(table)
    if unfinished:
        print(f"{unfinished} matches were stopped before their end.")
