"""The things of Abak: checkers, stacks, boards, steps, moves, dice, the state and its view.

A **checker** is a number of four bits: its class (1..6) and, for Black, 8. A **stack** is an int64 with the
top checker in the lowest four bits: adding one is `stack << 4 | checker`. A **board** is 28 int64:
index 1..24 are White's points, 25 is White's bar and 0 Black's (each seat's own point 25), 26 and 27 are
the trays of White and Black. Bar and tray count their checkers, four bits per class. A **code** is a step
that the rules admit as one number: source (5 bits), target (5), class (3), die (3), outcome (3), and whether
its text needs the class (1).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal, NamedTuple, NotRequired, TypedDict, get_args

from ludoteka.core.chance import Dice, Outcome, Source
from ludoteka.core.chance import Roll as RollOf
from ludoteka.core.game import Seat
from ludoteka.core.refusals import BadRequest
from ludoteka.core.values import replace

Setup = Literal["abak", "classic"]
YesNo = Literal["yes", "no"]
OnOff = Literal["off", "on"]

SETUPS: Final[tuple[Setup, ...]] = get_args(Setup)
LEAST_LIMIT = 5  # [AK-1.6] a lower limit would not hold the start


@dataclass(frozen=True, slots=True)
class Options:
    """The options of the rules document; `stack_limit` None: 5 for abak, none (0) for classic."""

    setup: Setup = "abak"
    stack_limit: int | None = None
    druid_exposed: YesNo = "yes"
    match: int = 1
    cube: OnOff = "off"
    crawford: YesNo = "yes"
    jacoby: YesNo = "no"

    @property
    def limit(self) -> int:
        """[AK-1.6] How many checkers a point can hold; 0: any number."""
        return default_limit(self.setup) if self.stack_limit is None else self.stack_limit

    @property
    def exposed(self) -> int:
        """[AK-8.7] Whether a druid alone on its prisoner can be hit, as the kernels read it."""
        return int(self.druid_exposed == "yes")

    def settled(self) -> "Options":
        """The same options with the limit filled in, so that equal options are equal values."""
        if self.limit in range(1, LEAST_LIMIT):
            raise BadRequest("Option stack_limit is 0 for no limit, or a number from 5 to 15.")
        return replace(self, stack_limit=self.limit)


def default_limit(setup: Setup) -> int:
    """[AK-1.6] Five for abak, no limit for classic."""
    return LEAST_LIMIT if setup == "abak" else 0


SETS: dict[Setup, str] = {
    "abak": "SSSSSSSSSGGNDEO",
    "classic": "SSSSSSSSSSSSSSS",
}  # [AK-1.4] the checkers of a seat
STARTS: dict[Setup, dict[int, str]] = {  # [AK-1.4] own point -> stack, bottom to top
    "abak": {24: "ED", 23: "OS", 13: "SSGS", 8: "SGS", 6: "SSSN"},
    "classic": {24: "SS", 13: "SSSSS", 8: "SSS", 6: "SSSSS"},
}

LETTERS = "SGNDEO"  # [AK-14.6] the order of the classes
SOLDIER, GUARD, GENERAL, DRUID, EVEN, ODD = range(1, 7)
BLACK_BIT = 8

CHECKERS = 15
POINTS = 24
HOME = 6  # a seat's own points 1-6
BAR = 25  # as a source, in own numbering
OFF = 0  # as a target
CELLS = 28
TRAY = 26  # White's; Black's is the next one

# What a landing does, or the rule that forbids it (negative).
PLACED, HIT, PINNED, HALF_HIT, DOUBLE_HIT, BORNE_OFF = 1, 2, 3, 4, 5, 6
FULL, CLOSED, HELD, GUARDED = -1, -2, -3, -4

CUBE_LIMIT = 4096  # [AK-12.2]
PASS, ROLL, DOUBLE, TAKE, DROP = "pass", "roll", "double", "take", "drop"
WORDS = (PASS, ROLL, DOUBLE, TAKE, DROP)
CUBE_WORDS = {"ask": (ROLL, DOUBLE), "offered": (TAKE, DROP)}  # [AK-14.6] by stage, in the order of `legal`
Stage = Literal["normal", "ask", "offered", "over"]

NOBODY = -1


class Step(NamedTuple):
    """[AK-3.1] One checker, one die. Points in the mover's own numbering; `checker` only for the bar."""

    source: int  # 1..24, or BAR
    target: int  # 1..24, or OFF
    checker: int = 0  # the class that enters; 0: a step from a point, or not named

    @property
    def places(self) -> tuple[str, str]:
        """[AK-16.4] Source and target, as written."""
        return place_name(self.source), place_name(self.target)


