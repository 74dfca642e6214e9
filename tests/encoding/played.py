"""Matches played at random, for whatever holds in every position of every game."""

from collections.abc import Iterator
from random import Random
from typing import Any

from ludoteka import games
from ludoteka.core.chance import seed_from
from ludoteka.core.game import AnyGame, Played, Ticked, Turn
from ludoteka.core.match import Match, new, settle

AnyMatch = Match[Any, Any]
# game, seats, options: every way of moving that a game has
WAYS: list[tuple[str, int, dict[str, object]]] = [
    ("abaku", 2, {}),
    ("abaku", 3, {"diagonals": "on", "referee": "dispute"}),
    ("abaku", 1, {"mode": "cover", "operations": "add-sub"}),
    ("abaku", 1, {"mode": "sandbox"}),
    ("calculissimo", 2, {}),
    ("calculissimo", 3, {"board": "mini", "chips": "mini", "referee": "dispute", "swap": "stuck"}),
    ("kakuro", 3, {}),
    ("kakuro", 1, {"flip": "ready"}),
    ("abstrakto", 2, {}),
    ("abstrakto", 2, {"size": 4, "discard": "secret"}),
    ("abstrakto", 2, {"size": 3, "pie": "on"}),
    ("abak", 2, {}),
    ("abak", 2, {"setup": "classic", "match": 3, "cube": "on"}),
]
IDS = [f"{game} {seats} {' '.join(map(str, options.values()))}".strip() for game, seats, options in WAYS]


def begun(game: str, seats: int, options: dict[str, object], seed: str) -> tuple[AnyGame, AnyMatch]:
    found = games.get(game)
    return found, settle(new(found, seats, options), seed_from(seed))


def turns(game: str, seats: int, options: dict[str, object], seed: str, most: int) -> Iterator[AnyMatch]:
    """The turns of a match in which every listed move is equally likely, and time passes now and then."""
    rng = Random(seed)
    played, match = begun(game, seats, options, seed)
    for _ in range(most):
        turn = match.awaiting
        if not isinstance(turn, Turn):
            return
        yield match
        seat = rng.choice(sorted(turn.seats))
        move = rng.choice(list(played.legal(match.state, seat)))
        now = match.now + rng.randrange(9_000) * turn.live
        event = Ticked(now) if turn.until is not None and now >= turn.until else Played(seat, move, now)
        match = settle(match.then(event), seed_from(seed))
