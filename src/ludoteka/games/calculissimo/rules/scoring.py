"""CA-4 and CA-5: is a placement true, and what is it worth? The arithmetic itself is in `arithmetic.py`."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from ludoteka.core.game import IllegalMove
from ludoteka.core.sentences import Sentence
from ludoteka.games._lines.squares import square_name
from ludoteka.games.calculissimo.rules import arithmetic
from ludoteka.games.calculissimo.rules.arithmetic import BROKEN, NO_RUN, Ints
from ludoteka.games.calculissimo.rules.placement import Spot, names, new_chips
from ludoteka.games.calculissimo.rules.runs import Layout, Run, layout
from ludoteka.games.calculissimo.types import (
    JOKER,
    PREMIUMS,
    ActedOn,
    Calculation,
    Fault,
    Grid,
    Options,
    Placement,
    face_of,
)

FACTORS = {"G": 2, "B": 3}  # [CA-5.2]
POWERS = {"Y": 2, "P": 3, "*": 2}  # [CA-5.3] [CA-5.4] the logo is a yellow square (our reading)

_FAULTS: dict[int, Fault | None] = {0: None, 2: "CA-4.2", 3: "CA-4.3", 4: "CA-4.4"}


@dataclass(frozen=True, slots=True)
class Reckoning:
    """What a placement scores; `rule` is the first of CA-4 that it breaks, `run` the run that does."""

    points: int
    rule: Fault | Literal["CA-4.1"] | None
    run: Run | None
    detail: tuple[Calculation, ...]


def check(size: int, placement: Placement, reckoning: Reckoning) -> None:
    """[CA-7.1] With a referee, a placement that breaks CA-4 is refused."""
    if reckoning.rule is None:
        return
    where = reckoning.run.names(size) if reckoning.run else names(new_chips(placement))
    raise IllegalMove(said_of(reckoning.rule, reckoning.run), reckoning.rule, where)


def said_of(rule: Fault | Literal["CA-4.1"], run: Run | None) -> Sentence:
    """What a player is told about chips that break a rule of CA-4."""
    text = run.text if run else ""
    return {
        "CA-4.1": Sentence(
            "These chips make no calculation: a calculation has at least three chips in a row."
        ),
        "CA-4.2": Sentence(
            "{text} is not a calculation: it must go number, sign, number and end with a number.", text=text
        ),
        "CA-4.3": Sentence(
            "{text} has more than one times sign: only one is allowed in a calculation.", text=text
        ),
        "CA-4.4": Sentence("{text} does not come out as a whole number greater than 0.", text=text),
        "CA-4.5": Sentence(
            "With the premium squares put in, {text} does not come out as a whole number greater than 0.",
            text=text,
        ),
    }[rule]


def reckon(grid: Grid, options: Options, board: bytes, placement: Placement) -> Reckoning:
    """[CA-5.1] The value of all calculations of a placement that keeps CA-3, true or false."""
    laid = layout(grid.size, board, placement)
    sums = _reckoned_with(grid, options, laid)
    rule, run = first_fault(laid)
    points, along, across = _assign(sums, laid, placement, options, is_lenient=rule is not None)
    if rule is None and points < 0:
        rule, run = "CA-4.5", _spoiled(grid, options, laid)
        points, along, across = _assign(sums, laid, placement, options, is_lenient=True)
    detail = _detail(grid, options, laid, along, across)
    return Reckoning(points, rule, run, detail)


def first_fault(laid: Layout) -> tuple[Fault | Literal["CA-4.1"] | None, Run | None]:
    """[CA-4.1] There is a run; then the lowest of CA-4.2 to 4.4 that any breaks, and the first such run."""
    runs = list(laid.runs())
    if not runs:
        return "CA-4.1", None
    broken = [(fault, run) for run in runs if (fault := _fault(run)) is not None]
    return min(broken, key=lambda pair: pair[0], default=(None, None))


def number_factor(grid: Grid, options: Options, spot: Spot) -> int:
    """[CA-5.2] [CA-5.8] What a new chip's number is multiplied by (our reading of jokers)."""
    face, is_joker = face_of(spot.item[-1]), spot.chip == JOKER
    acts = arithmetic.is_multiplied(face, is_joker, options.is_full)
    return FACTORS.get(grid.rows[spot.row][spot.column], 1) if acts else 1


def calculation_power(grid: Grid, spot: Spot) -> int:
    """[CA-5.3] What a new chip of any kind multiplies its calculation by. [CA-5.5] Old chips: nothing."""
    return POWERS.get(grid.rows[spot.row][spot.column], 1)


