"""Random matches to draw."""

from collections.abc import Iterator
from typing import Any

from ludoteka import games
from ludoteka.core import match as matches
from ludoteka.core.chance import Source, seed_from
from ludoteka.core.conformance import random_event, table
from ludoteka.core.game import Over, Seat
from ludoteka.core.match import Match

AnyMatch = Match[Any, Any]


def random_match(name: str, number: int, plies: int = 400) -> AnyMatch:
    """A match with the default options (number 0) or random ones, played to its end or for `plies` events."""
    game, rng = games.get(name), Source(seed_from(f"drawing {name} {number}"))
    match = matches.new(game, *table(game, rng, plain=number == 0))
    while match.ply < plies and not isinstance(match.awaiting, Over):
        match = match.then(random_event(match, rng))
    return match


def looks(match: AnyMatch, step: int) -> Iterator[tuple[AnyMatch, Seat | None]]:
    """The first moments, every few after them and the last one, each as several people see it."""
    for moment in match:
        if moment.ply < 4 or moment.ply % step == 0 or moment.ply == match.ply:
            yield moment, None
            yield moment, moment.ply % match.opening.seats
