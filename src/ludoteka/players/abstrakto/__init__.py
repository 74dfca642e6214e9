"""Players of Abstrakto: five levels, what a position is worth, and a solver for endings and small boards."""

from pathlib import Path

from ludoteka.core.player import Level, Skill
from ludoteka.players.abstrakto.judgement import TreeEvaluator
from ludoteka.players.abstrakto.levels import Balanced, Beginner, Geometer, Planner, Surveyor
from ludoteka.players.abstrakto.puzzles import AbstraktoPuzzler
from ludoteka.players.abstrakto.reference import TreeReference
from ludoteka.players.abstrakto.solver import solve

SKILL = Skill(
    {
        1: Level(
            Beginner.name,
            "Lays tiles sparsely and near the sides, and takes areas that offer themselves.",
            Beginner,
            "🐣",
        ),
        2: Level(
            Balanced.name, "Looks one move ahead at all areas, and plays the end perfectly.", Balanced, "⚖"
        ),
        3: Level(
            Planner.name,
            "Imagines two hundred ways the game may go on, and plays the end perfectly.",
            Planner,
            "✏",
        ),
        4: Level(Surveyor.name, "Plays a thousand games in its head before every move.", Surveyor, "📐"),
        5: Level(
            Geometer.name,
            "Thinks for two seconds and a hundred thousand games. Small boards it knows to the end.",
            Geometer,
            "💠",
        ),
    },
    solve,
    TreeEvaluator,
    TreeReference,
    puzzles=AbstraktoPuzzler,
    losses=Path(__file__).parent / "data" / "losses.json",
)
