"""CA-4 and CA-5: is a placement true, and what is it worth? The arithmetic itself is in `arithmetic.py`."""

from dataclasses import dataclass
from typing import TypedDict

import numpy as np

from ludoteka.core.game import IllegalMove
from ludoteka.games._lines.squares import square_name
from ludoteka.games.calculissimo import arithmetic
from ludoteka.games.calculissimo.arithmetic import BROKEN, NO_RUN, Ints
from ludoteka.games.calculissimo.placement import Spot, names, new_chips
from ludoteka.games.calculissimo.runs import Layout, Run, layout
from ludoteka.games.calculissimo.sets import KINDS, Grid
from ludoteka.games.calculissimo.types import JOKER, NUMBERS, Options, Placement, face_of

FACTORS = {"G": 2, "B": 3}  # [CA-5.2]
POWERS = {"Y": 2, "P": 3, "*": 2}  # [CA-5.3] [CA-5.4] the logo is a yellow square (our reading)

_SENTENCES = {
    "CA-4.1": "These chips make no calculation: a calculation has at least three chips in a row.",
    "CA-4.2": "{text} is no calculation: it must go number, sign, number and end with a number.",
    "CA-4.3": "{text} has more than one times sign: only one is allowed in a calculation.",
    "CA-4.4": "{text} does not come out as a whole number greater than 0.",
    "CA-4.5": "With the premium squares put in, {text} does not come out as a whole number greater than 0.",
}


class ActedOn(TypedDict):
    """A premium square that acted."""

    square: str
    kind: str


class Calculation(TypedDict):
    """[CA-10.6] One run of a placement, as `score` explains it."""

    direction: str
    squares: list[str]
    text: str
    face: int | None
    value: int
    premiums: list[ActedOn]
    rule: str | None


@dataclass(frozen=True, slots=True)
class Reckoning:
    """What a placement brings; `rule` is the first of CA-4 that it breaks, `run` the run that does."""

    points: int
    rule: str | None
    run: Run | None
    detail: tuple[Calculation, ...]


@dataclass(frozen=True, slots=True)
class _Sums:
    """A layout as the arithmetic wants it."""

    faces: Ints
    places: Ints
    factors: Ints
    times: Ints
    plain: Ints
    raised: Ints


def check(size: int, placement: Placement, reckoning: Reckoning) -> None:
    """[CA-7.1] With a referee, a placement that breaks CA-4 is refused."""
    if reckoning.rule is None:
        return
    text = reckoning.run.text if reckoning.run else ""
    where = reckoning.run.names(size) if reckoning.run else names(new_chips(placement))
    raise IllegalMove(_SENTENCES[reckoning.rule].format(text=text), reckoning.rule, where)


def reckon(grid: Grid, options: Options, board: bytes, placement: Placement) -> Reckoning:
    """[CA-5.1] The value of all calculations of a placement that keeps CA-3, true or false."""
    laid = layout(grid.size, board, placement)
    sums = _sums(grid, options, laid)
    rule, run = first_fault(laid)
    points, along, across = _assign(sums, laid, placement, options, is_lenient=rule is not None)
    if rule is None and points < 0:
        rule, run = "CA-4.5", _spoiled(grid, options, laid)
        points, along, across = _assign(sums, laid, placement, options, is_lenient=True)
    detail = _detail(grid, options, laid, along, across)
    return Reckoning(points, rule, run, detail)


def first_fault(laid: Layout) -> tuple[str | None, Run | None]:
    """[CA-4.1] There is a run; then the lowest of CA-4.2 to 4.4 that any breaks, and the first such run."""
    runs = list(laid.runs())
    if not runs:
        return "CA-4.1", None
    broken = [(_fault(run), run) for run in runs]
    lowest = min((number for number, _ in broken if number), default=0)
    run = next((run for number, run in broken if number == lowest), None)
    return (f"CA-4.{lowest}", run) if lowest else (None, None)


def number_factor(grid: Grid, options: Options, spot: Spot) -> int:
    """[CA-5.2] What a new chip's number is multiplied by. [CA-5.8] A joker only with `full` (our reading)."""
    if spot.chip == JOKER and not options.is_full:
        return 1
    is_number = face_of(spot.item[-1]) <= NUMBERS
    return FACTORS.get(grid.rows[spot.row][spot.column], 1) if is_number else 1


