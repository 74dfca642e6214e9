"""Whole random matches for the tests, from a seed."""

from collections.abc import Iterator
from random import Random
from typing import Any

from ludoteka.core import match as matches
from ludoteka.core.chance import seed_from
from ludoteka.core.game import Over, Played, Turn
from ludoteka.games.abstrakto.engine import GAME
from ludoteka.games.abstrakto.types import Move, State

Match = matches.Match[State, Move]

OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"size": 2, "discard": "secret"},
    {"size": 3, "pie": "on", "first": "orange"},
    {"size": 4, "discard": "random"},
    {"size": 5, "tiles": "1,9,1", "discard": "agreed:0,2,0"},
    {"size": 9, "discard": "secret", "first": "blue"},
)


def begun(options: dict[str, Any], seed: str) -> Match:
    return matches.settle(matches.new(GAME, 2, options), seed_from(seed))


def went_on(match: Match, rng: Random, seed: str) -> Match:
    """One random move further."""
    assert isinstance(match.awaiting, Turn)
    seat = rng.choice(sorted(match.awaiting.seats))
    move = rng.choice(list(GAME.legal(match.state, seat)))
    return matches.settle(match.then(Played(seat, move, match.now)), seed_from(seed))


def whole(options: dict[str, Any], seed: str) -> Iterator[Match]:
    """Every moment of a random match."""
    rng = Random(seed)
    match = begun(options, seed)
    yield match
    while not isinstance(match.awaiting, Over):
        match = went_on(match, rng, seed)
        yield match
