"""The one line of a position: eight fields and the keys, written and read (KA-12.1, KA-12.2)."""

import re
from collections.abc import Mapping
from dataclasses import fields

from ludoteka.core.game import Seat
from ludoteka.core.options import Option
from ludoteka.core.refusals import BadNotation
from ludoteka.core.sentences import quoted
from ludoteka.games.kakuro.options import OPTIONS
from ludoteka.games.kakuro.position.consistency import check
from ludoteka.games.kakuro.types import (
    DIGIT_BITS,
    DIGIT_TILE,
    FACES,
    LAID_SUM_SQUARE,
    MOST_SEATS,
    SIZE,
    SQUARES,
    USED_ACROSS,
    USED_DOWN,
    Options,
    Phase,
    State,
    in_pool_order,
)

GRAMMAR = "KA-12.1"
NOTHING = "-"
MARKS = {0: "", USED_ACROSS: ">", USED_DOWN: "v", USED_ACROSS | USED_DOWN: "+"}
MARK_BITS = {sign: bits for bits, sign in MARKS.items()}
KEPT_OPTIONS = tuple(option for option in OPTIONS if option.key != "layout")
KEYS = ("out", "votes", "buzzer", "now", "until", "sand", *(o.key for o in KEPT_OPTIONS), "left")

_CELL = re.compile(r"#|(\^?)([1-9])([>v+]?)")
_ROW = re.compile(rf"(?:{_CELL.pattern}){{{SIZE}}}")
_NUMBER = re.compile(r"[0-9]{1,15}")


# --- writing ---------------------------------------------------------------------------------


def dump(state: State) -> str:
    """[KA-12.1] [KA-12.2] The whole state in one line: lists ascending, keys in order, defaults left out."""
    words = [
        _write_board(state.board),
        state.phase.value,
        NOTHING if state.open is None else str(state.open),
        _write_numbers(state.sum_pile),
        _write_numbers(state.aside),
        state.action_pile or NOTHING,
        "/".join(pool or NOTHING for pool in state.pools),
        "/".join(map(str, state.scores)),
    ]
    return " ".join([*words, *_write_keys(state)])


def _write_board(board: bytes) -> str:
    cells = [_write_cell(cell) for cell in board]
    rows = ("".join(cells[first : first + SIZE]) for first in range(0, len(cells), SIZE))
    return "/".join(rows) or NOTHING


def _write_cell(cell: int) -> str:
    if cell == LAID_SUM_SQUARE:
        return "#"
    cover = "^" if cell & DIGIT_TILE else ""
    return f"{cover}{cell & DIGIT_BITS}{MARKS[cell & (USED_ACROSS | USED_DOWN)]}"


def _write_numbers(numbers: tuple[int, ...]) -> str:
    return ",".join(map(str, numbers)) or NOTHING


def _write_keys(state: State) -> list[str]:
    options = {option.key: getattr(state.options, option.key) for option in KEPT_OPTIONS}
    values = {
        "out": ",".join(map(str, sorted(state.out))) or None,
        "votes": ",".join(map(str, sorted(state.votes))) or None,
        "buzzer": state.buzzer,
        "now": state.now or None,
        "until": state.until,
        "sand": state.sand,
        **{o.key: options[o.key] for o in KEPT_OPTIONS if options[o.key] != o.default},
        "left": ",".join(map(str, state.left)) or None,
    }
    return [f"{key}={values[key]}" for key in KEYS if values.get(key) is not None]


# --- reading ---------------------------------------------------------------------------------


def load(text: str) -> State:
    """[KA-12.1] The state that a text describes; refuses what KA-12.3 to KA-12.8 do not allow."""
    if not text.isascii():
        raise BadNotation("A position is written in plain letters, digits and signs.", GRAMMAR)
    words = [word for word in text.strip().lower().split(" ") if word]
    if len(words) < 8:
        text = "A position of Kakuro has eight fields, and here are only {number}."
        raise BadNotation(text, GRAMMAR, number=len(words))
    if words[1] not in [phase.value for phase in Phase]:
        raise BadNotation("{text} is not a phase of Kakuro.", GRAMMAR, text=quoted(words[1]))
    pairs = [_read_pair(word) for word in words[8:]]
    state = _read_fields(words, {key: value for key, value in pairs if key in KEYS})
    _check_keys([key for key, _ in pairs])
    check(state)
    return state


