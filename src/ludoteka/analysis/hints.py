"""Three steps towards a good move, from what a seat sees: what to look for, where, the move."""

from collections.abc import Sequence
from typing import Any

from ludoteka import players
from ludoteka.analysis.alternatives import squares
from ludoteka.core.chance import Source, seed_from
from ludoteka.core.description import Description
from ludoteka.core.game import AnyGame, Imagines, Played, Scores, Seat, Turn, View, described
from ludoteka.core.player import OUTLASTS_ALL, Answer, Budget, Hint, Judged
from ludoteka.core.sentences import Sentence, counted

THINK_MS = 2000
CLOSED = (".”", "!”", "?”")  # a quotation that ends so needs no other stop


def steps_to_a_good_move(game: AnyGame, view: View, seat: Seat, legal: Sequence[Any]) -> list[Hint]:
    """What the strongest player would do, revealed little by little; nothing where the view is not enough."""
    if not isinstance(game, Imagines):
        return []
    rng = Source(seed_from("hints"))
    state = game.imagine(view, rng)
    turn = game.awaiting(state)
    if not isinstance(turn, Turn) or seat not in turn.seats:
        return []
    answer = players.player_for(game).choose(view, legal, Budget(THINK_MS), rng)
    move = answer.move
    judged = _judged(game, view, [move, *(_scoring(game, state, seat, legal) if turn.live else ())], rng)
    if judged is not None:
        move = judged.move
    if move == answer.move and _waits(answer, turn):
        return [Hint(Sentence("There is nothing to do now but to wait."))]
    text = game.notation.write(state, seat, move)
    points = game.score(state, seat, move).points if isinstance(game, Scores) else None
    where = squares(game, state, seat, move)
    words = described(game, state, Played(seat, move), seat)
    return [
        Hint(_promise(points or 0, judged), points=points),
        Hint(_place(where), where[:1]),
        Hint(_told(words, text), where, text, described=words),
    ]


def _waits(answer: Answer[Any], turn: Turn[Any]) -> bool:
    """Whether a player in a race would not move before it is over: then its move is no advice.

    A race without an hourglass has no end, and only whoever would wait for ever waits.
    """
    if not turn.live or answer.wait is None:
        return False
    left = OUTLASTS_ALL if turn.until is None else turn.until - turn.since
    return answer.wait >= left


def _judged(game: AnyGame, view: View, moves: Sequence[Any], rng: Source) -> Judged[Any] | None:
    """The best of some moves by the game's evaluator; None where the game has none."""
    evaluator = players.skill(game.info.id).evaluator
    if evaluator is None:
        return None
    worths = evaluator().moves(view, moves, Budget(THINK_MS), rng)
    found = [Judged(move, worth) for move, worth in zip(moves, worths, strict=True)]
    return max(found, key=lambda one: (one.worth.win, one.worth.margin))


def _scoring(game: AnyGame, state: Any, seat: Seat, legal: Sequence[Any]) -> list[Any]:
    """The moves that bring something: in a race even the strongest player overlooks some."""
    if not isinstance(game, Scores):
        return []
    return [move for move in legal if game.score(state, seat, move).points > 0]


def _told(words: Description | None, text: str) -> Sentence:
    """The move: in words, or as text where the game has no words."""
    if words is None:
        return Sentence("Try {move}.", move=text)
    if words.said.text.endswith(CLOSED):
        return Sentence("A good move: {does}", does=words.said)
    return Sentence("A good move: {does}.", does=words.said)


def _promise(points: int, judged: Judged[Any] | None) -> Sentence:
    if points > 0:
        one, other = (
            "There is a move here that brings {n} point.",
            "There is a move here that brings {n} points.",
        )
        return counted(points, one, other)
    if judged is not None:
        text = "There is a good move here: your chance to win is {percent}% with it."
        return Sentence(text, percent=round(100 * judged.worth.win))
    return Sentence("Look around: there is a good move that brings nothing at once.")


def _place(where: Sequence[str]) -> Sentence:
    if not where:
        return Sentence("Nothing has to be laid.")
    return Sentence("Look at {square}.", square=where[0])
