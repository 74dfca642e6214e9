"""The options of a match: what they mean, their texts, and which go together (AS-1, AS-2)."""

from ludoteka.core.game import Preset
from ludoteka.core.options import Option
from ludoteka.core.refusals import BadRequest
from ludoteka.games.abstrakto.rules.discards import is_within
from ludoteka.games.abstrakto.types import (
    COLOURS,
    DISCARDED,
    LARGEST,
    MOST_TILES,
    SMALLEST,
    Counts,
    Options,
    counts_of,
)

RULE = "AS-2.7"
AGREED = "agreed"
PLAIN: Counts = (1, 1, 1)  # what plain `agreed` discards
MODES = (AGREED, "random", "secret")

OPTIONS = (
    Option("size", 7, "How many cells the board has on each side.", low=SMALLEST, high=LARGEST),
    Option(
        "tiles",
        None,
        "How many Solid, Line and Cross tiles each player has, such as 6,6,6.",
        free=True,
        derived=" Without it: one less of each than the board has cells on a side, but at least 2.",
    ),
    Option(
        "discard",
        AGREED,
        "How each player's tiles to put aside are found before the game. agreed:2,1,0 says which ones.",
        values=(*MODES, "agreed:0,0,0"),
        free=True,
        labels={
            AGREED: "one of each type",
            "random": "three drawn blindly",
            "secret": "three chosen in secret",
            "agreed:0,0,0": "none",
        },
    ),
    Option(
        "first",
        "random",
        "Who lays the first tile.",
        values=("random", *COLOURS),
        labels={"random": "chance decides", "blue": "blue", "orange": "orange"},
    ),
    Option(
        "pie",
        "off",
        "Whether the second player may take over the first tile instead of laying one.",
        values=("off", "on"),
        labels={"off": "no", "on": "yes"},
    ),
)

PRESETS = (
    Preset("rulebook", "As in the rulebook: 7 by 7"),
    Preset("small", "Small board, 5 by 5", {"size": 5}),
    Preset("secret", "Discard three tiles in secret", {"discard": "secret"}),
    Preset("pie", "The second player may take over the first tile", {"pie": "on"}),
)

EXAMPLE = (
    "...........o.../........o.....b/..b.b.....o..../............b../.b....o.o....../...........b.../"
    "..o.b....b...../b.....o......b./..b.....o.b..../.....o........./.......o......./...o.o...o...../"
    ".............../.o.b...b...b.../.....o......... 0,0,0|0,0,0 over"
)


def default_tiles(size: int) -> Counts:
    """[AS-1.6] 6 of each type for the rulebook's 7 x 7 board; smaller boards have fewer, larger more."""
    number = max(2, size - 1)
    return number, number, number


def read_counts(text: str) -> Counts:
    """`s,l,x`, each 0..40 without leading zeros; raises ValueError."""
    if len(text) > len("40,40,40"):
        raise ValueError(text[:40])
    return counts_of(_read_count(part) for part in text.split(","))


def read_discard(text: str) -> tuple[str, Counts | None]:
    """[AS-2.2] The canonical text of a discard mode and, where it is agreed, the tiles; raises ValueError."""
    if text in MODES:
        return text, PLAIN if text == AGREED else None
    mode, _, counts = text.partition(":")
    if mode != AGREED:
        raise ValueError(text[:40])
    tiles = read_counts(counts)
    return AGREED if tiles == PLAIN else f"{AGREED}:{write_counts(tiles)}", tiles


def write_counts(counts: Counts) -> str:
    """`s,l,x`."""
    return ",".join(map(str, counts))


def check_options(options: Options, tiles: Counts, agreed: Counts | None) -> None:
    """[AS-2.7] Options that do not go together."""
    if options.pie == "on" and options.discard == "secret":
        raise BadRequest("The pie rule needs open hands, so it cannot go with a secret discard.", RULE)
    if agreed is None:
        if sum(tiles) <= DISCARDED:
            raise BadRequest(
                "Three of {tiles} tiles cannot be discarded: none would be left.", RULE, tiles=sum(tiles)
            )
    elif not is_within(agreed, tiles):
        raise BadRequest("The agreed discard takes more tiles of a type than there are.", RULE)
    elif agreed == tiles:
        raise BadRequest("The agreed discard leaves no tile to play with.", RULE)


def tiles_of(options: Options) -> Counts:
    """[AS-1.6] The tile set of each seat, given or by the size of the board."""
    if options.tiles is None:
        return default_tiles(options.size)
    try:
        return read_counts(options.tiles)
    except ValueError:
        raise BadRequest(
            "Option tiles is three numbers from 0 to {most}, such as 6,6,6.", RULE, most=MOST_TILES
        ) from None


def discard_of(options: Options) -> tuple[str, Counts | None]:
    """[AS-2.2] The discard mode and, where it is agreed, the tiles."""
    try:
        return read_discard(options.discard)
    except ValueError:
        raise BadRequest(
            "Option discard is agreed, random or secret, or says the tiles: agreed:1,1,1.", RULE
        ) from None


def _read_count(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 2 or str(int(text)) != text:
        raise ValueError(text)
    if int(text) > MOST_TILES:
        raise ValueError(text)
    return int(text)
