"""The evaluator of Kakuro: points, tiles and rows, against the best of the others, and the chance to win."""

from collections.abc import Sequence

from ludoteka.core.chance import Source
from ludoteka.core.game import Seat, View
from ludoteka.core.player import Budget, Evaluation, Term
from ludoteka.games.kakuro.imagine import shown_state
from ludoteka.games.kakuro.rules.rounds import seats_in, staying
from ludoteka.games.kakuro.turns import result
from ludoteka.games.kakuro.types import Claim, Move, State, Word
from ludoteka.players.kakuro.worth import Share, after_claim, after_failure, chances, shares


def told(state: State, seat: Seat, held: list[Share]) -> Evaluation:
    """What everybody holds, as the seat sees it: against the best of the others, alone against nobody."""
    others = [held[other] for other in staying(state) if other != seat]
    best = max(others, key=lambda one: one.sum, default=Share(0.0, 0.0))
    mine = held[seat]
    terms = (
        Term("points", mine.points - best.points),
        Term("tiles", mine.tiles - best.tiles),
        Term("rows", mine.rows - best.rows),
    )
    return Evaluation(chances(state, held)[seat], mine.sum - best.sum, terms=terms)


def without(state: State, seat: Seat) -> Evaluation:
    """The seat makes no row in this round: one of the others does, or the sum tile fails."""
    held = shares(state, [other for other in seats_in(state) if other != seat])
    if any(one.rows for one in held):
        return told(state, seat, held)
    failed = after_failure(state)
    return told(failed, seat, shares(failed))


class RaceEvaluator:
    """Everything in Kakuro is open, so what is expected is the same for whoever looks."""

    unit = "points"

    def position(self, view: View, seat: Seat, budget: Budget, rng: Source) -> Evaluation:
        """What the position promises a seat."""
        state = shown_state(view)
        if result(state) is not None:
            return finished(state, seat)
        return told(state, seat, shares(state))

    def moves(self, view: View, moves: Sequence[Move], budget: Budget, rng: Source) -> Sequence[Evaluation]:
        """What each move promises the seat whose view it is, if nobody is quicker."""
        state, seat = shown_state(view), view["you"]
        return [_move(state, seat, move) for move in moves]


def _move(state: State, seat: Seat, move: Move) -> Evaluation:
    if isinstance(move, Claim):
        after = after_claim(state, seat, move)
        return without(state, seat) if after is None else told(after, seat, shares(after))
    if move is Word.KAKURO:
        return told(state, seat, shares(state, [seat]))
    if move in (Word.IMPOSSIBLE, Word.RETRACT):
        return without(state, seat)
    return told(state, seat, shares(state))


def finished(state: State, seat: Seat) -> Evaluation:
    """The match is over: all is known."""
    ended = result(state)
    assert ended is not None
    others = [state.scores[other] for other in range(state.seats) if other != seat]
    ahead = float(state.scores[seat] - max(others, default=0))
    win = 1.0 / ended.ranks.count(1) if ended.ranks[seat] == 1 else 0.0
    return Evaluation(win, ahead, terms=(Term("points", ahead),), is_exact=True)
