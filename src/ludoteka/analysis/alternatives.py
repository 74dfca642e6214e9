"""What else was there: the moves that would have scored most, by the game's own `score`."""

from collections.abc import Iterator
from time import monotonic
from typing import Any

from ludoteka.core.game import AllThereWas, Alternative, AnyGame, Located, Millis, Scores, Seat, Turn

SHOWN = 8


def what_else(game: AnyGame, state: Any, seat: Seat | None, ms: Millis) -> list[Alternative]:
    """Everything there was, where a game can say so; otherwise the best moves of the seat that moved."""
    if isinstance(game, AllThereWas):
        return list(game.all_there_was(state))
    return best_moves(game, state, seat, ms)


def best_moves(game: AnyGame, state: Any, seat: Seat | None, ms: Millis) -> list[Alternative]:
    """The best-scoring moves of a seat (None: of any that could act), best first, found within `ms`."""
    until = monotonic() + ms / 1000
    found: dict[str, tuple[int | None, Seat, Any]] = {}
    for actor, move in _moves(game, state, seat):
        points = game.score(state, actor, move).points if isinstance(game, Scores) else None
        found.setdefault(game.notation.write(state, actor, move), (points, actor, move))
        if monotonic() > until:
            break
    ordered = sorted(found.items(), key=lambda one: -(one[1][0] or 0))
    return [
        Alternative(text, points, squares(game, state, actor, move))
        for text, (points, actor, move) in ordered[:SHOWN]
    ]


def squares(game: AnyGame, state: Any, seat: Seat, move: Any) -> tuple[str, ...]:
    """The squares that a move lights, where the game names any."""
    return game.where(state, seat, move) if isinstance(game, Located) else ()


def _moves(game: AnyGame, state: Any, seat: Seat | None) -> Iterator[tuple[Seat, Any]]:
    turn = game.awaiting(state)
    if not isinstance(turn, Turn):
        return
    for actor in sorted(turn.seats):
        if seat is None or actor == seat:
            yield from ((actor, move) for move in game.legal(state, actor))
