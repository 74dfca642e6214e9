"""The options, declared once for `new`, for positions and for the page."""

from ludoteka.core.options import Option
from ludoteka.games.kakuro.types import SHUFFLED

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
