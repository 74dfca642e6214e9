"""The library in a few words: `ludoteka.new`, `ludoteka.load` and `ludoteka.read`.

    import ludoteka

    match = ludoteka.new(ludoteka.games.ids()[0], seed="a rainy afternoon")
    while not match.is_over:
        match = match.play(match.legal()[0])
    print(match, match.result)

A match is a value: `play` gives the next one, and the old one stays as it was. With a seed, chance is settled
by itself; without one, `match.outcomes()` lists what can be drawn, with probabilities, and
`match.draw(outcome)` goes on with one of them.
"""

from dataclasses import replace
from typing import Any, TypeAlias

from ludoteka import games
from ludoteka.core import match as matches
from ludoteka.core import record as records
from ludoteka.core.chance import seed_from
from ludoteka.core.game import AnyGame
from ludoteka.core.match import Match
from ludoteka.core.record import Record

AnyMatch: TypeAlias = Match[Any, Any]


def new(
    game: str | AnyGame, seats: int | None = None, *, seed: str | bytes | None = None, **options: str | int
) -> AnyMatch:
    """A new match of a game (its id, or a game of your own); by default two play, where two may."""
    found = find(game)
    fewest, most = found.info.seats
    match = matches.new(found, min(max(2, fewest), most) if seats is None else seats, options)
    return _with(match, seed)


def load(game: str | AnyGame, position: str, *, seed: str | bytes | None = None) -> AnyMatch:
    """A match that begins with a position."""
    return _with(matches.load(find(game), position), seed)


def read(text: str) -> Record:
    """The record in a text; `.match` is the match, which can be gone through with `at` or in a loop."""
    return records.read(text, games.get)


def find(game: str | AnyGame) -> AnyGame:
    """The game with this id; a game is itself."""
    return games.get(game) if isinstance(game, str) else game


def _with(match: AnyMatch, seed: str | bytes | None) -> AnyMatch:
    key = seed_from(seed) if isinstance(seed, str) else seed
    return replace(match, seed=key).settled()
