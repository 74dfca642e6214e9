"""Reference play for reviews of games with racks: points so far, and what each rack can make of the board.

With all racks seen, a seat has its points and what its best move would bring now, with what then stays on the
rack. A value is how far that is ahead of the best of the others. Moves are judged by the evaluator, over
imagined racks: by no more than the seat could know.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from math import sqrt
from typing import Any, ClassVar, Generic, TypeVar

from ludoteka.core.chance import Source, seed_from
from ludoteka.core.game import AnyGame, Draw, Drawn, Over, Played, Result, Seat, View, described
from ludoteka.core.player import Budget, Evaluation, Fact, Judged
from ludoteka.core.sentences import Sentence
from ludoteka.players._lines.evaluating import LinesEvaluator
from ludoteka.players._lines.racing import chance_to_win
from ludoteka.players._lines.skills import skills_of
from ludoteka.players._lines.table import Candidate, Table

M = TypeVar("M")
CANDIDATES = 9  # moves that are played out, beside the one that was played
GLANCES = 8  # playouts of each of them
IN_REACH = 4  # moves that may be the best after that, beside the one that was played
PLAYOUTS = 24  # of each of those, afresh: whoever was lucky at first sight is not lucky again
DRAWS = 8  # that stand for a bag
JOKER = "*"  # in the text of a move
TRUST = 1.96  # standard errors: 95 %


class LinesReference(ABC, Generic[M]):
    """Judges positions by points and racks, moves by playouts."""

    name: ClassVar[str] = "racks and playouts"
    version: ClassVar[int] = 2
    thresholds: ClassVar[tuple[float, float, float]]
    faces: ClassVar[str]  # of the tiles, in the order in which racks are counted
    game: ClassVar[AnyGame]
    evaluator: ClassVar[LinesEvaluator[Any]]

    @abstractmethod
    def table(self, view: View) -> Table[M] | None:
        """What the seat whose view it is could do if it had the turn; None where nothing scores."""

    def rack_of(self, candidate: Candidate[M]) -> str:
        """The tiles that stay after a move, as they lie on a rack."""
        kinds = zip(self.faces, candidate.rack.tolist(), strict=True)
        return " ".join(face for face, number in kinds for _ in range(number))

    def unit_of(self, state: Any) -> str:
        """Points ahead of the best of the others."""
        return "points"

    # --- values --------------------------------------------------------------------------------

    def values(self, state: Any, rng: Source) -> Sequence[Evaluation]:
        """Everybody's prospects when all racks are seen; the same state always has the same value."""
        awaited = self.game.awaiting(state)
        gone = self.evaluator.gone(self.game.view(state, None))
        if isinstance(awaited, Over):
            return [_ended(awaited.result, seat, gone) for seat in range(len(awaited.result.scores))]
        if isinstance(awaited, Draw):
            return self._before_a_draw(state, awaited)
        views = [self.game.view(state, seat) for seat in range(len(self.game.view(state, None)["scores"]))]
        held = [view["scores"][seat] + self._prospect(view) for seat, view in enumerate(views)]
        margins = [_ahead(held, seat, gone) for seat in range(len(held))]
        chances = [self._win(view, margin) for view, margin in zip(views, margins, strict=True)]
        wins = [0.0 if seat in gone else chance for seat, chance in enumerate(chances)]
        return [
            Evaluation(win / max(sum(wins), 1e-9) if len(wins) > 1 else 1.0, margin)
            for win, margin in zip(wins, margins, strict=True)
        ]

    def _prospect(self, view: View) -> float:
        table = self.table(view)
        return 0.0 if table is None else max(0.0, table.candidates(1)[0].worth)

    def _win(self, view: View, margin: float) -> float:
        unseen = self.evaluator.unseen(view)
        return chance_to_win(margin, self.evaluator.spread(view), max(1.0, unseen))

    def _before_a_draw(self, state: Any, draw: Draw) -> list[Evaluation]:
        """The mean over some draws; while lots are drawn for the first turn nobody is ahead."""
        seats = len(self.game.view(state, None)["scores"])
        rng = Source(seed_from(self.game.notation.dump(state)))
        after = [self.game.apply(state, Drawn(draw.chance.sample(rng))) for _ in range(DRAWS)]
        if any(isinstance(self.game.awaiting(one), Draw) for one in after):
            return [Evaluation(1.0 / seats, 0.0) for _ in range(seats)]
        drawn = [self.values(one, rng) for one in after]
        return [_mean([values[seat] for values in drawn]) for seat in range(seats)]

    # --- moves ---------------------------------------------------------------------------------

    def judge(
        self, view: View, seat: Seat, legal: Sequence[M], played: M | None, rng: Source, effort: int = 1
    ) -> Sequence[Judged[M]]:
        """The moves that look best and the one that was played, over the same imagined racks."""
        table = self.evaluator.table(view)
        if table is None:
            return []
        made = [] if played is None else [played]
        likely = dict.fromkeys([*(one.move for one in table.candidates(CANDIDATES)), *made])
        glanced = self._played_out(view, list(likely), GLANCES * effort, rng)
        chosen = dict.fromkeys([*(one.move for one in _in_reach(glanced)), *made])
        judged = self._played_out(view, list(chosen), PLAYOUTS * effort, rng)
        return [*judged, *(one for one in glanced if one.move not in chosen)]

    def _played_out(self, view: View, moves: Sequence[M], each: int, rng: Source) -> list[Judged[M]]:
        """Moves by what so many playouts of each say, best first."""
        worths = self.evaluator.moves(view, moves, Budget(nodes=each * len(moves)), rng)
        judged = [Judged(move, worth) for move, worth in zip(moves, worths, strict=True)]
        return sorted(judged, key=lambda one: -one.worth.margin)

    def why(self, state: Any, seat: Seat, played: M, best: M) -> Iterable[Fact]:
        """Points now, and what stays on the rack."""
        table = self.evaluator.table(self.game.view(state, seat))
        if table is None:
            return
        mine, better = table.candidate(played), table.candidate(best)
        where = self.game.where(state, seat, best)  # type: ignore[attr-defined]  # both games locate moves
        if better.points > mine.points:
            text = "It brings {mine} points; there was a move that brings {best}."
            said = Sentence(text, mine=round(mine.points), best=round(better.points))
            yield Fact(said, better.points - mine.points, where)
        if better.left - mine.left >= 1.0:
            more = round(better.left - mine.left)
            yield Fact(self._kept(better, mine, more), float(more), where)

    def _kept(self, better: Candidate[M], mine: Candidate[M], more: int) -> Sentence:
        kept, held = self.rack_of(better), self.rack_of(mine)
        if not kept:
            return Sentence("The better move keeps nothing, worth about {more} points more.", more=more)
        if not held:
            text = "The better move keeps {best}, worth about {more} points more."
            return Sentence(text, best=kept, more=more)
        text = "The better move keeps {best} instead of {mine}, worth about {more} points more."
        return Sentence(text, best=kept, mine=held, more=more)

    def skills(self, state: Any, seat: Seat, move: M) -> Sequence[str]:
        """What arithmetic the equations of a move need."""
        words = described(self.game, state, Played(seat, move), seat)
        text = self.game.notation.write(state, seat, move)
        return () if words is None else skills_of(words.items, with_joker=JOKER in text)


