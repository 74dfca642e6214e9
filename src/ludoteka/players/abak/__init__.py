"""Players of Abak: a careful beginner (1) and the best final position by a hand-made evaluation (2)."""

from ludoteka.core.player import Level, Skill
from ludoteka.players.abak.levels import Beginner, Captain

SKILL = Skill(
    {
        1: Level(Beginner.name, "Plays safe where it can and never doubles.", Beginner),
        2: Level(
            Captain.name, "Weighs every position that the roll can lead to, and uses the cube.", Captain
        ),
    }
)
