"""Positions as text (section 15 of the rules): one line with everything there is to know."""

import re
from collections import Counter
from collections.abc import Callable
from typing import cast, get_args

from ludoteka.core.refusals import BadNotation
from ludoteka.core.sentences import quoted
from ludoteka.games.abak.rules import matches
from ludoteka.games.abak.rules.boards import ALL_LETTERS, bar_letters, build, is_proper, point_letters
from ludoteka.games.abak.types import (
    CHECKERS,
    CUBE_LIMIT,
    LEAST_LIMIT,
    NOBODY,
    POINTS,
    SETS,
    SETUPS,
    OnOff,
    Options,
    Setup,
    Stage,
    State,
    YesNo,
    default_limit,
)

LONGEST = 2000  # characters
YES_NO = {"yes", "no"}
_NUMBER = re.compile(r"0|[1-9][0-9]{0,14}", re.ASCII)
_STACK = re.compile(rf"-|[{ALL_LETTERS}]+")
_PAIR = re.compile(rf"({_NUMBER.pattern}),({_NUMBER.pattern})", re.ASCII)
_DICE = re.compile(r"-|[1-6]-[1-6]", re.ASCII)


# --- writing -----------------------------------------------------------------------------------


def dump(state: State) -> str:
    """[AK-15.1] The five fields, then [AK-15.2] the keys that are not at their defaults."""
    bar = "".join(bar_letters(state.board)) or "-"
    points = "/".join(letters or "-" for letters in point_letters(state.board))
    off = ",".join(str(matches.borne_off(state.board, seat)) for seat in (0, 1))
    dice = "-".join(map(str, state.dice)) or "-"
    return " ".join([points, bar, off, _seat(state.seat), dice, *_written_keys(state)])


def _seat(seat: int) -> str:
    return "-" if seat == NOBODY else str(seat)


def _written_keys(state: State) -> list[str]:
    options = state.options
    values = {
        "setup": options.setup,
        "stack_limit": str(options.limit),
        "druid_exposed": options.druid_exposed,
        "match": str(options.match),
        "cube": options.cube,
        "crawford": options.crawford,
        "jacoby": options.jacoby,
        "scores": f"{state.scores[0]},{state.scores[1]}",
        "cubeval": str(state.cube_value),
        "owner": _seat(state.cube_owner),
        "postcrawford": "yes" if state.is_postcrawford else "no",
        "stage": state.stage,
        "left": ",".join(map(str, state.left)),
    }
    usual = DEFAULTS | {"stack_limit": str(default_limit(options.setup))}
    return [f"{key}={value}" for key, value in values.items() if value != usual[key]]


# --- reading -----------------------------------------------------------------------------------

DEFAULTS = {
    "setup": "abak",
    "stack_limit": "",
    "druid_exposed": "yes",
    "match": "1",
    "cube": "off",
    "crawford": "yes",
    "jacoby": "no",
    "scores": "0,0",
    "cubeval": "1",
    "owner": "-",
    "postcrawford": "no",
    "stage": "normal",
    "left": "",
}
_POWERS = {str(1 << n) for n in range(CUBE_LIMIT.bit_length())}
_ADMITTED: dict[str, Callable[[str], bool]] = {
    "setup": set(SETUPS).__contains__,
    "stack_limit": {"0", *map(str, range(LEAST_LIMIT, CHECKERS + 1))}.__contains__,
    "druid_exposed": YES_NO.__contains__,
    "match": set(map(str, range(100))).__contains__,
    "cube": {"on", "off"}.__contains__,
    "crawford": YES_NO.__contains__,
    "jacoby": YES_NO.__contains__,
    "scores": lambda value: _PAIR.fullmatch(value) is not None,
    "cubeval": _POWERS.__contains__,
    "owner": {"-", "0", "1"}.__contains__,
    "postcrawford": YES_NO.__contains__,
    "stage": set(get_args(Stage)).__contains__,
    "left": {"0", "1"}.__contains__,
}


def load(text: str) -> State:
    """A state; the first of AK-15.1 (how many fields), 15.2, 15.1, 15.3, 15.4, 15.5 that fails refuses it."""
    fields = text.split(" ") if len(text) <= LONGEST else []
    if len(fields) < 5:
        raise BadNotation(
            "A position has five fields: points, bar, off, seat and dice, then options.", "AK-15.1"
        )
    keys = _read_keys(fields[5:])
    stacks, bar, off, seat, dice = _read_fields(fields[:5])
    options = _options(keys)
    _check_numbers(stacks, bar, off, options.setup)
    _check_stacks(stacks, options.limit)
    scores = keys["scores"].split(",")
    state = State(
        options,
        build(stacks, bar, options.setup),
        seat,
        dice,
        (int(scores[0]), int(scores[1])),
        int(keys["cubeval"]),
        NOBODY if keys["owner"] == "-" else int(keys["owner"]),
        keys["postcrawford"] == "yes",
        cast(Stage, keys["stage"]),
        (int(keys["left"]),) if keys["left"] else (),
    )
    check(state)
    return state


def _read_keys(words: list[str]) -> dict[str, str]:
    """[AK-15.2] Unknown or repeated keys and other values are refused."""
    found: dict[str, str] = {}
    for word in words:
        key, _, value = word.partition("=")
        if key not in _ADMITTED or key in found:
            raise BadNotation("{key} is not a key of a position, or comes twice.", "AK-15.2", key=quoted(key))
        if not _ADMITTED[key](value):
            raise BadNotation(
                "The value of {key} cannot be {value}.", "AK-15.2", key=quoted(key), value=quoted(value)
            )
        found[key] = value
    if "left" in found and found.get("stage") == "over":
        raise BadNotation("A match that is over cannot be left any more.", "AK-15.2")
    return DEFAULTS | found


