"""Three steps towards a good move, from what a seat sees: what to look for, where, the move."""

from collections.abc import Sequence
from typing import Any

from ludoteka import players
from ludoteka.analysis.alternatives import squares
from ludoteka.core.chance import Source, seed_from
from ludoteka.core.description import Description
from ludoteka.core.game import AnyGame, Imagines, Played, Scores, Seat, Turn, View, described
from ludoteka.core.player import Budget, Hint
from ludoteka.core.sentences import Sentence, counted

THINK_MS = 2000


def steps_to_a_good_move(game: AnyGame, view: View, seat: Seat, legal: Sequence[Any]) -> list[Hint]:
    """What the strongest player would do, revealed little by little; nothing where the view is not enough."""
    if not isinstance(game, Imagines):
        return []
    rng = Source(seed_from("hints"))
    state = game.imagine(view, rng)
    turn = game.awaiting(state)
    if not isinstance(turn, Turn) or seat not in turn.seats:
        return []
    move = players.player_for(game).choose(view, legal, Budget(THINK_MS), rng).move
    text = game.notation.write(state, seat, move)
    points = game.score(state, seat, move).points if isinstance(game, Scores) else None
    where = squares(game, state, seat, move)
    words = described(game, state, Played(seat, move), seat)
    return [
        Hint(_promise(points or 0), points=points),
        Hint(_place(where), where[:1]),
        Hint(_told(words, text), where, text, described=words),
    ]


def _told(words: Description | None, text: str) -> Sentence:
    """The move: in words, or as text where the game has no words."""
    if words is None:
        return Sentence("Try {move}.", move=text)
    return Sentence("A good move {does}.", does=words.said)


def _promise(points: int) -> Sentence:
    if points > 0:
        one, other = (
            "There is a move here that brings {n} point.",
            "There is a move here that brings {n} points.",
        )
        return counted(points, one, other)
    return Sentence("Look around: there is a good move that brings nothing at once.")


def _place(where: Sequence[str]) -> Sentence:
    if not where:
        return Sentence("Nothing has to be laid.")
    return Sentence("Look at {square}.", square=where[0])