def calculation_power(grid: Grid, spot: Spot) -> int:
    """[CA-5.3] What a new chip of any kind multiplies its calculation by. [CA-5.5] Old chips: nothing."""
    return POWERS.get(grid.rows[spot.row][spot.column], 1)


def _fault(run: Run) -> int:
    faces = np.array(run.faces, np.int64)
    return int(arithmetic.fault(faces, faces, len(faces)))


def _sums(grid: Grid, options: Options, laid: Layout) -> _Sums:
    factors = [number_factor(grid, options, spot) for spot in laid.new]
    along = laid.along
    places = [along.squares.index(s.row * grid.size + s.column) if along else 0 for s in laid.new]
    pairs = list(zip(laid.new, laid.crossing, factors, strict=True))
    return _Sums(
        np.array(along.faces if along else (), np.int64),
        np.array(places, np.int64),
        np.array(factors, np.int64),
        np.array([calculation_power(grid, spot) for spot in laid.new], np.int64),
        np.array([_crossing_value(grid, run, spot, 1) for spot, run, _ in pairs], np.int64),
        np.array([_crossing_value(grid, run, spot, factor) for spot, run, factor in pairs], np.int64),
    )


def _crossing_value(grid: Grid, run: Run | None, spot: Spot, factor: int) -> int:
    if run is None:
        return NO_RUN
    if _fault(run):
        return BROKEN
    return _value(run, {spot.row * grid.size + spot.column: factor})


def _value(run: Run, factors: dict[int, int]) -> int:
    """[CA-4.4] The value of a sound run with number premiums on some squares."""
    faces = np.array(run.faces, np.int64)
    pairs = zip(run.squares, run.faces, strict=True)
    worth = np.array([face * factors.get(square, 1) for square, face in pairs], np.int64)
    return int(arithmetic.value(faces, worth, len(faces)))


def _assign(
    sums: _Sums, laid: Layout, placement: Placement, options: Options, is_lenient: bool
) -> tuple[int, int, int]:
    """[CA-5.6] [CA-5.7] [CA-5.9] Points, and which premiums act along and across the placement."""
    is_sound = laid.along is not None and _fault(laid.along) == 0
    points, along, across = arithmetic.best_total(
        sums.faces, sums.faces.copy(), len(sums.faces), is_sound,
        sums.places, sums.factors, sums.times, sums.plain, sums.raised, len(laid.new),
        placement.line.down, options.is_every, is_lenient,
    )  # fmt: skip
    return int(points), int(along), int(across)


def _detail(grid: Grid, options: Options, laid: Layout, along: int, across: int) -> tuple[Calculation, ...]:
    everyone = list(laid.new)
    acting = [[spot for i, spot in enumerate(everyone) if along >> i & 1]]
    acting += [[spot] if across >> i & 1 else [] for i, spot in enumerate(everyone)]
    runs = (laid.along, *laid.crossing)
    return tuple(_explain(grid, options, run, spots) for run, spots in zip(runs, acting, strict=True) if run)


def _explain(grid: Grid, options: Options, run: Run, acting: list[Spot]) -> Calculation:
    """[CA-10.6] One run; [CA-5.9] a run that breaks a rule is worth 0, and its premiums did not act."""
    number = _fault(run)
    rule = f"CA-4.{number}" if number else None
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
        "face": None if number else _value(run, {}),
        "value": value,
        "premiums": [] if rule else [_acted(grid, s) for s in acting if _acts(grid, options, s)],
        "rule": rule,
    }


def _acts(grid: Grid, options: Options, spot: Spot) -> bool:
    return number_factor(grid, options, spot) * calculation_power(grid, spot) > 1


def _acted(grid: Grid, spot: Spot) -> ActedOn:
    kind = KINDS[grid.rows[spot.row][spot.column]]
    return {"square": square_name(spot.row, spot.column), "kind": kind}


def _spoiled(grid: Grid, options: Options, laid: Layout) -> Run | None:
    """[CA-4.5] For the refusal: the first run that is spoiled when all its number premiums act in it."""
    factors = {s.row * grid.size + s.column: number_factor(grid, options, s) for s in laid.new}
    return next((run for run in laid.runs() if _value(run, factors) == BROKEN), laid.along)
