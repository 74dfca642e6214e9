"""What the composition root hands to the server: games, bots and services, by name.

The server knows no game. Every function here lives in a module (no closures), so that the worker processes of
the bots receive the same catalogue.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ludoteka.core.game import Alternative, AnyGame, Json, Millis, Seat, View
from ludoteka.core.player import AnyPlayer, Hint
from ludoteka.core.sentences import Sentence


@dataclass(frozen=True, slots=True)
class BotLevel:
    """A level that people can choose."""

    level: int
    name: str
    about: str = ""  # one sentence
    face: str = ""  # one character
    rating: tuple[float, float] | None = None  # as measured, with its deviation; None: it was not


GameById = Callable[[str], AnyGame]
Hints = Callable[[AnyGame, View, Seat, Sequence[Any]], Sequence[Hint]]
Alternatives = Callable[[AnyGame, Any, Seat | None, Millis], Sequence[Alternative]]


@dataclass(frozen=True, slots=True)
class ReviewService:
    """Reviews of finished matches, made in parts from the text of a record.

    `identity` names the reference play of a game, empty: there is none; a review of another identity is made
    anew. `curve` comes first, `events` finds what there is after event `first` up to `last`, and `joined`
    makes the whole of all parts.
    """

    identity: Callable[[str], str]
    curve: Callable[[str], Json]
    events: Callable[[str, int, int], Json]
    joined: Callable[[str, Sequence[Json]], Json]


Analyse = Callable[[str, str, Seat | None, int], Json]  # game, position, whose moves, effort


@dataclass(frozen=True, slots=True)
class PosedPuzzle:
    """What is known of a puzzle before it is answered: its position, whose move it is, the question."""

    position: str
    seat: Seat
    asks: Sentence
    lists: bool = True  # False: a list of the legal moves would tell the answer


@dataclass(frozen=True, slots=True)
class PuzzleService:
    """Puzzles by game and name: `ratings` has them all with their difficulty, none: a game has none.

    `answer` judges a move that the rules allow (None: somebody gives up): the fields of `PuzzleVerdict` but
    for the standing.
    """

    ratings: Callable[[str], Mapping[str, float]]
    posed: Callable[[str, str], PosedPuzzle]
    answer: Callable[[str, str, str | None], Json]


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Games by id, players by level, and the services that some games have.

    `hints` sees what the seat sees (game, view, seat, legal moves) and gives up to three steps.
    `alternatives` gets the game, the state before an event, the seat that moved (None: time ran out) and how
    many milliseconds it may think. `reviews` judges finished matches, `analyse` takes one look at a position,
    the harder the more effort; `puzzles` are proven positions. Each may be None, and each may give
    nothing for a game.
    """

    ids: Callable[[], Sequence[str]]
    game: GameById
    levels: Callable[[str], Sequence[BotLevel]]
    player: Callable[[str, int], AnyPlayer]
    hints: Hints | None = None
    alternatives: Alternatives | None = None
    reviews: ReviewService | None = None
    analyse: Analyse | None = None
    puzzles: PuzzleService | None = None
