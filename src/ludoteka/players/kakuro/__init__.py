"""The players of Kakuro; level 0 is here too, since a random player in a race needs a reaction time."""

from pathlib import Path

from ludoteka.core.player import Level, Skill
from ludoteka.players.kakuro.evaluation import RaceEvaluator
from ludoteka.players.kakuro.levels import Dreamer, Hamster, Lynx, Magpie, Rabbit, Snail
from ludoteka.players.kakuro.puzzles import KakuroPuzzler
from ludoteka.players.kakuro.reference import RaceReference

SKILL = Skill(
    {
        0: Level(Dreamer.name, "Makes any move that is listed, and takes its time.", Dreamer, "💤"),
        1: Level(Snail.name, "Looks slowly, misses much and knows no tricks with tiles.", Snail, "🐌"),
        2: Level(
            Rabbit.name, "Jumps at the first row it notices, and never thinks of an exchange.", Rabbit, "🐇"
        ),
        3: Level(Magpie.name, "Finds most rows and wants the longest, whatever it costs.", Magpie, "🐦"),
        4: Level(Hamster.name, "Misses little, hurries, and saves tiles for later.", Hamster, "🐹"),
        5: Level(
            Lynx.name, "Sees nearly everything within seconds, and knows what you could do.", Lynx, "🐆"
        ),
    },
    evaluator=RaceEvaluator,
    reference=RaceReference,
    puzzles=KakuroPuzzler,
    losses=Path(__file__).parent / "data" / "losses.json",
)
