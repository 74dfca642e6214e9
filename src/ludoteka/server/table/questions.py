"""Questions about a match that change nothing: previews, legal moves, steps."""

from itertools import islice

from ludoteka.core.game import AnyGame, Played, Scores, Seat, StepWise
from ludoteka.core.refusals import BadRequest, Refusal
from ludoteka.server.messages.wire import Moves, Scored, StepList
from ludoteka.server.table.ledger import AnyMatch
from ludoteka.server.table.visibility import is_told_in_full

SHOWN = 200  # at most this many moves that can still be reached


def score_of(match: AnyMatch, seat: Seat, text: str, number: int = 0) -> Scored:
    """What a move would score if it were played."""
    move = match.game.notation.read(match.state, seat, text)
    if not isinstance(match.game, Scores):
        raise BadRequest("This game has no previews.")
    found = match.game.score(match.state, seat, move)
    return Scored(points=found.points, detail=list(found.detail), id=number)


def scored(after: AnyMatch, seat: Seat | None) -> Scored | None:
    """What the move that led here scored, where these eyes know the whole move."""
    before, event = after.before, after.event
    if before is None or not isinstance(event, Played) or not isinstance(after.game, Scores):
        return None
    if not is_told_in_full(before, event, seat):
        return None
    try:
        return score_of(before, event.seat, after.game.notation.write(before.state, event.seat, event.move))
    except Refusal:
        return None  # a mistake may be played where the players are their own referees


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
