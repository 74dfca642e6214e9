"""[AB-12] The options: declared, put in canonical form, checked against each other; the boards they name.

[AB-1.4] Boards and the tile set are data files of the package, and boards that were added.
"""

from dataclasses import replace
from functools import lru_cache

from ludoteka.core.game import Preset
from ludoteka.core.options import Option
from ludoteka.core.refusals import BadRequest
from ludoteka.core.sentences import quoted
from ludoteka.games._lines.files import BrokenFile, read_counts, read_grid
from ludoteka.games._lines.shelf import Shelf, UnknownName
from ludoteka.games.abaku.types import (
    EQUATION_BONUS,
    OPERATIONS,
    PLAIN,
    SIZE,
    TILE_BONUS,
    TILES,
    Options,
    OptionsView,
    State,
)

OWN_BOARDS = ("pinwheel", "blank")
SYMBOLS = PLAIN + "".join(TILE_BONUS) + "".join(EQUATION_BONUS)

OPERATION_SETS = {
    "all": OPERATIONS,
    "add-sub": ("add", "sub"),
    "mul-div": ("mul", "div"),
    "no-powers": ("add", "sub", "mul", "div"),
}

NO_YES = {"off": "no", "on": "yes"}

OPTIONS = (
    Option(
        "board",
        "pinwheel",
        "The board.",
        OWN_BOARDS,
        free=True,
        labels={"pinwheel": "pinwheel, with bonus squares"},
    ),
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
    Option(
        "operations",
        "all",
        "Which operations may be read.",
        tuple(OPERATION_SETS),
        free=True,
        labels={
            "add-sub": "addition and subtraction",
            "mul-div": "multiplication and division",
            "no-powers": "no powers and roots",
        },
    ),
    Option("diagonals", "off", "Whether diagonals count too.", ("off", "on"), labels=NO_YES),
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
    Option("joker", "on", "Whether the Joker is in the bag.", ("on", "off"), labels=NO_YES),
    Option(
        "replace_bonus",
        "off",
        "Whether replacing a Joker uses the bonus again.",
        ("off", "on"),
        labels=NO_YES,
    ),
    Option("idle_rounds", 3, "Rounds without a placement that end the game, 0: never.", low=0, high=9),
)

PRESETS = (
    Preset("rulebook", "As in the rulebook: all operations"),
    Preset("addsub", "School: only addition and subtraction", {"operations": "add-sub"}),
    Preset("muldiv", "School: only multiplication and division", {"operations": "mul-div"}),
    Preset("nopowers", "School: the four operations, no powers and roots", {"operations": "no-powers"}),
    Preset("values", "The digits are the points", {"scoring": "values"}),
    Preset("dispute", "Without referee: players dispute mistakes", {"referee": "dispute"}),
    Preset("declare", "Read your equations aloud: only named ones score", {"declare": "manual"}),
)

# A position for a picture of the game: the sample game of AB-17 after its six moves.
EXAMPLE = (
    "/".join(["." * SIZE] * 6)
    + "/........6....../......1243...../.....105......./.......749...../........835..../"
    + "/".join(["." * SIZE] * 4)
    + " 24|13 - 60,43 0"
)


def settled(options: Options, seats: int) -> Options:
    """The options in canonical form; raises `BadRequest` for a wrong board, operation or combination."""
    fitting = replace(options, operations=canonical(options.operations))
    check_board(fitting.board)
    referee_needs_opponents(fitting, seats)
    studies_are_for_one(fitting, seats)
    return fitting


def canonical(operations: str) -> str:
    """[AB-12] A preset's name where one fits, otherwise the names in the order of AB-4.4."""
    chosen = operation_names(operations)
    for preset, known in OPERATION_SETS.items():
        if chosen == known:
            return preset
    return ",".join(chosen)


def operation_names(operations: str) -> tuple[str, ...]:
    """[AB-4.4] The operations that an option value names, in the order of the rule."""
    if operations in OPERATION_SETS:
        return OPERATION_SETS[operations]
    given = operations.split(",") if len(operations) <= 200 else [operations[:40]]
    for name in given:
        if name not in OPERATIONS:
            known = ", ".join((*OPERATION_SETS, *OPERATIONS))
            text = "{name} is no operation; there are {known}."
            raise BadRequest(text, name=quoted(name), known=known)
    return tuple(name for name in OPERATIONS if name in given)


def referee_needs_opponents(options: Options, seats: int) -> None:
    """[AB-9.1] Disputing needs two or more seats."""
    if options.is_disputed and seats < 2:
        raise BadRequest("Disputing needs at least two players.", "AB-9.1")


def studies_are_for_one(options: Options, seats: int) -> None:
    """[AB-11.1] Cover and sandbox: one seat, no disputing, no declaring, no clock."""
    if options.mode == "standard":
        return
    plain = options.referee == "auto" and options.declare == "auto" and options.turn_seconds == 0
    if seats != 1 or not plain:
        text = "Mode {mode} is for one player, without disputing, declaring or a clock."
        raise BadRequest(text, "AB-11.1", mode=options.mode)


def options_view(options: Options) -> OptionsView:
    """All options as JSON values."""
    return {
        "board": options.board,
        "scoring": options.scoring,
        "operations": options.operations,
        "diagonals": options.diagonals,
        "result_side": options.result_side,
        "referee": options.referee,
        "declare": options.declare,
        "turn_seconds": options.turn_seconds,
        "mode": options.mode,
        "joker": options.joker,
        "replace_bonus": options.replace_bonus,
        "idle_rounds": options.idle_rounds,
    }


# --- boards and the tile set -----------------------------------------------------------------


def _rows(text: str) -> str:
    """The bonus symbols of all squares, row by row."""
    return "".join(read_grid(text, SYMBOLS, (SIZE,)))


def _numbers(text: str) -> tuple[int, ...]:
    return read_counts(text, TILES)


BOARDS = Shelf("abaku", "board", OWN_BOARDS, _rows)
TILE_SETS = Shelf("abaku", "tiles", ("standard",), _numbers)


def bonuses(board: str) -> str:
    """[AB-1.1] The symbols of the 15x15 squares of a board, row by row from the top."""
    return BOARDS.get(board)


def as_rows(board: str) -> str:
    """[AB-1.4] The rows of a board joined by `/`."""
    symbols = bonuses(board)
    return "/".join(symbols[start : start + SIZE] for start in range(0, len(symbols), SIZE))


def annex(state: State) -> dict[str, str]:
    """[AB-1.4] The squares of a custom board, for readers of a record."""
    name = state.options.board
    return {"board": as_rows(name)} if BOARDS.is_added(name) else {}


def check_board(board: str) -> None:
    """[AB-1.4] Refuses an unknown or broken board, with line and reason."""
    try:
        bonuses(board)
    except UnknownName:
        text = "There is no board named {board}."
        raise BadRequest(text, "AB-1.4", board=quoted(board)) from None
    except BrokenFile as broken:
        text = "The board {board} cannot be used: {reason}."
        raise BadRequest(text, "AB-1.4", board=board, reason=str(broken)) from None


@lru_cache(maxsize=2)
def tile_set(joker: str) -> str:
    """[AB-1.2] All tiles: ten of each digit and the Joker, which `joker=off` leaves in the box."""
    numbers = TILE_SETS.get("standard")
    every = "".join(tile * number for tile, number in zip(TILES, numbers, strict=True))
    return every if joker == "on" else every.rstrip(TILES[-1])
