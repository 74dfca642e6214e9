"""Players of Calculissimo: five levels, what positions are worth, and how they learn."""

from collections.abc import Callable, Mapping
from pathlib import Path

from ludoteka.core.player import Level, Skill, Training
from ludoteka.players.calculissimo.evaluation import CalculissimoEvaluator
from ludoteka.players.calculissimo.levels import Beginner, Greedy, Planner, Pupil, Strategist
from ludoteka.players.calculissimo.puzzles import CalculissimoPuzzler
from ludoteka.players.calculissimo.reference import CalculissimoReference
from ludoteka.players.calculissimo.table import TABLE


def _learn(
    out: Path,
    *,
    seconds: float,
    threads: int,
    seed: int,
    resume: bool,
    progress: Callable[[Mapping[str, float]], None],
) -> None:
    from ludoteka.players._lines.training import train  # needs more than playing does
    from ludoteka.players.calculissimo.training import CalculissimoWorker

    train(TABLE, CalculissimoWorker, out, seconds, threads, seed, resume, progress)


SKILL = Skill(
    {
        1: Level(
            Beginner.name, "Looks at a few short placements and takes the best of them.", Beginner, "🐣"
        ),
        2: Level(
            Pupil.name, "Sees whatever up to three chips can make, and takes the most points.", Pupil, "✏"
        ),
        3: Level(Greedy.name, "Takes the placement with the most points, at every turn.", Greedy, "🧺"),
        4: Level(
            Planner.name,
            "Has an idea of what the chips that stay are worth, and saves the good ones.",
            Planner,
            "🗺",
        ),
        5: Level(
            Strategist.name,
            "Plays its best moves on over hundreds of imagined racks, and works out the end.",
            Strategist,
            "🦉",
        ),
    },
    evaluator=CalculissimoEvaluator,
    reference=CalculissimoReference,
    puzzles=CalculissimoPuzzler,
    losses=Path(__file__).parent / "data" / "losses.json",
    trainings={
        TABLE: Training(
            "Learns what the chips that stay on a rack are worth, by self-play.", _learn, "margin"
        )
    },
)
