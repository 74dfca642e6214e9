"""Positions as one line of text, checked in the order of AS-9.3."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import cast

from ludoteka.core.refusals import BadNotation
from ludoteka.core.sentences import Sentence, quoted
from ludoteka.games.abstrakto.options import (
    AGREED,
    default_tiles,
    read_counts,
    read_discard,
    write_counts,
)
from ludoteka.games.abstrakto.rules.discards import discarded
from ludoteka.games.abstrakto.rules.geometry import (
    board_rows,
    in_reading_order,
    kind_rows,
    point_name,
    read_rows,
)
from ludoteka.games.abstrakto.rules.placement import is_able, joined, tiles_hit
from ludoteka.games.abstrakto.turns import turn_to
from ludoteka.games.abstrakto.types import (
    COLOURS,
    DISCARDED,
    LARGEST,
    SMALLEST,
    Counts,
    First,
    Phase,
    Pie,
    Place,
    Rows,
    State,
)

FORM = "AS-9.1"
SEATS = ("0", "1")
PHASES: Mapping[str, Phase] = {
    "discard": "discard",
    "start": "start",
    **dict.fromkeys(SEATS, "play"),
    "over": "over",
}
KEYS: Mapping[str, tuple[str, ...]] = {  # () : a text with its own reader
    "discard": (),
    "tiles": (),
    "first": ("random", *COLOURS),
    "pie": ("off", "on"),
    "swapped": ("0", "1"),
    "skipped": SEATS,
    "left": SEATS,
}
LONGEST = 10_000  # the largest board needs under 600 characters; the rest is room for spaces


def dump(state: State) -> str:
    """[AS-9.2] Board, hands, phase, and the keys that differ from their defaults, in the order of AS-9.1."""
    phase = state.phase if state.turn is None else str(state.turn)
    hands = "|".join(write_counts(hand) for hand in state.hands)
    fields = ["/".join(board_rows(state.board, state.size)), hands, phase]
    return " ".join([*fields, *(f"{key}={value}" for key, value in _keys(state) if value)])


def load(text: str) -> State:
    """[AS-9.3] The state of a position text; every check in its order, then the canonical state."""
    state = _read(text)
    for check in CHECKS:
        check(state)
    return canonical(state)


def canonical(state: State) -> State:
    """[AS-9.9] A seat to move that is not able is skipped at once, or the game is over.

    A game that is over in this way was over before anybody could leave it (our reading).
    """
    if state.turn is None or is_able(state, state.turn):
        return state
    come = turn_to(state, state.turn)
    return replace(come, left=None) if come.phase == "over" else come


# --- the form --------------------------------------------------------------------------------


def _read(text: str) -> State:
    """[AS-9.1] `board hands phase [key=value ...]`, regardless of case and number of spaces."""
    words = [word for word in text[:LONGEST].split(" ") if word]
    if len(words) < 3 or len(text) > LONGEST or not text.isascii():
        raise BadNotation("A position is one line of text: a board, two hands, a phase, and keys.", FORM)
    board_text, hands_text, phase, *pairs = (word.lower() for word in words)
    board = _read_board(board_text)
    size = len(board[0]) // 2
    keys = _read_keys(pairs)
    state = State(
        size=size,
        board=board,
        hands=_read_hands(hands_text),
        phase=_read_phase(phase),
        turn=_seat(phase) if phase in SEATS else None,
        tiles=_read_tiles(keys, size),
        discard=_read_mode(keys.get("discard", AGREED)),
        first=cast(First, keys.get("first", "random")),  # `KEYS` lets nothing else pass
        pie=cast(Pie, keys.get("pie", "off")),
        swapped=keys.get("swapped") == "1",
        skipped=_seat(keys.get("skipped")),
        left=_seat(keys.get("left")),
    )
    if state.left is not None and state.phase in ("start", "over"):
        raise BadNotation("Nobody can leave while chance is awaited or after the end.", FORM)
    return state


def _read_board(text: str) -> tuple[Rows, Rows]:
    rows = text.split("/")
    side = len(rows)
    if side % 2 == 0 or not SMALLEST <= side // 2 <= LARGEST:
        raise BadNotation("A board has 5, 7, ... or 19 rows of points, not {rows}.", FORM, rows=side)
    if any(len(row) != side or row.strip("bo.") for row in rows):
        raise BadNotation(
            "Each row of this board has {points} points, each of them b, o or a full stop.", FORM, points=side
        )
    return read_rows(rows)


def _read_hands(text: str) -> tuple[Counts, Counts]:
    blue, _, orange = text.partition("|")
    try:
        return read_counts(blue), read_counts(orange)
    except ValueError:
        raise BadNotation("The hands are written like 5,5,5|5,5,5, each number from 0 to 40.", FORM) from None


def _read_phase(text: str) -> Phase:
    if text not in PHASES:
        raise BadNotation(
            "The phase is discard, start, 0, 1 or over, not {given}.", FORM, given=quoted(text, 20)
        )
    return PHASES[text]


def _read_keys(pairs: list[str]) -> dict[str, str]:
    keys: dict[str, str] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or key not in KEYS or key in keys:
            raise BadNotation("{key} is not a key of a position, or comes twice.", FORM, key=quoted(pair))
        if KEYS[key] and value not in KEYS[key]:
            raise BadNotation(
                "The key {key} is one of {values}, not {given}.",
                FORM,
                key=key,
                values=", ".join(KEYS[key]),
                given=quoted(value),
            )
        keys[key] = value
    return keys


def _read_tiles(keys: Mapping[str, str], size: int) -> Counts:
    if "tiles" not in keys:
        return default_tiles(size)
    try:
        return read_counts(keys["tiles"])
    except ValueError:
        raise BadNotation(
            "The key tiles is written like tiles=6,6,6, each number from 0 to 40.", FORM
        ) from None


def _read_mode(text: str) -> str:
    try:
        return read_discard(text)[0]
    except ValueError:
        raise BadNotation("The key discard is agreed, random, secret or like agreed:1,1,1.", FORM) from None


def _seat(text: str | None) -> int | None:
    return None if text is None else int(text)


def _keys(state: State) -> list[tuple[str, str]]:
    """Each key with its value, empty where it has its default."""
    return [
        ("discard", "" if state.discard == AGREED else state.discard),
        ("tiles", "" if state.tiles == default_tiles(state.size) else write_counts(state.tiles)),
        ("first", "" if state.first == "random" else state.first),
        ("pie", "" if state.pie == "off" else state.pie),
        ("swapped", "1" if state.swapped else ""),
        ("skipped", "" if state.skipped is None else str(state.skipped)),
        ("left", "" if state.left is None else str(state.left)),
    ]


# --- what must hold --------------------------------------------------------------------------


def check_slots(state: State) -> None:
    """[AS-3.2] No tile lies on a point that takes none."""
    slots = [sum(rows) for rows in zip(*kind_rows(state.size), strict=True)]
    for tiles in state.board:
        for x, y in in_reading_order(row & ~slot for row, slot in zip(tiles, slots, strict=True)):
            raise BadNotation("No tile fits on {point}.", "AS-3.2", point=point_name(x, y))


def check_overlaps(state: State) -> None:
    """[AS-3.3] No two tiles overlap."""
    blue, orange = state.board
    for x, y in in_reading_order(b | o for b, o in zip(blue, orange, strict=True)):
        hit = tiles_hit(state, Place(x, y))
        if len(hit) > 1:  # the tile itself is the first
            raise BadNotation("The tiles on {tiles} overlap.", "AS-3.3", tiles=joined(hit))


TOO_MANY = (  # by seat
    Sentence("There are more blue tiles of a type than the tile set has."),
    Sentence("There are more orange tiles of a type than the tile set has."),
)


def check_numbers(state: State) -> None:
    """[AS-9.4] On the board and in hand, no colour has more of a type than the tile set."""
    for seat, too_many in enumerate(TOO_MANY):
        if min(discarded(state, seat)) < 0:
            raise BadNotation(too_many, "AS-9.4")


def check_pie(state: State) -> None:
    """[AS-9.5] The pie rule needs open hands, and a swap the pie rule and a tile on the board."""
    if state.pie == "on" and state.discard == "secret":
        raise BadNotation("The pie rule does not go with a secret discard.", "AS-9.5")
    if state.swapped and (state.pie == "off" or not any(map(any, state.board))):
        raise BadNotation("A swap needs the pie rule and a tile on the board.", "AS-9.5")


def check_phase(state: State) -> None:
    """[AS-9.6] The phases before play have an empty board; after the discards three tiles of each are out."""
    empty = not any(map(any, state.board))
    out = [sum(discarded(state, seat)) for seat in (0, 1)]
    chosen = state.discard in ("random", "secret")
    if state.phase == "discard" and not (empty and chosen and _is_discarding(state, out)):
        raise BadNotation("This cannot be the discard phase.", "AS-9.6")
    if state.phase == "start" and not (empty and state.first == "random"):
        raise BadNotation("The start is drawn on an empty board, if at all.", "AS-9.6")
    if state.phase != "discard" and chosen and out != [DISCARDED, DISCARDED]:
        raise BadNotation("Each player must have discarded three tiles.", "AS-9.6")


def _is_discarding(state: State, out: list[int]) -> bool:
    possible = [[0, 0], [DISCARDED, 0]]
    if state.discard == "secret":
        possible.append([0, DISCARDED])
    return sum(state.tiles) > DISCARDED and out in possible


def check_end(state: State) -> None:
    """[AS-9.7] The game is over only if neither seat is able."""
    if state.phase == "over" and (is_able(state, 0) or is_able(state, 1)):
        raise BadNotation("The game is not over: somebody can still lay a tile.", "AS-9.7")


def check_skipped(state: State) -> None:
    """[AS-9.8] A skipped seat is not able, and the other is to move."""
    if state.skipped is not None and (state.turn != 1 - state.skipped or is_able(state, state.skipped)):
        raise BadNotation("The skipped seat must be unable to lay a tile, with the other to move.", "AS-9.8")


CHECKS: tuple[Callable[[State], None], ...] = (
    check_slots,
    check_overlaps,
    check_numbers,
    check_pie,
    check_phase,
    check_end,
    check_skipped,
)
