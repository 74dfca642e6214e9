"""`ludoteka train`: lets the players of a game learn, and shows that they do."""

import json
import platform
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludoteka.cli import arguments
from ludoteka.cli.arguments import AsJson
from ludoteka.core.game import AnyGame
from ludoteka.version import __version__

if TYPE_CHECKING:
    from ludoteka.core.player import Training


def train(
    game: arguments.Game,
    subject: Annotated[
        str | None,
        typer.Argument(metavar="SUBJECT", help="What is learned; the only thing there is if not given."),
    ] = None,
    out: Annotated[Path, typer.Option("--out", help="Keep what is learned in this folder.")] = Path(
        "training"
    ),
    seconds: Annotated[float, typer.Option("--seconds", min=0.1, help="How long to learn.")] = 600,
    threads: Annotated[
        int | None, typer.Option("--threads", min=1, help="How many learn at once; all cores if not given.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", min=0, help="A number that fixes all chance.")] = 1,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with what the folder holds.")] = False,
    as_json: AsJson = False,
) -> None:
    """Train the players of a game.

    Weights, a learning curve (also as a picture), seed and versions go to the folder.
    """
    from ludoteka.arena.workers import cores

    chosen = arguments.find_game(game)
    name = _subject(chosen, subject)
    from ludoteka import players

    training = players.skill(chosen.info.id).trainings[name]
    facts = {"game": chosen.info.id, "subject": name, "seed": seed, "threads": threads or cores()}
    curve = Curve(out, name, training, facts, quiet=as_json)
    curve.begin(resume=resume)
    training.train(
        out, seconds=seconds, threads=threads or cores(), seed=seed, resume=resume, progress=curve.add
    )
    if as_json:
        print(json.dumps(curve.json()))
    else:
        print(f"Kept in {out}; the learning curve is {curve.picture}.")


def _subject(game: AnyGame, given: str | None) -> str:
    from ludoteka import players

    there = list(players.skill(game.info.id).trainings)
    if not there:
        raise typer.BadParameter(f"The players of {game.info.title} learn nothing.", param_hint="GAME")
    if given is None and len(there) == 1:
        return there[0]
    if given is None or given not in there:
        asked = f"{game.info.title} has several things to learn" if given is None else f"not {given[:40]!r}"
        raise typer.BadParameter(f"Name one of {', '.join(there)}: {asked}.", param_hint="SUBJECT")
    return given


@dataclass(slots=True)
class Curve:
    """What a training told so far: a line on the screen, a file and a picture in its folder."""

    out: Path
    subject: str
    training: "Training"
    facts: Mapping[str, Any]
    quiet: bool = False
    points: list[dict[str, float]] = field(default_factory=list)

    @property
    def figures(self) -> Path:
        return self.out / f"{self.subject}.figures.json"

    @property
    def picture(self) -> Path:
        return self.out / f"{self.subject}.svg"

    def begin(self, *, resume: bool) -> None:
        """Makes the folder; a resumed curve is the old one, longer."""
        self.out.mkdir(parents=True, exist_ok=True)
        if resume and self.figures.is_file():
            self.points = json.loads(self.figures.read_text(encoding="utf-8"))["curve"]
        if not self.quiet:
            print(f"{self.training.about} (Ctrl-C stops; --resume goes on.)", flush=True)

    def add(self, point: Mapping[str, float]) -> None:
        """One more point."""
        from ludoteka.arena.drawing import curve

        self.points.append(dict(point))
        self.figures.write_text(json.dumps(self.json(), indent=1) + "\n", encoding="utf-8")
        name = self.training.figure
        places = [(one["seconds"], one[name]) for one in self.points if name in one]
        if places:
            self.picture.write_text(curve(places, "seconds", name), encoding="utf-8", newline="\n")
        if not self.quiet:
            print("  ".join(f"{key} {value:,.4g}" for key, value in point.items()), flush=True)

    def json(self) -> dict[str, Any]:
        """All that is known of the run."""
        import numpy as np

        versions = {
            "ludoteka": __version__,
            "python": platform.python_version(),
            "numpy": np.__version__,
            "machine": platform.machine(),
        }
        return {**self.facts, "versions": versions, "figure": self.training.figure, "curve": self.points}
