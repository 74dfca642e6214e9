"""[AB-14.4] Positions: the whole state as one line and back, and [AB-14.6] which of them are possible."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import cast, get_args

from ludoteka.core import options as optionlib
from ludoteka.core.refusals import BadNotation, BadRequest, IllegalMove
from ludoteka.core.sentences import Sentence, quoted
from ludoteka.games._lines.tiles import arranged, is_made_of
from ludoteka.games.abaku.notation import read_move, write_placement
from ludoteka.games.abaku.options import OPTIONS, settled, tile_set
from ludoteka.games.abaku.rules.placement import lay
from ludoteka.games.abaku.rules.referee import is_bag_enough, is_rack_size
from ludoteka.games.abaku.types import (
    BARE,
    OLD_JOKER,
    RACK,
    SIGNS,
    SIZE,
    TILES,
    End,
    Options,
    Pending,
    Placement,
    State,
)

NONE = "-"
FIELDS = 5
MOST_SIGNS = 10_000
MOST_DIGITS = 15
MOST_SEATS = 4
KEYS = ("skips", "seen", "miss", "idle", "out", "draw", "claim", "accepted", "began", "over")
ENDS = get_args(End)


# --- writing ---------------------------------------------------------------------------------


def dump(state: State) -> str:
    """[AB-14.4] The fixed fields, then the keys that differ from their defaults."""
    fixed = [
        "/".join(rows(state.board)),
        "|".join(rack or NONE for rack in state.racks),
        state.bag or NONE,
        ",".join(str(score) for score in state.scores),
        str(state.seat),
    ]
    chosen = optionlib.write(OPTIONS, asdict(state.options))
    return " ".join([*fixed, *chosen.split(), *_written_keys(state)])


def rows(board: bytes) -> list[str]:
    """The 15 rows of a board as text."""
    signs = "".join(SIGNS[square] for square in board)
    return [signs[start : start + SIZE] for start in range(0, len(signs), SIZE)]


def _written_keys(state: State) -> list[str]:
    """[AB-14.5] In this order, defaults left out."""
    values = {
        "skips": _listed(state.skips) if any(state.skips) else "",
        "seen": _listed(state.seen) if any(state.seen) else "",
        "miss": _listed(state.miss) if any(state.miss) else "",
        "idle": str(state.idle or ""),
        "out": _listed(state.out),
        "draw": _written_draw(state.draw),
        "claim": write_placement(state.claim).replace(" ", "_") if state.claim is not None else "",
        "accepted": _listed(state.accepted),
        "began": str(state.began or ""),
        "over": state.over or "",
    }
    return [f"{key}={value}" for key, value in values.items() if value]


def _listed(numbers: tuple[int, ...]) -> str:
    return ",".join(str(number) for number in numbers)


def _written_draw(draw: Pending | None) -> str:
    if draw is None:
        return ""
    return draw.event + {"first": f":{_listed(draw.seats)}", "change": f":{draw.aside}"}.get(draw.event, "")


# --- reading ---------------------------------------------------------------------------------


def load(text: str) -> State:
    """[AB-14.4] The state that a text holds; raises `BadNotation`."""
    if len(text) > MOST_SIGNS or not text.isascii():
        raise BadNotation("That is no position: it is too long or has strange characters.", "AB-14.4")
    words = text.lower().split()
    if len(words) < FIELDS:
        raise BadNotation("A position has board, racks, bag, scores and seat.", "AB-14.4")
    board = _board(words[0])
    racks = tuple(_tiles(rack, "AB-14.4") for rack in words[1].split("|"))
    bag = _tiles(words[2], "AB-14.4")
    scores = _numbers(words[3], "AB-14.4")
    seat = _number(words[4], "AB-14.4")
    if not 1 <= len(racks) <= MOST_SEATS:
        raise BadNotation("A position has one to four racks.", "AB-14.4")
    if len(scores) != len(racks):
        raise BadNotation("There must be one score for each rack.", "AB-14.6")
    if not 0 <= seat < len(racks):
        raise BadNotation("There is no such seat to move.", "AB-14.6")
    keys = _keys(words[FIELDS:])
    options = _options(keys, len(racks))
    state = _state(keys, options, board, racks, bag, scores, seat)
    check(state)
    return state


def _board(text: str) -> bytes:
    lines = text.split("/")
    whole = len(lines) == SIZE and all(len(line) == SIZE for line in lines)
    if not whole or not is_made_of(text, SIGNS + "/"):
        raise BadNotation("The board has 15 rows of 15 characters.", "AB-14.4")
    return bytes(SIGNS.index(sign) for line in lines for sign in line)


def _tiles(text: str, rule: str) -> str:
    if text == NONE:
        return ""
    if not text or not is_made_of(text, TILES):
        raise BadNotation("{text} are not tiles.", rule, text=quoted(text))
    return arranged(text, TILES)


def _number(text: str, rule: str) -> int:
    digits = text.removeprefix("-")
    if not digits.isdigit() or len(digits) > MOST_DIGITS:
        raise BadNotation("{text} is not a number.", rule, text=quoted(text))
    return int(text)


def _numbers(text: str, rule: str) -> tuple[int, ...]:
    return tuple(_number(word, rule) for word in text.split(","))


def _counters(keys: dict[str, str], key: str, seats: int) -> tuple[int, ...]:
    """One number per seat, zeros by default."""
    numbers = _numbers(keys[key], "AB-14.5") if key in keys else (0,) * seats
    if min(numbers) < 0:
        raise BadNotation("{key} cannot be negative.", "AB-14.5", key=key)
    if len(numbers) != seats:
        raise BadNotation("There must be one number in {key} for each seat.", "AB-14.6", key=key)
    return numbers


def _count(keys: dict[str, str], key: str) -> int:
    number = _number(keys.get(key, "0"), "AB-14.5")
    if number < 0:
        raise BadNotation("{key} cannot be negative.", "AB-14.5", key=key)
    return number


def _keys(words: list[str]) -> dict[str, str]:
    """[AB-14.5] Each known key at most once."""
    known = {*KEYS, *(option.key for option in OPTIONS)}
    found: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if key not in known or not equals:
            raise BadNotation("{word} is not a key of a position.", "AB-14.5", word=quoted(word))
        if key in found:
            raise BadNotation("The key {key} comes twice.", "AB-14.5", key=key)
        found[key] = value
    return found


def _options(keys: dict[str, str], seats: int) -> Options:
    """[AB-12] The options of a position, checked as those of a new match."""
    given: dict[str, optionlib.Value] = {}
    for option in OPTIONS:
        if option.key not in keys:
            continue
        try:
            given[option.key] = option.read(keys[option.key])
        except ValueError:
            raise BadNotation("{key} needs a whole number.", "AB-14.5", key=option.key) from None
        if not option.admits(given[option.key]):
            raise BadNotation("{key} cannot be that.", "AB-14.5", key=option.key)
    try:
        return settled(Options(**given), seats)  # type: ignore[arg-type]  # admitted above
    except BadRequest as refusal:
        raise BadNotation(refusal.sentence, refusal.rule or "AB-14.5") from None


def _state(
    keys: dict[str, str],
    options: Options,
    board: bytes,
    racks: tuple[str, ...],
    bag: str,
    scores: tuple[int, ...],
    seat: int,
) -> State:
    draw = _draw(keys["draw"]) if "draw" in keys else None
    return State(
        options,
        board,
        racks,
        bag,
        scores,
        0 if draw is not None and draw.event == "first" else seat,
        _counters(keys, "skips", len(racks)),
        _counters(keys, "seen", len(racks)),
        _counters(keys, "miss", len(racks)),
        _count(keys, "idle"),
        _numbers(keys["out"], "AB-14.5") if "out" in keys else (),
        draw,
        _claim(options, keys["claim"]) if "claim" in keys else None,
        _numbers(keys["accepted"], "AB-14.5") if "accepted" in keys else (),
        _count(keys, "began"),
        cast(End, keys["over"].upper()) if "over" in keys else None,  # `check` refuses all others
    )


def _draw(text: str) -> Pending:
    """[AB-14.5] `first:0,1`, `racks`, `refill`, `change:0057`."""
    event, colon, detail = text.partition(":")
    if event == "first" and colon:
        return Pending("first", seats=_numbers(detail, "AB-14.5"))
    if event == "change" and colon and detail != NONE:
        return Pending("change", aside=_tiles(detail, "AB-14.5"))
    if text == "racks":
        return Pending("racks")
    if text != "refill":
        raise BadNotation("{text} is no draw.", "AB-14.5", text=quoted(text))
    return Pending("refill")


def _claim(options: Options, text: str) -> Placement:
    """[AB-14.5] A placement in its window, with spaces as `_`."""
    try:
        move = read_move(options, text.replace("_", " "))
    except BadNotation:
        raise BadNotation("The claim is no placement.", "AB-14.5") from None
    if not isinstance(move, Placement):
        raise BadNotation("The claim is no placement.", "AB-14.5")
    return move


# --- which are possible: boards need not be connected, scores are free ------------------------


def check(state: State) -> None:
    """[AB-14.6] Raises `BadNotation` for the first thing that is impossible."""
    for problem in _problems(state):
        raise BadNotation(problem, "AB-14.6")


def _problems(state: State) -> Iterator[Sentence]:
    yield from _tile_problems(state)
    yield from _counter_problems(state)
    yield from _seat_problems(state)
    if state.draw is not None:
        yield from _draw_problems(state, state.draw)
    yield from _claim_problems(state)
    if state.over is not None and state.over not in ENDS:
        yield Sentence("{end} ends no game.", end=state.over[:20])
    if state.began and not state.options.turn_seconds:
        yield Sentence("A time is kept only with a clock.")


def _tile_problems(state: State) -> Iterator[Sentence]:
    there = "".join(TILES[sign] for sign in state.board if sign <= OLD_JOKER)
    there += "".join(state.racks) + state.bag + (state.draw.aside if state.draw is not None else "")
    every = tile_set(state.options.joker)
    for tile in TILES:
        if there.count(tile) > every.count(tile):
            yield Sentence("There are more tiles {tile} than the set has.", tile=tile)
    standard = state.options.mode == "standard"
    if standard and any(len(rack) > RACK for rack in state.racks):
        yield Sentence("A rack holds at most {n} tiles.", n=RACK)
    if not standard and state.bag:
        yield Sentence("In {mode} the bag is empty.", mode=state.options.mode)


def _counter_problems(state: State) -> Iterator[Sentence]:
    for skips, seen in zip(state.skips, state.seen, strict=True):
        if seen > 1 or (seen and not skips):
            yield Sentence("`seen` is 0 or 1, and 0 where nobody skipped.")


def _seat_problems(state: State) -> Iterator[Sentence]:
    if len(set(state.out)) < len(state.out) or any(not 0 <= s < state.seats for s in state.out):
        yield Sentence("`out` names seats, each once.")
    elif any(state.racks[seat] for seat in state.out):
        yield Sentence("A seat that is out has no tiles.")
    if state.seat in state.out:
        yield Sentence("The seat to move is out.")
    if len(state.staying) < 2 and state.over is None and state.out:
        yield Sentence("Two seats must still be in the game.")


def _draw_problems(state: State, draw: Pending) -> Iterator[Sentence]:
    if state.options.mode != "standard" or state.over is not None or state.claim is not None:
        yield Sentence("Tiles are drawn in the standard game only, not after its end or in a window.")
    elif draw.event in ("first", "racks"):
        yield from _first_draw_problems(state, draw)
    elif draw.event == "refill" and (len(state.rack) >= RACK or not state.bag):
        yield Sentence("There is nothing to refill.")
    elif draw.event == "change":
        is_changed = is_rack_size(draw.aside) and is_bag_enough(state.bag, draw.aside)
        if not is_changed or not is_rack_size(state.rack + draw.aside):
            yield Sentence("A change sets 1 to 5 tiles aside, and the bag holds as many.")


def _first_draw_problems(state: State, draw: Pending) -> Iterator[Sentence]:
    if state.board != BARE or any(state.racks) or state.out:
        yield Sentence("Before the deal the board and the racks are empty and nobody is out.")
    if len(state.bag) < RACK * state.seats:
        yield Sentence("The bag has too few tiles for the deal.")
    if draw.event == "first":
        ascending = list(draw.seats) == sorted(set(draw.seats))
        if len(draw.seats) < 2 or not ascending or not all(0 <= s < state.seats for s in draw.seats):
            yield Sentence("Two or more seats draw for the first turn, in ascending order.")


def _claim_problems(state: State) -> Iterator[Sentence]:
    if state.claim is None:
        if state.accepted:
            yield Sentence("Nothing can be accepted outside a window.")
        return
    if not state.options.is_disputed or state.over is not None:
        yield Sentence("A placement waits only in a disputed game that is not over.")
    others = [seat for seat in state.staying if seat != state.seat]
    ascending = list(state.accepted) == sorted(set(state.accepted))
    if not ascending or not set(state.accepted) < set(others):
        yield Sentence("Fewer than all of the other seats have accepted, in ascending order.")
    try:
        lay(state.options, state.board, state.rack, state.claim)
    except IllegalMove as fault:
        yield Sentence("The placement in the window cannot lie there: {fault}", fault=fault.sentence)
