"""Players of Abak and classic backgammon: five levels, and what a position is worth."""

from ludoteka.core.player import Level, Skill
from ludoteka.players.abak.evaluation import NetworkEvaluator
from ludoteka.players.abak.levels import Beginner, Captain, Centurion, Legate, Oracle

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
)
