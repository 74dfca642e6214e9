"""Abak for learners: a state as planes and a vector, and a stable number for every move.

Planes have the 24 points as columns, in the observer's own numbering, so that both seats see the same
picture. A move is spelled step by step: each digit says which checker moves (its point, or its class on the
bar), with which die and in which direction. Since the dice are known, 126 digits and four levels are enough.
"""

from typing import Final, get_args

import numpy as np

from ludoteka.core.game import Seat
from ludoteka.encoding.choices import Actions, Choices
from ludoteka.encoding.encoder import Box, Encoder, Floats, Observation
from ludoteka.games.abak import moves
from ludoteka.games.abak.fast.numbers import (
    COUNTS,
    DIGITS,
    FIRST_STEP,
    LAYERS,
    PLANES,
    WAYS,
    count_beside,
    draw_points,
    number_turns,
)
from ludoteka.games.abak.types import (
    BAR,
    CUBE_WORDS,
    OFF,
    POINTS,
    WORD_MOVES,
    WORDS,
    Move,
    Stage,
    State,
    Step,
)

MOST_STEPS = 4
STAGES = get_args(Stage)
VECTOR = COUNTS + 6 + 2 + len(STAGES) + 3 + 2 + 4
CHOICES: Final = Choices((DIGITS,) * MOST_STEPS, (0,) * MOST_STEPS)
BOXES: Final = {"planes": Box((PLANES, POINTS), 0, 15), "vector": Box((VECTOR,))}

__all__ = ["ENCODER", "LAYERS", "PLANES", "VECTOR", "AbakEncoder", "encoder"]


class AbakEncoder(Encoder[State, Move]):
    """The same for all options."""

    boxes = BOXES
    choices = CHOICES

    def observe(self, state: State, seat: Seat) -> Observation:
        cells = np.frombuffer(state.board, np.int64)
        planes = np.zeros((PLANES, POINTS), np.float32)
        draw_points(cells, seat, planes)
        vector = np.empty(VECTOR, np.float32)
        count_beside(cells, seat, vector)
        _describe(state, seat, vector)
        return {"planes": planes, "vector": vector}

    def actions(self, state: State, seat: Seat) -> Actions:
        if state.stage in CUBE_WORDS:
            return _words(*CUBE_WORDS[state.stage])
        paths = moves.turns(state).paths
        if not len(paths):
            return _words("pass")
        actions = np.empty(len(paths), np.int64)
        number_turns(paths, state.dice[0], actions)
        actions.sort()
        return actions

    def action_of(self, state: State, seat: Seat, move: Move) -> int:
        if move.word:
            return int(_words(move.word)[0])
        turn = moves.number_of(state, move)
        action = np.empty(1, np.int64)
        number_turns(moves.turns(state).paths[turn : turn + 1], state.dice[0], action)
        return int(action[0])

    def move_of(self, state: State, seat: Seat, action: int) -> Move:
        digits = [digit for digit in CHOICES.struct(action) if digit]
        if digits and digits[0] < FIRST_STEP:
            return WORD_MOVES[WORDS[digits[0] - 1]]
        return Move(tuple(_step(digit, state.dice) for digit in digits))


def _words(*words: str) -> Actions:
    """The actions of words: their places, in the first digit."""
    return np.array(sorted((1 + WORDS.index(word)) * CHOICES.weights[0] for word in words), np.int64)


def _step(digit: int, dice: tuple[int, ...]) -> Step:
    """The step of a digit; raises ValueError for a word."""
    if digit < FIRST_STEP:
        raise ValueError("A word stands alone: this is no action.")
    place, way = divmod(digit - FIRST_STEP, WAYS)
    checker = place - POINTS + 1 if place >= POINTS else 0
    source = BAR if checker else place + 1
    die = dice[way % 2]
    return Step(source, max(OFF, source - die) if way < WAYS // 2 else source + die, checker)


def _describe(state: State, seat: Seat, vector: Floats) -> None:
    """Dice, turn, stage, cube, scores and options, after what was counted; own numbers before the other's."""
    options, order = state.options, (seat, 1 - seat)
    has_cube = options.cube == "on"
    vector[COUNTS:] = (
        *(state.dice.count(number) for number in range(1, 7)),
        *(state.seat == s for s in order),
        *(state.stage == stage for stage in STAGES),
        state.cube_value if has_cube else 1,
        *(has_cube and state.cube_owner == s for s in order),
        *(state.scores[s] for s in order),
        options.match,
        options.limit,
        options.exposed,
        len(state.left),
    )


ENCODER: Final = AbakEncoder()


def encoder(_state: State) -> AbakEncoder:
    """The encoder for the options of a state."""
    return ENCODER
