"""Positions as text (CA-10.3), and which of them can be loaded (CA-10.4)."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from ludoteka.core import options as optionlib
from ludoteka.core.game import BadNotation, IllegalMove, Seat
from ludoteka.core.leaving import staying
from ludoteka.core.refusals import Refusal
from ludoteka.core.sentences import Sentence, quoted
from ludoteka.games._lines.tiles import arranged, is_made_of
from ludoteka.games.calculissimo.notation import ALSO, chips_of, read_placement, write_move
from ludoteka.games.calculissimo.options import OPTIONS, board_named, chips_named
from ludoteka.games.calculissimo.rules import placement
from ludoteka.games.calculissimo.types import (
    CHIPS,
    ENDINGS,
    ON_JOKER,
    RACK,
    Due,
    Ending,
    Options,
    Placement,
    State,
)

EMPTY = "0"  # [CA-10.1] an empty set
FIXED = 5  # board, racks, bag, scores, seat
MOST_SIGNS = 20_000  # no position is longer
_SHORT = 20  # how many signs of a wrong number or word are quoted

# [CA-10.3] what lies on a square as text: faces, then jokers by letter (28, a joker for times, cannot be)
_LETTERS = ".123456789+-x:" + "??" + "?abcdefghipm?v"
_WRITE = bytes(ord(sign) for sign in _LETTERS).ljust(256, b"?")
_READ = {sign: byte for byte, sign in enumerate(_LETTERS) if sign != "?"}
_READ |= {sign.upper(): byte for sign, byte in _READ.items()}
_READ |= {sign: _READ[also.replace("/", ":")] for sign, also in ALSO.items()}
_WRONG_OPTION = "An option of the position is wrong: {problem}"
_WHOLE = re.compile(r"-?[0-9]{1,18}", re.ASCII)
_COUNT = re.compile(r"[0-9]{1,18}", re.ASCII)


# --- writing ---------------------------------------------------------------------------------


def dump(state: State) -> str:
    """[CA-10.3] The position: five fixed fields, options, then what differs from its default."""
    racks = "|".join(set_text(rack) for rack in state.racks)
    scores = ",".join(str(score) for score in state.scores)
    seat = "-" if state.seat is None else str(state.seat)
    fixed = ["/".join(rows(state)), racks, set_text(state.bag), scores, seat]
    options = optionlib.write(OPTIONS, asdict(state.options))
    keys = [f"{key}={value}" for key, value in _keys(state).items() if value]
    return " ".join([*fixed, *([options] if options else []), *keys])


def rows(state: State) -> list[str]:
    """The board row by row."""
    text = state.board.translate(_WRITE).decode("ascii")
    return [text[start : start + state.size] for start in range(0, len(text), state.size)]


def set_text(chips: str) -> str:
    """[CA-10.1] A set of chips in a position or view: division is `:`, an empty set `0`."""
    return chips.replace("/", ":") or EMPTY


def _keys(state: State) -> dict[str, str]:
    """The keys in the order of the table; an empty text is the default."""
    numbers = {"passes": state.passes, "idle": state.idle, "clock": state.clock}
    claim = "" if state.claim is None else write_move(state.claim).replace(" ", ",").replace("/", ":")
    return {
        **{key: str(number) if number else "" for key, number in numbers.items()},
        "due": _due_text(state.due),
        "claim": claim,
        "asked": ",".join(map(str, state.asked)),
        "over": state.over or "",
        "left": ",".join(map(str, state.left)),
    }


def _due_text(due: Due | None) -> str:
    if due is None:
        return ""
    numbers = due.seats if due.event == "first" else (due.count,) if due.count else ()
    return ",".join([due.event, *map(str, numbers)])


# --- reading ---------------------------------------------------------------------------------


def load(text: str) -> State:
    """[CA-10.4] The state of a position; raises `BadNotation`, without a rule."""
    if len(text) > MOST_SIGNS:
        raise BadNotation("This is too long to be a position.")
    fields = text.strip().split(" ")
    if len(fields) < FIXED:
        raise BadNotation("A position has at least board, racks, bag, scores and seat.")
    given = _pairs(fields[FIXED:])
    options = _options(given)
    state = _fixed(options, fields[:FIXED])
    state = _with_keys(state, given)
    for is_sound, reason in _CHECKS:
        if not is_sound(state):
            raise BadNotation("This position is impossible: {reason}", reason=reason)
    return state


def _pairs(words: list[str]) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for word in words:
        key, _, value = word.partition("=")
        if not value or key in pairs or key not in _KNOWN:
            raise BadNotation("{word} is not a key of a position, or comes twice.", word=quoted(word))
        pairs[key] = value
    return pairs


def _options(given: Mapping[str, str]) -> Options:
    try:
        read = {o.key: o.read(given[o.key]) for o in OPTIONS if o.key in given}
        checked: dict[str, Any] = optionlib.check(OPTIONS, read, None)
        chips_named(checked["chips"])
        board_named(checked["board"])
    except Refusal as refusal:
        raise BadNotation(_WRONG_OPTION, problem=_with_rule(refusal)) from None
    except ValueError as wrong:
        raise BadNotation(_WRONG_OPTION, problem=str(wrong)) from None
    return Options(**checked)


def _with_rule(refusal: Refusal) -> Sentence:
    if refusal.rule is None:
        return refusal.sentence
    return Sentence("{sentence} ({number})", sentence=refusal.sentence, number=refusal.rule)


def _fixed(options: Options, fields: list[str]) -> State:
    board, racks, bag, scores, seat = fields
    grid = board_named(options.board)
    found = tuple(read_set(rack) for rack in racks.split("|"))
    if not 2 <= len(found) <= 4 or any(len(rack) > RACK for rack in found):
        raise BadNotation("A position has 2 to 4 racks of at most {chips} chips, joined by '|'.", chips=RACK)
    points = tuple(_number(score, _WHOLE) for score in scores.split(","))
    if len(points) != len(found):
        raise BadNotation("There must be one score for each rack.")
    turn = None if seat == "-" else _seat(seat, len(found))
    return State(options, grid, _board(board, grid.size), found, read_set(bag), points, turn)


def _board(text: str, size: int) -> bytes:
    lines = text.split("/")
    if len(lines) != size or any(len(line) != size for line in lines):
        raise BadNotation("This board has {size} rows of {size} squares, joined by '/'.", size=size)
    return read_squares(lines)


def read_squares(lines: Sequence[str]) -> bytes:
    """What lies on each square, from the rows of a board; raises `BadNotation`."""
    try:
        return bytes(_READ[sign] for line in lines for sign in line)
    except KeyError as wrong:
        raise BadNotation("{sign} is no chip on a board.", sign=quoted(wrong.args[0])) from None


def read_set(text: str) -> str:
    """A set of chips; raises `BadNotation`."""
    chips = "" if text == EMPTY else chips_of(text)
    if not text or not is_made_of(chips, CHIPS) or "\t" in text:
        sentence = "{given} is no set of chips; an empty one is written {empty}."
        raise BadNotation(sentence, given=quoted(text), empty=EMPTY)
    return arranged(chips, CHIPS)


def _number(text: str, form: re.Pattern[str]) -> int:
    if not form.fullmatch(text):
        raise BadNotation("{given} is not a number here.", given=quoted(text, _SHORT))
    return int(text)


def _seat(text: str, seats: int) -> Seat:
    if len(text) != 1 or text not in "0123"[:seats]:
        raise BadNotation("There is no seat {given} in this position.", given=quoted(text, _SHORT))
    return int(text)


def _seat_list(text: str, seats: int) -> tuple[Seat, ...]:
    found = tuple(_seat(part, seats) for part in text.split(","))
    if len(set(found)) != len(found):
        raise BadNotation("A seat comes twice in {given}.", given=quoted(text))
    return found


def _with_keys(state: State, given: Mapping[str, str]) -> State:
    read = {key: _READERS[key](state, given[key]) for key in _READERS if key in given}
    return replace(state, **read)


def _read_count(_state: State, text: str) -> int:
    return _number(text, _COUNT)


def _read_due(state: State, text: str) -> Due:
    event, comma, rest = text.partition(",")
    if event == "deal" and not comma:
        return Due("deal")
    if event == "first":
        return Due("first", _ascending(state, rest))
    if event == "draw":
        return Due("draw", count=_number(rest, _COUNT))
    if event == "again":
        return Due("again", count=_number(rest, _COUNT))
    raise BadNotation("{given} is no draw that can be due.", given=quoted(text, _SHORT))


def _read_claim(state: State, text: str) -> Placement:
    line, _, items = text.partition(",")
    claim = read_placement(line, chips_of(items), state.size)
    if claim is None:
        raise BadNotation("{given} is no placement that can be claimed.", given=quoted(text))
    return claim


def _ascending(state: State, text: str) -> tuple[Seat, ...]:
    found = _seat_list(text, state.seats)
    if list(found) != sorted(found):
        raise BadNotation("The seats in {given} are not in order.", given=quoted(text))
    return found


def _read_over(_state: State, text: str) -> Ending:
    for rule in ENDINGS:
        if text == rule:
            return rule
    raise BadNotation("{given} is no rule that ends the game.", given=quoted(text, _SHORT))


def _read_left(state: State, text: str) -> tuple[Seat, ...]:
    return _seat_list(text, state.seats)


_READERS: dict[str, Callable[[State, str], Any]] = {
    "passes": _read_count,
    "idle": _read_count,
    "clock": _read_count,
    "due": _read_due,
    "claim": _read_claim,
    "asked": _ascending,
    "over": _read_over,
    "left": _read_left,
}
_KNOWN = {*_READERS, *(option.key for option in OPTIONS)}


# --- what can be loaded ----------------------------------------------------------------------


def _has_right_seat(state: State) -> bool:
    """[CA-10.4] The seat is '-' exactly with `over` or `due=first`."""
    is_nobody = state.over is not None or (state.due is not None and state.due.event == "first")
    return (state.seat is None) == is_nobody


def _has_right_counters(state: State) -> bool:
    """[CA-10.4] `passes` <= `idle`, and no counters with `over`."""
    return state.passes <= state.idle and not (state.over and (state.idle or state.clock))


def _awaits_one_thing(state: State) -> bool:
    """[CA-10.4] At most one of `over`, `due`, `claim`."""
    return sum(what is not None for what in (state.over, state.due, state.claim)) <= 1


def _has_right_due(state: State) -> bool:
    """[CA-10.4] What is due fits the board, the racks and the bag."""
    due = state.due
    if due is None:
        return True
    if due.event in ("first", "deal"):
        return not any(state.board) and (_is_first(state, due) if due.seats else _is_deal(state))
    assert state.seat is not None
    return 1 <= due.count <= len(state.bag) and len(state.racks[state.seat]) + due.count <= RACK


def _is_first(state: State, due: Due) -> bool:
    return not any(state.racks) and 2 <= len(due.seats) <= len(state.bag)


def _is_deal(state: State) -> bool:
    assert state.seat is not None
    order = [state.racks[(state.seat + i) % state.seats] for i in range(state.seats)]
    full = next((i for i, rack in enumerate(order) if len(rack) < RACK), len(order))
    waiting = order[full:]
    return bool(waiting) and not any(waiting) and RACK * len(waiting) <= len(state.bag)


def _has_right_claim(state: State) -> bool:
    """[CA-10.4] A claim only with `referee=dispute`, if it keeps CA-3 and other seats are asked."""
    if state.claim is None:
        return not state.asked
    if not state.options.is_disputed or not state.asked or state.seat in state.asked:
        return False
    assert state.seat is not None
    try:
        placement.check(state.grid, state.board, state.racks[state.seat], state.claim)
    except IllegalMove:
        return False
    return True


def _has_right_clock(state: State) -> bool:
    """[CA-10.4] `clock` only with `turn_seconds`."""
    return not state.clock or state.options.turn_seconds > 0


def _has_right_left(state: State) -> bool:
    """[CA-10.4] Seats that have left hold no chips and are not awaited, and nobody leaves during a deal."""
    stay = staying(state.left, state.seats)
    if not state.left:
        return True
    if len(stay) < 2:
        return state.over is None and state.due is None
    is_begun = state.due is None or state.due.event not in ("first", "deal")
    awaited = {*state.asked, *(() if state.seat is None else (state.seat,))}
    return is_begun and awaited <= set(stay) and not any(state.racks[seat] for seat in state.left)


_CHECKS: tuple[tuple[Callable[[State], bool], Sentence], ...] = (
    (_awaits_one_thing, Sentence("only one of over, due and claim is possible at a time.")),
    (_has_right_seat, Sentence("the seat is '-' in a finished game and in the start draw, and only there.")),
    (
        _has_right_counters,
        Sentence("there are at most as many passes as idle turns, and none in a finished game."),
    ),
    (_has_right_due, Sentence("what is due does not fit the board, the racks or the bag.")),
    (
        _has_right_claim,
        Sentence("a claim needs referee=dispute, a placement that can be laid, and others who are asked."),
    ),
    (_has_right_clock, Sentence("there is a clock only with turn_seconds.")),
    (_has_right_left, Sentence("seats that have left hold no chips and are not awaited.")),
)
assert len(_LETTERS) == ON_JOKER + 14, "a letter for every byte of a board"
