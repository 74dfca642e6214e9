"""Abak for learning agents: a view as planes of numbers, and a stable number for every move.

`observe` gives 24 points x planes in the observer's own numbering, so that both seats see the same picture,
and a vector for bars, trays, dice, cube and score. A move's number is written in base `STEP_BASE`, one digit
per step; small numbers are the words. `step_of` numbers single steps, for agents that build turns by steps.
"""

from typing import NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from ludoteka.core.game import Seat, View
from ludoteka.games.abak.types import BAR, LETTERS, OFF, POINTS, WORDS, Move, Stage, Step

Numbers = NDArray[np.float32]

LAYERS, KINDS = 3, len(LETTERS)
PLANES = 2 * KINDS + 2 * KINDS * LAYERS + 2  # all checkers, the top three of each stack, and both top runs
VECTOR = 4 * KINDS + 6 + 17  # bars and trays, dice, and the rest as `_vector` lists it

SOURCES = POINTS + KINDS  # every point, and the bar with each class
WAYS = 13  # six forward, six backward, off
STEP_BASE = SOURCES * WAYS + 1  # 0: no step
ACTIONS = len(WORDS) + STEP_BASE**4


class Observation(NamedTuple):
    """`planes` float32 (PLANES, 24), point 1 first, and `vector` float32 (VECTOR)."""

    planes: Numbers
    vector: Numbers


def observe(view: View, seat: Seat) -> Observation:
    """What a seat sees, own checkers first and in its own numbering."""
    planes = np.zeros((PLANES, POINTS), np.float32)
    for index, letters in enumerate(view["points"]):
        _fill(planes[:, POINTS - 1 - index if seat else index], letters.swapcase() if seat else letters)
    return Observation(planes, _vector(view, seat))


def _fill(column: Numbers, letters: str) -> None:
    """One point: own checkers are upper case."""
    for depth, letter in enumerate(reversed(letters)):
        kind = LETTERS.index(letter.upper()) + (0 if letter.isupper() else KINDS)
        column[kind] += 1
        if depth < LAYERS:
            column[2 * KINDS * (1 + depth) + kind] = 1
    run = len(letters) - len(letters.rstrip(LETTERS)) or len(letters) - len(letters.rstrip(LETTERS.lower()))
    if letters:
        column[PLANES - 2 if letters[-1].isupper() else PLANES - 1] = run


def _vector(view: View, seat: Seat) -> Numbers:
    """Bars and trays by class, the dice, the cube, scores, options; own numbers before the other's."""
    order = (seat, 1 - seat)
    counts = [
        view[place][s].upper().count(kind) for place in ("bar", "off") for s in order for kind in LETTERS
    ]
    dice = [(view["dice"] or []).count(number) for number in range(1, 7)]
    turn = [view["seat"] == s for s in order]
    stage = [view["stage"] == word for word in get_args(Stage)]
    cube = view["cube"] or {"value": 1, "owner": None}
    owner = [cube["owner"] == s for s in order]
    options = view["options"]
    rest = [options["match"], options["stack_limit"], options["druid_exposed"] == "yes"]
    scores = [view["scores"][s] for s in order]
    numbers = [*counts, *dice, *turn, *stage, cube["value"], *owner, *scores, *rest]
    return np.array([*numbers, *(view["pips"][s] for s in order), len(view["left"])], np.float32)


# --- moves -------------------------------------------------------------------------------------


def step_of(step: Step) -> int:
    """The number of a step, from 1; the class matters only on the bar."""
    source = POINTS + step.checker - 1 if step.source == BAR else step.source - 1
    if step.target == OFF:
        way = WAYS - 1
    else:
        distance = step.source - step.target
        way = distance - 1 if distance > 0 else 5 - distance
    return 1 + source * WAYS + way


def read_step(number: int) -> Step:
    """The inverse of `step_of`."""
    source, way = divmod(number - 1, WAYS)
    checker = source - POINTS + 1 if source >= POINTS else 0
    point = BAR if checker else source + 1
    if way == WAYS - 1:
        return Step(point, OFF, checker)
    return Step(point, point - way - 1 if way < 6 else point + way - 5, checker)


def action_of(move: Move) -> int:
    """The number of a move as `legal` lists it: below ACTIONS, the same in every position."""
    if move.word:
        return WORDS.index(move.word)
    number = 0
    for step in reversed(move.steps):
        number = number * STEP_BASE + step_of(step)
    return len(WORDS) + number


def move_of(action: int) -> Move:
    """The inverse of `action_of`."""
    if not 0 <= action < ACTIONS:
        raise ValueError(f"There is no action {action}.")
    if action < len(WORDS):
        return Move((), WORDS[action])
    number, steps = action - len(WORDS), []
    while number:
        number, digit = divmod(number, STEP_BASE)
        steps.append(read_step(digit))
    return Move(tuple(steps))
