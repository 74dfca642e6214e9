"""What the command line hands to the server: games, bots, hints, alternatives and reviews.

All functions live in this module, so that worker processes can import them. No game is named here.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from ludoteka import games, players
from ludoteka.analysis import puzzles, report
from ludoteka.analysis.alternatives import what_else
from ludoteka.analysis.analyse import look
from ludoteka.analysis.hints import steps_to_a_good_move
from ludoteka.analysis.review import Reviewer
from ludoteka.core import match, record
from ludoteka.core.game import Alternative, AnyGame, Json, Millis, Seat, View
from ludoteka.core.player import AnyPlayer, Hint
from ludoteka.server.catalogue import BotLevel, Catalogue, PosedPuzzle, PuzzleService, ReviewService


def level_names(game: str) -> Sequence[BotLevel]:
    """The levels of a game, weakest first, with the names of their players."""
    there, measured = players.levels(game).items(), players.ladder(game)
    return [
        BotLevel(number, level.name, level.about, level.face, measured.get(number)) for number, level in there
    ]


def player(game: str, level: int) -> AnyPlayer:
    """A player of this level."""
    return players.player_for(games.get(game), level)


def get_game(game: str) -> AnyGame:
    """The game with this id."""
    return games.get(game)


def hints(game: AnyGame, view: View, seat: Seat, legal: Sequence[Any]) -> Sequence[Hint]:
    """Up to three steps towards a good move, from what a seat sees."""
    return steps_to_a_good_move(game, view, seat, legal)


def alternatives(game: AnyGame, state: Any, seat: Seat | None, ms: Millis) -> Sequence[Alternative]:
    """What else was there, best first."""
    return what_else(game, state, seat, ms)


# --- reviews, made in parts -----------------------------------------------------------------------


def identity(game: str) -> str:
    """Who judges matches of a game, with versions; empty: nobody does."""
    declared = players.skill(game).reference
    return "" if declared is None else report.identity(declared())


def curve(text: str) -> Json:
    """What the states of a recorded match promised."""
    return report.part(_reviewer(text).curve())


def events(text: str, first: int, last: int) -> Json:
    """What is found at some events of a recorded match."""
    return report.part(_reviewer(text).events(first, last))


def joined(text: str, parts: Sequence[Json]) -> Json:
    """The whole review of a recorded match."""
    return report.joined(_reviewer(text), parts)


@lru_cache(maxsize=4)
def _reviewer(text: str) -> Reviewer:
    """Kept for the next part of the same match: it remembers what it has judged."""
    return report.reviewer_of(record.read(text, games.get).match)


def analyse(game: str, position: str, seat: Seat | None, effort: int) -> Json:
    """One look at a position."""
    return look(match.load(games.get(game), position), seat, effort).json()


# --- puzzles --------------------------------------------------------------------------------------


def posed(game: str, name: str) -> PosedPuzzle:
    """What may be shown of a puzzle before it is answered."""
    found = puzzles.posed(game, name)
    return PosedPuzzle(found.puzzle.position, found.seat, found.asks, found.lists)


def answer(game: str, name: str, text: str | None) -> Json:
    """Whether a move answers a puzzle, what was best and why."""
    return puzzles.posed(game, name).answered(text).json()


def build() -> Catalogue:
    """Everything that is installed here."""
    reviews = ReviewService(identity, curve, events, joined)
    solving = PuzzleService(puzzles.ratings, posed, answer)
    return Catalogue(
        games.ids, get_game, level_names, player, hints, alternatives, reviews, analyse, puzzles=solving
    )