def _read_fields(fields: list[str]) -> tuple[list[str], str, tuple[int, int], int, tuple[int, ...]]:
    """[AK-15.1] Points, bar, trays, seat and dice."""
    points, bar, off, seat, dice = fields
    stacks = points.split("/")
    if len(stacks) != POINTS or not all(_STACK.fullmatch(stack) for stack in stacks):
        raise BadNotation(
            "The points are 24 stacks of checker letters, or -, with / between them.", "AK-15.1"
        )
    if not _STACK.fullmatch(bar):
        raise BadNotation("The bar is written with checker letters, or - if it is empty.", "AK-15.1")
    trays = _PAIR.fullmatch(off)
    if trays is None:
        raise BadNotation("The borne-off checkers are two numbers with a comma between them.", "AK-15.1")
    if seat not in ("-", "0", "1") or not _DICE.fullmatch(dice):
        raise BadNotation(
            "The seat is 0, 1 or -, and the dice look like 6-5, or - if there are none.", "AK-15.1"
        )
    numbers = sorted((int(die) for die in dice.split("-") if die), reverse=True)
    letters = [stack.replace("-", "") for stack in stacks]
    in_trays = (int(trays[1]), int(trays[2]))
    return letters, bar.replace("-", ""), in_trays, NOBODY if seat == "-" else int(seat), tuple(numbers)


def _options(keys: dict[str, str]) -> Options:
    """The options in the keys; every word is one that `_ADMITTED` knows."""
    setup = cast(Setup, keys["setup"])
    return Options(
        setup,
        int(keys["stack_limit"]) if keys["stack_limit"] else default_limit(setup),
        cast(YesNo, keys["druid_exposed"]),
        int(keys["match"]),
        cast(OnOff, keys["cube"]),
        cast(YesNo, keys["crawford"]),
        cast(YesNo, keys["jacoby"]),
    )


def _check_numbers(stacks: list[str], bar: str, off: tuple[int, int], setup: Setup) -> None:
    """[AK-15.3] No more checkers of a class than the set has; board, bar and tray add up to 15."""
    seen = Counter("".join(stacks) + bar)
    if seen - Counter(SETS[setup] + SETS[setup].lower()):
        raise BadNotation("There are more checkers of a class than its set has.", "AK-15.3")
    white = sum(number for letter, number in seen.items() if letter.isupper())
    if (white + off[0], seen.total() - white + off[1]) != (CHECKERS, CHECKERS):
        raise BadNotation("Each side has 15 checkers on the board, on the bar and borne off.", "AK-15.3")


def _check_stacks(stacks: list[str], limit: int) -> None:
    """[AK-15.4] Every stack is one that the game could build."""
    for point, stack in enumerate(stacks, start=1):
        if limit and len(stack) > limit:
            raise BadNotation(
                "Point {point} holds more than {limit} checkers.", "AK-15.4", point=str(point), limit=limit
            )
        if not is_proper(stack, point):
            raise BadNotation(
                "The checkers on point {point} cannot lie like this.", "AK-15.4", point=str(point)
            )


# --- consistency -------------------------------------------------------------------------------


def check(state: State) -> None:
    """[AK-15.5] Seat, dice, cube, scores and stage fit together."""
    if state.seat == NOBODY and state.dice:
        raise BadNotation("Dice without a seat that plays them.", "AK-15.5")
    _check_cube(state)
    if state.stage == "over":
        _check_over(state)
    else:
        _check_running(state)


def _check_cube(state: State) -> None:
    options = state.options
    if (state.cube_owner == NOBODY) != (state.cube_value == 1):
        raise BadNotation("The cube has an owner exactly if it has been turned.", "AK-15.5")
    if options.cube == "off" and (state.cube_value != 1 or state.stage in ("ask", "offered")):
        raise BadNotation("There is no cube in this match.", "AK-15.5")
    has_crawford = matches.has_crawford(options)
    if state.is_postcrawford and not (has_crawford and max(state.scores) >= options.match - 1):
        raise BadNotation("The Crawford game cannot have been played yet.", "AK-15.5")


def _check_running(state: State) -> None:
    if matches.winner_of(state.board) is not None:
        raise BadNotation("A seat has borne off all its checkers, so this game is over.", "AK-15.5")
    if matches.is_decided(max(state.scores), state.options):
        raise BadNotation("A score is high enough to end the match.", "AK-15.5")
    if matches.is_crawford(state) and state.cube_value != 1:
        raise BadNotation("Nobody doubles in the Crawford game.", "AK-15.5")
    if state.stage == "normal":
        return
    if state.seat == NOBODY or state.dice or not matches.may_double(state, state.seat):
        raise BadNotation("No seat may double here.", "AK-15.5")


def _check_over(state: State) -> None:
    options = state.options
    winners = [seat for seat in (0, 1) if matches.is_decided(state.scores[seat], options)]
    if state.seat != NOBODY or len(winners) != 1:
        raise BadNotation("A match that is over has exactly one winner and nobody's turn.", "AK-15.5")
    complete = [seat for seat in (0, 1) if matches.borne_off(state.board, seat) == CHECKERS]
    is_drop = not complete and options.cube == "on" and options.match != 1
    if complete != winners and not is_drop:
        raise BadNotation(
            "The winner has borne off all checkers, or the loser has dropped a double.", "AK-15.5"
        )