def _in_reach(judged: Sequence[Judged[M]]) -> Sequence[Judged[M]]:
    """Those of which the errors leave open whether they are the best."""
    best = judged[0].worth
    least = best.margin - best.error
    return [one for one in judged[:IN_REACH] if one.worth.margin + one.worth.error >= least]


def _ended(result: Result, seat: Seat, gone: Sequence[Seat]) -> Evaluation:
    scores = [float(score) for score in result.scores]
    win = 1.0 / result.ranks.count(1) if result.ranks[seat] == 1 else 0.0
    return Evaluation(win, _ahead(scores, seat, gone), is_exact=True)


def _ahead(held: Sequence[float], seat: Seat, gone: Sequence[Seat]) -> float:
    """How far a seat is ahead of the best of the others; alone, what it has.

    Who left ranks last and is nobody's rival, unless all others have left.
    """
    others = [other for other in range(len(held)) if other != seat]
    rivals = [other for other in others if other not in gone] or others
    return held[seat] - max((held[other] for other in rivals), default=0.0)


def _mean(values: Sequence[Evaluation]) -> Evaluation:
    count = len(values)
    win, margin = (sum(getattr(one, what) for one in values) / count for what in ("win", "margin"))
    spread = sum((one.margin - margin) ** 2 for one in values) / max(1, count - 1)
    return Evaluation(win, margin, error=TRUST * sqrt(spread / count), samples=count)
