"""Players of Abaku: a friendly beginner and a greedy one."""

from ludoteka.core.player import Level, Skill
from ludoteka.players.abaku.levels import Beginner, Greedy, Planner, Strategist

SKILL = Skill(
    {
        1: Level("beginner", "Sees short, easy equations with small numbers.", Beginner),
        3: Level("Collector", "Lays the tiles that bring the most points, every time.", Greedy),
        4: Level("planner", "Lays the tiles that bring the most points, every time.", Planner),
        5: Level("strategist", "Lays the tiles that bring the most points, every time.", Strategist),
    }
)
