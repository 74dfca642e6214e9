"""A finished match looked at again: what each decision cost, what luck brought, where the result came from.

For each seat a state has a value. `static` is what the reference says of a state; `ahead` looks one event
further: the mean over what chance can bring, or the value after the reference's own choice. The step from
`ahead` before an event to `static` after it belongs to chance (luck), to whoever decided (skill, and what
could not be known) or to somebody else (gifts); `ahead` less `static` of the same state is the reference's
second thought. Added up, these are the result less the value of the start, to rounding, for every seat.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice, pairwise
from math import sqrt
from typing import Any

from ludoteka.analysis.alternatives import squares
from ludoteka.analysis.grades import GREAT, Grade, grade
from ludoteka.analysis.levels import Ladder
from ludoteka.core.chance import Outcome, Source, seed_from
from ludoteka.core.description import Description
from ludoteka.core.game import Draw, Drawn, Left, Millis, Played, Seat, Turn, described
from ludoteka.core.match import Match
from ludoteka.core.player import AnyPlayer, AnyReference, Budget, Evaluation, Fact, Judged, Legal, ask

AnyMatch = Match[Any, Any]
Values = tuple[Evaluation, ...]

ALL_OUTCOMES = 64  # so many are all looked at; of more, `SAMPLES` are drawn
SAMPLES = 24
SHOWN = 5  # of the best moves
REASONS = 3  # sentences for a decision
TRUST = 1.96  # standard errors: 95 %


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """A move that was there: its text, what it promised, with the error, and its squares.

    The best one also in words: for each seat as it sits before the board, then for spectators.
    """

    move: str
    value: float
    win: float
    error: float
    where: tuple[str, ...] = ()
    words: tuple[Description, ...] = ()


@dataclass(frozen=True, slots=True)
class Decision:
    """One move of a seat, judged by what the seat could know."""

    ply: int
    seat: Seat
    played: str
    best: tuple[JudgedMove, ...] = ()
    loss: float = 0.0  # in the unit
    loss_win: float = 0.0
    grade: Grade = "best"
    is_forced: bool = False
    is_judged: bool = True  # False: nobody can say, as of a word in a race
    is_great: bool = False  # the only good move, where most would have missed it
    unknown: float = 0.0  # what could not be known
    step: tuple[float, ...] = ()  # what it changed, seat by seat
    why: tuple[Fact, ...] = ()
    skills: tuple[str, ...] = ()
    took: Millis = 0  # since it could be made


@dataclass(frozen=True, slots=True)
class Luck:
    """What chance brought each seat at one event, beyond what could be expected."""

    ply: int
    luck: tuple[float, ...]
    error: float


@dataclass(frozen=True, slots=True)
class Passed:
    """Something that was neither a decision nor chance: a deadline passed."""

    ply: int
    step: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class SecondThought:
    """The reference correcting itself about the state after an event."""

    ply: int
    value: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Point:
    """A point of the curve."""

    ply: int
    win: tuple[float, ...]
    margin: tuple[float, ...]


Finding = Point | Decision | Luck | Passed | SecondThought


@dataclass(frozen=True, slots=True)
class Depth:
    """How hard a review looks; part of its identity."""

    samples: int = SAMPLES
    seed: str = "review"


@dataclass(slots=True)
class Reviewer:
    """Walks through a match. `findings` come as they are ready: the whole curve first.

    What is found at an event depends on nothing but the match, so parts of a review can be made anywhere.
    """

    match: AnyMatch
    reference: AnyReference
    usual: AnyPlayer | None = None  # whoever misses what is a great find
    depth: Depth = field(default_factory=Depth)
    ladder: Ladder | None = None  # what decisions of every level cost, where that is known
    way: list[AnyMatch] = field(init=False)
    _static: dict[int, Values] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.way = list(self.match)

    @property
    def seats(self) -> int:
        return self.match.opening.seats

    def findings(self) -> Iterator[Finding]:
        """The curve, then every event in its order with the second thought about the state before it."""
        yield from self.curve()
        yield from self.events(0, self.match.ply)

    def curve(self) -> Iterator[Point]:
        """What the reference says of every state."""
        return (_point(match.ply, self.static(match)) for match in self.way)

    def events(self, first: int, last: int) -> Iterator[Finding]:
        """What is found at the events after `first` up to `last`."""
        for before, after in zip(self.way[first:last], self.way[first + 1 : last + 1], strict=True):
            yield from self._event(before, after)

    def losses(self) -> Iterator[tuple[Seat, float]]:
        """Who lost how much by each decision that was one: less work than a whole review."""
        for before, after in pairwise(self.way):
            event = after.event
            if isinstance(event, Played) and not _is_forced(before, event.seat):
                judged = self._judged(before, event)
                if judged:
                    yield event.seat, _loss(judged, event.move)

    def static(self, match: AnyMatch) -> Values:
        """What the reference says of a state on the way."""
        if match.ply not in self._static:
            self._static[match.ply] = self._values(match)
        return self._static[match.ply]

    # --- one event -------------------------------------------------------------------------------

    def _event(self, before: AnyMatch, after: AnyMatch) -> Iterator[Finding]:
        ahead, error, judged = self._ahead(before, after)
        yield SecondThought(before.ply, _less(ahead, self.static(before)))
        step = _less(self.static(after), ahead)
        if isinstance(after.event, Drawn):
            yield Luck(after.ply, step, error)
        elif isinstance(after.event, Played):
            yield self._decision(before, after.event, after.ply, judged, step)
        elif isinstance(after.event, Left):
            yield self._leaving(before, after, after.event, step)
        else:
            yield Passed(after.ply, step)

    def _ahead(self, before: AnyMatch, after: AnyMatch) -> tuple[Values, float, Sequence[Judged[Any]]]:
        """The value one event further, its error, and how the moves of whoever moved are judged."""
        if isinstance(before.awaiting, Draw):
            return *self._expected(before, before.awaiting), []
        here = self.static(before)
        if not isinstance(after.event, Played) or _is_forced(before, after.event.seat):
            return (self.static(after) if isinstance(after.event, Played) else here), 0.0, []
        judged = self._judged(before, after.event)
        if not judged:
            return here, 0.0, []  # a word that nobody judges, such as one of a race
        if isinstance(before.awaiting, Turn) and len(before.awaiting.seats) > 1:
            return here, 0.0, judged  # several may act: there is no one choice to look ahead to
        if judged[0].move == after.event.move:
            return self.static(after), 0.0, judged
        chosen = before.then(Played(after.event.seat, judged[0].move, after.now))
        return self._values(chosen), 0.0, judged

    def _expected(self, before: AnyMatch, draw: Draw) -> tuple[Values, float]:
        """The mean over what chance can bring: all of it where that is little, a sample otherwise."""
        outcomes = list(islice(draw.chance.outcomes(), ALL_OUTCOMES + 1))
        if len(outcomes) <= ALL_OUTCOMES:
            weights = [float(draw.chance.probability(one)) for one in outcomes]
            return _mean([self._drawn(before, one) for one in outcomes], weights), 0.0
        rng = self._source("draws", before.ply)
        drawn = [draw.chance.sample(rng) for _ in range(self.depth.samples)]
        values = [self._drawn(before, one) for one in drawn]
        return _mean(values, [1.0 / len(values)] * len(values)), _error(values)

    def _drawn(self, before: AnyMatch, outcome: Outcome) -> Values:
        return self._values(before.then(Drawn(outcome, before.now)))

    def _values(self, match: AnyMatch) -> Values:
        return tuple(self.reference.values(match.state, self._source("values", match.ply)))

    def _source(self, what: str, ply: int) -> Source:
        return Source(seed_from(f"{self.depth.seed} {what} {ply}"))

    # --- decisions -------------------------------------------------------------------------------

    def _judged(self, before: AnyMatch, event: Played[Any]) -> Sequence[Judged[Any]]:
        game, seat = before.game, event.seat
        legal = Legal(lambda: game.legal(before.state, seat))
        view = game.view(before.state, seat)
        return self.reference.judge(view, seat, legal, event.move, self._source("moves", before.ply))

    def _decision(
        self,
        before: AnyMatch,
        event: Played[Any],
        ply: int,
        judged: Sequence[Judged[Any]],
        step: tuple[float, ...],
    ) -> Decision:
        text = before.game.notation.write(before.state, event.seat, event.move)
        if not judged:
            forced = _is_forced(before, event.seat)
            return Decision(
                ply,
                event.seat,
                text,
                is_forced=forced,
                is_judged=forced,
                unknown=step[event.seat],
                step=step,
                took=_took(before, event),
            )
        best = judged[0]
        played = next(one for one in judged if one.move == event.move)
        loss = _loss(judged, event.move)
        is_best, how = best.move == event.move, self._grade(best, played)
        return Decision(
            ply,
            event.seat,
            text,
            tuple(told_move(before, event.seat, one, has_words=one is best) for one in judged[:SHOWN]),
            loss,
            0.0 if is_best else max(0.0, best.worth.win - played.worth.win),
            how,
            is_great=is_best and self._is_great(before, event.seat, judged),
            unknown=step[event.seat] + loss,
            step=step,
            why=() if how == "best" else self._why(before, event, best),
            skills=tuple(self.reference.skills(before.state, event.seat, best.move)),
            took=_took(before, event),
        )

    def _grade(self, best: Judged[Any], played: Judged[Any]) -> Grade:
        return grade(best.worth, played.worth, self.reference.thresholds, is_alone=self.seats == 1)

    def _why(self, before: AnyMatch, event: Played[Any], best: Judged[Any]) -> tuple[Fact, ...]:
        facts = self.reference.why(before.state, event.seat, event.move, best.move)
        return tuple(sorted(facts, key=lambda fact: -abs(fact.weight))[:REASONS])

    def _is_great(self, before: AnyMatch, seat: Seat, judged: Sequence[Judged[Any]]) -> bool:
        """Much better than every other move, and not what the usual player would have played."""
        if self.usual is None or len(judged) < 2 or judged[0].worth.win < judged[1].worth.win + GREAT:
            return False
        source = self._source("usual", before.ply)
        return bool(ask(self.usual, before.game, before.state, seat, Budget(), source).move != judged[0].move)

    def _leaving(self, before: AnyMatch, after: AnyMatch, event: Left, step: tuple[float, ...]) -> Decision:
        """Resigning costs what the position was worth; resigning what is lost costs nothing."""
        loss, here = max(0.0, -step[event.seat]), self.static(before)[event.seat]
        gone = self.static(after)[event.seat]
        lost_win = max(0.0, here.win - gone.win)
        how = grade(here, gone, self.reference.thresholds, is_alone=self.seats == 1)
        return Decision(
            after.ply,
            event.seat,
            "leave",
            loss=loss,
            loss_win=lost_win,
            grade=how,
            unknown=step[event.seat] + loss,
            step=step,
        )


def _took(before: AnyMatch, event: Played[Any]) -> Millis:
    """How long somebody thought: in a race, since it began."""
    turn = before.awaiting
    since = turn.since if isinstance(turn, Turn) and turn.live and turn.since is not None else before.now
    return max(0, event.at - since)


def told_move(before: AnyMatch, seat: Seat, one: Judged[Any], *, has_words: bool) -> JudgedMove:
    """A move that was there, with its text, its squares and, if wanted, its words."""
    game, worth = before.game, one.worth
    text = game.notation.write(before.state, seat, one.move)
    words = _words(before, Played(seat, one.move, before.now)) if has_words else ()
    where = squares(game, before.state, seat, one.move)
    return JudgedMove(text, worth.margin, worth.win, worth.error, where, words)


def _words(before: AnyMatch, event: Played[Any]) -> tuple[Description, ...]:
    viewers = (*range(before.opening.seats), None)
    told = (described(before.game, before.state, event, viewer) for viewer in viewers)
    return tuple(words for words in told if words is not None)


def _loss(judged: Sequence[Judged[Any]], move: Any) -> float:
    """How much less than the best move another one promises."""
    played = next(one for one in judged if one.move == move)
    return max(0.0, judged[0].worth.margin - played.worth.margin)


def _is_forced(before: AnyMatch, seat: Seat) -> bool:
    if isinstance(before.awaiting, Turn) and before.awaiting.forced is not None:
        return True
    return len(list(islice(before.game.legal(before.state, seat), 2))) < 2


def _point(ply: int, values: Values) -> Point:
    return Point(ply, tuple(one.win for one in values), tuple(one.margin for one in values))


def _less(one: Values, other: Values) -> tuple[float, ...]:
    return tuple(a.margin - b.margin for a, b in zip(one, other, strict=True))


def _mean(values: Sequence[Values], weights: Sequence[float]) -> Values:
    """The weighted mean, seat by seat."""
    seats = range(len(values[0]))
    win = [sum(w * one[seat].win for w, one in zip(weights, values, strict=True)) for seat in seats]
    margin = [sum(w * one[seat].margin for w, one in zip(weights, values, strict=True)) for seat in seats]
    return tuple(Evaluation(win[seat], margin[seat]) for seat in seats)


def _error(values: Sequence[Values]) -> float:
    """The error of a sampled mean, of the seat for which it is largest."""
    count = len(values)
    errors = []
    for seat in range(len(values[0])):
        margins = [one[seat].margin for one in values]
        mean = sum(margins) / count
        spread = sum((margin - mean) ** 2 for margin in margins) / max(1, count - 1)
        errors.append(TRUST * sqrt(spread / count))
    return max(errors)
