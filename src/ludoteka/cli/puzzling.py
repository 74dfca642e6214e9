"""`ludoteka puzzle`: one puzzle after another in this terminal, harder or easier as they are solved.

For programs (`--json`) every puzzle and every verdict is a line of JSON, and every line that comes in is an
answer.
"""

import secrets
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING, Annotated

import typer

from ludoteka import games
from ludoteka.cli import arguments
from ludoteka.cli.arguments import AsJson, Seed
from ludoteka.core.chance import Source, seed_from
from ludoteka.core.puzzle import suiting
from ludoteka.core.refusals import BadRequest
from ludoteka.ratings.glicko import Outcome, Rating, after
from ludoteka.ratings.solving import BEGINNING, DEVIATION, KNOWN, PUZZLE_DEVIATION

if TYPE_CHECKING:
    from ludoteka.analysis.puzzles import Posed


def puzzle(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help="The game's id, see `ludoteka games`; any of them if not given.",
            autocompletion=arguments.complete_game,
        ),
    ] = None,
    number: Annotated[
        int | None, typer.Option("--number", "-n", min=1, help="Stop after so many puzzles.")
    ] = None,
    rating: Annotated[
        int, typer.Option("--rating", min=600, max=2400, help="How hard the first one is.")
    ] = int(BEGINNING),
    seed: Seed = None,
    as_json: AsJson = False,
) -> None:
    """Solve puzzles: find the move that is proven to be best.

    They get harder when you solve them, and easier when you do not.
    """
    from ludoteka.cli import desks

    chosen = [arguments.find_game(game).info.id] if game else games.ids()
    sitting = PuzzleRound(Rating(float(rating), DEVIATION), Source(seed_from(seed or secrets.token_hex(16))))
    desk = desks.JsonDesk(sitting) if as_json else desks.PaperDesk(sitting)
    try:
        for posed in islice(sitting.puzzles(chosen), number):
            desk.solve(posed)
    except EOFError:
        pass
    desk.end()


@dataclass(slots=True)
class PuzzleRound:
    """Who solves here: a rating that moves, what was tried, and the streak."""

    known: Rating
    rng: Source
    tried: set[str] = field(default_factory=set)
    solved: int = 0
    streak: int = 0

    def puzzles(self, chosen: list[str]) -> "Iterator[Posed]":
        """Puzzles that suit, of any of these games, until there are no more."""
        from ludoteka.analysis import puzzles

        there = {game: puzzles.ratings(game) for game in chosen}
        left = [game for game, ratings in there.items() if ratings]
        if not left:
            raise BadRequest("There are no puzzles of this game.")
        while left:
            game = self.rng.choose(left)
            name = suiting(there[game], self.known.rating, self.tried, self.rng)
            if name is None:
                left.remove(game)
                continue
            yield puzzles.posed(game, name)

    def enter(self, posed: "Posed", *, is_right: bool) -> int:
        """The verdict counts; by how much the rating changes."""
        before, its = self.known, Rating(posed.puzzle.rating, PUZZLE_DEVIATION)
        self.known = after(before, [Outcome(its, float(is_right))])
        self.known = replace(self.known, deviation=max(KNOWN, self.known.deviation))
        self.tried.add(posed.puzzle.id)
        self.solved += is_right
        self.streak = self.streak + 1 if is_right else 0
        return round(self.known.rating) - round(before.rating)
