"""Players of Abaku: a friendly beginner and a greedy one."""

from ludoteka.core.player import Level, Skill
from ludoteka.players.abaku.levels import Beginner, Greedy

SKILL = Skill(
    {
        1: Level("beginner", "Sees short, easy equations with small numbers.", Beginner),
        2: Level("Collector", "Lays the tiles that bring the most points, every time.", Greedy),
    }
)
