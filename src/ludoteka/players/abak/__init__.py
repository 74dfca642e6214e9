"""Players of Abak and classic backgammon: five levels, and what a position is worth."""

from collections.abc import Callable, Mapping
from pathlib import Path

from ludoteka.core.player import Level, Skill, Train, Training
from ludoteka.games.abak.types import Setup
from ludoteka.players.abak.evaluation import NetworkEvaluator
from ludoteka.players.abak.levels import Beginner, Captain, Centurion, Legate, Oracle
from ludoteka.players.abak.puzzles import AbakPuzzler
from ludoteka.players.abak.reference import NetworkReference


def _training(setup: Setup, *, is_ahead: bool = False) -> Train:
    def train(
        out: Path,
        *,
        seconds: float,
        threads: int,
        seed: int,
        resume: bool,
        progress: Callable[[Mapping[str, float]], None],
    ) -> None:
        from ludoteka.players.abak import training  # needs more than playing does

        course = training.AHEAD if is_ahead else training.SELF_PLAY
        training.train(out, seconds, threads, seed, setup, resume, progress, course)

    return train


def _train_wide(
    out: Path,
    *,
    seconds: float,
    threads: int,
    seed: int,
    resume: bool,
    progress: Callable[[Mapping[str, float]], None],
) -> None:
    from ludoteka.players.abak import wide  # needs more than playing does

    wide.train(out, seconds, threads, seed, resume, progress)


SKILL = Skill(
    {
        1: Level(
            Beginner.name,
            "Runs home, hits what it can and hides what stands alone. It has no plan and never doubles.",
            Beginner,
            "🐣",
        ),
        2: Level(
            Captain.name,
            "Weighs shots, points and pins of every position that the roll can lead to, by rules of thumb.",
            Captain,
            "🧭",
        ),
        3: Level(
            Centurion.name,
            "Has learned what positions are worth from playing itself, but does not see small differences.",
            Centurion,
            "🛡",
        ),
        4: Level(
            Legate.name,
            "Knows the worth of positions and checks its best turns against all 21 rolls that can follow.",
            Legate,
            "🦅",
        ),
        5: Level(
            Oracle.name,
            "Looks two rolls ahead with its best turns: loses to luck, and rarely to anything else.",
            Oracle,
            "🔮",
        ),
    },
    evaluator=NetworkEvaluator,
    reference=NetworkReference,
    puzzles=AbakPuzzler,
    losses=Path(__file__).parent / "data" / "losses.json",
    trainings={
        "abak": Training("Learns what positions of Abak are worth, by self-play.", _training("abak"), "hand"),
        "classic": Training(
            "Learns what positions of classic backgammon are worth, by self-play.",
            _training("classic"),
            "hand",
        ),
        "abak-ahead": Training(
            "Goes on from the shipped network of Abak, and looks at all rolls.",
            _training("abak", is_ahead=True),
            "off",
        ),
        "classic-ahead": Training(
            "Goes on from the shipped network of classic, and looks at all rolls.",
            _training("classic", is_ahead=True),
            "off",
        ),
        "classic-wide": Training(
            "Widens the network of classic and looks at all rolls, on an accelerator where PyTorch has one.",
            _train_wide,
            "off",
        ),
    },
)
