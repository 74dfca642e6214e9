"""A review as a whole: its findings added up seat by seat, and as JSON for programs and the page."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ludoteka import players
from ludoteka.analysis.estimates import Estimate, estimate
from ludoteka.analysis.review import (
    Candidate,
    Decision,
    Depth,
    Finding,
    Luck,
    Passed,
    Point,
    Reviewer,
    SecondThought,
)
from ludoteka.core.game import Json, Seat
from ludoteka.core.match import Match
from ludoteka.core.player import AnyReference, Fact
from ludoteka.core.refusals import BadRequest

USUAL = 2  # the level that misses what is a great find
PLACES = 4  # digits after the point, in JSON


@dataclass(frozen=True, slots=True)
class Sums:
    """Where the result of a seat came from: result - start is the sum of the five parts."""

    seat: Seat
    decisions: int  # those that were not forced
    loss: float
    skill: float
    luck: float
    unknown: float
    gifts: float
    thoughts: float
    start: float
    result: float
    level: Estimate | None = None
    skills: Mapping[str, tuple[int, int]] = field(default_factory=dict)  # found and missed

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


@dataclass(frozen=True, slots=True)
class Review:
    """Everything that was found, in order, and the sums."""

    game: str
    unit: str
    reference: Mapping[str, Json]
    findings: tuple[Finding, ...]
    seats: tuple[Sums, ...]

    def of(self, kind: type[Any]) -> list[Any]:
        """The findings of one kind."""
        return [one for one in self.findings if isinstance(one, kind)]


def review(
    match: Match[Any, Any], depth: Depth | None = None, progress: Callable[[Finding], None] | None = None
) -> Review:
    """The review of a match; `progress` is told each finding. Raises `BadRequest` where nobody can judge."""
    reviewer = reviewer_of(match, depth)
    findings = []
    for finding in reviewer.findings():
        findings.append(finding)
        if progress is not None:
            progress(finding)
    return added_up(reviewer, findings)


def reviewer_of(match: Match[Any, Any], depth: Depth | None = None) -> Reviewer:
    """Whoever reviews a match; raises `BadRequest` where the game has no reference play."""
    info = match.game.info
    declared = players.skill(info.id).reference
    if declared is None:
        raise BadRequest("{game} has nobody who could review a match.", game=info.title)
    there = players.levels(info.id)
    usual = there[USUAL].player() if USUAL in there else None
    return Reviewer(match, declared(), usual, depth or Depth())


def added_up(reviewer: Reviewer, findings: Sequence[Finding]) -> Review:
    """The sums of the findings of a whole match."""
    game, reference = reviewer.match.game.info.id, reviewer.reference
    seats = tuple(_sums(reviewer, findings, seat) for seat in range(reviewer.seats))
    return Review(game, reference.unit, _identity(reference, reviewer.depth), tuple(findings), seats)


def _identity(reference: AnyReference, depth: Depth) -> dict[str, Json]:
    return {
        "name": reference.name,
        "version": reference.version,
        "samples": depth.samples,
        "seed": depth.seed,
    }


def _sums(reviewer: Reviewer, findings: Sequence[Finding], seat: Seat) -> Sums:
    decisions = [one for one in findings if isinstance(one, Decision)]
    own = [one for one in decisions if one.seat == seat]
    passed = [one for one in findings if isinstance(one, Passed)]
    chosen = [one for one in own if not one.is_forced]
    loss = sum(one.loss for one in own)
    return Sums(
        seat,
        len(chosen),
        loss,
        -loss,
        sum(one.luck[seat] for one in findings if isinstance(one, Luck)),
        sum(one.unknown for one in own) + sum(one.step[seat] for one in passed),
        sum(one.step[seat] for one in decisions if one.seat != seat),
        sum(one.value[seat] for one in findings if isinstance(one, SecondThought)),
        reviewer.static[0][seat].margin,
        reviewer.static[-1][seat].margin,
        estimate(reviewer.match.game.info.id, [one.loss_win for one in chosen]),
        _skills(chosen),
    )


def _skills(decisions: Iterable[Decision]) -> dict[str, tuple[int, int]]:
    """How often what a best play needed was found and missed."""
    counted: dict[str, tuple[int, int]] = {}
    for one in decisions:
        for skill in one.skills:
            found, missed = counted.get(skill, (0, 0))
            is_found = one.grade == "best"
            counted[skill] = (found + is_found, missed + (not is_found))
    return counted


# --- JSON --------------------------------------------------------------------------------------


def as_json(made: Review) -> dict[str, Json]:
    """The review as docs/guide/study.md describes it."""
    return {
        "game": made.game,
        "unit": made.unit,
        "reference": dict(made.reference),
        "start": [_round(one.start) for one in made.seats],
        "result": [_round(one.result) for one in made.seats],
        "decisions": [finding_json(one) for one in made.of(Decision)],
        "chance": [finding_json(one) for one in made.of(Luck)],
        "thoughts": [finding_json(one) for one in made.of(SecondThought)],
        "passed": [finding_json(one) for one in made.of(Passed)],
        "curve": [finding_json(one) for one in made.of(Point)],
        "seats": [_sums_json(one) for one in made.seats],
    }


def finding_json(one: Finding) -> dict[str, Json]:
    """One finding, as it goes over a wire."""
    if isinstance(one, Decision):
        return _decision_json(one)
    if isinstance(one, Luck):
        return {"ply": one.ply, "luck": _rounded(one.luck), "error": _round(one.error)}
    if isinstance(one, SecondThought):
        return {"ply": one.ply, "value": _rounded(one.value)}
    if isinstance(one, Passed):
        return {"ply": one.ply, "step": _rounded(one.step)}
    return {"ply": one.ply, "win": _rounded(one.win), "margin": _rounded(one.margin)}


def _decision_json(one: Decision) -> dict[str, Json]:
    return {
        "ply": one.ply,
        "seat": one.seat,
        "played": one.played,
        "best": [_candidate_json(candidate) for candidate in one.best],
        "loss": _round(one.loss),
        "loss_win": _round(one.loss_win),
        "class": one.grade,
        "forced": one.is_forced,
        "great": one.is_great,
        "unknown": _round(one.unknown),
        "step": _rounded(one.step),
        "why": [fact_json(fact) for fact in one.why],
        "skills": list(one.skills),
    }


def fact_json(fact: Fact) -> dict[str, Json]:
    """A reason as text and as template with values."""
    return {
        "text": fact.sentence.text,
        **fact.sentence.json(),
        "where": list(fact.where),
        "weight": _round(fact.weight),
    }


def _candidate_json(one: Candidate) -> dict[str, Json]:
    return {
        "move": one.move,
        "value": _round(one.value),
        "win": _round(one.win),
        "error": _round(one.error),
    }


def _sums_json(one: Sums) -> dict[str, Json]:
    level = one.level
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
        "level": None if level is None else {"estimate": level.level, "low": level.low, "high": level.high},
        "skills": {key: {"found": found, "missed": missed} for key, (found, missed) in one.skills.items()},
    }


def _round(number: float) -> float:
    return round(number, PLACES) + 0.0


def _rounded(numbers: Iterable[float]) -> list[float]:
    return [_round(number) for number in numbers]
