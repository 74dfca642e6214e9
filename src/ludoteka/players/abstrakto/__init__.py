"""Players of Abstrakto, and a solver that proves endings and small boards."""

from ludoteka.core.player import Level, Skill
from ludoteka.players.abstrakto.levels import Balanced, Beginner
from ludoteka.players.abstrakto.solver import solve

SKILL = Skill(
    {
        1: Level(
            Beginner.name,
            "Lays tiles sparsely and near the sides, and takes areas that offer themselves.",
            Beginner,
        ),
        2: Level(Balanced.name, "Looks one move ahead at all areas, and plays the end perfectly.", Balanced),
    },
    solve,
)