def _fault(run: Run) -> Fault | None:
    """The first of CA-4.2 to 4.4 that a run breaks."""
    return _FAULTS[arithmetic.fault(np.array((run.faces, run.faces), np.int64), len(run.faces))]


def _reckoned_with(grid: Grid, options: Options, laid: Layout) -> Ints:
    """A layout as the arithmetic expects it: the rows of a `run`."""
    faces = laid.along.faces if laid.along else ()
    squares = laid.along.squares if laid.along else ()
    run = np.zeros((arithmetic.RUN_ROWS, max(len(faces), len(laid.new))), np.int64)
    run[arithmetic.FACES, : len(faces)] = faces
    run[arithmetic.WORTH, : len(faces)] = faces
    for i, (spot, crossing) in enumerate(zip(laid.new, laid.crossing, strict=True)):
        factor = number_factor(grid, options, spot)
        run[arithmetic.PLACES :, i] = (
            squares.index(spot.row * grid.size + spot.column) if squares else 0,
            factor,
            calculation_power(grid, spot),
            _crossing_value(grid, crossing, spot, 1),
            _crossing_value(grid, crossing, spot, factor),
        )
    return run


def _crossing_value(grid: Grid, run: Run | None, spot: Spot, factor: int) -> int:
    if run is None:
        return NO_RUN
    if _fault(run):
        return BROKEN
    return _value(run, {spot.row * grid.size + spot.column: factor})


def _value(run: Run, factors: dict[int, int]) -> int:
    """[CA-4.4] The value of a sound run with number premiums on some squares."""
    pairs = zip(run.squares, run.faces, strict=True)
    worth = [face * factors.get(square, 1) for square, face in pairs]
    return int(arithmetic.value(np.array((run.faces, worth), np.int64), len(worth)))


def _assign(
    run: Ints, laid: Layout, placement: Placement, options: Options, is_lenient: bool
) -> tuple[int, int, int]:
    """[CA-5.6] [CA-5.7] [CA-5.9] Points, and which premiums act along and across the placement."""
    is_sound = laid.along is not None and _fault(laid.along) is None
    length = len(laid.along.faces) if laid.along else 0
    points, along, across = arithmetic.best_total(
        run, length, len(laid.new), is_sound, placement.line.down, options.is_every, is_lenient
    )
    return int(points), int(along), int(across)


def _detail(grid: Grid, options: Options, laid: Layout, along: int, across: int) -> tuple[Calculation, ...]:
    everyone = list(laid.new)
    acting = [[spot for i, spot in enumerate(everyone) if along >> i & 1]]
    acting += [[spot] if across >> i & 1 else [] for i, spot in enumerate(everyone)]
    runs = (laid.along, *laid.crossing)
    return tuple(_explain(grid, options, run, spots) for run, spots in zip(runs, acting, strict=True) if run)


def _explain(grid: Grid, options: Options, run: Run, acting: list[Spot]) -> Calculation:
    """[CA-10.6] One run; [CA-5.9] a run that breaks a rule is worth 0, and its premiums did not act."""
    fault = rule = _fault(run)
    factors = {s.row * grid.size + s.column: number_factor(grid, options, s) for s in acting}
    value = 0 if rule else _value(run, factors)
    if rule is None and value == BROKEN:
        rule = "CA-4.5"
    for spot in acting:
        value *= calculation_power(grid, spot)
    return {
        "direction": "down" if run.down else "across",
        "squares": list(run.names(grid.size)),
        "text": run.text,
        "face": None if fault else _value(run, {}),
        "value": value,
        "premiums": [] if rule else [_acted(grid, s) for s in acting if _acts(grid, options, s)],
        "rule": rule,
    }


def _acts(grid: Grid, options: Options, spot: Spot) -> bool:
    return number_factor(grid, options, spot) * calculation_power(grid, spot) > 1


def _acted(grid: Grid, spot: Spot) -> ActedOn:
    kind = PREMIUMS[grid.rows[spot.row][spot.column]]
    return {"square": square_name(spot.row, spot.column), "kind": kind}


def _spoiled(grid: Grid, options: Options, laid: Layout) -> Run | None:
    """[CA-4.5] For the refusal: the first run that is spoiled when all its number premiums act in it."""
    factors = {s.row * grid.size + s.column: number_factor(grid, options, s) for s in laid.new}
    return next((run for run in laid.runs() if _value(run, factors) == BROKEN), laid.along)
