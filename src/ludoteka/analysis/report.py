"""A review as a whole: its findings added up seat by seat, and as JSON for programs and the page.

A review can be made in parts, by several processes: `part` gives the findings of some events as JSON, and
`joined` adds the parts up. Their numbers are rounded, and so is what they add up to.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from ludoteka import players
from ludoteka.analysis import levels
from ludoteka.analysis.levels import Ladder, LikeLevel
from ludoteka.analysis.review import (
    Decision,
    Depth,
    Finding,
    JudgedMove,
    Luck,
    Passed,
    Point,
    Reviewer,
    SecondThought,
)
from ludoteka.analysis.shapes import (
    BestMove,
    ChanceEvent,
    CurvePoint,
    DecisionMade,
    Reason,
    Reviewed,
    SeatSums,
    ThoughtAgain,
    TimePassed,
)
from ludoteka.core.game import Json, Seat
from ludoteka.core.match import Match
from ludoteka.core.player import AnyReference, Fact
from ludoteka.core.refusals import BadRequest

USUAL = 2  # the level that misses what is a great find
REVIEW_VERSION = (
    2  # of what a review holds and how it comes about; a kept one of another version is made anew
)
PLACES = 6  # digits after the point, in JSON
Told: TypeAlias = DecisionMade | ChanceEvent | ThoughtAgain | TimePassed | CurvePoint
Part: TypeAlias = dict[str, list[Json]]  # findings as JSON, by kind

KINDS: Mapping[type[Any], str] = {
    Decision: "decisions",
    Luck: "chance",
    SecondThought: "thoughts",
    Passed: "passed",
    Point: "curve",
}


def reviewer_of(match: Match[Any, Any], depth: Depth | None = None) -> Reviewer:
    """Whoever reviews a match; raises `BadRequest` where the game has no reference play."""
    info = match.game.info
    declared = players.skill(info.id).reference
    if declared is None:
        raise BadRequest("{game} has nobody who could review a match.", game=info.title)
    there = players.levels(info.id)
    usual = there[USUAL].player() if USUAL in there else None
    reference = declared()
    return Reviewer(match, reference, usual, depth or Depth(), ladder_of(match, reference))


def ladder_of(match: Match[Any, Any], reference: AnyReference) -> Ladder | None:
    """What decisions of every level cost in matches like this one; None: nobody has measured that."""
    path, opening = players.skill(match.game.info.id).losses, match.opening
    if path is None or not path.is_file() or opening.position is not None:
        return None
    ladder = levels.read(path)
    same = (levels.identity_of(reference), reference.unit_of(match.state), dict(opening.options))
    return ladder if same == (ladder.reference, ladder.unit, ladder.options) else None


def review(reviewer: Reviewer, progress: Callable[[Finding], None] | None = None) -> Reviewed:
    """The whole review as JSON; `progress` is told each finding."""

    def told() -> Iterator[Finding]:
        for finding in reviewer.findings():
            yield finding
            if progress is not None:
                progress(finding)

    return joined(reviewer, [part(told())])


def part(findings: Iterable[Finding]) -> Part:
    """Some findings as JSON, by kind."""
    made: Part = {kind: [] for kind in KINDS.values()}
    for finding in findings:
        made[KINDS[type(finding)]].append(finding_json(finding))
    return made


def joined(reviewer: Reviewer, parts: Sequence[Part]) -> Reviewed:
    """The whole review, as docs/guide/study.md describes it: all parts in their order, and the sums."""
    every: Part = {kind: [one for made in parts for one in made[kind]] for kind in KINDS.values()}
    game, seats = reviewer.match.game.info.id, range(reviewer.seats)
    sums = [sums_of(every, seat) for seat in seats]
    return {
        "game": game,
        "unit": reviewer.reference.unit_of(reviewer.match.state),
        "reference": _identity(reviewer.reference, reviewer.depth),
        "over": reviewer.match.is_over,
        "start": [one.start for one in sums],
        "result": [one.result for one in sums],
        "decisions": every["decisions"],
        "chance": every["chance"],
        "thoughts": every["thoughts"],
        "passed": every["passed"],
        "curve": every["curve"],
        "seats": [_sums_json(one, _like(reviewer, every["decisions"], one.seat)) for one in sums],
    }


def _like(reviewer: Reviewer, decisions: Iterable[Json], seat: Seat) -> LikeLevel | None:
    """Which level a seat played like; None: too few decisions, or nobody knows."""
    if reviewer.ladder is None:
        return None
    own = [one for one in decisions if one["seat"] == seat and one["best"]]
    return reviewer.ladder.like([one["loss"] for one in own], reviewer.reference.thresholds)


def identity(reference: AnyReference) -> str:
    """Who judges, and how: reviews of another identity are not the same."""
    return f"{levels.identity_of(reference)}, review {REVIEW_VERSION}"


def _identity(reference: AnyReference, depth: Depth) -> dict[str, Json]:
    return {
        "review": REVIEW_VERSION,
        "name": reference.name,
        "version": reference.version,
        "samples": depth.samples,
        "seed": depth.seed,
    }


# --- where a result came from --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sums:
    """Where the result of a seat came from: result - start is the sum of the five parts."""

    seat: Seat
    decisions: int  # those that were not forced
    loss: float
    luck: float
    unknown: float
    gifts: float
    thoughts: float
    start: float
    result: float
    skills: Mapping[str, tuple[int, int]]  # found and missed

    @property
    def skill(self) -> float:
        return -self.loss

    @property
    def loss_per_decision(self) -> float:
        return self.loss / self.decisions if self.decisions else 0.0

    @property
    def adjusted(self) -> float:
        """The result without what nobody could help."""
        return self.result - self.luck - self.unknown - self.thoughts

    @property
    def remainder(self) -> float:
        """What the parts leave over: nothing, to rounding."""
        parts = self.skill + self.unknown + self.gifts + self.luck + self.thoughts
        return self.result - self.start - parts


def sums_of(made: Part, seat: Seat) -> Sums:
    """The sums of one seat."""
    own = [one for one in made["decisions"] if one["seat"] == seat]
    chosen = [one for one in own if one["judged"] and not one["forced"]]
    return Sums(
        seat,
        len(chosen),
        sum(one["loss"] for one in own),
        sum(one["luck"][seat] for one in made["chance"]),
        sum(one["unknown"] for one in own) + sum(one["step"][seat] for one in made["passed"]),
        sum(one["step"][seat] for one in made["decisions"] if one["seat"] != seat),
        sum(one["value"][seat] for one in made["thoughts"]),
        made["curve"][0]["margin"][seat],
        made["curve"][-1]["margin"][seat],
        _skills(chosen),
    )


def _skills(decisions: Iterable[Json]) -> dict[str, tuple[int, int]]:
    """How often what a best play needed was found and missed."""
    counted: dict[str, tuple[int, int]] = {}
    for one in decisions:
        for skill in one["skills"]:
            found, missed = counted.get(skill, (0, 0))
            is_found = one["class"] == "best"
            counted[skill] = (found + is_found, missed + (not is_found))
    return counted


def _sums_json(one: Sums, like: LikeLevel | None) -> SeatSums:
    return {
        "seat": one.seat,
        "decisions": one.decisions,
        "loss": _round(one.loss),
        "loss_per_decision": _round(one.loss_per_decision),
        "skill": _round(one.skill),
        "luck": _round(one.luck),
        "unknown": _round(one.unknown),
        "gifts": _round(one.gifts),
        "thoughts": _round(one.thoughts),
        "adjusted": _round(one.adjusted),
        "level": None if like is None else {"estimate": like.estimate, "low": like.low, "high": like.high},
        "skills": {key: {"found": found, "missed": missed} for key, (found, missed) in one.skills.items()},
    }


# --- findings as JSON ----------------------------------------------------------------------------


def finding_json(one: Finding) -> Told:
    """One finding, as it goes over a wire."""
    if isinstance(one, Decision):
        return _decision_json(one)
    if isinstance(one, Luck):
        return {"ply": one.ply, "luck": rounded(one.luck), "error": _round(one.error)}
    if isinstance(one, SecondThought):
        return {"ply": one.ply, "value": rounded(one.value)}
    if isinstance(one, Passed):
        return {"ply": one.ply, "step": rounded(one.step)}
    return {"ply": one.ply, "win": rounded(one.win), "margin": rounded(one.margin)}


def _decision_json(one: Decision) -> DecisionMade:
    return {
        "ply": one.ply,
        "seat": one.seat,
        "played": one.played,
        "best": [move_json(candidate) for candidate in one.best],
        "loss": _round(one.loss),
        "loss_win": _round(one.loss_win),
        "class": one.grade,
        "forced": one.is_forced,
        "judged": one.is_judged,
        "great": one.is_great,
        "unknown": _round(one.unknown),
        "step": rounded(one.step),
        "why": [_fact_json(fact) for fact in one.why],
        "skills": list(one.skills),
        "took": one.took,
    }


def _fact_json(fact: Fact) -> Reason:
    """A reason as text and as template with values."""
    said = fact.sentence
    told = said.json()
    return {
        "text": said.text,
        "template": told["template"],
        "values": told["values"],
        "where": list(fact.where),
        "weight": _round(fact.weight),
    }


def move_json(one: JudgedMove) -> BestMove:
    """A move that was there."""
    words: Any = [description.json() for description in one.words]
    return {
        "move": one.move,
        "value": _round(one.value),
        "win": _round(one.win),
        "error": _round(one.error),
        "where": list(one.where),
        "words": words,
    }


def _round(number: float) -> float:
    return round(number, PLACES) + 0.0


def rounded(numbers: Iterable[float]) -> list[float]:
    """Numbers as they go over a wire."""
    return [_round(number) for number in numbers]
