"""The options and presets, as people choose them; `types.Options` is how the law reads them."""

from ludoteka.core.game import Preset
from ludoteka.core.options import Option
from ludoteka.games.abak.types import SETUPS

YES_NO = {"yes": "Yes", "no": "No"}

OPTIONS = (
    Option(
        "setup",
        "abak",
        "The checkers and where they start.",
        values=SETUPS,
        labels={"abak": "Abak: checkers with classes", "classic": "Classic backgammon"},
    ),
    Option(
        "stack_limit",
        None,
        "How many checkers a point can hold (5 to 15; 0: any number).",
        low=0,
        high=15,
        derived=" By default 5 in Abak, no limit in classic backgammon.",
    ),
    Option(
        "druid_exposed",
        "yes",
        "Whether a druid alone on its prisoner can be hit.",
        values=("yes", "no"),
        labels=YES_NO,
    ),
    Option("match", 1, "Points that win the match; 0: one game for points.", low=0, high=99),
    Option(
        "cube",
        "off",
        "Whether the doubling cube is used.",
        values=("off", "on"),
        labels={"off": "No cube", "on": "Doubling cube"},
    ),
    Option(
        "crawford",
        "yes",
        "Whether nobody may double in the first game after a player needs one more point.",
        values=("yes", "no"),
        labels=YES_NO,
    ),
    Option(
        "jacoby",
        "no",
        "Whether gammons count only once the cube was turned (one game for points).",
        values=("no", "yes"),
        labels=YES_NO,
    ),
)

PRESETS = (
    Preset("rulebook", "As in the rulebook: one game"),
    Preset("match", "Match to three points with the cube", {"match": 3, "cube": "on"}),
    Preset("classic", "Classic backgammon", {"setup": "classic"}),
    Preset("money", "Classic for points, with the cube", {"setup": "classic", "match": 0, "cube": "on"}),
)

EXAMPLE = "ens/os/-/G/ss/SS/G/E/s/d/S/-/s/s/-/-/sg/S/O/DS/NSS/SS/g/- s 0,0 1 3-3"
