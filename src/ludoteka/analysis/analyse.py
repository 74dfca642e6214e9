"""Any position looked at, harder and harder: what it promises, and the best moves, as far as one has come.

A look is made from a position alone and depends on nothing before it, so it can be made anywhere; the next
one takes about twice as long. What a seat does not see stays hidden: moves are judged by its view.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ludoteka import players
from ludoteka.analysis.report import move_json, rounded
from ludoteka.analysis.review import JudgedMove, told_move
from ludoteka.analysis.shapes import PositionLook
from ludoteka.core.chance import Source, seed_from
from ludoteka.core.game import Over, Seat, Turn
from ludoteka.core.match import Match
from ludoteka.core.player import AnyReference, Evaluation, Judged, Legal
from ludoteka.core.refusals import BadRequest

SHOWN = 5
MOST_EFFORT = 64


@dataclass(frozen=True, slots=True)
class Glance:
    """What a position promises each seat, and the best moves of whoever is to move."""

    effort: int
    unit: str
    seat: Seat | None  # whose moves they are; None: nobody chooses now
    values: tuple[Evaluation, ...]
    moves: tuple[JudgedMove, ...]
    is_final: bool  # a harder look finds nothing else

    def json(self) -> PositionLook:
        """As it goes over a wire."""
        return {
            "effort": self.effort,
            "unit": self.unit,
            "seat": self.seat,
            "win": rounded(one.win for one in self.values),
            "margin": rounded(one.margin for one in self.values),
            "error": rounded([max((one.error for one in self.values), default=0.0)])[0],
            "moves": [move_json(one) for one in self.moves],
            "final": self.is_final,
        }


def look(match: Match[Any, Any], seat: Seat | None = None, effort: int = 1) -> Glance:
    """One look at a position; raises `BadRequest` where nobody can judge the game."""
    info = match.game.info
    declared = players.skill(info.id).reference
    if declared is None:
        raise BadRequest("{game} has nobody who could judge a position.", game=info.title)
    reference = declared()
    mover = _mover(match, seat)
    values = tuple(reference.values(match.state, _source(effort)))
    judged = [] if mover is None else _judged(match, reference, mover, effort)
    if judged and mover is not None:
        values = _seen_by(values, mover, judged[0].worth)
    shown = () if mover is None else tuple(_told(match, mover, one) for one in judged[:SHOWN])
    is_final = _is_settled(match, judged) or effort >= MOST_EFFORT
    return Glance(effort, reference.unit_of(match.state), mover, values, shown, is_final)


def looks(match: Match[Any, Any], seat: Seat | None = None) -> Iterator[Glance]:
    """Looks with more and more effort, until a harder one finds nothing else."""
    effort, before = 1, None
    while True:
        seen = look(match, seat, effort)
        yield seen
        if seen.is_final or is_same(before, seen):
            return
        before, effort = seen, 2 * effort


def is_same(one: Glance | None, other: Glance) -> bool:
    """Whether a harder look found nothing else: what is not sampled does not change for ever."""
    if one is None or one.effort == 1:
        return False
    return [(m.move, m.value) for m in one.moves] == [(m.move, m.value) for m in other.moves]


def _mover(match: Match[Any, Any], seat: Seat | None) -> Seat | None:
    """Whose moves are looked at; in a race, the first of those who may act, unless one is named."""
    if seat is not None and seat >= match.opening.seats:
        raise BadRequest("There is no such seat on this board.")
    if not isinstance(match.awaiting, Turn):
        return None
    if seat is None or seat not in match.awaiting.seats:
        return min(match.awaiting.seats)
    return seat


def _judged(match: Match[Any, Any], reference: AnyReference, seat: Seat, effort: int) -> list[Judged[Any]]:
    game, state = match.game, match.state
    legal = Legal(lambda: game.legal(state, seat))
    return list(reference.judge(game.view(state, seat), seat, legal, None, _source(effort), effort))


def _told(match: Match[Any, Any], seat: Seat, one: Judged[Any]) -> JudgedMove:
    return told_move(match, seat, one, has_words=True)


def _seen_by(values: tuple[Evaluation, ...], seat: Seat, best: Evaluation) -> tuple[Evaluation, ...]:
    """What whoever is to move knows comes first: its best move. Of two, the other has what is left."""
    if len(values) != 2:
        return tuple(best if one == seat else value for one, value in enumerate(values))
    other = Evaluation(1.0 - best.win, -best.margin, error=best.error, is_exact=best.is_exact)
    return (best, other) if seat == 0 else (other, best)


def _is_settled(match: Match[Any, Any], judged: list[Judged[Any]]) -> bool:
    if isinstance(match.awaiting, Over) or not judged:
        return True
    return all(one.worth.is_exact for one in judged[:2])


def _source(effort: int) -> Source:
    return Source(seed_from(f"analysis {effort}"))
