"""Players of Calculissimo: a friendly beginner and a greedy one."""

from ludoteka.core.player import Level, Skill
from ludoteka.players.calculissimo.levels import Beginner, Greedy

SKILL = Skill(
    {
        1: Level("beginner", "Looks at a few short placements and takes the best of them.", Beginner),
        2: Level("Collector", "Takes the placement with the most points, at every turn.", Greedy),
    }
)
