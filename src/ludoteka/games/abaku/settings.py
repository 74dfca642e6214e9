"""[AB-12] The options: declared, put in canonical form, and checked against each other."""

from dataclasses import asdict

from ludoteka.core.options import Option, Value
from ludoteka.games.abaku import boards
from ludoteka.games.abaku.types import OPERATIONS, Options, Unfit

PRESETS = {
    "all": OPERATIONS,
    "add-sub": ("add", "sub"),
    "mul-div": ("mul", "div"),
    "no-powers": ("add", "sub", "mul", "div"),
}

OPTIONS = (
    Option("board", "pinwheel", "The board.", boards.OWN, free=True),
    Option(
        "scoring",
        "tiles",
        "How equations are counted.",
        ("tiles", "values", "tile-operation", "equations"),
        labels={
            "tiles": "1 point a tile",
            "values": "the digits are the points",
            "tile-operation": "2 an equation and 1 a new tile",
            "equations": "1 an equation",
        },
    ),
    Option("operations", "all", "Which operations may be read.", tuple(PRESETS), free=True),
    Option("diagonals", "off", "Whether diagonals count too.", ("off", "on")),
    Option(
        "result_side",
        "right",
        "Where the result of an equation may stand.",
        ("right", "either", "mirror"),
        labels={"right": "last", "either": "last or first", "mirror": "also read backwards"},
    ),
    Option(
        "referee",
        "auto",
        "Who watches over the rules.",
        ("auto", "dispute"),
        labels={"auto": "the program", "dispute": "the players, by disputing"},
    ),
    Option(
        "declare",
        "auto",
        "Whether equations must be read aloud to score.",
        ("auto", "manual"),
        labels={"auto": "all are found", "manual": "only those declared score"},
    ),
    Option("turn_seconds", 0, "Seconds for a turn, 0: no limit.", low=0, high=3600),
    Option(
        "mode",
        "standard",
        "The game or a study for one.",
        ("standard", "cover", "sandbox"),
        labels={"standard": "the game", "cover": "cover the board", "sandbox": "free study"},
    ),
    Option("joker", "on", "Whether the Joker is in the bag.", ("on", "off")),
    Option("replace_bonus", "off", "Whether replacing a Joker uses the bonus again.", ("off", "on")),
    Option("idle_rounds", 3, "Rounds without a placement that end the game, 0: never.", low=0, high=9),
)


def settled(options: Options, seats: int) -> Options:
    """The options in canonical form; raises `Unfit` for a wrong board, operation or combination."""
    fitting = _with_operations(options, canonical(options.operations))
    boards.check(fitting.board)
    referee_needs_opponents(fitting, seats)
    studies_are_for_one(fitting, seats)
    return fitting


def canonical(operations: str) -> str:
    """[AB-12] A preset's name where one fits, else the names in the order of AB-4.4."""
    chosen = names(operations)
    for preset, known in PRESETS.items():
        if chosen == known:
            return preset
    return ",".join(chosen)


def names(operations: str) -> tuple[str, ...]:
    """[AB-4.4] The operations that an option value names, in the order of the rule."""
    if operations in PRESETS:
        return PRESETS[operations]
    given = operations.split(",") if len(operations) <= 200 else [operations[:40]]
    for name in given:
        if name not in OPERATIONS:
            known = ", ".join((*PRESETS, *OPERATIONS))
            raise Unfit(f"{name[:40]!r} is no operation; there are {known}.", None)
    return tuple(name for name in OPERATIONS if name in given)


def referee_needs_opponents(options: Options, seats: int) -> None:
    """[AB-9.1] Disputing needs two or more seats."""
    if options.is_disputed and seats < 2:
        raise Unfit("Disputing needs at least two players.", "AB-9.1")


def studies_are_for_one(options: Options, seats: int) -> None:
    """[AB-11.1] Cover and sandbox: one seat, no disputing, no declaring, no clock."""
    if options.mode == "standard":
        return
    plain = options.referee == "auto" and options.declare == "auto" and options.turn_seconds == 0
    if seats != 1 or not plain:
        text = f"Mode {options.mode} is for one player, without disputing, declaring or a clock."
        raise Unfit(text, "AB-11.1")


def values(options: Options) -> dict[str, Value]:
    """All options as JSON values."""
    return asdict(options)


def _with_operations(options: Options, operations: str) -> Options:
    return Options(**{**asdict(options), "operations": operations})
