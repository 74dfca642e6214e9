"""What else was there: the moves that would have brought most, by the game's own score."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from time import monotonic
from typing import Any, Protocol, runtime_checkable

from ludoteka.core.game import AnyGame, Millis, Scores, Seat, Turn

SHOWN = 8


@dataclass(frozen=True, slots=True)
class Alternative:
    """A move that was there, and what it would have brought."""

    move: str
    points: int | None


@runtime_checkable
class Reviews(Protocol):
    """`review`: everything that was there for anybody in a race, with its points, best first."""

    def review(self, state: Any) -> Iterable[tuple[str, int]]: ...


def what_else(game: AnyGame, state: Any, seat: Seat | None, ms: Millis) -> list[Alternative]:
    """All that there was where a game can say so; else the best moves of the seat that moved."""
    if isinstance(game, Reviews):
        return [Alternative(text, points) for text, points in game.review(state)]
    return best_moves(game, state, seat, ms)


def best_moves(game: AnyGame, state: Any, seat: Seat | None, ms: Millis) -> list[Alternative]:
    """The best-scoring moves of a seat (None: of any that could act), best first, found within `ms`."""
    until = monotonic() + ms / 1000
    found: dict[str, int | None] = {}
    for actor, move in _moves(game, state, seat):
        points = game.score(state, actor, move).points if isinstance(game, Scores) else None
        found.setdefault(game.notation.write(state, actor, move), points)
        if monotonic() > until:
            break
    ordered = sorted(found.items(), key=lambda one: -(one[1] or 0))
    return [Alternative(text, points) for text, points in ordered[:SHOWN]]


def _moves(game: AnyGame, state: Any, seat: Seat | None) -> Iterator[tuple[Seat, Any]]:
    turn = game.awaiting(state)
    if not isinstance(turn, Turn):
        return
    for actor in sorted(turn.seats):
        if seat is None or actor == seat:
            yield from ((actor, move) for move in game.legal(state, actor))