def place_name(point: int) -> str:
    """A source or target as it is written."""
    return {BAR: "bar", OFF: "off"}.get(point, str(point))


Sequence = tuple[Step, ...]


class Move(NamedTuple):
    """A turn (its steps, canonical when it comes from `legal`) or a word of `WORDS`."""

    steps: Sequence
    word: str = ""


class Spelled(Move):
    """A legal turn as somebody wrote it: equal to its canonical move; `given` keeps the writer's order."""

    given: Sequence

    def __new__(cls, steps: Sequence, given: Sequence) -> "Spelled":
        """The canonical steps make the move; the given ones are remembered."""
        self = super().__new__(cls, steps)
        self.given = given
        return self


def spelling(move: Move) -> Sequence:
    """The steps in the order in which they were given."""
    return move.given if isinstance(move, Spelled) else move.steps


WORD_MOVES = {word: Move((), word) for word in WORDS}


@dataclass(frozen=True, slots=True)
class PairOfDice(Dice):
    """[AK-2.5] A turn's roll: two dice, the larger one first, so that equal rolls are equal values."""

    def sample(self, rng: Source) -> RollOf:
        """Rolls both and puts the larger one first."""
        first, second = rng.below(self.sides) + 1, rng.below(self.sides) + 1
        return (max(first, second), min(first, second))

    def allows(self, outcome: Outcome) -> bool:
        return Dice.allows(self, outcome) and outcome[0] >= outcome[1]  # type: ignore[operator]  # two ints by then

    def probability(self, outcome: Outcome) -> Fraction:
        """1/36 for doubles, 2/36 for other rolls."""
        one = Dice.probability(self, outcome)
        if not self.allows(outcome):
            return one * 0
        return one if outcome[0] == outcome[1] else 2 * one

    def outcomes(self) -> Iterator[RollOf]:
        return ((high, low) for high in range(1, self.sides + 1) for low in range(1, high + 1))


OPENING_DICE = Dice(2)
TURN_DICE = PairOfDice(2)


@dataclass(frozen=True, slots=True)
class State:
    """[AK-1.1] A position: everything there is to know except the dice to come."""

    options: Options
    board: bytes  # 28 int64, see above
    seat: Seat = NOBODY  # whose turn it is; nobody's before the opening roll and after the end
    dice: tuple[int, ...] = ()  # the larger one first; empty: not rolled
    scores: tuple[int, int] = (0, 0)
    cube_value: int = 1
    cube_owner: Seat = NOBODY
    is_postcrawford: bool = False
    stage: Stage = "normal"
    left: tuple[Seat, ...] = ()

    @property
    def seats(self) -> int:
        return 2


# --- what is shown -----------------------------------------------------------------------------


class CubeView(TypedDict):
    """The cube: what it is worth and who may turn it (None: both)."""

    value: int
    owner: int | None


class OptionsView(TypedDict):
    """The options of the match, with the limit filled in."""

    setup: Setup
    stack_limit: int
    druid_exposed: YesNo
    match: int
    cube: OnOff
    crawford: YesNo
    jacoby: YesNo


class BoardView(TypedDict):
    """[AK-16.1] Points in White's numbering, bars and trays, as letters."""

    points: list[str]
    bar: list[str]
    off: list[str]


class View(BoardView):
    """[AK-16.1] What everybody sees."""

    pips: list[int]
    seat: int | None
    dice: list[int] | None
    stage: Stage
    cube: CubeView | None
    scores: list[int]
    options: OptionsView
    left: list[int]


StepDetail = TypedDict(
    "StepDetail",
    {
        "from": int | Literal["bar"],
        "to": int | Literal["off"],
        "checker": str,
        "hit": str | None,
        "pin": str | None,
    },
)


class TurnDetail(TypedDict):
    """[AK-16.2] What a turn leaves: the pips and, if it wins the game, how."""

    pips: list[int]
    result: NotRequired[Literal["single", "gammon", "backgammon"]]
