"""Puzzles as people meet them: what is asked, whether a move answers it, and the explanation afterwards."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ludoteka import games, players
from ludoteka.analysis.alternatives import squares
from ludoteka.core import match as matches
from ludoteka.core.description import Description
from ludoteka.core.game import AnyGame, Json, Played, Seat, described
from ludoteka.core.match import Match
from ludoteka.core.player import Fact
from ludoteka.core.puzzle import AnyPuzzler, Puzzle
from ludoteka.core.refusals import BadRequest
from ludoteka.core.sentences import Sentence

AnyMatch = Match[Any, Any]
REASONS = 3


@dataclass(frozen=True, slots=True)
class WayTold:
    """A move for people: its text, its squares, and its words."""

    move: str
    where: tuple[str, ...]
    words: Description | None


@dataclass(frozen=True, slots=True)
class Answered:
    """What is said once somebody has answered."""

    is_right: bool
    played: WayTold | None  # None: they gave up
    best: WayTold
    others: int  # further answers that are as good
    tells: Sentence
    why: tuple[Fact, ...]
    after: Json  # the solver's view after the best move

    def json(self) -> Json:
        """For the wire."""
        return {
            "right": self.is_right,
            "played": None if self.played is None else _way_json(self.played),
            "best": _way_json(self.best),
            "others": self.others,
            "tells": _said(self.tells),
            "why": [{**_said(fact.sentence), "where": list(fact.where)} for fact in self.why],
            "after": self.after,
        }


def _way_json(one: WayTold) -> Json:
    words = None if one.words is None else one.words.json()
    return {"move": one.move, "where": list(one.where), "described": words}


def _said(sentence: Sentence) -> dict[str, Any]:
    return {"text": sentence.text, **sentence.json()}


@dataclass(frozen=True, slots=True)
class Posed:
    """A puzzle on the table: the match stands at its position."""

    game: AnyGame
    puzzler: AnyPuzzler
    puzzle: Puzzle
    match: AnyMatch

    @property
    def seat(self) -> Seat:
        return self.puzzle.seat

    @property
    def asks(self) -> Sentence:
        return self.puzzler.questions[self.puzzle.question].asks

    @property
    def lists(self) -> bool:
        """Whether the legal moves may be listed before it is answered."""
        return self.puzzler.questions[self.puzzle.question].lists

    def answered(self, text: str | None) -> Answered:
        """Whether a move is an answer, and why; None: somebody gives up.

        A move that the rules refuse is refused, and is no answer.
        """
        state, seat, question = self.match.state, self.seat, self.puzzle.question
        proven = [self.game.notation.read(state, seat, one) for one in self.puzzle.answers]
        move = None if text is None else self._read(text)
        is_right = move is not None and self.puzzler.solves(question, state, seat, move, proven)
        best = move if is_right else proven[0]
        after = self.match.then(Played(seat, best, self.match.now))
        return Answered(
            is_right,
            None if move is None else self._told(move),
            self._told(best),
            len(proven) - 1,
            self.tells,
            () if is_right or move is None else self._why(move, best),
            self.game.view(after.state, seat),
        )

    def _read(self, text: str) -> Any:
        """A move that can be made; raises what refuses it."""
        self.match.admits(self.seat)
        move = self.game.notation.read(self.match.state, self.seat, text)
        self.match.then(Played(self.seat, move, self.match.now))
        return move

    @property
    def tells(self) -> Sentence:
        """What the proof says, in numbers for people."""
        puzzle, told = self.puzzle, self.puzzler.told
        best, other = (told(puzzle.question, one) for one in (puzzle.worth, puzzle.worth - puzzle.margin))
        return self.puzzler.questions[puzzle.question].tells(best, other)

    def _told(self, move: Any) -> WayTold:
        state, seat = self.match.state, self.seat
        words = described(self.game, state, Played(seat, move, self.match.now), seat)
        text = self.game.notation.write(state, seat, move)
        return WayTold(text, squares(self.game, state, seat, move), words)

    def _why(self, move: Any, best: Any) -> tuple[Fact, ...]:
        """The reasons of a review, where the game has reviews."""
        declared = players.skill(self.game.info.id).reference
        if declared is None:
            return ()
        facts = declared().why(self.match.state, self.seat, move, best)
        return tuple(sorted(facts, key=lambda fact: -abs(fact.weight))[:REASONS])


def puzzler_of(game: str) -> AnyPuzzler:
    """What a game's players know about puzzles; raises `BadRequest` where they know nothing."""
    declared = players.skill(game).puzzles
    if declared is None:
        raise BadRequest("{game} has no puzzles.", game=games.get(game).info.title)
    return declared()


@lru_cache(maxsize=64)
def ratings(game: str) -> Mapping[str, float]:
    """All puzzles that come with a game, with their difficulty."""
    if players.skill(game).puzzles is None:
        return {}
    return {one.id: one.rating for one in puzzler_of(game).collection().puzzles}


def posed(game: str, name: str) -> Posed:
    """A puzzle by its name; raises `BadRequest` where there is none."""
    puzzler = puzzler_of(game)
    puzzle = puzzler.collection().by_id.get(name)
    if puzzle is None:
        raise BadRequest("There is no such puzzle.")
    return pose(games.get(game), puzzler, puzzle)


def pose(game: AnyGame, puzzler: AnyPuzzler, puzzle: Puzzle) -> Posed:
    """A puzzle, set up."""
    return Posed(game, puzzler, puzzle, matches.load(game, puzzle.position))
