"""The options of a match, as people choose them and as the law reads them."""

from dataclasses import dataclass, replace
from typing import Final, Literal, get_args

from ludoteka.core.game import Preset
from ludoteka.core.options import Option
from ludoteka.core.refusals import BadRequest

Setup = Literal["abak", "classic"]
YesNo = Literal["yes", "no"]
OnOff = Literal["off", "on"]

SETUPS: Final[tuple[Setup, ...]] = get_args(Setup)
YES_NO = {"yes": "Yes", "no": "No"}
LEAST_LIMIT = 5  # [AK-1.6] a lower limit would not hold the start


@dataclass(frozen=True, slots=True)
class Options:
    """The options of the rules document; `stack_limit` None: 5 for abak, none (0) for classic."""

    setup: Setup = "abak"
    stack_limit: int | None = None
    druid_exposed: YesNo = "yes"
    match: int = 1
    cube: OnOff = "off"
    crawford: YesNo = "yes"
    jacoby: YesNo = "no"

    @property
    def limit(self) -> int:
        """[AK-1.6] How many checkers a point can hold; 0: any number."""
        return default_limit(self.setup) if self.stack_limit is None else self.stack_limit

    @property
    def exposed(self) -> int:
        """[AK-8.7] Whether a druid alone on its prisoner can be hit, as the kernels read it."""
        return int(self.druid_exposed == "yes")

    def settled(self) -> "Options":
        """The same options with the limit filled in, so that equal options are equal values."""
        if self.limit in range(1, LEAST_LIMIT):
            raise BadRequest("Option stack_limit is 0 for no limit, or a number from 5 to 15.")
        return replace(self, stack_limit=self.limit)


def default_limit(setup: Setup) -> int:
    """[AK-1.6] Five for abak, no limit for classic."""
    return LEAST_LIMIT if setup == "abak" else 0


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
