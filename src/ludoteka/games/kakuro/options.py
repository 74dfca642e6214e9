"""Options and presets, declared once for `new`, for positions and for the page; `layout` is checked here."""

from collections import Counter

from ludoteka.core.game import Preset
from ludoteka.core.options import Option
from ludoteka.core.refusals import BadNotation, BadRequest
from ludoteka.games.kakuro.notation import read_layout
from ludoteka.games.kakuro.types import NUMBER_TILES_OF_EACH_DIGIT, SHUFFLED, Options

OPTIONS = (
    Option(
        "buzz",
        "two-step",
        "How a row is claimed.",
        ("two-step", "one-step"),
        labels={
            "two-step": "say kakuro! first, then show the row at leisure",
            "one-step": "claim the row directly, so that nobody can stop the others",
        },
    ),
    Option(
        "wrong",
        "out",
        "What happens to a claim that is not right.",
        ("out", "refuse"),
        labels={"out": "you sit out until the next sum tile", "refuse": "you may try again"},
    ),
    Option("hourglass_seconds", 60, "How long the hourglass runs, in seconds.", low=5, high=600),
    Option("claim_seconds", 60, "How long you may take to show a row, in seconds.", low=5, high=600),
    Option(
        "solo_timer",
        "on",
        "Whether the hourglass runs when you play alone.",
        ("on", "off"),
        labels={"on": "against the clock", "off": "without time pressure"},
    ),
    Option("failures", 3, "How many sum tiles may fail before the game ends.", low=1, high=9),
    Option(
        "flip",
        "auto",
        "When the next sum tile is turned over.",
        ("auto", "ready"),
        labels={"auto": "at once", "ready": "when somebody asks for it"},
    ),
    Option(
        "layout",
        SHUFFLED,
        "The numbers on the board: shuffled, or 8 groups of 8 digits with / between them.",
        (SHUFFLED,),
        free=True,
    ),
)

PRESETS = (
    Preset("rulebook", "As in the rulebook"),
    Preset(
        "gentle",
        "Gentle: a wrong row may be tried again, longer hourglass",
        {"wrong": "refuse", "hourglass_seconds": 120},
    ),
    Preset("calm", "Calm: no clock when alone", {"solo_timer": "off", "wrong": "refuse"}),
    Preset("fast", "Fast: rows at once, half a minute", {"buzz": "one-step", "hourglass_seconds": 30}),
)

EXAMPLE = (
    "84159v273/39276v415/15867v329/76#2>5+1>8>4>/42693v851/5371#642/28431967/97584236 "
    "race 24 7,12,12 - DX5 DX/DD5 10/0 now=90000"
)


def chosen_layout(options: Options) -> bytes | None:
    """[KA-2.1] The layout of the option, an outcome text that the 72 tiles can give; None: shuffled."""
    if options.layout == SHUFFLED:
        return None
    try:
        digits = read_layout(options.layout)
    except BadNotation as refusal:
        raise BadRequest("Option layout: {fault}", "KA-2.1", fault=refusal.sentence) from None
    if max(Counter(digits).values()) > NUMBER_TILES_OF_EACH_DIGIT:
        raise BadRequest("Option layout: there are only eight tiles of each digit.", "KA-2.1")
    return bytes(map(int, digits))
