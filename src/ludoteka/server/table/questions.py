"""Questions about a match that change nothing: previews, legal moves, steps."""

from itertools import islice

from ludoteka.core.game import AnyGame, Check, Examines, Played, Scores, Seat, StepWise, described
from ludoteka.core.refusals import BadRequest
from ludoteka.server.messages.models import described_sheet, sentence_fields
from ludoteka.server.messages.wire import Checked, Examined, Moves, Scored, StepList
from ludoteka.server.table.ledger import AnyMatch

SHOWN = 200  # at most this many moves that can still be reached


def score_of(match: AnyMatch, seat: Seat, text: str, number: int = 0) -> Scored:
    """What a move would score if it were played."""
    move = match.game.notation.read(match.state, seat, text)
    if not isinstance(match.game, Scores):
        raise BadRequest("This game has no previews.")
    found = match.game.score(match.state, seat, move)
    words = described_sheet(described(match.game, match.state, Played(seat, move), seat))
    return Scored(points=found.points, detail=list(found.detail), id=number, described=words)


def examine_of(match: AnyMatch, seat: Seat, text: str, number: int = 0) -> Examined:
    """Which conditions of a half-entered move hold."""
    move = match.game.notation.read(match.state, seat, text)
    if not isinstance(match.game, Examines):
        raise BadRequest("In this game the conditions of a move are not told one by one.")
    found = match.game.examine(match.state, seat, move)
    return Examined(checks=[_checked(check) for check in found.checks], points=found.points, id=number)


def _checked(check: Check) -> Checked:
    return Checked(holds=check.holds, rule=check.rule, where=list(check.where), **sentence_fields(check.said))


def legal_of(match: AnyMatch, seat: Seat, limit: int, number: int = 0) -> Moves:
    """The legal moves as texts, the first `limit` of them."""
    moves = list(match.game.legal(match.state, seat))
    write = match.game.notation.write
    texts = [write(match.state, seat, move) for move in moves[:limit]]
    return Moves(moves=texts, count=len(moves), id=number)


def steps_of(match: AnyMatch, seat: Seat, prefix: str, number: int = 0) -> StepList:
    """What can follow the steps chosen so far."""
    game: AnyGame = match.game
    if not isinstance(game, StepWise):
        raise BadRequest("In this game a move is not built step by step.")
    found = game.steps(match.state, seat, prefix)
    write = match.game.notation.write
    texts = [write(match.state, seat, move) for move in islice(found.moves, SHOWN)]
    return StepList(
        steps=list(found.steps), complete=found.complete, board=found.board, moves=texts, id=number
    )


LISTS = frozenset((legal_of, steps_of))  # questions whose answers name moves that nobody has entered
