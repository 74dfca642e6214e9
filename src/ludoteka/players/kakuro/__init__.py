"""The players of Kakuro; level 0 is here too, since a random player in a race needs a reaction time."""

from ludoteka.core.player import Level, Skill
from ludoteka.players.kakuro.levels import Beginner, Dreamer, QuickEye

SKILL = Skill(
    {
        0: Level(Dreamer.name, "Makes any move that is listed, and takes its time.", Dreamer),
        1: Level(Beginner.name, "Looks slowly, and sees rows that need nothing but sum squares.", Beginner),
        2: Level(QuickEye.name, "Sees every row that can be made, and soon.", QuickEye),
    }
)
