"""The JSON of a review, as docs/guide/study.md describes it; source of the page's types."""

from typing import Any, TypedDict

from ludoteka.analysis.grades import Grade


class SentenceTold(TypedDict):
    """A sentence: a template and its values."""

    template: str
    values: dict[str, Any]


class SpokenItem(TypedDict):
    """One thing that a move consists of."""

    maths: str
    said: SentenceTold | None
    points: int | None
    notes: list[SentenceTold]
    where: list[str]
    seat: int | None


class InWords(TypedDict):
    """A move in people's words."""

    said: SentenceTold
    items: list[SpokenItem]
    points: int | None
    where: list[str]
    seat: int | None


class Reason(TypedDict):
    """Why the best move is better; every value can be counted again."""

    text: str
    template: str
    values: dict[str, Any]
    where: list[str]
    weight: float


class BestMove(TypedDict):
    """A move that was there, with what it promised; the best one in words, for each seat, then spectators."""

    move: str
    value: float
    win: float
    error: float
    where: list[str]
    words: list[InWords]


class PositionLook(TypedDict):
    """What a position promises each seat, and the best moves of whoever is to move, so far."""

    effort: int
    unit: str
    seat: int | None
    win: list[float]
    margin: list[float]
    error: float
    moves: list[BestMove]
    final: bool


DecisionMade = TypedDict(
    "DecisionMade",
    {
        "ply": int,
        "seat": int,
        "played": str,
        "best": list[BestMove],
        "loss": float,
        "loss_win": float,
        "class": Grade,
        "forced": bool,
        "judged": bool,
        "great": bool,
        "unknown": float,
        "step": list[float],
        "why": list[Reason],
        "skills": list[str],
        "took": int,
    },
)


class ChanceEvent(TypedDict):
    """What chance brought each seat, beyond what could be expected."""

    ply: int
    luck: list[float]
    error: float


class ThoughtAgain(TypedDict):
    """How far the reference corrected itself about the state after an event."""

    ply: int
    value: list[float]


class TimePassed(TypedDict):
    """What a deadline that passed changed."""

    ply: int
    step: list[float]


class CurvePoint(TypedDict):
    """What the state after an event promised each seat."""

    ply: int
    win: list[float]
    margin: list[float]


class SkillCount(TypedDict):
    """How often plays that needed a skill were found and missed."""

    found: int
    missed: int


class LevelTold(TypedDict):
    """The level that a seat played like, and the range it lies in."""

    estimate: int
    low: int
    high: int


class SeatSums(TypedDict):
    """Where the result of a seat came from."""

    seat: int
    decisions: int
    loss: float
    loss_per_decision: float
    skill: float
    luck: float
    unknown: float
    gifts: float
    thoughts: float
    adjusted: float
    level: LevelTold | None  # None: too few decisions to tell, or nobody has measured it
    skills: dict[str, SkillCount]


class Reviewed(TypedDict):
    """A whole review."""

    game: str
    unit: str
    reference: dict[str, Any]
    over: bool  # False: the host ended it, and `result` is what it was worth then
    start: list[float]
    result: list[float]
    decisions: list[DecisionMade]
    chance: list[ChanceEvent]
    thoughts: list[ThoughtAgain]
    passed: list[TimePassed]
    curve: list[CurvePoint]
    seats: list[SeatSums]
