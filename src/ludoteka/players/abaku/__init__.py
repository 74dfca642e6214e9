"""Players of Abaku: five levels, what positions are worth, and how they learn."""

from collections.abc import Callable, Mapping
from pathlib import Path

from ludoteka.core.player import Level, Skill, Train, Training
from ludoteka.games.abaku.types import Scoring
from ludoteka.players.abaku.evaluation import AbakuEvaluator
from ludoteka.players.abaku.levels import Beginner, Greedy, Pupil, Strategist, Student
from ludoteka.players.abaku.puzzles import AbakuPuzzler
from ludoteka.players.abaku.reference import AbakuReference

TABLES: tuple[Scoring, ...] = ("tiles", "values", "tile-operation", "equations")


def _training(scoring: Scoring) -> Train:
    def learn(
        out: Path,
        *,
        seconds: float,
        threads: int,
        seed: int,
        resume: bool,
        progress: Callable[[Mapping[str, float]], None],
    ) -> None:
        from ludoteka.players._lines.training import train  # needs more than playing does
        from ludoteka.players.abaku.training import AbakuWorker

        train(scoring, lambda: AbakuWorker(scoring), out, seconds, threads, seed, resume, progress)

    return learn


SKILL = Skill(
    {
        1: Level(Beginner.name, "Sees short, easy equations with small numbers.", Beginner, "🐣"),
        2: Level(
            Pupil.name, "Sees whatever up to three tiles can make, and takes the most points.", Pupil, "✏"
        ),
        3: Level(
            Student.name, "Sees whatever up to four tiles can make, and takes the most points.", Student, "📐"
        ),
        4: Level(Greedy.name, "Lays the tiles that bring the most points, every time.", Greedy, "🧺"),
        5: Level(
            Strategist.name,
            "Knows what the tiles that stay are worth, plays its best moves on over hundreds of imagined "
            "racks, and works out the end.",
            Strategist,
            "🦉",
        ),
    },
    evaluator=AbakuEvaluator,
    reference=AbakuReference,
    puzzles=AbakuPuzzler,
    losses=Path(__file__).parent / "data" / "losses.json",
    trainings={
        scoring: Training(
            "Learns what the tiles that stay on a rack are worth, by self-play.", _training(scoring), "margin"
        )
        for scoring in TABLES
    },
)