def _read_fields(words: list[str], keys: Mapping[str, str]) -> State:
    pools = tuple(map(_read_tiles, words[6].split("/", MOST_SEATS)))
    if len(pools) > MOST_SEATS:
        raise BadNotation("A game has at most {most} pools.", GRAMMAR, most=MOST_SEATS)
    seats = len(pools)
    buzzer = None if "buzzer" not in keys else _read_seat(keys["buzzer"], seats)
    return State(
        options=_read_options(keys),
        board=_read_board(words[0]),
        phase=Phase(words[1]),
        open=None if words[2] == NOTHING else _read_number(words[2]),
        sum_pile=_read_numbers(words[3]),
        aside=_read_numbers(words[4]),
        action_pile=_read_tiles(words[5]),
        pools=pools,
        scores=_read_scores(words[7], seats),
        out=frozenset(_read_seats(keys.get("out"), seats)),
        votes=frozenset(_read_seats(keys.get("votes"), seats)),
        buzzer=buzzer,
        now=_read_number(keys.get("now", "0")),
        until=None if "until" not in keys else _read_number(keys["until"]),
        sand=None if "sand" not in keys else _read_number(keys["sand"]),
        left=_read_seats(keys.get("left"), seats),
    )


def _read_pair(word: str) -> tuple[str, str]:
    key, equals, value = word.partition("=")
    if not equals:
        raise BadNotation("{text} is not of the form key=value.", GRAMMAR, text=quoted(word))
    return key, value


def _check_keys(keys: list[str]) -> None:
    """[KA-12.2] Keys come in any order; an unknown or repeated key is refused."""
    for place, key in enumerate(keys):
        if key not in KEYS:
            raise BadNotation("{key} is not a key of a Kakuro position.", "KA-12.2", key=quoted(key))
        if key in keys[:place]:
            raise BadNotation("The key {key} comes twice.", "KA-12.2", key=quoted(key))


def _read_board(text: str) -> bytes:
    if text == NOTHING:
        return b""
    rows = text.split("/", SIZE)
    cells = [cell for row in rows for cell in _read_row(row)]
    if len(rows) != SIZE or len(cells) != SQUARES:
        raise BadNotation("A board has 8 rows of 8 squares, with / between them.", GRAMMAR)
    return bytes(cells)


def _read_row(text: str) -> list[int]:
    if _ROW.fullmatch(text) is None:
        raise BadNotation("{text} is not a row of 8 squares.", GRAMMAR, text=quoted(text))
    return [_cell(found) for found in _CELL.finditer(text)]


def _cell(found: re.Match[str]) -> int:
    if found[0] == "#":
        return LAID_SUM_SQUARE
    return int(found[2]) | MARK_BITS[found[3]] | (DIGIT_TILE if found[1] else 0)


def _read_number(text: str) -> int:
    if _NUMBER.fullmatch(text) is None:
        raise BadNotation("{text} is not a whole number of at most 15 digits.", GRAMMAR, text=quoted(text))
    return int(text)


def _read_numbers(text: str) -> tuple[int, ...]:
    return () if text == NOTHING else tuple(sorted(map(_read_number, text.split(","))))


def _read_tiles(text: str) -> str:
    tiles = "" if text == NOTHING else text.upper()
    if not set(tiles) <= set(FACES) or not text:
        raise BadNotation("{text} is not a pile of action tiles such as DX3.", GRAMMAR, text=quoted(text))
    return in_pool_order(tiles)


def _read_scores(text: str, seats: int) -> tuple[int, ...]:
    scores = tuple(map(_read_number, text.split("/")))
    if len(scores) != seats:
        text = "There are {pools} pools, but {scores} scores."
        raise BadNotation(text, GRAMMAR, pools=seats, scores=len(scores))
    return scores


def _read_seat(text: str, seats: int) -> Seat:
    seat = _read_number(text)
    if seat >= seats:
        raise BadNotation("There is no seat {seat} at this table.", GRAMMAR, seat=seat)
    return seat


def _read_seats(text: str | None, seats: int) -> tuple[Seat, ...]:
    if text is None:
        return ()
    found = tuple(_read_seat(word, seats) for word in text.split(","))
    if len(set(found)) != len(found):
        raise BadNotation("A seat is named twice.", GRAMMAR)
    return found


def _read_options(keys: Mapping[str, str]) -> Options:
    kept = {option.key: option for option in KEPT_OPTIONS}
    names = [field.name for field in fields(Options) if field.name in kept and field.name in keys]
    values = {name: _read_option(kept[name], keys[name]) for name in names}
    return Options(**values)  # type: ignore[arg-type]  # each value is of the type its option declares


def _read_option(option: Option, text: str) -> str | int:
    value = _read_number(text) if option.is_integer else text
    if not option.admits(value):
        raise BadNotation("Option {key} cannot be {text}.", GRAMMAR, key=option.key, text=quoted(text))
    return value
